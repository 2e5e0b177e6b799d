import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readChip, uploadOf } from '../../../../chip-reader/src/index.ts';
import { curveGroup } from '../../../../chip-reader/src/testing/chip-group.ts';
import { aes } from '../../../../chip-reader/src/testing/ciphers.ts';
import { simulatedChip } from '../../../../chip-reader/src/testing/simulated-chip.ts';
import { type ChipKey, ecChipKey, rsaChipKey } from '../../../../verification/src/chip/testing/chip-key.ts';
import {
  chipFiles,
  der,
  documentSigner,
  ecdsa,
  type Issued,
  issue,
  pss,
  revocationList,
} from '../../../../verification/src/chip/testing/issuer.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { dataGroup2, facialRecord } from '../../media-files/testing/facial-record.ts';
import { td3 } from '../../reports/live/document/testing.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';

const csca = issue({ country: 'US', signing: pss() });
const ds = documentSigner(csca, { signing: pss() });
const dutch = issue({ country: 'NL' });
const curved = issue({
  country: 'US',
  common: 'CSCA of curves',
  signing: ecdsa('brainpoolP384r1', 'sha384', { explicit: true }),
});
const unloaded = issue({ country: 'US', common: 'CSCA that nobody has loaded' });
const revoked = documentSigner(csca);
const expired = issue({ country: 'SE' });

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  for (const raw of [
    ...[csca, dutch, curved, expired].map(({ certificate }) => certificate),
    ...[revocationList(csca, [revoked]), revocationList(expired, [], { at: '2025-01-01', next: '2025-02-01' })],
  ]) {
    const path = '/operator/v1/state_certificates?source=test';
    expect((await service.call('POST', path, { token: null, headers, raw })).status).toBe(200);
  }
});
afterAll(() => service.close());

/** Neither number nor name of a published specimen. */
const zone = td3({ number: 'A12345674', names: 'LINDGREN<<ASTA' });
const chipBy = (by: Issued, lines: readonly string[] = zone) => chipFiles({ by, lines });

/** Asks the service for a challenge with an SDK token. */
async function askOf(sdk: Call, version = 'v3.6') {
  const { status, body } = await service.post(`/${version}/chip_challenge`, undefined, sdk);
  expect(status).toBe(200);
  return { id: body.data.id as string, challenge: Buffer.from(body.data.challenge, 'base64') };
}

const jsonOf = (chip: object, active?: object) => {
  const groups = Object.entries(chip).map(([name, bytes]) => [name, [...new Int8Array(bytes)]]);
  return Buffer.from(JSON.stringify({ ...Object.fromEntries(groups), active }));
};

/** A chip alone is not a second source: a reviewer settles that. */
const ALONE = 'data_consistency.multiple_data_sources_present';

/** Has a key answer a challenge of the service, as the chip with these data would. */
const answeredBy = (chip: object, key: Pick<ChipKey, 'answer'>) => async (sdk: Call) => {
  const { id, challenge } = await askOf(sdk);
  return jsonOf(chip, { challenge_id: id, response: [...new Int8Array(key.answer(challenge))] });
};

/**
 * Runs a check on the data of a chip alone, of the passport of Asta Lindgren, and returns its outcome.
 *
 * @param read returns the JSON that the app uploads
 */
