import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableInteger, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import {
  beginImport,
  getImport,
  listImports,
  type WatchlistImport,
  waitForImport,
} from '../../screening/watchlists/imports.ts';
import { DateTime, Id, IdParams, NullableDateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';
import { ImportFields, importOptionsOf, takeListFiles, takesListFiles } from './watchlist-upload.ts';
import { Counts, presentVersion, Version } from './watchlist-version.ts';

/** Maximum time in seconds that a request waits for the end of an import. */
const LONGEST_WAIT = 30;

/** Seconds that a request waits for the end of an import. */
export const Wait = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LONGEST_WAIT,
      description: 'Maximum time in seconds to wait for the end of the import before the answer',
    }),
  ),
});

export const ImportState = stringEnum([
  ...(['queued', 'reading', 'storing', 'activating', 'succeeded', 'failed'] as const),
]);

const Result = Type.Object(
  {
    outcome: stringEnum(['activated', 'staged', 'confirmed', 'dry_run'] as const),
    version: Version,
    kinds: Counts,
    names: Type.Integer(),
    unusable: Counts,
    set: NullableInteger,
  },
  { description: 'Version at the end of the import; null until the import has succeeded' },
);

export const ImportFailure = Type.Object(
  {
    type: Type.String(),
    message: Type.String(),
    fields: Type.Optional(Type.Unsafe<object>({ description: 'Type of the error, as in an error body' })),
  },
  { description: 'Reason of the failure; null unless the import failed' },
);

export const Import = Type.Object(
  {
    id: Id,
    list: Type.String(),
    state: ImportState,
    records_stored: Type.Integer(),
    created_at: DateTime,
    created_by: RecordedPrincipal,
    ended_at: NullableDateTime,
    result: nullableObject(Result),
    error: nullableObject(ImportFailure),
  },
  { title: 'Import of a watchlist' },
);

/** Imports of watchlists, each with its state. */
export function watchlistImportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const presentNow = (listImport: WatchlistImport) => presentImport(listImport, services.clock.now());

  app.post(
    '/watchlists/imports',
    {
      ...takesListFiles(services),
      schema: {
        description:
          'Imports the files of one list, sent as parts named `file` of a multipart body with these fields. The answer comes ' +
          'when the files have arrived. Read the import by its id for its state and result.',
        consumes: ['multipart/form-data'],
        body: ImportFields,
        response: { 202: Import },
      },
    },
    async (request, reply) => {
      const options = importOptionsOf(request.body);
      const begun = await beginImport(services, takeListFiles(request), options, request.principal);
      return reply.code(202).send(presentNow(begun));
    },
  );

  app.get(
    '/watchlists/imports',
    {
      schema: {
        description: 'Lists the newest 100 imports, including refused imports.',
        response: { 200: Type.Object({ imports: Type.Array(Import) }) },
      },
    },
    async () => ({ imports: (await listImports(services)).map(presentNow) }),
  );

  app.get(
    '/watchlists/imports/:id',
    {
      schema: {
        params: IdParams,
        querystring: Wait,
        response: { 200: Import },
      },
    },
    async ({ params: { id }, query: { wait = 0 } }) =>
      presentNow(wait === 0 ? await getImport(services, id) : await waitForImport(services, id, wait * 1000)),
  );
}

/** An import of a watchlist; `now` in Unix milliseconds. */
export function presentImport(listImport: WatchlistImport, now: number): Type.Static<typeof Import> {
  const { id, list, state, stored, created_at, created_by, ended_at, result, error } = listImport;
  return {
    id,
    list,
    state,
    records_stored: stored,
    created_at: isoSeconds(created_at),
    created_by,
    ended_at: isoSecondsOrNull(ended_at),
    result: result && {
      outcome: result.outcome,
      version: presentVersion(result.version, now),
      set: result.set,
      kinds: { ...result.kinds },
      names: result.names,
      unusable: { ...result.unusable },
    },
    error: presentFailure(error),
  };
}

/** Presents the reason why an import has failed to operators. */
export function presentFailure(error: WatchlistImport['error']): Type.Static<typeof ImportFailure> | null {
  return (
    error && {
      type: error.type,
      message: error.message,
      ...(error.fields !== undefined && { fields: error.fields as object }),
    }
  );
}
