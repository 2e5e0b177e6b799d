import type { Ctx } from '../../context/ctx.ts';
import { passkeysOfApplicant } from '../../store/queries/applicant-passkeys.ts';
import { type ApplicantPasskey, toPasskey } from './passkey.ts';

/** The passkeys that were made for an applicant, oldest first. */
export async function listPasskeysOfApplicant(ctx: Ctx, applicant_id: string): Promise<ApplicantPasskey[]> {
  return (await ctx.read.all(passkeysOfApplicant, { applicant_id })).map((row) => toPasskey(ctx, row));
}
