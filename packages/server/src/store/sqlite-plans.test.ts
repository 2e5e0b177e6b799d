import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Query } from './query.ts';
import { openSqlite } from './sqlite.ts';
import { connect } from './sqlite-connection.ts';

const folder = new URL('./queries/', import.meta.url);
const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));

const isScoped = (value: unknown): value is Query<never, unknown> =>
  typeof value === 'object' && value !== null && 'scoped' in value && 'compiled' in value;

/** Plans that read a table from end to end. Subqueries and JSON have no index. */
const WALK = /^SCAN (?!named|given|json_each|CONSTANT)/;

test("scoped queries find their rows by an index, an object's index before an account's", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-plans-'));
  try {
    await (await openSqlite(directory)).close();
    const db = connect(join(directory, 'bonafide.db'));
    const plans: Record<string, string[]> = {};
    for (const [name, value] of modules.flatMap(Object.entries)) {
      if (!isScoped(value)) continue;
      const { sql } = value.compiled('sqlite');
      if (sql.startsWith('insert')) continue;
      const parameters = Array.from(sql.matchAll(/\?/g), () => 'x');
      const rows = db.prepare(`explain query plan ${sql}`).all(...parameters) as unknown as { detail: string }[];
      plans[name] = rows.map(({ detail }) => detail);
    }
    db.close();
    expect(Object.entries(plans).filter(([, steps]) => steps.some((step) => WALK.test(step)))).toEqual([]);
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
