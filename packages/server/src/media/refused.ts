import type { FileFault } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { insertRefusedUpload, listRefusedUploads } from '../store/queries/refused-uploads.ts';

/** Reasons why an upload is refused for its SDK token: the token belongs to another applicant, or forbids the page. */
const tokenRefusals = ['other_applicant', 'origin'] as const;
type TokenRefusal = (typeof tokenRefusals)[number];

const fileFaults = ['format', 'size', 'unreadable', 'quality'] as const satisfies readonly FileFault[];

/** Reasons why uploads are refused: for their SDK token, or for a fault of the file. */
export const refusalReasons = [...tokenRefusals, ...fileFaults] as const;
export type RefusalReason = TokenRefusal | FileFault;

/** Pattern of an id. */
const ID = /^[0-9a-f-]{36}$/i;

/**
 * Keeps that an upload for an applicant was refused, once for each reason: the first. Does nothing for an applicant who isn't there. It
 * only logs a failure, since the upload is refused anyway.
 */
export async function noteRefusedUpload(ctx: Ctx, applicantId: string, reason: RefusalReason): Promise<void> {
  if (!ID.test(applicantId)) return;
  try {
    const known = await ctx.read.all(listRefusedUploads, { applicant_id: applicantId });
    if (!known.some((refusal) => refusal.reason === reason)) await keepRefusal(ctx, applicantId, reason);
  } catch (err) {
    ctx.services.log.warn({ err, reason }, 'recording a refused upload failed');
  }
}

function keepRefusal(ctx: Ctx, applicantId: string, reason: RefusalReason): Promise<void> {
  const id = `${applicantId} ${reason}`;
  return ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicantId });
    if (!activeApplicant) return;
    await tx.run(insertRefusedUpload, { id, applicant_id: applicantId, reason, created_at: ctx.now() });
  });
}

/** Reasons for which uploads of an applicant were refused until a time, because of their SDK token. */
export async function refusedForToken(ctx: Ctx, applicantId: string, until: number): Promise<TokenRefusal[]> {
  const rows = await ctx.read.all(listRefusedUploads, { applicant_id: applicantId });
  return tokenRefusals.filter((reason) => rows.some((row) => row.reason === reason && row.created_at <= until));
}
