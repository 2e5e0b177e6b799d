/**
 * The seconds that a share of all does not exceed (nearest rank); null without a value.
 *
 * @param inOrder seconds in ascending order, with the number of times that each occurs
 * @param share from 0 to 1
 */
export function percentile(inOrder: readonly { seconds: number; n: number }[], share: number): number | null {
  let left = Math.ceil(inOrder.reduce((sum, { n }) => sum + n, 0) * share);
  for (const { seconds, n } of inOrder) {
    left -= n;
    if (left <= 0) return seconds;
  }
  return null;
}
