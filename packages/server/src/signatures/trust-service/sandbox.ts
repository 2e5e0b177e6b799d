import { type OwnSignerOptions, ownSigner } from '../own-signer.ts';
import type { TrustService } from './trust-service.ts';

/** Stands in for a trust service in sandbox. Its certificate says that it is not qualified. */
export function sandboxTrustService(options: Pick<OwnSignerOptions, 'store' | 'master' | 'clock'>): TrustService {
  return {
    credential: ownSigner({
      ...options,
      purpose: 'sandbox-trust-service',
      async issue(now) {
        // Costs 100 ms to load, so only when there is something to issue.
        const { issueSigner } = await import('../../tls/issue.ts');
        return issueSigner('Bonafide sandbox (not a qualified certificate)', now);
      },
    }),
  };
}
