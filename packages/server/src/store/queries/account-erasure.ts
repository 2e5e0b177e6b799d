import { accountTables, ownership } from '../ownership.ts';
import { type Query, query } from '../query.ts';
import type { Database } from '../schema.ts';

interface OfAccount {
  account_id: string;
}

/** Table of a statement. `applicants` stands for any table in the types: the generic name defeats Kysely's inference. */
type AnyTable = 'applicants';

/** Tables that stay when an account is erased: receipts and the audit log, which hold ids alone. */
const KEPT: readonly (keyof Database)[] = ['audit_entries', 'audit_heads', 'erasures', 'tombstones'];

/** Deletes some rows of an account from one table. */
export interface AccountErasing {
  readonly table: keyof Database;
  readonly erase: Query<OfAccount & { limit: number }, unknown>;
}

function erasing(table: keyof Database): AccountErasing {
  const name = table as AnyTable;
  const { personal, plain } = ownership[table];
  const columns: readonly string[] = [...personal, ...plain];
  const key = ['id', 'applicant_id'].find((column) => columns.includes(column)) as 'id' | undefined;
  const erase = query<OfAccount & { limit: number }>()((db, p) => {
    const rows = db.deleteFrom(name).where('account_id', '=', p.account_id);
    if (key === undefined) return rows;
    const some = db.selectFrom(name).select(key).where('account_id', '=', p.account_id).limit(p.limit);
    return rows.where(key, 'in', some);
  });
  return { table, erase };
}

/** Erasings of the rows of an account in each table but `jobs`. */
export const accountErasings: readonly AccountErasing[] = accountTables
  .filter((table) => table !== 'jobs' && !KEPT.includes(table))
  .map(erasing);

/** Deletes all jobs of an account except its erasure. */
export const deleteAccountJobs = query<OfAccount>()((db, p) =>
  db.deleteFrom('jobs').where('account_id', '=', p.account_id).where('kind', '<>', 'account_erasure'),
);

/** Overwrites the data keys of an account, before they are deleted. */
export const blankAccountKeys = query<OfAccount & { wrapped: Buffer }>()((db, p) =>
  db.updateTable('account_keys').set({ wrapped: p.wrapped }).where('account_id', '=', p.account_id),
);

export const deleteAccountRow = query<OfAccount>()((db, p) => db.deleteFrom('accounts').where('id', '=', p.account_id));

export const membersOfAccount = query<OfAccount>()((db, p) =>
  db.selectFrom('memberships').select('member_id').where('account_id', '=', p.account_id),
);
