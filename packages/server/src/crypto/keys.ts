import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedHash } from './keyed-hash.ts';

/** Purposes of derived keys; a new purpose is a new line. */
export type KeyPurpose =
  | 'account-keys'
  | 'media'
  | 'token-hash'
  | 'operator-keys'
  | 'members'
  | 'member-secrets'
  | 'sdk-token'
  | 'document-numbers'
  | 'upload-addresses'
  | 'idempotency-keys'
  | 'applicant-imports'
  | 'search-terms'
  | 'recipients'
  | 'compromised-documents'
  | 'list-entries'
  | 'source-requests'
  | 'source-entries'
  | 'watchlist-matches'
  | 'watchlist-alerts'
  | 'workflow-run-tags'
  | 'workflow-links'
  | 'biometric-tokens'
  | 'evidence-signer'
  | 'sandbox-trust-service'
  | 'signature-codes'
  | 'passkey-users'
  | 'audited-automation'
  | 'second-looks'
  | 'backup'
  | 'redis'
  | 'redis-values'
  | 'canary'
  | 'fingerprint'
  | 'root-key'
  | 'stored-keys';

/** Purposes whose key can be rotated: each has versions, and the first one is derived. */
export const rotatedPurposes = [
  'account-keys',
  'sdk-token',
  'workflow-links',
  'biometric-tokens',
  'upload-addresses',
] as const;
export type RotatedPurpose = (typeof rotatedPurposes)[number];

export const KEY_BYTES = 32;

/** A secret, and the keys derived from it. `services.master` has the keys of the deployment (`keys/deployment-keys.ts`). */
export interface MasterKey {
  derive(purpose: KeyPurpose): Buffer;
  /** HMAC-SHA-256 of a text under the key of a purpose: 64 hexadecimal digits, of no use without the master key. */
  hash(purpose: KeyPurpose, text: string): string;
  /** The version of a rotated key that seals and signs now. */
  current(purpose: RotatedPurpose): Buffer;
  /** The versions of a rotated key that open and verify now, newest first. */
  accepted(purpose: RotatedPurpose): readonly Buffer[];
}

/** Derives with HKDF-SHA256 (RFC 5869). Throws when `secret` isn't 32 bytes. */
export function masterKey(secret: Buffer): MasterKey {
  if (secret.length !== KEY_BYTES) throw new Error(`The master key must have ${KEY_BYTES} bytes, not ${secret.length}`);
  const derived = new Map<KeyPurpose, Buffer>();
  const hashes = new Map<KeyPurpose, KeyedHash>();
  const derive = (purpose: KeyPurpose) => {
    let key = derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secret, 'bonafide', purpose, KEY_BYTES));
      derived.set(purpose, key);
    }
    return key;
  };
  return {
    derive,
    hash(purpose, text) {
      let keyed = hashes.get(purpose);
      if (!keyed) {
        keyed = new KeyedHash(derive(purpose));
        hashes.set(purpose, keyed);
      }
      return keyed.hex(text);
    },
    current: derive,
    accepted: (purpose) => [derive(purpose)],
  };
}

/** Bytes of a fingerprint: two keys of one operator never share it. */
const FINGERPRINT_BYTES = 8;

/** A name for a master key that says nothing of it: 16 hexadecimal digits. */
export function fingerprintOf(master: Pick<MasterKey, 'derive'>): string {
  return master.derive('fingerprint').toString('hex', 0, FINGERPRINT_BYTES);
}

/** Reads a secret file of the data directory, or makes it: 32 random bytes as base64url, readable by the owner alone. */
export function secretFile(directory: string, name: string): Buffer {
  const file = join(directory, name);
  if (!existsSync(file)) writeSecret(file, randomBytes(KEY_BYTES).toString('base64url'));
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
}

/** Written whole or not at all: a key that was half written would lose everything sealed with it. */
function writeSecret(file: string, text: string): void {
  // Not named after the process: in a container each start has the same number, and one killed here leaves its file.
  const temporary = `${file}.${randomUUID()}`;
  const handle = openSync(temporary, 'wx', 0o600);
  try {
    try {
      writeFileSync(handle, `${text}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(temporary, file);
  } catch (error) {
    // Another process of the same directory was first: its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
}
