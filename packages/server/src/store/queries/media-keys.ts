import { query } from '../query.ts';
import type { MediaKeyRow } from '../schema.ts';

export const listMediaKeys = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('media_keys').selectAll().where('account_id', '=', p.account_id),
);

/** Stores a key of media; one that is there stays. */
export const insertMediaKey = query<MediaKeyRow>()((db, p) =>
  db
    .insertInto('media_keys')
    .values({ account_id: p.account_id, id: p.id, created_at: p.created_at, data: p.data })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing()),
);