async function attempt(
  chip: ReturnType<typeof chipFiles>,
  account: { id: string; liveToken: string } = { id: service.account.id, liveToken: service.liveToken },
  read: (sdk: Call) => Promise<Buffer> = async () => jsonOf(chip),
) {
  const call = { token: account.liveToken };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name: 'Asta', last_name: 'Lindgren', dob: '1965-02-05' }, call);
  const bytes = await read(await story.sdk(applicant_id, call));
  const file = { name: 'nfc.json', bytes, type: 'application/json' };
  const fields = { applicant_id, type: 'passport', issuing_country: 'USA' };
  expect((await story.upload('documents', fields, file, call)).status).toBe(201);
  const created = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, call);
  expect(created.status).toBe(201);
  await service.settle();
  const id = created.body.report_ids[0];
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${account.id}/reports/${id}`;
  const { leaves } = (await service.call('GET', path, { token: null, headers })).body;
  const doubts = Object.keys(leaves).filter((name) => leaves[name].doubt);
  if (doubts.join() === ALONE) {
    const json = { leaves: { [ALONE]: 'clear' }, note: 'The document is at hand' };
    expect((await service.call('POST', `${path}/decide`, { token: null, headers, json })).status).toBe(200);
  }
  const report = (await service.get(`/v3.6/reports/${id}`, call)).body;
  const [leaf, answered] = ['passive', 'active'].map((kind) => leaves[`issuing_authority.nfc_${kind}_authentication`]);
  return { report, doubts, leaf, answered };
}

describe.each<[string, () => Issued]>([
  ['RSA-PSS', () => ds],
  ['ECDSA over a curve with explicit parameters', () => documentSigner(curved)],
])('signed with %s', (_, by) => {
  test('a chip that the state has signed is authentic', async () => {
    const { report, leaf, doubts } = await attempt(chipBy(by()));
    expect(doubts).toEqual([ALONE]);
    expect(leaf).toMatchObject({
      result: 'clear',
      reason: expect.stringMatching(/^A certificate of US confirms/),
    });
    expect(report.breakdown.issuing_authority).toEqual({
      result: 'clear',
      breakdown: {
        nfc_active_authentication: { result: null, properties: {} },
        nfc_passive_authentication: { result: 'clear', properties: {} },
      },
    });
    expect(report.properties.nfc).toMatchObject({ document_number: 'A12345674', full_name: 'ASTA LINDGREN' });
  });

  test('a changed group makes the document suspected', async () => {
    const { report, leaf } = await attempt({ ...chipBy(by()), dg2: der(0x75, '01') });
    expect(leaf).toMatchObject({
      result: 'consider',
      reason: 'Data group 2 of the chip was changed: its hash does not match the security object',
    });
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
  });
});

test.each<[string, () => ReturnType<typeof chipFiles>, string]>([
  [
    'changed attributes of the signature',
    () =>
      chipFiles({
        by: ds,
        lines: zone,
        tamper: (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]),
      }),
    'The signature of the chip does not match its certificate',
  ],
  [
    'another state',
    () => chipBy(documentSigner(dutch)),
    'The chip was signed by NL, but its MRZ names USA as the issuing state',
  ],
  [
    'a state that the zone does not name',
    () => chipBy(ds, td3({ state: 'NLD', names: 'LINDGREN<<ASTA' })),
    'The chip was signed by US, but its MRZ names NLD as the issuing state',
  ],
  ['a revoked certificate', () => chipBy(revoked), 'The certificate C=US, O=State, CN=DS is revoked'],
  [
    'a certificate whose issuer is claimed',
    () => chipBy(documentSigner({ ...csca, signing: ecdsa() })),
    'The certificate C=US, O=State, CN=DS was not signed by the state it names',
  ],
])('a chip with %s is flagged', async (_, chip, reason) => {
  const { report, leaf } = await attempt(chip());
  expect(leaf).toMatchObject({ result: 'consider', reason });
  expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
});

test.each<[string, () => ReturnType<typeof chipFiles>, string]>([
  [
    'nothing loaded of its issuer',
    () => chipBy(documentSigner(unloaded)),
    'The state certificate that issued C=US, O=State, CN=DS is not loaded',
  ],
  [
    'a revocation list that has expired',
    () => chipBy(documentSigner(expired), td3({ state: 'SWE' })),
    'The revocation list of the state has expired. Load a newer one',
  ],
  [
    'a security object of noise',
    () => ({ ...chipBy(ds), sod: der(0x77, '00ff') }),
    'The security object of the chip could not be read',
  ],
])('a chip with %s goes to a person', async (_, chip, reason) => {
  const { report, leaf } = await attempt(chip());
  expect(leaf).toMatchObject({ result: null, doubt: true, reason });
  expect([report.status, report.result]).toEqual(['awaiting_approval', null]);
});

test('an account that asks for it reads what the chip proved, and others do not', async () => {
  const assured = await service.makeAccount('Assured Ltd', { report_assurance: 'on', decision_validity: 4 });
  const { report } = await attempt(chipBy(ds), assured);
  // The made chip has no face, so that the portrait is not proved.
  expect(report.properties.assurance).toEqual({
    version: 1,
    validity: 0,
    data_proved: false,
    clone_resistant: false,
    strength: 4,
    presence: 0,
    binding: 0,
    record: 0,
    required: 4,
    proved: [],
    not_excluded: expect.arrayContaining(['edited_picture', 'other_holder']),
  });
  expect((await attempt(chipBy(ds))).report.properties).not.toHaveProperty('assurance');
});

describe('active authentication', () => {
  const key = ecChipKey();
  const keyed = (by = ds) => chipFiles({ by, lines: zone, dg14: key.dg14!, dg15: key.dg15 });
  const shown = ({ breakdown }: { breakdown: Record<string, { breakdown: object }> }) =>
    breakdown.issuing_authority!.breakdown;

  test.each<[string, ChipKey]>([
    ['ECDSA', key],
    ['RSA', rsaChipKey({ bits: 1536, hash: 'sha256' })],
  ])('a chip that answers with %s is clear', async (_, own) => {
    const chip = chipFiles({ by: ds, lines: zone, ...(own.dg14 && { dg14: own.dg14 }), dg15: own.dg15 });
    const { report } = await attempt(chip, undefined, answeredBy(chip, own));
    expect(shown(report)).toMatchObject({
      nfc_active_authentication: { result: 'clear' },
      nfc_passive_authentication: { result: 'clear' },
    });
  });

  test('a copy that answers with another key is suspected', async () => {
    const { report, answered } = await attempt(keyed(), undefined, answeredBy(keyed(), ecChipKey()));
    expect(answered).toMatchObject({
      result: 'consider',
      reason: 'The answer of the chip to the challenge is wrong',
    });
    expect(report).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
  });

  test('a copy without an answer, and a chip of an unknown state, are not assessed', async () => {
    const unknown = keyed(documentSigner(unloaded));
    for (const { report } of [await attempt(keyed()), await attempt(unknown, undefined, answeredBy(unknown, key))]) {
      expect(report.breakdown.issuing_authority?.breakdown.nfc_active_authentication.result ?? null).toBeNull();
    }
  });

  test('the reader reads a chip and uploads its data and answer, which raises the scores of the report', async () => {
    const assured = await service.makeAccount('Chips Ltd', { report_assurance: 'on', decision_validity: 4 });
    const dg2 = dataGroup2(facialRecord(face('010')));
    const chip = chipFiles({ by: ds, lines: zone, dg2, dg14: key.dg14!, dg15: key.dg15 });
    const mrz = { documentNumber: 'A12345674', dateOfBirth: '1965-02-05', dateOfExpiry: '2030-10-14' };
    const line = zone[1]!;
    const { transceive } = simulatedChip({
      mrzInformation: line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 28),
      files: chip,
      pace: { cipher: aes(128), group: curveGroup('brainpoolP256r1'), parameterId: 13 },
      answer: key.answer,
    });
    async function readByReader(sdk: Call): Promise<Buffer> {
      const { id, challenge } = await askOf(sdk);
      return Buffer.from(uploadOf(await readChip(transceive, { key: mrz, challenge }), id));
    }
    const assuranceBy = async (read?: (sdk: Call) => Promise<Buffer>) =>
      (await attempt(chip, assured, read)).report.properties.assurance;
    const copy = await assuranceBy();
    expect(copy).toMatchObject({ validity: 4, clone_resistant: false });
    expect(copy.not_excluded).toEqual(['copied_signed_data', 'other_holder']);
    const read = await assuranceBy(readByReader);
    expect(read).toMatchObject({ validity: 4, data_proved: true, clone_resistant: true });
    expect(read.not_excluded).toEqual(['other_holder']);
    const attacker = await assuranceBy(answeredBy(chip, ecChipKey()));
    expect(attacker).toMatchObject({ validity: 0, clone_resistant: false, proved: [] });
  });

  describe.each(['v3.2', 'v3.6'] as const)('a challenge in %s', (version) => {
    const story = () => storyOf(service, version);
    const send = (applicant_id: string, active: object, call: Call) => {
      const file = { name: 'nfc.json', bytes: jsonOf(keyed(), active), type: 'application/json' };
      return story().upload('documents', { applicant_id, type: 'passport', location: '{}' }, file, call);
    };
    const answering = ({ id, challenge }: { id: string; challenge: Buffer }) => ({
      challenge_id: id,
      response: key.answer(challenge).toString('base64'),
    });
    const wrong = (message: string) => validationError({ challenge_id: [message] });

    test('is 8 bytes, good for one upload', async () => {
      const applicant = await story().applicant();
      const sdk = await story().sdk(applicant);
      const [asked, other] = [await askOf(sdk, version), await askOf(sdk, version)];
      expect(asked.challenge).toHaveLength(8);
      expect(asked.challenge.equals(other.challenge)).toBe(false);
      const answers = await Promise.all([1, 2, 3].map(() => send(applicant, answering(asked), sdk)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
      for (const answer of answers) {
        if (answer.status === 422) expect(outcome(answer)).toEqual(wrong('has been used already'));
      }
      expect((await send(applicant, answering(other), {})).status).toBe(201);
    });

    test('is good for its applicant, environment and account', async () => {
      const asked = await askOf(await story().sdk(await story().applicant()), version);
      for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
        const stranger = await story().applicant({}, { token });
        expect(outcome(await send(stranger, answering(asked), { token }))).toEqual(wrong('is unknown'));
      }
    });

    test('is good for fifteen minutes, and no challenge of a live video', async () => {
      const applicant = await story().applicant();
      const sdk = await story().sdk(applicant);
      const [first, second] = [await askOf(sdk, version), await askOf(sdk, version)];
      const { data } = (await service.post(`/${version}/live_video_challenge`, undefined, sdk)).body;
      const video = answering({ id: data.id, challenge: Buffer.alloc(8) });
      expect(outcome(await send(applicant, video, sdk))).toEqual(wrong('is unknown'));
      service.clock.advance(15 * MINUTE_MS - 1);
      expect((await send(applicant, answering(first), sdk)).status).toBe(201);
      service.clock.advance(1);
      expect(outcome(await send(applicant, answering(second), sdk))).toEqual(wrong('has expired'));
    });

    test.each([
      ['no id', { response: [1] }],
      ['no response', { challenge_id: 'id' }],
      ['a response of words', { challenge_id: 'id', response: 'not base64!' }],
      ['a list', [1, 2]],
    ])('is refused with %s', async (_, active) => {
      const applicant = await story().applicant();
      expect(outcome(await send(applicant, active, {}))).toEqual(
        validationError({
          file: [
            'must contain challenge_id, and response or chip_authentication as an array of bytes from -128 to 255 or base64, in active',
          ],
        }),
      );
    });

    test('is asked with an SDK token', async () => {
      expect((await service.post(`/${version}/chip_challenge`)).status).toBe(401);
    });
  });
});

test('what an operator has loaded serves every account', async () => {
  const { report } = await attempt(chipBy(ds), service.other);
  expect(report.breakdown.issuing_authority).toMatchObject({ result: 'clear' });
});
