import type { Ctx } from '../../context/ctx.ts';
import {
  type Alternatives,
  applicantAt,
  applicantsMatching,
  countTerm,
  newestById,
  objectsById,
  objectsByTerm,
} from '../../store/queries/search.ts';
import { indexBeforeSearch } from './pending.ts';
import { wantedBy, wordsOf } from './terms.ts';

export const foundTypes = ['applicant', 'check', 'report', 'workflow_run', 'media'] as const;

interface Matched {
  readonly type: (typeof foundTypes)[number];
  readonly id: string;
}

/** An applicant that a search has found, and by which of its objects. */
interface Found {
  readonly applicant_id: string;
  readonly matched: readonly Matched[];
}

export interface FoundPage {
  /** The newest applicant first; by an id, the newest object. */
  readonly found: readonly Found[];
  /** Start of the next page; null after the last. A page may be short, or empty, and not the last. */
  readonly next: string | null;
}

export interface Page {
  readonly limit: number;
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  /** Requires that a word is an id or its beginning, and nothing else. */
  readonly idsOnly?: boolean;
}

type Place = Required<Pick<Page, 'limit' | 'after'>>;

/**
 * Number of applicants of the rarest word among whom a call searches the other words: 6 to 9 µs each on PostgreSQL. Rows of a
 * term are counted up to as many, to find the rarest; beyond, a term is common.
 */
const MOST_LOOKED_AT = 2_000;

/** Windows of so many applicants that a call looks at while it finds nobody. */
const MOST_WINDOWS = 5;

/** An id above every UUID. */
const AFTER_ALL = 'g';

const ID_BEGINNING = /^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$/i;

/**
 * Finds applicants that match every word of the query. A word is an id or its first 8 characters, a whole
 * e-mail address, telephone number, birth date (`YYYY-MM-DD`), document or identity number, tag or `customer_user_id`, or a word of a
 * name or its beginning of three letters and more. Text in quotes is one word.
 */
export async function searchApplicants(
  ctx: Ctx,
  query: string,
  { limit, after = AFTER_ALL, idsOnly = false }: Page,
): Promise<FoundPage> {
  const words = wordsOf(query);
  const [first] = words;
  if (words.length === 1 && first !== undefined && ID_BEGINNING.test(first)) {
    const beginning = first.toLowerCase();
    const byId = await untilFound(after, (from) => searchId(ctx, beginning, { limit, after: from }));
    if (byId.found.length > 0 || after.startsWith(beginning)) return byId;
  }
  if (words.length === 0 || idsOnly) return { found: [], next: null };
  await indexBeforeSearch(ctx);
  const countedTerms: Counted[] = [];
  for (const terms of words.flatMap((word) => wantedBy(ctx, word))) countedTerms.push(await counted(ctx, terms));
  // The rarest says whom to look at, and the others only confirm.
  countedTerms.sort((one, other) => one.rows - other.rows);
  if (countedTerms[0]?.rows === 0) return { found: [], next: null };
  return untilFound(after, (from) => narrow(ctx, countedTerms, { limit, after: from }));
}

/** The first page from `after` on that has an applicant, of a few: a client asks for the next one of an empty page at once. */
async function untilFound(after: string, read: (after: string) => Promise<FoundPage>): Promise<FoundPage> {
  let page = await read(after);
  for (let window = 1; window < MOST_WINDOWS && page.found.length === 0 && page.next !== null; window += 1) {
    page = await read(page.next);
  }
  return page;
}

/** The terms of a word that the store has, and how many rows have them. */
interface Counted {
  readonly terms: readonly number[];
  readonly rows: number;
}

async function counted(ctx: Ctx, termHashes: readonly number[]): Promise<Counted> {
  const terms: number[] = [];
  let rows = 0;
  for (const term of termHashes) {
    const { length } = await ctx.read.all(countTerm, { term, most: MOST_LOOKED_AT });
    if (length > 0) terms.push(term);
    rows += length;
  }
  return { terms, rows };
}

