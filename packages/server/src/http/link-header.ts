import { randomInt } from 'node:crypto';
import { type FieldErrors, invalid } from '../base/errors.ts';

/** Section 4 of the v3 document: page size of lists. */
const DEFAULT_PER_PAGE = 20;
const MAX_PER_PAGE = 500;

/** Nine digits are more pages than any account has, and keep the offset of a page within an integer. */
const WHOLE_NUMBER = /^-?\d{1,9}$/;

export interface Page {
  /** Counts from 1. */
  readonly page: number;
  /** 1 to 500. */
  readonly perPage: number;
}

/**
 * `page` and `per_page` of a query; a size above 500 is cut to 500.
 *
 * Throws `validation_error` when one is below 1 or no integer.
 */
export function readPage(query: Readonly<Record<string, unknown>>, defaultPerPage = DEFAULT_PER_PAGE): Page {
  const fields: FieldErrors = {};
  const read = (name: string, fallback: number): number => {
    const value = query[name];
    if (value === undefined) return fallback;
    const text = String(value);
    const number = Number(text);
    if (!WHOLE_NUMBER.test(text)) fields[name] = ['must be an integer'];
    else if (number < 1) fields[name] = ['must be greater than 0'];
    return number;
  };
  const page = read('page', 1);
  const perPage = read('per_page', defaultPerPage);
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { page, perPage: Math.min(perPage, MAX_PER_PAGE) };
}

/** Number that no client can foresee, in place of the page in an address. */
const PLACE = String(randomInt(2 ** 47, 2 ** 48 - 1));

/**
 * The address of any page of a list, with a place for the number of the page. Writing it takes as long as reading the rows of five applicants.
 *
 * @param address absolute address of the list as the client sees it; its other query parameters are kept
 */
export function linkTemplate(address: URL, perPage: number): string {
  const target = new URL(address);
  target.searchParams.set('page', PLACE);
  target.searchParams.set('per_page', String(perPage));
  return target.href;
}

/**
 * Returns the `Link` header of a page (RFC 8288): `<url>; rel="first", …`, with `prev` absent on the first page and `next` on
 * the last. Beyond the end, `prev` leads to the last page. An empty list has one page.
 *
 * @param template address of the list's pages, by `linkTemplate`
 * @param total number of resources on all pages
 */
export function linkHeader(template: string, { page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage));
  const links: [rel: string, page: number][] = [['first', 1]];
  if (page > 1) links.push(['prev', Math.min(page - 1, last)]);
  if (page < last) links.push(['next', page + 1]);
  links.push(['last', last]);
  return links.map(([rel, to]) => `<${template.replace(PLACE, String(to))}>; rel="${rel}"`).join(', ');
}
