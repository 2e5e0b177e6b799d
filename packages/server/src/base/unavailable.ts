/**
 * The error when something outside of this process, which the service needs for a request, doesn't work for now. The message is
 * for the log: a client reads the answer `unavailable`.
 */
export class Unavailable extends Error {
  /** Name for clients, such as "The storage of files". */
  readonly part: string;
  /** Seconds after which a client may try again. */
  readonly retryAfter: number;

  constructor(message: string, options: { part: string; retryAfter: number; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'Unavailable';
    this.part = options.part;
    this.retryAfter = options.retryAfter;
  }
}
