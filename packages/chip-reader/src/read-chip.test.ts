import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mrzInformation } from './access-key.ts';
import { curveOf, encodePoint } from './crypto/curves.ts';
import { MODP } from './crypto/modp.ts';
import { ChipError, type Progress, type ReadOptions, readChip, type Transceive, uploadOf } from './index.ts';
import { type ChipGroup, curveGroup, primeGroup } from './testing/chip-group.ts';
import { aes, type ChipCipher, des } from './testing/ciphers.ts';
import { affineCurve } from './testing/curve.ts';
import { type ChipSpec, simulatedChip } from './testing/simulated-chip.ts';
import { tlv } from './tlv.ts';

const key = { documentNumber: 'L898902C3', dateOfBirth: '1974-08-12', dateOfExpiry: '2012-04-15' };
const challenge = Uint8Array.from(Buffer.from('f173589974bf40c6', 'hex'));

const rsa = (bits: number) =>
  tlv(0x6f, generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'der', type: 'spki' }));
const files = {
  dg1: tlv(0x61, tlv(0x5f1f, Buffer.from('P<UTOERIKSSON<<ANNA<MARIA'.padEnd(88, '<')))),
  dg2: tlv(0x75, randomBytes(900)),
  sod: tlv(0x77, randomBytes(300)),
  dg14: tlv(0x6e, randomBytes(40)),
  dg15: tlv(0x6f, randomBytes(90)),
};
const answer = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest();
const chipOf = (more: Partial<ChipSpec> = {}) =>
  simulatedChip({ mrzInformation: mrzInformation(key), can: '123456', files, answer, ...more });
/** The smallest curve by default, since the simulated chip is slow. */
const pace = (cipher: ChipCipher = aes(128), curve = 'prime192v1', parameterId = 8) => ({
  pace: { cipher, group: curveGroup(curve), parameterId },
});
const read = (spec: Partial<ChipSpec> = {}, options: Partial<ReadOptions> = {}) => {
  const { transceive } = chipOf(spec);
  return readChip(transceive, { key, challenge, ...options });
};
const asBuffers = (chip: object) =>
  Object.fromEntries(
    Object.entries(chip).map(([name, value]) => [name, name === 'access' ? value : Buffer.from(value)]),
  );
const wholeBy = (access: string) => asBuffers({ access, ...files, response: answer(challenge) });

const CURVES: readonly (readonly [string, number])[] = [
  ['prime192v1', 8],
  ['brainpoolP192r1', 9],
  ['secp224r1', 10],
  ['brainpoolP224r1', 11],
  ['prime256v1', 12],
  ['brainpoolP256r1', 13],
  ['brainpoolP320r1', 14],
  ['secp384r1', 15],
  ['brainpoolP384r1', 16],
  ['brainpoolP512r1', 17],
  ['secp521r1', 18],
];

