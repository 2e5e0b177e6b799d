/** 97.5 % quantile of the normal distribution: two-sided 95 %. */
const Z = 1.959964;

/**
 * Wilson score interval of a share at 95 % (E. B. Wilson, "Probable inference, the law of succession, and statistical
 * inference", 1927): honest for small counts and for shares of 0 and 1.
 */
export function interval95(right: number, of: number): readonly [low: number, high: number] {
  if (of === 0) return [0, 1];
  const share = right / of;
  const centre = share + Z ** 2 / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * of)) / of);
  const scale = 1 + Z ** 2 / of;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
