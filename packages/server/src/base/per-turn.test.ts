import { expect, test } from 'vitest';
import { PerTurn } from './per-turn.ts';

const nextTurn = () => new Promise((resume) => setImmediate(resume));

test('reads of one turn with the same key share an answer; later ones and other keys have their own', async () => {
  const pages = new PerTurn<string>();
  const read: string[] = [];
  const ask = (key: string) =>
    pages.share(key, async () => {
      read.push(key);
      return `${key} ${read.length}`;
    });
  const first = [ask('a'), ask('b'), ask('a')];
  expect(read).toEqual([]);
  expect(await Promise.all(first)).toEqual(['a 1', 'b 2', 'a 1']);
  await nextTurn();
  expect(await ask('a')).toBe('a 3');
});

test('a request that comes while a read is under way has a read of its own', async () => {
  const pages = new PerTurn<number>();
  const ends: ((value: number) => void)[] = [];
  const ask = () => pages.share('a', () => new Promise((end) => ends.push(end)));
  const first = ask();
  await nextTurn();
  const second = ask();
  await nextTurn();
  ends.forEach((end, i) => {
    end(i);
  });
  expect([await first, await second]).toEqual([0, 1]);
});

test('a read that fails rejects for all that share it, and is tried again in the next turn', async () => {
  const pages = new PerTurn<string>();
  const fail = () => pages.share('a', async () => Promise.reject(new Error('away')));
  const settled = await Promise.allSettled([fail(), fail()]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await pages.share('a', async () => 'back')).toBe('back');
});
