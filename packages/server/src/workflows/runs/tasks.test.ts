import { expect, test } from 'vitest';
import { taskId } from './tasks.ts';

test('the ids of a run never collide, however often a step is repeated', () => {
  const run = 'd4b1c7a0-91e8-4d43-b1a3-eaae857aadd0';
  const ids = Array.from({ length: 100_000 }, (_, position) => taskId(run, 'profile_data', position));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^profile_[0-9a-f]{5}$/);
});

test('ids differ between runs, and ids of one run do not count up', () => {
  const runs = ['one', 'two', 'three'].map((run) => taskId(run, 'check', 1));
  expect(new Set(runs).size).toBe(3);
  const [first, second] = [1, 2].map((position) => Number.parseInt(taskId('one', 'check', position).slice(-5), 16));
  expect(Math.abs((first as number) - (second as number))).toBeGreaterThan(1);
});
