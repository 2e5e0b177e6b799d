const HOUR_MS = 3_600_000;

/** How long a workflow run may wait for a person: as a report does on which one waits. */
export const RUN_REVIEW_MS = HOUR_MS;

/** How long a report may wait for a person, by what else waits for it. */
const ALLOWED_MS = { run: RUN_REVIEW_MS, check: 4 * HOUR_MS, nothing: 24 * HOUR_MS } as const;

/**
 * By when a person is to look at a report, Unix milliseconds: an hour after it was created where the run of a workflow waits for its
 * check, four hours where it is the last open report of its check, whose result and webhook are withheld until then, else a
 * day. The queue by priority has the earliest first, so a report that has waited long overtakes a new one that is more urgent.
 */
export function dueAt(
  { created_at }: { readonly created_at: number },
  { ofRun, last }: { readonly ofRun: boolean; readonly last: boolean },
): number {
  return created_at + ALLOWED_MS[ofRun ? 'run' : last ? 'check' : 'nothing'];
}
