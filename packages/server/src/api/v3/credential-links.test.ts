import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  issueSdJwt,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { outcome, storyOf, unknownId, validationError } from './testing/story.ts';
import { openLinkRequest, readLink, responseOf, type WalletOptions } from './testing/wallet.ts';
import { readerSettings } from './testing/wallet-reader.ts';

const ORIGIN = 'https://shop.example';
const PAGE = `${ORIGIN}/verify?step=2`;
const LINKS = '/v3.6/digital_credentials/links';

let service: TestService;
const american = state('US');
const german = state('DE', { alpha3: 'DEU' });
const holder: CredentialHolder = { ...ADA, portrait: face('010', 'neutral') };
const licence = issueMdoc(american, holder, newDevice());

beforeAll(async () => {
  const account = { wallet_qr: 'on', report_assurance: 'on', decision_validity: 4 } as const;
  service = await startService({ settings: { analysis: 'on', ...readerSettings() }, account });
  const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/octet-stream' };
  for (const { authority } of [american, german]) {
    const path = '/operator/v1/credential_issuers?source=test';
    expect((await service.call('POST', path, { token: null, headers, raw: authority.certificate })).status).toBe(200);
  }
});
afterAll(() => service.close());

type Account = { readonly token: string };
const live = (): Account => ({ token: service.liveToken });
const gone = { type: 'gone', message: 'The request has expired, or was answered already' };

/** An applicant with the session of a page. */
async function begin(account = live()) {
  const story = storyOf(service, 'v3.6');
  const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant_id = await story.applicant(person, account);
  const app: Call = await story.sdk(applicant_id, account);
  return { applicant_id, sdk: { ...app, headers: { ...app.headers, origin: ORIGIN } } as Call };
}

/** A link to the wallet of the phone that shows the page, or for a code on a computer. */
async function linkOf(sdk: Call, order: object = { return_to: PAGE }) {
  const { status, body } = await service.post(
    LINKS,
    { types: 'driving_licence,national_identity_card', ...order },
    sdk,
  );
  expect(status).toBe(201);
  return { id: body.data.id as string, expires_at: body.data.expires_at, ...readLink(body.data.url) };
}
type Link = Awaited<ReturnType<typeof linkOf>>;

const outside = { token: null };
const pathOf = (address: string) => new URL(address).pathname;

/** The request that the wallet fetches at the address of a link. */
async function requestAt({ requestUri, clientId }: Link, form?: URLSearchParams) {
  const path = pathOf(requestUri);
  const fetched = form ? await service.call('POST', path, { ...outside, form }) : await service.get(path, outside);
  expect([fetched.status, fetched.headers['content-type']]).toEqual([200, 'application/oauth-authz-req+jwt']);
  return openLinkRequest(fetched.bytes.toString(), { clientId, now: service.clock.now() });
}
type Request = Awaited<ReturnType<typeof requestAt>>;

const postTo = (request: Request, form: URLSearchParams) =>
  service.call('POST', pathOf(String(request.response_uri)), { ...outside, form });

/** Has a wallet with the credential answer a link. */
async function answer(link: Link, held: Parameters<typeof responseOf>[1] = licence, options?: Partial<WalletOptions>) {
  const request = await requestAt(link);
  return postTo(request, await responseOf(request, held, { now: service.clock.now(), ...options }));
}

/** The code that a wallet brings to the page. */
function codeIn({ body }: { body: { redirect_uri?: string } }) {
  const url = new URL(body.redirect_uri!);
  const fragment = new URLSearchParams(url.hash.slice(1));
  expect(url.href.split('#')[0]).toBe(PAGE);
  return { id: fragment.get('wallet_request')!, response_code: fragment.get('response_code')! };
}

const collect = (sdk: Call, body: object) => service.post('/v3.6/digital_credentials', body, sdk);
const stateOf = async (sdk: Call, id: string) => (await service.get(`${LINKS}/${id}`, sdk)).body.data.status;

async function check(applicant_id: string, account = live()) {
  const created = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, account);
  await service.settle();
  return (await service.get(`/v3.6/reports/${created.body.report_ids[0]}`, account)).body;
}

