import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  issueSdJwt,
  type MdocOptions,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { type Call, useService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { outcome, storyOf, validationError } from './testing/story.ts';
import { type AskedCredential, answerOf, type WalletOptions } from './testing/wallet.ts';

const service = useService({ settings: { analysis: 'on' }, account: { report_assurance: 'on', decision_validity: 4 } });
const ORIGIN = 'https://shop.example';
const american = state('US');
const german = state('DE', { alpha3: 'DEU' });
const device = newDevice();
const holder: CredentialHolder = { ...ADA, portrait: face('010', 'neutral') };
const licence = (options?: MdocOptions) => issueMdoc(american, holder, device, options);

beforeAll(async () => {
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  for (const { authority } of [american, german]) {
    const path = '/operator/v1/credential_issuers?source=test';
    expect((await service.call('POST', path, { token: null, headers, raw: authority.certificate })).status).toBe(200);
  }
});

type Account = { readonly token: string };
const live = (): Account => ({ token: service.liveToken });

/** An applicant with the session of a page. */
async function begin(account = live(), origin = ORIGIN) {
  const story = storyOf(service, 'v3.6');
  const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant_id = await story.applicant(person, account);
  const app: Call = await story.sdk(applicant_id, account);
  return { applicant_id, app, sdk: { ...app, headers: { ...app.headers, origin } } as Call };
}

async function ask(sdk: Call, types = 'driving_licence'): Promise<AskedCredential> {
  const { status, body } = await service.get(`/v3.6/digital_credentials/request?types=${types}`, sdk);
  expect(status).toBe(200);
  return body.data;
}

const post = (sdk: Call, answer: object) => service.post('/v3.6/digital_credentials', answer, sdk);

/** Asks a wallet for a credential, and hands in its answer. */
async function present(held: Parameters<typeof answerOf>[1], options: Partial<WalletOptions> = {}, types?: string) {
  const { sdk } = await begin();
  const asked = await ask(sdk, types);
  return post(sdk, await answerOf(asked, held, { origin: ORIGIN, now: service.clock.now(), ...options }));
}

const refused = (reason: string) => validationError({ credential: [reason] });

/** Runs a check with one report on the applicant's documents. */
async function check(applicant_id: string, account = live(), name = 'document') {
  const created = await service.post('/v3.6/checks', { applicant_id, report_names: [name] }, account);
  expect(created.status).toBe(201);
  await service.settle();
  return (await service.get(`/v3.6/reports/${created.body.report_ids[0]}`, account)).body;
}

describe('a wallet presents a credential', () => {
  test('a driving licence clears the document report without a picture', async () => {
    const { applicant_id, sdk } = await begin();
    const asked = await ask(sdk);
    const [request] = asked.requests;
    expect(asked.requests).toHaveLength(1);
    expect(request).toMatchObject({
      protocol: 'openid4vp-v1-unsigned',
      data: {
        response_type: 'vp_token',
        response_mode: 'dc_api.jwt',
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        dcql_query: {
          credentials: [{ id: 'c0', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }],
        },
        client_metadata: { encrypted_response_enc_values_supported: ['A256GCM', 'A128GCM'] },
      },
    });
    expect(JSON.stringify(asked)).not.toContain('"d":');
    const answer = await answerOf(asked, licence(), { origin: ORIGIN, now: service.clock.now() });
    const { status, body: document } = await post(sdk, answer);
    expect(status).toBe(201);
    expect(document).toMatchObject({
      applicant_id,
      file_type: 'json',
      file_name: 'credential.json',
      type: 'driving_licence',
      side: null,
      issuing_country: 'USA',
    });
    const report = await check(applicant_id);
    expect(report).toMatchObject({
      status: 'complete',
      result: 'clear',
      sub_result: 'clear',
      properties: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        date_of_birth: '1985-12-10',
        date_of_expiry: '2030-12-10',
        document_type: 'driving_licence',
        issuing_country: 'USA',
        document_numbers: [{ type: 'document_number', value: 'A1234567' }],
        assurance: {
          validity: 4,
          data_proved: true,
          clone_resistant: true,
          proved: [
            {
              by: 'credential',
              what: ['first_name', 'last_name', 'date_of_birth', 'document_number', 'date_of_expiry', 'portrait'],
              issuer: 'USA',
              key: 'C=US, O=State, CN=Signer',
            },
          ],
          not_excluded: ['other_holder'],
        },
      },
    });
    expect(report.breakdown.visual_authenticity.breakdown.picture_face_integrity.result).toBe('clear');
    expect(report.breakdown.visual_authenticity.breakdown.face_detection.result).toBe('clear');
    expect(report.breakdown.visual_authenticity.breakdown.fonts.result).toBeNull();
    expect(report.breakdown).not.toHaveProperty('issuing_authority');
    const photo = { name: 'photo.jpg', bytes: face('010', 'smiling'), type: 'image/jpeg' };
    expect((await storyOf(service, 'v3.6').upload('live_photos', { applicant_id }, photo, live())).status).toBe(201);
    const facial = await check(applicant_id, live(), 'facial_similarity_photo');
    expect([facial.result, facial.properties.score > 0.5]).toEqual(['clear', true]);
    // Each request takes one answer.
    expect(outcome(await post(sdk, answer))).toEqual(validationError({ id: ['has been used already'] }));
  });

  test('the report says that revocation was not checked where the credential names no list', async () => {
    const { applicant_id, sdk } = await begin();
    const answer = await answerOf(await ask(sdk), licence(), { origin: ORIGIN, now: service.clock.now() });
    expect((await post(sdk, answer)).status).toBe(201);
    const { id } = await check(applicant_id);
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const path = `/operator/v1/accounts/${service.account.id}/reports/${id}`;
    const { leaves } = (await service.get(path, { token: null, headers })).body;
    expect(leaves['visual_authenticity.picture_face_integrity'].reason).toBe(
      'The issuer signed the credential, and the wallet signed the request. Revocation was not checked: the credential names no list of ' +
        'revoked credentials',
    );
  });

  test('person identification data as SD-JWT VC', async () => {
    const { applicant_id, sdk } = await begin();
    const asked = await ask(sdk, 'national_identity_card');
    const held = issueSdJwt(german, { ...holder, country: 'DE' }, device);
    const { status, body } = await post(sdk, await answerOf(asked, held, { origin: ORIGIN, now: service.clock.now() }));
    expect([status, body.type, body.issuing_country]).toEqual([201, 'national_identity_card', 'DEU']);
    expect(await check(applicant_id)).toMatchObject({ status: 'complete', result: 'clear' });
  });

  test('an issuer that the operator removed later is trusted no longer', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
    const french = state('FR', { alpha3: 'FRA' });
    const operate = (method: string, path: string, raw?: Buffer) =>
      service.call(method, `/operator/v1/credential_issuers${path}`, { token: null, headers, ...(raw && { raw }) });
    expect((await operate('POST', '?source=france', french.authority.certificate)).status).toBe(200);
    const { applicant_id, sdk } = await begin();
    const held = issueMdoc(french, { ...holder, country: 'FR' }, device);
    const answer = await answerOf(await ask(sdk), held, { origin: ORIGIN, now: service.clock.now() });
    expect((await post(sdk, answer)).status).toBe(201);
    const removed = await service.call('DELETE', '/operator/v1/credential_issuers/france', {
      token: null,
      headers: { authorization: headers.authorization },
    });
    expect(removed.status).toBe(200);
    expect(await check(applicant_id)).not.toMatchObject({ result: 'clear' });
  });

  test('only a page of a browser may ask, and only for types that credentials have', async () => {
    const { sdk, app } = await begin();
    const request = (query: string, call: Call) => service.get(`/v3.6/digital_credentials/request${query}`, call);
    expect(outcome(await request('', app))).toEqual(
      validationError({ origin: ['is missing: a page of a browser must ask'] }),
    );
    expect((await request('?types=visa', sdk)).status).toBe(422);
    expect((await request('', live())).status).toBe(401);
    const all = await request('', sdk);
    expect(all.body.data.requests[0].data.dcql_query.credentials).toHaveLength(5);
  });
});

