import type { Ctx } from '../../context/ctx.ts';
import { biometricTokensOfApplicant } from '../../store/queries/biometric-tokens.ts';
import { type BiometricToken, toToken } from './token.ts';

/** The tokens that runs of an applicant have made, oldest first; none once its erasure is due. */
export async function listTokensOfApplicant(ctx: Ctx, applicant_id: string): Promise<BiometricToken[]> {
  const rows = await ctx.read.all(biometricTokensOfApplicant, { applicant_id });
  const tokens = await Promise.all(rows.map((row) => toToken(ctx, row)));
  return tokens.filter((token) => token !== undefined);
}
