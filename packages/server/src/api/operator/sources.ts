import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { sourceKinds } from '../../reports/live/lookup.ts';
import { listTables, removeTable, tableKinds } from '../../sources/tables.ts';
import { testProvider } from '../../sources/test-provider.ts';
import { DateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';

const Kind = stringEnum(sourceKinds);

const Provider = Type.Object(
  {
    name: Type.String(),
    kind: Kind,
    countries: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-3, or all' }),
    url: Type.String(),
  },
  { title: 'Provider of data' },
);

const Table = Type.Object(
  {
    name: Type.String(),
    kind: stringEnum(tableKinds),
    country: Type.String(),
    people: Type.Integer(),
    imported_at: DateTime,
    imported_by: RecordedPrincipal,
    files: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
  },
  { title: 'Table of people' },
);

const SourceParams = Type.Object({ name: Type.String() });

/** Sources in which live reports look up data of applicants. */
export function sourceRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/sources',
    {
      schema: {
        response: { 200: Type.Object({ tables: Type.Array(Table), providers: Type.Array(Provider) }) },
      },
    },
    async () => ({
      tables: (await listTables(services)).map(({ imported_at, files, ...table }) => ({
        ...table,
        imported_at: isoSeconds(imported_at),
        files: files.map((file) => ({ ...file })),
      })),
      providers: services.providers.all.map(({ name, kind, countries, url }) => ({
        name,
        kind,
        url,
        countries: countries === 'all' ? ['all'] : [...countries],
      })),
    }),
  );

  app.delete(
    '/sources/:name',
    {
      schema: {
        description: "Removes a table. To remove a provider, change the operator's file of data sources.",
        params: SourceParams,
        response: { 200: Type.Object({ name: Type.String() }) },
      },
    },
    async (request) => {
      const { name } = request.params;
      await removeTable(services, name, request.principal);
      return { name };
    },
  );

  app.post(
    '/sources/:name/test',
    {
      schema: {
        description: 'Sends a provider a question about an invented person. The provider may charge for it.',
        params: SourceParams,
        response: {
          200: Type.Object({
            tests: Type.Array(
              Type.Object({
                kind: Kind,
                country: Type.String(),
                outcome: stringEnum(['answered', 'refused', 'failed'] as const),
                detail: Type.String(),
                latency_ms: Type.Integer(),
              }),
            ),
          }),
        },
      },
    },
    async (request) => ({ tests: await testProvider(services, request.params.name) }),
  );
}
