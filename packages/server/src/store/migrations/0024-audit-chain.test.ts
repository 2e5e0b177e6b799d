import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { entryHash, FIRST_HASH } from '../audit-chain.ts';
import type { AuditEntryRow, AuditHeadRow } from '../schema.ts';
import { connect, kyselyOn } from '../sqlite-connection.ts';
import { auditEntries } from './0011-audit-entries.ts';
import { auditChain } from './0024-audit-chain.ts';

let db: Kysely<unknown>;
let drop: () => Promise<void> = async () => {};

beforeAll(async () => {
  const database = await freshDatabase();
  if (database) {
    db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }) });
    ({ drop } = database);
  } else {
    db = kyselyOn(connect(':memory:'));
  }
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

test('carries the entries of before into the chains of their accounts, in the order of their ids', async () => {
  await auditEntries.up(db);
  const before = [
    ['1', 'bob', 'live', 700, 'crop_opened', 'r1', 'portrait'],
    ['2', 'ada', 'sandbox', 900, 'suppression_added', 's1', ''],
    // Of a process whose clock was behind.
    ['3', 'ada', 'live', 800, 'proposal_made', 'p1', ''],
  ];
  for (const [id, account, environment, at, action, object, part] of before) {
    await sql`insert into audit_entries (id, account_id, environment, at, actor, action, object_id, part)
      values (${id}, ${account}, ${environment}, ${at}, 'operator:key', ${action}, ${object}, ${part})`.execute(db);
  }
  // More than are read at once.
  for (let i = 1; i <= 1500; i++) {
    const id = `many-${String(i).padStart(5, '0')}`;
    await sql`insert into audit_entries (id, account_id, environment, at, actor, action, object_id, part)
      values (${id}, 'many', 'live', ${i}, 'operator:key', 'hits_decided', ${id}, '')`.execute(db);
  }
  await auditChain.up(db);

  const { rows } = await sql<AuditEntryRow>`select * from audit_entries order by account_id, number`.execute(db);
  const entries = rows.map((row) => ({ ...row, at: Number(row.at), number: Number(row.number) }));
  const shown = entries.map(({ account_id, number, at, object_type, object_id, environment, details }) => [
    ...[account_id, number, at, object_type, object_id, environment, details],
  ]);
  expect(shown.filter(([account]) => account !== 'many')).toEqual([
    ['ada', 1, 900, 'suppression', 's1', 'sandbox', '{}'],
    ['ada', 2, 900, 'proposal', 'p1', 'live', '{}'],
    ['bob', 1, 700, 'report', 'r1', 'live', '{"part":"portrait"}'],
  ]);
  const heads = await sql<AuditHeadRow>`select * from audit_heads order by account_id`.execute(db);
  expect(heads.rows.map(({ account_id, number }) => [account_id, Number(number)])).toEqual([
    ['ada', 2],
    ['bob', 1],
    ['many', 1500],
  ]);
  for (const { account_id, hash } of heads.rows) {
    const chain = entries.filter((entry) => entry.account_id === account_id);
    let last = FIRST_HASH;
    for (const entry of chain) {
      expect(entry.hash).toBe(entryHash(entry, last));
      last = entry.hash;
    }
    expect(last).toBe(hash);
  }
});
