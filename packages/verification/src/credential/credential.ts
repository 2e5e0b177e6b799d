import type { KeyObject } from 'node:crypto';
import type { CborBounds } from '../cbor/read.ts';
import type { DocumentData } from '../document/consistency.ts';
import type { SealPortrait } from '../seal/seal.ts';

/** A format of credentials in the words of OpenID4VP. */
export type CredentialFormat = 'mso_mdoc' | 'dc+sd-jwt';

/** Reasons why a credential is refused, in words. */
const CREDENTIAL_FAULTS = {
  too_large: 'is too large',
  malformed: 'is not a credential that can be read',
  wrong_type: 'is of another type than the request asks for',
  unknown_issuer: 'issuer is not trusted',
  issuer_not_valid: 'certificate of the issuer is not valid at this time',
  issuer_mismatch: 'issuing country is not the country of its issuer',
  issuer_signature: 'signature of the issuer is wrong',
  changed_element: 'has data that the issuer did not sign',
  not_valid_yet: 'is not valid yet',
  expired: 'has expired',
  no_holder_signature: 'lacks the signature of the wallet',
  not_bound: 'is not bound to this request',
} as const;
export type CredentialFault = keyof typeof CREDENTIAL_FAULTS;

/** Thrown for a credential that is refused. Never leaves this folder. */
class Refused extends Error {
  readonly fault: CredentialFault;

  constructor(fault: CredentialFault) {
    super(CREDENTIAL_FAULTS[fault]);
    this.fault = fault;
  }
}

/** The reason of a refusal in words; null for other errors. */
export const reasonOf = (error: unknown): string | null =>
  error instanceof Refused && error.fault !== 'malformed' ? error.message : null;

/** Throws `Refused` unless the condition holds. */
export function need(condition: unknown, fault: CredentialFault): asserts condition {
  if (!condition) throw new Refused(fault);
}

/** Most bytes of a presented credential. A portrait has some 20 to 200 KB. */
export const MAX_CREDENTIAL_BYTES = 512 * 1024;

/** Bounds of a DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2), whose structure is 9 deep. */
export const CREDENTIAL: CborBounds = { maxBytes: MAX_CREDENTIAL_BYTES, maxDepth: 16 };

/** An issuer that the operator trusts. */
export interface CredentialIssuer {
  /** DER: a certificate that signs credentials or certificates of signers, or a SubjectPublicKeyInfo for issuers without certificates. */
  readonly der: Uint8Array;
  readonly kind: 'certificate' | 'key';
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  /** Claim `iss` of credentials that a bare key signs; null for certificates. */
  readonly name: string | null;
  /** Types (`docType`, `vct`) that it may issue; null for driving licences and person identification data of its country. */
  readonly types: readonly string[] | null;
}

/** Everything that a presented credential is verified with. */
export interface CredentialTrust {
  readonly issuers: readonly CredentialIssuer[];
  /** Types (`docType`, `vct`) that the request asked for. */
  readonly types: readonly string[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Statements whether a holder has an age, by the age. */
export type Ages = Readonly<Record<string, boolean>>;

/** Data that the issuer signed. Plain data: it crosses threads. */
export interface CredentialContents {
  readonly data: Partial<DocumentData>;
  readonly portrait: SealPortrait | null;
  /** Day, `YYYY-MM-DD`; null if not disclosed. */
  readonly issuedOn: string | null;
  /** State or province that issued it, as ISO 3166-2 (`US-CA`); null if not disclosed. */
  readonly jurisdiction: string | null;
  /** Signed statements whether the holder has an age in years: `{ 18: true }`. Empty if none is disclosed. */
  readonly ages: Ages;
}

/** Place of a credential in a list of revoked credentials (Token Status List). */
export interface StatusReference {
  /** Address of the list. */
  readonly uri: string;
  /** Index in the list, from 0. */
  readonly index: number;
}

/** A credential that its issuer signed, presented by the device or wallet that the issuer gave it to. */
export interface Credential extends CredentialContents {
  readonly result: 'authentic';
  readonly format: CredentialFormat;
  /** `docType` of an mdoc, `vct` of an SD-JWT VC. */
  readonly type: string;
  /** Country of the issuer, ISO 3166-1 alpha-3. */
  readonly issuer: string;
  /** Subject of the certificate that signed the credential, or the claim `iss`. */
  readonly signer: string;
  /** Unix milliseconds; null if the credential does not expire. */
  readonly validUntil: number | null;
  /** Place in a list of revoked credentials; `unreadable` where the credential names its status in another way, null without one. */
  readonly status: StatusReference | 'unreadable' | null;
  /** Names of the elements or claims that are shown, of every namespace. Claims of the format itself, such as `iss`, are left out. */
  readonly disclosed: readonly string[];
}

/** A presented credential that is refused. */
export interface RefusedCredential {
  readonly result: 'refused';
  readonly fault: CredentialFault;
  /** The fault in words. */
  readonly reason: string;
}

export type CredentialResult = Credential | RefusedCredential;

/** Runs a verification. Whatever a library throws at the bytes, they are not a credential. */
export function verifying(verify: () => Credential): CredentialResult {
  try {
    return verify();
  } catch (error) {
    const fault = error instanceof Refused ? error.fault : 'malformed';
    return { result: 'refused', fault, reason: CREDENTIAL_FAULTS[fault] };
  }
}

/** The issuer behind a signature, whose key is to be checked. */
export interface Signer {
  readonly key: KeyObject;
  readonly name: string;
  readonly issuer: CredentialIssuer;
}
