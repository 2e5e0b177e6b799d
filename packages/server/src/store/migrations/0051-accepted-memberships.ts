import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A membership counts once its member has accepted it. Memberships of members who have signed in before count already. An
 * invitation accepts the membership of one account: open invitations of people with several memberships name none, and end.
 */
export const acceptedMemberships: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      'alter table memberships add column accepted_at bigint',
      'alter table members add column email_proved_at bigint',
      'alter table invitations add column account_id text',
      'alter table invitations add column mailed_at bigint',
      `alter table invitations add column data ${bytes}`,
      `update memberships set accepted_at = changed_at
        where member_id in (select id from members where last_seen_at is not null)`,
      `update invitations set account_id = (select min(account_id) from memberships
        where memberships.member_id = invitations.member_id having count(*) = 1)
        where kind = 'member' and used_at is null`,
      `update invitations set used_at = created_at where kind = 'member' and used_at is null and account_id is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
