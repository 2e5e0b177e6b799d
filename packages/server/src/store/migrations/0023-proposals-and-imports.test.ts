import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect, kyselyOn } from '../sqlite-connection.ts';
import { proposals } from './0016-proposals.ts';
import { watchlistImports } from './0020-watchlist-imports.ts';
import { proposalsAndImports } from './0023-proposals-and-imports.ts';

test('the embedded store keeps its proposals, with their indexes, and takes some about no applicant', async () => {
  const db = kyselyOn(connect(':memory:'));
  const insert = (id: string, applicant: string | null) =>
    sql`insert into proposals values (${id}, 'a', 'live', ${applicant}, 'r', 'decision', 'proposed', 1, 'o', 2, 'p', x'01')`.execute(
      db,
    );
  try {
    for (const { up } of [proposals, watchlistImports]) await up(db);
    await insert('first', 'applicant');
    const { rows: before } = await sql`select * from proposals`.execute(db);
    await proposalsAndImports.up(db);
    expect((await sql`select * from proposals`.execute(db)).rows).toEqual(before);
    await insert('second', null);
    const indexes = sql<{
      name: string;
    }>`select name from pragma_index_list('proposals') where origin = 'c' order by name`;
    expect((await indexes.execute(db)).rows.map(({ name }) => name)).toEqual([
      ...['proposals_by_account', 'proposals_by_applicant'],
    ]);
  } finally {
    await db.destroy();
  }
});
