import { afterEach, expect, test } from 'vitest';
import type { Finding } from '../health/finding.ts';
import { TestClock } from '../testing/clock.ts';
import { type Admin, openAdmin } from './admin.ts';

const found = (state: Finding['state']): Finding[] => [{ name: 'store', state, detail: '', ms: 0 }];

let admin: Admin;
afterEach(() => admin.close());

/** The probes of a process, and the examinations that they have begun. */
async function open() {
  const clock = new TestClock();
  const examinations: ((findings: Finding[]) => void)[] = [];
  let begun = () => {};
  admin = await openAdmin({
    host: '127.0.0.1',
    port: 0,
    clock,
    examine: () =>
      new Promise((resolve) => {
        examinations.push(resolve);
        begun();
      }),
    version: async () => ({}),
    exposition: { contentType: 'text/plain', text: async () => '' },
  });
  const probe = async () => {
    const answer = await fetch(`http://127.0.0.1:${admin.port}/readyz`);
    const { findings } = (await answer.json()) as { findings: Finding[] };
    return [answer.status, findings[0]?.detail || findings[0]?.state];
  };
  const examining = (count: number) =>
    new Promise<void>((resolve) => {
      begun = () => examinations.length === count && resolve();
    });
  return { clock, examinations, probe, examining };
}

test('a probe whose examination takes long answers with the findings before it, while they are recent', async () => {
  const { clock, examinations, probe, examining } = await open();
  let started = examining(1);
  let answer = probe();
  await started;
  examinations[0]?.(found('ok'));
  expect(await answer).toEqual([200, 'ok']);

  started = examining(2);
  answer = probe();
  await started;
  clock.advance(1_000);
  expect(await answer).toEqual([200, 'ok']);
  // The second examination ends with a fault before the next probe.
  examinations[1]?.(found('failed'));
  started = examining(3);
  answer = probe();
  await started;
  clock.advance(1_000);
  expect(await answer).toEqual([503, 'failed']);

  examinations[2]?.(found('ok'));
  await new Promise(setImmediate);
  clock.advance(30_001);
  started = examining(4);
  answer = probe();
  await started;
  clock.advance(1_000);
  examinations[3]?.(found('failed'));
  expect(await answer).toEqual([503, 'failed']);
});

test('a probe whose examination began before the stop answers that the process stops', async () => {
  const { examinations, probe, examining } = await open();
  const started = examining(1);
  const answer = probe();
  await started;
  admin.stopping();
  examinations[0]?.(found('ok'));
  expect(await answer).toEqual([503, 'is stopping']);
});
