import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { aadhaar } from './aadhaar.ts';
import { aamvaVcb } from './aamva-vcb.ts';
import { austria } from './austria.ts';
import { cwt } from './cwt.ts';
import { frenchPaper } from './fr-2ddoc.ts';
import { idb } from './idb.ts';
import { philsys } from './philsys.ts';
import {
  MAX_SEAL_BYTES,
  type ReadSeal,
  type Seal,
  type SealCode,
  type SealFormat,
  type SealFound,
  type SealKey,
  type SealTrust,
} from './seal.ts';
import { faultOfSigner } from './signer.ts';
import { vds } from './vds.ts';

export { readSealKeys, type SealKeyFacts, type SealKeyFile } from './key-file.ts';
export {
  type Seal,
  type SealCode,
  type SealedPaper,
  type SealedParty,
  type SealedPerson,
  type SealFound,
  type SealKey,
  type SealPortrait,
  type SealScheme,
  type SealTrust,
  sealSchemes,
} from './seal.ts';

/** Every scheme. A scheme is one file and a line here. */
const formats: readonly SealFormat[] = [vds, idb, aadhaar, austria, cwt, philsys, aamvaVcb, frenchPaper];

type Found = { readonly format: SealFormat; readonly seal: ReadSeal | null };

/** The scheme of a barcode, and the seal unless it is damaged; null for a barcode that is not a seal. */
function find(code: SealCode, today: string): Found | null {
  if (code.bytes.length > MAX_SEAL_BYTES || code.text.length > MAX_SEAL_BYTES) return null;
  for (const format of formats) {
    try {
      const seal = format.read(code, today);
      if (seal) return { format, seal };
    } catch {
      // Whatever a reader or a library throws at these bytes, the seal is damaged.
      return { format, seal: null };
    }
  }
  return null;
}

/**
 * Returns whether a barcode is a seal, and the issuing country that its keys are needed of: ISO 3166-1 alpha-3, null if the seal
 * does not say.
 *
 * @param bearer `document`: seals of identity documents; `paper`: seals of papers that prove an address
 *
 * @example
 * import { sealOf } from '@bonafide/verification';
 *
 * sealOf({ text: 'https://example.com', bytes: Buffer.from('https://example.com'), side: 0 }, '2026-01-15'); // null
 */
export function sealOf(
  code: SealCode,
  today: string,
  bearer: 'document' | 'paper' = 'document',
): { readonly scheme: Seal['scheme']; readonly issuer: string | null } | null {
  const found = find(code, today);
  if (!found || (found.format.isOfPapers === true) !== (bearer === 'paper')) return null;
  return { scheme: found.format.scheme, issuer: found.seal?.issuer ?? null };
}

/** The seals among barcodes, not verified yet. */
export function sealsIn(
  barcodes: readonly Pick<SealCode, 'text' | 'bytes'>[],
  today: string,
  bearer: 'document' | 'paper' = 'document',
): SealFound[] {
  return barcodes.flatMap(({ text, bytes }) => {
    const seal = sealOf({ text, bytes, side: 0 }, today, bearer);
    return seal ? [{ text, bytes, ...seal }] : [];
  });
}

/**
 * Reads the signed barcodes of a document and verifies each with the loaded keys. Barcodes of other kinds are left out. Never throws:
 * bytes that no issuer has written give nothing, or a seal that is `undecided`.
 *
 * @example
 * import { readSeals } from '@bonafide/verification';
 *
 * const bytes = Buffer.from('dc036abc', 'hex');
 * const trust = { keys: [], certificates: [], revocationLists: [], today: '2026-01-15' };
 * readSeals([{ text: bytes.toString('latin1'), bytes, side: 0 }], trust)[0]?.result; // 'undecided'
 */
export function readSeals(barcodes: readonly SealCode[], keys: SealTrust): Seal[] {
  return barcodes.flatMap((code): Seal[] => {
    const found = find(code, keys.today);
    if (!found) return [];
    const { scheme } = found.format;
    if (!found.seal) return [{ ...DAMAGED, scheme, side: code.side }];
    const { issuer, key, signedAt, data, portrait, paper } = found.seal;
    const judged = judge(found.format, found.seal, keys);
    return [
      {
        scheme,
        issuer: issuer ?? '',
        key,
        signedAt,
        data,
        portrait,
        ...(paper && { paper }),
        side: code.side,
        ...judged,
      },
    ];
  });
}

