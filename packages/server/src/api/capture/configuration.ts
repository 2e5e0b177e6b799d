import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { offersTextMessages } from '../../messages/sms/offered.ts';
import { sdkOnly } from '../common/sdk-only.ts';

/** Refused uploads of a document after which a failed validation only warns. */
const MOST_RETRIES = 1;

const Configuration = Type.Object(
  {
    sdk_features: Type.Object({
      enable_require_applicant_consents: Type.Boolean(),
      disable_cross_device_sms: Type.Boolean(),
    }),
    document_capture: Type.Object({ max_total_retries: Type.Integer() }),
  },
  { title: 'SDK configuration' },
);

/** The configuration that a capture SDK reads at its start, by GET or, in later versions, by POST. */
export function configurationRoutes(instance: FastifyInstance): void {
  for (const method of ['GET', 'POST'] as const) {
    typed(instance).route({
      method,
      url: '/sdk/configurations',
      ...sdkOnly,
      schema: {
        tags: ['capture'],
        summary: 'Retrieve the configuration of capture SDKs',
        response: { 200: Configuration },
      },
      handler: async ({ session }) => ({
        sdk_features: {
          // Consents come with the applicant.
          enable_require_applicant_consents: false,
          disable_cross_device_sms: !offersTextMessages(session.ctx.services.settings),
        },
        document_capture: { max_total_retries: MOST_RETRIES },
      }),
    });
  }
}
