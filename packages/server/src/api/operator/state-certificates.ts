import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import {
  importStateFile,
  listStateFiles,
  removeStateFiles,
  STATE_FILE_BYTES,
} from '../../checks/reports/state-certificates.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { fileOf, readFileBodies } from '../common/file-body.ts';
import { DateTime, NullableDateTime } from '../common/schemas.ts';
import { Name, RecordedPrincipal } from './schemas.ts';

const kept = {
  fingerprint: Type.String({ description: 'SHA-256, hexadecimal' }),
  country: Type.String({ description: 'Country code of two letters, as in certificates' }),
  issuer: Type.String(),
  source: Type.String({ description: 'Name of the import' }),
  imported_at: DateTime,
  imported_by: RecordedPrincipal,
};

const Certificate = Type.Object(
  {
    ...kept,
    subject: Type.String(),
    serial: Type.String({ description: 'Hexadecimal' }),
    valid_from: DateTime,
    valid_to: DateTime,
    root: Type.Boolean({ description: 'True if the certificate is self-signed; a link certificate is not' }),
  },
  { title: 'Certificate of a state' },
);

const RevocationList = Type.Object(
  {
    ...kept,
    issued_at: DateTime,
    next_at: NullableDateTime,
    revoked: Type.Integer({ description: 'Number of revoked certificates' }),
  },
  { title: 'Revocation list of a state' },
);

const Imported = Type.Object({
  source: Type.String(),
  certificates: Type.Integer({ description: 'Number of new certificates' }),
  revocation_lists: Type.Integer({ description: 'Number of new revocation lists' }),
  known: Type.Integer({ description: 'Number of objects that were already loaded' }),
  refused: Type.Array(Type.String(), { description: 'Objects that were refused, with the reason' }),
});

const Removed = Type.Object({ certificates: Type.Integer(), revocation_lists: Type.Integer() });

/** Certificates of states and their revocation lists, by which live reports authenticate chips of documents. */
export function stateCertificateRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/state_certificates',
    {
      schema: {
        response: {
          200: Type.Object({ certificates: Type.Array(Certificate), revocation_lists: Type.Array(RevocationList) }),
        },
      },
    },
    async () => {
      const { certificates, revocation_lists } = await listStateFiles(services);
      return {
        certificates: certificates.map(({ imported_at, valid_from, valid_to, ...certificate }) => ({
          ...certificate,
          imported_at: isoSeconds(imported_at),
          valid_from: isoSeconds(valid_from),
          valid_to: isoSeconds(valid_to),
        })),
        revocation_lists: revocation_lists.map(({ imported_at, issued_at, next_at, ...list }) => ({
          ...list,
          imported_at: isoSeconds(imported_at),
          issued_at: isoSeconds(issued_at),
          next_at: isoSecondsOrNull(next_at),
        })),
      };
    },
  );

  instance.register(async (uploads) => {
    readFileBodies(uploads, STATE_FILE_BYTES);
    typed(uploads).post(
      '/state_certificates',
      {
        bodyLimit: STATE_FILE_BYTES,
        schema: {
          querystring: Type.Object({
            source: Name,
            signer: Type.Optional(
              Type.String({
                pattern: '^[0-9A-Fa-f]{64}$',
                description:
                  'SHA-256 of the certificate of the state that signs a master list, required unless it is already loaded',
              }),
            ),
          }),
          response: { 200: Imported },
        },
      },
      async (request) => importStateFile(services, { ...request.query, file: fileOf(request) }, request.principal),
    );
  });

  app.delete(
    '/state_certificates/:name',
    { schema: { params: Type.Object({ name: Type.String() }), response: { 200: Removed } } },
    async (request) => removeStateFiles(services, request.params.name, request.principal),
  );
}
