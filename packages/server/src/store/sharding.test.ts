import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migratedDatabase, type TestDatabase } from '../testing/database.ts';
import { useService } from '../testing/service.ts';
import { tables } from './ownership.ts';
import { type Query, query } from './query.ts';
import type { Database } from './schema.ts';
import { placementOf } from './sharding.ts';

const folder = new URL('./queries/', import.meta.url);
const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));

const isQuery = (value: unknown): value is Query<never, unknown> =>
  typeof value === 'object' && value !== null && 'compiled' in value;

/** Queries of the service's own work, which go through the rows of all accounts. */
const OVER_ALL_ACCOUNTS = [
  'biometricTokenFromBefore',
  'clearLiveReports',
  'deleteAddressUses',
  'deleteExpiredListEntries',
  'deleteOldChallenges',
  'deleteOldSteps',
  'deleteRequestBatches',
  'listAuditHeads',
  'openRunFromBefore',
  'pendingScopeAfter',
  'unsealedAttempts',
  'unsealedDeliveries',
  'unsealedWebhooks',
];

/** Queries for the link of an applicant or a wallet, which names a check, a run or a request and not its account. */
const OF_ANY_ACCOUNT = [
  'findChallengeAnywhere',
  'findCheckAnywhere',
  'findInformationRequestAnywhere',
  'findRunAnywhere',
  'findTombstoneAnywhere',
];

const TABLE = /\b(?:from|join|update|into) "?([a-z_]+)"?/g;
const ACCOUNT = /account_id"?(?: \|\| '')? (?:=|in) /g;

test('a query of a table that is spread by account names the account for each such table', () => {
  const without: string[] = [];
  for (const [name, value] of modules.flatMap(Object.entries)) {
    if (!isQuery(value)) continue;
    const { sql } = value.compiled('postgres');
    if (sql.startsWith('insert')) continue;
    const spread = Array.from(sql.matchAll(TABLE), ([, table]) => table as keyof Database).filter(
      (table) => tables.includes(table) && placementOf(table) === 'account',
    );
    if (Array.from(sql.matchAll(ACCOUNT)).length < spread.length) without.push(name);
  }
  expect(without.sort()).toEqual([...OVER_ALL_ACCOUNTS, ...OF_ANY_ACCOUNT].sort());
});

interface Constraint {
  table: keyof Database;
  name: string;
  kind: string;
  /** Names, joined by a comma. */
  columns: string;
}

const constraints = query()((db) => {
  const all = sql<Constraint>`
    select conrelid::regclass::text as "table", conname as name, contype as kind,
      (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality as key(number, place)
        join pg_attribute on attrelid = conrelid and attnum = number) as columns
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'f')
      and conrelid not in (select inhrelid from pg_inherits)
    order by 1, 2`;
  return { compile: () => all.compile(db) as never };
});

describe.skipIf(!process.env.DATABASE_URL)('the constraints of PostgreSQL', () => {
  const service = useService();
  const all = async () => (await service.services.store.system.all(constraints, {})) as Constraint[];

  test('of a table that is spread by account hold within an account, or hold an id that is random', async () => {
    const spread = (await all()).filter(({ table }) => tables.includes(table) && placementOf(table) === 'account');
    expect(spread.length).toBeGreaterThan(25);
    const crossing = spread.filter(({ kind, columns }) => {
      const names = columns.split(', ');
      return kind === 'f' || !(names.includes('account_id') || names.includes('id'));
    });
    expect(crossing).toEqual([]);
  });

  test('hold the account once the statements of the documentation have run', async () => {
    const page = readFileSync(new URL('../../../../docs/operations/scale.md', import.meta.url), 'utf8');
    const block = /```sql\n(do .*?)```/s.exec(page)?.[1] as string;
    const database = (await migratedDatabase()) as TestDatabase;
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(`create schema citus;
        create table citus.placements (name text, placement text);
        create function create_reference_table(name text) returns void language sql
          as $$ insert into citus.placements values (name, 'every node') $$;
        create function create_distributed_table(name text, by text) returns void language sql
          as $$ insert into citus.placements values (name, case by when 'account_id' then 'account' end) $$;`);
      await client.query(block);
      const { rows } = await client.query<{ name: keyof Database; placement: string }>(
        'select * from citus.placements',
      );
      const found = new Map(rows.map(({ name, placement }) => [name, placement]));
      const expected = tables.filter((table) => placementOf(table) !== 'one node');
      expect([...found].sort()).toEqual(expected.map((table) => [table, placementOf(table)]).sort());
      const { rows: keys } = await client.query<{ name: string; columns: string }>(
        `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as columns from pg_constraint
         where contype = 'p' and conrelid in (select name::regclass from citus.placements where placement = 'account')`,
      );
      expect(keys.filter(({ columns }) => !columns.includes('account_id'))).toEqual([]);
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
