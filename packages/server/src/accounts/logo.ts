import { createHash } from 'node:crypto';
import { AnalysisFailed } from '../analysis/analyser.ts';
import { isOfMachine, isTooSlow } from '../analysis/given-up.ts';
import { recordChange } from '../audit/record.ts';
import { invalid, notFound, problem } from '../base/errors.ts';
import type { AccountLogo } from '../context/account.ts';
import { type AccountFacts, toFacts } from '../context/account-facts.ts';
import { type Principal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { deleteLogo, updateAccountLogo, upsertLogo } from '../store/queries/accounts.ts';

/** Bytes of an uploaded logo. */
export const LOGO_BYTES = 256 * 1024;

/** Seconds after which an operator may try again when no analyser was free. */
const RETRY_AFTER = 5;

/**
 * Sets the logo of an account from a PNG, JPEG or WebP file. An analyser draws it again, so that no byte of the file is
 * ever served. Throws `resource_not_found`, `validation_error` under `logo`, or `unavailable`.
 */
export async function setLogo(
  services: Services,
  id: string,
  file: Uint8Array,
  principal: Principal,
): Promise<AccountFacts> {
  if (file.length === 0) throw invalid({ logo: ['must not be empty'] });
  if (file.length > LOGO_BYTES) throw invalid({ logo: [`must be at most ${LOGO_BYTES / 1024} KB`] });
  const drawn = await draw(services, file);
  const bytes = Buffer.from(drawn.bytes);
  const { width, height } = drawn;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return change(services, id, principal, { sha256, width, height }, bytes);
}

/** Removes the logo of an account. Throws `resource_not_found`. */
export async function removeLogo(services: Services, id: string, principal: Principal): Promise<AccountFacts> {
  return change(services, id, principal, null);
}

async function draw({ analyser }: Services, bytes: Uint8Array) {
  try {
    const result = await analyser.run('logo', { bytes });
    if ('refused' in result) throw invalid({ logo: [result.refused] });
    return result;
  } catch (error) {
    if (isTooSlow(error)) throw invalid({ logo: ['took too long to decode'] });
    if (error instanceof AnalysisFailed && error.reason === 'crashed')
      throw invalid({ logo: ['could not be decoded'] });
    if (error instanceof AnalysisFailed || isOfMachine(error))
      throw problem('unavailable', { retryAfter: RETRY_AFTER });
    throw error;
  }
}

async function change(
  services: Services,
  id: string,
  principal: Principal,
  logo: AccountLogo | null,
  bytes?: Buffer,
): Promise<AccountFacts> {
  const { store, clock } = services;
  return store.transaction(async (tx) => {
    const { account: row } = await tx.lock({ account: id });
    if (!row) throw notFound('Account', id);
    const json = logo && JSON.stringify(logo);
    const changed_by = recordOf(principal);
    await tx.run(updateAccountLogo, { id, logo: json, changed_by });
    if (logo && bytes)
      await tx.run(upsertLogo, { account_id: id, sha256: logo.sha256, created_at: clock.now(), bytes });
    else await tx.run(deleteLogo, { account_id: id });
    const action = logo ? 'logo_changed' : 'logo_removed';
    recordChange(services, tx, { action, object_id: id, accountId: id, principal });
    tx.signal('account', id);
    return toFacts({ ...row, logo: json, changed_by });
  });
}
