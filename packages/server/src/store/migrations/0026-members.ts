import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * People who sign in to the dashboard: their names, addresses and ways to sign in are sealed. `email_hash` is keyed; it finds
 * a member and keeps two from sharing an address. Secrets of invitations and sessions are kept as keyed hashes.
 */
export const members: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = !db.getExecutor().adapter.supportsTransactionalDdl;
    const bytes = sqlite ? 'blob' : 'bytea';
    const statements = [
      `create table members (
        id text primary key, email_hash text not null unique, created_at bigint not null, created_by text not null,
        disabled_at bigint, last_seen_at bigint, totp_step bigint not null, data ${bytes} not null
      )`,
      `create table memberships (
        account_id text not null, member_id text not null, role text not null, changed_at bigint not null,
        changed_by text not null, primary key (account_id, member_id)
      )`,
      'create index memberships_by_member on memberships (member_id, account_id)',
      `create table invitations (
        id text primary key, hash text not null unique, kind text not null, member_id text, created_at bigint not null,
        created_by text not null, expires_at bigint not null, used_at bigint
      )`,
      'create index invitations_by_member on invitations (member_id, id)',
      `create table member_sessions (
        id text primary key, hash text not null unique, member_id text not null, created_at bigint not null,
        last_seen_at bigint not null, expires_at bigint not null, proved_at bigint not null, data ${bytes} not null
      )`,
      'create index member_sessions_by_member on member_sessions (member_id, id)',
      'create index member_sessions_by_expiry on member_sessions (expires_at)',
      // Counted by keyed hashes of addresses: of mail, and of machines.
      `create table failed_sign_ins (
        hash text primary key, failures bigint not null, last_at bigint not null, next_at bigint not null
      )`,
      'create index failed_sign_ins_by_time on failed_sign_ins (last_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
