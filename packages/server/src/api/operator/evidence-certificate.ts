import { X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime } from '../common/schemas.ts';

/** The certificate with which a reader verifies signed evidence of this deployment. */
export function evidenceCertificateRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/evidence_certificate',
    {
      schema: {
        response: {
          200: Type.Object(
            {
              subject: Type.String(),
              fingerprint: Type.String({ description: 'SHA-256 of the certificate' }),
              expires_at: DateTime,
              pem: Type.String({ description: 'The certificate, followed by the rest of its chain' }),
            },
            { title: 'Certificate of signed evidence' },
          ),
        },
      },
    },
    async () => {
      const { chain } = await services.evidenceSigner();
      const certificates = chain.map((der) => new X509Certificate(der));
      const { subject, fingerprint256, validTo } = certificates[0] as X509Certificate;
      return {
        subject,
        fingerprint: fingerprint256,
        expires_at: new Date(validTo).toISOString().replace('.000Z', 'Z'),
        pem: certificates.map(String).join(''),
      };
    },
  );
}
