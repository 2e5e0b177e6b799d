import { portraitOf } from './bytes.ts';
import { checkEcdsa } from './ecdsa.ts';
import { dataOfZone, zoneLines } from './mrz-data.ts';
import { NotASeal, type SealFormat } from './seal.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Bytes of a signature over brainpoolP256r1. */
const SIGNATURE_BYTES = 64;

/**
 * QR code on Austrian identity cards since 2 August 2021: signature, initialisation vector, name of the key, MRZ, names and portrait, as
 * base64 between semicolons. After "Austrian ID Card QR Code" (CC BY 4.0), which describes the format.
 */
export const austria: SealFormat = {
  scheme: 'at_id',
  read({ text }, today) {
    const parts = text.split(';').map((part) => part.replaceAll(/\s/g, ''));
    const [signatureText, vectorText, key, ...contents] = parts;
    if (parts.length !== 6 || !/^[A-Z0-9]{4,32}$/.test(key ?? '')) return null;
    const signature = hexIn(signatureText!);
    const vector = hexIn(vectorText!);
    if (!signature || !vector || signature.length !== SIGNATURE_BYTES || !contents.every((part) => BASE64.test(part)))
      return null;
    const [zone, name, image] = contents.map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer, Buffer];
    const signed = Buffer.concat([vector, Buffer.from(`${key}\n`, 'latin1'), zone, name, image]);
    const lines = zone.toString('latin1').trim().replaceAll(/\s+/g, '');
    if (lines.length !== 90) throw new NotASeal('The MRZ in the barcode has another length');
    return {
      issuer: 'AUT',
      key: key!,
      signedAt: null,
      data: dataOfZone(zoneLines(lines, 90), today),
      portrait: portraitOf(image),
      check: (publicKey) => checkEcdsa(publicKey, signed, signature, 'sha256'),
    };
  },
};

/** Bytes of a hexadecimal text in base64; null for other texts. */
function hexIn(text: string): Buffer | null {
  if (!BASE64.test(text)) return null;
  const hex = Buffer.from(text, 'base64').toString('latin1').trim();
  return /^(?:[0-9a-f]{2})+$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
}
