import type { Ctx } from '../../context/ctx.ts';
import { insertBiometricToken } from '../../store/queries/biometric-tokens.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Run, userIdOf } from '../runs/run.ts';
import { type KeptTemplate, personMark } from './token.ts';
import type { TokenOutput } from './work.ts';

interface NewToken {
  readonly kept: KeptTemplate;
  readonly output: TokenOutput;
}

/** Writes the biometric token of a run, in the transaction that completes its task. */
export async function keepToken(ctx: Ctx, tx: ScopedTx, run: Run, { kept, output }: NewToken): Promise<void> {
  const id = output.uuid as string;
  await tx.run(insertBiometricToken, {
    id,
    applicant_id: run.applicant_id,
    workflow_run_id: run.id,
    person: personMark(ctx, userIdOf(run)),
    created_at: ctx.now(),
    status: null,
    data: ctx.vault.seal(id, kept),
  });
}