describe('a wallet on the phone of the page', () => {
  test('answers a signed request, and leads back to the page, which gets a document', async () => {
    const { applicant_id, sdk } = await begin();
    const link = await linkOf(sdk);
    expect(link).toMatchObject({ protocol: 'haip-vp:', method: 'post', expires_at: '2026-01-15T09:45:00Z' });
    expect(link.clientId).toMatch(/^x509_hash:[\w-]{43}$/);
    const request = await requestAt(link, new URLSearchParams({ wallet_nonce: 'n-7', wallet_metadata: '{"a":[1]}' }));
    expect(request).toMatchObject({
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      response_uri: `${link.requestUri}/response`,
      wallet_nonce: 'n-7',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      dcql_query: { credentials: [{ id: 'c0' }, { id: 'c1' }, { id: 'c2' }] },
    });
    expect(await requestAt(link)).toEqual({ ...request, wallet_nonce: undefined });
    expect(JSON.stringify(request)).not.toContain('"d":');
    expect(await stateOf(sdk, link.id)).toBe('waiting');

    const posted = await postTo(request, await responseOf(request, licence, { now: service.clock.now() }));
    expect(posted.status).toBe(200);
    expect(await stateOf(sdk, link.id)).toBe('answered');
    const { status, body: document } = await collect(sdk, codeIn(posted));
    expect([status, document.type, document.issuing_country]).toEqual([201, 'driving_licence', 'USA']);
    expect(await stateOf(sdk, link.id)).toBe('presented');
    expect(await check(applicant_id)).toMatchObject({
      result: 'clear',
      sub_result: 'clear',
      properties: { first_name: 'Ada', assurance: { validity: 4, clone_resistant: true } },
    });
    expect(outcome(await collect(sdk, codeIn(posted)))).toEqual(validationError({ id: ['has been used already'] }));
  });

  test('presents an SD-JWT VC as well', async () => {
    const { sdk } = await begin();
    const pid = issueSdJwt(german, { ...holder, country: 'DE' }, newDevice());
    const { status, body } = await collect(sdk, codeIn(await answer(await linkOf(sdk), pid)));
    expect([status, body.type, body.issuing_country]).toEqual([201, 'national_identity_card', 'DEU']);
  });

  test('is the wallet of the browser that asked: no other session gets the document', async () => {
    const { sdk } = await begin();
    const link = await linkOf(sdk);
    const posted = await answer(link);
    const code = codeIn(posted);
    // The attacker began the session and sent the link to a victim, whose browser alone has the code.
    const foreign = validationError({ response_code: ['is not the code that the wallet brought to this session'] });
    expect(outcome(await collect(sdk, { id: link.id }))).toEqual(foreign);
    expect(outcome(await collect(sdk, { id: link.id, response_code: 'AAAAAAAAAAAAAAAAAAAAAA' }))).toEqual(foreign);
    const unknown = validationError({ id: ['is unknown'] });
    expect(outcome(await collect((await begin()).sdk, code))).toEqual(unknown);
    expect(outcome(await collect((await begin({ token: service.other.liveToken })).sdk, code))).toEqual(unknown);
    expect(outcome(await collect((await begin({ token: service.sandboxToken })).sdk, code))).toEqual(unknown);
    const { status, body } = await service.get(`${LINKS}/${link.id}`, (await begin()).sdk);
    expect([status, body.error.fields]).toEqual([422, { id: ['is unknown'] }]);
    expect((await collect(sdk, code)).status).toBe(201);
  });

  test('leads back to the page that asked alone', async () => {
    const { sdk } = await begin();
    for (const return_to of [
      'https://phishing.example/',
      'javascript:alert(1)',
      '/verify',
      `${ORIGIN}.evil.example/`,
    ]) {
      expect(outcome(await service.post(LINKS, { return_to }, sdk))).toEqual(
        validationError({ return_to: ['must be the page that asks'] }),
      );
    }
    expect((await service.post(LINKS, { types: 'visa', return_to: PAGE }, sdk)).status).toBe(422);
    expect((await service.post(LINKS, { return_to: PAGE }, live())).status).toBe(401);
  });

  test('declines', async () => {
    const { sdk } = await begin();
    const link = await linkOf(sdk);
    const request = await requestAt(link);
    const posted = await postTo(request, new URLSearchParams({ error: 'access_denied' }));
    expect([posted.status, posted.body]).toEqual([200, { redirect_uri: PAGE }]);
    expect(await stateOf(sdk, link.id)).toBe('declined');
    expect(outcome(await collect(sdk, { id: link.id }))).toEqual(
      validationError({ id: ['has no answer of a wallet'] }),
    );
  });
});

