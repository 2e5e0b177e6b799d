import { expect, test } from 'vitest';
import { Slices } from './slices.ts';

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work of so many slices. Each slice is logged. */
function* work(name: string, slices: number, log: string[]): Generator<undefined, string> {
  for (let slice = 1; slice < slices; slice++) {
    log.push(`${name}${slice}`);
    yield;
  }
  log.push(`${name}${slices}`);
  return name;
}

test('long work gives the event loop back after each slice, and short work does not wait for its end', async () => {
  const log: string[] = [];
  const slices = new Slices();
  const long = slices.run(work('long', 4, log));
  const short = slices.run(work('short', 2, log)).then((name) => {
    log.push(`${name} done`);
  });
  for (let turn = 1; turn <= 7; turn++) {
    await turnOfLoop();
    log.push(`turn ${turn}`);
  }
  expect(await Promise.all([long, short])).toEqual(['long', undefined]);
  expect(log.filter((line) => !line.startsWith('turn'))).toEqual([
    ...['long1', 'short1', 'long2', 'short2', 'short done', 'long3', 'long4'],
  ]);
  // Never two slices in one turn of the loop.
  const perTurn = log.join(' ').split(/turn \d/);
  expect(perTurn.every((turn) => (turn.match(/(long|short)\d/g) ?? []).length <= 1)).toBe(true);
});

test('work that fails takes no other with it', async () => {
  const slices = new Slices();
  const failing = slices.run(
    // biome-ignore lint/correctness/useYield: it fails before its first pause
    (function* (): Generator<undefined, never> {
      throw new Error('No index');
    })(),
  );
  const other = slices.run(work('other', 3, []));
  await expect(failing).rejects.toThrow('No index');
  expect(await other).toBe('other');
  expect(await slices.run(work('later', 1, []))).toBe('later');
});
