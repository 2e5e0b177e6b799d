import { recordAuditIn } from '../../audit/record.ts';
import { type Problem, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import {
  deleteBiometricToken,
  findBiometricToken,
  setBiometricTokenStatus,
} from '../../store/queries/biometric-tokens.ts';
import type { ScopedReader, ScopedTx } from '../../store/store.ts';
import { type BiometricToken, personMark, tokensOf, toToken } from './token.ts';

/** The answer for a token that isn't there, as the published API words it. */
const noToken = (): Problem => problem('resource_not_found', { message: 'Not found' });

/** A token of a person. Throws `resource_not_found`. */
export async function findToken(
  ctx: Ctx,
  userId: string,
  id: string,
  read: ScopedReader = ctx.read,
): Promise<BiometricToken> {
  const row = await read.first(findBiometricToken, { id, person: personMark(ctx, userId) });
  const token = row && (await toToken(ctx, row, read));
  if (!token) throw noToken();
  return token;
}

/** Sets the status of a token, which overrides its run's: only approved ones are compared. Throws `resource_not_found`. */
export async function changeToken(
  ctx: Ctx,
  { userId, id, status }: { readonly userId: string; readonly id: string; readonly status: 'approved' | 'declined' },
): Promise<BiometricToken> {
  return ctx.transaction(async (tx) => {
    const token = await findToken(ctx, userId, id, tx);
    await lockOwners(tx, [token]);
    if (!(await tx.first(findBiometricToken, { id, person: personMark(ctx, userId) }))) throw noToken();
    await tx.run(setBiometricTokenStatus, { id, status });
    recordAuditIn(ctx, tx, { action: 'biometric_token_changed', object_id: id, details: { status } });
    return { ...token, status };
  });
}

/** Deletes a token with its template. Throws `resource_not_found`. */
export async function deleteToken(ctx: Ctx, userId: string, id: string): Promise<void> {
  await deleteAll(ctx, userId, async (tx) => [await findToken(ctx, userId, id, tx)]);
}

/** Deletes all tokens of a person, and returns their number. Throws `resource_not_found` without any. */
export async function deleteTokens(ctx: Ctx, userId: string): Promise<number> {
  return deleteAll(ctx, userId, (tx) => tokensOf(ctx, userId, tx));
}

async function deleteAll(
  ctx: Ctx,
  userId: string,
  find: (tx: ScopedTx) => Promise<readonly BiometricToken[]>,
): Promise<number> {
  return ctx.transaction(async (tx) => {
    const tokens = await find(tx);
    if (tokens.length > 0) await lockOwners(tx, tokens);
    let count = 0;
    for (const { id } of tokens) {
      // Another request may have deleted it meanwhile.
      if (!(await tx.first(findBiometricToken, { id, person: personMark(ctx, userId) }))) continue;
      await tx.run(deleteBiometricToken, { id });
      recordAuditIn(ctx, tx, { action: 'biometric_token_deleted', object_id: id });
      count += 1;
    }
    if (count === 0) throw noToken();
    return count;
  });
}

/** An erasure of an applicant and a change of its tokens come one after the other. */
async function lockOwners(tx: ScopedTx, tokens: readonly BiometricToken[]): Promise<void> {
  const ids = [...new Set(tokens.map(({ applicant_id }) => applicant_id))].sort();
  await tx.lock({ activeApplicants: ids });
}
