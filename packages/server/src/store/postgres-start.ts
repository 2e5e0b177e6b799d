import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/** Milliseconds that a starting process waits for a server that restarts. */
const PATIENCE_MS = 60_000;

/** Milliseconds before the next try: doubled each time from the first to the last of these. */
const PAUSE_MS = { first: 100, last: 5_000 } as const;

export interface StartOptions {
  /** Milliseconds to wait for the server; default: a minute. */
  readonly patience?: number;
  /** Name of the setting with the address; default: `--database-url`. */
  readonly setting?: string;
  /** Time and waiting, which tests replace. */
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** The server starts up, shuts down or has just crashed, or has no connection left. */
const PASSING_STATES = new Set(['57P01', '57P02', '57P03', '53300']);

/** Errors that the network or the name service reports while a server is away. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** Returns whether a pooler refuses the settings of a session, which PostgreSQL itself takes. */
function isRefusedByPooler(error: unknown): boolean {
  return /^unsupported startup parameter/.test(messageOf(error));
}

/** Returns whether the server may answer soon: it is away for a moment, and says nothing about the request itself. */
function isPassing(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isPassing);
  const code = String((error as { code?: unknown }).code ?? '');
  if (error instanceof pg.DatabaseError) return PASSING_STATES.has(code) || code.startsWith('08');
  return UNREACHABLE.has(code) || /^(timeout expired|Connection terminated|Query read timeout)/.test(messageOf(error));
}

/** Node joins the errors of several addresses under one without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** Host, port and database, without user and password. */
function placeOf(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url });
  return `${host}:${port} (database ${database})`;
}

/**
 * Runs `work`, again while the server is away, for `patience` milliseconds. Throws an error with words for the operator
 * when the time is over, and at once what waiting can't change, such as a wrong password.
 */
export async function withServer<T>(
  url: string,
  log: Pick<Logger, 'warn'>,
  work: () => Promise<T>,
  options: StartOptions = {},
): Promise<T> {
  const { patience = PATIENCE_MS, setting = '--database-url', now = () => performance.now() } = options;
  const wait = options.pause ?? pause;
  const end = now() + patience;
  for (let delay: number = PAUSE_MS.first; ; delay = Math.min(delay * 2, PAUSE_MS.last)) {
    try {
      return await work();
    } catch (error) {
      if (isRefusedByPooler(error)) {
        const message = `${placeOf(url)} is a pooler, such as PgBouncer: ${messageOf(error)}. Set --database-direct-url to the address of PostgreSQL itself`;
        throw new Error(message, { cause: error });
      }
      if (!isPassing(error)) throw error;
      const reason = messageOf(error);
      const left = end - now();
      if (left <= 0) {
        const seconds = Math.round(patience / 1000);
        const message = `PostgreSQL at ${placeOf(url)} did not answer within ${seconds} s: ${reason}. Start it, or correct ${setting}`;
        throw new Error(message, { cause: error });
      }
      log.warn({ reason, retryInMs: Math.min(delay, left) }, 'PostgreSQL does not answer yet');
      await wait(Math.min(delay, left));
    }
  }
}
