import { getApplicant } from '../../applicants/get.ts';
import { invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { siteOf } from '../webauthn/ceremonies.ts';
import { keepPasskey } from './keep.ts';
import type { ApplicantPasskey } from './passkey.ts';

/**
 * Adds a passkey without a device, for tests of clients: in sandbox alone. `username` is the applicant's id where it is
 * undefined. Throws `validation_error` in live, and 404 or 410 for the applicant.
 */
export async function addPasskey(ctx: Ctx, applicantId: string, username = applicantId): Promise<ApplicantPasskey> {
  if (!ctx.sandbox) throw invalid({ environment: ['must be sandbox: in live, devices of applicants make passkeys'] });
  await getApplicant(ctx, applicantId);
  const kept = { application_domain: siteOf(ctx.services.urls.api).domain };
  return ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicantId });
    if (!activeApplicant) throw problem('gone');
    return keepPasskey(ctx, tx, { applicantId, username, kept });
  });
}
