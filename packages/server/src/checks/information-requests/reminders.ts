import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import type { InformationRequest } from './request.ts';

/** Least time between two messages about a request, milliseconds: a second message sooner would be pressing. */
const LEAST_GAP = 12 * HOUR_MS;

/**
 * Times of the reminders of a request, Unix milliseconds: at half its time, and a day before its end, as far as they are half a day from
 * the first message, from each other, and from the end.
 */
export function remindersFor(created_at: number, expires_at: number): number[] {
  const half = created_at + (expires_at - created_at) / 2;
  const last = expires_at - DAY_MS;
  const candidates = last - half >= LEAST_GAP ? [half, last] : [half];
  return candidates.filter((at) => at - created_at >= LEAST_GAP && expires_at - at >= LEAST_GAP);
}

/** Time of the next job of a request: its next reminder, or its end. */
export const firstJobAt = ({ remind_at, expires_at }: Pick<InformationRequest, 'remind_at' | 'expires_at'>): number =>
  remind_at[0] ?? expires_at;
