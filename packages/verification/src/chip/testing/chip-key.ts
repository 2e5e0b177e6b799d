import {
  constants,
  createDiffieHellman,
  createECDH,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  randomBytes,
  sign,
} from 'node:crypto';
import { der, type Hash, integer, oid, sequence } from './issuer.ts';

/** The key of a chip for active authentication (ICAO Doc 9303-11, 6.1), the files that name it, and the chip's answers. */
export interface ChipKey {
  readonly dg15: Buffer;
  /** Security options with ActiveAuthenticationInfo; only for ECDSA. */
  readonly dg14?: Buffer;
  /** The answer to INTERNAL AUTHENTICATE. */
  answer(challenge: Uint8Array): Buffer;
}

export interface RsaKeyOptions {
  /** Modulus in bits, a multiple of 8. */
  readonly bits?: number;
  readonly hash?: Hash;
  /** Hash that the trailer names: by default the hash that is used, and `BC` for SHA-1. */
  readonly trailer?: Uint8Array;
  /** Bytes of the recoverable message that is left out, so that the header is padded. */
  readonly shorter?: number;
}

const TRAILERS = { sha1: 'bc', sha256: '34cc', sha384: '36cc', sha512: '35cc' } as const;

/** A key of RSA, whose answers have the form of ISO/IEC 9796-2, scheme 1. */
export function rsaChipKey({ bits = 1024, ...options }: RsaKeyOptions = {}): ChipKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const dg15 = der(0x6f, publicKey.export({ format: 'der', type: 'spki' }));
  return { dg15, answer: (challenge) => rawSignature(privateKey, blockFor(challenge, bits / 8, options)) };
}

/** A signature of RSA over exactly these bytes. */
export const rawSignature = (privateKey: KeyObject, block: Uint8Array): Buffer =>
  privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block);

/** The block that is signed: header, recoverable message, hash of the message and the challenge, trailer. */
function blockFor(
  challenge: Uint8Array,
  size: number,
  { hash = 'sha1', shorter = 0, ...options }: RsaKeyOptions,
): Buffer {
  const trailer = options.trailer ?? Buffer.from(TRAILERS[hash], 'hex');
  const digest = (message: Uint8Array) => createHash(hash).update(message).update(challenge).digest();
  const length = size - 1 - shorter - trailer.length - digest(challenge).length;
  const message = randomBytes(length);
  const header = shorter === 0 ? [0x6a] : [0x6b, ...Array(shorter - 1).fill(0xbb), 0xba];
  return Buffer.concat([Buffer.from(header), message, digest(message), trailer]);
}

export interface EcKeyOptions {
  readonly curve?: string;
  readonly hash?: Hash;
  /** Hash that data group 14 names: by default the hash that is used. */
  readonly named?: Hash;
  readonly explicit?: boolean;
}

/** A key of ECDSA, whose answers are `r‖s`. */
export function ecChipKey({
  curve = 'brainpoolP256r1',
  hash = 'sha256',
  named = hash,
  explicit,
}: EcKeyOptions = {}): ChipKey {
  const paramEncoding = explicit ? 'explicit' : 'named';
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve, paramEncoding });
  const dg15 = der(0x6f, publicKey.export({ format: 'der', type: 'spki' }));
  const algorithm = `0.4.0.127.0.7.1.1.4.1.${{ sha1: 1, sha256: 3, sha384: 4, sha512: 5 }[named]}`;
  const dg14 = der(0x6e, der(0x31, sequence(oid('2.23.136.1.1.5'), integer(1), oid(algorithm))));
  return { dg15, dg14, answer: (challenge) => sign(hash, challenge, { key: privateKey, dsaEncoding: 'ieee-p1363' }) };
}

/** The key of a chip for chip authentication (ICAO Doc 9303-11, 6.2), and the data group that names it. */
export interface AgreementKey {
  readonly dg14: Buffer;
  readonly privateKey: bigint;
}

const AGREEMENT = '0.4.0.127.0.7.2.2';
const KEY_ID = 7;

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Data group 14 with a public key for DH (1) or ECDH (2), and with its protocols by the last arc of their object identifiers. */
function dataGroup14(kind: 1 | 2, info: Buffer, { ciphers, id = false }: AgreementOptions): Buffer {
  const number = id ? [integer(KEY_ID)] : [];
  const protocols = ciphers.map((cipher) => sequence(oid(`${AGREEMENT}.3.${kind}.${cipher}`), integer(1), ...number));
  return der(0x6e, der(0x31, ...protocols, sequence(oid(`${AGREEMENT}.1.${kind}`), info, ...number)));
}

export interface AgreementOptions {
  /** Ciphers that the chip names: 1 is 3DES, 2 to 4 are AES. Without any, the key goes with 3DES. */
  readonly ciphers: readonly number[];
  /** True if the key has a number. */
  readonly id?: boolean;
}

/** A key over a curve. Its parameters are explicit, as states write them, unless `named` is true. */
export function curveAgreementKey(
  curve: string,
  { named = false, ...options }: AgreementOptions & { named?: boolean },
) {
  const paramEncoding = named ? 'named' : 'explicit';
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: curve, paramEncoding });
  const info = publicKey.export({ format: 'der', type: 'spki' });
  const ecdh = createECDH(curve);
  const point = ecdh.generateKeys();
  point.copy(info, info.length - point.length);
  return { dg14: dataGroup14(2, info, options), privateKey: numberOf(ecdh.getPrivateKey()) } satisfies AgreementKey;
}

/** A key modulo a prime, with the parameters of PKCS #3, or of X9.42 with the order `q`. */
export function primeAgreementKey(
  { p, g, q }: { p: bigint; g: bigint; q?: bigint },
  options: AgreementOptions,
): AgreementKey {
  const bytes = (value: bigint) => {
    const digits = value.toString(16);
    return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  };
  const number = (value: bigint | Buffer) => {
    const content = typeof value === 'bigint' ? bytes(value) : value;
    return der(0x02, content[0]! & 0x80 ? Buffer.concat([Buffer.of(0), content]) : content);
  };
  const dh = createDiffieHellman(bytes(p), bytes(g));
  const own = dh.generateKeys();
  const parameters = sequence(number(p), number(g), ...(q === undefined ? [] : [number(q)]));
  const algorithm = sequence(oid(q === undefined ? '1.2.840.113549.1.3.1' : '1.2.840.10046.2.1'), parameters);
  const start = own.findIndex((byte) => byte !== 0);
  const info = sequence(algorithm, der(0x03, Buffer.of(0), number(own.subarray(start))));
  return { dg14: dataGroup14(1, info, options), privateKey: numberOf(dh.getPrivateKey()) };
}
