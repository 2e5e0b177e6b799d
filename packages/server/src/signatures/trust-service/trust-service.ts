import { problem } from '../../base/errors.ts';
import type { Signer } from '../../crypto/signer.ts';

/**
 * A trust service that holds a private key, and signs with it for the qualified signatures of workflow runs.
 *
 * @example
 * import { TrustServiceRefused, type TrustService } from './trust-service.ts';
 *
 * const closed: TrustService = {
 *   async credential() {
 *     throw new TrustServiceRefused('has no credential for this account.');
 *   },
 * };
 * await closed.credential('run').catch(({ message }) => message); // 'has no credential for this account.'
 */
export interface TrustService {
  /**
   * Opens the credential for signing now: its certificates, and a `sign` whose signatures belong to them. This and `sign` throw
   * `TrustServiceRefused` where another try would get the same, and `unavailable` where it may not.
   * @param reference name of the signed object in the log of the trust service; no personal data
   */
  credential(reference: string): Promise<Signer>;
}

/** Trust services by environment; in live there is none without a trust service in the settings. */
export interface TrustServices {
  readonly sandbox: TrustService;
  readonly live: TrustService | undefined;
}

/** The trust service doesn't sign, and wouldn't on another try. The message follows "The trust service". */
export class TrustServiceRefused extends Error {}

/** Seconds after which one that asks may try again. */
const RETRY_SECONDS = 30;

/** The trust service doesn't answer, or not now: a job tries again. `why` follows "The trust service". */
export const trustServiceUnavailable = (why: string) =>
  problem('unavailable', { message: `The trust service ${why}`, retryAfter: RETRY_SECONDS });

declare module '../../context/services.ts' {
  interface Services {
    readonly trustServices: TrustServices;
  }
}