describe('a chip is read whole', () => {
  test('by BAC', async () => expect(asBuffers(await read())).toEqual(wholeBy('bac')));

  test.each<[string, ChipCipher]>([
    ['3DES', des],
    ['AES-128', aes(128)],
    ['AES-192', aes(192)],
    ['AES-256', aes(256)],
  ])('by PACE with %s', async (_, cipher) => {
    expect(asBuffers(await read(pace(cipher)))).toEqual(wholeBy('pace'));
    expect(asBuffers(await read(pace(cipher), { key: { can: '123456' } }))).toEqual(wholeBy('pace'));
  });

  test.each([
    ['secp224r1', 10],
    ['brainpoolP256r1', 13],
    ['secp384r1', 15],
  ])('by PACE over %s, number %i', async (name, parameterId) => {
    expect((await read(pace(aes(128), name, parameterId))).access).toBe('pace');
  });

  const integrated = (cipher: ChipCipher, group: ChipGroup, parameterId: number) => ({
    pace: { cipher, group, parameterId, mapping: 'integrated' as const },
  });

  test.each<[string, ChipCipher]>([
    ['3DES', des],
    ['AES-128', aes(128)],
    ['AES-192', aes(192)],
    ['AES-256', aes(256)],
  ])('by PACE with integrated mapping and %s', async (_, cipher) => {
    const spec = integrated(cipher, curveGroup('prime192v1'), 8);
    expect(asBuffers(await read(spec))).toEqual(wholeBy('pace'));
    await expect(read(spec, { key: { can: '654321' } })).rejects.toMatchObject({ code: 'wrong_key' });
    expect((await read(integrated(cipher, primeGroup(0), 0))).access).toBe('pace');
  });

  test('by PACE with integrated mapping over every curve but P-224, whose prime does not allow it', async () => {
    for (const [name, parameterId] of [['brainpoolP320r1', 14] as const, ['secp384r1', 15] as const]) {
      expect((await read(integrated(aes(128), curveGroup(name), parameterId))).access).toBe('pace');
    }
    const chip = chipOf(integrated(aes(128), curveGroup('secp224r1'), 10));
    await expect(readChip(chip.transceive, { key: { can: '123456' } })).rejects.toMatchObject({ code: 'unsupported' });
  });

  test.each([0, 1, 2])('by PACE modulo the prime number %i', async (parameterId) => {
    const group = primeGroup(parameterId);
    expect((await read({ pace: { cipher: aes(128), group, parameterId } })).access).toBe('pace');
    const { p, g, q } = MODP[parameterId]!;
    // The transcription: the order divides p - 1, and the generator has this order.
    expect([(p - 1n) % q, group.raise(q, group.base).toString('hex')]).toEqual([0n, '01']);
    expect(p.toString(2)).toHaveLength(parameterId === 0 ? 1024 : 2048);
    expect(g).toBeLessThan(p);
  });

  test.each(CURVES)('the curve %s has the number %i', (name, parameterId) => {
    const [ours, theirs] = [curveOf(parameterId)!, affineCurve(name)];
    const factor = theirs.order / 3n;
    expect(ours.CURVE().n).toBe(theirs.order);
    const point = encodePoint(ours.BASE.multiply(factor));
    expect(Buffer.from(point)).toEqual(theirs.encode(theirs.multiply(factor, theirs.base)));
  });

  test('with a portrait behind the first 32 KB, which needs another command', async () => {
    const dg2 = tlv(0x75, randomBytes(33_500));
    for (const spec of [{}, pace(aes(256))]) {
      const chip = await read({ ...spec, files: { ...files, dg2 } });
      expect(Buffer.from(chip.dg2).equals(Buffer.from(dg2))).toBe(true);
    }
  });

  test('with a portrait beyond 64 KB', async () => {
    const content = randomBytes(66_000);
    const dg2 = Buffer.concat([
      Buffer.from('758301', 'hex'),
      Buffer.from([(66_000 >> 8) & 255, 66_000 & 255]),
      content,
    ]);
    const chip = await read({ ...pace(), files: { ...files, dg2 } });
    expect(Buffer.from(chip.dg2).equals(dg2)).toBe(true);
  });

  test('without the groups that it does not have', async () => {
    const { dg14: _, dg15: __, ...few } = files;
    for (const plainErrors of [false, true]) {
      expect(Object.keys(await read({ files: few, plainErrors }))).toEqual(['access', 'dg1', 'dg2', 'sod']);
    }
  });

  test('without a challenge, it is not asked to answer', async () => {
    const { transceive } = chipOf();
    expect(await readChip(transceive, { key })).not.toHaveProperty('response');
  });

  test('with the answer of an RSA key of 2048 bits, which needs a long response', async () => {
    const long = () => randomBytes(256);
    for (const spec of [{}, pace()]) {
      const chip = await read({ ...spec, files: { ...files, dg15: rsa(2048) }, answer: long });
      expect(chip.response).toHaveLength(256);
    }
    expect(
      (await read({ files: { ...files, dg15: rsa(1024) }, answer: () => randomBytes(128) })).response,
    ).toHaveLength(128);
  });

  test('and says how far it is', async () => {
    const seen: Progress[] = [];
    await read({}, { onProgress: (progress) => seen.push(progress) });
    expect([...new Set(seen.map(({ step }) => step))]).toEqual([
      ...['open', 'com', 'sod', 'dg1', 'dg14', 'dg15', 'answer', 'dg2'],
    ]);
    const last = seen.at(-1)!;
    expect(last).toEqual({ step: 'dg2', done: files.dg2.length, total: files.dg2.length });
    const portrait = seen.filter(({ step }) => step === 'dg2').map(({ done }) => done);
    expect(portrait).toEqual(portrait.toSorted((a, b) => a - b));
  });
});

