import { readSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { LARGE_PIPE, type Request, type SentRequest } from './messages.ts';

/**
 * Bytes from which a buffer of an input goes over the pipe. A message of Node is serialised and copied twice: a picture of 10 MB
 * took 36 MB of memory until the next garbage collection, and held up the event loop meanwhile.
 */
const LARGE_BYTES = 64 * 1024;

/** Takes the large buffers out of a request. */
export function splitRequest({ name, input }: Request): { message: SentRequest; buffers: Buffer[] } {
  const isLarge = ([, value]: [string, unknown]) => Buffer.isBuffer(value) && value.length >= LARGE_BYTES;
  const fields = Object.entries(input ?? {});
  const large = fields.filter(isLarge) as [string, Buffer][];
  if (large.length === 0) return { message: { name, input, large: [] }, buffers: [] };
  return {
    message: {
      name,
      input: Object.fromEntries(fields.filter((field) => !isLarge(field))),
      large: large.map(([key, { length }]) => [key, length]),
    },
    buffers: large.map(([, bytes]) => bytes),
  };
}

/** Writes buffers to the pipe of a process. Resolves when the system no longer reads them, also after the process has gone. */
export async function writeLarge(pipe: Writable | undefined, buffers: readonly Buffer[]): Promise<void> {
  if (!pipe) return;
  await Promise.all(buffers.map((bytes) => new Promise<void>((resolve) => pipe.write(bytes, () => resolve()))));
}

/** The request with its large buffers, which the process reads from its pipe. Ends the process when the pipe ends before. */
export function joinRequest({ name, input, large }: SentRequest): Request {
  if (large.length === 0) return { name, input };
  const read = large.map(([key, size]) => [key, readLarge(size)] as const);
  return { name, input: { ...(input as object), ...Object.fromEntries(read) } };
}

function readLarge(size: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let filled = 0; filled < size; ) {
    const read = readSync(LARGE_PIPE, bytes, filled, size - filled, null);
    if (read === 0) process.exit();
    filled += read;
  }
  return bytes;
}
