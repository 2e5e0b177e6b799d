import { type Query, query, type ScopedQuery, scoped } from '../query.ts';
import type { OutboxRow } from '../schema.ts';

/** Filters of an outbox. */
export type OutboxFilter = 'account_id' | 'environment' | 'state';

type Narrowed = Pick<OutboxRow, OutboxFilter>;

type Moved = Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'finished_at' | 'data'> & { from: OutboxRow['state'] };

interface Listing<R extends OutboxRow> {
  readonly page: Query<Narrowed & { limit: number; offset: number }, R>;
  readonly count: Query<Narrowed, { n: number }>;
}

/** Queries on the table of any outbox; each table writes its own new letters. */
export interface OutboxQueries<R extends OutboxRow> {
  readonly find: ScopedQuery<{ id: string }, R>;
  /** Changes a letter only from the state it was read with, so that of two who would change it one loses. */
  readonly move: ScopedQuery<Moved, unknown>;
  /**
   * The outbox over all accounts, newest first, and its length; for the operator. One pair of queries for each set of
   * filters, so that none carries conditions that it doesn't need.
   */
  by(filters: readonly OutboxFilter[]): Listing<R>;
}

export function outboxQueries<R extends OutboxRow>(name: 'mails' | 'messages'): OutboxQueries<R> {
  // All that is used here is in every such table; what else the rows hold is for the caller to say.
  const table = name as 'mails';
  const listings = new Map<string, Listing<R>>();

  function listing(filters: readonly OutboxFilter[]) {
    // Ids first, then the rows of these only: sealed letters are large, and a deep page passes over many.
    const page = query<Narrowed & { limit: number; offset: number }>()((db, p) => {
      let ids = db.selectFrom(table).select('id');
      for (const filter of filters) ids = ids.where(filter, '=', p[filter]);
      return db
        .selectFrom(table)
        .selectAll()
        .where('id', 'in', ids.orderBy('id', 'desc').limit(p.limit).offset(p.offset))
        .orderBy('id', 'desc');
    });
    const count = query<Narrowed>()((db, p) => {
      let all = db.selectFrom(table).select((select) => select.fn.countAll<number>().as('n'));
      for (const filter of filters) all = all.where(filter, '=', p[filter]);
      return all;
    });
    return { page, count } as unknown as Listing<R>;
  }

  return {
    find: scoped<{ id: string }>()((from, p) =>
      from.select(table).selectAll().where('id', '=', p.id),
    ) as unknown as OutboxQueries<R>['find'],
    move: scoped<Moved>()((from, p) =>
      from
        .update(table)
        .set({ state: p.state, attempts: p.attempts, finished_at: p.finished_at, data: p.data })
        .where('id', '=', p.id)
        .where('state', '=', p.from),
    ),
    by(filters) {
      const key = filters.join();
      const known = listings.get(key) ?? listing(filters);
      listings.set(key, known);
      return known;
    },
  };
}
