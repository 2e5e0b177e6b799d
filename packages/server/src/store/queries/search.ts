import { sql } from 'kysely';
import { joined, query, type ScopedQuery, scoped, unsought } from '../query.ts';
import type { Environment, SearchTermRow } from '../schema.ts';
import { each, isAmong } from './each.ts';

/** Terms by which one word of a query may be meant. A word with fewer repeats its last one. */
export interface Alternatives {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

type Object = Pick<SearchTermRow, 'applicant_id' | 'object_type' | 'object_id'>;

/** Adds terms of one object in one statement (`terms`: JSON array); those that it has already stay. */
export const insertSearchTerms = scoped<Object & { terms: string }>()((from, p) =>
  from
    .insertEach(
      'search_terms',
      { applicant_id: p.applicant_id, object_type: p.object_type, object_id: p.object_id },
      'term',
      p.terms,
    )
    .onConflict((conflict) => conflict.doNothing()),
);

/** Notes that the terms of an applicant are still to be written. */
export const insertPending = scoped<{ applicant_id: string }>()((from, p) =>
  from.insert('search_pending', { applicant_id: p.applicant_id }),
);

/** Text after every id in the order of each store: ids are hexadecimal digits. */
const AFTER_EVERY_ID = 'z';

/**
 * The first account and environment after another one whose applicants wait for their terms. The tuple has the whole key: with a part
 * of it, SQLite reads every row of the other environment first, 6 ms with 40,000 applicants.
 */
export const pendingScopeAfter = query<{ account_id: string; environment: string }>()((db, p) =>
  db
    .selectFrom('search_pending')
    .select(['account_id', 'environment'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('account_id', 'environment', 'applicant_id'),
        '>',
        tuple(p.account_id, p.environment as Environment, AFTER_EVERY_ID),
      ),
    )
    .orderBy('account_id')
    .orderBy('environment')
    .orderBy('applicant_id')
    .limit(1),
);

/** The newest applicant whose terms are still to be written. */
export const lastPending = scoped()((from) =>
  from.selectByAccount('search_pending').select('applicant_id').orderBy('applicant_id', 'desc').limit(1),
);

/**
 * Takes applicants whose terms are still to be written, the oldest first, from the list. No other transaction writes their terms
 * meanwhile: each takes an applicant from the list before it writes its terms. Leaves out those that another transaction takes.
 */
export const takePending = scoped<{ limit: number }>()((from, p, dialect) => {
  const oldest = from.selectByAccount('search_pending').select('applicant_id').orderBy('applicant_id').limit(p.limit);
  const free = dialect === 'postgres' ? oldest.forUpdate().skipLocked() : oldest;
  return from
    .deleteByAccount('search_pending')
    .where(isAmong('applicant_id', free, dialect))
    .returning('applicant_id');
});

/** Takes applicants up to `last` from the list. Waits for each that another transaction takes, whose terms no reader sees yet. */
export const takePendingTo = scoped<{ last: string; limit: number }>()((from, p, dialect) => {
  const waiting = from.selectByAccount('search_pending').select('applicant_id').where('applicant_id', '<=', p.last);
  const oldest = waiting.orderBy('applicant_id').limit(p.limit);
  const locked = dialect === 'postgres' ? oldest.forUpdate() : oldest;
  return from
    .deleteByAccount('search_pending')
    .where(isAmong('applicant_id', locked, dialect))
    .returning('applicant_id');
});

/** Takes one applicant from the list of those whose terms are still to be written. */
export const takePendingOf = scoped<{ applicant_id: string }>()((from, p) =>
  from.deleteByAccount('search_pending').where('applicant_id', '=', p.applicant_id),
);

/** The data of some applicants (`ids`: JSON array). */
export const applicantsToIndex = scoped<{ ids: string }>()((from, p, dialect) =>
  from
    .select('applicants')
    .select(['id', 'created_at', 'delete_at', 'data', 'clock_id'])
    .where('id', 'in', each<string>(p.ids, dialect, 'text')),
);

/** Deletes the terms of one object. */
export const deleteSearchTermsOf = scoped<Pick<Object, 'applicant_id' | 'object_id'>>()((from, p) =>
  from.delete('search_terms').where('applicant_id', '=', p.applicant_id).where('object_id', '=', p.object_id),
);

/** Deletes the terms of an applicant and of all that it has. */
export const deleteSearchTermsOfApplicant = scoped<{ applicant_id: string }>()((from, p) =>
  from.delete('search_terms').where('applicant_id', '=', p.applicant_id),
);

/** Counts rows that have a term, up to `most`. */
export const countTerm = scoped<{ term: number; most: number }>()((from, p) =>
  from.selectByAccount('search_terms').select(sql<number>`1`.as('one')).where('term', '=', p.term).limit(p.most),
);

/** Applicants with a term of their own data, the newest first. Terms of their checks and reports don't count. */
export const applicantsWithTerm = scoped<{ term: number; limit: number }>()((from, p, dialect) =>
  from
    .selectByAccount('search_terms')
    .select('applicant_id')
    .where('term', '=', p.term)
    .where(unsought(dialect, 'object_type'), '=', 'applicant')
    .orderBy('applicant_id', 'desc')
    .limit(p.limit),
);

/** An applicant that has a term: so many places below `before`, the newest first. */
export const applicantAt = scoped<{ term: number; before: string; place: number }>()((from, p) =>
  from
    .selectByAccount('search_terms')
    .select('applicant_id')
    .distinct()
    .where('term', '=', p.term)
    .where('applicant_id', '<', p.before)
    .orderBy('applicant_id', 'desc')
    .limit(1)
    .offset(p.place),
);

type Matching = Record<`${'a' | 'b' | 'c'}${number}`, number> & { before: string; least: string; limit: number };

/**
 * Applicants that have one of the terms of each word, the newest first, from below `before` to `least`. The first word says whom
 * to look at. With one term the index has them in this order, and the store stops at the last that is asked for.
 */
export function applicantsMatching(words: number, oneTerm: boolean): ScopedQuery<Matching, { applicant_id: string }> {
  const key = `${words} ${oneTerm}`;
  const known = matching.get(key) ?? matchingQuery(words, oneTerm);
  matching.set(key, known);
  return known;
}
const matching = new Map<string, ScopedQuery<Matching, { applicant_id: string }>>();

function matchingQuery(words: number, oneTerm: boolean) {
  return scoped<Matching>()((from, p) => {
    const terms = (word: number) => [p[`a${word}`], p[`b${word}`], p[`c${word}`]] as number[];
    const rows = from.selectByAccount('search_terms').select('search_terms.applicant_id').distinct();
    let found = oneTerm
      ? rows.where('search_terms.term', '=', p.a0 as number)
      : rows.where('search_terms.term', 'in', terms(0));
    for (let word = 1; word < words; word += 1) {
      found = found.where(sql<boolean>`exists (select 1 from search_terms as other
        where other.account_id = search_terms.account_id and other.environment = search_terms.environment
          and other.term in (${sql.join(terms(word))}) and other.applicant_id = search_terms.applicant_id)`);
    }
    return found
      .where('search_terms.applicant_id', '<', p.before)
      .where('search_terms.applicant_id', '>=', p.least)
      .orderBy('search_terms.applicant_id', 'desc')
      .limit(p.limit);
  });
}

/** Objects of some applicants (`ids`: JSON array) that have one of the terms. */
export const objectsByTerm = scoped<Alternatives & { ids: string }>()((from, p, dialect) =>
  from
    .selectByAccount('search_terms')
    .select(['applicant_id', 'object_type', 'object_id'])
    .where('term', 'in', [p.a, p.b, p.c])
    .where('applicant_id', 'in', each<string>(p.ids, dialect, 'text'))
    .distinct(),
);

/** The tables of objects that are found by the beginning of their id. */
const tables = {
  applicant: 'applicants',
  check: 'checks',
  report: 'reports',
  workflow_run: 'workflow_runs',
  media: 'media',
} as const;

type FoundType = keyof typeof tables;

/** Ids that begin as asked: between two texts. */
interface Range {
  from: string;
  below: string;
}

type ByType<Params, Row> = Readonly<Record<FoundType, ScopedQuery<Params, Row>>>;

const eachType = <Params, Row>(make: (type: FoundType) => ScopedQuery<Params, Row>): ByType<Params, Row> =>
  Object.fromEntries((Object.keys(tables) as FoundType[]).map((type) => [type, make(type)])) as ByType<Params, Row>;

const applicantColumn = (type: FoundType) => (type === 'applicant' ? 'id' : 'applicant_id') as 'applicant_id';

/** Objects in a range of ids, the newest first. */
export const newestById = eachType((type) =>
  scoped<Range & { limit: number }>()((from, p) =>
    from
      .select(tables[type] as 'checks')
      .select(['id', `${applicantColumn(type)} as applicant_id`])
      .where('id', '>=', p.from)
      .where('id', '<', p.below)
      .orderBy('id', 'desc')
      .limit(p.limit),
  ),
);

/**
 * Objects of some applicants (`ids`: JSON array) in a range of ids. The range is not a condition that an index can serve: it may
 * have many thousands of objects, and an applicant has few.
 */
export const objectsById = eachType((type) =>
  scoped<Range & { ids: string }>()((from, p, dialect) =>
    from
      .select(tables[type] as 'checks')
      .select(['id', `${applicantColumn(type)} as applicant_id`])
      .where(isAmong(applicantColumn(type), each<string>(p.ids, dialect, 'text'), dialect))
      .where(sql<string>`id || ''`, '>=', p.from)
      .where(sql<string>`id || ''`, '<', p.below),
  ),
);

/**
 * A page of applicants from the oldest on, with those that are scheduled for deletion: they can be found until they are erased.
 * Follows the applicant `after` that was created at `at` (Unix milliseconds), along the index of both.
 */
export const applicantsAfter = scoped<{ at: number; after: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('applicants')
    .select(['id', 'created_at'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(p.at, p.after)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(p.limit),
);

/** Objects of one applicant that have search terms. */
export const checksToIndex = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('checks').selectAll().where('applicant_id', '=', p.applicant_id),
);
export const runsToIndex = scoped<{ applicant_id: string }>()((from, p) =>
  from.select('workflow_runs').selectAll().where('applicant_id', '=', p.applicant_id),
);
/** Reports that have read a document. */
export const reportsToIndex = scoped<{ applicant_id: string }>()((from, p, dialect) =>
  from
    .select('reports')
    .innerJoin('document_numbers', joined(dialect, 'document_numbers.id', 'reports.id'))
    .selectAll('reports')
    .where('reports.applicant_id', '=', p.applicant_id),
);
