import type { Finding } from '../finding.ts';

/** A finding that may be open: `result` is null then, `measure` and `threshold` may be. */
export interface Observation extends Pick<Finding, 'name' | 'reason'> {
  readonly measure: number | null;
  readonly threshold: number | null;
  readonly result: Finding['result'] | null;
}

/** An observation that nothing could be measured, with the reason. */
export function undecided(name: string, reason: string): Observation {
  return { name, measure: null, threshold: null, result: null, reason };
}
