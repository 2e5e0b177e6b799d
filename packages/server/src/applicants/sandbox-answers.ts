import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { updateApplicantData } from '../store/queries/applicants.ts';
import { dataOf, type SandboxAnswers, toSealedData } from './applicant.ts';
import { getApplicant } from './get.ts';

/**
 * Sets what the sandbox answers for the checks that the applicant gets from now on; null for the pre-determined results. Throws
 * `resource_not_found`, `gone`.
 */
export function setSandboxAnswers(ctx: Ctx, id: string, answers: SandboxAnswers | null): Promise<void> {
  return changeSandboxAnswers(ctx, id, () => answers);
}

/** Sets what the sandbox answers, by the answers before. Throws `resource_not_found`, `gone`. */
export async function changeSandboxAnswers(
  ctx: Ctx,
  id: string,
  change: (before: SandboxAnswers | null) => SandboxAnswers | null,
): Promise<void> {
  await getApplicant(ctx, id);
  await ctx.transaction(async (tx) => {
    await tx.lock({ applicant: id });
    const before = dataOf(await getApplicant(ctx, id, tx));
    recordAuditIn(ctx, tx, { action: 'sandbox_answers_set', object_id: id });
    ctx.services.recentApplicants.changes(tx, id);
    const data = ctx.vault.seal(id, toSealedData({ ...before, sandbox_answers: change(before.sandbox_answers) }));
    await tx.run(updateApplicantData, { id, data });
  });
}
