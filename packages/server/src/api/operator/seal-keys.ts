import { sealSchemes } from '@bonafide/verification';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { importSealKeys, listSealKeys, removeSealKeys, SEAL_KEY_BYTES } from '../../checks/reports/seal-keys.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { fileOf, readFileBodies } from '../common/file-body.ts';
import { CountryQuery, countryOfKey, loadedFields, shownKey } from './loaded-key.ts';
import { Name } from './schemas.ts';

const Scheme = stringEnum(sealSchemes, { description: 'Format of the signed barcode' });

const SealKey = Type.Object(
  {
    scheme: Scheme,
    country: Type.String(countryOfKey),
    reference: NullableString,
    subject: NullableString,
    algorithm: Type.String({ description: 'Kind of the key' }),
    ...loadedFields,
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

  app.get('/seal_keys', { schema: { response: { 200: Type.Object({ keys: Type.Array(SealKey) }) } } }, async () => ({
    keys: (await listSealKeys(services)).map(shownKey),
  }));

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
            country: CountryQuery,
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
