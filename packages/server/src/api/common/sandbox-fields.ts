import type { FastifyRequest } from 'fastify';

/** Removes the fields that ask for a sandbox result from a live request, unread. A hook before validation. */
export async function ignoreSandboxFields({ session, body }: FastifyRequest): Promise<void> {
  if (session.ctx.sandbox || typeof body !== 'object' || body === null) return;
  Object.assign(body, { consider: undefined, sub_result: undefined });
}
