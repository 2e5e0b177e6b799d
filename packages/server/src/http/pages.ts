import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { invalid } from '../base/errors.ts';
import { booleanIn } from './form-booleans.ts';
import { linkHeader, linkTemplate, type Page, readPage } from './link-header.ts';

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

/** Templates by the address of the list and the size of its pages. A client asks for the same few. */
const templates = new LRUCache<string, string>({ max: 200 });

/** Longest address in characters whose template is remembered. */
const LONGEST = 500;

/** Template of the addresses of the list's pages as the client sees them: under the public address, or the address that the client used. */
function templateOf(request: FastifyRequest, perPage: number): string {
  const { settings, urls } = request.session.ctx.services;
  const base = settings.publicUrl ?? `${request.protocol}://${request.host}`;
  const key = `${base} ${perPage} ${request.originalUrl}`;
  const known = templates.get(key);
  if (known !== undefined) return known;
  const isUrl = URL.canParse(base);
  const address = new URL(`/${request.originalUrl.replace(BEFORE_PATH, '')}`, isUrl ? base : urls.api);
  const template = linkTemplate(address, perPage);
  if (isUrl && key.length <= LONGEST) templates.set(key, template);
  return template;
}

/** Sets `Link` and `X-Total-Count` of a list. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, total: number): void {
  reply.header('link', linkHeader(templateOf(request, page.perPage), page, total));
  reply.header('x-total-count', String(total));
}
