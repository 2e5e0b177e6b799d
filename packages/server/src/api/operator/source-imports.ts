import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import {
  beginSourceImport,
  getSourceImport,
  listSourceImports,
  type SourceImport,
  waitForSourceImport,
} from '../../sources/imports.ts';
import { tableKinds } from '../../sources/tables.ts';
import { DateTime, Id, IdParams, NullableDateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';
import { ImportFailure, ImportState, presentFailure, Wait } from './watchlist-imports.ts';
import { takeListFiles, takesListFiles } from './watchlist-upload.ts';

/** The fields beside the file. */
const ImportFields = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' }),
    kind: stringEnum(tableKinds),
    country: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 3166-1 alpha-3' }),
  },
  { additionalProperties: false },
);

const Result = Type.Object(
  {
    name: Type.String(),
    kind: stringEnum(tableKinds),
    country: Type.String(),
    people: Type.Integer(),
    unusable: Type.Integer({ description: 'Number of rows with too little data to find a person' }),
    hashes: Type.Integer(),
    warnings: Type.Array(Type.String()),
  },
  { description: 'The imported table; null until the import has succeeded' },
);

const Import = Type.Object(
  {
    id: Id,
    name: Type.String(),
    state: ImportState,
    hashes_stored: Type.Integer(),
    created_at: DateTime,
    created_by: RecordedPrincipal,
    ended_at: NullableDateTime,
    result: nullableObject(Result),
    error: nullableObject(ImportFailure),
  },
  { title: 'Import of a table of people' },
);

/** Imports of tables of people, each with its state. */
export function sourceImportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/sources/imports',
    {
      ...takesListFiles(services),
      schema: {
        description:
          'Imports a CSV of people, sent as the part `file` of a multipart body with these fields. The answer comes when the file ' +
          'has arrived. Read the import by its id for its state and result.',
        consumes: ['multipart/form-data'],
        body: ImportFields,
        response: { 202: Import },
      },
    },
    async (request, reply) => {
      const received = takeListFiles(request);
      try {
        const begun = await beginSourceImport(services, received, request.body, request.principal);
        return reply.code(202).send(presentSourceImport(begun));
      } catch (error) {
        await received.discard();
        throw error;
      }
    },
  );

  app.get(
    '/sources/imports',
    {
      schema: {
        description: 'Lists the newest 100 imports of tables, including refused imports.',
        response: { 200: Type.Object({ imports: Type.Array(Import) }) },
      },
    },
    async () => ({ imports: (await listSourceImports(services)).map(presentSourceImport) }),
  );

  app.get(
    '/sources/imports/:id',
    { schema: { params: IdParams, querystring: Wait, response: { 200: Import } } },
    async ({ params: { id }, query: { wait = 0 } }) =>
      presentSourceImport(
        await (wait === 0 ? getSourceImport(services, id) : waitForSourceImport(services, id, wait * 1000)),
      ),
  );
}

function presentSourceImport(tableImport: SourceImport): Type.Static<typeof Import> {
  const { id, list, state, stored, created_at, created_by, ended_at, result, error } = tableImport;
  return {
    id,
    name: list,
    state,
    hashes_stored: stored,
    created_at: isoSeconds(created_at),
    created_by,
    ended_at: isoSecondsOrNull(ended_at),
    result: result && { ...result, warnings: [...result.warnings] },
    error: presentFailure(error),
  };
}
