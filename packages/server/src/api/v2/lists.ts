import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { pageOf, sendPage } from '../../http/pages.ts';

/** `?expand=reports`, several with commas between them or one parameter each. */
export const Expand = Type.Optional(
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    items: { type: 'string' },
    description: 'Relations to show in full, comma separated',
  }),
);

/** Paths of resources that belong to an applicant. */
export const OfApplicant = Type.Object({ applicant_id: Type.String() });
export const OneOfApplicant = Type.Object({ applicant_id: Type.String(), id: Type.String() });

export const PageQuery = Type.Object({
  page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
  per_page: Type.Optional(Type.String({ description: 'Entries per page, at most 500', default: '20' })),
  expand: Expand,
});

/** Cuts the page of a request from a list that is read whole; the headers lead to the other pages. */
export function sendSlice<T>(request: FastifyRequest, reply: FastifyReply, all: readonly T[]): readonly T[] {
  const page = pageOf(request);
  sendPage(request, reply, page, all.length);
  return all.slice((page.page - 1) * page.perPage, page.page * page.perPage);
}

/** Returns whether `expand` of the query names a relation: `expand=reports`, alone or among others. */
export function expands(request: FastifyRequest, relation: string): boolean {
  const { expand } = request.query as { expand?: string | string[] };
  return [expand ?? []].flat().some((names) => names.split(',').some((name) => name.trim() === relation));
}