function alternatives({ terms: [a = -1, b = a, c = b] }: Counted): Alternatives {
  return { a, b, c };
}

async function narrow(ctx: Ctx, terms: readonly Counted[], { limit, after }: Place): Promise<FoundPage> {
  const rarest = terms[0]!;
  const common = terms.length > 1 && rarest.rows >= MOST_LOOKED_AT;
  const least = common ? await leastLookedAt(ctx, rarest, after) : '';
  const query = applicantsMatching(terms.length, rarest.terms.length === 1);
  const numbered = terms.map((term, word) => {
    const { a, b, c } = alternatives(term);
    return { [`a${word}`]: a, [`b${word}`]: b, [`c${word}`]: c };
  });
  const params = Object.assign({ before: after, least, limit: limit + 1 }, ...numbered);
  const rows: { applicant_id: string }[] = await ctx.read.all(query, params);
  const found = await withMatched(ctx, terms, rows.slice(0, limit));
  if (rows.length > limit) return { found, next: found.at(-1)?.applicant_id ?? null };
  return { found, next: least === '' ? null : least };
}

/** The id of the last applicant that a call looks at, of a common word; empty where it reaches the last of all. */
async function leastLookedAt(ctx: Ctx, { terms }: Counted, before: string): Promise<string> {
  let least = '';
  for (const term of terms) {
    const last = await ctx.read.first(applicantAt, { term, before, place: MOST_LOOKED_AT - 1 });
    if (last && last.applicant_id > least) least = last.applicant_id;
  }
  return least;
}

/** Adds the objects by which applicants were found. */
async function withMatched(
  ctx: Ctx,
  terms: readonly Counted[],
  rows: readonly { readonly applicant_id: string }[],
): Promise<Found[]> {
  const ids = JSON.stringify(rows.map(({ applicant_id }) => applicant_id));
  const matched = new Map<string, Map<string, Matched>>();
  for (const term of rows.length === 0 ? [] : terms) {
    for (const row of await ctx.read.all(objectsByTerm, { ...alternatives(term), ids })) {
      const of = matched.get(row.applicant_id) ?? new Map();
      matched.set(row.applicant_id, of.set(row.object_id, { type: row.object_type, id: row.object_id }));
    }
  }
  return rows.map(({ applicant_id }) => ({ applicant_id, matched: [...(matched.get(applicant_id)?.values() ?? [])] }));
}

/**
 * Finds objects by their id, or by its first 8 characters and more. These say when an object was created: of a busy account many
 * thousands begin the same. So a page ends after so many objects, the newest first, and an applicant is on the page of its newest
 * object. An applicant that gets an object between two pages may be on none.
 */
async function searchId(ctx: Ctx, beginning: string, { limit, after }: Place): Promise<FoundPage> {
  const whole = { from: beginning, below: `${beginning}${AFTER_ALL}` };
  const range = after < whole.below ? { ...whole, below: after } : whole;
  const objects: ObjectOf[] = [];
  for (const type of foundTypes)
    objects.push(...(await ctx.read.all(newestById[type], { ...range, limit: limit + 1 })));
  const page = objects.sort(newestFirst).slice(0, limit);
  const next = objects.length > limit ? page.at(-1)!.id : null;
  const byApplicant = new Map(page.map(({ applicant_id }): [string, Matched[]] => [applicant_id, []]));
  const ids = JSON.stringify([...byApplicant.keys()]);
  for (const type of page.length === 0 ? [] : foundTypes) {
    for (const { id, applicant_id } of (await ctx.read.all(objectsById[type], { ...whole, ids })).sort(newestFirst)) {
      byApplicant.get(applicant_id)?.push({ type, id });
    }
  }
  const found = [...byApplicant].map(([applicant_id, matched]) => ({ applicant_id, matched }));
  return { found: found.filter(({ matched }) => matched.every(({ id }) => id < after)), next };
}

interface ObjectOf {
  readonly id: string;
  readonly applicant_id: string;
}

const newestFirst = (one: ObjectOf, other: ObjectOf): number => (one.id < other.id ? 1 : -1);
