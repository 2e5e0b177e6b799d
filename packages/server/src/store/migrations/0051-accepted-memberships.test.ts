import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect, kyselyOn } from '../sqlite-connection.ts';
import { members } from './0026-members.ts';
import { acceptedMemberships } from './0051-accepted-memberships.ts';

test('members who have signed in keep their accounts; those who were only invited accept one account by each link', async () => {
  const db = kyselyOn(connect(':memory:'));
  const run = (text: string) => sql.raw(text).execute(db);
  const member = (id: string, seen: number | null) =>
    run(`insert into members (id, email_hash, created_at, created_by, disabled_at, last_seen_at, totp_step, data)
      values ('${id}', 'hash of ${id}', 1, 'start', null, ${seen}, 0, x'00')`);
  const membership = (account: string, id: string, at: number) =>
    run(`insert into memberships (account_id, member_id, role, changed_at, changed_by)
      values ('${account}', '${id}', 'admin', ${at}, 'start')`);
  const invitation = (id: string, kind: string, of: string, used: number | null) =>
    run(`insert into invitations (id, hash, kind, member_id, created_at, created_by, expires_at, used_at)
      values ('${id}', 'hash of ${id}', '${kind}', '${of}', 5, 'start', 9, ${used})`);
  try {
    await members.up(db);
    await member('seen', 4);
    await membership('a', 'seen', 2);
    await membership('b', 'seen', 3);
    await invitation('used', 'member', 'seen', 4);
    await invitation('reset', 'reset', 'seen', null);
    await member('invited', null);
    await membership('a', 'invited', 2);
    await invitation('open', 'member', 'invited', null);
    await member('twice', null);
    await membership('a', 'twice', 2);
    await membership('b', 'twice', 3);
    await invitation('ambiguous', 'member', 'twice', null);
    await acceptedMemberships.up(db);

    const { rows: memberships } = await sql<Record<string, unknown>>`
      select account_id, member_id, accepted_at from memberships order by member_id, account_id`.execute(db);
    expect(memberships.map((row) => Object.values(row))).toEqual([
      ['a', 'invited', null],
      ['a', 'seen', 2],
      ['b', 'seen', 3],
      ['a', 'twice', null],
      ['b', 'twice', null],
    ]);
    const { rows: invitations } = await sql<Record<string, unknown>>`
      select id, account_id, used_at from invitations order by id`.execute(db);
    expect(invitations.map((row) => Object.values(row))).toEqual([
      ['ambiguous', null, 5],
      ['open', 'a', null],
      ['reset', null, null],
      ['used', null, 4],
    ]);
    const { rows: proved } = await sql<{ email_proved_at: null }>`select distinct email_proved_at from members`.execute(
      db,
    );
    expect(proved).toEqual([{ email_proved_at: null }]);
  } finally {
    await db.destroy();
  }
});
