import { describe, expect, it } from 'vitest';
import { makeSlots } from './decode-slots.ts';

/** A task that ends when it is told to. */
function held() {
  let finish = () => {};
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finish, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('run two at a time, in order, and hand their place on', async () => {
    const slots = makeSlots(2);
    const tasks = Array.from({ length: 5 }, held);
    const started: number[] = [];
    const results = tasks.map(({ end }, i) =>
      slots.run(async () => {
        started.push(i);
        await end;
        return i;
      }),
    );
    await settle();
    expect(started).toEqual([0, 1]);
    tasks[1]!.finish();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    for (const task of tasks) task.finish();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('are free again after an error', async () => {
    const slots = makeSlots(1);
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run(async () => 'yes')).toBe('yes');
  });
});
