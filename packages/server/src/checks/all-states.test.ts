import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsOf } from '../api/v3/testing/events.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { HOUR_MS } from '../base/clock.ts';
import type { Account } from '../context/account.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import { type Transition, transition } from '../context/states.ts';
import { finalReportStatuses, type ReportTrigger, reportStates } from '../reports/records/states.ts';
import { findReport } from '../store/queries/checks.ts';
import type { CheckStatus, ReportStatus } from '../store/schema.ts';
import { startService, type TestService } from '../testing/service.ts';
import { getCheck, listReportsOf } from './get.ts';
import { checkIn, moveCheckBy, moveReportBy } from './progress.ts';
import { type CheckTrigger, checkStates } from './states.ts';

/** Nothing happens: the trigger means nothing in that state. */
const none = null;
type Step<State> = readonly [to: State, event: string | null] | null;
type Table<State extends string, Trigger extends string> = Record<State, Record<Trigger, Step<State>>>;

const started = ['in_progress', 'check.started'] as const;
const reopened = ['reopened', 'check.reopened'] as const;
const withdrawn = ['withdrawn', 'check.withdrawn'] as const;
const asked = ['awaiting_applicant', null] as const;

/** Checks: contract 7.3. */
const checks: Table<CheckStatus, CheckTrigger> = {
  in_progress: {
    form_submitted: none,
    resumed: none,
    resumed_without_form: none,
    reports_final: ['complete', 'check.completed'],
    reopened,
    taken_up: none,
    returned_to_applicant: none,
    withdrawn,
  },
  awaiting_applicant: {
    form_submitted: started,
    resumed: none,
    resumed_without_form: none,
    reports_final: none,
    reopened: none,
    taken_up: none,
    returned_to_applicant: none,
    withdrawn,
  },
  complete: {
    form_submitted: none,
    resumed: none,
    resumed_without_form: none,
    reports_final: none,
    reopened,
    taken_up: none,
    returned_to_applicant: none,
    withdrawn: none,
  },
  withdrawn: {
    form_submitted: none,
    resumed: none,
    resumed_without_form: none,
    reports_final: none,
    reopened: none,
    taken_up: none,
    returned_to_applicant: none,
    withdrawn: none,
  },
  paused: {
    form_submitted: none,
    resumed: started,
    resumed_without_form: asked,
    reports_final: none,
    reopened: none,
    taken_up: none,
    returned_to_applicant: none,
    withdrawn,
  },
  reopened: {
    form_submitted: none,
    resumed: none,
    resumed_without_form: none,
    reports_final: none,
    reopened: none,
    taken_up: started,
    returned_to_applicant: asked,
    withdrawn,
  },
};

const gone = ['withdrawn', 'report.withdrawn'] as const;
const complete = ['complete', 'report.completed'] as const;
const final = {
  resumed: none,
  cancelled: none,
  review_needed: none,
  applicant_asked: none,
  completed: none,
  condition_unmet: none,
  withdrawn: none,
  overturned: none,
};

/** Reports: contract 8.1. */
const reports: Table<ReportStatus, ReportTrigger> = {
  awaiting_data: {
    resumed: none,
    cancelled: none,
    review_needed: ['awaiting_approval', 'report.awaiting_approval'],
    applicant_asked: none,
    completed: complete,
    condition_unmet: ['cancelled', 'report.cancelled'],
    withdrawn: gone,
    overturned: none,
  },
  awaiting_approval: {
    resumed: none,
    cancelled: none,
    review_needed: none,
    applicant_asked: ['awaiting_data', 'report.awaiting_applicant'],
    completed: complete,
    condition_unmet: none,
    withdrawn: gone,
    overturned: none,
  },
  paused: {
    resumed: ['awaiting_data', 'report.resumed'],
    cancelled: ['cancelled', 'report.cancelled'],
    review_needed: none,
    applicant_asked: none,
    completed: none,
    condition_unmet: none,
    withdrawn: gone,
    overturned: none,
  },
  complete: { ...final, overturned: complete },
  withdrawn: final,
  cancelled: final,
};

/** Every state with every trigger, and where it leads. */
function pairsOf<S extends string, T extends string>(table: Table<S, T>): [S, T, Step<S>][] {
  return Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row as Record<T, Step<S>>).map(([trigger, step]): [S, T, Step<S>] => [
      ...([from as S, trigger as T] as const),
      step as Step<S>,
    ]),
  );
}

const checkPairs = pairsOf(checks);
const reportPairs = pairsOf(reports);

function leads<S extends string, T extends string>(table: readonly Transition<S, T>[], from: S, trigger: T): Step<S> {
  const row = transition(table, from, trigger);
  return row ? [row.to, row.event] : none;
}

test("the documents have the service's tables, with every pair", () => {
  expect([checkPairs.length, reportPairs.length]).toEqual([6 * 8, 6 * 8]);
  for (const [from, trigger, step] of checkPairs) {
    expect([from, trigger, leads(checkStates, from, trigger)]).toEqual([from, trigger, step]);
  }
  for (const [from, trigger, step] of reportPairs) {
    expect([from, trigger, leads(reportStates, from, trigger)]).toEqual([from, trigger, step]);
  }
});

