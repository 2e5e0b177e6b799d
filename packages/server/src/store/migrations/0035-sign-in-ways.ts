import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Passkeys of members, with the challenges that were used up; the people of an OpenID provider that members are; and the
 * devices on which members have signed in. All are found by keyed hashes.
 */
export const signInWays: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = !db.getExecutor().adapter.supportsTransactionalDdl;
    const bytes = sqlite ? 'blob' : 'bytea';
    const statements = [
      `create table passkeys (
        id text primary key, hash text not null unique, member_id text not null, counter bigint not null,
        created_at bigint not null, last_used_at bigint, data ${bytes} not null
      )`,
      'create index passkeys_by_member on passkeys (member_id, id)',
      'create table used_challenges (hash text primary key, expires_at bigint not null)',
      'create index used_challenges_by_expiry on used_challenges (expires_at)',
      'create table member_identities (hash text primary key, member_id text not null, created_at bigint not null)',
      'create index member_identities_by_member on member_identities (member_id, hash)',
      `create table member_devices (
        hash text primary key, member_id text not null, created_at bigint not null, last_seen_at bigint not null
      )`,
      'create index member_devices_by_member on member_devices (member_id, hash)',
      'create index member_devices_by_use on member_devices (last_seen_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
