import { DAY_MS } from '../base/clock.ts';

/** Times at which a failed delivery is tried again. Source: contract 12.6. */

/** Delay before the first retry: 240 s. Doubled before each further one, ten retries take 245,520 s = 68.2 h. */
export const RETRY_BASE = 240_000;

/** Retries after the first attempt; the eleventh failure is the last. */
export const RETRIES = 10;

/**
 * Each delay is lengthened by up to 5 %, so that the deliveries which one outage broke don't return together. Never
 * shortened, and no more: with 5 % the ten retries end within 71.7 h, inside the 72 h that receivers are promised.
 */
const RETRY_JITTER = 0.05;

/** Longest wait that a receiver can ask for with `Retry-After`: 24 h. */
export const LONGEST_RETRY_AFTER = DAY_MS;

/** Result of an attempt: an answer, or the reason why there was none. */
type AttemptOutcome =
  | { readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly error: string };

export interface FailedAttempt {
  /** Attempts made so far, the failed one included: 1 after the first. */
  readonly attempt: number;
  /** Unix milliseconds. */
  readonly now: number;
  /** Delay before the first retry, milliseconds. Tests and demonstrations shorten it. */
  readonly base?: number;
  /** A number in [0, 1), as `Math.random` gives it. */
  readonly random: () => number;
  readonly response: AttemptOutcome;
}

export type NextAttempt =
  /** Unix milliseconds of the next attempt. */
  | { readonly at: number }
  /** `gone`: the receiver answered 410. `exhausted`: the last retry failed. */
  | { readonly giveUp: 'gone' | 'exhausted' };

/** A receiver acknowledges with "any 20x status", taken by the letter: 200-209. A 226, like a redirect, is a failure. */
export function isAcknowledged(status: number): boolean {
  return status >= 200 && status <= 209;
}

/**
 * Plans the retry after a failed attempt. The delay before retry n is base x 2^(n-1) plus jitter. A `Retry-After` on
 * any failure can put it off, never bring it forward: the later of both counts, and the receiver's wish at most 24 h.
 */
export function nextAttempt({ attempt, now, base = RETRY_BASE, random, response }: FailedAttempt): NextAttempt {
  if ('status' in response && response.status === 410) return { giveUp: 'gone' };
  if (attempt > RETRIES) return { giveUp: 'exhausted' };
  const step = base * 2 ** (attempt - 1) * (1 + RETRY_JITTER * random());
  const requestedDelay = 'status' in response ? retryAfterDelay(response.retryAfter, now) : 0;
  return { at: now + Math.max(Math.round(step), requestedDelay) };
}

/** Milliseconds until the time of a `Retry-After` (RFC 9110, 10.2.3), bounded; 0 for none, a past or an unreadable one. */
function retryAfterDelay(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const delay = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(0, delay), LONGEST_RETRY_AFTER);
}

/** Unix milliseconds of a date in one of the three forms of RFC 9110 (5.6.7), or NaN. Only asctime omits its GMT. */
function httpDate(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return Number.NaN;
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
}
