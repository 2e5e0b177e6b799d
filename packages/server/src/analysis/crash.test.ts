import { describe, expect, test } from 'vitest';
import { failure, goneFrom, isAlive, usePools } from './testing/pools.ts';

const { open, programs } = usePools();

describe('a process that crashes', () => {
  test.each<[string, RegExp, RegExp | undefined]>([
    ['exits', /^The analyser ended: exit code 3$/, undefined],
    ['abandons', /^The analyser ended: exit code 1$/, /thrown where no handler catches it/],
    ['segfaults', /^The analyser ended: SIGSEGV$/, undefined],
    ['fillsHeap', /^The analyser ended: (SIG|exit code)/, /heap out of memory/],
  ])('%s: fails one task, and later ones get another', async (name, message, words) => {
    const { run, echo } = open();
    const { pid } = await echo();
    const crash = failure(run(name), 'crashed', message);
    const after = await echo('after');
    const { cause } = await crash;
    if (words) expect((cause as Error).message).toMatch(words);
    else expect(cause).toBeUndefined();
    expect(after).toMatchObject({ value: 'after', taken: 1 });
    expect(isAlive(pid)).toBe(false);
  });

  test('for taking more memory than it may, outside of the heap of JavaScript and deaf to everybody', async () => {
    const { run, echo } = open({ memory: { most: 300e6, kept: 300e6 } });
    const { cause } = await failure(run('fillsMemory'), 'crashed', /^The analyser ended: SIGKILL$/);
    expect((cause as Error).message).toMatch(/^The analyser took \d+ MB of memory, more than 300 MB$/);
    expect(await echo('after')).toMatchObject({ value: 'after', taken: 1 });
  });

  test('for using more of a processor than it may, deaf to everybody, which is not a fault of the machine', async () => {
    const { run, echo } = open({ processorTime: 300 });
    await failure(run('computes'), 'too_slow', /^No findings within 0.3 s of a processor$/);
    expect(await echo('after')).toMatchObject({ value: 'after', taken: 1 });
  });

  test('for processor time hits no process whose single tasks stay within the bound, however much they use together', async () => {
    const { run } = open({ processorTime: 1000 });
    const pids = [];
    for (let i = 0; i < 4; i++) pids.push(await run('uses', { milliseconds: 400 }));
    expect(new Set(pids).size).toBe(1);
  });

  test('without work is missed by no caller', async () => {
    const { echo } = open();
    const { pid } = await echo();
    process.kill(pid, 'SIGKILL');
    await goneFrom(pid);
    // A task of that very moment may go to it, and its caller tries again.
    await echo('next').catch((error) => expect(error).toMatchObject({ reason: 'crashed' }));
    expect(await echo('later')).toMatchObject({ value: 'later' });
  });

  test('at its very start fails each task that it was started for', async () => {
    const { echo } = open({ script: new URL('nowhere.js', programs().tasks) });
    for (const task of [echo(), echo()]) {
      const { cause } = await failure(task, 'crashed', /^The analyser ended: exit code 1$/);
      expect((cause as Error).message).toContain('Cannot find module');
    }
  });

  test('before it has read a large input fails its task', async () => {
    const { run } = open({ script: new URL('nowhere.js', programs().tasks) });
    const value = Buffer.alloc(10_000_000, 1);
    await failure(run('echo', { value }), 'crashed', /^The analyser ended: exit code 1$/);
  });
});
