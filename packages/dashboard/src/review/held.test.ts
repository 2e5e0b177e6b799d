import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const onPageHide: (() => void)[] = [];
vi.stubGlobal('addEventListener', (_kind: string, act: () => void) => onPageHide.push(act));
const { held, isHeld } = await import('./held.ts');
vi.unstubAllGlobals();

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterAll(() => {
  vi.useRealTimers();
});

/** A decision on a report. `answers` settle the requests that send it, in order. */
function decisionOn(report: string, label = 'Clear') {
  const answers: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const send = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        answers.push({ resolve, reject });
      }),
  );
  const place = { account: 'a', environment: 'live' } as const;
  held.hold({ report, place, label, outcome: '', note: 'Looked', applicant: 'A. Byron', rest: false, send });
  return { send, answers };
}

const states = () => held.all().map(({ report, label, state }) => [report, label, state]);

test('a decision is sent after ten seconds, and is gone once the service has stored it', async () => {
  const { send, answers } = decisionOn('r1');
  await vi.advanceTimersByTimeAsync(9_999);
  expect([send.mock.calls.length, states(), held.all()[0]?.until]).toEqual([0, [['r1', 'Clear', 'waits']], 10_000]);
  await vi.advanceTimersByTimeAsync(1);
  expect([send.mock.calls.length, states()]).toEqual([1, [['r1', 'Clear', 'sending']]]);
  // The request is on its way: neither an undo nor another decision reaches it.
  expect(held.undo('r1')).toBe(false);
  decisionOn('r1', 'Consider');
  expect(states()).toEqual([['r1', 'Clear', 'sending']]);
  answers[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect([states(), isHeld('r1')]).toEqual([[], false]);
});

test('an undone decision is never sent', async () => {
  const { send } = decisionOn('r1');
  expect(held.undo('r1')).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([send.mock.calls.length, held.undo('r1')]).toEqual([0, false]);
});

test('a failed decision stays, and a new decision on the report replaces it', async () => {
  const { answers } = decisionOn('r1');
  await vi.advanceTimersByTimeAsync(10_000);
  const error = new Error('Unreachable');
  answers[0]?.reject(error);
  await vi.advanceTimersByTimeAsync(0);
  expect([states(), held.all()[0]?.error]).toEqual([[['r1', 'Clear', 'failed']], error]);
  decisionOn('r1', 'Consider');
  expect(states()).toEqual([['r1', 'Consider', 'waits']]);
  held.undo('r1');
});

test('closing the tab sends at once what waits', async () => {
  const [first, second] = [decisionOn('r1'), decisionOn('r2')];
  for (const act of onPageHide) act();
  expect([first.send.mock.calls.length, second.send.mock.calls.length]).toEqual([1, 1]);
  for (const { answers } of [first, second]) answers[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual([]);
});
