import { insertRefusedUpload, listRefusedUploads } from '../../store/queries/refused-uploads.ts';
import type { RefusedUploadRow } from '../../store/schema.ts';
import type { Ctx } from '../ctx.ts';

export type RefusalReason = RefusedUploadRow['reason'];

/**
 * Keeps, in live, that an upload for an applicant was refused: since its SDK token is of another applicant, or came from a page
 * that the token forbids. The first for each reason is kept, once. Does nothing for an applicant who isn't there.
 */
export async function noteRefusedUpload(ctx: Ctx, applicantId: string, reason: RefusalReason): Promise<void> {
  if (ctx.sandbox) return;
  const known = await ctx.read.all(listRefusedUploads, { applicant_id: applicantId });
  if (known.some((one) => one.reason === reason)) return;
  const id = `${applicantId} ${reason}`;
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicantId });
    if (!activeApplicant) return;
    await tx.run(insertRefusedUpload, { id, applicant_id: applicantId, reason, created_at: ctx.now() });
  });
}

/** Why uploads for an applicant were refused until a time. */
export async function refusedUploads(ctx: Ctx, applicantId: string, until: number): Promise<RefusalReason[]> {
  const rows = await ctx.read.all(listRefusedUploads, { applicant_id: applicantId });
  return rows.filter(({ created_at }) => created_at <= until).map(({ reason }) => reason);
}
