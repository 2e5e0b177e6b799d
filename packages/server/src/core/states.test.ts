import { describe, expect, test } from 'vitest';
import { type CheckTrigger, checkStates } from './checks/states.ts';
import { finalReportStatuses, type ReportTrigger, reportStates } from './reports/states.ts';
import { type Transition, transition } from './states.ts';

const checkStatuses = ['in_progress', 'awaiting_applicant', 'complete', 'withdrawn', 'paused', 'reopened'] as const;
const checkTriggers: readonly CheckTrigger[] = [
  ...(['form_submitted', 'resumed', 'resumed_without_form', 'reports_final'] as const),
  ...(['reopened', 'taken_up', 'withdrawn'] as const),
];
const reportStatuses = [
  ...(['awaiting_data', 'awaiting_approval', 'paused'] as const),
  ...(['complete', 'withdrawn', 'cancelled'] as const),
] as const;
const reportTriggers: readonly ReportTrigger[] = [
  ...(['resumed', 'cancelled', 'review_needed', 'completed', 'condition_unmet', 'withdrawn'] as const),
];

/** The machine as rows `from + trigger -> to, event`; every pair that isn't here changes nothing. */
function rowsOf<S extends string, T extends string>(
  table: readonly Transition<S, T>[],
  states: readonly S[],
  triggers: readonly T[],
): string[] {
  return states.flatMap((from) =>
    triggers.flatMap((trigger) => {
      const step = transition(table, from, trigger);
      return step ? [`${from} + ${trigger} -> ${step.to}, ${step.event ?? 'no event'}`] : [];
    }),
  );
}

test('checks', () => {
  expect(rowsOf(checkStates, checkStatuses, checkTriggers)).toEqual([
    'in_progress + reports_final -> complete, check.completed',
    'in_progress + reopened -> reopened, check.reopened',
    'in_progress + withdrawn -> withdrawn, check.withdrawn',
    'awaiting_applicant + form_submitted -> in_progress, check.started',
    'awaiting_applicant + withdrawn -> withdrawn, check.withdrawn',
    'complete + reopened -> reopened, check.reopened',
    'paused + resumed -> in_progress, check.started',
    'paused + resumed_without_form -> awaiting_applicant, no event',
    'paused + withdrawn -> withdrawn, check.withdrawn',
    'reopened + taken_up -> in_progress, check.started',
    'reopened + withdrawn -> withdrawn, check.withdrawn',
  ]);
});

test('reports', () => {
  expect(rowsOf(reportStates, reportStatuses, reportTriggers)).toEqual([
    'awaiting_data + review_needed -> awaiting_approval, report.awaiting_approval',
    'awaiting_data + completed -> complete, report.completed',
    'awaiting_data + condition_unmet -> cancelled, report.cancelled',
    'awaiting_data + withdrawn -> withdrawn, report.withdrawn',
    'awaiting_approval + completed -> complete, report.completed',
    'awaiting_approval + withdrawn -> withdrawn, report.withdrawn',
    'paused + resumed -> awaiting_data, report.resumed',
    'paused + cancelled -> cancelled, report.cancelled',
    'paused + withdrawn -> withdrawn, report.withdrawn',
  ]);
});

describe('the tables', () => {
  test.each([
    ['checks', checkStates],
    ['reports', reportStates],
  ] as const)('of %s have one row for a state and a trigger', (_, table) => {
    const pairs = (table as readonly Transition<string, string>[]).map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test('let no report leave a final status', () => {
    expect([...finalReportStatuses].sort()).toEqual(['cancelled', 'complete', 'withdrawn']);
    expect(reportStates.filter(({ from }) => finalReportStatuses.has(from))).toEqual([]);
  });
});
