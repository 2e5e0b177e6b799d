import type { Services } from '../context/services.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { MemberRow } from '../store/schema.ts';

/** Sealed data of a member. */
export interface MemberData {
  readonly email: string;
  readonly name: string;
  /** PHC string of Argon2id; null until the member has chosen a password. */
  readonly password: string | null;
  /** Secret of one-time codes, base32; null without a second factor. */
  readonly totp: string | null;
  /** A secret that was shown, and counts once a code of it was entered. */
  readonly new_totp: string | null;
  /** Keyed hashes of the recovery codes that were not used. */
  readonly recovery: readonly string[];
}

export interface Member extends MemberData {
  readonly id: string;
  readonly created_at: number;
  readonly created_by: string;
  readonly disabled_at: number | null;
  readonly last_seen_at: number | null;
}

type Keys = Pick<Services, 'master'>;

/** The form in which addresses are compared: providers ignore capitals. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Keyed hash of something that members know or are known by, hexadecimal. `what` keeps two kinds apart. */
export function memberHash({ master }: Keys, what: string, value: string): string {
  return master.hash('member-secrets', `${what}\0${value}`);
}

export const emailHash = (keys: Keys, email: string): string => memberHash(keys, 'email', normalEmail(email));

/** Seals data of a member for the row `id`. */
export function sealForMember({ master }: Keys, id: string, data: unknown): Buffer {
  return seal(master.derive('members'), `member:${id}`, Buffer.from(JSON.stringify(data)));
}

/** Opens what `sealForMember` has sealed for the row. */
export function openForMember<T>({ master }: Keys, id: string, sealed: Buffer): T {
  return JSON.parse(unseal(master.derive('members'), `member:${id}`, sealed).toString()) as T;
}

export function toMember(keys: Keys, row: MemberRow): Member {
  const { id, created_at, created_by, disabled_at, last_seen_at } = row;
  return { ...openForMember<MemberData>(keys, id, row.data), id, created_at, created_by, disabled_at, last_seen_at };
}

/** Selects the sealed data of a member. */
export function dataOf({ email, name, password, totp, new_totp, recovery }: MemberData): MemberData {
  return { email, name, password, totp, new_totp, recovery };
}
