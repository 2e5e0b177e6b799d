import { query } from '../query.ts';
import type { WatchlistImportRow } from '../schema.ts';

export const insertWatchlistImport = query<WatchlistImportRow>()((db, p) =>
  db.insertInto('watchlist_imports').values({
    id: p.id,
    kind: p.kind,
    list: p.list,
    state: p.state,
    created_at: p.created_at,
    created_by: p.created_by,
    ended_at: p.ended_at,
    touched_at: p.touched_at,
    process: p.process,
    stored: p.stored,
    result: p.result,
    error: p.error,
  }),
);

/** Notes where an import is. Of one that has ended nothing is changed. */
export const noteWatchlistImport = query<Pick<WatchlistImportRow, 'id' | 'state' | 'stored'> & { now: number }>()(
  (db, p) =>
    db
      .updateTable('watchlist_imports')
      .set({ state: p.state, stored: p.stored, touched_at: p.now })
      .where('id', '=', p.id)
      .where('ended_at', 'is', null),
);

/** Notes that the process of an import is at it. */
export const touchWatchlistImport = query<{ id: string; now: number }>()((db, p) =>
  db
    .updateTable('watchlist_imports')
    .set({ touched_at: p.now })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null)
    // An earlier note may be committed after a later one.
    .where('touched_at', '<', p.now),
);

/** Ends an import, once: of one that has ended nothing is changed. */
export const endWatchlistImport = query<
  Pick<WatchlistImportRow, 'id' | 'state' | 'result' | 'error'> & { now: number }
>()((db, p) =>
  db
    .updateTable('watchlist_imports')
    .set({ state: p.state, result: p.result, error: p.error, ended_at: p.now, touched_at: p.now })
    .where('id', '=', p.id)
    .where('ended_at', 'is', null),
);

export const findWatchlistImport = query<{ id: string }>()((db, p) =>
  db.selectFrom('watchlist_imports').selectAll().where('id', '=', p.id),
);

/** Imports of a kind, newest first. Ids begin with their time. */
export const listWatchlistImports = query<Pick<WatchlistImportRow, 'kind'> & { limit: number }>()((db, p) =>
  db.selectFrom('watchlist_imports').selectAll().where('kind', '=', p.kind).orderBy('id', 'desc').limit(p.limit),
);

/** Imports that have not ended, oldest first. */
export const runningWatchlistImports = query()((db) =>
  db.selectFrom('watchlist_imports').selectAll().where('ended_at', 'is', null).orderBy('id'),
);
