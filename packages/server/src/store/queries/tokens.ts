import { query } from '../query.ts';
import type { TokenRow } from '../schema.ts';

export const insertToken = query<TokenRow>()((db, p) =>
  db.insertInto('tokens').values({
    id: p.id,
    account_id: p.account_id,
    environment: p.environment,
    kind: p.kind,
    hash: p.hash,
    hint: p.hint,
    name: p.name,
    permission: p.permission,
    parent_id: p.parent_id,
    created_at: p.created_at,
    expires_at: p.expires_at,
    revoked_at: p.revoked_at,
    last_used_at: p.last_used_at,
    created_by: p.created_by,
    revoked_by: p.revoked_by,
  }),
);

export const findTokenByHash = query<{ hash: string }>()((db, p) =>
  db.selectFrom('tokens').selectAll().where('hash', '=', p.hash),
);

export const findToken = query<{ id: string; account_id: string }>()((db, p) =>
  db.selectFrom('tokens').selectAll().where('id', '=', p.id).where('account_id', '=', p.account_id),
);

export const listTokens = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .where('account_id', '=', p.account_id)
    .where('kind', '!=', 'oauth_access')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Revokes a token, and with an OAuth client every access token that it obtained. */
export const revokeToken = query<{ id: string; account_id: string; now: number; revoked_by: string }>()((db, p) =>
  db
    .updateTable('tokens')
    .set({ revoked_at: p.now, revoked_by: p.revoked_by })
    .where('account_id', '=', p.account_id)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('id', '=', p.id), where('parent_id', '=', p.id)])),
);

export const revokeTokensNamed = query<{ account_id: string; name: string; now: number; revoked_by: string }>()(
  (db, p) =>
    db
      .updateTable('tokens')
      .set({ revoked_at: p.now, revoked_by: p.revoked_by })
      .where('account_id', '=', p.account_id)
      .where('name', '=', p.name)
      .where('revoked_at', 'is', null),
);

export const touchToken = query<{ id: string; last_used_at: number }>()((db, p) =>
  db.updateTable('tokens').set({ last_used_at: p.last_used_at }).where('id', '=', p.id),
);

/** Access tokens are of no use once they have expired. */
export const deleteExpiredTokens = query<{ before: number }>()((db, p) =>
  db.deleteFrom('tokens').where('kind', '=', 'oauth_access').where('expires_at', '<', p.before),
);