describe('an error says what to do', () => {
  const code = (reading: Promise<unknown>) =>
    reading.then(
      () => 'none',
      (error) => (error instanceof ChipError ? error.code : error),
    );

  test('where the key is wrong', async () => {
    const other = { ...key, documentNumber: 'L898902C4' };
    for (const spec of [{}, pace(), pace(des)]) expect(await code(read(spec, { key: other }))).toBe('wrong_key');
    expect(await code(read(pace(), { key: { can: '123457' } }))).toBe('wrong_key');
  });

  test('where the chip offers nothing that is known', async () => {
    expect(await code(read({}, { key: { can: '123456' } }))).toBe('unsupported');
    const nothing: Transceive = async () => Uint8Array.of(0x6a, 0x82);
    expect(await code(readChip(nothing, { key }))).toBe('unsupported');
    const { dg2: _, ...rest } = files;
    expect(await code(read({ files: rest as typeof files }))).toBe('unsupported');
  });

  test.each<[string, Partial<ChipSpec>, number]>([
    ['BAC', {}, Number.POSITIVE_INFINITY],
    ['PACE, up to the first in its session', pace(), 9],
  ])('where the tag is lost, at each command of %s', async (_, spec, until) => {
    const whole = chipOf(spec);
    await readChip(whole.transceive, { key, challenge });
    for (let at = 1; at <= Math.min(until, whole.commands()); at++) {
      const { transceive, commands } = chipOf(spec);
      const lost: Transceive = (apdu) =>
        commands() + 1 === at ? Promise.reject(new Error('Tag was lost')) : transceive(apdu);
      expect([at, await code(readChip(lost, { key, challenge }))]).toEqual([at, 'tag_lost']);
    }
  });

  test('where the app cancels', async () => {
    const controller = new AbortController();
    const onProgress = ({ step }: Progress) => {
      if (step === 'dg1') controller.abort();
    };
    expect(await code(read({}, { onProgress, signal: controller.signal }))).toBe('cancelled');
  });
});

describe('an attacker between reader and chip', () => {
  /** Commands before the session: EF.CardAccess and PACE, or the application and BAC. */
  const attack = async (spec: Partial<ChipSpec>, change: (answer: Buffer, at: number) => Buffer) => {
    const { transceive, commands } = chipOf(spec);
    const between: Transceive = async (apdu) => change(Buffer.from(await transceive(apdu)), commands());
    try {
      return asBuffers(await readChip(between, { key, challenge }));
    } catch (error) {
      if (!(error instanceof ChipError)) throw error;
      return error.code;
    }
  };
  const flip = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed[randomBytes(4).readUInt32BE() % (bytes.length - 2)]! ^= 1 << (randomBytes(1)[0]! % 8);
    return changed;
  };

  test.each<[string, Partial<ChipSpec>, number, number]>([
    ['BAC', {}, 4, 1],
    ['PACE with 3DES', pace(des), 8, 12],
    ['PACE with AES', pace(aes(256)), 8, 6],
  ])('changes nothing unnoticed in a session of %s', async (_, spec, opening, every) => {
    const whole = chipOf(spec);
    await readChip(whole.transceive, { key, challenge });
    let tries = 0;
    for (let at = opening + 1; at <= whole.commands(); at += every) {
      const found = await attack(spec, (bytes, now) => (now === at ? flip(bytes) : bytes));
      expect([at, found]).toEqual([at, 'invalid_answer']);
      tries += 1;
    }
    expect(tries).toBeGreaterThanOrEqual(Math.floor(24 / every));
  });

  test('replays no answer, and strips no protection', async () => {
    for (const spec of [{}, pace()]) {
      let earlier: Buffer = Buffer.alloc(0);
      const replayed = await attack(spec, (bytes, at) => {
        if (at === 14) return earlier;
        earlier = bytes;
        return bytes;
      });
      expect(replayed).toBe('invalid_answer');
      const bare = await attack(spec, (bytes, at) => (at === 14 ? Buffer.from('9000', 'hex') : bytes));
      expect(bare).toBe('invalid_answer');
    }
  });

  test('sends no key that is not on the curve', async () => {
    const found = await attack(pace(aes(128), 'brainpoolP256r1', 13), (bytes, at) => {
      if (at !== 6) return bytes;
      expect(bytes.subarray(0, 5).toString('hex')).toBe('7c43824104');
      const changed = Buffer.from(bytes);
      changed[40]! ^= 1;
      return changed;
    });
    expect(found).toBe('invalid_answer');
  });
});

test('the upload is the JSON of the service, with the answer only where a challenge is named', async () => {
  const chip = await read();
  const whole = JSON.parse(uploadOf(chip, 'an-id'));
  expect(whole).toEqual({
    ...Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, [...bytes]])),
    active: { challenge_id: 'an-id', response: [...answer(challenge)] },
  });
  expect(Object.keys(whole)[0]).toBe('dg1');
  expect(JSON.parse(uploadOf(chip))).not.toHaveProperty('active');
  const { response: _, ...silent } = chip;
  expect(JSON.parse(uploadOf(silent, 'an-id'))).not.toHaveProperty('active');
});
