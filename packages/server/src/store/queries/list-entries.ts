import { sql } from 'kysely';
import type { ListName } from '../../base/listed-kinds.ts';
import { query, scoped } from '../query.ts';
import type { ListEntryRow } from '../schema.ts';
import { each, isAmong } from './each.ts';

/** Adds an entry. Changes nothing if the value is on either list already. */
export const insertListEntry = scoped<Omit<ListEntryRow, 'account_id' | 'environment'>>()((from, p) =>
  from
    .insert('list_entries', {
      id: p.id,
      list: p.list,
      kind: p.kind,
      hash: p.hash,
      created_at: p.created_at,
      created_by: p.created_by,
      expires_at: p.expires_at,
      data: p.data,
    })
    .onConflict((conflict) => conflict.columns(['hash', 'account_id', 'environment']).doNothing()),
);

export const findListEntry = scoped<{ id: string }>()((from, p) =>
  from.select('list_entries').selectAll().where('id', '=', p.id),
);

/** Entries of any of these values, expired ones included. `hashes`: JSON. */
export const listEntriesWith = scoped<{ hashes: string }>()((from, p, dialect) =>
  from
    .select('list_entries')
    .selectAll()
    .where(isAmong('hash', each<string>(p.hashes, dialect, 'text'), dialect)),
);

/** Entries of a list with ids below `before`, newest first. `kinds`: JSON. */
export const listEntriesByAge = scoped<{ list: ListName; kinds: string; before: string; limit: number }>()(
  (from, p, dialect) =>
    from
      .selectByAccount('list_entries')
      .selectAll()
      .where('list', '=', p.list)
      .where(isAmong('kind', each<string>(p.kinds, dialect, 'text'), dialect))
      .where('id', '<', p.before)
      .orderBy('id', 'desc')
      .limit(p.limit),
);

export const deleteListEntry = scoped<{ id: string }>()((from, p) =>
  from.delete('list_entries').where('id', '=', p.id),
);

/** Deletes the entry of a value if it has expired. */
export const deleteExpiredListEntry = scoped<{ hash: string; now: number }>()((from, p) =>
  from
    .delete('list_entries')
    .where('hash', '=', p.hash)
    // An expression, so that PostgreSQL finds the row by its hash.
    .where(sql<number>`expires_at + 0`, '<=', p.now),
);

/** Deletes the entries of all accounts that have expired. */
export const deleteExpiredListEntries = query<{ now: number }>()((db, p) =>
  db.deleteFrom('list_entries').where('expires_at', '<=', p.now),
);
