import type { Ctx } from '../context/ctx.ts';
import type { Screening } from '../reports/live/screening.ts';
import type { Outcome } from '../reports/outcome.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';

type MonitorCheck = Pick<Check, 'watchlist_monitor_id'>;

/** The part of watchlist monitors that processing a check needs. The area of monitors provides it. */
export interface CheckMonitor {
  /** Removes from a screening the hits that are disabled on the monitor of the check. */
  withoutDisabled(ctx: Ctx, check: MonitorCheck, screening: Screening): Promise<Screening>;
  /** Writes the matches of the check's monitor from a screening, in the transaction that writes the report. */
  noteScreening(
    ctx: Ctx,
    tx: ScopedTx,
    check: MonitorCheck & Pick<Check, 'applicant' | 'applicant_id'>,
    screening: Screening,
  ): Promise<void>;
  /** Returns whether the sandbox leaves out the hit of the check, because it is disabled on the monitor. */
  isHitDisabled(ctx: Ctx, tx: ScopedTx, check: MonitorCheck): Promise<boolean>;
  /** Writes the matches of the check's monitor from an answer of the sandbox. */
  noteSandboxAnswer(ctx: Ctx, tx: ScopedTx, check: MonitorCheck, outcome: Pick<Outcome, 'result'>): Promise<void>;
}

declare module '../context/services.ts' {
  interface Services {
    readonly checkMonitor: CheckMonitor;
  }
}
