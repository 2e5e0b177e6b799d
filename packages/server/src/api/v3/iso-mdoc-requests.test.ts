import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentSigner } from '../../../../verification/src/chip/testing/issuer.ts';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { type IsoWalletOptions, isoAnswerOf, openRequest } from './testing/iso-wallet.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';
import type { AskedCredential } from './testing/wallet.ts';
import { mdocReaderSettings, readerSettings, registrar, validity } from './testing/wallet-reader.ts';

const ORIGIN = 'https://shop.example';
const american = state('US');
const german = state('DE', { alpha3: 'DEU' });
const apple = documentSigner(registrar, { common: 'Shop at Apple', ...validity });
const holder: CredentialHolder = { ...ADA, portrait: face('010', 'neutral') };
const licence = () => issueMdoc(american, holder, newDevice());

let service: TestService;
beforeAll(async () => {
  const settings = { ...readerSettings(), ...mdocReaderSettings([apple, registrar], apple) };
  service = await startService({ settings: { analysis: 'on', ...settings } });
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  const path = '/operator/v1/credential_issuers?source=test';
  for (const { authority } of [american, german]) {
    await service.call('POST', path, { token: null, headers, raw: authority.certificate });
  }
});
afterAll(() => service.close());

async function begin(account: Call = { token: service.liveToken }) {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' }, account);
  const app: Call = await story.sdk(applicant_id, account);
  return { applicant_id, account, sdk: { ...app, headers: { ...app.headers, origin: ORIGIN } } as Call };
}

async function ask(sdk: Call, query = 'types=driving_licence'): Promise<AskedCredential> {
  const { status, body } = await service.get(`/v3.6/digital_credentials/request?${query}`, sdk);
  expect(status).toBe(200);
  return body.data;
}

const post = (sdk: Call, answer: object) => service.post('/v3.6/digital_credentials', answer, sdk);

const isoRequestsOf = ({ requests }: AskedCredential) =>
  requests.filter(({ protocol }) => protocol === 'org-iso-mdoc').map(({ data }) => data as never);

