import { setImmediate } from 'node:timers/promises';
import { UnreadableImage, UnreadablePdf } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { TooManyWaiting } from '../base/turns.ts';
import { failure, goneFrom, IDLE, isAlive, PATIENCE, usePools } from './testing/pools.ts';

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
    clock.advance(PATIENCE);
    await failure(hanging, 'no_time', /^The machine had no time for the analysis within 60 s$/);
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

describe('tasks of accounts', () => {
  const of = (account: string, applicant = 'one', weight = 0) => ({ lane: { account, applicant }, weight });
  const order = (answers: readonly { value: string; taken: number }[]) =>
    answers.toSorted((a, b) => a.taken - b.taken).map(({ value }) => value);

  test('take turns, and so do applicants', async () => {
    const { run, echo } = open();
    const send = (value: string, account: string, applicant: string) => run('echo', { value }, of(account, applicant));
    const all = [
      echo('first'),
      send('a1', 'a', '1'),
      send('a1 again', 'a', '1'),
      send('a2', 'a', '2'),
      send('b', 'b', '1'),
    ];
    expect(order(await Promise.all(all))).toEqual(['first', 'a1', 'b', 'a2', 'a1 again']);
  });

  test('beyond what may wait are refused at once, and none of another account', async () => {
    const bounds = { applicant: 1, account: 2, all: 3 };
    const { run } = open({ shares: { bounds: { light: bounds, heavy: bounds } } });
    const running = run('echo', { value: 0 }, of('a'));
    const waiting = [of('a', '1'), of('a', '2'), of('b', '1')].map((lane) => run('echo', { value: 0 }, lane));
    for (const lane of [of('a', '1'), of('a', '3'), of('c')]) {
      await expect(run('echo', { value: 0 }, lane)).rejects.toBeInstanceOf(TooManyWaiting);
    }
    await Promise.all([running, ...waiting]);
    expect(await run('echo', { value: 'again' }, of('a', '1'))).toMatchObject({ value: 'again' });
  });

  test('read what they need when a process is free, and not before', async () => {
    const { run } = open();
    const read: string[] = [];
    const reading = (name: string) => async () => {
      read.push(name);
      return { value: name };
    };
    const all = ['a', 'b', 'c'].map((name) => run('echo', reading(name), of('a', name)));
    await setImmediate();
    expect(read).toEqual(['a']);
    await Promise.all(all);
    expect(read).toEqual(['a', 'b', 'c']);
    const broken = async () => {
      throw new Error('No such file');
    };
    await expect(run('echo', broken, of('a'))).rejects.toThrow('No such file');
    expect(await run('echo', { value: 'still' }, of('a'))).toMatchObject({ value: 'still' });
  });

  test('that are heavy leave a process to those that are light', async () => {
    const { run, clock } = open({ processes: 2, heavyFrom: 10, shares: { placesOfHeavy: 1 } });
    const hanging = failure(run('hangs', {}, of('a', '1', 10)), 'no_time', /60 s/);
    const heavy = run('echo', { value: 'heavy' }, of('a', '2', 10));
    expect(await run('echo', { value: 'light' }, of('b', '1', 9))).toMatchObject({ value: 'light', taken: 1 });
    clock.advance(PATIENCE);
    await hanging;
    expect(await heavy).toMatchObject({ value: 'heavy' });
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
    await setImmediate();
    clock.advance(PATIENCE - 1);
    const second = run('hangs');
    await setImmediate();
    clock.advance(1);
    await failure(first, 'no_time', /^The machine had no time for the analysis within 60 s$/);
    const after = await echo('after');
    expect(after).toMatchObject({ value: 'after', taken: 1 });
    await goneFrom(one.pid);
    clock.advance(PATIENCE - 2);
    expect(await Promise.race([second.catch((error) => error), echo('still')])).toMatchObject({ value: 'still' });
    clock.advance(1);
    await failure(second, 'no_time', /^The machine had no time for the analysis within 60 s$/);
  });

  test('is counted for each task again', async () => {
    const { echo, clock } = open();
    const { pid } = await echo();
    for (let i = 0; i < 3; i++) {
      clock.advance(PATIENCE - 1);
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
