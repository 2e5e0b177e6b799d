import { recordAuditIn } from '../../audit/record.ts';
import type { Ctx } from '../../context/ctx.ts';
import { insertApplicantPasskey, putPasskeyUser } from '../../store/queries/applicant-passkeys.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type ApplicantPasskey, type KeptPasskey, userMark } from './passkey.ts';

/** A passkey that has no row yet. */
interface NewPasskey {
  readonly applicantId: string;
  /** The account's name for the person. */
  readonly username: string;
  readonly kept: KeptPasskey;
  /** Uses so far, as its device counts them. */
  readonly counter?: number;
}

/** Keeps a passkey of an applicant, who is locked. */
export async function keepPasskey(
  ctx: Ctx,
  tx: ScopedTx,
  { applicantId, username, kept, counter = 0 }: NewPasskey,
): Promise<ApplicantPasskey> {
  const { ids } = ctx.services;
  const of = { applicant_id: applicantId, hash: userMark(ctx, username), created_at: ctx.now() };
  const passkey = { ...of, id: ids.uuid(), state: 'ACTIVE', last_used_at: null } as const;
  await tx.run(putPasskeyUser, { ...of, id: ids.uuid() });
  await tx.run(insertApplicantPasskey, { ...passkey, counter, data: ctx.vault.seal(passkey.id, kept) });
  recordAuditIn(ctx, tx, { action: 'applicant_passkey_added', object_id: passkey.id });
  return { ...passkey, application_domain: kept.application_domain };
}