describe('the tables', () => {
  test.each([
    ['checks', checkStates, checkPairs],
    ['reports', reportStates, reportPairs],
  ] as const)('of %s have one row for a state and a trigger, and no other', (_, table, pairs) => {
    const rows = (table as readonly Transition<string, string>[]).map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(rows).size).toBe(rows.length);
    const moving = pairs.filter(([, , step]) => step !== none);
    expect(rows.sort()).toEqual(moving.map(([from, trigger]) => `${from} ${trigger}`).sort());
  });

  test('let no report leave a final status', () => {
    expect([...finalReportStatuses].sort()).toEqual(['cancelled', 'complete', 'withdrawn']);
    const leaving = reportStates.filter(({ from, to }) => finalReportStatuses.has(from) && to !== from);
    expect(leaving).toEqual([]);
  });

  test('let a final report change by an overturn alone', () => {
    const changing = reportStates.filter(({ from }) => finalReportStatuses.has(from));
    expect(changing.map(({ from, trigger }) => [from, trigger])).toEqual([['complete', 'overturned']]);
  });
});

describe('what is stored', () => {
  let service: TestService;
  let ctx: Ctx;
  beforeAll(async () => {
    // Nothing happens by itself: only the triggers of the test move anything.
    service = await startService({ settings: { role: 'api' }, account: { pausing: true } });
    ctx = new Ctx(
      service.services,
      (await service.services.accounts.find(service.account.id)) as Account,
      'sandbox',
      systemPrincipal('worker'),
    );
  });
  afterAll(() => service.close());

  /** Ways by which a paused check and a paused report come into each state. */
  const toCheckState: Record<CheckStatus, CheckTrigger[]> = {
    paused: [],
    in_progress: ['resumed'],
    awaiting_applicant: ['resumed_without_form'],
    complete: ['resumed', 'reports_final'],
    withdrawn: ['withdrawn'],
    reopened: ['resumed', 'reopened'],
  };
  const toReportState: Record<ReportStatus, ReportTrigger[]> = {
    paused: [],
    awaiting_data: ['resumed'],
    awaiting_approval: ['resumed', 'review_needed'],
    complete: ['resumed', 'completed'],
    withdrawn: ['withdrawn'],
    cancelled: ['cancelled'],
  };

  async function newCheck(): Promise<string> {
    const story = storyOf(service, 'v3.6');
    const { body } = await story.check({ applicant_id: await story.applicant(), report_names: ['watchlist_aml'] });
    return body.id;
  }

  const moveCheck = (id: string, trigger: CheckTrigger) =>
    ctx.transaction(async (tx) => moveCheckBy(ctx, tx, (await checkIn(ctx, tx, id))!, trigger));

  const moveReport = (checkId: string, id: string, trigger: ReportTrigger) =>
    ctx.transaction(async (tx) => {
      const row = (await tx.first(findReport, { id }))!;
      const outcome = { status: 'complete', result: 'clear', sub_result: null, breakdown: {}, properties: {} } as const;
      const ended = trigger === 'completed' || trigger === 'overturned' ? outcome : undefined;
      return moveReportBy(ctx, tx, (await checkIn(ctx, tx, checkId))!, row, trigger, ended);
    });

  async function seen(id: string) {
    return { ...(await getCheck(ctx, id)), reports: await listReportsOf(ctx, id), events: await eventsOf(service, id) };
  }

  test.each(checkPairs)('a check that is %s: %s leads to %j', async (from, trigger, step) => {
    const id = await newCheck();
    for (const earlier of toCheckState[from]) await moveCheck(id, earlier);
    const before = await seen(id);
    expect(before.check.status).toBe(from);
    await moveCheck(id, trigger);
    const after = await seen(id);
    if (step === none) {
      expect(after).toEqual(before);
      return;
    }
    const [to, event] = step;
    expect(after.check).toEqual({ ...before.check, status: to });
    expect(after.reports).toEqual(before.reports);
    expect(after.events).toEqual([...before.events, ...(event ? [`${event} ${id} ${to}`] : [])]);
  });

  test.each(reportPairs)('a report that is %s: %s leads to %j', async (from, trigger, step) => {
    const id = await newCheck();
    await moveCheck(id, 'resumed');
    const reportId = (await seen(id)).reports[0]!.id;
    for (const earlier of toReportState[from]) await moveReport(id, reportId, earlier);
    const before = await seen(id);
    expect(before.reports[0]!.status).toBe(from);
    expect(await moveReport(id, reportId, trigger)).toBe(step !== none);
    const after = await seen(id);
    if (step === none) {
      expect(after).toEqual(before);
      return;
    }
    const [to, event] = step;
    expect(after.check).toEqual(before.check);
    const { due_at, ...report } = after.reports[0]!;
    // The last open report of a check is due within four hours of its creation.
    const waits = to === 'awaiting_approval' || before.reports[0]!.due_at !== null;
    expect(due_at === null ? null : Number(due_at) - report.created_at).toBe(waits ? 4 * HOUR_MS : null);
    const { due_at: _, ...reportBefore } = before.reports[0]!;
    expect(report).toEqual({
      ...reportBefore,
      status: to,
      result: to === 'complete' ? 'clear' : null,
      completed_at: finalReportStatuses.has(to) ? service.clock.now() : null,
    });
    expect(after.events).toEqual([...before.events, `${event} ${reportId} ${to}`]);
  });
});
