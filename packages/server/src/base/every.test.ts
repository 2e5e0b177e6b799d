import { expect, test } from 'vitest';
import { TestClock } from '../testing/clock.ts';
import { DAY_MS, HOUR_MS } from './clock.ts';
import { every } from './every.ts';

test('work that takes long is called once, and again as soon as it has ended', async () => {
  const clock = new TestClock();
  const start = clock.now();
  const calls: number[] = [];
  let end = () => {};
  const stop = every(clock, 10, () => {
    calls.push(clock.now() - start);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const ended = async () => {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  };

  clock.advance(9);
  expect(calls).toEqual([]);
  clock.advance(1);
  expect(calls).toEqual([10]);
  await ended();
  // The next call is due ten milliseconds after the previous call began.
  clock.advance(9);
  expect(calls).toEqual([10]);
  clock.advance(15 * DAY_MS);
  expect(calls).toEqual([10, 20]);
  const late = clock.now() - start;
  await ended();
  clock.advance(0);
  expect(calls).toEqual([10, 20, late]);
  stop();
  await ended();
  clock.advance(DAY_MS);
  expect(calls).toEqual([10, 20, late]);
});

test('a clock that is set back during a call delays the next one no longer than usual', async () => {
  const clock = new TestClock();
  let behind = 0;
  let calls = 0;
  const movable = { now: () => clock.now() - behind, schedule: clock.schedule.bind(clock) };
  const stop = every(movable, 10, async () => {
    calls += 1;
    behind = HOUR_MS;
  });
  clock.advance(10);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(10);
  expect(calls).toBe(2);
  stop();
});
