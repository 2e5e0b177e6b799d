/**
 * `next`: not used yet. `current`: seals and signs. `accepted`: still opens and verifies. `removable`: nothing needs it any more, and
 * an operator can remove it.
 */
export type KeyState = 'next' | 'current' | 'accepted' | 'removable';

/** A version of a key, without the key. */
export interface KeyStatus {
  /** Name of the key, as `keys rotate` takes it if the key can be rotated. */
  readonly key: string;
  /** Account of the key; null for a key of the deployment. */
  readonly account_id: string | null;
  readonly protects: string;
  /** Number of the version, from 1; null for a key without versions. */
  readonly version: number | null;
  readonly state: KeyState;
  readonly fingerprint: string;
  /** Unix milliseconds, like all times here; null for a key that is as old as the deployment. */
  readonly created_at: number | null;
  readonly active_from: number | null;
  /** Time at which the service stops accepting the version; null while data or tokens need the version. */
  readonly accepted_until: number | null;
  /** Time at which a process last had it; null where nobody notes this. */
  readonly used_at: number | null;
  /** Number of objects that need this version although there is a newer one; null where nobody counts. */
  readonly remaining: number | null;
  /** Command or step that replaces the key. */
  readonly replace: string;
}

/** Fields that most keys don't have. */
export const noFacts = {
  account_id: null,
  created_at: null,
  active_from: null,
  accepted_until: null,
  used_at: null,
  remaining: null,
};
