import { invalid, problem } from '../../base/errors.ts';
import {
  endSuppression,
  findSuppression,
  insertSuppression,
  suppressionsOfApplicant,
} from '../../store/queries/suppressions.ts';
import type { ScopedTx } from '../../store/store.ts';
import { getReport } from '../checks/get.ts';
import type { Ctx } from '../ctx.ts';
import { missing } from '../missing.ts';
import { recordOf } from '../principal.ts';
import { screeningsOf } from '../watchlists/screenings.ts';
import { basisOf } from './basis.ts';
import {
  isRecord,
  type RecordKey,
  type Suppression,
  type SuppressionData,
  type SuppressionReason,
  toSuppression,
} from './suppression.ts';

/** What an operator rules out, and why. */
export interface SuppressionInput {
  readonly record: RecordKey;
  readonly reason: SuppressionReason;
  readonly note: string;
  /** After which the hit comes back, 1 to 36. */
  readonly months: number;
}

/**
 * Rules out a hit of a live report for its applicant: later reports don't show it while nothing changes that this rests on. The
 * report itself stays as it is. Throws `resource_not_found` or `gone` for the report, `validation_error` for what is no hit of it
 * and for a record that is suppressed already.
 */
export async function suppressHit(ctx: Ctx, reportId: string, input: SuppressionInput): Promise<Suppression> {
  const { applicant_id } = await getReport(ctx, reportId);
  const { record, reason, note, months } = input;
  const screening = (await screeningsOf(ctx, reportId)).at(-1);
  const hit = screening?.hits.find((one) => isRecord({ list: one.list, source_id: one.record.source_id }, record));
  if (!screening || !hit) throw invalid({ record: ['is no hit of this report'] });
  const data: SuppressionData = { record, reason, note, report_id: reportId, basis: basisOf(screening, hit) };
  const id = ctx.services.ids.uuid();
  const created_at = ctx.now();
  return ctx.transaction(async (tx) => {
    await lockApplicant(tx, applicant_id);
    const rows = await tx.all(suppressionsOfApplicant, { applicant_id });
    const open = rows.filter((row) => row.state === 'active' && Number(row.expires_at) > created_at);
    if (open.some((row) => isRecord(toSuppression(ctx, row).record, record))) {
      throw invalid({ record: ['is suppressed already for this applicant'] });
    }
    await tx.run(insertSuppression, {
      ...{ id, applicant_id, created_at, created_by: recordOf(ctx.principal), state: 'active' },
      ...{ expires_at: monthsAfter(created_at, months), data: ctx.vault.seal(id, data) },
    });
    return suppressionIn(ctx, tx, id);
  });
}

/** Ends a suppression: its hit is back in the next report. Throws `resource_not_found`; `validation_error` once it has ended. */
export async function revokeSuppression(ctx: Ctx, id: string): Promise<Suppression> {
  const found = await ctx.read.first(findSuppression, { id });
  if (!found) throw await missing(ctx, 'Suppression', id);
  return ctx.transaction(async (tx) => {
    await lockApplicant(tx, found.applicant_id);
    const { state } = await suppressionIn(ctx, tx, id);
    if (state === 'ended') throw invalid({ state: ['has ended already'] });
    const end = { ended_at: ctx.now(), ended_by: recordOf(ctx.principal), ended_because: 'revoked' as const };
    await tx.run(endSuppression, { id, state: 'ended', ...end });
    return suppressionIn(ctx, tx, id);
  });
}

/** One change of the suppressions of an applicant at a time, and none of one that is to be erased. */
async function lockApplicant(tx: ScopedTx, id: string): Promise<void> {
  const { applicant } = await tx.lock({ applicant: id });
  if (!applicant) throw problem('gone');
}

async function suppressionIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<Suppression> {
  const row = await tx.first(findSuppression, { id });
  if (!row) throw await missing(ctx, 'Suppression', id, tx);
  return toSuppression(ctx, row);
}

/** The same day of a later month, or its last day where it is shorter. Unix milliseconds. */
export function monthsAfter(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.getTime();
}
