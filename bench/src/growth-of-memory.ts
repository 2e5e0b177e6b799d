/** Resident memory of a process, some minutes after the start of the load. */
export interface MemorySample {
  readonly minute: number;
  readonly bytes: number;
}

/** Quantile of the normal distribution for 95 %, and the terms by which Student's distribution is wider (Cornish and Fisher). */
const Z = 1.959964;

/** The 97.5 % quantile of Student's distribution; within 2 % from three degrees of freedom on. */
function studentQuantile(freedom: number): number {
  const n = freedom;
  return (
    Z +
    (Z ** 3 + Z) / (4 * n) +
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * n ** 2) +
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * n ** 3)
  );
}

/**
 * Slope of the memory in bytes an hour, by least squares, and half the width of its 95 % interval. It is fitted to the means of whole
 * minutes: samples that follow each other within seconds are alike, and would make the interval too narrow.
 */
export function growthOf(samples: readonly MemorySample[]): { perHour: number; halfWidth: number; means: number[] } {
  const minutes = Map.groupBy(samples, ({ minute }) => Math.floor(minute));
  const points = [...minutes].map(([minute, group]) => ({
    hour: minute / 60,
    bytes: group.reduce((sum, { bytes }) => sum + bytes, 0) / group.length,
  }));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanHour, meanBytes] = [mean(points.map(({ hour }) => hour)), mean(points.map(({ bytes }) => bytes))];
  const spread = points.reduce((sum, { hour }) => sum + (hour - meanHour) ** 2, 0);
  const perHour = points.reduce((sum, { hour, bytes }) => sum + (hour - meanHour) * (bytes - meanBytes), 0) / spread;
  const residual = points.reduce(
    (sum, { hour, bytes }) => sum + (bytes - meanBytes - perHour * (hour - meanHour)) ** 2,
    0,
  );
  const freedom = points.length - 2;
  const halfWidth =
    freedom < 1 ? Number.POSITIVE_INFINITY : studentQuantile(freedom) * Math.sqrt(residual / freedom / spread);
  return { perHour, halfWidth, means: points.map(({ bytes }) => bytes) };
}
