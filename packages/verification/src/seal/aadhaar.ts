import { constants, createHash, type KeyObject, publicDecrypt } from 'node:crypto';
import { isoDay } from '../text/iso-days.ts';
import { portraitOf, unzip } from './bytes.ts';
import { NotASeal, type SealFormat, type SignatureCheck } from './seal.ts';

/** Digits of a secure QR code. Fewer may be any number, and a QR code holds no more (ISO/IEC 18004). */
const DIGITS = /^\d{800,7089}$/;

/** Bytes of an RSA signature of 2,048 bits, at the end. */
const SIGNATURE_BYTES = 256;

/** Ends each field. */
const END = 0xff;

/** Fields in their order. Codes of version 2 and later begin with their version and add the last digits of the mobile number. */
const FIELDS =
  'contact reference name birth gender care district landmark house location pin post state street subdistrict town';

/**
 * Secure QR code of Aadhaar letters and cards (UIDAI): a decimal number, packed fields of ISO 8859-1, a portrait, and an RSA signature with
 * SHA-256. It names no key.
 */
export const aadhaar: SealFormat = {
  scheme: 'aadhaar',
  read({ text }) {
    const digits = text.trim();
    if (!DIGITS.test(digits)) return null;
    const bytes = unzip(bytesOfNumber(digits));
    const signed = bytes.subarray(0, -SIGNATURE_BYTES);
    const signature = bytes.subarray(-SIGNATURE_BYTES);
    const { fields, rest } = fieldsOf(signed);
    const birth = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(fields.birth ?? '');
    const words = (fields.name ?? '').trim().split(/\s+/);
    // The reference begins with four digits of the number, then the time of signing.
    const time = /^\d{4}(\d{4})(\d\d)(\d\d)/.exec(fields.reference ?? '');
    return {
      issuer: 'IND',
      key: null,
      signedAt: time && isoDay(Number(time[1]), Number(time[2]), Number(time[3])),
      data: {
        documentType: 'national_identity_card',
        issuingCountry: 'IND',
        givenNames: words.slice(0, -1).join(' ') || null,
        surname: words.at(-1) || null,
        dateOfBirth: birth && isoDay(Number(birth[3]), Number(birth[2]), Number(birth[1])),
        sex: /^[MF]$/.test(fields.gender ?? '') ? (fields.gender ?? null) : null,
      },
      portrait: portraitOf(rest),
      check: (key) => checkRsa(key, signed, signature),
    };
  },
};

function bytesOfNumber(digits: string): Uint8Array {
  const hex = BigInt(digits).toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

function fieldsOf(bytes: Uint8Array): { fields: Readonly<Record<string, string>>; rest: Uint8Array } {
  const isVersioned = bytes[0] === 0x56 && bytes[2] === END;
  const names = [...(isVersioned ? ['version'] : []), ...FIELDS.split(' '), ...(isVersioned ? ['mobile'] : [])];
  const fields: Record<string, string> = {};
  let at = 0;
  for (const name of names) {
    const end = bytes.indexOf(END, at);
    if (end === -1) throw new NotASeal('Fields of the Aadhaar code are missing');
    fields[name] = Buffer.from(bytes.subarray(at, end)).toString('latin1');
    at = end + 1;
  }
  return { fields, rest: bytes.subarray(at) };
}

/** DigestInfo of SHA-256 (RFC 8017, 9.2). */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Checks an RSA signature (PKCS #1 v1.5, SHA-256). The signature itself shows whether the key made it, for whatever data. */
function checkRsa(key: KeyObject, data: Uint8Array, signature: Uint8Array): SignatureCheck {
  if (key.asymmetricKeyType !== 'rsa') return 'foreign';
  let info: Buffer;
  try {
    info = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return 'foreign';
  }
  if (info.length !== SHA256_INFO.length + 32 || !info.subarray(0, SHA256_INFO.length).equals(SHA256_INFO))
    return 'foreign';
  return createHash('sha256').update(data).digest().equals(info.subarray(SHA256_INFO.length)) ? 'right' : 'wrong';
}
