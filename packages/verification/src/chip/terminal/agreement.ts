import { createDiffieHellman, createECDH, createPublicKey } from 'node:crypto';
import { SubjectPublicKeyInfo } from '@peculiar/asn1-x509';
import { Integer, ObjectIdentifier } from 'asn1js';
import { hexOf, orNull, parseAny, parseAs, partsOf, rawOf } from '../asn1.ts';
import { contentOfFile } from '../security-object.ts';
import { type SessionCipher, sessionCiphers } from './session.ts';

/** A way of chip authentication that a chip offers (ICAO Doc 9303-11, 6.2): its public key, and the cipher of the session afterwards. */
export interface Agreement {
  /** Value of the protocol's object identifier, in DER. */
  readonly protocol: Buffer;
  readonly cipher: SessionCipher;
  /** The chip's number of the key, where it has several. */
  readonly keyId: Buffer | null;
  /** A new private key in the chip's group. */
  generate(): Buffer;
  /** The plain public key of a private key: a point as `04`, x and y, or a number (BSI TR-03110-3, A.2.2). */
  publicKey(own: Buffer): Buffer;
  /** The secret that the chip and the owner of a private key share (ICAO Doc 9303-11, 9.6). Throws for keys that don't fit. */
  secret(own: Buffer): Buffer;
}

/** Tag of data group 14 (ICAO Doc 9303-10, 4.7.14). */
const DATA_GROUP_14 = 0x6e;

/** Object identifiers of public keys and of protocols (ICAO Doc 9303-11, 9.2.5 and 9.2.6): 1 is DH, 2 is ECDH. The last arc is the cipher. */
const PUBLIC_KEY = /^0\.4\.0\.127\.0\.7\.2\.2\.1\.([12])$/;
const PROTOCOL = /^0\.4\.0\.127\.0\.7\.2\.2\.3\.([12])\.([1-4])$/;

/** The strongest way of chip authentication that data group 14 offers and this program knows; null without one. */
export function agreementOf(dg14: Uint8Array): Agreement | null {
  const infos = orNull(() => partsOf(parseAny(contentOfFile(dg14, DATA_GROUP_14))).map((info) => partsOf(info)));
  if (!infos) return null;
  const keys: { kind: string; der: Buffer; id: string | null }[] = [];
  const protocols: { kind: string; cipher: number; id: string | null }[] = [];
  for (const [identifier, second, third] of infos) {
    const name = identifier instanceof ObjectIdentifier ? identifier.getValue() : '';
    const id = third instanceof Integer ? hexOf(third.valueBlock.valueHexView) : null;
    const [, keyKind] = PUBLIC_KEY.exec(name) ?? [];
    const [, kind, cipher] = PROTOCOL.exec(name) ?? [];
    if (keyKind && second) keys.push({ kind: keyKind, der: rawOf(second), id });
    if (kind) protocols.push({ kind, cipher: Number(cipher), id });
  }
  const offered = keys.flatMap(({ kind, der, id }) => {
    const named = protocols.filter((protocol) => protocol.kind === kind && protocol.id === id);
    // A key without a protocol goes with 3DES (ICAO Doc 9303-11, 9.2.6).
    return (named.length > 0 ? named : [{ cipher: 1 }]).map(({ cipher }) => ({ kind, cipher, id, der }));
  });
  for (const { kind, cipher, id, der } of offered.toSorted((a, b) => b.cipher - a.cipher)) {
    const group = groupOf(kind, der);
    if (!group) continue;
    const protocol = Buffer.from([0x04, 0x00, 0x7f, 0x00, 0x07, 0x02, 0x02, 0x03, Number(kind), cipher]);
    return { ...group, protocol, cipher: sessionCiphers[cipher]!, keyId: id === null ? null : Buffer.from(id, 'hex') };
  }
  return null;
}

type Group = Pick<Agreement, 'generate' | 'publicKey' | 'secret'>;

function groupOf(kind: string, der: Buffer): Group | null {
  try {
    return kind === '2' ? overCurve(der) : moduloPrime(der);
  } catch {
    // asn1js or OpenSSL can't read the key.
    return null;
  }
}

/** Curves of ICAO Doc 9303-11, 9.5.1, by their names in OpenSSL. */
const CURVES = [
  ...['prime192v1', 'brainpoolP192r1', 'secp224r1', 'brainpoolP224r1', 'prime256v1', 'brainpoolP256r1'],
  ...['brainpoolP320r1', 'secp384r1', 'brainpoolP384r1', 'brainpoolP512r1', 'secp521r1'],
];

/** States write the parameters of the curve in full. Where OpenSSL does not name the curve, the chip's point tells it. */
function overCurve(der: Buffer): Group {
  const point = Buffer.from(parseAs(der, SubjectPublicKeyInfo).subjectPublicKey);
  const named = createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyDetails?.namedCurve;
  const curve = CURVES.find((name) => (named ? name === named : isOn(name, point)));
  if (!curve) throw new RangeError('A curve that chips do not use');
  const withKey = (own: Buffer) => {
    const ecdh = createECDH(curve);
    ecdh.setPrivateKey(own);
    return ecdh;
  };
  return {
    generate() {
      const ecdh = createECDH(curve);
      ecdh.generateKeys();
      return ecdh.getPrivateKey();
    },
    publicKey: (own) => withKey(own).getPublicKey(),
    secret: (own) => withKey(own).computeSecret(point),
  };
}

function isOn(curve: string, point: Buffer): boolean {
  try {
    const ecdh = createECDH(curve);
    ecdh.generateKeys();
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** Bits of a prime that chips use (ICAO Doc 9303-11, 9.5.1). A longer prime would only cost time. */
const PRIME_BITS = [1024, 2048];

/** The group of a key in PKCS #3 or X9.42: both begin with prime and generator. */
function moduloPrime(der: Buffer): Group {
  const { algorithm, subjectPublicKey } = parseAs(der, SubjectPublicKeyInfo);
  const [p, g] = partsOf(parseAny(new Uint8Array(algorithm.parameters!))).map(bytesOf);
  const chip = bytesOf(parseAny(new Uint8Array(subjectPublicKey)));
  if (!p || !g || !PRIME_BITS.includes(8 * p.length)) throw new RangeError('A group that chips do not use');
  const withKey = (own: Buffer) => {
    const dh = createDiffieHellman(p, g);
    dh.setPrivateKey(own);
    return dh;
  };
  return {
    generate() {
      const dh = createDiffieHellman(p, g);
      dh.generateKeys();
      return dh.getPrivateKey();
    },
    publicKey(own) {
      const dh = withKey(own);
      dh.generateKeys();
      return withoutZeros(dh.getPublicKey());
    },
    secret(own) {
      const shared = withKey(own).computeSecret(chip);
      return Buffer.concat([Buffer.alloc(p.length - shared.length), shared]);
    },
  };
}

/** The bytes of a positive number, without zeros before them. */
function bytesOf(node: unknown): Buffer {
  if (!(node instanceof Integer)) throw new RangeError('Not a number');
  return withoutZeros(Buffer.from(node.valueBlock.valueHexView));
}

function withoutZeros(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(Math.max(0, start));
}
