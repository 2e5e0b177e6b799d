import { expect, test } from 'vitest';
import { TestClock } from '../testing/clock.ts';
import { DAY_MS } from './clock.ts';
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
  // The next call is due ten milliseconds after the one before began.
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
