import { parseMrz } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import { rsaChipKey } from '../../../../../verification/src/chip/testing/chip-key.ts';
import {
  chipFiles,
  der,
  documentSigner,
  type Issued,
  issue,
  revocationList,
} from '../../../../../verification/src/chip/testing/issuer.ts';
import { tasks } from '../../../analysis/tasks.ts';
import { type Chip, isCloneResistant, issuingAuthority, readChip } from './chip.ts';
import { dataConsistency } from './data-consistency.ts';
import { likenessToPrint } from './issuer-data.ts';
import { documentProperties } from './properties.ts';
import { passportLines, readingOf, stateOf, td3, today } from './testing.ts';
import { visualAuthenticity } from './visual-authenticity.ts';

const csca = issue({ country: 'US' });
const ds = documentSigner(csca);
const files = (lines: readonly string[] = passportLines, by = ds) => chipFiles({ by, lines });

/** Encodes the chip as capture SDKs send it: lists of signed bytes. */
const jsonOf = (chip: ReturnType<typeof files>, answer?: Answer) =>
  Buffer.from(
    JSON.stringify({
      ...Object.fromEntries(Object.entries(chip).map(([name, bytes]) => [name, [...new Int8Array(bytes)]])),
      ...(answer && { active: { challenge_id: 'id', response: [...new Int8Array(answer.response)] } }),
    }),
  );

/** A challenge of the service, base64, and the chip's response. */
interface Answer {
  readonly challenge: string;
  readonly response: Uint8Array;
}

/**
 * Reads a chip with these certificates loaded, by the analysers themselves except the face analysers; `asked` gets the requested
 * countries.
 */
async function read(
  chip = files(),
  {
    loaded = [csca] as Issued[],
    lists = [] as Buffer[],
    portrait = null as Float32Array | null,
    asked = [] as string[][],
    answer = undefined as Answer | undefined,
  } = {},
): Promise<Chip> {
  async function run(name: 'chip' | 'passiveAuthentication' | 'activeAuthentication' | 'portraits', input: never) {
    return name === 'portraits' ? { main: portrait && { embedding: portrait } } : tasks[name](input);
  }
  const found = await readChip(
    { bytes: jsonOf(chip, answer), ...(answer && { chipChallenge: answer.challenge }) },
    {
      analyser: { run: run as never },
      today,
      async stateCertificates(countries) {
        asked.push([...countries]);
        return { certificates: loaded.map(({ certificate }) => certificate), revocationLists: lists };
      },
    },
  );
  return found as Chip;
}

const passive = (chip: Chip) => stateOf(issuingAuthority(chip)['issuing_authority.nfc_passive_authentication']);

test('says what its zone says', async () => {
  const chip = await read();
  expect(chip.mrz).toEqual(parseMrz(passportLines, today));
  expect(documentProperties(readingOf({ chip }))).toMatchObject({
    nfc: {
      issuing_country: 'USA',
      full_name: 'HAPPY TRAVELER',
      document_number: 'E00007730',
      nationality: 'USA',
      date_of_birth: '1965-02-05',
      gender: 'Female',
      date_of_expiry: '2030-10-14',
    },
  });
});

test('certificates are requested for the state that signed and for the state that the MRZ names', async () => {
  const asked: string[][] = [];
  await read(files(), { asked });
  await read(files(td3({ state: 'NLD' })), { asked });
  await read({ ...files(), sod: der(0x77) }, { asked });
  await read({ ...files(), dg1: der(0x61), sod: der(0x77) }, { asked });
  expect(asked).toEqual([['US'], ['US', 'NL'], ['US'], []]);
});

describe('passive authentication is', () => {
  test.each<[string, Parameters<typeof read>, string, boolean]>([
    ['clear where the state has signed both groups', [], 'clear', true],
    ['in doubt where nothing of the state is loaded', [files(), { loaded: [] }], 'doubt', false],
    ['in doubt where the security object cannot be read', [{ ...files(), sod: der(0x77) }], 'doubt', false],
    ['flagged where a group was changed', [{ ...files(), dg2: der(0x75, '01') }], 'consider', false],
    ['flagged where another state signed', [files(td3({ state: 'NLD' }))], 'consider', false],
    ['flagged where the certificate is revoked', [files(), { lists: [revocationList(csca, [ds])] }], 'consider', false],
    [
      'in doubt where the revocation list has expired',
      [files(), { lists: [revocationList(csca, [], { at: '2025-01-01', next: '2025-02-01' })] }],
      'doubt',
      false,
    ],
  ])('%s', async (_, given, becomes, authentic) => {
    const chip = await read(...given);
    expect([passive(chip), chip.authentic]).toEqual([becomes, authentic]);
  });

  test('given with the groups that were changed', async () => {
    const chip = await read({ ...files(), dg2: der(0x75, '01') });
    expect(issuingAuthority(chip)['issuing_authority.nfc_passive_authentication']).toEqual({
      result: 'consider',
      reason: 'Data group 2 of the chip was changed: its hash does not match the security object',
      measure: 1,
      threshold: 0,
    });
  });
});

