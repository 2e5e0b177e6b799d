import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Makes states, their certificates, lists and chips, for tests: DER by hand (ITU-T X.690), signatures by OpenSSL. */

export function der(tag: number, ...contents: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(contents.map((one) => (typeof one === 'string' ? Buffer.from(one, 'hex') : one)));
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x83, length >> 16, (length >> 8) & 255, length & 255];
  const tags = tag > 0xff ? [tag >> 8, tag & 0xff] : [tag];
  return Buffer.concat([Buffer.from([...tags, ...size]), content]);
}

export const sequence = (...parts: (Uint8Array | string)[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts.toSorted(Buffer.compare));
const octets = (bytes: Uint8Array) => der(0x04, bytes);
export const integer = (value: number) => der(0x02, Buffer.from([value]));
const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes);

/** An object identifier as DER. */
export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const digits = [value & 0x7f];
    for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  };
  return der(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

const NULL = '0500';

/** A key and how it signs. */
export interface Signing {
  readonly privateKey: KeyObject;
  /** SubjectPublicKeyInfo. */
  readonly spki: Buffer;
  readonly algorithm: Buffer;
  readonly hash: string;
  readonly plain?: true;
}

const HASHES = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;
export type Hash = keyof typeof HASHES;

const hashAlgorithm = (hash: Hash) => sequence(oid(HASHES[hash]), NULL);

export function ecdsa(curve = 'prime256v1', hash: Hash = 'sha256', { explicit = false, plain = false } = {}): Signing {
  const paramEncoding = explicit ? 'explicit' : 'named';
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve, paramEncoding });
  const arcs = {
    sha1: '1.2.840.10045.4.1',
    sha256: '1.2.840.10045.4.3.2',
    sha384: '1.2.840.10045.4.3.3',
    sha512: '1.2.840.10045.4.3.4',
  };
  const arc = plain ? `0.4.0.127.0.7.1.1.4.1.${{ sha1: 1, sha256: 3, sha384: 4, sha512: 5 }[hash]}` : arcs[hash];
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { privateKey, spki, algorithm: sequence(oid(arc)), hash, ...(plain && { plain }) };
}

export function rsa(hash: Hash = 'sha256'): Signing {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const arc = { sha1: 5, sha256: 11, sha384: 12, sha512: 13 }[hash];
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { privateKey, spki, algorithm: sequence(oid(`1.2.840.113549.1.1.${arc}`), NULL), hash };
}

/** RSA-PSS whose key says rsaEncryption, as certificates of states have it; the mask may have another hash. */
export function pss(hash: Hash = 'sha256', { mask = hash, salt = 32 }: { mask?: Hash; salt?: number } = {}): Signing {
  const pair = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: hash,
    mgf1HashAlgorithm: mask,
    // Node takes a number alone; its types say text.
    saltLength: salt as never,
  });
  const spki = pair.publicKey.export({ format: 'der', type: 'spki' });
  const parameters = sequence(
    der(0xa0, hashAlgorithm(hash)),
    der(0xa1, sequence(oid('1.2.840.113549.1.1.8'), hashAlgorithm(mask))),
    der(0xa2, integer(salt)),
  );
  const algorithm = sequence(oid('1.2.840.113549.1.1.10'), parameters);
  // The same key, named as that of any use of RSA: the bits follow the algorithm.
  const key = spki.subarray(spki.indexOf(Buffer.from('0382010f00', 'hex')));
  return {
    privateKey: pair.privateKey,
    spki: sequence(sequence(oid('1.2.840.113549.1.1.1'), NULL), key),
    algorithm,
    hash,
  };
}

function signWith({ privateKey, hash, plain }: Signing, data: Uint8Array): Buffer {
  return sign(hash, data, plain ? { key: privateKey, dsaEncoding: 'ieee-p1363' } : privateKey);
}

/** `2030-01-31` as GeneralizedTime. */
const time = (day: string) => der(0x18, Buffer.from(`${day.replaceAll('-', '')}000000Z`));

const name = (country: string, common: string, kind = 0x0c) =>
  sequence(
    set(sequence(oid('2.5.4.6'), der(0x13, Buffer.from(country)))),
    set(sequence(oid('2.5.4.10'), der(kind, Buffer.from('State')))),
    set(sequence(oid('2.5.4.3'), der(kind, Buffer.from(common)))),
  );

const extension = (arc: string, value: Uint8Array, critical = false) =>
  sequence(oid(arc), critical ? '0101ff' : '', octets(value));

/** A certificate with its key. */
export interface Issued {
  readonly certificate: Buffer;
  readonly signing: Signing;
  readonly country: string;
  readonly common: string;
  readonly serial: Buffer;
  readonly keyId: Buffer;
}

