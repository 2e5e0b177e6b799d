import type { FastifyRequest } from 'fastify';

/** In live nothing pre-determines a result: what would ask for it isn't even looked at. Hook before the validation. */
export async function ignoreSandboxFields({ session, body }: FastifyRequest): Promise<void> {
  if (session.ctx.sandbox || typeof body !== 'object' || body === null) return;
  Object.assign(body, { consider: undefined, sub_result: undefined });
}
