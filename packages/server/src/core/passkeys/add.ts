import { invalid, problem } from '../../base/errors.ts';
import { insertApplicantPasskey, putPasskeyUser } from '../../store/queries/applicant-passkeys.ts';
import { getApplicant } from '../applicants/get.ts';
import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { type ApplicantPasskey, type KeptPasskey, userMark } from './passkey.ts';

/**
 * Adds a passkey without a device, for tests of clients: in sandbox alone. `username` is the applicant's id where it is
 * undefined. Throws `validation_error` in live, and 404 or 410 for the applicant.
 */
export async function addPasskey(ctx: Ctx, applicantId: string, username = applicantId): Promise<ApplicantPasskey> {
  if (!ctx.sandbox) throw invalid({ environment: ['must be sandbox: in live, devices of applicants make passkeys'] });
  await getApplicant(ctx, applicantId);
  const { ids, urls } = ctx.services;
  const hash = userMark(ctx, username);
  const of = { applicant_id: applicantId, hash, created_at: ctx.now() };
  const kept: KeptPasskey = { application_domain: new URL(urls.api).hostname };
  const passkey = { ...of, id: ids.uuid(), state: 'ACTIVE', last_used_at: null } as const;
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    await tx.run(putPasskeyUser, { ...of, id: ids.uuid() });
    await tx.run(insertApplicantPasskey, { ...passkey, counter: 0, data: ctx.vault.seal(passkey.id, kept) });
    recordAuditIn(ctx, tx, { action: 'applicant_passkey_added', object_id: passkey.id });
  });
  return { ...passkey, ...kept };
}
