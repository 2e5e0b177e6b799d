import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Query } from './query.ts';
import { openSqlite } from './sqlite.ts';
import { type Connection, connect } from './sqlite-connection.ts';

const folder = new URL('./queries/', import.meta.url);
const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));

const isQuery = (value: unknown): value is Query<never, unknown> =>
  typeof value === 'object' && value !== null && 'compiled' in value;

/** Plans that read a table from end to end. Subqueries and JSON have no index. */
const WALK = /^SCAN (?!named|given|json_each|CONSTANT)/;

/** Plans that continue after a tuple: `SEARCH checks USING INDEX checks_by_time (account_id=? AND (created_at,id)<(?,?))`. */
const CONTINUATION = /^SEARCH (\w+) USING (?:COVERING )?(?:INDEX (\w+)|PRIMARY KEY) \(.*\(([\w,]+)\)[<>]\(/;

/** Returns the columns of an index, or of the primary key. */
function columnsOf(db: Connection, table: string, index: string | undefined): unknown[] {
  const names =
    index === undefined
      ? db.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').all(table)
      : db.prepare('select name from pragma_index_info(?) order by seqno').all(index);
  return names.map(({ name }) => name);
}

function stepsOf(db: Connection, sql: string, parameters: string[]): string[] {
  return db
    .prepare(`explain query plan ${sql}`)
    .all(...parameters)
    .map(({ detail }) => String(detail));
}

test("scoped queries find their rows by an index, an object's index before an account's", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-plans-'));
  try {
    await (await openSqlite(directory)).close();
    const db = connect(join(directory, 'bonafide.db'));
    const plans: Record<string, string[]> = {};
    const scoped = new Set<string>();
    for (const [name, value] of modules.flatMap(Object.entries)) {
      if (!isQuery(value)) continue;
      const { sql } = value.compiled('sqlite');
      if (sql.startsWith('insert')) continue;
      const parameters = Array.from(sql.matchAll(/\?/g), () => 'x');
      try {
        plans[name] = stepsOf(db, sql, parameters);
      } catch (error) {
        // Some queries over all accounts exist on PostgreSQL alone.
        if ('scoped' in value) throw error;
        continue;
      }
      if ('scoped' in value) scoped.add(name);
    }
    const continuations = Object.entries(plans).flatMap(([name, steps]) =>
      steps.flatMap((step) => {
        const [, table = '', index, tuple = ''] = CONTINUATION.exec(step) ?? [];
        return tuple === ''
          ? []
          : [{ name, last: tuple.split(',').at(-1), expected: columnsOf(db, table, index).at(-1) }];
      }),
    );
    db.close();
    // SQLite begins at the tuple itself, so it would read every row that begins with a shorter one.
    expect(continuations.length).toBeGreaterThan(3);
    expect(continuations.filter(({ last, expected }) => last !== expected)).toEqual([]);
    const walks = Object.entries(plans).filter(
      ([name, steps]) => scoped.has(name) && steps.some((step) => WALK.test(step)),
    );
    expect(walks).toEqual([]);
    const indexOf = (name: string) => /INDEX (\w+)/.exec(plans[name]?.[0] ?? '')?.[1];
    expect([
      ...['listChecks', 'lockChecksOf', 'countChecks', 'lockRunsOf', 'listEventsOf', 'deliveriesOfApplicant'].map(
        indexOf,
      ),
    ]).toEqual([
      ...['checks_of_applicant', 'checks_of_applicant', 'checks_of_applicant', 'workflow_runs_of_applicant'],
      ...['events_of_resource', 'deliveries_of_applicant'],
    ]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
