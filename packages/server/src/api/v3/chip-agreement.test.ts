import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODP } from '../../../../chip-reader/src/crypto/modp.ts';
import { type Challenge, type ReadChip, readChip, uploadOf } from '../../../../chip-reader/src/index.ts';
import { type ChipGroup, curveGroup, primeGroup } from '../../../../chip-reader/src/testing/chip-group.ts';
import { aes, type ChipCipher, des } from '../../../../chip-reader/src/testing/ciphers.ts';
import { simulatedChip } from '../../../../chip-reader/src/testing/simulated-chip.ts';
import {
  type AgreementKey,
  curveAgreementKey,
  ecChipKey,
  primeAgreementKey,
} from '../../../../verification/src/chip/testing/chip-key.ts';
import { chipFiles, der, documentSigner, issue } from '../../../../verification/src/chip/testing/issuer.ts';
import { dataGroup2, facialRecord } from '../../media-files/testing/facial-record.ts';
import { td3 } from '../../reports/live/document/testing.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';

const csca = issue({ country: 'US' });
const signer = documentSigner(csca);
const zone = td3({ number: 'A12345674', names: 'LINDGREN<<ASTA' });
const mrz = { documentNumber: 'A12345674', dateOfBirth: '1965-02-05', dateOfExpiry: '2030-10-14' };
const dg2 = dataGroup2(facialRecord(face('010')));

let service: TestService;
let account: { id: string; liveToken: string };
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  const path = '/operator/v1/state_certificates?source=test';
  const raw = csca.certificate;
  expect((await service.call('POST', path, { token: null, headers, raw })).status).toBe(200);
  account = await service.makeAccount('Chips Ltd', { report_assurance: 'on', decision_validity: 4 });
});
afterAll(() => service.close());

interface Made {
  readonly key: AgreementKey;
  readonly group: ChipGroup;
  readonly cipher: ChipCipher;
}

const filesWith = ({ dg14 }: Pick<AgreementKey, 'dg14'>) => chipFiles({ by: signer, lines: zone, dg2, dg14 });

/** A chip with these files, and with this private key if one is given. */
function chipWith(files: ReturnType<typeof chipFiles>, { group, cipher, key }: Made, privateKey = key.privateKey) {
  const line = zone[1]!;
  return simulatedChip({
    mrzInformation: line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 28),
    files,
    agreement: { group, cipher, privateKey },
  });
}

/** Asks the service with an SDK token, as an app does. `asked` gets the answer. */
const asking =
  (sdk: Call, asked: { id?: string }) =>
  async (dg14: Uint8Array | undefined): Promise<Challenge> => {
    const json = dg14 && { dg14: Buffer.from(dg14).toString('base64') };
    const { status, body } = await service.post('/v3.6/chip_challenge', json, sdk);
    expect(status).toBe(200);
    asked.id = body.data.id;
    const { challenge, chip_authentication: task } = body.data;
    const bytes = (text: string) => Buffer.from(text, 'base64');
    return {
      challenge: bytes(challenge),
      chipAuthentication: task && { commands: task.commands.map(bytes), proof: bytes(task.proof) },
    };
  };

/** A chip alone is not a second source: a reviewer settles that. */
const ALONE = 'data_consistency.multiple_data_sources_present';

