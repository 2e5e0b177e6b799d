import { expect, test } from 'vitest';
import { freeBytes } from './free-bytes.ts';

test('bytes with a buffer of their own are freed', () => {
  const bytes = Buffer.alloc(100_000, 1);
  freeBytes(bytes);
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0]);
  freeBytes(bytes);
});

test('a part of a larger buffer, and shared memory, are left as they are', () => {
  const whole = Buffer.alloc(100_000, 1);
  freeBytes(whole.subarray(1));
  freeBytes(whole.subarray(0, -1));
  expect(whole.equals(Buffer.alloc(100_000, 1))).toBe(true);
  const pooled = Buffer.from('short');
  freeBytes(pooled);
  expect(pooled.toString()).toBe('short');
  const shared = new Uint8Array(new SharedArrayBuffer(8));
  freeBytes(shared);
  expect(shared.length).toBe(8);
});
