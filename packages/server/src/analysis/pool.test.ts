import { UnreadableImage, UnreadablePdf } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { failure, goneFrom, IDLE, isAlive, TIMEOUT, usePools } from './testing/pools.ts';

const { open } = usePools();

describe('tasks', () => {
  test('start no process before the first one', async () => {
    const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = processes();
    const { echo } = open({ processes: 2 });
    expect(processes()).toBe(before);
    expect(await echo('hello')).toMatchObject({ value: 'hello', taken: 1 });
  });

  test('run in their order, one after the other in one process', async () => {
    const { echo } = open();
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(echo));
    expect(answers.map(({ value, taken }) => `${value}${taken}`)).toEqual(['a1', 'b2', 'c3', 'd4']);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
  });

  test('run beside each other in as many processes as there may be', async () => {
    const { run, echo, clock } = open({ processes: 2 });
    const hanging = run('hangs');
    const answers = await Promise.all(['a', 'b', 'c'].map(echo));
    expect(answers.map(({ taken }) => taken)).toEqual([1, 2, 3]);
    clock.advance(TIMEOUT);
    await failure(hanging, 'timeout', /^No findings within 60 s$/);
  });

  test('for which somebody waits begin before all others, in their order', async () => {
    const { run, echo } = open();
    const urgent = (value: string) => run('urgent', { value });
    const all = [echo('a'), echo('b'), urgent('c'), echo('d'), urgent('e')];
    expect((await Promise.all(all)).map(({ value, taken }) => `${value}${taken}`)).toEqual([
      'a1',
      'b4',
      'c2',
      'd5',
      'e3',
    ]);
  });

  test('leave the bytes that they are given with who gave them, and bring bytes back', async () => {
    const { echo } = open();
    const bytes = Buffer.alloc(1_000_000, 7);
    const floats = new Float32Array([0.5, -1]);
    const { value } = await echo({ bytes, part: bytes.subarray(1, 4), floats, map: new Map([[1, undefined]]) });
    expect(bytes.length).toBe(1_000_000);
    expect(bytes.equals(value.bytes)).toBe(true);
    expect([...value.part]).toEqual([7, 7, 7]);
    expect(value.floats).toEqual(floats);
    expect(value.map).toEqual(new Map([[1, undefined]]));
  });

  test('that can not be sent fail alone', async () => {
    const { echo } = open();
    const [first, second] = await Promise.allSettled([echo(() => 'a function'), echo('b')]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('not be cloned') } });
    expect(second).toMatchObject({ value: { value: 'b', taken: 1 } });
  });
});

describe('errors of analysers', () => {
  test.each([
    [
      UnreadableImage,
      { name: 'UnreadableImage', reason: 'too_many_pixels', message: 'Input image exceeds pixel limit' },
    ],
    [UnreadablePdf, { name: 'UnreadablePdf', reason: 'encrypted', message: 'Password required' }],
  ])('come back as what they are: %o', async (kind, facts) => {
    const { run } = open();
    const error = await run('throws', facts).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject(facts);
    // What lies behind it may hold anything, and stays where it was.
    expect(error.cause).toBeUndefined();
  });

  test('keep name, message and reason, whatever they are called', async () => {
    const { run } = open();
    const facts = { name: 'constructor', reason: 'odd', message: 'Odd' };
    const error = await run('throws', facts).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject(facts);
    await expect(run('throwsText')).rejects.toMatchObject({ name: 'Error', message: 'no error at all' });
    await expect(run('overflows')).rejects.toMatchObject({ name: 'RangeError' });
    await expect(run('toString')).rejects.toMatchObject({ message: 'There is no such task' });
  });

  test('cost no process', async () => {
    const { run, echo } = open();
    const { pid } = await echo();
    await expect(run('throwsText')).rejects.toThrow();
    await expect(run('overflows')).rejects.toThrow();
    expect((await echo()).pid).toBe(pid);
  });
});

describe('time', () => {
  test('ends a task that takes too long, with its process, and no other', async () => {
    const { run, echo, clock } = open({ processes: 2 });
    const one = await echo();
    const first = run('hangs');
    clock.advance(TIMEOUT - 1);
    const second = run('hangs');
    clock.advance(1);
    await failure(first, 'timeout', /^No findings within 60 s$/);
    const after = await echo('after');
    expect(after).toMatchObject({ value: 'after', taken: 1 });
    await goneFrom(one.pid);
    clock.advance(TIMEOUT - 2);
    expect(await Promise.race([second.catch((error) => error), echo('still')])).toMatchObject({ value: 'still' });
    clock.advance(1);
    await failure(second, 'timeout', /^No findings within 60 s$/);
  });

  test('is counted for each task anew', async () => {
    const { echo, clock } = open();
    const { pid } = await echo();
    for (let i = 0; i < 3; i++) {
      clock.advance(TIMEOUT - 1);
      expect((await echo()).pid).toBe(pid);
    }
  });

  test('without work ends a process, and its memory is given back', async () => {
    const { echo, clock } = open();
    const { pid } = await echo();
    clock.advance(IDLE - 1);
    expect((await echo()).pid).toBe(pid);
    clock.advance(IDLE - 1);
    expect(isAlive(pid)).toBe(true);
    clock.advance(1);
    await goneFrom(pid);
    expect(await echo()).toMatchObject({ taken: 1 });
  });
});

test('a process that holds more memory after a task than it may gets no other task', async () => {
  const { run, echo } = open({ memory: { most: 1e9, kept: 200e6 } });
  const { pid } = await echo();
  expect(await run('keeps', { bytes: 10e6 })).toBe(pid);
  expect(await run('keeps', { bytes: 200e6 })).toBe(pid);
  expect(await echo()).toMatchObject({ taken: 1 });
  expect(isAlive(pid)).toBe(false);
});

test('closing stops what runs and what waits, and nothing more is taken', async () => {
  const { pool, run, echo } = open();
  const { pid } = await echo();
  const ends = [run('hangs'), run('hangs')].map((task) => failure(task, 'stopped', /^The service is shutting down$/));
  await pool.close();
  expect(isAlive(pid)).toBe(false);
  await Promise.all(ends);
  await failure(echo(), 'stopped', /shutting down/);
  await pool.close();
});
