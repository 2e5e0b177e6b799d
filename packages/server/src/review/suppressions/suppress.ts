import { recordAuditIn } from '../../audit/record.ts';
import { invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { recordOf } from '../../context/principal.ts';
import { isRecord } from '../../reports/hit.ts';
import type { Screening } from '../../reports/live/screening.ts';
import { getReport } from '../../reports/records/get.ts';
import type { Report } from '../../reports/records/report.ts';
import {
  activeRecords,
  type Suppression,
  type SuppressionData,
  type SuppressionInput,
  toSuppression,
} from '../../reports/records/suppression.ts';
import { type Basis, basisOf } from '../../reports/records/suppression-basis.ts';
import { lastScreening } from '../../screening/watchlists/screenings.ts';
import {
  endSuppression,
  findSuppression,
  insertSuppression,
  suppressionsOfApplicant,
} from '../../store/queries/suppressions.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { propose, refuseWaiting } from '../proposals/propose.ts';

/** The suppression; or the proposal that waits for a second operator. */
export type Suppressed = { readonly suppression: Suppression } | { readonly proposal: Proposal };

/**
 * Rules out a hit of a live report for its applicant: later reports leave it out until the record or the applicant changes. The
 * report itself stays as it is. Under four eyes it waits for a second operator. Throws `resource_not_found` or `gone` for the
 * report, `validation_error` for what is not a hit of it and for a record that is suppressed already.
 */
export async function suppressHit(ctx: Ctx, reportId: string, input: SuppressionInput): Promise<Suppressed> {
  const { id, applicant_id } = await getReport(ctx, reportId);
  const screening = await lastScreening(ctx, reportId);
  return ctx.transaction(async (tx) => {
    await lockApplicant(tx, applicant_id);
    const action = { kind: 'suppression', input } as const;
    await refuseWaiting(ctx, tx, { id, applicant_id }, action);
    if (ctx.account.settings.screening_four_eyes === 'off') {
      return { suppression: await suppressIn(ctx, tx, { id, applicant_id }, { input, screening }) };
    }
    await suppressible(ctx, tx, { id, applicant_id }, { input, screening });
    return { proposal: await propose(ctx, tx, { id, applicant_id }, action) };
  });
}

interface Suppressing {
  readonly input: SuppressionInput;
  /** The last one of the report. */
  readonly screening: Screening | undefined;
  /** Principal who proposed it under dual control, as `recordOf` writes it. */
  readonly by?: string;
}

type About = Pick<Report, 'id' | 'applicant_id'>;

/** Basis of a possible suppression. Throws as `suppressHit`. */
export async function suppressible(
  ctx: Ctx,
  tx: ScopedTx,
  about: About,
  { input, screening }: Suppressing,
): Promise<Basis> {
  const { record } = input;
  const hit = screening?.hits.find((hit) => isRecord({ list: hit.list, source_id: hit.record.source_id }, record));
  if (!screening || !hit) throw invalid({ record: ['is not a hit of this report'] });
  const rows = await tx.all(suppressionsOfApplicant, { applicant_id: about.applicant_id });
  if (activeRecords(ctx, rows).some((active) => isRecord(active, record))) {
    throw invalid({ record: ['is already suppressed for this applicant'] });
  }
  return basisOf(screening, hit);
}

/** Rules out a hit, in a transaction that has locked the applicant. Throws as `suppressHit`. */
export async function suppressIn(ctx: Ctx, tx: ScopedTx, about: About, order: Suppressing): Promise<Suppression> {
  const basis = await suppressible(ctx, tx, about, order);
  const { input, by } = order;
  const { record, reason, note, months } = input;
  const me = recordOf(ctx.principal);
  const confirmed = by === undefined ? {} : { confirmed_by: me };
  const data: SuppressionData = { record, reason, note, report_id: about.id, basis, ...confirmed };
  const id = ctx.services.ids.uuid();
  const created_at = ctx.now();
  await tx.run(insertSuppression, {
    id,
    applicant_id: about.applicant_id,
    created_at,
    created_by: by ?? me,
    state: 'active',
    expires_at: monthsAfter(created_at, months),
    data: ctx.vault.seal(id, data),
  });
  recordAuditIn(ctx, tx, { action: 'suppression_added', object_id: id });
  return suppressionIn(ctx, tx, id);
}

/**
 * Ends a suppression: its hit is back in the next report. It waits for a second operator where any decision on a hit does; else one
 * operator may bring a hit back. Throws `resource_not_found`; `validation_error` once it has ended.
 */
export async function revokeSuppression(ctx: Ctx, id: string): Promise<Suppressed> {
  const found = await ctx.read.first(findSuppression, { id });
  if (!found) throw await missing(ctx, 'Suppression', id);
  const { applicant_id, report_id } = toSuppression(ctx, found);
  return ctx.transaction(async (tx) => {
    await lockApplicant(tx, applicant_id);
    const about = { id: report_id, applicant_id };
    const action = { kind: 'revocation', suppression_id: id } as const;
    await refuseWaiting(ctx, tx, about, action);
    if (ctx.account.settings.screening_four_eyes !== 'all') return { suppression: await revokeIn(ctx, tx, id) };
    await activeIn(ctx, tx, id);
    return { proposal: await propose(ctx, tx, about, action) };
  });
}

/** Ends a suppression, in a transaction that has locked the applicant. `by`: who proposed it under four eyes. */
export async function revokeIn(ctx: Ctx, tx: ScopedTx, id: string, by?: string): Promise<Suppression> {
  await activeIn(ctx, tx, id);
  const end = { ended_at: ctx.now(), ended_by: by ?? recordOf(ctx.principal), ended_because: 'revoked' as const };
  await tx.run(endSuppression, { id, state: 'ended', ...end });
  recordAuditIn(ctx, tx, { action: 'suppression_revoked', object_id: id });
  return suppressionIn(ctx, tx, id);
}

async function activeIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
  const { state } = await suppressionIn(ctx, tx, id);
  if (state === 'ended') throw invalid({ state: ['has already ended'] });
}

/** One change of the suppressions of an applicant at a time, and none of one that is to be erased. */
export async function lockApplicant(tx: ScopedTx, id: string): Promise<void> {
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
