import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endWithNpm } from './npm-parent.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('ends once npm, which started it, has gone', () => {
  let parent = 100;
  const end = vi.fn();
  endWithNpm({ npm_lifecycle_event: 'start' }, end, () => parent);
  vi.advanceTimersByTime(60_000);
  expect(end).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(60_000);
  expect(end).toHaveBeenCalledTimes(1);
});

test('outlives its parent without npm', () => {
  let parent = 100;
  const end = vi.fn();
  endWithNpm({}, end, () => parent);
  parent = 1;
  vi.advanceTimersByTime(60_000);
  expect(end).not.toHaveBeenCalled();
});
