import type { Sharp } from 'sharp';
import { DecodeTimeout, OutOfMemory, UnreadableImage } from './unreadable.ts';

/** Seconds of a processor that a picture may take to be decoded. The largest take about one. */
const DECODE_SECONDS = 10;

/**
 * Seconds on the wall clock after which libvips gives up, since it can't measure processor time. A picture that has used less
 * processor time by then had to wait for a processor: the bound only frees a process that waits.
 */
const GIVEN_UP_SECONDS = 30;

/** Messages of libvips, libjpeg and libspng when the system gives them no memory. */
const NO_MEMORY = /out of memory|insufficient memory|cannot allocate|bad_alloc|allocation failed/i;

/** Time that a processor has spent on this process, in seconds. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Runs libvips on a picture within its time limit. Throws `UnreadableImage`, `DecodeTimeout` or `OutOfMemory`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { withinTime } from '@bonafide/verification';
 * import sharp from 'sharp';
 *
 * const image = sharp(await readFile('photo.jpg'));
 * const { width } = await withinTime(image, (picture) => picture.metadata());
 * console.log(width);
 */
export async function withinTime<T>(image: Sharp, make: (image: Sharp) => Promise<T>): Promise<T> {
  const begun = processorSeconds();
  try {
    return await make(image.timeout({ seconds: GIVEN_UP_SECONDS }));
  } catch (error) {
    throw decoderFailure(error, processorSeconds() - begun);
  }
}

/**
 * Converts an error of the decoder: the machine had no time or no memory, or the picture is unreadable.
 * @param spent seconds of a processor that the process has used meanwhile
 */
export function decoderFailure(error: unknown, spent: number): UnreadableImage | DecodeTimeout | OutOfMemory {
  if (error instanceof UnreadableImage) return error;
  const message = error instanceof Error ? error.message : String(error);
  // So sharp begins a line when the time of `timeout` is over: https://sharp.pixelplumbing.com/api-output#timeout
  if (/^timeout:/m.test(message)) {
    return spent >= DECODE_SECONDS
      ? new DecodeTimeout('too_slow', `Decoding the image took more than ${DECODE_SECONDS} s of CPU time`, error)
      : new DecodeTimeout('no_time', `The server was too busy to decode the image within ${GIVEN_UP_SECONDS} s`, error);
  }
  if (NO_MEMORY.test(message)) return new OutOfMemory('The server had not enough memory to decode the image', error);
  if (message.includes('exceeds pixel limit')) return new UnreadableImage('too_many_pixels', message, error);
  return new UnreadableImage('undecodable', message, error);
}
