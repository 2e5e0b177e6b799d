import type { FastifyRequest } from 'fastify';
import { problem } from '../../base/errors.ts';

/** Options of a route that capture SDKs call with their token, and nobody else. */
export const sdkOnly = {
  config: { sdk: true },
  async onRequest({ session }: FastifyRequest): Promise<void> {
    if (!session.sdk) throw problem('authorization_error', { message: 'Authorization error: an SDK token is needed' });
  },
};

/** The one applicant of the request's token. */
export function sdkApplicant({ session }: FastifyRequest): string {
  return session.sdk?.applicantId as string;
}
