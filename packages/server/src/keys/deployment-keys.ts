import type { Clock } from '../base/clock.ts';
import { type KeyPurpose, type MasterKey, masterKey, type RotatedPurpose, rotatedPurposes } from '../crypto/keys.ts';
import { openWithRoot, sealWithRoot } from '../crypto/root-key.ts';
import { findMeta } from '../store/queries/meta.ts';
import type { SystemReader } from '../store/store.ts';

/** A version of a rotated key as the store keeps it. Version 1 is derived, and not stored. */
export interface StoredVersion {
  readonly version: number;
  /** Sealed with the root key, base64. */
  readonly wrapped: string;
  /** Unix milliseconds, like all times here. */
  readonly created_at: number;
  /** Time from which it seals and signs; later than `created_at`, so that every process has loaded it by then. */
  readonly active_from: number;
  /** Time until which earlier versions open and verify; null as long as anything may need them. */
  readonly earlier_until: number | null;
}

/** Name of the versions of a key in the store. */
export const versionsKey = (purpose: RotatedPurpose): string => `keys:${purpose}`;

const nameOf = (purpose: RotatedPurpose, version: number) => `${purpose}:${version}`;

/** The stored versions of a key, oldest first. */
export async function storedVersions(reader: SystemReader, purpose: RotatedPurpose): Promise<readonly StoredVersion[]> {
  const row = await reader.first(findMeta, { key: versionsKey(purpose) });
  return row ? (JSON.parse(row.value) as StoredVersion[]) : [];
}

interface OpenVersion extends StoredVersion {
  readonly key: Buffer;
}

/** The keys of a deployment. Every process derives the same from its secrets, and loads the same versions of rotated keys. */
export class DeploymentKeys implements MasterKey {
  readonly derive: (purpose: KeyPurpose) => Buffer;
  readonly hash: (purpose: KeyPurpose, text: string) => string;
  readonly #root: Buffer;
  readonly #clock: Clock;
  /** Versions by purpose, newest first. */
  #versions = new Map<RotatedPurpose, readonly OpenVersion[]>();

  constructor(root: Buffer, base: Buffer, clock: Clock) {
    const { derive, hash } = masterKey(base);
    this.derive = derive;
    this.hash = hash;
    this.#root = root;
    this.#clock = clock;
  }

  /** Loads the versions of rotated keys. */
  async load(reader: SystemReader): Promise<void> {
    const loaded = new Map<RotatedPurpose, readonly OpenVersion[]>();
    for (const purpose of rotatedPurposes) {
      loaded.set(purpose, this.#opened(purpose, await storedVersions(reader, purpose)));
    }
    this.#versions = loaded;
  }

  /** Takes the versions of one key, as the store has them. */
  use(purpose: RotatedPurpose, stored: readonly StoredVersion[]): void {
    this.#versions = new Map(this.#versions).set(purpose, this.#opened(purpose, stored));
  }

  #opened(purpose: RotatedPurpose, stored: readonly StoredVersion[]): readonly OpenVersion[] {
    const open = (version: StoredVersion) => ({
      ...version,
      key: openWithRoot(this.#root, nameOf(purpose, version.version), version.wrapped),
    });
    return stored.map(open).reverse();
  }

  current(purpose: RotatedPurpose): Buffer {
    const now = this.#clock.now();
    const active = this.#versions.get(purpose)?.find(({ active_from }) => active_from <= now);
    return active?.key ?? this.derive(purpose);
  }

  accepted(purpose: RotatedPurpose): readonly Buffer[] {
    const now = this.#clock.now();
    const keys: Buffer[] = [];
    for (const { key, earlier_until } of this.#versions.get(purpose) ?? []) {
      keys.push(key);
      if (earlier_until !== null && earlier_until <= now) return keys;
    }
    return [...keys, this.derive(purpose)];
  }

  /** Seals a new version of a key for the store. */
  wrapVersion(purpose: RotatedPurpose, version: number, key: Buffer): string {
    return sealWithRoot(this.#root, nameOf(purpose, version), key);
  }

  /** The root key, which a new master key seals. */
  get root(): Buffer {
    return this.#root;
  }
}

declare module '../context/services.ts' {
  interface Services {
    /** `master` with its versions. */
    readonly deploymentKeys: DeploymentKeys;
    /** Fingerprint of the master key with which this process started. */
    readonly masterKeyFingerprint: string;
  }
}
