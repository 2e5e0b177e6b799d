import type { Ctx } from '../../context/ctx.ts';
import { type AssessedHit, isRecord, type RecordKey } from '../../reports/hit.ts';
import type { ScreenedHit, Screening } from '../../reports/live/screening.ts';
import type { KeptHitDecision, Report } from '../../reports/records/report.ts';
import { lastScreening } from '../../reports/records/screenings.ts';
import { activeRecords } from '../../reports/records/suppression.ts';
import { openProposalsOf } from '../../store/queries/proposals.ts';
import { suppressionsOfApplicant } from '../../store/queries/suppressions.ts';

/** A hit of a watchlist report with the data that a reviewer needs to decide it. */
export interface ReviewedHit extends Pick<AssessedHit, 'leaves'> {
  readonly screening: Screening;
  readonly hit: ScreenedHit;
  /** The last decision on it; undefined before, and where its leaf or the whole report was decided. */
  readonly decided: KeptHitDecision | undefined;
  /** Other hits that are entries of the same listed person: they can't be decided otherwise. */
  readonly alike: readonly RecordKey[];
  /** True if a false match may be kept as a suppression: no suppression of the record is active yet. */
  readonly suppressible: boolean;
}

const keyOf = ({ list, record }: ScreenedHit) => ({ list, source_id: record.source_id });

/** The hits of a watchlist report, best score first; then those that operators have ruled out for its applicant. */
export async function reviewedHits(
  ctx: Ctx,
  { id, applicant_id, assessment, decisions = [] }: Report,
): Promise<ReviewedHit[]> {
  const assessed = assessment?.hits;
  const screening = assessed && (await lastScreening(ctx, ctx.read, id));
  if (!screening) return [];
  const kept = decisions.flatMap(({ hits = [] }) => hits);
  const active = activeRecords(ctx, await ctx.read.all(suppressionsOfApplicant, { applicant_id }));
  const people = (assessment.records ?? []).map(({ entries = [] }) => entries);
  const known = screening.hits.flatMap((hit): ReviewedHit[] => {
    const key = keyOf(hit);
    const own = assessed.find(({ record }) => isRecord(record, key));
    if (!own) return [];
    const entries = people.filter((person) => person.some((entry) => isRecord(entry, key))).flat();
    return [
      {
        screening,
        hit,
        leaves: own.leaves,
        decided: kept.findLast(({ record }) => isRecord(record, key)),
        alike: entries.filter((entry) => !isRecord(entry, key)),
        suppressible: !active.some((record) => isRecord(record, key)),
      },
    ];
  });
  const closed = { leaves: [], decided: undefined, alike: [], suppressible: false };
  return [...known, ...screening.suppressed.map((hit) => ({ screening, hit, ...closed }))];
}

/** The decision on a report that waits for a second operator: the id of its proposal, or null. */
export async function waitingDecision(ctx: Ctx, { id, applicant_id }: Report): Promise<string | null> {
  const open = await ctx.read.all(openProposalsOf, { applicant_id });
  return open.find(({ kind, report_id }) => kind === 'decision' && report_id === id)?.id ?? null;
}
