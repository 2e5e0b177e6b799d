import { DAY_MS, MINUTE_MS } from '../base/clock.ts';
import { countFailedSignIn } from '../store/queries/members.ts';

/** Failures without a delay. */
const FREE = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * MINUTE_MS;

/** A count starts again after a day without a failure. */
export const FORGOTTEN_MS = DAY_MS;

/** Milliseconds to wait after so many failures: none up to five, then a second, doubled each time, at most 15 minutes. */
function delayAfter(failures: number): number {
  return failures < FREE ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE), LONGEST_DELAY_MS);
}

/** Counts a failure: no row changes while the delay after the earlier ones lasts. */
export const countFailure = countFailedSignIn(delayAfter);
