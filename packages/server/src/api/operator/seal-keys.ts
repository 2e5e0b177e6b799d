import { sealSchemes } from '@bonafide/verification';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { importSealKeys, listSealKeys, removeSealKeys, SEAL_KEY_BYTES } from '../../checks/reports/seal-keys.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, NullableDateTime } from '../common/schemas.ts';
import { fileOf, readFileBodies } from './file-body.ts';
import { Name, RecordedPrincipal } from './schemas.ts';

const Scheme = stringEnum(sealSchemes, { description: 'Format of the signed barcode' });

const SealKey = Type.Object(
  {
    scheme: Scheme,
    country: Type.String({ description: 'Country code of three letters (ISO 3166-1)' }),
    reference: NullableString,
    subject: NullableString,
    algorithm: Type.String({ description: 'Kind of the key' }),
    valid_from: NullableDateTime,
    valid_to: NullableDateTime,
    fingerprint: Type.String({ description: 'SHA-256, hexadecimal' }),
    source: Type.String({ description: 'Name of the import' }),
    imported_at: DateTime,
    imported_by: RecordedPrincipal,
  },
  { title: 'Key of an issuer of signed barcodes' },
);

const Imported = Type.Object({
  source: Type.String(),
  keys: Type.Integer({ description: 'Number of new keys' }),
  known: Type.Integer({ description: 'Number of keys that were already loaded' }),
  refused: Type.Array(Type.String(), { description: 'Keys that were refused, with the reason' }),
});

/** Keys of issuers, by which live reports verify signed barcodes of documents. */
export function sealKeyRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get('/seal_keys', { schema: { response: { 200: Type.Object({ keys: Type.Array(SealKey) }) } } }, async () => {
    const keys = await listSealKeys(services);
    return {
      keys: keys.map(({ imported_at, valid_from, valid_to, ...key }) => ({
        ...key,
        imported_at: isoSeconds(imported_at),
        valid_from: isoSecondsOrNull(valid_from),
        valid_to: isoSecondsOrNull(valid_to),
      })),
    };
  });

  instance.register(async (uploads) => {
    readFileBodies(uploads, SEAL_KEY_BYTES);
    typed(uploads).post(
      '/seal_keys',
      {
        bodyLimit: SEAL_KEY_BYTES,
        schema: {
          querystring: Type.Object({
            source: Name,
            scheme: Scheme,
            country: Type.String({ pattern: '^[A-Z]{3}$', description: 'Country code of three letters (ISO 3166-1)' }),
          }),
          response: { 200: Imported },
        },
      },
      async (request) => importSealKeys(services, { ...request.query, file: fileOf(request) }, request.principal),
    );
  });

  app.delete(
    '/seal_keys/:name',
    {
      schema: {
        params: Type.Object({ name: Type.String() }),
        response: { 200: Type.Object({ keys: Type.Integer() }) },
      },
    },
    async (request) => removeSealKeys(services, request.params.name, request.principal),
  );
}
