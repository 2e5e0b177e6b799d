/**
 * Kinds of errors, by which an app decides what to tell the applicant.
 *
 * - `wrong_key`: the chip did not accept the key. Scan the MRZ again, or correct the typed data.
 * - `tag_lost`: the transport failed. Hold the phone still on the document and start again.
 * - `unsupported`: the chip has no way of access that this package knows.
 * - `invalid_answer`: the chip answered something that the protocol does not allow, or its answer was changed on the way.
 * - `cancelled`: the app cancelled the reading.
 */
export type ChipErrorCode = 'wrong_key' | 'tag_lost' | 'unsupported' | 'invalid_answer' | 'cancelled';

/** Error of a reading. `status` is the chip's status word, such as 0x6a82, where the chip sent one. */
export class ChipError extends Error {
  readonly code: ChipErrorCode;
  readonly status: number | undefined;

  constructor(code: ChipErrorCode, message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ChipError';
    this.code = code;
    this.status = status;
  }
}

/** The error for an answer that the protocol does not allow. */
export const invalidAnswer = (message: string, status?: number): ChipError =>
  new ChipError('invalid_answer', message, status === undefined ? {} : { status });
