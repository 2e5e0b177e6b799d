import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkHeader, linkTemplate, type Page, readPage } from './link-header.ts';

const LIST = 'https://api.example.com/v3.6/applicants';

const headerOf = (address: URL, page: Page, total: number) =>
  linkHeader(linkTemplate(address, page.perPage), page, total);

/** The header's links by their relation. */
function linksOf(header: string): Record<string, URL> {
  const links = header.split(', ').map((link) => {
    const [, url, rel] = /^<([^>]+)>; rel="([a-z]+)"$/.exec(link)!;
    return [rel!, new URL(url!)] as const;
  });
  return Object.fromEntries(links);
}

describe('a page that is asked for', () => {
  test.each([
    [{}, { page: 1, perPage: 20 }],
    [
      { page: '3', per_page: '50' },
      { page: 3, perPage: 50 },
    ],
    [{ per_page: '500' }, { page: 1, perPage: 500 }],
    [{ per_page: '501' }, { page: 1, perPage: 500 }],
    [
      { page: 2, per_page: 10 },
      { page: 2, perPage: 10 },
    ],
    [{ page: '007' }, { page: 7, perPage: 20 }],
  ])('%j', (query, expected) => {
    expect(readPage(query)).toEqual(expected);
  });

  test.each([
    [{ page: '0' }, { page: ['must be greater than 0'] }],
    [{ page: '-1' }, { page: ['must be greater than 0'] }],
    [{ page: '1.5' }, { page: ['must be an integer'] }],
    [{ page: '' }, { page: ['must be an integer'] }],
    [{ page: '1e3' }, { page: ['must be an integer'] }],
    [{ page: ' 1' }, { page: ['must be an integer'] }],
    [{ page: '１' }, { page: ['must be an integer'] }],
    [{ page: ['1', '2'] }, { page: ['must be an integer'] }],
    [{ page: '99999999999999999999' }, { page: ['must be an integer'] }],
    [
      { page: 'x', per_page: '0' },
      { page: ['must be an integer'], per_page: ['must be greater than 0'] },
    ],
  ])('%j is refused', (query, fields) => {
    expect(() => readPage(query)).toThrow(expect.objectContaining({ type: 'validation_error', fields }));
  });
});

describe('the Link header', () => {
  const at = (page: number) => `${LIST}?page=${page}&per_page=20`;

  test('of a page in the middle', () => {
    expect(headerOf(new URL(LIST), { page: 2, perPage: 20 }, 60)).toBe(
      `<${at(1)}>; rel="first", <${at(1)}>; rel="prev", <${at(3)}>; rel="next", <${at(3)}>; rel="last"`,
    );
  });

  test('of the first page has no prev', () => {
    expect(headerOf(new URL(LIST), { page: 1, perPage: 20 }, 21)).toBe(
      `<${at(1)}>; rel="first", <${at(2)}>; rel="next", <${at(2)}>; rel="last"`,
    );
  });

  test('of the last page has no next', () => {
    expect(headerOf(new URL(LIST), { page: 2, perPage: 20 }, 40)).toBe(
      `<${at(1)}>; rel="first", <${at(1)}>; rel="prev", <${at(2)}>; rel="last"`,
    );
  });

  test('of an empty list', () => {
    expect(headerOf(new URL(LIST), { page: 1, perPage: 20 }, 0)).toBe(
      `<${at(1)}>; rel="first", <${at(1)}>; rel="last"`,
    );
  });

  test('beyond the end leads back to the last page', () => {
    expect(headerOf(new URL(LIST), { page: 9, perPage: 20 }, 45)).toBe(
      `<${at(1)}>; rel="first", <${at(3)}>; rel="prev", <${at(3)}>; rel="last"`,
    );
  });

  test('keeps the other query parameters', () => {
    const links = linksOf(
      headerOf(new URL(`${LIST}?include_deleted=true&page=1&x=%3E%2C`), { page: 1, perPage: 500 }, 501),
    );
    expect(links.next!.href).toBe(`${LIST}?include_deleted=true&page=2&x=%3E%2C&per_page=500`);
  });

  test('followed by next visits every page once and ends', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 500 }), (total, perPage) => {
        const visited: number[] = [];
        let next: URL | undefined = new URL(`${LIST}?per_page=${perPage}`);
        while (next) {
          const asked = readPage(Object.fromEntries(next.searchParams));
          visited.push(asked.page);
          next = linksOf(headerOf(next, asked, total)).next;
        }
        const pages = Math.max(1, Math.ceil(total / perPage));
        expect(visited).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
      }),
    );
  });

  test('leads from anywhere only to pages that exist', () => {
    fc.assert(
      fc.property(
        fc.nat(3_000),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 999_999_999 }),
        (total, perPage, page) => {
          const links = linksOf(headerOf(new URL(LIST), { page, perPage }, total));
          const pages = Math.max(1, Math.ceil(total / perPage));
          for (const url of Object.values(links)) {
            const to = Number(url.searchParams.get('page'));
            expect(to).toBeGreaterThanOrEqual(1);
            expect(to).toBeLessThanOrEqual(pages);
          }
          expect('next' in links).toBe(page < pages);
          expect('prev' in links).toBe(page > 1);
        },
      ),
    );
  });
});
