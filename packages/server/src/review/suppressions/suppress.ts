import { recordAuditIn } from '../../audit/record.ts';
import { invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { recordOf } from '../../context/principal.ts';
import { isRecord, type RecordKey } from '../../reports/hit.ts';
import type { Report } from '../../reports/records/report.ts';
import { lastScreening } from '../../reports/records/screenings.ts';
import {
  activeRecords,
  type Suppression,
  type SuppressionData,
  type SuppressionInput,
  toSuppression,
} from '../../reports/records/suppression.ts';
import { type Basis, basisOf } from '../../reports/records/suppression-basis.ts';
import {
  endSuppression,
  findSuppression,
  insertSuppression,
  suppressionsOfApplicant,
} from '../../store/queries/suppressions.ts';
import type { ScopedTx } from '../../store/store.ts';

type About = Pick<Report, 'id' | 'applicant_id'>;

/**
 * Bases of possible suppressions of hits of a report, in the order of the records. Throws `validation_error` for a record that
 * isn't among the hits of the report, or is already suppressed.
 */
export async function suppressible(
  ctx: Ctx,
  tx: ScopedTx,
  { id, applicant_id }: About,
  records: readonly RecordKey[],
): Promise<Basis[]> {
  if (records.length === 0) return [];
  const screening = await lastScreening(ctx, tx, id);
  const active = activeRecords(ctx, await tx.all(suppressionsOfApplicant, { applicant_id }));
  return records.map((record) => {
    const hit = screening?.hits.find(({ list, record: { source_id } }) => isRecord({ list, source_id }, record));
    if (!screening || !hit) throw invalid({ record: ['is not a hit of this report'] });
    if (active.some((one) => isRecord(one, record))) {
      throw invalid({ record: ['is already suppressed for this applicant'] });
    }
    return basisOf(screening, hit);
  });
}

/**
 * Rules out hits, in a transaction that has locked the applicant. Throws as `suppressible`.
 *
 * @param by principal who proposed it under dual control, as `recordOf` writes it
 */
export async function suppressIn(
  ctx: Ctx,
  tx: ScopedTx,
  about: About,
  { inputs, by }: { readonly inputs: readonly SuppressionInput[]; readonly by?: string | undefined },
): Promise<Suppression[]> {
  const bases = await suppressible(
    ctx,
    tx,
    about,
    inputs.map(({ record }) => record),
  );
  const me = recordOf(ctx.principal);
  const confirmed = by === undefined ? {} : { confirmed_by: me };
  const made: Suppression[] = [];
  for (const [index, { record, reason, note, months }] of inputs.entries()) {
    const basis = bases[index] as Basis;
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
    made.push(await suppressionIn(ctx, tx, id));
  }
  return made;
}

/** Ends a suppression, in a transaction that has locked the applicant. `by`: who proposed it under four eyes. */
export async function revokeIn(ctx: Ctx, tx: ScopedTx, id: string, by?: string): Promise<Suppression> {
  await activeIn(ctx, tx, id);
  const end = { ended_at: ctx.now(), ended_by: by ?? recordOf(ctx.principal), ended_because: 'revoked' as const };
  await tx.run(endSuppression, { id, state: 'ended', ...end });
  recordAuditIn(ctx, tx, { action: 'suppression_revoked', object_id: id });
  return suppressionIn(ctx, tx, id);
}

/** Throws `validation_error` for a suppression that has ended. */
export async function activeIn(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
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
