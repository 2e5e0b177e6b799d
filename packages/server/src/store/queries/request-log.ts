import { sql } from 'kysely';
import { query, scoped } from '../query.ts';
import type { RequestBatchRow } from '../schema.ts';

/** Keeps a batch; one that is there stays, since its writer may not know of its commit. */
export const insertRequestBatch = query<RequestBatchRow>()((db, p) =>
  db
    .insertInto('request_batches')
    .values({
      account_id: p.account_id,
      environment: p.environment,
      at: p.at,
      id: p.id,
      first_at: p.first_at,
      entries: p.entries,
      dropped: p.dropped,
      data: p.data,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'at', 'id']).doNothing()),
);

/** Batches of a span that come before another one, newest first. */
export const requestBatchesBefore = scoped<{
  since: number;
  before: number;
  before_id: string;
  limit: number;
}>()((from, p) =>
  from
    .selectByAccount('request_batches')
    .selectAll()
    .where('at', '>=', p.since)
    .where('at', '<=', p.before)
    .where((is) => is.or([is('at', '<', p.before), is('id', '<', p.before_id)]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export const findRequestBatch = scoped<{ at: number; id: string }>()((from, p) =>
  from.selectByAccount('request_batches').selectAll().where('at', '=', p.at).where('id', '=', p.id),
);

/** PostgreSQL: makes the partition of a day, counted from 1970, unless it is there. False: its batches go into the default one. */
export const keepRequestDay = query<{ day: number }>()((db, p) =>
  db.selectNoFrom(sql<boolean>`keep_request_day(${p.day})`.as('made')),
);

/** PostgreSQL: drops the partitions of days that ended before a time. */
export const dropRequestDays = query<{ before: number }>()((db, p) =>
  db.selectNoFrom(sql<number>`drop_request_days(${p.before})`.as('dropped')),
);

/** SQLite: deletes some of the batches that are older. */
export const deleteRequestBatches = query<{ before: number; limit: number }>()((db, p) =>
  db
    .deleteFrom('request_batches')
    .where('rowid' as 'id', 'in', (from) =>
      from
        .selectFrom('request_batches')
        .select(sql<string>`rowid`.as('rowid'))
        .where('at', '<', p.before)
        .orderBy('at')
        .limit(p.limit),
    ),
);
