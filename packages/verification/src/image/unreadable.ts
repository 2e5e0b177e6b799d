/**
 * The reason why a picture can't be analysed. `undecodable` doesn't say who is to blame: the file is cut short, damaged or
 * forged.
 */
export type UnreadableReason = 'unsupported' | 'too_many_pixels' | 'undecodable';

/**
 * The reason why a file was given up before its end. `too_slow`: it used up the processor time that a file may, as it would
 * again. `no_time`: it waited for a processor for so long that the machine must be busy, and may be read later.
 */
export type TimeoutReason = 'too_slow' | 'no_time';

/**
 * Thrown by everything that decodes pictures or draws PDFs when it takes longer than it may. It says nothing against the file.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { decode, DecodeTimeout } from '@bonafide/verification';
 *
 * try {
 *   await decode(await readFile('passport.jpg'));
 * } catch (error) {
 *   if (error instanceof DecodeTimeout) console.log(error.reason);
 * }
 */
export class DecodeTimeout extends Error {
  readonly reason: TimeoutReason;

  constructor(reason: TimeoutReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DecodeTimeout';
    this.reason = reason;
  }
}

/**
 * Thrown where the machine has no memory for a file that stays within its bounds. It says nothing against the file.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { decode, OutOfMemory } from '@bonafide/verification';
 *
 * try {
 *   await decode(await readFile('passport.jpg'));
 * } catch (error) {
 *   if (error instanceof OutOfMemory) console.log('Try again later.');
 * }
 */
export class OutOfMemory extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'OutOfMemory';
  }
}

/**
 * Thrown by everything that decodes pictures.
 *
 * @example
 * import { decode, UnreadableImage } from '@bonafide/verification';
 *
 * try {
 *   await decode(new Uint8Array(8));
 * } catch (error) {
 *   if (error instanceof UnreadableImage) console.log(error.reason);
 * }
 */
export class UnreadableImage extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableImage';
    this.reason = reason;
  }
}
