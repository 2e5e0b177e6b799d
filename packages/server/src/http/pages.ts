import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../base/errors.ts';
import { booleanIn } from './form-booleans.ts';
import { linkHeader, type Page, readPage } from './link-header.ts';

/** The page that a list request asks for; `perPage` where it names no size. */
export function pageOf(request: FastifyRequest, perPage?: number): Page {
  return readPage(request.query as Record<string, unknown>, perPage);
}

/** `include_deleted` of a list: a boolean as clients write it, false when absent or empty. Throws `validation_error`. */
export function includesDeleted(value: string | undefined): boolean {
  const included = booleanIn(value || 'false');
  if (included === undefined) throw invalid({ include_deleted: ['is not included in the list'] });
  return included;
}

/** Prefix before the path: a client may send a whole address, and more slashes than one. */
const BEFORE_PATH = /^(?:https?:\/\/[^/?#]*)?\/*/i;

/** Address of the list as the client sees it: under the public address, or the address that the client used. */
function addressOf(request: FastifyRequest): URL {
  const { settings, urls } = request.session.ctx.services;
  const origin = `${request.protocol}://${request.host}`;
  const base = settings.publicUrl ?? (URL.canParse(origin) ? origin : urls.api);
  return new URL(`/${request.originalUrl.replace(BEFORE_PATH, '')}`, base);
}

/** Sets `Link` and `X-Total-Count` of a list. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, total: number): void {
  reply.header('link', linkHeader(addressOf(request), page, total));
  reply.header('x-total-count', String(total));
}