export interface Certified {
  readonly country?: string;
  readonly common?: string;
  readonly signing?: Signing;
  /** Issuer; without one the certificate signs itself. */
  readonly by?: Issued;
  readonly from?: string;
  readonly to?: string;
  readonly authority?: boolean;
  /** First byte of the key usage; null for none. */
  readonly usage?: number | null;
  readonly purposes?: readonly string[];
  /** Validity of the private key: from, to. */
  readonly signs?: readonly [string, string];
  readonly keyIds?: boolean;
  /** Address where its issuer distributes revocation lists. */
  readonly point?: string;
  /** The same, as an invalid structure. */
  readonly oddPoint?: boolean;
}

/** Issues a certificate; by default the certificate of a signing authority. */
export function issue(given: Certified = {}): Issued {
  const { country = 'UT', authority = true, signing = ecdsa(), by, from = '2020-01-01', to = '2035-01-01' } = given;
  const { common = authority ? 'CSCA' : 'DS', usage = authority ? 0x06 : 0x80, keyIds = true } = given;
  const keyId = createHash('sha1').update(signing.spki).digest();
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(7)]);
  const issuer = by ?? { signing, country, common, keyId };
  const extensions = [
    ...(authority ? [extension('2.5.29.19', sequence('0101ff', integer(0)), true)] : []),
    ...(usage === null ? [] : [extension('2.5.29.15', bits(Buffer.from([usage]), usage === 0x80 ? 7 : 1), true)]),
    ...(keyIds
      ? [extension('2.5.29.14', octets(keyId)), extension('2.5.29.35', sequence(der(0x80, issuer.keyId)))]
      : []),
    ...(given.point ? [extension('2.5.29.31', sequence(sequence(pointName(given.point))))] : []),
    ...(given.oddPoint ? [extension('2.5.29.31', octets(Buffer.from('crl')))] : []),
    ...(given.purposes ? [extension('2.5.29.37', sequence(...given.purposes.map(oid)))] : []),
    ...(given.signs
      ? [extension('2.5.29.16', sequence(...given.signs.map((day, i) => retag(0x80 + i, time(day)))))]
      : []),
  ];
  const signed = sequence(
    ...[der(0xa0, integer(2)), der(0x02, serial), issuer.signing.algorithm, name(issuer.country, issuer.common)],
    ...[sequence(time(from), time(to)), name(country, common, 0x13), signing.spki, der(0xa3, sequence(...extensions))],
  );
  const certificate = sequence(signed, issuer.signing.algorithm, bits(signWith(issuer.signing, signed)));
  return { certificate, signing, country, common, serial, keyId };
}

function retag(tag: number, bytes: Buffer): Buffer {
  const tagged = Buffer.from(bytes);
  tagged[0] = tag;
  return tagged;
}

/** A signer of documents. */
export const documentSigner = (by: Issued, more: Certified = {}): Issued =>
  issue({ country: by.country, authority: false, by, ...more });

export interface SignedMessageOptions {
  readonly kind: string;
  readonly content: Uint8Array;
  readonly by: Issued;
  readonly certificates?: readonly Buffer[];
  /** Day of the signature; none by default. */
  readonly at?: string;
  readonly byKeyId?: boolean;
  /** Changes the attributes after they were signed. */
  readonly tamper?: (attributes: Buffer) => Buffer;
}

/** CMS SignedData (RFC 5652) of one signer. */
function signedMessage({ kind, content, by, at, tamper, ...more }: SignedMessageOptions): Buffer {
  const { certificates = [by.certificate], byKeyId = false } = more;
  const hash = by.signing.hash as Hash;
  const attributes = set(
    sequence(oid('1.2.840.113549.1.9.3'), set(oid(kind))),
    sequence(oid('1.2.840.113549.1.9.4'), set(octets(createHash(hash).update(content).digest()))),
    ...(at
      ? [
          sequence(
            oid('1.2.840.113549.1.9.5'),
            set(der(0x17, Buffer.from(`${at.replaceAll('-', '').slice(2)}000000Z`))),
          ),
        ]
      : []),
  );
  const signature = signWith(by.signing, attributes);
  const issuer = issuerOf(by.certificate);
  const signer = sequence(
    integer(byKeyId ? 3 : 1),
    byKeyId ? der(0x80, by.keyId) : sequence(issuer, der(0x02, by.serial)),
    hashAlgorithm(hash),
    retag(0xa0, tamper ? tamper(attributes) : attributes),
    by.signing.algorithm,
    octets(signature),
  );
  const signed = sequence(
    ...[integer(3), set(hashAlgorithm(hash)), sequence(oid(kind), der(0xa0, octets(content)))],
    ...(certificates.length > 0 ? [der(0xa0, ...certificates)] : []),
    set(signer),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), der(0xa0, signed));
}

