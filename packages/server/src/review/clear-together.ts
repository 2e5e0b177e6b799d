import { invalid, Problem } from '../base/errors.ts';
import { concernsOf, type DoubtKind } from '../checks/waiting/doubts.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { isRecord, type RecordKey } from '../reports/hit.ts';
import { type Decision, openDoubts, settledAssessment } from '../reports/records/decision.ts';
import type { Report } from '../reports/records/report.ts';
import type { SuppressionReason } from '../reports/records/suppression.ts';
import { findReport } from '../store/queries/checks.ts';
import { type Claim, claimOf, decideUnclaimed } from './claims.ts';

/** Kinds of doubt that members clear in several reports at once: a page can show both sides of each of these doubts. */
export const clearableKinds = ['lists', 'data'] as const satisfies readonly DoubtKind[];
type ClearableKind = (typeof clearableKinds)[number];

/** A report with every point that the member has seen of it. */
interface SeenReport {
  readonly id: string;
  readonly hits: readonly RecordKey[];
  /** Paths of leaves in doubt. */
  readonly leaves: readonly string[];
}

/** Reports whose doubts a member has found to be false positives. */
export interface FalsePositives {
  readonly doubt: ClearableKind;
  readonly reports: readonly SeenReport[];
  /** Reason why the listed people are others; for hits on lists. */
  readonly reason: SuppressionReason | undefined;
  readonly note: string;
}

/**
 * Result of one report. `decided`: the decision took effect. `held`: it waits for another member. `claimed`: another member works on the
 * report. `changed`: the report no longer waits with the points that the member has seen. `refused`: the member may not decide it.
 */
export const clearResults = ['decided', 'held', 'claimed', 'changed', 'refused'] as const;

/** A report after the request to clear it. */
export interface ClearedReport {
  readonly id: string;
  readonly result: (typeof clearResults)[number];
  /** Claim of the other member, for `claimed`. */
  readonly claim: Claim | null;
  /** Sentence of the refusal, for `refused`. */
  readonly message: string | null;
}

/** Thrown where a report is not as the member has seen it. */
class Changed extends Error {}

/**
 * Clears the doubts of several reports as false positives. Each report is decided in its own transaction, as a single decision is, and has
 * its own result. The audit entries of all share a batch id. Throws `resource_not_found` for an unknown report, and `validation_error` for
 * a report that is given twice, hits without a reason, and data of several applicants. Then nothing is decided.
 */
export async function clearTogether(
  ctx: Ctx,
  asked: FalsePositives,
): Promise<{ batch: string; reports: ClearedReport[] }> {
  await refuseRequest(ctx, asked);
  const batch = ctx.services.ids.uuid();
  const within = ctx.inBatch(batch);
  const reports: ClearedReport[] = [];
  for (const seen of asked.reports) reports.push(await clearOne(within, asked, seen));
  return { batch, reports };
}

async function refuseRequest(ctx: Ctx, { doubt, reports, reason }: FalsePositives): Promise<void> {
  if (new Set(reports.map(({ id }) => id)).size < reports.length) throw invalid({ reports: ['has a report twice'] });
  if (doubt === 'lists' && reason === undefined) throw invalid({ reason: ["can't be blank"] });
  if (doubt === 'data' && reason !== undefined) throw invalid({ reason: ['is only for hits on lists'] });
  const applicants = new Set<string>();
  for (const { id } of reports) {
    const row = await ctx.read.first(findReport, { id });
    if (row) applicants.add(row.applicant_id);
    else await refuseUnknown(ctx, id);
  }
  // The data of one person are one question. Of two people they are two.
  if (doubt === 'data' && applicants.size > 1) throw invalid({ reports: ['are of several applicants'] });
}

/** Throws `resource_not_found` for an unknown report. A report that was erased since the member has seen it is only `changed`. */
async function refuseUnknown(ctx: Ctx, id: string): Promise<void> {
  const error = await missing(ctx, 'Report', id);
  if (error.type !== 'gone') throw error;
}

async function clearOne(ctx: Ctx, asked: FalsePositives, seen: SeenReport): Promise<ClearedReport> {
  const { id } = seen;
  const none = { claim: null, message: null };
  try {
    const { waitsFor, proposal } = await decideUnclaimed(ctx, id, decisionOf(asked, seen), (report) => {
      if (!isAsSeen(report, asked.doubt, seen)) throw new Changed();
    });
    return { id, result: waitsFor || proposal ? 'held' : 'decided', ...none };
  } catch (error) {
    if (error instanceof Changed) return { id, result: 'changed', ...none };
    if (!(error instanceof Problem)) throw error;
    if (error.type === 'claimed') return { id, result: 'claimed', claim: await claimOf(ctx, id), message: null };
    if (error.type === 'gone' || hasEnded(error)) return { id, result: 'changed', ...none };
    if (error.type === 'validation_error') return { id, result: 'refused', claim: null, message: sentenceOf(error) };
    throw error;
  }
}

/** Returns whether a decision is refused since the report no longer waits. */
const hasEnded = ({ fields }: Problem): boolean => typeof fields === 'object' && Object.hasOwn(fields, 'status');

/** The faults that a refusal names, by the field that has them. */
function sentenceOf({ message, fields }: Problem): string {
  if (fields === undefined || typeof fields === 'string') return fields ?? message;
  return Object.entries(fields)
    .map(([field, faults]) => `${field} ${[faults].flat().join(', ')}`)
    .join('. ');
}

function decisionOf({ reason, note }: FalsePositives, { hits, leaves }: SeenReport): Decision {
  const clear = Object.fromEntries(leaves.map((path) => [path, 'clear' as const]));
  if (hits.length === 0 || reason === undefined) return { leaves: clear, note };
  return { leaves: clear, hits: hits.map((record) => ({ record, decision: 'false_match', reason, note })), note };
}

/** Returns whether a report waits with exactly the points that the member has seen, and they are of one kind of doubt. */
function isAsSeen(report: Report, kind: ClearableKind, { hits, leaves }: SeenReport): boolean {
  const open = openPoints(report, kind);
  if (!open) return false;
  return (
    open.hits.length === hits.length &&
    open.hits.every((record) => hits.some((one) => isRecord(record, one))) &&
    open.leaves.length === leaves.length &&
    open.leaves.every((path) => leaves.includes(path))
  );
}

/**
 * Hits and leaves in doubt of a report that can be cleared with others: all of its findings are doubts of the kind. Null for other reports.
 * Hits on lists that a reviewer was unsure of, and entries of the account's blocklist, are decided in their report.
 */
function openPoints(report: Report, kind: ClearableKind): Pick<SeenReport, 'hits' | 'leaves'> | null {
  const found = concernsOf(report);
  if (found.length === 0 || found.some((concern) => !concern.doubt || concern.kind !== kind)) return null;
  const hits = settledAssessment(report)?.hits ?? [];
  const doubts = openDoubts(report);
  if (kind === 'data') return hits.length > 0 ? null : { hits: [], leaves: doubts };
  const open = hits.filter(
    ({ decided, leaves }) => decided === undefined && leaves.some((path) => doubts.includes(path)),
  );
  const isJudged = hits.some(({ decided }) => decided === 'unsure' || decided === 'true_match');
  if (isJudged || !doubts.every((path) => open.some((hit) => hit.leaves.includes(path)))) return null;
  return { hits: open.map(({ record }) => record), leaves: [] };
}
