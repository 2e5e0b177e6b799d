import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { getReport } from '../../reports/records/get.ts';
import { type Suppression, type SuppressionInput, toSuppression } from '../../reports/records/suppression.ts';
import { findSuppression } from '../../store/queries/suppressions.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { propose, refuseWaiting } from '../proposals/propose.ts';
import { activeIn, lockApplicant, revokeIn, suppressIn } from './suppress.ts';

/** The suppression; or the proposal that waits for a second operator. */
export type Suppressed = { readonly suppression: Suppression } | { readonly proposal: Proposal };

/**
 * Rules out a hit of a live report for its applicant: later reports leave it out until the record or the applicant changes. The
 * report itself stays as it is. Under four eyes it waits for a second operator. Throws `resource_not_found` or `gone` for the
 * report, `validation_error` for what is not a hit of it and for a record that is suppressed already.
 */
export async function suppressHit(ctx: Ctx, reportId: string, input: SuppressionInput): Promise<Suppressed> {
  const { id, applicant_id } = await getReport(ctx, reportId);
  return ctx.transaction(async (tx) => {
    await lockApplicant(tx, applicant_id);
    const action = { kind: 'suppression', input } as const;
    await refuseWaiting(ctx, tx, { id, applicant_id }, action);
    if (ctx.account.settings.screening_four_eyes === 'off') {
      const [suppression] = await suppressIn(ctx, tx, { id, applicant_id }, { inputs: [input] });
      return { suppression: suppression as Suppression };
    }
    return { proposal: await propose(ctx, tx, { id, applicant_id }, action) };
  });
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
