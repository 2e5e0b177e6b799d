import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { keyedUuid } from '../../context/keyed-uuid.ts';
import { type HitVerdict, isRecord, type RecordKey } from '../../reports/hit.ts';
import type { Properties } from '../../reports/outcome.ts';
import { getReport } from '../../reports/records/get.ts';
import type { Report } from '../../reports/records/report.ts';
import { isWatchlistReport } from '../../reports/watchlist.ts';

/** Reviewers' verdicts on a risk, in the words of the wire. A record that was ruled out is not a risk any more. */
export const riskReviews = ['NOT_REVIEWED', 'IN_REVIEW', 'TRUE_POSITIVE'] as const;

type RiskReview = (typeof riskReviews)[number];

interface Review {
  readonly decision: RiskReview;
  /** Null while no reviewer has changed it. */
  readonly previous_decision: RiskReview | null;
  /** Unix milliseconds; null as above. */
  readonly decided_at: number | null;
}

/** A listed person whom a watchlist report shows. */
export interface AlertRisk extends Review {
  readonly id: string;
  /** Id of the listed person: the same in every report of the account. */
  readonly profile_id: string;
  /** Record as the report shows it. */
  readonly record: Properties;
  /** Time at which the report was complete, Unix milliseconds. */
  readonly created_at: number;
}

/**
 * The risks of an alert, the best score first. An alert is a complete watchlist report, and has its id; its risks are the
 * records that the report shows to clients.
 *
 * Throws `resource_not_found` for an unknown report, one of another kind and one that isn't complete; `gone`.
 */
export async function alertRisks(ctx: Ctx, reportId: string): Promise<AlertRisk[]> {
  const report = await getReport(ctx, reportId);
  if (!isWatchlistReport(report.name) || report.status !== 'complete') throw notFound('Report', reportId);
  const { services, account_id } = ctx;
  const records = (report.properties.records ?? []) as readonly Properties[];
  return records.map((record, index): AlertRisk => {
    const entries = entriesOf(report, record);
    // The sandbox searches no list, so its sample record has no stored id.
    const identity = entries.length > 0 ? entries.map(({ list, source_id }) => [list, source_id]) : [record];
    return {
      id: keyedUuid(services, 'watchlist-alerts', ['risk', report.id, index]),
      profile_id: keyedUuid(services, 'watchlist-alerts', ['profile', account_id, ...identity]),
      record,
      created_at: report.completed_at ?? report.created_at,
      ...reviewOf(report, entries),
    };
  });
}

/** The list entries behind a record; none in sandbox. */
function entriesOf({ assessment }: Report, record: Properties): readonly RecordKey[] {
  return assessment?.records?.find(({ shown }) => isDeepStrictEqual(shown, record))?.entries ?? [];
}

/** Review of a record from the decisions on its hits, one after the other. */
function reviewOf({ decisions = [] }: Report, entries: readonly RecordKey[]): Review {
  const verdicts = new Map<RecordKey, HitVerdict>();
  let review: Review = { decision: 'NOT_REVIEWED', previous_decision: null, decided_at: null };
  for (const { at, hits = [] } of decisions) {
    for (const entry of entries) {
      const decided = hits.find(({ record }) => isRecord(record, entry));
      if (decided) verdicts.set(entry, decided.decision);
    }
    const decision = inWords([...verdicts.values()]);
    if (decision !== review.decision) review = { decision, previous_decision: review.decision, decided_at: at };
  }
  return review;
}

/** A true match of any entry is one of the person; one false match among others says nothing of the rest. */
function inWords(verdicts: readonly HitVerdict[]): RiskReview {
  if (verdicts.includes('true_match')) return 'TRUE_POSITIVE';
  return verdicts.includes('unsure') ? 'IN_REVIEW' : 'NOT_REVIEWED';
}
