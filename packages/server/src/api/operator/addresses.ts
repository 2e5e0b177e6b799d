import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { addressEntries } from '../../applicants/addresses/entries.ts';
import { importAddresses } from '../../applicants/addresses/import.ts';
import { problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';

/** Some 400,000 addresses. */
const BODY_LIMIT = 64 * 1024 * 1024;

const JSON_TYPE = 'application/json';

/** The data of the address picker, replaced as a whole. */
export function addressRoutes(instance: FastifyInstance, services: Services): void {
  instance.register(async (scope) => {
    // `applicants/addresses` reads the body entry by entry. Parsing it at once would block all other requests for seconds.
    scope.removeContentTypeParser(JSON_TYPE);
    scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    typed(scope).put(
      '/addresses',
      { bodyLimit: BODY_LIMIT, schema: { response: { 200: Type.Object({ imported: Type.Integer() }) } } },
      async (request) => {
        const { body } = request as { body: unknown };
        if (!Buffer.isBuffer(body)) throw problem('unsupported_media_type');
        return { imported: await importAddresses(services, () => addressEntries(body), request.principal) };
      },
    );
  });
}
