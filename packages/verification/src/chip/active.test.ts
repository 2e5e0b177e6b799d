import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ActiveAuthentication, verifyChipAnswer } from './active.ts';
import { type ChipKey, ecChipKey, rawSignature, rsaChipKey } from './testing/chip-key.ts';
import { chipFiles, der, documentSigner, issue } from './testing/issuer.ts';

const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const by = documentSigner(issue());
const groupsOf = ({ dg14, dg15 }: ChipKey) => ({ ...(dg14 && { dg14 }), dg15 });
const filesWith = (key: ChipKey) => chipFiles({ by, lines, ...groupsOf(key) });

const challenge = Buffer.from('f173589974bf40c6', 'hex');

describe('a chip that holds the signed key is authentic', () => {
  test.each<[string, () => ChipKey]>([
    ['RSA of 1024 bits with SHA-1', () => rsaChipKey()],
    ['RSA whose trailer names SHA-1', () => rsaChipKey({ trailer: Buffer.from('33cc', 'hex') })],
    ['RSA with SHA-256', () => rsaChipKey({ bits: 2048, hash: 'sha256' })],
    ['RSA with SHA-512', () => rsaChipKey({ bits: 1536, hash: 'sha512' })],
    ['RSA with a header of one byte of padding', () => rsaChipKey({ shorter: 1 })],
    ['RSA with a longer header', () => rsaChipKey({ shorter: 9, hash: 'sha384' })],
    ['ECDSA over brainpoolP256r1', () => ecChipKey()],
    ['ECDSA over P-256 with SHA-1', () => ecChipKey({ curve: 'prime256v1', hash: 'sha1' })],
    ['ECDSA over brainpoolP384r1', () => ecChipKey({ curve: 'brainpoolP384r1', hash: 'sha384' })],
    ['ECDSA over P-521', () => ecChipKey({ curve: 'secp521r1', hash: 'sha512' })],
    ['ECDSA with explicit parameters', () => ecChipKey({ explicit: true })],
  ])('%s', (_, make) => {
    const key = make();
    expect(verifyChipAnswer(filesWith(key), { challenge, response: key.answer(challenge) })).toEqual({
      result: 'authentic',
      reason: 'The chip signed the challenge with the key that the issuer signed',
    });
  });

  test('the block of ICAO Doc 9303-11, appendix F, under a key of our own', () => {
    const published = Buffer.from(
      '6a9d2784a67f8e7c659973ea1aea25d95b6c8f91e5002f369f0fbdce8a3cec1991b543f1696546c5524cf23a5303cd6c98599f40b79f377b5f3a1406b3' +
        'b4d8f96784d23aa88db7e1032a405e69325fa91a6e86f5c71aea978264c4a207446dad4e7292e2dcda3024b47da8c063aa1e6d22fbd976ab0fe73d94' +
        'd2d9c6d88127bc',
      'hex',
    );
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const dg15 = der(0x6f, publicKey.export({ format: 'der', type: 'spki' }));
    const files = chipFiles({ by, lines, dg15 });
    const response = rawSignature(privateKey, published);
    expect(verifyChipAnswer(files, { challenge, response }).result).toBe('authentic');
    // ISO/IEC 9796-2, B.6: the signer may send the smaller of both roots.
    const modulus = BigInt(`0x${Buffer.from(publicKey.export({ format: 'jwk' }).n!, 'base64url').toString('hex')}`);
    const other = modulus - BigInt(`0x${response.toString('hex')}`);
    const negated = Buffer.from(other.toString(16).padStart(256, '0'), 'hex');
    expect(verifyChipAnswer(files, { challenge, response: negated }).result).toBe('authentic');
    for (const [at, value] of [
      [0, 0x4a],
      [0, 0x2a],
      [127, 0xbd],
      [127, 0xcc],
      [126, 0x26],
      [1, 0x9c],
    ] as const) {
      const changed = Buffer.from(published);
      changed[at] = value;
      const answer = { challenge, response: rawSignature(privateKey, changed) };
      expect([at, value, verifyChipAnswer(files, answer).result]).toEqual([at, value, 'refuted']);
    }
  });
});

const TRIES = 20;
type Attack = (key: ChipKey, other: ChipKey) => ActiveAuthentication;
const flipped = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed[at % bytes.length]! ^= 1 << (at % 8);
  return changed;
};

