import { DAY_MS, HOUR_MS } from '../../base/clock.ts';

/** Milliseconds that a workflow run may wait for a person: the same as for a report on which a run waits. */
export const RUN_REVIEW_MS = HOUR_MS;

/** Milliseconds that a report may wait for a person, by the object that waits for it. */
const ALLOWED_MS = { run: RUN_REVIEW_MS, check: 4 * HOUR_MS, nothing: DAY_MS } as const;

/**
 * Due time of a report's review, Unix milliseconds. An account that sets `review_due_hours` has the same time for every report: so many
 * hours after it was created. Without the setting it is an hour after it was created if the run of a workflow waits for its check,
 * four hours if it is the last open report of its check, whose result and webhook are withheld until then, else a day. The queue
 * by priority has the earliest first, so a report that has waited long overtakes a new one that is more urgent.
 */
export function dueAt(
  { created_at }: { readonly created_at: number },
  { ofRun, last, hours = null }: { readonly ofRun: boolean; readonly last: boolean; readonly hours?: number | null },
): number {
  if (hours !== null) return created_at + hours * HOUR_MS;
  return created_at + ALLOWED_MS[ofRun ? 'run' : last ? 'check' : 'nothing'];
}
