import type { FastifyRequest } from 'fastify';
import { problem } from '../../base/errors.ts';

/** Options of a route that takes SDK tokens only. */
export const sdkOnly = {
  config: { sdk: true },
  async onRequest({ session }: FastifyRequest): Promise<void> {
    if (!session.sdk) throw problem('authorization_error', { message: 'Authorization error: an SDK token is needed' });
  },
};

/** The applicant of the request's SDK token. */
export function sdkApplicant({ session }: FastifyRequest): string {
  return session.sdk?.applicantId as string;
}
