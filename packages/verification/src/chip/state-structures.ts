import { orNull } from './asn1.ts';
import { readCertificate, type StateCertificate } from './certificate.ts';
import { type RevocationList, readRevocationList } from './revocation-list.ts';

/** Contents of a file, as far as they were understood. */
export interface Structures {
  readonly certificates: StateCertificate[];
  readonly revocationLists: RevocationList[];
  /** Signed messages, DER, which are read later. */
  readonly masterLists: Uint8Array[];
  readonly refused: string[];
}

/** Structures of one file: the whole directory of the ICAO has fewer lists and certificates of authorities. */
const MOST_STRUCTURES = 5000;

/** Takes a file apart, whatever its form: PEM, LDIF or DER. */
export function structuresOf(bytes: Uint8Array): Structures {
  const found: Structures = { certificates: [], revocationLists: [], masterLists: [], refused: [] };
  const parts = [...partsOfFile(bytes)].slice(0, MOST_STRUCTURES);
  if (parts.length === 0) found.refused.push('The data is not a certificate, revocation list or master list');
  for (const der of parts) sort(der, found);
  return found;
}

function sort(der: Uint8Array, found: Structures): void {
  const certificate = orNull(() => readCertificate(der));
  if (certificate) return void found.certificates.push(certificate);
  const list = orNull(() => readRevocationList(der));
  if (list) return void found.revocationLists.push(list);
  if (isSigned(der)) found.masterLists.push(der);
  else found.refused.push('The data is not a certificate, revocation list or master list');
}

/** Object identifier of signed data (RFC 5652), which stands at the beginning of every signed message. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');

const isSigned = (der: Uint8Array): boolean => Buffer.from(der.subarray(0, 32)).includes(SIGNED_DATA);

const PEM = /-----BEGIN (?:X509 CRL|[A-Z0-9 ]*CERTIFICATE|CMS|PKCS7)-----([A-Za-z0-9+/=\s]+)-----END/g;

/**
 * Attributes of the directory that hold these structures. Its certificates of document signers are not read, because they come
 * with the chips.
 */
const ATTRIBUTES =
  /^(?:cacertificate|cscacertificate|certificaterevocationlist|pkdmasterlistcontent|cscamasterlistdata|cscamasterlist)(?:;binary)?$/;

function* partsOfFile(bytes: Uint8Array): Generator<Uint8Array> {
  if (bytes[0] === 0x30) {
    yield bytes;
    return;
  }
  const text = Buffer.from(bytes).toString('latin1');
  if (/^\s*-----BEGIN /m.test(text.slice(0, 4096))) {
    for (const [, base64 = ''] of text.matchAll(PEM)) yield Buffer.from(base64, 'base64');
    return;
  }
  yield* valuesOfLdif(text);
}

/** LDIF (RFC 2849): `attribute:: base64`, continued on lines that begin with a space. */
function* valuesOfLdif(text: string): Generator<Uint8Array> {
  let names: string[] | null = null;
  for (const line of linesOf(text)) {
    if (line.startsWith(' ')) {
      names?.push(line.slice(1));
      continue;
    }
    if (names) yield Buffer.from(names.join(''), 'base64');
    const at = line.indexOf(':: ');
    names = at > 0 && ATTRIBUTES.test(line.slice(0, at).toLowerCase()) ? [line.slice(at + 3)] : null;
  }
  if (names) yield Buffer.from(names.join(''), 'base64');
}

function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    yield text.slice(from, text[to - 1] === '\r' ? to - 1 : to);
    from = to + 1;
  }
}
