import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import type { Account } from '../context/account.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import type { Outcome } from '../reports/outcome.ts';
import { findReport } from '../store/queries/checks.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import { startService, type TestService } from '../testing/service.ts';
import type { Check } from './check.ts';
import { getCheck } from './get.ts';
import { checkIn, completeIfFinal, endReport, moveReportBy } from './progress.ts';
import { reopenCheck } from './reopen.ts';
import { waitForCheck } from './wait.ts';
import { withdrawCheck } from './withdraw.ts';

/** Default wait in milliseconds: half the time that clients wait for any answer. */
const WAIT_MS = 15_000;
let service: TestService;
let ctx: Ctx;
let id: string;
beforeAll(async () => {
  // Nothing happens by itself: only the test moves anything.
  service = await startService({ settings: { role: 'api' } });
  const account = (await service.services.accounts.find(service.account.id)) as Account;
  ctx = new Ctx(service.services, account, 'sandbox', systemPrincipal('worker'));
});
afterAll(() => service.close());
beforeEach(async () => {
  id = await newCheck();
});

async function newCheck(): Promise<string> {
  const story = storyOf(service, 'v3.6');
  const report_names = ['watchlist_standard', 'identity_enhanced'];
  return (await story.check({ applicant_id: await story.applicant(), report_names })).body.id;
}

/** Waits for the check; `answered` says whether the wait is over, after enough time for running work. */
function waiting() {
  let over = false;
  const promise = waitForCheck(ctx, id).then(({ check }) => {
    over = true;
    return check.status;
  });
  const answered = async () => {
    for (let i = 0; i < 5; i += 1) await service.get('/v3.6/ping');
    return over;
  };
  return { promise, answered };
}

async function inReport(index: number, work: (tx: ScopedTx, check: Check, row: ReportRow) => Promise<unknown>) {
  await ctx.transaction(async (tx) => {
    const check = (await checkIn(ctx, tx, id))!;
    const row = (await tx.first(findReport, { id: (await getCheck(ctx, id)).reportIds[index]! }))!;
    await work(tx, check, row);
  });
}

const review = (index: number) =>
  inReport(index, (tx, check, row) => moveReportBy(ctx, tx, check, row, 'review_needed'));

const clear: Outcome = { status: 'complete', result: 'clear', sub_result: null, breakdown: {}, properties: {} };
const complete = (index: number) =>
  inReport(index, async (tx, check, row) => {
    await endReport(ctx, tx, check, row, clear);
    await completeIfFinal(ctx, tx, check);
  });

test.each([
  ['both reports go to a person', review, review, 'in_progress'],
  ['one goes to a person, then one completes', review, complete, 'in_progress'],
  ['one completes, then one goes to a person', complete, review, 'in_progress'],
  ['both complete', complete, complete, 'complete'],
])('ends when %s, not before', async (_, first, second, status) => {
  const { promise, answered } = waiting();
  expect(await answered()).toBe(false);
  await first(0);
  expect(await answered()).toBe(false);
  await second(1);
  expect(await promise).toBe(status);
  // A later request waits for nothing.
  expect(await waiting().promise).toBe(status);
});

test.each([
  ['withdrawn', withdrawCheck],
  ['reopened', reopenCheck],
])('ends when the check is %s', async (status, change) => {
  const { promise, answered } = waiting();
  expect(await answered()).toBe(false);
  await change(ctx, id);
  expect(await promise).toBe(status);
});

test('ends after the longest wait, with the check as it is then', async () => {
  const { promise, answered } = waiting();
  service.clock.advance(WAIT_MS - 1);
  expect(await answered()).toBe(false);
  service.clock.advance(1);
  expect(await promise).toBe('in_progress');
});

test('is not ended by another check', async () => {
  const { promise, answered } = waiting();
  const waitedFor = id;
  id = await newCheck();
  await withdrawCheck(ctx, id);
  expect(await answered()).toBe(false);
  id = waitedFor;
  await withdrawCheck(ctx, id);
  expect(await promise).toBe('withdrawn');
});