describe('active authentication', () => {
  const key = rsaChipKey();
  const challenge = Buffer.from('f173589974bf40c6', 'hex');
  const answer = { challenge: challenge.toString('base64'), response: key.answer(challenge) };
  const keyed = chipFiles({ by: ds, lines: passportLines, dg15: key.dg15 });
  const activeOf = async (...given: Parameters<typeof read>) => {
    const chip = await read(...given);
    return [issuingAuthority(chip)['issuing_authority.nfc_active_authentication'], isCloneResistant(chip)];
  };

  test('is clear where the chip signed the challenge with a key that the state signed', async () => {
    expect(await activeOf(keyed, { answer })).toEqual([
      { result: 'clear', reason: 'The chip signed the challenge with the key that the issuer signed' },
      true,
    ]);
  });

  test('is flagged where the answer is wrong', async () => {
    const other = { ...answer, challenge: Buffer.alloc(8).toString('base64') };
    expect(await activeOf(keyed, { answer: other })).toEqual([
      { result: 'consider', reason: 'The answer of the chip to the challenge is wrong' },
      false,
    ]);
  });

  test.each<[string, Parameters<typeof read>, string]>([
    ['the data holds no answer', [keyed], 'The chip data holds no response to a challenge'],
    ['the chip has no key', [files(), { answer }], 'The chip data holds no public key for active authentication'],
    [
      'no certificate of the state is loaded',
      [keyed, { answer, loaded: [] }],
      'The chip answered the challenge, but no state confirms its key',
    ],
  ])('is not assessed where %s', async (_, given, reason) => {
    expect(await activeOf(...given)).toEqual([{ result: null, reason }, false]);
  });
});

test('a chip that says otherwise than the zone', async () => {
  const other = await read(files(td3({ number: 'X11111111' })));
  expect(stateOf(dataConsistency(readingOf({ chip: other }))['data_consistency.document_numbers'])).toBe('consider');
  const same = await read();
  expect(stateOf(dataConsistency(readingOf({ chip: same }))['data_consistency.nationality'])).toBe('clear');
});

test('bytes that are not a chip', async () => {
  const none = { dg1: Buffer.from([1, 2]), dg2: Buffer.from([0]), sod: Buffer.from([0x77, 0x82]) };
  expect(await read(none)).toEqual({
    mrz: null,
    data: {},
    authentic: false,
    active: null,
    portrait: null,
    authentication: {
      result: 'undecided',
      reason: 'The security object of the chip could not be read',
      changed: null,
      signer: null,
      root: null,
    },
  });
});

describe('the portrait on the chip', () => {
  /** Two faces: cosine 1 with itself; `near` between even odds and a match. */
  const turned = (angle: number) => Float32Array.from([Math.cos(angle), Math.sin(angle)]);
  const [same, near, other] = [0, 0.156, 1].map(turned) as [Float32Array, Float32Array, Float32Array];
  const integrity = async (printed: Float32Array, given: Parameters<typeof read>[1] = {}) => {
    const chip = await read(files(), { portrait: same, ...given });
    const reading = readingOf({ chip, portrait: { width: 100, embedding: printed } });
    const leaf = visualAuthenticity(reading, { video: false })['visual_authenticity.picture_face_integrity'];
    return [stateOf(leaf), likenessToPrint(chip?.portrait, reading.sides)];
  };

  test('bears the printed one out, is for a person, or accuses it', async () => {
    expect(await integrity(same)).toEqual(['clear', expect.closeTo(1, 6)]);
    expect(await integrity(near)).toEqual(['doubt', expect.closeTo(0.68, 1)]);
    expect(await integrity(other)).toEqual(['consider', expect.closeTo(0, 6)]);
  });

  test('proves nothing where the state has not signed it', async () => {
    expect(await integrity(other, { loaded: [] })).toEqual(['unassessed', expect.closeTo(0, 6)]);
  });

  test('is not compared if it is missing', async () => {
    expect(await integrity(same, { portrait: null })).toEqual(['unassessed', null]);
  });
});
