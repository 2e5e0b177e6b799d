import { percentile } from '../percentile.ts';
import { agreementOf, type Looks } from './agreement.ts';

/** Figures of decisions that reviewers made in a period. */
export interface QualityFigures extends Looks {
  readonly decisions: number;
  /** Decisions that ended their report. */
  readonly ended: number;
  readonly cleared: number;
  readonly overturned: number;
  /** Number of decisions by the seconds that each took. Decisions without a claim are left out. */
  readonly times: ReadonlyMap<number, number>;
}

const NONE = { decisions: 0, ended: 0, cleared: 0, overturned: 0, looks: 0, agreed: 0 } as const;

/** Figures of second looks alone. */
export const figuresOfLooks = (looks: Looks): QualityFigures => ({ ...NONE, ...looks, times: new Map() });

/** Adds figures of different decisions and second looks. */
export function addQuality(all: readonly QualityFigures[]): QualityFigures {
  const sum: Record<keyof typeof NONE, number> = { ...NONE };
  const times = new Map<number, number>();
  for (const figures of all) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += figures[name];
    for (const [seconds, n] of figures.times) times.set(seconds, (times.get(seconds) ?? 0) + n);
  }
  return { ...sum, times };
}

/** Figures as people read them: shares from 0 to 1 and times in seconds, null without a decision. */
export function derivedQuality({ times, cleared, looks, agreed, ...counts }: QualityFigures) {
  const inOrder = [...times].map(([seconds, n]) => ({ seconds, n })).sort((a, b) => a.seconds - b.seconds);
  const shareOfEnded = (part: number) => (counts.ended === 0 ? null : part / counts.ended);
  return {
    ...counts,
    clear_share: shareOfEnded(cleared),
    overturned_share: shareOfEnded(counts.overturned),
    p50: percentile(inOrder, 0.5),
    p90: percentile(inOrder, 0.9),
    looks,
    agreed,
    ...agreementOf({ looks, agreed }),
  };
}
