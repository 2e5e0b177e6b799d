import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { forgetCompromised, importCompromised, listCompromised } from '../../checks/reports/compromised.ts';
import { readCompromised } from '../../checks/reports/compromised-file.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime } from '../common/schemas.ts';
import { Name } from './schemas.ts';

/** Some half a million documents. */
const BODY_LIMIT = 16 * 1024 * 1024;

const Source = Type.Object(
  { source: Type.String(), documents: Type.Integer(), imported_at: DateTime },
  { title: 'List of compromised documents' },
);

/** Lists of documents that are known to be lost, stolen or copied; live document reports search all of them. */
export function compromisedRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/compromised_documents',
    { schema: { response: { 200: Type.Object({ sources: Type.Array(Source) }) } } },
    async () => ({
      sources: (await listCompromised(services)).map(({ imported_at, ...source }) => ({
        ...source,
        imported_at: isoSeconds(imported_at),
      })),
    }),
  );

  app.post(
    '/compromised_documents',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        body: Type.Object({
          source: Name,
          csv: Type.String({ description: 'Columns issuing_country, document_number and document_type (optional)' }),
        }),
        response: { 200: Type.Object({ source: Type.String(), imported: Type.Integer() }) },
      },
    },
    async (request) => {
      const { source, csv } = request.body;
      return {
        source,
        imported: await importCompromised(services, source, await readCompromised(csv), request.principal),
      };
    },
  );

  app.delete(
    '/compromised_documents/:source',
    {
      schema: {
        params: Type.Object({ source: Type.String() }),
        response: { 200: Type.Object({ source: Type.String(), forgotten: Type.Integer() }) },
      },
    },
    async (request) => {
      const { source } = request.params;
      return { source, forgotten: await forgetCompromised(services, source, request.principal) };
    },
  );
}
