import { type BrandingInput, brandingErrors } from '../accounts/branding-rules.ts';
import { createAccount } from '../accounts/create.ts';
import { recordTokenCreated } from '../accounts/tokens/create.ts';
import { mintToken } from '../accounts/tokens/mint.ts';
import { insertAddresses } from '../applicants/addresses/import.ts';
import { sampleAddresses } from '../applicants/addresses/sample.ts';
import { isoSeconds } from '../base/clock.ts';
import { recordOf, systemPrincipal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { DEMO_NOTICE_PATH } from '../pages/sdk/demo-notice.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import { insertMeta } from '../store/queries/meta.ts';
import { revokeTokensNamed } from '../store/queries/tokens.ts';
import type { SystemTx } from '../store/store.ts';

/** Secrets of a pair of API tokens; they can't be shown again. */
export interface TokenPair {
  sandboxToken: string;
  liveToken: string;
}

const start = systemPrincipal('start');

/** Name of the tokens in ready files. */
const READY_FILE = 'ready-file';

/**
 * Makes what a new deployment begins with: the account "default" with a sandbox and a live token, and the sample of
 * addresses. In development applicants read "Bonafide demo". Of several processes that start together one does it. Answers
 * undefined when it was done before.
 *
 * @param withTokens false where nobody would get to see them
 */
export async function bootstrap(services: Services, withTokens = true): Promise<TokenPair | undefined> {
  return services.store.transaction(async (tx) => {
    const first = await tx.run(insertMeta, { key: 'bootstrapped_at', value: isoSeconds(services.clock.now()) });
    if (first === 0 || (await tx.first(listAccounts, {}))) return undefined;
    await insertAddresses(services, tx, sampleAddresses);
    const account = await createAccount(services, tx, {
      name: 'default',
      settings: demoBranding(services),
      principal: start,
    });
    return withTokens ? mintPair(services, tx, account, 'first') : undefined;
  });
}

/** Branding that applicants of the first account see in development; in production its operator sets it. */
function demoBranding({ settings, urls }: Services): BrandingInput {
  if (settings.mode !== 'development') return {};
  const branding = { display_name: 'Bonafide demo', support_contact: 'support@example.com' };
  const whole = { ...branding, privacy_notice_url: `${urls.api}${DEMO_NOTICE_PATH}` };
  // A public address of plain HTTP is not an address of a notice.
  return brandingErrors(whole, { development: true }) ? branding : whole;
}

/**
 * Makes a fresh pair for a ready file on a store that has its account already: only hashes of tokens are kept, so the tokens of
 * the first start can't be written again, and a script must get tokens that work at every start. Pairs of earlier ready files are
 * revoked, so that they don't pile up; all other tokens stay valid. Throws when there is no account.
 */
export async function mintReadyPair(services: Services): Promise<TokenPair> {
  return services.store.transaction(async (tx) => {
    const account = await tx.first(listAccounts, {});
    if (!account) throw new Error('There is no account to make tokens for');
    const now = services.clock.now();
    await tx.run(revokeTokensNamed, { account_id: account.id, name: READY_FILE, now, revoked_by: recordOf(start) });
    tx.signal('account', account.id);
    return mintPair(services, tx, account.id, READY_FILE);
  });
}

async function mintPair(services: Services, tx: SystemTx, accountId: string, name: string): Promise<TokenPair> {
  const of = { accountId, kind: 'api', name, principal: start } as const;
  const sandbox = await mintToken(services, tx, { ...of, environment: 'sandbox' });
  const live = await mintToken(services, tx, { ...of, environment: 'live' });
  for (const { row } of [sandbox, live]) recordTokenCreated(services, tx, row, start);
  return { sandboxToken: sandbox.secret, liveToken: live.secret };
}
