import type { Vault } from '../../crypto/vault.ts';
import type { Environment } from '../../store/schema.ts';

/** What an operator sets for an account; each is a reason for an error of the v3 document's section 7. */
export interface AccountSettings {
  /** False: every request answers 403 `account_disabled`. */
  enabled: boolean;
  /** False: live checks answer 422 `missing_billing_info`. */
  billing_information: boolean;
  /** Live checks that a trial may create before 403 `trial_limits_reached`; null is no trial. */
  trial_checks_limit: number | null;
  /** Whether `validate_image_quality` may be asked for in v3.6. */
  image_quality: boolean;
  /** Days from DELETE applicant to the erasure. */
  deletion_delay_days: number;
  /** True: new checks are paused until they are resumed. */
  pausing: boolean;
  /** Report names that checks may not contain. */
  disabled_reports: string[];
  /** Requests a minute. */
  rate_limit_live: number;
  rate_limit_sandbox: number;
}

/** Section 8 of the v3 document; the deletion delay is that of the older client. */
export const defaultSettings: AccountSettings = {
  enabled: true,
  billing_information: true,
  trial_checks_limit: null,
  image_quality: true,
  deletion_delay_days: 20,
  pausing: false,
  disabled_reports: [],
  rate_limit_live: 400,
  rate_limit_sandbox: 30,
};

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly settings: AccountSettings;
  /** Seals and opens what identifies the account's applicants. */
  readonly vault: Vault;
}

/** Requests a minute that the account may make in the environment. */
export function rateLimitOf(account: Account, environment: Environment): number {
  return environment === 'live' ? account.settings.rate_limit_live : account.settings.rate_limit_sandbox;
}
