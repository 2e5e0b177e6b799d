import type { DayCountRow } from '../../store/schema.ts';
import { addTimes, shareOfTimes, type Times } from './times.ts';

/** Figures of the reports that were completed in a period. */
export interface Figures {
  readonly reports: number;
  readonly clear: number;
  readonly consider: number;
  readonly unidentified: number;
  /** Reports that have waited for a reviewer. */
  readonly reviewed: number;
  readonly times: Times;
  /** Number of reports by the leaf that was not clear. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** The stored counts of a day. Stores return counts as numbers or as texts. */
export const figuresOf = (row: DayCountRow): Figures => ({
  reports: Number(row.reports),
  clear: Number(row.clear),
  consider: Number(row.consider),
  unidentified: Number(row.unidentified),
  reviewed: Number(row.reviewed),
  times: JSON.parse(row.times) as Times,
  reasons: JSON.parse(row.reasons) as Record<string, number>,
});

/** Adds figures of different reports. */
export function addFigures(all: readonly Figures[]): Figures {
  const reasons: Record<string, number> = {};
  const times: Record<string, number> = {};
  const sum = { reports: 0, clear: 0, consider: 0, unidentified: 0, reviewed: 0 };
  for (const figures of all) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += figures[name];
    for (const [leaf, n] of Object.entries(figures.reasons)) reasons[leaf] = (reasons[leaf] ?? 0) + n;
    addTimes(times, figures.times);
  }
  return { ...sum, times, reasons };
}

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Figures as people read them: shares from 0 to 1 and times in seconds, null without a report. */
export function derivedFigures({ times, reasons, ...counts }: Figures) {
  return {
    ...counts,
    pass_rate: shareOf(counts.clear, counts.reports),
    review_share: shareOf(counts.reviewed, counts.reports),
    p50: shareOfTimes(times, 0.5),
    p95: shareOfTimes(times, 0.95),
    reasons: Object.entries(reasons)
      .map(([leaf, reports]) => ({ leaf, reports }))
      .sort((a, b) => b.reports - a.reports || (a.leaf < b.leaf ? -1 : 1)),
  };
}
