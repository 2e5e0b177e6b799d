import { fingerprintOf, type MasterKey, masterKey } from './keys.ts';
import { seal, unseal } from './seal.ts';

/** The root key as one master key opens it. */
export interface WrappedRoot {
  /** Fingerprint of the master key. */
  readonly fingerprint: string;
  /** The root key sealed with the master key, base64. */
  readonly wrapped: string;
  /** Unix milliseconds. */
  readonly created_at: number;
}

/**
 * The root key of a deployment as the store and its backups keep it. Each master key of `masters` opens the root key, which
 * opens `base`, the secret from which the keys of the deployment are derived.
 */
export interface StoredRoot {
  readonly masters: readonly WrappedRoot[];
  /** Sealed with the root key, base64. */
  readonly base: string;
}

const BASE = 'base';

/** Seals the root key with a master key. */
export function wrapRoot(master: MasterKey, root: Buffer, created_at: number): WrappedRoot {
  const fingerprint = fingerprintOf(master);
  const wrapped = seal(master.derive('root-key'), fingerprint, root).toString('base64');
  return { fingerprint, wrapped, created_at };
}

/** Seals a secret with the root key, base64. `name` is authenticated with it. */
export function sealWithRoot(root: Buffer, name: string, secret: Buffer): string {
  return seal(masterKey(root).derive('stored-keys'), name, secret).toString('base64');
}

/** Opens a secret that the root key has sealed. Throws when it was changed or has another name. */
export function openWithRoot(root: Buffer, name: string, sealed: string): Buffer {
  return unseal(masterKey(root).derive('stored-keys'), name, Buffer.from(sealed, 'base64'));
}

/** Makes the stored root key from its parts. */
export function storeRoot(root: Buffer, base: Buffer, masters: readonly WrappedRoot[]): StoredRoot {
  return { masters, base: sealWithRoot(root, BASE, base) };
}

/**
 * Opens the root key with a master key. Returns undefined when another master key has sealed it. Throws when the stored bytes were
 * changed.
 */
export function openRoot(stored: StoredRoot, master: MasterKey): Buffer | undefined {
  const own = fingerprintOf(master);
  const slot = stored.masters.find(({ fingerprint }) => fingerprint === own);
  return slot && unseal(master.derive('root-key'), own, Buffer.from(slot.wrapped, 'base64'));
}

/** The secret from which the keys of the deployment are derived. */
export function baseOf(stored: StoredRoot, root: Buffer): Buffer {
  return openWithRoot(root, BASE, stored.base);
}

/**
 * The derived keys of a deployment from what a backup has of them and the master key alone (32 bytes). Returns undefined for
 * another master key.
 */
export function openStoredRoot(stored: StoredRoot, secret: Buffer): MasterKey | undefined {
  const root = openRoot(stored, masterKey(secret));
  return root && masterKey(baseOf(stored, root));
}
