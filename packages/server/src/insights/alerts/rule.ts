/** Days before a day with which its figures are compared: four weeks. */
export const DAYS_BEFORE = 28;

/** Fewest reports of a day whose shares are compared. A number of reports needs as many, on the day or as the median of the days before. */
const LEAST_REPORTS = 30;

/** Days before that must have figures to compare with: half of them. */
const LEAST_DAYS = 0.5;

/**
 * Limit and factor of the modified z-score (B. Iglewicz and D. C. Hoaglin, "How to Detect and Handle Outliers", 1993; NIST/SEMATECH
 * e-Handbook of Statistical Methods, 1.3.5.17): a value is an outlier if 0.6745 × |value − median| exceeds 3.5 times the median absolute
 * deviation.
 */
const LIMIT = 3.5;
const FACTOR = 0.6745;

/** Figures of a day that the rule reads. */
export interface DayOfFigures {
  /** Days since 1970-01-01 in UTC. */
  readonly day: number;
  readonly reports: number;
  readonly clear: number;
  readonly reviewed: number;
}

export const judgedFigures = ['reports', 'pass_rate', 'review_share'] as const;
type JudgedFigure = (typeof judgedFigures)[number];

/** A figure that has left its spread. Shares are from 0 to 1. */
export interface FigureChange {
  readonly figure: JudgedFigure;
  readonly direction: 'up' | 'down';
  /** Median of the days before. */
  readonly usual: number;
  readonly found: number;
  /** Ends of the spread. */
  readonly low: number;
  readonly high: number;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
};

/** 1970-01-01 was a Thursday, so days 2 and 3 were the first weekend. */
const isWeekend = (day: number): boolean => [2, 3].includes(day % 7);

/**
 * Compares a value with the values of earlier days. The spread is at least what chance alone makes of the value, so that equal days in a
 * row don't turn the smallest difference into a change.
 */
function outside(
  figure: JudgedFigure,
  found: number,
  before: readonly number[],
  chance: (usual: number) => number,
): FigureChange[] {
  const usual = median(before);
  const deviation = median(before.map((value) => Math.abs(value - usual))) / FACTOR;
  const spread = LIMIT * Math.max(deviation, chance(usual));
  const [low, high] = [Math.max(0, usual - spread), usual + spread];
  if (found >= low && found <= high) return [];
  return [{ figure, direction: found < low ? 'down' : 'up', usual, found, low, high }];
}

/**
 * The figures of a day that have left the spread of the four weeks before. A number of reports is compared with days of the same kind:
 * Saturdays and Sundays, or the others.
 *
 * @param day the figures of the day
 * @param before the days before that have reports, of the last 28
 */
export function changesOf(day: DayOfFigures, before: readonly DayOfFigures[]): FigureChange[] {
  return [...volumeOf(day, before), ...shareOf('pass_rate', day, before), ...shareOf('review_share', day, before)];
}

function volumeOf(today: DayOfFigures, before: readonly DayOfFigures[]): FigureChange[] {
  const days = Array.from({ length: DAYS_BEFORE }, (_, index) => today.day - 1 - index).filter(
    (day) => isWeekend(day) === isWeekend(today.day),
  );
  const reports = days.map((day) => before.find((one) => one.day === day)?.reports ?? 0);
  if (reports.filter((n) => n > 0).length < LEAST_DAYS * days.length) return [];
  if (Math.max(today.reports, median(reports)) < LEAST_REPORTS) return [];
  // The standard deviation of a Poisson distribution.
  return outside('reports', today.reports, reports, (usual) => Math.sqrt(Math.max(1, usual)));
}

function shareOf(
  figure: 'pass_rate' | 'review_share',
  today: DayOfFigures,
  before: readonly DayOfFigures[],
): FigureChange[] {
  const enough = before.filter(({ reports }) => reports >= LEAST_REPORTS);
  if (today.reports < LEAST_REPORTS || enough.length < LEAST_DAYS * DAYS_BEFORE) return [];
  const of = ({ reports, clear, reviewed }: DayOfFigures) => (figure === 'pass_rate' ? clear : reviewed) / reports;
  // The standard deviation of a binomial distribution. A share of 0 or 1 counts as one report away from it.
  const chance = (usual: number) => {
    const share = Math.min(1 - 1 / today.reports, Math.max(1 / today.reports, usual));
    return Math.sqrt((share * (1 - share)) / today.reports);
  };
  return outside(figure, of(today), enough.map(of), chance);
}
