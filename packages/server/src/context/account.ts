import type { LoadedVault } from '../crypto/vault.ts';
import type { Environment } from '../store/schema.ts';
import type { AccountSettings } from './account-settings.ts';

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
  readonly vault: LoadedVault;
}

/** Versions that share a limit: the minor versions of v3, and v1 with v2 (nothing is published of v1). */
export type RateGeneration = 'v3' | 'v2';

const sandboxLimit = { v3: 'rate_limit_sandbox', v2: 'rate_limit_sandbox_v2' } as const;

/** Requests a minute that the account may make in the environment, in the versions of the generation together. */
export function rateLimitOf({ settings }: Account, environment: Environment, generation: RateGeneration): number {
  return environment === 'live' ? settings.rate_limit_live : settings[sandboxLimit[generation]];
}
