import { expect, it } from 'vitest';
import { randomOf } from './random.ts';

it('gives as many bytes as asked for, and none of them twice', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 5_000; i++) {
    const bytes = randomOf(12);
    expect(bytes).toHaveLength(12);
    seen.add(bytes.toString('hex'));
  }
  expect(seen.size).toBe(5_000);
  const kept = randomOf(16);
  const before = kept.toString('hex');
  for (let i = 0; i < 1_000; i++) randomOf(32);
  expect(kept.toString('hex')).toBe(before);
});