/** The name of the issuer in a certificate that `issue` made: behind version, serial number and algorithm. */
function issuerOf(certificate: Buffer): Buffer {
  let inside = contents(contents(certificate));
  for (let i = 0; i < 3; i++) inside = inside.subarray(sizeOf(inside));
  return inside.subarray(0, sizeOf(inside));
}

function head(bytes: Buffer): { start: number; length: number } {
  const first = bytes[1] as number;
  const more = first < 0x80 ? 0 : first & 0x7f;
  return { start: 2 + more, length: more === 0 ? first : bytes.readUIntBE(2, more) };
}
const contents = (bytes: Buffer) => bytes.subarray(head(bytes).start, head(bytes).start + head(bytes).length);
const sizeOf = (bytes: Buffer) => head(bytes).start + head(bytes).length;

export interface ChipOf extends Partial<Omit<SignedMessageOptions, 'by' | 'content' | 'kind'>> {
  readonly by: Issued;
  /** Lines of the zone. */
  readonly lines: readonly string[];
  readonly dg2?: Buffer;
  readonly dg14?: Buffer;
  readonly dg15?: Buffer;
  readonly hash?: Hash;
  readonly kind?: string;
}

/** The files of a chip that `by` has signed. */
export function chipFiles({ by, lines, dg2 = der(0x75, '00'), dg14, dg15, hash = 'sha256', ...more }: ChipOf) {
  const dg1 = der(0x61, der(0x5f1f, Buffer.from(lines.join(''), 'latin1')));
  const groups = Object.entries({ 1: dg1, 2: dg2, 14: dg14, 15: dg15 });
  const stated = groups.flatMap(([group, bytes]) =>
    bytes ? [sequence(integer(Number(group)), octets(createHash(hash).update(bytes).digest()))] : [],
  );
  const content = sequence(integer(0), hashAlgorithm(hash), sequence(...stated));
  const sod = der(0x77, signedMessage({ kind: '2.23.136.1.1.1', content, by, ...more }));
  return { dg1, dg2, sod, ...(dg14 && { dg14 }), ...(dg15 && { dg15 }) };
}

/** A signer of master lists. */
export const listSigner = (by: Issued, more: Certified = {}): Issued =>
  documentSigner(by, { common: 'Master list signer', purposes: ['2.23.136.1.1.3'], ...more });

/** A master list (ICAO Doc 9303-12, 9). */
export const masterList = (by: Issued, listed: readonly Buffer[], more: Partial<SignedMessageOptions> = {}): Buffer =>
  signedMessage({ kind: '2.23.136.1.1.2', content: sequence(integer(0), set(...listed)), by, ...more });

/** `DistributionPointName` of an address. */
const pointName = (address: string) => der(0xa0, der(0xa0, der(0x86, Buffer.from(address))));

const YES = 'ff';

export interface ListOptions {
  readonly at?: string;
  readonly next?: string | null;
  /** Scope of the list; all certificates of its issuer by default. */
  readonly only?:
    | 'users'
    | 'authorities'
    | 'attributes'
    | 'some reasons'
    | 'several issuers'
    | { readonly point: string };
  /** Object identifiers of extensions beside that, which are critical: of the list, and of each entry. */
  readonly critical?: string;
  readonly criticalOfEntries?: string;
}

function issuingPoint(only: NonNullable<ListOptions['only']>): Buffer {
  if (typeof only === 'object') return sequence(pointName(only.point));
  if (only === 'some reasons') return sequence(der(0x83, '0640'));
  return sequence(der({ users: 0x81, authorities: 0x82, 'several issuers': 0x84, attributes: 0x85 }[only], YES));
}

/** A revocation list. */
export function revocationList(by: Issued, revoked: readonly Issued[], more: ListOptions = {}): Buffer {
  const { at = '2026-01-01', next = '2026-04-01', only, critical, criticalOfEntries } = more;
  const ofEntry = criticalOfEntries ? [sequence(extension(criticalOfEntries, integer(1), true))] : [];
  const extensions = [
    extension('2.5.29.35', sequence(der(0x80, by.keyId))),
    ...(only ? [extension('2.5.29.28', issuingPoint(only), true)] : []),
    ...(critical ? [extension(critical, integer(1), true)] : []),
  ];
  const signed = sequence(
    ...[integer(1), by.signing.algorithm, name(by.country, by.common), time(at), ...(next ? [time(next)] : [])],
    ...(revoked.length > 0
      ? [sequence(...revoked.map(({ serial }) => sequence(der(0x02, serial), time(at), ...ofEntry)))]
      : []),
    der(0xa0, sequence(...extensions)),
  );
  return sequence(signed, by.signing.algorithm, bits(signWith(by.signing, signed)));
}

/** Encodes bytes as PEM with lines of 64 characters. */
export function pem(bytes: Uint8Array, label = 'CERTIFICATE'): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
