/** Reasons why a PDF can't be analysed. */
export type UnreadablePdfReason =
  | 'not_a_pdf'
  | 'encrypted'
  | 'undecodable'
  | 'no_pages'
  | 'too_many_pages'
  | 'page_too_large';

/**
 * Thrown by everything that opens PDFs.
 *
 * @example
 * import { readPdf, UnreadablePdf } from '@bonafide/verification';
 *
 * try {
 *   await readPdf(new Uint8Array(8));
 * } catch (error) {
 *   if (error instanceof UnreadablePdf) console.log(error.reason);
 * }
 */
export class UnreadablePdf extends Error {
  readonly reason: UnreadablePdfReason;

  constructor(reason: UnreadablePdfReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadablePdf';
    this.reason = reason;
  }
}
