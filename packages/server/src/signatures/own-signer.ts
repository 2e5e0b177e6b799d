import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type Clock, DAY_MS } from '../base/clock.ts';
import type { KeyPurpose, MasterKey } from '../crypto/keys.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { chainOf, localSigner, type Signer } from '../crypto/signer.ts';
import { findMeta, insertMeta, updateMeta } from '../store/queries/meta.ts';
import type { Store } from '../store/store.ts';
import type { Pair } from '../tls/issue.ts';

/** Milliseconds before the end of the certificate when the service creates the next one. */
const RENEW_BEFORE_MS = 30 * DAY_MS;

export interface OwnSignerOptions {
  readonly store: Store;
  readonly master: MasterKey;
  readonly clock: Clock;
  /** Purpose of the key that seals the private key. Certificate and key are stored under it, with `_` for `-`. */
  readonly purpose: KeyPurpose;
  /** Makes certificate and key. */
  issue(now: number): Promise<Pair>;
}

/**
 * A signer of the deployment's own: certificate and key are made when they are needed first, and kept in the store, the key sealed.
 * Every process of a deployment has the same.
 */
export function ownSigner(options: OwnSignerOptions): () => Promise<Signer> {
  let known: Signer | undefined;
  return async () => {
    if (!known || endsSoon(known, options.clock.now())) known = await keptSigner(options);
    return known;
  };
}

function endsSoon({ chain }: Signer, now: number): boolean {
  return Date.parse(new X509Certificate(chain[0] as Buffer).validTo) < now + RENEW_BEFORE_MS;
}

/** The signer in the store, made if it is missing or its time is nearly over; of two at once, one makes it. */
async function keptSigner({ store, master, clock, purpose, issue }: OwnSignerOptions): Promise<Signer> {
  const key = purpose.replaceAll('-', '_');
  const sealing = master.derive(purpose);
  const opened = (value: string): Signer => {
    const kept = JSON.parse(value) as { cert: string; key: string };
    const privateKey = createPrivateKey(unseal(sealing, key, Buffer.from(kept.key, 'base64')));
    return localSigner(privateKey, chainOf(kept.cert));
  };
  const stored = await store.system.first(findMeta, { key });
  const kept = stored && opened(stored.value);
  if (kept && !endsSoon(kept, clock.now())) return kept;
  const issued = await issue(clock.now());
  const value = JSON.stringify({
    cert: issued.cert,
    key: seal(sealing, key, Buffer.from(issued.key)).toString('base64'),
  });
  return store.transaction(async (tx) => {
    if (stored) await tx.run(updateMeta, { key, from: stored.value, value });
    else await tx.run(insertMeta, { key, value });
    const winner = await tx.first(findMeta, { key });
    if (!winner) throw new Error(`The signer ${key} is not there, though it was written`);
    return opened(winner.value);
  });
}
