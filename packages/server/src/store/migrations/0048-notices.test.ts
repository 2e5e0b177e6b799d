import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect, kyselyOn } from '../sqlite-connection.ts';
import { mails } from './0002-mails.ts';
import { notices } from './0048-notices.ts';

test('the embedded store keeps its mail, with its indexes, and takes some about no check', async () => {
  const db = kyselyOn(connect(':memory:'));
  const insert = (id: string, check: string | null, finished: number | null) =>
    sql`insert into mails (id, account_id, environment, applicant_id, check_id, kind, state, attempts, created_at, finished_at, data)
      values (${id}, 'a', 'live', 'p', ${check}, 'applicant_form', 'sent', 3, 1700000000001, ${finished}, x'0102')`.execute(
      db,
    );
  try {
    await mails.up(db);
    await insert('first', 'c1', null);
    await insert('second', 'c2', 1_700_000_000_002);
    await expect(insert('third', null, null)).rejects.toThrow('NOT NULL');
    const { rows: before } = await sql`select * from mails order by id`.execute(db);
    await notices.up(db);
    expect((await sql`select * from mails order by id`.execute(db)).rows).toEqual(before);
    await insert('third', null, null);
    await expect(insert('third', null, null)).rejects.toThrow('UNIQUE');
    const indexes = sql<{ name: string }>`select name from pragma_index_list('mails') where origin = 'c' order by name`;
    expect((await indexes.execute(db)).rows.map(({ name }) => name)).toEqual([
      'mails_of_account',
      'mails_of_applicant',
    ]);
  } finally {
    await db.destroy();
  }
});
