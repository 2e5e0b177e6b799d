import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { startProduction } from '../../http/testing/production.ts';
import { startService, useService } from '../../testing/service.ts';
import { versionAsked } from './files.ts';

const service = useService();

const get = (path: string, headers: Record<string, string> = {}) => service.get(path, { token: null, headers });
const post = (path: string, json: object, token?: string) =>
  service.post(path, json, { token: null, headers: token ? { authorization: `Bearer ${token}` } : {} });

test.each([
  ['0.1.0', 'full'],
  ['v0.1.0', 'full'],
  ['0.1', 'part'],
  ['v0', 'part'],
  ['0.1.', undefined],
  ['0.1.00', undefined],
  ['', undefined],
  ['1', undefined],
  ['5', undefined],
  ['v6', 'published'],
  ['6.4.0', 'published'],
  ['v14.80', 'published'],
  ['14', 'published'],
  ['15', undefined],
  ['v14.x', undefined],
  ['14.1.2.3', undefined],
])('version %s of 0.1.0', (asked, match) => {
  expect(versionAsked(asked, '0.1.0')).toBe(match);
});

describe('files of the SDK', () => {
  let version: string;
  beforeAll(async () => {
    version = /sdk\/([\d.]+)\//.exec((await get('/demo')).body)?.[1] as string;
  });

  it('are there for pages of every origin, for ever under a full version', async () => {
    const { status, headers } = await get(`/sdk/${version}/Onfido.js`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const part = await get('/sdk/v0/lazy/fr.js');
    expect([part.status, part.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  });

  it('have the hashes that pages may pin', async () => {
    const { body: hashes } = await get(`/sdk/${version}/integrity.json`);
    expect(Object.keys(hashes)).toEqual(expect.arrayContaining(['Onfido.js', 'onfido.min.js', 'lazy/ar.js']));
    for (const [file, hash] of Object.entries(hashes)) {
      const { bytes } = await get(`/sdk/${version}/${file}`);
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, file).toBe(hash);
    }
  });

  it('are compressed for browsers that can read that', async () => {
    const path = `/sdk/${version}/onfido.min.js`;
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const small = await get(path, { 'accept-encoding': 'gzip, br' });
    expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(small.bytes.equals(plain.bytes)).toBe(true);
    expect(Number(small.headers['content-length'])).toBeLessThan(60 * 1024);
    expect((await get(`/sdk/${version}`)).bytes.equals(plain.bytes)).toBe(true);
  });

  it.each(['v6', '6.4.0', 'v14', '14.80.1'])('are there for pages that ask for %s, and say so', async (asked) => {
    const own = await get(`/sdk/${version}/Onfido.js`);
    const { status, bytes, headers } = await get(`/sdk/${asked}/Onfido.js`, { 'accept-encoding': 'gzip' });
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    const notice = `\n;console.info("[bonafide] This page asked for SDK ${asked}. It got the Bonafide SDK ${version}, which takes the same options. Load /sdk/${version} to choose this version.");\n`;
    expect(bytes.toString()).toBe(own.bytes.toString() + notice);
    expect((await get(`/sdk/${asked}`)).bytes.toString()).toContain(`asked for SDK ${asked}.`);
    const part = await get(`/sdk/${asked}/lazy/fr.js`);
    expect([part.status, part.bytes.equals((await get(`/sdk/${version}/lazy/fr.js`)).bytes)]).toEqual([200, true]);
    expect((await get(`/sdk/${asked}/style.css`)).status).toBe(200);
  });

  test.each([
    '/sdk/99.9.9/Onfido.js',
    '/sdk/v15/Onfido.js',
    '/sdk/v0/package.json',
    '/sdk/v0/..%2fpackage.json',
    '/sdk/v0/Onfido.js.map',
    '/sdk/v0/lazy/xx.js',
  ])('%s is not there', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('the page of a phone', () => {
  it('is there for every room, and lets nothing out to other services', async () => {
    const { status, body, headers } = await get('/01ABC123');
    expect(status).toBe(200);
    expect(body).toContain('<script type="module" src="/sdk/phone/page.js">');
    expect(headers['content-security-policy']).toContain("connect-src 'self'; base-uri 'none'");
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    expect((await get('/sdk/phone/page.js')).body).toMatch(/import \{ init \} from '\/sdk\/[\d.]+\/Onfido\.js'/);
  });

  test.each(['/01ABC12', '/01abc123', '/01ABC1234', '/0WABC123', '/favicon.ico'])('%s is not a link', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('the demonstration', () => {
  it("goes from an applicant to a check of the applicant's media", async () => {
    const { status, body } = await post('/demo/session', { name: 'Bonafide' });
    expect(status).toBe(200);
    const missing = await post('/demo/check', {}, body.token);
    expect([missing.status, missing.body.error.type]).toEqual([422, 'missing_documents']);
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(claims.payload).toMatchObject({ app: body.applicant_id, is_sandbox: true });
  });

  it('begins a run of the workflow that every deployment has', async () => {
    const { status, body } = await post('/demo/session', { name: 'Bonafide', flow: 'workflow' });
    expect(status).toBe(200);
    const asked = await service.get(`/v3.6/sdk/workflow_runs/${body.workflow_run_id}`, {
      token: null,
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(asked.body).toMatchObject({ status: 'awaiting_input', task: { kind: 'document_photo' } });
    expect((await post('/demo/run', {}, body.token)).body).toEqual({ status: 'awaiting_input', reasons: [] });
    const { body: steps } = await post('/demo/session', { name: 'Bonafide', flow: 'steps' });
    expect((await post('/demo/run', {}, steps.token)).status).toBe(401);
    expect((await post('/demo/session', { name: 'Bonafide', flow: 'dance' })).status).toBe(422);
  });

  it('has a test wallet, whose card is taken in sandbox and nowhere else', async () => {
    const { body: session } = await post('/demo/session', { name: 'Bonafide' });
    const page = (token: string) => ({
      token: null,
      headers: { authorization: `Bearer ${token}`, origin: service.baseUrl },
    });
    const ask = async (token: string) => {
      const path = '/v3.6/digital_credentials/request?types=national_identity_card';
      return (await service.get(path, page(token))).body.data;
    };
    const shared = (requests: object, token: string) => service.post('/demo/wallet', { requests }, page(token));
    const { id, requests } = await ask(session.token);
    const answer = await shared(requests, session.token);
    expect(answer.status).toBe(200);
    const handed = await service.post('/v3.6/digital_credentials', { id, ...answer.body }, page(session.token));
    expect([handed.status, handed.body.type, handed.body.issuing_country]).toEqual([
      ...[201, 'national_identity_card', 'UTO'],
    ]);
    const forAge = '/v3.6/digital_credentials/request?types=national_identity_card&age_over=18';
    const { data: age } = (await service.get(forAge, page(session.token))).body;
    const said = (await shared(age.requests, session.token)).body;
    const aged = await service.post('/v3.6/digital_credentials', { id: age.id, ...said }, page(session.token));
    expect([aged.status, aged.body.type]).toEqual([201, 'national_identity_card']);
    expect((await post('/demo/wallet', { requests })).status).toBe(401);
    expect((await shared([{ protocol: 'openid4vp-v1-unsigned', data: {} }], session.token)).status).toBe(422);
    const licence = await service.get('/v3.6/digital_credentials/request?types=passport', page(session.token));
    expect((await shared(licence.body.data.requests, session.token)).status).toBe(422);

    const applicant = await service.post(
      '/v3.6/applicants',
      { first_name: 'Ada', last_name: 'Live' },
      {
        token: service.liveToken,
      },
    );
    const sdk = { applicant_id: applicant.body.id, referrer: '*://*/*' };
    const { token } = (await service.post('/v3.6/sdk_token', sdk, { token: service.liveToken })).body;
    const live = await ask(token);
    const { body } = await shared(live.requests, session.token);
    const refused = await service.post('/v3.6/digital_credentials', { id: live.id, ...body }, page(token));
    expect([refused.status, refused.body.error.fields]).toEqual([422, { credential: ['issuer is not trusted'] }]);
    expect((await shared(live.requests, token)).status).toBe(401);
  });

  it('makes no check without its token', async () => {
    expect((await post('/demo/check', {})).status).toBe(401);
    expect((await post('/demo/check', {}, service.sandboxToken)).status).toBe(401);
    expect((await post('/demo/session', { name: '' })).status).toBe(422);
  });

  it('runs under a policy that lets nothing else in', async () => {
    const { headers } = await get('/demo');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    const socket = service.baseUrl.replace('https', 'wss');
    expect(headers['content-security-policy']).toContain(`; connect-src 'self' ${service.baseUrl} ${socket}; `);
  });

  it('captures at the address at which its page was opened', async () => {
    const { httpUrl } = service;
    const { headers } = await get(`${httpUrl}/demo`);
    expect(headers['content-security-policy']).toContain(`; connect-src 'self' ${httpUrl} `);
    for (const flow of ['steps', 'workflow']) {
      const { body } = await post(`${httpUrl}/demo/session`, { name: 'Bonafide', flow });
      const { urls } = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
      expect([...new Set(Object.values(urls))]).toEqual([httpUrl]);
    }
  });

  it('may call the public address if it is set', async () => {
    const own = await startService({ settings: { publicUrl: 'https://id.example.com/' } });
    try {
      const { headers } = await own.get(`${own.httpUrl}/demo`, { token: null });
      expect(headers['content-security-policy']).toContain(
        "; connect-src 'self' https://id.example.com wss://id.example.com; ",
      );
    } finally {
      await own.close();
    }
  });

  it('is there in development alone', async () => {
    const strict = await startProduction();
    try {
      const call = { token: null };
      expect((await strict.get('/demo', call)).status).toBe(404);
      expect((await strict.post('/demo/session', { name: 'Ada' }, call)).status).toBe(404);
      expect((await strict.get('/sdk/v0/Onfido.js', call)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