/** Attacks, each with another challenge a time. None may be authentic; the result of each is exact. */
const ATTACKS: Readonly<Record<string, [ActiveAuthentication['result'], Attack]>> = {
  'an answer to another challenge': [
    'refuted',
    (key) => verifyChipAnswer(filesWith(key), { challenge: randomBytes(8), response: key.answer(challenge) }),
  ],
  'the answer of another chip': [
    'refuted',
    (key, other) => verifyChipAnswer(filesWith(key), { challenge, response: other.answer(challenge) }),
  ],
  "the attacker's key in place of the signed key": [
    'refuted',
    (key, other) =>
      verifyChipAnswer({ ...filesWith(key), ...groupsOf(other) }, { challenge, response: other.answer(challenge) }),
  ],
  'a key for a chip whose security object has none': [
    'undecided',
    (key) =>
      verifyChipAnswer(
        { ...chipFiles({ by, lines }), ...groupsOf(key) },
        { challenge, response: key.answer(challenge) },
      ),
  ],
  'an answer without the key': [
    'undecided',
    (key) => {
      const { dg15: _, ...files } = filesWith(key);
      return verifyChipAnswer(files, { challenge, response: key.answer(challenge) });
    },
  ],
  'a signature that was cut off': [
    'refuted',
    (key) => verifyChipAnswer(filesWith(key), { challenge, response: key.answer(challenge).subarray(0, -1) }),
  ],
  'a signature with a byte too many': [
    'refuted',
    (key) =>
      verifyChipAnswer(filesWith(key), { challenge, response: Buffer.concat([key.answer(challenge), Buffer.of(0)]) }),
  ],
  'a signature with one bit changed': [
    'refuted',
    (key) =>
      verifyChipAnswer(filesWith(key), { challenge, response: flipped(key.answer(challenge), randomBytes(1)[0]!) }),
  ],
  'a key with one bit changed': [
    'refuted',
    (key) => {
      const dg15 = flipped(key.dg15, key.dg15.length - 12);
      return verifyChipAnswer({ ...filesWith(key), dg15 }, { challenge, response: key.answer(challenge) });
    },
  ],
  noise: [
    'refuted',
    (key) => verifyChipAnswer(filesWith(key), { challenge, response: randomBytes(key.answer(challenge).length) }),
  ],
  zeros: ['refuted', (key) => verifyChipAnswer(filesWith(key), { challenge, response: Buffer.alloc(128) })],
  'a security object of noise': [
    'undecided',
    (key) =>
      verifyChipAnswer(
        { ...filesWith(key), sod: der(0x77, randomBytes(9)) },
        { challenge, response: key.answer(challenge) },
      ),
  ],
};

describe.each<[string, () => ChipKey]>([
  ['RSA', rsaChipKey],
  ['ECDSA', ecChipKey],
])(`%s: none of ${TRIES} tries succeeds with`, (_, make) => {
  const [key, other] = [make(), make()];
  test.each(Object.entries(ATTACKS))('%s', (__, [result, attack]) => {
    const results = Array.from({ length: TRIES }, () => attack(key, other).result);
    expect(results).toEqual(Array(TRIES).fill(result));
  });
});

test.each<[string, () => ChipKey, ActiveAuthentication['result']]>([
  [
    'RSA with another hash than its trailer names',
    () => rsaChipKey({ hash: 'sha256', trailer: Buffer.of(0xbc) }),
    'refuted',
  ],
  ['RSA with a hash that no document may use', () => rsaChipKey({ trailer: Buffer.from('31cc', 'hex') }), 'refuted'],
  ['ECDSA with another hash than data group 14 names', () => ecChipKey({ hash: 'sha256', named: 'sha384' }), 'refuted'],
  ['ECDSA without data group 14', () => ({ ...ecChipKey(), dg14: undefined as never }), 'undecided'],
  ['ECDSA with a data group 14 of noise', () => ({ ...ecChipKey(), dg14: der(0x6e, '3003') }), 'undecided'],
  ['a data group 15 of noise', () => ({ ...rsaChipKey(), dg15: der(0x6f, '3003020101') }), 'undecided'],
])('%s', (_, make, result) => {
  const key = make();
  expect(verifyChipAnswer(filesWith(key), { challenge, response: key.answer(challenge) }).result).toBe(result);
});

test('a data group 14 that the issuer did not sign refutes an answer of ECDSA', () => {
  const key = ecChipKey({ hash: 'sha384', named: 'sha256' });
  const dg14 = ecChipKey({ hash: 'sha384' }).dg14!;
  expect(verifyChipAnswer({ ...filesWith(key), dg14 }, { challenge, response: key.answer(challenge) })).toEqual({
    result: 'refuted',
    reason: 'Data group 14 of the chip was changed: its hash does not match the security object',
  });
});
