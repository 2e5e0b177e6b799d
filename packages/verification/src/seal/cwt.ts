import { type KeyObject, verify } from 'node:crypto';
import { encode } from 'cborg';
import { bytesOf, mapOf, readCbor, textOf } from '../cbor/read.ts';
import type { DocumentData } from '../document/consistency.ts';
import { isoDay } from '../text/iso-days.ts';
import { base45, isoDayOf, portraitOf, unzip } from './bytes.ts';
import { checkEcdsa } from './ecdsa.ts';
import { NotASeal, type ReadSeal, type SealFormat, type SignatureCheck } from './seal.ts';

/** Texts of base 45; ePhilIDs begin with `PH1:`. */
const TEXT = /^(PH1:)?([0-9A-Z $%*+\-./:]{60,})$/;

/** Parameters of COSE headers (RFC 9052, 3.1) and claims of CWT (RFC 8392, 3.1; claim 169: identity data of MOSIP). */
const ALGORITHM = 1;
const KEY_ID = 4;
const CLAIM = { issuer: 1, expires: 4, notBefore: 5, issued: 6, identity: 169 } as const;

/** Algorithms of COSE (RFC 9053, 2): ES256 and EdDSA. */
const ES256 = -7;
const EDDSA = -8;

/** Identity data as a CBOR Web Token in a COSE_Sign1: claim 169 of MOSIP, and the Philippine ePhilID. */
export const cwt: SealFormat = {
  scheme: 'claim_169',
  read({ text }) {
    const [, prefix, body] = TEXT.exec(text) ?? [];
    if (body === undefined) return null;
    const message = messageOf(body);
    // Other texts are of the same letters, such as addresses in capitals.
    if (!message && prefix === undefined) return null;
    if (!message) throw new NotASeal('The barcode is not a COSE_Sign1');
    const [protectedHeader, open, payload, signature] = message.map((part) => bytesOf(part) ?? part) as unknown[];
    if (!isBytes(protectedHeader) || !isBytes(payload) || !isBytes(signature))
      throw new NotASeal('A part of the COSE_Sign1 is missing');
    const header = protectedHeader.length > 0 ? mapOf(readCbor(protectedHeader)) : new Map();
    const algorithm = header.get(ALGORITHM);
    const key = header.get(KEY_ID) ?? mapOf(open).get(KEY_ID);
    const claims = mapOf(readCbor(payload));
    const identity = mapOf(claims.get(CLAIM.identity));
    const philippine = prefix !== undefined || claims.get(CLAIM.issuer) === 'PH';
    const signed = encode(['Signature1', protectedHeader, new Uint8Array(), payload]);
    return {
      issuer: philippine ? 'PHL' : null,
      key: isBytes(key) ? keyIdOf(key) : null,
      signedAt: timeOf(claims.get(CLAIM.issued)) ?? timeOf(claims.get(CLAIM.notBefore)) ?? issuedOf(identity),
      expires: timeOf(claims.get(CLAIM.expires)),
      ...(philippine ? philippineData(identity) : mosipData(identity)),
      check: (publicKey) => checkCose(publicKey, { algorithm, signed, signature }),
    } satisfies ReadSeal;
  },
};

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** The four parts of a COSE_Sign1; null for another text. */
function messageOf(text: string): readonly unknown[] | null {
  try {
    const decoded = base45(text);
    const message = readCbor(decoded[0] === 0x78 || decoded[0] === 0x1f ? unzip(decoded) : decoded);
    return Array.isArray(message) && message.length === 4 ? message : null;
  } catch {
    return null;
  }
}

/** A key identifier as text where it is printable, else hexadecimal. */
const keyIdOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes).toString('latin1');
  return /^[\x21-\x7e]+$/.test(text) ? text : Buffer.from(bytes).toString('hex');
};

interface CoseSigned {
  readonly algorithm: unknown;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** The key decides which algorithm is valid; a header that names another one is refused. */
function checkCose(key: KeyObject, { algorithm, signed, signature }: CoseSigned): SignatureCheck {
  if (key.asymmetricKeyType === 'ed25519' && algorithm === EDDSA) {
    return verify(null, signed, key, signature) ? 'right' : 'wrong';
  }
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1' && algorithm === ES256) {
    return checkEcdsa(key, signed, signature, 'sha256');
  }
  return 'foreign';
}

const timeOf = (value: unknown): string | null => (typeof value === 'number' ? isoDayOf(value * 1000) : null);

/** The day of issue of an ePhilID, which has no claim of its time. */
const issuedOf = (identity: ReadonlyMap<unknown, unknown>): string | null => dayIn(identity.get('d'));

type Contents = Pick<ReadSeal, 'data' | 'portrait'>;

/** Attributes of claim 169 by their number. */
function mosipData(identity: ReadonlyMap<unknown, unknown>): Contents {
  const text = (attribute: number) => textOf(identity.get(attribute)) ?? null;
  const [full, first, middle, last] = [4, 5, 6, 7].map(text) as [
    string | null,
    string | null,
    string | null,
    string | null,
  ];
  const words = full?.split(/\s+/) ?? [];
  const sex = identity.get(9);
  const image = bytesOf(identity.get(16));
  return {
    data: {
      documentType: 'national_identity_card',
      givenNames: [first, middle].filter(Boolean).join(' ') || words.slice(0, -1).join(' ') || null,
      surname: last ?? (first ? null : (words.at(-1) ?? null)),
      documentNumber: text(1),
      dateOfBirth: dayIn(identity.get(8)),
      sex: sex === 1 || sex === '1' ? 'M' : sex === 2 || sex === '2' ? 'F' : null,
    },
    portrait: image ? portraitOf(image) : null,
  };
}

/** Members of an ePhilID: `sb` is its subject, `img` its portrait. */
function philippineData(identity: ReadonlyMap<unknown, unknown>): Contents {
  const subject = mapOf(identity.get('sb'));
  const text = (member: string) => textOf(subject.get(member)) ?? null;
  const image = bytesOf(identity.get('img'));
  return {
    data: {
      ...philippinePerson({ given: text('fn'), surname: text('ln'), suffix: text('sf'), sex: text('s') }),
      documentNumber: text('PCN'),
      dateOfBirth: dayIn(subject.get('DOB')),
    },
    portrait: image ? portraitOf(image) : null,
  };
}

/** Data of both kinds of Philippine codes. Middle names are the mother's surname, which is printed apart. */
export function philippinePerson(person: {
  given: string | null;
  surname: string | null;
  suffix: string | null;
  sex: string | null;
}): Partial<DocumentData> {
  return {
    documentType: 'national_identity_card',
    issuingCountry: 'PHL',
    givenNames: [person.given, person.suffix].filter(Boolean).join(' ') || null,
    surname: person.surname,
    sex: /^[MF]/i.test(person.sex ?? '') ? person.sex![0]!.toUpperCase() : null,
  };
}

/** A day as `YYYYMMDD` or `YYYY-MM-DD`, `YYYY/MM/DD`; null for other values. */
function dayIn(value: unknown): string | null {
  const found = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)$/.exec(String(value ?? ''));
  return found && isoDay(Number(found[1]), Number(found[2]), Number(found[3]));
}
