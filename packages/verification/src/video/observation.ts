import type { Finding } from '../finding.ts';

/** A finding that may also be that nothing can be told: `result` is null then, `measure` and `threshold` may be. */
export interface Observation extends Pick<Finding, 'name' | 'reason'> {
  readonly measure: number | null;
  readonly threshold: number | null;
  readonly result: Finding['result'] | null;
}

/** That nothing could be measured, and why. */
export function untold(name: string, reason: string): Observation {
  return { name, measure: null, threshold: null, result: null, reason };
}
