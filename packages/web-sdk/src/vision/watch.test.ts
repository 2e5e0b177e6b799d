import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seldom, steady } from './steady.ts';
import { finished, watch } from './watch.ts';

describe('watching', () => {
  let busy = 0;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('window', globalThis);
    busy = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + busy);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** A look that works for so many milliseconds, in steps of 5. */
  function* working(ms: number, result: string): Generator<void, string> {
    for (let spent = 0; spent < ms; spent += 5) {
      busy += 5;
      yield;
    }
    return result;
  }
  const pace = { least: 100, share: 0.25 };

  it('looks at its pace, and lets others have the thread meanwhile', () => {
    const listener = vi.fn();
    const stop = watch(() => working(20, 'seen'), listener, pace);
    // Two steps, and the thread is free.
    expect([busy, listener.mock.calls.length]).toEqual([10, 0]);
    vi.advanceTimersByTime(10);
    expect(listener.mock.calls).toEqual([['seen']]);
    vi.advanceTimersByTime(90);
    expect(listener).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(20);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(5000);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes to its end once, unless the screen is gone', async () => {
    let stopped = false;
    const whole = finished(working(20, 'seen'), () => stopped);
    await vi.runAllTimersAsync();
    expect([await whole, busy]).toEqual(['seen', 20]);
    const left = finished(working(1000, 'seen'), () => stopped);
    stopped = true;
    await vi.runAllTimersAsync();
    // Two steps of the second picture, which had begun.
    expect([await left, busy, vi.getTimerCount()]).toEqual([undefined, 30, 0]);
    expect(await finished(working(1000, 'seen'), () => stopped)).toBe(undefined);
    expect(busy).toBe(30);
  });

  it('comes seldomer where it takes long', () => {
    const listener = vi.fn();
    watch(() => working(200, 'seen'), listener, pace);
    vi.advanceTimersByTime(5000);
    // 200 of 800 milliseconds.
    expect(listener.mock.calls.length).toBeGreaterThan(5);
    expect(listener.mock.calls.length).toBeLessThan(10);
  });

  it('gives up on a device that is too slow, once', () => {
    const listener = vi.fn();
    watch(() => working(600, 'seen'), listener, pace);
    vi.advanceTimersByTime(60_000);
    expect(listener.mock.calls).toEqual([['seen'], ['seen'], [undefined]]);
  });

  it('waits where there is nothing to see yet', () => {
    const listener = vi.fn();
    let there = false;
    watch(() => (there ? working(5, 'seen') : undefined), listener, pace);
    vi.advanceTimersByTime(500);
    expect(listener).not.toHaveBeenCalled();
    there = true;
    vi.advanceTimersByTime(100);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

it('changes the hint only after several equal looks in a row', () => {
  const settle = steady<string>(3);
  expect(['a', 'a', 'a', 'b', 'b', 'a', 'b', 'b', 'b'].map(settle)).toEqual([
    undefined,
    undefined,
    'a',
    'a',
    'a',
    'a',
    'a',
    'a',
    'b',
  ]);
});

it('says what is new, and not too often', () => {
  const aloud = seldom<string>(2000, 0);
  const said = [
    ['a', 1000],
    ['a', 2000],
    ['a', 3000],
    ['b', 3500],
    ['c', 5000],
    ['c', 6500],
    ['b', 7000],
  ] as const;
  expect(said.map(([text, at]) => aloud(text, at))).toEqual([false, true, false, false, true, false, true]);
});
