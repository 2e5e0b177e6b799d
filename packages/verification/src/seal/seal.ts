import type { KeyObject } from 'node:crypto';
import type { DocumentData } from '../document/consistency.ts';

export const sealSchemes = [
  'icao_vds',
  'icao_idb',
  'aadhaar',
  'at_id',
  'claim_169',
  'philsys_v1',
  'aamva_vcb',
  'fr_2ddoc',
] as const;
/** A format of signed barcodes. */
export type SealScheme = (typeof sealSchemes)[number];

/** A barcode that may be a seal. Plain data: it crosses threads. */
export interface SealCode {
  /** The bytes of the symbol as text of ISO 8859-1 or UTF-8, as the reader decoded them. */
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Number of the side that bears it, from 0. */
  readonly side: number;
}

/** A barcode that is a seal, not verified yet. */
export interface SealFound extends Pick<SealCode, 'text' | 'bytes'> {
  readonly scheme: SealScheme;
  /** ISO 3166-1 alpha-3 of the issuer; null if the seal does not say. */
  readonly issuer: string | null;
}

export interface SealPortrait {
  readonly format: 'jp2' | 'jpg' | 'png' | 'webp';
  readonly bytes: Uint8Array;
}

/** A person whom a signed paper names. */
export interface SealedPerson {
  readonly firstNames: string;
  readonly lastNames: string;
  /** True if the barcode had no room for the whole name. */
  readonly isCut: boolean;
}

/** People of a signed paper, and the address that goes with them. */
export interface SealedParty {
  readonly people: readonly SealedPerson[];
  /** Parts between commas; null if the barcode has none. */
  readonly address: string | null;
  /** False if the barcode had no room for a part of the address, or could not be read to its end. */
  readonly addressIsWhole: boolean;
}

/** Data that the signed barcode of a proof of address holds. */
export interface SealedPaper {
  readonly kind: 'certificate' | 'bill' | 'housing_tax';
  /** `YYYY-MM-DD`; null if the barcode does not say. */
  readonly issueDate: string | null;
  /** Holders of the contract, and the place that is supplied. */
  readonly supplied: SealedParty;
  /** People to whom the paper is sent, and their address. */
  readonly recipient: SealedParty;
  /** False if the paper may have more holders than the barcode names. */
  readonly namesEverybody: boolean;
}

/** A signed barcode, read and judged. */
export interface Seal {
  readonly scheme: SealScheme;
  /**
   * `authentic`: a loaded key of the issuing country, valid on the day of signing, made the signature. `refuted`: the key that the seal
   * names did not make the signature over these data. `undecided`: no loaded key can decide.
   */
  readonly result: 'authentic' | 'refuted' | 'undecided';
  /** A sentence. */
  readonly reason: string;
  /** Issuing country, ISO 3166-1 alpha-3; empty if neither the seal nor a loaded key says it. */
  readonly issuer: string;
  /** The seal's reference to its key; null if it names none. */
  readonly key: string | null;
  /** Day, `YYYY-MM-DD`; null if the seal does not say. */
  readonly signedAt: string | null;
  /** Data that the signature covers. */
  readonly data: Partial<DocumentData>;
  readonly portrait: SealPortrait | null;
  /** Data of a proof of address; absent for other documents. */
  readonly paper?: SealedPaper;
  readonly side: number;
}

/** A key of an issuer that the operator has loaded. */
export interface SealKey {
  readonly scheme: SealScheme;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  /** The name by which seals refer to the key; null if they name none. */
  readonly reference: string | null;
  /** A certificate for the schemes of the ICAO, for Aadhaar and for 2D-Doc, else a SubjectPublicKeyInfo; DER. */
  readonly der: Uint8Array;
  /** Period in which the key may sign, Unix milliseconds; null where it is open. */
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** Everything that seals are verified with. */
export interface SealTrust {
  readonly keys: readonly SealKey[];
  /** Certificates of the states' signing authorities and their revocation lists, DER, for the schemes of the ICAO. */
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/**
 * Result of a check of a signature with one key. `foreign`: another key made the signature, as far as the signature itself shows. Only
 * RSA shows it.
 */
export type SignatureCheck = 'right' | 'wrong' | 'foreign';

/** A seal whose signature was not checked yet. */
export interface ReadSeal extends Pick<Seal, 'signedAt' | 'data' | 'portrait' | 'key' | 'paper'> {
  /** Null for a scheme of several countries whose seals do not name theirs. */
  readonly issuer: string | null;
  /** Last day on which the seal may be accepted, `YYYY-MM-DD`; absent or null without one. */
  readonly expires?: string | null;
  /** True if the issuer has one key at a time, so that a seal without a reference names it nevertheless. */
  readonly oneKey?: boolean;
  /** A certificate of the signer that the seal holds, DER. */
  readonly certificate?: Uint8Array;
  /** Checks the signature. May throw. */
  check(key: KeyObject): SignatureCheck;
}

/** A scheme: how its seals are recognised and read. */
export interface SealFormat {
  readonly scheme: SealScheme;
  /** True if loaded keys are certificates that must lead to a state's signing authority. */
  readonly chained?: true;
  /** True if its seals stand on papers that prove an address, and on no identity document. */
  readonly isOfPapers?: true;
  /**
   * Reads a seal; null for a barcode of another kind. May throw for a damaged seal.
   *
   * @param today `YYYY-MM-DD`
   */
  read(code: SealCode, today: string): ReadSeal | null;
}

/** Most bytes of a barcode, and of its contents once they are unpacked. */
export const MAX_SEAL_BYTES = 64 * 1024;

/** Thrown for a barcode whose contents are damaged. Never leaves this folder. */
export class NotASeal extends Error {}
