import type { ApplicantHooks } from '../applicants/hooks.ts';
import type { Ctx } from '../context/ctx.ts';
import { listWaitingChecks } from '../store/queries/checks.ts';
import { listDroppedMails } from '../store/queries/mails.ts';
import type { ScopedTx } from '../store/store.ts';
import { toCheck } from './check.ts';
import { inviteApplicant } from './forms/invite.ts';
import { restingChecks, withdrawResting } from './withdraw.ts';

/** Checks of a deleted applicant are withdrawn. An applicant with a check that is being analysed can't be deleted. */
export const checkApplicantHooks: ApplicantHooks = {
  deleting: withdrawResting,
  erasing: async (ctx, tx, id) => void (await restingChecks(ctx, tx, id)),
  restored: inviteAgain,
};

/** Mail that came due while the applicant was to be erased was dropped: a restored applicant needs the form again. */
async function inviteAgain(ctx: Ctx, tx: ScopedTx, id: string): Promise<void> {
  const dropped = new Set((await tx.all(listDroppedMails, { applicant_id: id })).map(({ check_id }) => check_id));
  if (dropped.size === 0) return;
  const waiting = await tx.all(listWaitingChecks, { applicant_id: id });
  for (const row of waiting) {
    if (row.status === 'awaiting_applicant' && dropped.has(row.id)) await inviteApplicant(ctx, tx, toCheck(ctx, row));
  }
}