describe('refused are', () => {
  const attack = async (held = licence(), options: Partial<WalletOptions> = {}) =>
    outcome(await present(held, options));

  test('another nonce, another origin, another key', async () => {
    const unbound = refused('is not bound to this request');
    expect(await attack(licence(), { believe: { nonce: 'other' } })).toEqual(unbound);
    expect(await attack(licence(), { origin: 'https://phishing.example' })).toEqual(unbound);
    const { x, y } = newDevice().jwk;
    const encryptFor = { kty: 'EC', crv: 'P-256', x, y };
    expect(await attack(licence(), { encryptFor })).toEqual(unbound);
    const { sdk } = await begin();
    const answer = await answerOf(await ask(sdk), licence(), { origin: ORIGIN, now: service.clock.now() });
    const elsewhere = { ...sdk, headers: { ...sdk.headers, origin: 'https://phishing.example' } };
    expect(outcome(await post(elsewhere, answer))).toEqual(unbound);
    expect(outcome(await post(sdk, { ...answer, data: { vp_token: {} } }))).toEqual(refused('is not encrypted'));
    expect(outcome(await post(sdk, { ...answer, protocol: 'other' }))).toEqual(refused('protocol is not supported'));
  });

  test('an expired credential, an unknown issuer, changed data, another device, another type', async () => {
    expect(await attack(licence({ until: '2026-01-10T00:00:00Z' }))).toEqual(refused('has expired'));
    expect(await attack(issueMdoc(state(), holder, device))).toEqual(refused('issuer is not trusted'));
    const changeItem = (item: Buffer) => Buffer.concat([item.subarray(0, -1), Buffer.from([item.at(-1)! ^ 1])]);
    expect(await attack(licence(), { changeItem })).toEqual(refused('has data that the issuer did not sign'));
    expect(await attack(licence(), { signature: newDevice() })).toEqual(refused('is not bound to this request'));
    expect(await attack(licence(), { signature: 'none' })).toEqual(refused('lacks the signature of the wallet'));
    const type = 'eu.europa.ec.eudi.pid.1';
    expect(await attack(licence({ type, namespace: type }))).toEqual(
      refused('is of another type than the request asks for'),
    );
    const { portrait, ...faceless } = holder;
    expect(await attack(issueMdoc(american, faceless, device))).toEqual(refused('lacks portrait'));
  });

  test('a credential that is too large', async () => {
    const large = issueMdoc(american, { ...holder, portrait: Buffer.alloc(520 * 1024, 0xff) }, device);
    expect(await attack(large)).toEqual(refused('is too large'));
  });

  test('a request of another applicant, account or environment, an expired one, and a file that claims to be a credential', async () => {
    const { applicant_id, sdk } = await begin();
    const asked = await ask(sdk);
    const answer = await answerOf(asked, licence(), { origin: ORIGIN, now: service.clock.now() });
    const unknown = validationError({ id: ['is unknown'] });
    expect(outcome(await post((await begin()).sdk, answer))).toEqual(unknown);
    const other = service.other;
    expect(outcome(await post((await begin({ token: other.liveToken })).sdk, answer))).toEqual(unknown);
    expect(outcome(await post((await begin({ token: service.sandboxToken })).sdk, answer))).toEqual(unknown);

    const stored = await post(sdk, answer);
    expect(stored.status).toBe(201);
    const { bytes } = await service.get(`/v3.6/documents/${stored.body.id}/download`, live());
    const file = { name: 'credential.json', bytes, type: 'application/json' };
    const fields = { applicant_id, type: 'driving_licence' };
    const upload = await storyOf(service, 'v3.6').upload('documents', fields, file, live());
    expect(upload.status).toBe(422);

    const late = await ask(sdk);
    const slow = await answerOf(late, licence(), { origin: ORIGIN, now: service.clock.now() });
    service.clock.advance(15 * MINUTE_MS);
    expect(outcome(await post(sdk, slow))).toEqual(validationError({ id: ['has expired'] }));
  });
});
