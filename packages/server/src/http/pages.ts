import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkHeader, type Page, readPage } from './link-header.ts';

/** The page that a list request asks for. */
export function pageOf(request: FastifyRequest): Page {
  return readPage(request.query as Record<string, unknown>);
}

/** Sets `Link` and `X-Total-Count` of a list. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, total: number): void {
  const { publicUrl } = request.session.ctx.services.settings;
  const base = publicUrl ?? `${request.protocol}://${request.host}`;
  reply.header('link', linkHeader(new URL(request.originalUrl, base).href, page, total));
  reply.header('x-total-count', String(total));
}