describe('a wallet without OpenID4VP', () => {
  test('is asked for one mdoc by each request, which a certificate of its own signs, and a driving licence clears', async () => {
    const { applicant_id, account, sdk } = await begin();
    const every = await ask(sdk, 'types=driving_licence,national_identity_card,passport');
    expect(every.requests.map(({ protocol }) => protocol)).toEqual([
      'openid4vp-v1-signed',
      'openid4vp-v1-unsigned',
      ...Array(4).fill('org-iso-mdoc'),
    ]);
    const opened = isoRequestsOf(every).map((data) => openRequest(data, ORIGIN));
    expect(opened.map(({ docType, reader: name, certificates }) => [docType, name, certificates])).toEqual(
      ['org.iso.18013.5.1.mDL', 'eu.europa.ec.eudi.pid.1', 'org.iso.23220.photoid.1', 'com.google.wallet.idcard.1'].map(
        (type) => [type, 'CN=Shop at Apple', 1],
      ),
    );
    expect(opened[0]!.elements.toSorted()).toEqual([
      ...['birth_date', 'document_number', 'expiry_date', 'family_name', 'given_name'],
      ...['issue_date', 'issuing_country', 'portrait'],
    ]);
    // The signature is for the page that asked.
    expect(() => openRequest(isoRequestsOf(every)[0]!, 'https://phishing.example')).toThrow('Refused');

    const { status, body } = await post(sdk, isoAnswerOf(every, licence(), { origin: ORIGIN }));
    expect([status, body.type, body.issuing_country, body.file_name]).toEqual([
      201,
      'driving_licence',
      'USA',
      'credential.json',
    ]);
    const created = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, account);
    await service.settle();
    const { body: report } = await service.get(`/v3.6/reports/${created.body.report_ids[0]}`, account);
    expect([report.status, report.result, report.properties.first_name]).toEqual(['complete', 'clear', 'Ada']);
    // Each request takes one answer.
    const again = await post(sdk, isoAnswerOf(every, licence(), { origin: ORIGIN }));
    expect(outcome(again)).toEqual(validationError({ id: ['has been used already'] }));
  });

  test('is asked for an age alone', async () => {
    const { sdk } = await begin();
    const asked = await ask(sdk, 'types=driving_licence&age_over=18');
    expect(isoRequestsOf(asked).map((data) => openRequest(data, ORIGIN).elements)).toEqual([['age_over_18']]);
    const held = issueMdoc(american, holder, newDevice(), { more: { age_over_18: true } });
    expect((await post(sdk, isoAnswerOf(asked, held, { origin: ORIGIN }))).status).toBe(201);
    const other = await begin();
    const nosy = isoAnswerOf(await ask(other.sdk, 'types=driving_licence&age_over=18'), held, {
      origin: ORIGIN,
      disclose: ['age_over_18', 'family_name'],
    });
    expect((await post(other.sdk, nosy)).body.error.fields).toEqual({
      credential: ['discloses more than the request asks for'],
    });
  });

  const other = newDevice();
  test.each<[string, Partial<IsoWalletOptions>, string]>([
    ['for another session', { encryptionInfo: 'gmVkY2FwaaA' }, 'is not bound to this request'],
    ['that was changed on its way', { change: (bytes) => bytes.fill(0, 4, 5) }, 'is not bound to this request'],
    ['without the signature of the device', { signature: 'none' }, 'lacks the signature of the wallet'],
    ['signed by another device', { signature: other }, 'is not bound to this request'],
  ])('an answer %s is refused', async (_, options, reason) => {
    const { sdk } = await begin();
    const asked = await ask(sdk);
    const answer = isoAnswerOf(asked, licence(), { origin: ORIGIN, ...options });
    expect((await post(sdk, answer)).body.error.fields).toEqual({ credential: [reason] });
  });

  test('answers of another origin, for another request, and of nobody are refused', async () => {
    const [one, two] = [await begin(), await begin()];
    const [first, second] = [await ask(one.sdk), await ask(two.sdk)];
    const answer = isoAnswerOf(first, licence(), { origin: ORIGIN });
    const page: Call = { ...one.sdk, headers: { ...one.sdk.headers, origin: 'https://phishing.example' } };
    const fields = async (call: Call, json: object) => (await post(call, json)).body.error.fields;
    expect(await fields(page, answer)).toEqual({ credential: ['is not bound to this request'] });
    expect(await fields(two.sdk, { ...answer, id: second.id })).toEqual({
      credential: ['is not bound to this request'],
    });
    for (const response of [undefined, '', '!', 'gmVkY2FwaQ', answer.data.response.slice(0, 40), 'A'.repeat(300_000)]) {
      expect(await fields(one.sdk, { ...answer, data: { response } })).toEqual({ credential: ['is not encrypted'] });
    }
    expect(await fields(one.sdk, { ...answer, protocol: 'openid4vp-v1-unsigned' })).toEqual({
      credential: ['is not bound to this request'],
    });
    // Nothing of that has used the request up.
    expect((await post(one.sdk, answer)).status).toBe(201);
    service.clock.advance(15 * MINUTE_MS);
    expect(await fields(two.sdk, isoAnswerOf(second, licence(), { origin: ORIGIN }))).toEqual({ id: ['has expired'] });
  });

  test('requests of another account and of the other environment are unknown', async () => {
    const { sdk } = await begin();
    const asked = await ask(sdk);
    const answer = isoAnswerOf(asked, licence(), { origin: ORIGIN });
    for (const token of [service.sandboxToken, service.other.liveToken, service.other.sandboxToken]) {
      const stranger = await begin({ token });
      expect((await post(stranger.sdk, answer)).body.error.fields).toEqual({ id: ['is unknown'] });
    }
  });
});

test('without a certificate of its own, no request is made by the protocol', async () => {
  const plain = await startService({ settings: { analysis: 'on', ...readerSettings() } });
  const story = storyOf(plain, 'v3.6');
  const app = await story.sdk(await story.applicant({}, { token: plain.liveToken }), { token: plain.liveToken });
  const call = { ...app, headers: { ...app.headers, origin: ORIGIN } };
  const { body } = await plain.get('/v3.6/digital_credentials/request?types=driving_licence', call);
  expect(isoRequestsOf(body.data)).toEqual([]);
  await plain.close();
});

test('certificate and key go together', async () => {
  const { mdocReaderCert } = mdocReaderSettings();
  await expect(startService({ settings: { mdocReaderCert } })).rejects.toThrow(
    '--mdoc-reader-cert and --mdoc-reader-key go together',
  );
});
