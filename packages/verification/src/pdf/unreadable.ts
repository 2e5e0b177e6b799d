/** Reasons why a PDF can't be analysed. */
export type UnreadablePdfReason =
  | 'not_a_pdf'
  | 'encrypted'
  | 'undecodable'
  | 'no_pages'
  | 'too_many_pages'
  | 'page_too_large';

/** Thrown by everything that opens PDFs. */
export class UnreadablePdf extends Error {
  readonly reason: UnreadablePdfReason;

  constructor(reason: UnreadablePdfReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadablePdf';
    this.reason = reason;
  }
}
