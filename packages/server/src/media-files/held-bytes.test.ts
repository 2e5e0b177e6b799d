import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HeldBytes, UploadMemory } from './held-bytes.ts';

const whole = randomBytes(1_500_000);

function pieces(): Buffer[] {
  return Array.from({ length: 15 }, (_, index) => Buffer.from(whole.subarray(index * 100_000, (index + 1) * 100_000)));
}

/** Bytes of an upload with a budget, after all pieces were pushed; counts how often they were read back. */
function upload(budget: number) {
  const memory = new UploadMemory(budget);
  const held = new HeldBytes(memory, whole.length);
  for (const piece of pieces()) held.push(piece);
  const opened = { times: 0, pieces: [] as Buffer[] };
  const read = () =>
    held.read(async () => {
      opened.times += 1;
      opened.pieces = pieces();
      return (async function* () {
        yield* opened.pieces;
      })();
    }, whole.length);
  return { memory, held, opened, read };
}

const lengths = (buffers: readonly Buffer[]) => [...new Set(buffers.map(({ length }) => length))];

describe('the bytes of an upload', () => {
  test('are read from memory, and freed at their release', async () => {
    const { memory, held, opened, read } = upload(whole.length);
    const bytes = await read();
    expect(bytes.equals(whole)).toBe(true);
    expect((await read()).equals(whole)).toBe(true);
    expect(opened.times).toBe(0);
    expect(memory.reserve(1)).toBe(false);
    held.release();
    expect(bytes.length).toBe(0);
    expect(memory.reserve(whole.length)).toBe(true);
    held.release();
    expect(memory.reserve(1)).toBe(false);
  });

  test('are read back each time without room, and freed too', async () => {
    const { held, opened, read } = upload(whole.length - 1);
    const first = await read();
    const second = await read();
    expect([first.equals(whole), second.equals(whole), opened.times]).toEqual([true, true, 2]);
    expect(lengths(opened.pieces)).toEqual([0]);
    held.release();
    expect([first.length, second.length]).toEqual([0, 0]);
  });

  test('are held from the first reading on where there is room by then', async () => {
    const { memory, held, opened, read } = upload(whole.length - 1);
    memory.release(1);
    const bytes = await read();
    expect([(await read()).equals(whole), opened.times]).toEqual([true, 1]);
    held.release();
    expect(bytes.length).toBe(0);
  });
});
