import { query } from '../query.ts';
import type { OperatorKeyRow } from '../schema.ts';

/** Adds a key; changes nothing when the same secret is there. */
export const insertOperatorKey = query<OperatorKeyRow>()((db, p) =>
  db
    .insertInto('operator_keys')
    .values({
      id: p.id,
      name: p.name,
      source: p.source,
      hash: p.hash,
      prefix: p.prefix,
      last_four: p.last_four,
      created_at: p.created_at,
      created_by: p.created_by,
      last_used_at: p.last_used_at,
      revoked_at: p.revoked_at,
      revoked_by: p.revoked_by,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing()),
);

export const findOperatorKeyByHash = query<{ hash: string }>()((db, p) =>
  db.selectFrom('operator_keys').selectAll().where('hash', '=', p.hash),
);

export const findOperatorKey = query<{ id: string }>()((db, p) =>
  db.selectFrom('operator_keys').selectAll().where('id', '=', p.id),
);

/** All keys, newest first. */
export const listOperatorKeys = query()((db) =>
  db.selectFrom('operator_keys').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
);

export const revokeOperatorKey = query<{ id: string; revoked_at: number; revoked_by: string }>()((db, p) =>
  db
    .updateTable('operator_keys')
    .set({ revoked_at: p.revoked_at, revoked_by: p.revoked_by })
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null),
);

/** Writes the last use, unless one after `before` is written already. */
export const touchOperatorKey = query<{ id: string; last_used_at: number; before: number }>()((db, p) =>
  db
    .updateTable('operator_keys')
    .set({ last_used_at: p.last_used_at })
    .where('id', '=', p.id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', p.before)])),
);
