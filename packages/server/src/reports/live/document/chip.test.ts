import { parseMrz } from '@bonafide/verification';
import { describe, expect, test } from 'vitest';
import {
  chipFiles,
  der,
  documentSigner,
  type Issued,
  issue,
  revocationList,
} from '../../../../../verification/src/chip/testing/issuer.ts';
import { tasks } from '../../../analysis/tasks.ts';
import { type Chip, issuingAuthority, readChip } from './chip.ts';
import { dataConsistency } from './data-consistency.ts';
import { likenessToPrint } from './issuer-data.ts';
import { documentProperties } from './properties.ts';
import { passportLines, readingOf, stateOf, td3, today } from './testing.ts';
import { visualAuthenticity } from './visual-authenticity.ts';

const csca = issue({ country: 'US' });
const ds = documentSigner(csca);
const files = (lines: readonly string[] = passportLines, by = ds) => chipFiles({ by, lines });

/** Encodes the chip as capture SDKs send it: lists of signed bytes. */
const jsonOf = (chip: ReturnType<typeof files>) =>
  Buffer.from(
    JSON.stringify(Object.fromEntries(Object.entries(chip).map(([name, bytes]) => [name, [...new Int8Array(bytes)]]))),
  );

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
  } = {},
): Promise<Chip> {
  async function run(name: 'chip' | 'passiveAuthentication' | 'portraits', input: never) {
    return name === 'portraits' ? { main: portrait && { embedding: portrait } } : tasks[name](input);
  }
  const found = await readChip(jsonOf(chip), {
    analyser: { run: run as never },
    today,
    async stateCertificates(countries) {
      asked.push([...countries]);
      return { certificates: loaded.map(({ certificate }) => certificate), revocationLists: lists };
    },
  });
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

test('active authentication is never assessed, since nothing asks the chip', async () => {
  expect(stateOf(issuingAuthority(await read())['issuing_authority.nfc_active_authentication'])).toBe('unassessed');
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
