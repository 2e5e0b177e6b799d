import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { listAutomationClasses } from '../../store/queries/automation-classes.ts';
import type { AutomationClassRow } from '../../store/schema.ts';
import type { ClassEvidence, ReportClass } from './class.ts';
import { boundOf, permits, type ReviewDay, type Reviewed, reviewedUntil } from './rule.ts';

/** A class of audited automation, with its reviews of the last 180 days. */
export interface AutomationClass
  extends ReportClass,
    Reviewed,
    Pick<AutomationClassRow, 'state' | 'closed_because' | 'cleared'> {
  /** Unix milliseconds at which it last opened or closed; null before it first opened. */
  readonly changed_at: number | null;
  /** Upper bound of the share of overturned reviews, 0 to 1, with 95 % confidence. */
  readonly bound: number;
}

/** Every class of an account: open ones first, then those with most reviews. */
export async function listClasses(ctx: Ctx): Promise<AutomationClass[]> {
  const today = Math.floor(ctx.now() / DAY_MS);
  const rows = await ctx.read.all(listAutomationClasses, {});
  return rows
    .map((row) => toClass(row, today))
    .sort((a, b) => Number(b.state === 'open') - Number(a.state === 'open') || b.reviewed - a.reviewed);
}

function toClass(row: AutomationClassRow, today: number): AutomationClass {
  const { id, type, country, closed_because, cleared, changed_at } = row;
  const reviews = reviewedUntil({ days: JSON.parse(row.days) as ReviewDay[] }, today);
  return {
    id,
    type,
    country,
    evidence: JSON.parse(row.evidence) as ClassEvidence,
    // A class that had no report for long closes with the next one.
    state: row.state === 'open' && permits(reviews) ? 'open' : 'closed',
    closed_because,
    cleared: Number(cleared),
    changed_at: changed_at === null ? null : Number(changed_at),
    bound: boundOf(reviews),
    ...reviews,
  };
}
