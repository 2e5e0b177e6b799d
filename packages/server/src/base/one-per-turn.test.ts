import { expect, test } from 'vitest';
import { OnePerTurn } from './one-per-turn.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('the first piece of work goes at once, and each further one in a turn of its own, in order', async () => {
  const pieces = new OnePerTurn();
  const done: number[] = [];
  const all = Array.from({ length: 20 }, (_, i) => pieces.enter().then(() => void done.push(i)));
  await Promise.resolve();
  expect(done).toEqual([0]);
  for (let turns = 1; turns < 20; turns++) {
    await turn();
    expect(done).toEqual(Array.from({ length: turns + 1 }, (_, i) => i));
  }
  await Promise.all(all);
});

test('after a turn without work the next piece goes at once', async () => {
  const pieces = new OnePerTurn();
  await pieces.enter();
  await turn();
  await turn();
  let entered = false;
  void pieces.enter().then(() => {
    entered = true;
  });
  await Promise.resolve();
  expect(entered).toBe(true);
});
