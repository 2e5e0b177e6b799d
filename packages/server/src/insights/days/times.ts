/**
 * Times to a result, as the number of reports in each group of a logarithmic scale. Groups of several days add up, which medians
 * don't. Group 0 has the times below a second. Group `i` has the seconds from 2^((i − 1) / 8) to 2^(i / 8), so that a time from a group is
 * at most 4.5 % off.
 */
export type Times = Readonly<Record<string, number>>;

const GROUPS_OF_DOUBLING = 8;

const groupOf = (seconds: number): number =>
  seconds < 1 ? 0 : 1 + Math.floor(GROUPS_OF_DOUBLING * Math.log2(seconds) + 1e-9);

/** The time of one report. */
export const timeOf = (milliseconds: number): Times => ({ [groupOf(Math.max(0, milliseconds) / 1000)]: 1 });

/** Adds times to a sum, in place. */
export function addTimes(sum: Record<string, number>, times: Times): void {
  for (const [group, n] of Object.entries(times)) sum[group] = (sum[group] ?? 0) + n;
}

/** Seconds in the middle of a group: the geometric mean of its ends, in whole seconds. */
const secondsOf = (group: number): number => (group === 0 ? 0 : Math.round(2 ** ((group - 0.5) / GROUPS_OF_DOUBLING)));

/**
 * Seconds that a share of the reports did not exceed (nearest rank), at most 4.5 % or half a second off; null without a report.
 *
 * @param share from 0 to 1
 */
export function shareOfTimes(times: Times, share: number): number | null {
  const groups = Object.entries(times)
    .map(([group, n]) => ({ group: Number(group), n }))
    .sort((a, b) => a.group - b.group);
  let left = Math.ceil(groups.reduce((sum, { n }) => sum + n, 0) * share);
  for (const { group, n } of groups) {
    left -= n;
    if (left <= 0) return secondsOf(group);
  }
  return null;
}
