import type { Vault } from '../crypto/vault.ts';
import type { Environment } from '../store/schema.ts';
import { type DecisionSettings, defaultDecision } from './decision-settings.ts';

/** Settings of an account for its operator; each is a reason for an error (contract 7.7). */
export interface AccountSettings extends DecisionSettings {
  /** False: every request answers 403 `account_disabled`. */
  enabled: boolean;
  /** False: live checks answer 422 `missing_billing_info`. */
  billing_information: boolean;
  /** Live checks that a trial may create before 403 `trial_limits_reached`; null is no trial. */
  trial_checks_limit: number | null;
  /** Allows `validate_image_quality` in v3.6. */
  image_quality: boolean;
  /** Days from DELETE applicant to the erasure. */
  deletion_delay_days: number;
  /** Days without activity after which an applicant is deleted; null: not before a client or a member deletes it. */
  retention_days: number | null;
  /** True: new checks are paused until they are resumed. */
  pausing: boolean;
  /** Report names that checks may not contain. */
  disabled_reports: string[];
  /** Live requests a minute of v3, and as many of v1 and v2 together. */
  rate_limit_live: number;
  /** Sandbox requests a minute of v3. */
  rate_limit_sandbox: number;
  /** Sandbox requests a minute of v1 and v2 together. */
  rate_limit_sandbox_v2: number;
  /** Lets people find applicants by their names: see `applicants/search`. */
  name_search: boolean;
  /** Lets reviewers change checks and delete applicants, and developers make live tokens. */
  wide_roles: boolean;
  /** Requires a second factor of members who reach the account. */
  second_factor: boolean;
  /** Reasons of decisions that the review page offers beside its own. */
  review_reasons: string[];
  /** Company name that applicants read; null: the account's name. */
  display_name: string | null;
  /** Address of the privacy notice that applicants agree to; null: nobody is asked to agree. */
  privacy_notice_url: string | null;
  /** Contact for applicants who need help: an e-mail address, `mailto:`, `tel:` or https address; null for none. */
  support_contact: string | null;
  /** Main colour of the pages that applicants see, `#rrggbb`; null: the service's colour. */
  colour: string | null;
}

/** Contract 4.3, 4.4 and 5.6. */
export const defaultSettings: AccountSettings = {
  enabled: true,
  billing_information: true,
  trial_checks_limit: null,
  image_quality: true,
  deletion_delay_days: 20,
  retention_days: null,
  pausing: false,
  disabled_reports: [],
  rate_limit_live: 400,
  rate_limit_sandbox: 30,
  rate_limit_sandbox_v2: 120,
  name_search: true,
  wide_roles: false,
  second_factor: false,
  review_reasons: [],
  display_name: null,
  privacy_notice_url: null,
  support_contact: null,
  colour: null,
  ...defaultDecision,
};

/** The logo of an account: always an opaque PNG of ours, whatever was uploaded (`logo.ts`). */
export interface AccountLogo {
  /** SHA-256 of the bytes, hexadecimal. It names the file, so a changed logo has another address. */
  readonly sha256: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly settings: AccountSettings;
  readonly logo: AccountLogo | null;
  /** Seals and opens what identifies the account's applicants. */
  readonly vault: Vault;
}

/** Versions that share a limit: the minor versions of v3, and v1 with v2 (nothing is published of v1). */
export type RateGeneration = 'v3' | 'v2';

const sandboxLimit = { v3: 'rate_limit_sandbox', v2: 'rate_limit_sandbox_v2' } as const;

/** Requests a minute that the account may make in the environment, in the versions of the generation together. */
export function rateLimitOf({ settings }: Account, environment: Environment, generation: RateGeneration): number {
  return environment === 'live' ? settings.rate_limit_live : settings[sandboxLimit[generation]];
}
