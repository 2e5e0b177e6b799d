import { sql } from 'kysely';
import { scoped } from '../query.ts';

/** Names of counters. `applicants_scheduled` are the `applicants` that wait for their erasure. */
export type CounterName = 'applicants' | 'applicants_scheduled' | 'checks';

/**
 * Rows a counter is spread over. Inserts that run at once would wait for each other on one row: it cuts their rate to
 * a third on PostgreSQL, 16 rows to three quarters. SQLite writes one at a time and needs no more than one.
 */
export const COUNTER_SLOTS = { sqlite: 1, postgres: 16 } as const;

export const addToCounter = scoped<{ name: CounterName; slot: number; by: number }>()((from, p) =>
  from
    .insert('counters', { name: p.name, slot: p.slot, n: p.by })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'environment', 'name', 'slot'])
        .doUpdateSet((update) => ({ n: sql<number>`${update.ref('counters.n')} + ${update.ref('excluded.n')}` })),
    ),
);

export const readCounter = scoped<{ name: CounterName }>()((from, p) =>
  from
    .selectByAccount('counters')
    .select((select) => sql<number>`cast(coalesce(sum(${select.ref('n')}), 0) as bigint)`.as('n'))
    .where('name', '=', p.name),
);

/** Counts applicants that aren't scheduled for deletion. */
export const countActiveApplicants = scoped()((from) =>
  from
    .selectByAccount('counters')
    .select(sql<number>`cast(coalesce(sum(case name when 'applicants' then n else -n end), 0) as bigint)`.as('n'))
    .where('name', 'in', ['applicants', 'applicants_scheduled'] satisfies CounterName[]),
);