/** Reads a chip, uploads it, and returns the leaf of active authentication and what the report proves. */
async function verdictOn(
  chip: ReturnType<typeof simulatedChip>,
  changed: (read: ReadChip) => ReadChip = (read) => read,
) {
  const call = { token: account.liveToken };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name: 'Asta', last_name: 'Lindgren', dob: '1965-02-05' }, call);
  const sdk = await story.sdk(applicant_id, call);
  const asked: { id?: string } = {};
  const read = changed(await readChip(chip.transceive, { key: mrz, challenge: asking(sdk, asked) }));
  const bytes = Buffer.from(uploadOf(read, asked.id));
  const file = { name: 'nfc.json', bytes, type: 'application/json' };
  const fields = { applicant_id, type: 'passport', issuing_country: 'USA' };
  expect((await story.upload('documents', fields, file, call)).status).toBe(201);
  const created = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, call);
  await service.settle();
  const id = created.body.report_ids[0];
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${account.id}/reports/${id}`;
  const { leaves } = (await service.call('GET', path, { token: null, headers })).body;
  const { result, reason } = leaves['issuing_authority.nfc_active_authentication'];
  if (leaves[ALONE].doubt) {
    const json = { leaves: { [ALONE]: 'clear' }, note: 'The document is at hand' };
    expect((await service.call('POST', `${path}/decide`, { token: null, headers, json })).status).toBe(200);
  }
  const { properties } = (await service.get(`/v3.6/reports/${id}`, call)).body;
  return { read, result, reason, assurance: properties.assurance };
}

const curve = (name: string, cipher: ChipCipher, options: Parameters<typeof curveAgreementKey>[1]): Made => ({
  key: curveAgreementKey(name, options),
  group: curveGroup(name),
  cipher,
});
const prime = (parameterId: number, cipher: ChipCipher, ciphers: number[], withOrder: boolean): Made => {
  const { p, g, q } = MODP[parameterId]!;
  return {
    key: primeAgreementKey({ p, g, ...(withOrder && { q }) }, { ciphers }),
    group: primeGroup(parameterId),
    cipher,
  };
};

const PROVED = 'The chip proved that it has the private key for which the issuer signed the public key';

describe('chip authentication', () => {
  test.each<[string, () => Made]>([
    ['3DES over a curve with explicit parameters', () => curve('brainpoolP256r1', des, { ciphers: [1] })],
    ['3DES where data group 14 names no protocol', () => curve('prime192v1', des, { ciphers: [] })],
    [
      'AES-128 over a named curve, with a numbered key',
      () => curve('prime256v1', aes(128), { ciphers: [2], named: true, id: true }),
    ],
    ['AES-192, the stronger of two', () => curve('brainpoolP320r1', aes(192), { ciphers: [1, 3] })],
    ['AES-256 over P-384', () => curve('secp384r1', aes(256), { ciphers: [4] })],
    ['AES-128 modulo a prime of 1,024 bits (PKCS #3)', () => prime(0, aes(128), [2], false)],
    ['3DES modulo a prime of 2,048 bits (X9.42)', () => prime(2, des, [1], true)],
  ])('with %s excludes a copy', async (_, make) => {
    const made = make();
    const { result, reason, assurance } = await verdictOn(chipWith(filesWith(made.key), made));
    expect([result, reason]).toEqual(['clear', PROVED]);
    expect(assurance).toMatchObject({ validity: 4, clone_resistant: true, not_excluded: ['other_holder'] });
  });

  const made = curve('brainpoolP256r1', aes(128), { ciphers: [2] });
  const copied = filesWith(made.key);

  test('of a copy without the private key proves nothing, and a made-up response is suspected', async () => {
    const copy = () => chipWith(copied, made, made.key.privateKey - 1n);
    const silent = await verdictOn(copy());
    // The copy finds no MAC that it knows in the command, and answers with an error.
    expect([silent.result, silent.reason]).toEqual([
      null,
      'The chip did not answer in the session of chip authentication',
    ]);
    expect(silent.assurance.not_excluded).toEqual(['copied_signed_data', 'other_holder']);
    const madeUp = Buffer.concat([Buffer.from('990290008e08', 'hex'), randomBytes(8), Buffer.from('9000', 'hex')]);
    const forged = await verdictOn(copy(), (read) => ({ ...read, proof: madeUp }));
    expect([forged.result, forged.reason]).toEqual(['consider', 'The chip did not prove that it has the private key']);
    expect(forged.assurance).toMatchObject({ validity: 0, clone_resistant: false });
  });

  test('of a response that was sent before is suspected', async () => {
    const first = await verdictOn(chipWith(copied, made));
    const { result } = await verdictOn(chipWith(copied, made), (read) => ({ ...read, proof: first.read.proof! }));
    expect(result).toBe('consider');
  });

  test('for a group of the attacker proves nothing about the chip that is uploaded', async () => {
    const own = curve('brainpoolP256r1', aes(128), { ciphers: [2] });
    // The attacker's chip answers the commands that were made for it. The data of the victim are uploaded.
    const { result, reason } = await verdictOn(chipWith(filesWith(own.key), own), ({ proof }) => ({
      access: 'pace',
      ...copied,
      proof: proof!,
    }));
    expect([result, reason]).toEqual([null, 'The commands of chip authentication were made for another chip']);
  });

  test('of another key than the signed one is suspected', async () => {
    const other = curve('brainpoolP256r1', aes(128), { ciphers: [2] });
    const files = { ...copied, dg14: other.key.dg14 };
    const { result, reason } = await verdictOn(chipWith(files, other));
    expect([result, reason]).toEqual([
      'consider',
      'The key for chip authentication is not the key that the issuer signed',
    ]);
  });

  test('accuses nobody where the chip does not do it', async () => {
    const line = zone[1]!;
    const silent = simulatedChip({
      mrzInformation: line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 28),
      files: copied,
    });
    const refused = await verdictOn(silent);
    expect(refused.read).not.toHaveProperty('proof');
    expect(refused.result).toBeNull();
    expect(refused.assurance.not_excluded).toEqual(['copied_signed_data', 'other_holder']);
    // An error that the chip sends without a MAC.
    const { result, reason } = await verdictOn(chipWith(copied, made), (read) => ({
      ...read,
      proof: Buffer.from('6988', 'hex'),
    }));
    expect([result, reason]).toEqual([null, 'The chip did not answer in the session of chip authentication']);
  });

  test('is not asked for without data group 14, or where the group offers none', async () => {
    const story = storyOf(service, 'v3.6');
    const sdk = await story.sdk(await story.applicant());
    const offered = async (json?: object) => {
      const { status, body } = await service.post('/v3.6/chip_challenge', json, sdk);
      return [status, status === 200 ? body.data.chip_authentication : body.error.fields];
    };
    expect(await offered()).toEqual([200, null]);
    expect(await offered({})).toEqual([200, null]);
    expect(await offered({ dg14: [...ecChipKey().dg14!] })).toEqual([200, null]);
    expect(await offered({ dg14: [...der(0x6e, '31023000')] })).toEqual([200, null]);
    expect(await offered({ dg14: [1, 2, 3] })).toEqual([200, null]);
    const wrong = { dg14: ['must be an array of bytes from -128 to 255, or base64'] };
    for (const dg14 of ['not base64!', [256], 7, {}, [], Array(8193).fill(0)]) {
      expect(await offered({ dg14 })).toEqual([422, wrong]);
    }
    const [, task] = await offered({ dg14: [...made.key.dg14] });
    expect(task).toEqual({ commands: [expect.any(String), expect.any(String)], proof: expect.any(String) });
  });

  test('belongs to the applicant and the environment that it was asked for', async () => {
    const story = storyOf(service, 'v3.6');
    const asked: { id?: string } = {};
    const sdk = await story.sdk(await story.applicant());
    const read = await readChip(chipWith(copied, made).transceive, { key: mrz, challenge: asking(sdk, asked) });
    const file = { name: 'nfc.json', bytes: Buffer.from(uploadOf(read, asked.id)), type: 'application/json' };
    for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
      const applicant_id = await story.applicant({}, { token });
      const fields = { applicant_id, type: 'passport', location: '{}' };
      expect(outcome(await story.upload('documents', fields, file, { token }))).toEqual(
        validationError({ challenge_id: ['is unknown'] }),
      );
    }
  });
});
