import type { CredentialFormat, Handover, OpenIdHandover, SealPortrait } from '@bonafide/verification';
import { Malformed, orNull } from './byte-reader.ts';

/** A credential that a wallet presented to the service: the evidence from which its verification can be repeated. */
export interface PresentedCredential {
  readonly format: CredentialFormat;
  /** A DeviceResponse in base64url, or an SD-JWT with its key binding. */
  readonly presentation: string;
  /** Facts of the request that the wallet's signature covers. */
  readonly handover: Handover;
  /** Types (`docType`, `vct`) that the request asked for. */
  readonly types: readonly string[];
  /** Unix milliseconds. */
  readonly presentedAt: number;
  /** True if the wallet got the request by a QR code, so that nothing binds it to the session of the applicant. */
  readonly crossDevice?: boolean;
  /** Null for a credential that says nothing but an age. */
  readonly portrait: SealPortrait | null;
}

/** The credential as the JSON of a document. */
export function credentialJson({ handover, portrait, ...rest }: PresentedCredential): Buffer {
  const credential = {
    ...rest,
    handover: 'encryptionInfo' in handover ? handover : { ...handover, keyThumbprint: text(handover.keyThumbprint) },
    portrait: portrait && { format: portrait.format, bytes: text(portrait.bytes) },
  };
  return Buffer.from(JSON.stringify({ credential }));
}

const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('base64url');

/** Reads the JSON of `credentialJson`; null for other data. Only the service itself stores such a document. */
export function parseCredential(json: Uint8Array): PresentedCredential | null {
  return orNull(() => {
    const { credential } = parsed(json);
    if (typeof credential !== 'object' || credential === null) throw new Malformed('Not a credential');
    const { handover, portrait, ...rest } = credential as Stored;
    const decoded = portrait && { ...portrait, bytes: Buffer.from(portrait.bytes, 'base64url') };
    return { ...rest, handover: readHandover(handover), portrait: decoded };
  });
}

function readHandover(handover: StoredHandover<Handover>): Handover {
  if ('encryptionInfo' in handover) return handover;
  const { keyThumbprint: stored } = handover;
  return { ...handover, keyThumbprint: stored === null ? null : Buffer.from(stored, 'base64url') };
}

type StoredHandover<T> = T extends OpenIdHandover
  ? Omit<T, 'keyThumbprint'> & { readonly keyThumbprint: string | null }
  : T;

type Stored = Omit<PresentedCredential, 'handover' | 'portrait'> & {
  readonly handover: StoredHandover<Handover>;
  readonly portrait: { readonly format: SealPortrait['format']; readonly bytes: string } | null;
};

function parsed(json: Uint8Array): { credential?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(json).toString('utf8')));
  } catch {
    throw new Malformed('Not JSON');
  }
}
