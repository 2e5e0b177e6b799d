import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { ISSUER_BYTES, importIssuers, listIssuers, removeIssuers } from '../../checks/credentials/issuers.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { fileOf, readFileBodies } from '../common/file-body.ts';
import { CountryQuery, countryOfKey, loadedFields, shownKey } from './loaded-key.ts';
import { Name } from './schemas.ts';

const Issuer = Type.Object(
  {
    kind: stringEnum(['certificate', 'key']),
    country: Type.String(countryOfKey),
    name: NullableString,
    types: Type.Unsafe<readonly string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Types that it may issue; null for driving licences and person identification data of its country',
    }),
    subject: NullableString,
    ...loadedFields,
  },
  { title: 'Trusted issuer of credentials' },
);

const Imported = Type.Object({
  source: Type.String(),
  issuers: Type.Integer({ description: 'Number of new issuers' }),
  known: Type.Integer({ description: 'Number of issuers that were already loaded' }),
  refused: Type.Array(Type.String(), { description: 'Issuers that were refused, with the reason' }),
});

/** Issuers whose credentials of wallets are trusted. */
export function credentialIssuerRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/credential_issuers',
    { schema: { response: { 200: Type.Object({ issuers: Type.Array(Issuer) }) } } },
    async () => ({ issuers: (await listIssuers(services)).map(shownKey) }),
  );

  instance.register(async (uploads) => {
    readFileBodies(uploads, ISSUER_BYTES);
    typed(uploads).post(
      '/credential_issuers',
      {
        bodyLimit: ISSUER_BYTES,
        schema: {
          querystring: Type.Object({
            source: Name,
            country: Type.Optional(CountryQuery),
            types: Type.Optional(Type.String({ maxLength: 1000, description: 'Types that it may issue, with commas' })),
            name: Type.Optional(Type.String({ maxLength: 500, description: 'Claim `iss` that bare keys sign for' })),
            signer: Type.Optional(
              Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'SHA-256 of the signer of a VICAL' }),
            ),
          }),
          response: { 200: Imported },
        },
      },
      async (request) => {
        const { types, ...query } = request.query;
        const order = { ...query, types: types?.split(','), file: fileOf(request) };
        return importIssuers(services, order, request.principal);
      },
    );
  });

  app.delete(
    '/credential_issuers/:name',
    {
      schema: {
        params: Type.Object({ name: Type.String() }),
        response: { 200: Type.Object({ issuers: Type.Integer() }) },
      },
    },
    async (request) => removeIssuers(services, request.params.name, request.principal),
  );
}
