import { type AssessedHit, isRecord } from '../../reports/hit.ts';
import type { ScreenedHit, Screening } from '../../reports/live/screening.ts';
import { openProposalsOf } from '../../store/queries/proposals.ts';
import type { Ctx } from '../ctx.ts';
import { lastScreening } from '../watchlists/screenings.ts';
import type { KeptHitDecision, Report } from './report.ts';

/** A hit of a watchlist report with what a reviewer needs to decide it. */
export interface ReviewedHit extends Pick<AssessedHit, 'leaves'> {
  readonly screening: Screening;
  readonly hit: ScreenedHit;
  /** The last decision on it; undefined before, and where its leaf or the whole report was decided. */
  readonly decided: KeptHitDecision | undefined;
}

const keyOf = ({ list, record }: ScreenedHit) => ({ list, source_id: record.source_id });

/** The hits of a watchlist report, best score first; then those that operators have ruled out for its applicant. */
export async function reviewedHits(ctx: Ctx, { id, assessment, decisions = [] }: Report): Promise<ReviewedHit[]> {
  const assessed = assessment?.hits;
  const screening = assessed && (await lastScreening(ctx, id));
  if (!screening) return [];
  const kept = decisions.flatMap(({ hits = [] }) => hits);
  const known = screening.hits.flatMap((hit) => {
    const own = assessed.find(({ record }) => isRecord(record, keyOf(hit)));
    const decided = kept.findLast(({ record }) => isRecord(record, keyOf(hit)));
    return own ? [{ screening, hit, leaves: own.leaves, decided }] : [];
  });
  return [...known, ...screening.suppressed.map((hit) => ({ screening, hit, leaves: [], decided: undefined }))];
}

/** The decision on a report that waits for a second operator: the id of its proposal, or null. */
export async function waitingDecision(ctx: Ctx, { id, applicant_id }: Report): Promise<string | null> {
  const open = await ctx.read.all(openProposalsOf, { applicant_id });
  return open.find(({ kind, report_id }) => kind === 'decision' && report_id === id)?.id ?? null;
}
