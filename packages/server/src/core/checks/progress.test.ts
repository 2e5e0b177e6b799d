import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../../faces/v3/testing/events.ts';
import { storyOf } from '../../faces/v3/testing/story.ts';
import { checkResult } from '../../reports/results.ts';
import { findReport } from '../../store/queries/checks.ts';
import { startService, type TestService } from '../../testing/service.ts';
import type { Account } from '../accounts/account.ts';
import { Ctx } from '../ctx.ts';
import { finalReportStatuses, type ReportTrigger, reportStates } from '../reports/states.ts';
import { transition } from '../states.ts';
import { getCheck, listReportsOf } from './get.ts';
import { checkIn, completeIfFinal, moveCheckBy, moveReportBy } from './progress.ts';
import { type CheckTrigger, checkStates } from './states.ts';

let service: TestService;
let ctx: Ctx;
beforeAll(async () => {
  // Nothing happens by itself: only the triggers of the test move anything.
  service = await startService({ settings: { role: 'api' }, account: { pausing: true } });
  const account = (await service.services.accounts.find(service.account.id)) as Account;
  ctx = new Ctx(service.services, account, 'sandbox');
});
afterAll(() => service.close());

const reportTriggers = [...new Set(reportStates.map(({ trigger }) => trigger))];
const checkTriggers = [...new Set(checkStates.map(({ trigger }) => trigger))].filter(
  (name) => name !== 'reports_final',
);
const REPORTS = 3;

type Step = { report: number; trigger: ReportTrigger; result: 'clear' | 'consider' } | { check: CheckTrigger };

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        report: fc.nat(REPORTS - 1),
        trigger: fc.constantFrom(...reportTriggers),
        result: fc.constantFrom('clear' as const, 'consider' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ check: fc.constantFrom(...checkTriggers) }) },
  ),
  { maxLength: 25 },
);

async function newCheck(): Promise<string> {
  const story = storyOf(service, 'v3.6');
  const report_names = ['watchlist_standard', 'identity_enhanced', 'known_faces'];
  const { body } = await story.check({ applicant_id: await story.applicant(), report_names });
  return body.id;
}

/** Applies one trigger as the core does: whatever a report does, the check completes when all have ended. */
async function apply(id: string, step: Step): Promise<void> {
  await ctx.transaction(async (tx) => {
    const check = (await checkIn(ctx, tx, id))!;
    if ('check' in step) {
      await moveCheckBy(ctx, tx, check, step.check);
      return;
    }
    const { reportIds } = await getCheck(ctx, id);
    const row = (await tx.first(findReport, { id: reportIds[step.report]! }))!;
    const outcome = {
      status: 'complete' as const,
      result: step.result,
      sub_result: null,
      breakdown: {},
      properties: {},
    };
    await moveReportBy(ctx, tx, check, row, step.trigger, step.trigger === 'completed' ? outcome : undefined);
    await completeIfFinal(ctx, tx, check);
  });
}

async function state(id: string) {
  const { check } = await getCheck(ctx, id);
  return { check, reports: await listReportsOf(ctx, id), events: await eventsOf(service, id) };
}

test('whatever happens: final reports stay, each transition has one event, the result follows the reports', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const id = await newCheck();
      let before = await state(id);
      expect(before.events).toEqual([]);
      for (const step of sequence) {
        await apply(id, step);
        const after = await state(id);
        const expected: string[] = [];
        for (const [index, report] of after.reports.entries()) {
          const was = before.reports[index]!;
          if (finalReportStatuses.has(was.status)) expect(report).toEqual(was);
          const here =
            'report' in step && step.report === index ? transition(reportStates, was.status, step.trigger) : undefined;
          expect(report.status).toBe(here?.to ?? was.status);
          if (here?.event) expected.push(`${here.event} ${report.id} ${here.to}`);
          expect(report.completed_at === null).toBe(!finalReportStatuses.has(report.status));
        }
        const allEnded = after.reports.every(({ status }) => finalReportStatuses.has(status));
        const trigger = 'check' in step ? step.check : allEnded ? 'reports_final' : undefined;
        const moved = trigger && transition(checkStates, before.check.status, trigger);
        expect(after.check.status).toBe(moved?.to ?? before.check.status);
        if (moved?.event) expected.push(`${moved.event} ${id} ${moved.to}`);
        expect(after.events).toEqual([...before.events, ...expected]);
        expect(after.check.result).toBe(
          after.check.status === 'complete' ? checkResult(after.reports.map(({ result }) => result)) : null,
        );
        before = after;
      }
    }),
    { numRuns: 40 },
  );
});

test('of two who end a report at once one does', async () => {
  const id = await newCheck();
  await apply(id, { check: 'resumed' });
  const both = [0, 1, 2].flatMap((report) => [
    apply(id, { report, trigger: 'resumed', result: 'clear' }),
    apply(id, { report, trigger: 'resumed', result: 'clear' }),
  ]);
  await Promise.all(both);
  await Promise.all(
    [0, 1, 2].flatMap((report) => [
      apply(id, { report, trigger: 'completed', result: 'clear' }),
      apply(id, { report, trigger: 'completed', result: 'consider' }),
      apply(id, { report, trigger: 'withdrawn', result: 'clear' }),
    ]),
  );
  const { check, reports, events } = await state(id);
  expect(check.status).toBe('complete');
  expect(check.result).toBe(checkResult(reports.map(({ result }) => result)));
  const types = events.map((event) => event.split(' ')[0]);
  expect(types.filter((type) => type === 'report.resumed')).toHaveLength(3);
  expect(types.filter((type) => type === 'report.completed' || type === 'report.withdrawn')).toHaveLength(3);
  expect(types.filter((type) => type === 'check.completed')).toHaveLength(1);
  expect(types.at(-1)).toBe('check.completed');
});
