import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Settings } from '../../config/settings.ts';
import type { MasterKey } from '../../crypto/keys.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { chainOf, type Signer } from '../../crypto/signer.ts';
import { findMeta, insertMeta, updateMeta } from '../../store/queries/meta.ts';
import type { Store } from '../../store/store.ts';
import { loadCertificate } from '../../tls/certificate.ts';
import { openTimeStamps, STAMP_BYTES } from './time-stamps.ts';

/** Where the deployment's own certificate is kept, and what its key is sealed for. */
const META = 'evidence_signer';

/** It is made anew this long before its end. */
const RENEW_BEFORE_MS = 30 * 86_400_000;

/** Who signs the evidence of this deployment. */
export interface EvidenceSigner {
  /** Certificate and key. Every process of a deployment has the same. */
  get(): Promise<Signer>;
  /** Bytes that a signature may need in a document. */
  room(): Promise<number>;
  /**
   * Signs a PDF that has a place for it: CMS signed data with the chain (RFC 5652), and with a time stamp where the settings name an
   * authority. Throws `unavailable` where that gives none.
   */
  sign(file: Uint8Array): Promise<Buffer>;
}

/** Of a signature beside its certificates, and more: a key of 16,384 bits has 2 KB. */
const SIGNATURE_BYTES = 4096;

interface OpenOptions {
  readonly settings: Pick<Settings, 'evidenceCert' | 'evidenceKey' | 'publicUrl' | 'tsaUrl' | 'tsaCa'>;
  readonly store: Store;
  readonly master: MasterKey;
  readonly clock: Clock;
  /** By which the certificate of the settings is judged: readers of a document go by the time of the world. */
  readonly worldClock: Clock;
}

/**
 * The certificate of the settings or, without one, a self-signed one that is made when the first document needs it and kept
 * in the store, its key sealed. Throws with words for the operator when the one of the settings can't be used.
 */
export async function openEvidenceSigner(options: OpenOptions): Promise<EvidenceSigner> {
  const stamp = await openTimeStamps(options.settings);
  const get = await openSigner(options);
  return {
    get,
    async room() {
      const { chain } = await get();
      return chain.reduce((sum, { length }) => sum + length, SIGNATURE_BYTES + (stamp ? STAMP_BYTES : 0));
    },
    async sign(file) {
      // Costs time to load, so only when there is something to sign.
      const [{ signedData }, { signFile }] = await Promise.all([
        import('../../crypto/cms.ts'),
        import('../../crypto/sign-file.ts'),
      ]);
      const signer = await get();
      return signFile(file, (digest) => signedData(digest, signer, stamp));
    },
  };
}

async function openSigner(options: OpenOptions): Promise<() => Promise<Signer>> {
  const { evidenceCert: certFile, evidenceKey: keyFile } = options.settings;
  if (certFile && keyFile) {
    const { cert, key } = await loadCertificate({ certFile, keyFile }, options.worldClock);
    const given = { chain: chainOf(cert), key: createPrivateKey(key) };
    if (!['rsa', 'ec'].includes(given.key.asymmetricKeyType ?? ''))
      throw new Error(`the private key ${keyFile} must be RSA or of an elliptic curve, to sign documents`);
    return async () => given;
  }
  let known: Signer | undefined;
  return async () => {
    if (!known || endsSoon(known, options.clock.now())) known = await ownSigner(options);
    return known;
  };
}

function endsSoon({ chain }: Signer, now: number): boolean {
  return Date.parse(new X509Certificate(chain[0] as Buffer).validTo) < now + RENEW_BEFORE_MS;
}

/** The signer in the store, made where there is none or its time is nearly over; of two at once, one makes it. */
async function ownSigner({ settings, store, master, clock }: OpenOptions): Promise<Signer> {
  const sealing = master.derive('evidence-signer');
  const stored = await store.system.first(findMeta, { key: META });
  const kept = stored && opened(sealing, stored.value);
  if (kept && !endsSoon(kept, clock.now())) return kept;
  // Costs 100 ms to load, so only when there is something to issue.
  const { issueSigner } = await import('../../tls/issue.ts');
  const issued = await issueSigner(settings.publicUrl ? new URL(settings.publicUrl).hostname : null, clock.now());
  const value = JSON.stringify({
    cert: issued.cert,
    key: seal(sealing, META, Buffer.from(issued.key)).toString('base64'),
  });
  return store.transaction(async (tx) => {
    if (stored) await tx.run(updateMeta, { key: META, from: stored.value, value });
    else await tx.run(insertMeta, { key: META, value });
    const winner = await tx.first(findMeta, { key: META });
    if (!winner) throw new Error('The signer of evidence is not there, though it was written');
    return opened(sealing, winner.value);
  });
}

function opened(sealing: Buffer, value: string): Signer {
  const { cert, key } = JSON.parse(value) as { cert: string; key: string };
  const pem: KeyObject = createPrivateKey(unseal(sealing, META, Buffer.from(key, 'base64')));
  return { chain: chainOf(cert), key: pem };
}