const DAMAGED = {
  result: 'undecided',
  reason: 'The signed barcode could not be read',
  issuer: '',
  key: null,
  signedAt: null,
  data: {},
  portrait: null,
} as const;

type Judged = Pick<Seal, 'result' | 'reason'> & Partial<Pick<Seal, 'issuer' | 'data' | 'key'>>;

const undecided = (reason: string): Judged => ({ result: 'undecided', reason });

function judge(format: SealFormat, seal: ReadSeal, trust: SealTrust): Judged {
  const keys = keysFor(format, seal, trust);
  if (keys.length === 0) return undecided('No key that could have signed the barcode is loaded');
  const checked = keys.map((key) => ({ key, check: checkWith(seal, key) }));
  const maker = checked.find(({ check }) => check === 'right')?.key;
  if (maker) return judgeMaker(format, seal, maker, trust);
  const named = checked.find(({ key, check }) => check === 'wrong' && isNamed(seal, key, keys));
  return named
    ? {
        result: 'refuted',
        reason: 'The signature of the barcode does not match its contents',
        issuer: named.key.country,
      }
    : undecided('None of the loaded keys signed the barcode');
}

/** Loaded keys that may have signed a seal: those that it refers to, else all of its scheme and country that have no reference. */
function keysFor(
  { scheme, chained }: SealFormat,
  { issuer, key, certificate }: ReadSeal,
  { keys }: SealTrust,
): SealKey[] {
  const own = keys.filter((one) => one.scheme === scheme && (issuer === null || one.country === issuer));
  if (key === null) return own;
  const held: SealKey[] =
    certificate && issuer && chained && isReferredTo(certificate, key)
      ? [{ scheme, country: issuer, reference: key, der: certificate, validFrom: null, validTo: null }]
      : [];
  const referred = [...own.filter(({ reference }) => reference === key), ...held];
  return referred.length > 0 ? referred : own.filter(({ reference }) => reference === null);
}

const isReferredTo = (certificate: Uint8Array, key: string): boolean =>
  createHash('sha1').update(certificate).digest('hex').endsWith(key);

/**
 * Returns whether a seal names this key. A seal without a reference names a key if the signature shows that the key made it,
 * or if the issuer has one key, or if one country alone may have signed it.
 */
function isNamed(seal: ReadSeal, { reference }: SealKey, keys: readonly SealKey[]): boolean {
  if (seal.key !== null) return reference === seal.key;
  return seal.issuer !== null || seal.oneKey === true || keys.length === 1;
}

function checkWith(seal: ReadSeal, { der }: SealKey) {
  try {
    return seal.check(publicKeyOf(der));
  } catch {
    return 'foreign';
  }
}

/** The public key of a certificate or a SubjectPublicKeyInfo; parameters of its curve may be explicit. Throws for other bytes. */
export function publicKeyOf(der: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  } catch {
    return new X509Certificate(der).publicKey;
  }
}

/** Judges a seal whose signature is right: whether its key counts. */
function judgeMaker({ scheme, chained }: SealFormat, seal: ReadSeal, key: SealKey, trust: SealTrust): Judged {
  const day = seal.signedAt;
  const at = Date.parse(day ?? trust.today);
  const issuer = key.country;
  // A key is valid on the whole of its first and last day.
  if ((key.validFrom !== null && at + DAY_MS <= key.validFrom) || (key.validTo !== null && at > key.validTo)) {
    return undecided(
      day
        ? `The key that signed the barcode was not valid on ${day}`
        : 'The key that signed the barcode is no longer valid',
    );
  }
  if (day !== null && day > tomorrowOf(trust.today))
    return undecided(`The barcode was signed in the future, on ${day}`);
  if (seal.expires && seal.expires < trust.today) return undecided(`The barcode expired on ${seal.expires}`);
  const fault = chained ? faultOfSigner(key.der, { issuer, signedAt: day }, trust) : null;
  if (fault) return undecided(`The signature of the barcode matches its contents, but ${fault}`);
  const status = scheme === 'aamva_vcb' ? '. Whether it was revoked is not checked' : '';
  return {
    result: 'authentic',
    reason: `A key of ${issuer} signed the data in the barcode${status}`,
    issuer,
    key: seal.key ?? key.reference,
    data: { issuingCountry: issuer, ...seal.data },
  };
}

const DAY_MS = 86_400_000;

/** The day after, since days begin earlier in the east. */
const tomorrowOf = (today: string): string => new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
