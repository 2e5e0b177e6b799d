import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { isRecord } from '../reports/hit.ts';
import type { LapsedBecause, ScreenedHit, Screening } from '../reports/live/screening.ts';
import { type Suppression, toSuppression } from '../reports/records/suppression.ts';
import { basisOf, lapseOf } from '../reports/records/suppression-basis.ts';
import { endSuppression, suppressionsOfApplicant } from '../store/queries/suppressions.ts';
import type { ScopedTx } from '../store/store.ts';

/** A screening of an applicant with the hits apart that are suppressed. Hits of suppressions that lapse name these. */
export async function withSuppressions(ctx: Ctx, applicant_id: string, screening: Screening): Promise<Screening> {
  const rows = await ctx.read.all(suppressionsOfApplicant, { applicant_id });
  const known = rows.map((row) => toSuppression(ctx, row));
  if (known.length === 0) return screening;
  const judged = screening.hits.map((hit) => applyTo(screening, hit, { known, now: ctx.now() }));
  return {
    ...screening,
    hits: judged.filter(({ suppressed }) => !suppressed),
    suppressed: judged.filter(({ suppressed }) => suppressed),
  };
}

interface Known {
  /** Newest first. */
  readonly known: readonly Suppression[];
  readonly now: number;
}

function applyTo(screening: Screening, hit: ScreenedHit, { known, now }: Known): ScreenedHit {
  const key = { list: hit.list, source_id: hit.record.source_id };
  const own = known.filter(({ record }) => isRecord(record, key));
  const active = own.find(({ state }) => state === 'active');
  if (active) {
    const lapsed_because = lapseOf(active, basisOf(screening, hit), now);
    if (!lapsed_because) return { ...hit, suppressed: shown(active) };
    return { ...hit, previously_suppressed: { ...shown(active), lapsed_because } };
  }
  const ended = own.find(({ state }) => state === 'ended');
  if (!ended) return hit;
  const lapsed_because = ended.ended_because as LapsedBecause;
  return { ...hit, previously_suppressed: { ...shown(ended), lapsed_because } };
}

const shown = ({ id, created_by, confirmed_by, created_at, reason, note, expires_at }: Suppression) => ({
  id,
  by: created_by,
  at: created_at,
  reason,
  note,
  expires_at,
  ...(confirmed_by !== undefined && { confirmed_by }),
});

/** Ends the suppressions that a screening has found to lapse: they don't hold again where a change is taken back. */
export async function endLapsed(ctx: Ctx, tx: ScopedTx, { hits, disabled = [] }: Screening): Promise<void> {
  for (const { previously_suppressed } of [...hits, ...disabled]) {
    if (!previously_suppressed) continue;
    const { id, lapsed_because } = previously_suppressed;
    const end = { ended_at: ctx.now(), ended_by: recordOf(ctx.principal), ended_because: lapsed_because };
    // One that had ended before stays as it is.
    await tx.run(endSuppression, { id, state: 'ended', ...end });
  }
}
