import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import type { Services } from '../context/services.ts';
import type { MasterKey } from '../crypto/keys.ts';
import { chainOf, localSigner, type Signer } from '../crypto/signer.ts';
import { findMeta } from '../store/queries/meta.ts';
import type { Store } from '../store/store.ts';
import { loadCertificate } from '../tls/certificate.ts';
import { ownSigner } from './own-signer.ts';

/** Signer of the evidence: certificate and key, the same in every process of a deployment. */
export type EvidenceSigner = () => Promise<Signer>;

interface OpenOptions {
  readonly settings: Pick<Settings, 'evidenceCert' | 'evidenceKey' | 'publicUrl'>;
  readonly store: Store;
  readonly master: MasterKey;
  readonly clock: Clock;
  /** Clock by which the certificate of the settings is judged: readers of a document go by real time. */
  readonly worldClock: Clock;
}

/**
 * The certificate of the settings or, without one, a self-signed one of the deployment's own. Throws with words for the operator
 * when the settings' certificate can't be used.
 */
export async function openEvidenceSigner(options: OpenOptions): Promise<EvidenceSigner> {
  const { settings, worldClock, ...own } = options;
  const { evidenceCert: certFile, evidenceKey: keyFile, publicUrl } = settings;
  if (certFile && keyFile) {
    const { cert, key: pem } = await loadCertificate({ certFile, keyFile }, worldClock);
    const key = createPrivateKey(pem);
    if (!['rsa', 'ec'].includes(key.asymmetricKeyType ?? ''))
      throw new Error(`the private key ${keyFile} must be an RSA or elliptic-curve key`);
    const signer = localSigner(key, chainOf(cert));
    return async () => signer;
  }
  return ownSigner({
    ...own,
    purpose: 'evidence-signer',
    async issue(now) {
      // Costs 100 ms to load, so only when there is something to issue.
      const { issueSigner } = await import('../tls/issue.ts');
      return issueSigner(publicUrl ? `Bonafide evidence of ${new URL(publicUrl).hostname}` : 'Bonafide evidence', now);
    },
  });
}

/** The certificate that signs evidence; undefined while none was made. Makes none. */
export async function evidenceCertificate({
  settings,
  store,
  evidenceSigner,
}: Services): Promise<X509Certificate | undefined> {
  const made = settings.evidenceCert !== null || (await store.system.first(findMeta, { key: 'evidence_signer' }));
  if (!made) return undefined;
  const { chain } = await evidenceSigner();
  return new X509Certificate(chain[0] as Buffer);
}

/** End of the certificate that signs evidence, Unix milliseconds; undefined while none was made. */
export async function evidenceCertificateEnd(services: Services): Promise<number | undefined> {
  const certificate = await evidenceCertificate(services);
  return certificate && Date.parse(certificate.validTo);
}

declare module '../context/services.ts' {
  interface Services {
    readonly evidenceSigner: EvidenceSigner;
  }
}