describe('a wallet on another device', () => {
  test('answers a code on a computer, which collects the document, and reviewers read how it came', async () => {
    const { applicant_id, sdk } = await begin();
    const link = await linkOf(sdk, {});
    expect(outcome(await collect(sdk, { id: link.id }))).toEqual(
      validationError({ id: ['has no answer of a wallet'] }),
    );
    const posted = await answer(link);
    expect([posted.status, posted.body]).toEqual([200, {}]);
    expect((await collect(sdk, { id: link.id })).status).toBe(201);
    expect(await check(applicant_id)).toMatchObject({ result: 'clear', properties: { assurance: { validity: 4 } } });
  });

  test('is asked only where the account allows that', async () => {
    const plain = await service.makeAccount('Plain Ltd');
    const { sdk } = await begin({ token: plain.liveToken });
    expect(outcome(await service.post(LINKS, {}, sdk))).toEqual(
      validationError({ device: ['is not offered to this account'] }),
    );
    expect((await service.post(LINKS, { return_to: PAGE }, sdk)).status).toBe(201);
  });
});

describe('refused are', () => {
  const unbound = validationError({ credential: ['is not bound to this request'] });

  test('another nonce, another sender and another address in what the wallet signed', async () => {
    for (const believe of [
      { nonce: 'other' },
      { clientId: 'x509_hash:other' },
      { responseUri: 'https://phishing.example/response' },
    ]) {
      const { sdk } = await begin();
      const code = codeIn(await answer(await linkOf(sdk), licence, { believe }));
      expect(outcome(await collect(sdk, code))).toEqual(unbound);
    }
  });

  test('the answer to another request, a changed one, a plain one, and one that is too large', async () => {
    const { sdk } = await begin();
    const [one, other] = [await linkOf(sdk), await linkOf(sdk)];
    const [request, another] = [await requestAt(one), await requestAt(other)];
    const form = await responseOf(another, licence, { now: service.clock.now() });
    expect(outcome(await postTo(request, form))).toEqual(unbound);
    const parts = (await responseOf(request, licence, { now: service.clock.now() })).get('response')!.split('.');
    for (const [at, text] of parts.entries()) {
      // The second part, an encrypted key, is empty with ECDH-ES.
      if (text === '') continue;
      const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
      const response = parts.with(at, changed).join('.');
      expect(outcome(await postTo(request, new URLSearchParams({ response })))).toEqual(unbound);
    }
    expect(outcome(await postTo(request, new URLSearchParams({ vp_token: '{}' })))).toEqual(
      validationError({ credential: ['is not encrypted'] }),
    );
    const large = await postTo(request, new URLSearchParams({ response: 'A'.repeat(1024 * 1024) }));
    expect([large.status, large.body.error.type]).toEqual([413, 'payload_too_large']);
    // None of them used the request up.
    expect((await answer(one)).status).toBe(200);
  });

  test('a second answer, one that comes late, and an address that nobody got', async () => {
    const { sdk } = await begin();
    const link = await linkOf(sdk);
    const request = await requestAt(link);
    const form = await responseOf(request, licence, { now: service.clock.now() });
    const both = await Promise.all([postTo(request, form), postTo(request, form)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.toSatisfy((status) => status >= 400)]);
    const third = await postTo(request, form);
    expect([third.status, third.body.error]).toEqual([410, gone]);
    expect((await service.get(pathOf(link.requestUri), outside)).status).toBe(410);

    const late = await linkOf(sdk);
    const slow = await requestAt(late);
    const answered = await responseOf(slow, licence, { now: service.clock.now() });
    service.clock.advance(15 * MINUTE_MS);
    expect((await postTo(slow, answered)).status).toBe(410);
    expect(await stateOf(sdk, late.id)).toBe('expired');
    expect(outcome(await collect(sdk, { id: late.id }))).toEqual(validationError({ id: ['has expired'] }));

    const open = await linkOf(sdk);
    const token = pathOf(open.requestUri).split('/').at(-1)!;
    const guessed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of [guessed, token.slice(0, 20), unknownId, 'A'.repeat(43)]) {
      expect((await service.get(`/wallet/${wrong}`, outside)).status).toBe(404);
    }
  });

  test('an answer to the browser for a link, and the other way round', async () => {
    const { sdk } = await begin();
    const link = await linkOf(sdk);
    const unknown = validationError({ id: ['is unknown'] });
    const answered = { id: link.id, protocol: 'openid4vp-v1-unsigned', data: { response: 'e30' } };
    expect(outcome(await collect(sdk, answered))).toEqual(unknown);
    const { body } = await service.get('/v3.6/digital_credentials/request', sdk);
    expect(outcome(await collect(sdk, { id: body.data.id }))).toEqual(unknown);
    expect(outcome(await service.get(`${LINKS}/${body.data.id}`, sdk))).toEqual(unknown);
  });
});
