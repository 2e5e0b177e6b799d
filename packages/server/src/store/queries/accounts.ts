import { query } from '../query.ts';
import type { AccountKeyRow, AccountLogoRow, AccountRow } from '../schema.ts';

export const insertAccount = query<Omit<AccountRow, 'logo'>>()((db, p) =>
  db
    .insertInto('accounts')
    .values({ id: p.id, name: p.name, created_at: p.created_at, settings: p.settings, changed_by: p.changed_by }),
);

export const insertAccountKey = query<AccountKeyRow>()((db, p) =>
  db.insertInto('account_keys').values({
    account_id: p.account_id,
    version: p.version,
    wrapped: p.wrapped,
    created_at: p.created_at,
    active_from: p.active_from,
  }),
);

export const findAccount = query<{ id: string }>()((db, p) =>
  db.selectFrom('accounts').selectAll().where('id', '=', p.id),
);

export const listAccounts = query()((db) => db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id'));

export const listAccountKeys = query<{ account_id: string }>()((db, p) =>
  db.selectFrom('account_keys').selectAll().where('account_id', '=', p.account_id).orderBy('version', 'desc'),
);

/** The data keys of all accounts. */
export const listAllAccountKeys = query()((db) =>
  db.selectFrom('account_keys').selectAll().orderBy('account_id').orderBy('version'),
);

/** Replaces the sealed bytes of a data key. */
export const updateWrappedKey = query<Pick<AccountKeyRow, 'account_id' | 'version' | 'wrapped'>>()((db, p) =>
  db
    .updateTable('account_keys')
    .set({ wrapped: p.wrapped })
    .where('account_id', '=', p.account_id)
    .where('version', '=', p.version),
);

/** Deletes the data keys of an account before a version. */
export const deleteEarlierKeys = query<Pick<AccountKeyRow, 'account_id' | 'version'>>()((db, p) =>
  db.deleteFrom('account_keys').where('account_id', '=', p.account_id).where('version', '<', p.version),
);

/** The first data key of the deployment, sealed with the master key that it began with. */
export const oldestAccountKey = query()((db) =>
  db.selectFrom('account_keys').selectAll().orderBy('created_at').orderBy('account_id').orderBy('version').limit(1),
);

export const updateAccount = query<Pick<AccountRow, 'id' | 'name' | 'settings' | 'changed_by'>>()((db, p) =>
  db
    .updateTable('accounts')
    .set({ name: p.name, settings: p.settings, changed_by: p.changed_by })
    .where('id', '=', p.id),
);

export const updateAccountLogo = query<Pick<AccountRow, 'id' | 'logo' | 'changed_by'>>()((db, p) =>
  db.updateTable('accounts').set({ logo: p.logo, changed_by: p.changed_by }).where('id', '=', p.id),
);

/** Records who changed an account, where its row stays as it is otherwise. */
export const recordAccountChange = query<Pick<AccountRow, 'id' | 'changed_by'>>()((db, p) =>
  db.updateTable('accounts').set({ changed_by: p.changed_by }).where('id', '=', p.id),
);

/** Stores the bytes of a logo in place of those before. */
export const upsertLogo = query<AccountLogoRow>()((db, p) =>
  db
    .insertInto('account_logos')
    .values({ account_id: p.account_id, sha256: p.sha256, created_at: p.created_at, bytes: p.bytes })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ sha256: p.sha256, created_at: p.created_at, bytes: p.bytes }),
    ),
);

export const deleteLogo = query<{ account_id: string }>()((db, p) =>
  db.deleteFrom('account_logos').where('account_id', '=', p.account_id),
);

/** The bytes of a logo by their hash: accounts with the same picture have the same bytes. */
export const findLogo = query<{ sha256: string }>()((db, p) =>
  db.selectFrom('account_logos').select('bytes').where('sha256', '=', p.sha256).limit(1),
);
