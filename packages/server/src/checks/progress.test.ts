import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../api/v3/testing/events.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import type { Account } from '../context/account.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import type { ReportTrigger } from '../reports/records/states.ts';
import { checkResult } from '../reports/results.ts';
import { findReport } from '../store/queries/checks.ts';
import { startService, type TestService } from '../testing/service.ts';
import { getCheck, listReportsOf } from './get.ts';
import { checkIn, completeIfFinal, moveCheckBy, moveReportBy } from './progress.ts';

let service: TestService;
let ctx: Ctx;
beforeAll(async () => {
  // Nothing happens by itself: only the triggers of the test move anything.
  service = await startService({ settings: { role: 'api' }, account: { pausing: true } });
  const account = (await service.services.accounts.find(service.account.id)) as Account;
  ctx = new Ctx(service.services, account, 'sandbox', systemPrincipal('worker'));
});
afterAll(() => service.close());

async function newCheck(): Promise<string> {
  const story = storyOf(service, 'v3.6');
  const report_names = ['watchlist_standard', 'identity_enhanced', 'known_faces'];
  const { body } = await story.check({ applicant_id: await story.applicant(), report_names });
  return body.id;
}

/** Changes the status of a report as the service does. */
async function move(id: string, index: number, trigger: ReportTrigger, result: 'clear' | 'consider' = 'clear') {
  await ctx.transaction(async (tx) => {
    const check = (await checkIn(ctx, tx, id))!;
    const { reportIds } = await getCheck(ctx, id);
    const row = (await tx.first(findReport, { id: reportIds[index]! }))!;
    const outcome = { status: 'complete', result, sub_result: null, breakdown: {}, properties: {} } as const;
    await moveReportBy(ctx, tx, check, row, trigger, trigger === 'completed' ? outcome : undefined);
    await completeIfFinal(ctx, tx, check);
  });
}

test('of two who end a report at once one does', async () => {
  const id = await newCheck();
  await ctx.transaction(async (tx) => moveCheckBy(ctx, tx, (await checkIn(ctx, tx, id))!, 'resumed'));
  const each = [0, 1, 2];
  await Promise.all(each.flatMap((report) => [move(id, report, 'resumed'), move(id, report, 'resumed')]));
  await Promise.all(
    each.flatMap((report) => [
      move(id, report, 'completed', 'clear'),
      move(id, report, 'completed', 'consider'),
      move(id, report, 'withdrawn'),
    ]),
  );
  const { check } = await getCheck(ctx, id);
  const reports = await listReportsOf(ctx, id);
  expect(check.status).toBe('complete');
  expect(check.result).toBe(checkResult(reports.map(({ result }) => result)));
  const types = (await eventsOf(service, id)).map((event) => event.split(' ')[0]);
  expect(types.filter((type) => type === 'report.resumed')).toHaveLength(3);
  expect(types.filter((type) => type === 'report.completed' || type === 'report.withdrawn')).toHaveLength(3);
  expect(types.filter((type) => type === 'check.completed')).toHaveLength(1);
  expect(types.at(-1)).toBe('check.completed');
});
