import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseApplicant } from '../applicants/erase.ts';
import type { Account } from '../context/account.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import { startService, type TestService } from '../testing/service.ts';
import { keptTables, type Ownership, ownership, tables } from './ownership.ts';
import { query } from './query.ts';
import type { Database } from './schema.ts';

/** Tables of Kysely's migrator. */
const NOT_OURS = ['kysely_migration', 'kysely_migration_lock'];

interface Column {
  table_name: string;
  column_name: string;
  type: string;
}

const columnsQuery = query()((db, _, dialect) => {
  const columns =
    dialect === 'sqlite'
      ? sql<Column>`select t.name as table_name, c.name as column_name, lower(c.type) as type
          from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite_%'`
      : sql<Column>`select table_name, column_name, data_type as type
          from information_schema.columns where table_schema = current_schema()
          and table_name not in (select inhrelid::regclass::text from pg_inherits)`;
  return { compile: () => columns.compile(db) };
});

let service: TestService;
let real: Map<string, Column[]>;

beforeAll(async () => {
  service = await startService();
  real = new Map();
  for (const column of await service.services.store.system.all(columnsQuery, {})) {
    if (NOT_OURS.includes(column.table_name)) continue;
    real.set(column.table_name, [...(real.get(column.table_name) ?? []), column]);
  }
});
afterAll(() => service.close());

const declarations = Object.entries(ownership) as [keyof Database, Ownership][];

describe('the declaration of whose data each table holds', () => {
  test('has every table of the store, and no other', () => {
    expect([...real.keys()].sort()).toEqual([...tables].sort());
  });

  test.each(declarations)('of %s says of every column whether it is personal, once', (table, { personal, plain }) => {
    const columns = (real.get(table) ?? []).map(({ column_name }) => column_name);
    expect([...personal, ...plain].sort()).toEqual(columns.sort());
  });

  test.each(declarations)(
    'of %s names a column that says whose, and an owner of all that is personal',
    (_, declared) => {
      const columns: readonly string[] = [...declared.personal, ...declared.plain];
      if ('by' in declared) expect(columns).toContain(declared.by);
      const ownRecords = declared.owner === 'account' && declared.ownRecords;
      if (declared.owner === 'none' || (declared.owner === 'account' && !ownRecords)) {
        expect(declared.personal).toEqual([]);
      }
      if (declared.owner === 'applicant' && declared.kept) expect(declared.personal).toEqual([]);
      if (columns.includes('applicant_id')) expect(declared.owner).toBe('applicant');
    },
  );
});

/** Inserts a row that holds something in every column. */
async function insertRow(table: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = real.get(table) ?? [];
  const values = columns.map(({ column_name, type }) => {
    if (column_name in given) return given[column_name];
    if (type === 'blob' || type === 'bytea') return Buffer.from(`${table} ${column_name}`);
    return type === 'text' ? `${table} ${column_name}` : 1;
  });
  const insert = query()((db) => {
    const row = sql`insert into ${sql.table(table)} (${sql.join(columns.map((one) => sql.ref(one.column_name)))})
      values (${sql.join(values)})`;
    return { compile: () => row.compile(db) as never };
  });
  await service.services.store.transaction((tx) => tx.run(insert, {}));
}

const rowsOf = (table: string) =>
  service.services.store.system.all(
    query()((db) => db.selectFrom(table as 'media').selectAll()),
    {},
  );

const countOf = async (table: string) => (await rowsOf(table)).length;

test('an erasure leaves no row of any table that is declared to hold data of an applicant, and keeps the rows of others', async () => {
  const { services, account } = service;
  const ctx = new Ctx(
    services,
    (await services.accounts.find(account.id)) as Account,
    'live',
    systemPrincipal('worker'),
  );
  const ofApplicants = declarations.filter(([, declared]) => declared.owner === 'applicant' && !declared.kept);
  const names = ofApplicants.map(([table]) => table);
  const before = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await countOf(name)])));
  for (const person of ['erased', 'kept']) {
    const idOf = (table: string) => (table === 'applicants' ? person : `${person} ${table}`);
    for (const [table, declared] of ofApplicants) {
      if (declared.owner !== 'applicant') continue;
      const parent = declared.in === 'jobSubjects' ? 'reports' : declared.in;
      await insertRow(table, {
        account_id: account.id,
        environment: 'live',
        id: idOf(table),
        ...(table === 'checks' && { status: 'complete' }),
        ...(table === 'jobs' && { kind: 'report' }),
        ...(declared.by !== 'id' && { [declared.by]: parent ? idOf(parent) : person }),
        // A job that is never due.
        ...(table === 'jobs' && { run_at: Number.MAX_SAFE_INTEGER }),
      });
    }
  }
  await service.get('/v3.6/applicants');
  await services.requests.write();
  await eraseApplicant(ctx, 'erased');

  for (const table of names) {
    const left = (await rowsOf(table)).map((row) => JSON.stringify(row));
    // The deletion of a file from storage, which its job does.
    const own = left.filter((row) => !row.includes('"kind":"blob"'));
    expect(
      own.filter((row) => row.includes('"erased')),
      table,
    ).toEqual([]);
    expect(own.length - (before[table] as number), table).toBe(1);
  }
  for (const table of keptTables) expect(await countOf(table), table).toBeGreaterThan(0);
});
