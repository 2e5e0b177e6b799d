import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWithWorkflows } from '../api/v3/testing/runs.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { checkWithForm } from '../pages/form/testing/form.ts';
import { type Answer, startService, type TestService } from '../testing/service.ts';
import { workflowIds } from '../workflows/testing/write.ts';

let service: TestService;
const settings = { rateLimits: 'on', trustedProxies: '127.0.0.1' };
beforeEach(async () => {
  service = await startService({ settings, account: { rate_limit_sandbox: 1000 } });
});
afterEach(() => service.close());

/** A client behind the trusted proxy. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const list = (token: string, address: string, version = 'v3.6') =>
  service.get(`/${version}/applicants`, { headers: { ...from(address), authorization: `Token token=${token}` } });

/** Statuses of requests one after the other. */
async function statuses(count: number, ask: (n: number) => Promise<Answer>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n += 1) all.push((await ask(n)).status);
  return all;
}

const thirty = (status: number) => new Array(30).fill(status);

describe('wrong tokens', () => {
  it('of one address are limited, and a valid one is admitted all the same', async () => {
    const other = (n: number) => list(`${n}-guess`, '198.51.100.7');
    expect(await statuses(30, other)).toEqual(thirty(401));
    service.clock.advance(15_000);
    const refused = await other(30);
    expect([refused.status, refused.body.error.type]).toEqual([429, 'rate_limit']);
    expect(refused.headers['retry-after']).toBe('45');
    expect((await list('31-guess', '198.51.100.7', 'v2')).status).toBe(429);
    expect((await list('32-guess', '198.51.100.7', 'v1')).status).toBe(429);

    // The same address, with tokens that this process has and has not seen before; another address; no token.
    expect((await list(service.sandboxToken, '198.51.100.7')).status).toBe(200);
    expect((await list(service.liveToken, '198.51.100.7')).status).toBe(200);
    const { secret } = await service.mint(service.other.id, 'live');
    expect((await list(secret, '198.51.100.7')).status).toBe(200);
    expect((await list('33-guess', '198.51.100.8')).status).toBe(401);
    expect((await service.get('/v3.6/ping', { token: null, headers: from('198.51.100.7') })).status).toBe(401);

    service.clock.advance(45_000);
    expect((await list('34-guess', '198.51.100.7')).status).toBe(401);
  });

  it('of one half of an IPv6 address are counted together', async () => {
    const guess = (n: number) => list(`${n}-guess`, `2001:db8:1:2:${n}::1`);
    expect(await statuses(31, guess)).toEqual([...thirty(401), 429]);
    expect((await list('31-guess', '2001:db8:1:3::1')).status).toBe(401);
  });

  it('that begin alike are limited whatever address they come from', async () => {
    const begin = service.liveToken.slice(0, 'api_live.'.length + 4);
    const guess = (n: number) => list(`${begin}${n}`, `203.0.113.${n}`);
    expect(await statuses(31, guess)).toEqual([...thirty(401), 429]);
    // The token that they begin like is admitted, and others are not concerned.
    expect((await list(service.liveToken, '203.0.113.1')).status).toBe(200);
    expect((await list('api_live.other', '203.0.113.99')).status).toBe(401);
  });

  it('count for the address that the proxy names, and for no other that is named', async () => {
    const guess = (n: number) => list(`${n}-guess`, `10.0.0.${n}, 198.51.100.7`);
    expect(await statuses(31, guess)).toEqual([...thirty(401), 429]);
  });

  it('include SDK tokens without a valid signature, and not those that have expired', async () => {
    const applicant = (await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'King' })).body;
    const { token } = (await service.post('/v3.6/sdk_token', { applicant_id: applicant.id })).body;
    const upload = (bearer: string) =>
      service.call('POST', '/v3.6/documents', { token: null, headers: { authorization: `Bearer ${bearer}` } });
    service.clock.advance(90 * MINUTE_MS);
    expect(await statuses(31, () => upload(token))).toEqual([...thirty(401), 401]);
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;
    expect(await statuses(31, () => upload(forged))).toEqual([...thirty(401), 429]);
  });
});

describe('other wrong credentials', () => {
  it('of OAuth clients are limited by address and by client', async () => {
    const { id, secret } = service.oauthClient;
    const exchange = (client_id: string, client_secret: string, address: string) => {
      const form = new URLSearchParams({ client_id, client_secret });
      return service.call('POST', '/v3.6/oauth/token', { token: null, form, headers: from(address) });
    };
    expect(await statuses(31, (n) => exchange(id, `${n}`, `203.0.113.${n}`))).toEqual([...thirty(401), 429]);
    expect((await exchange(id, secret, '203.0.113.1')).status).toBe(200);
    expect(await statuses(31, (n) => exchange(`${n}`, secret, '198.51.100.7'))).toEqual([...thirty(401), 429]);
    expect((await exchange(id, secret, '198.51.100.7')).status).toBe(200);
  });

  it('of operators are limited, and the operator key is admitted', async () => {
    const accounts = (key: string) =>
      service.get('/operator/v1/accounts', { token: null, headers: { authorization: `Bearer ${key}` } });
    expect(await statuses(31, (n) => accounts(`${n}`))).toEqual([...thirty(401), 429]);
    expect((await accounts(service.operatorKey)).status).toBe(200);
  });

  it('in the addresses of forms and of workflow runs are limited, and valid ones are admitted', async () => {
    await service.close();
    const runs = await startWithWorkflows({ settings });
    service = runs;
    const form = await checkWithForm(runs, ['identity_enhanced']);
    const run = await runs.run(workflowIds.sample);
    for (const [n, right] of [form.form_uri, run.link.url].entries()) {
      const open = (url: string, address: string) =>
        runs.get(new URL(url).pathname, { token: null, headers: from(address) });
      const wrong = (k: number) => right.replace(/[^/]+$/, `${k}`);
      // Of one page from many addresses, then of many pages from one.
      expect(await statuses(31, (k) => open(wrong(k), `203.0.${n}.${k}`))).toEqual([...thirty(404), 429]);
      expect((await open(right, '203.0.113.200')).status).toBe(200);
      const elsewhere = (k: number) => right.replace(/[^/]+(?=\/[^/]+$)/, `${n}-${k}`);
      expect(await statuses(31, (k) => open(elsewhere(k), `198.51.100.${n}`))).toEqual([...thirty(404), 429]);
      expect((await open(right, `198.51.100.${n}`)).status).toBe(200);
    }
  });
});

it('in addresses of forms, however many, keep no other applicant at the same address from a form', async () => {
  const { form_uri } = await checkWithForm(service, ['identity_enhanced']);
  const { pathname } = new URL(form_uri);
  const open = (path: string) => service.get(path, { token: null, headers: from('198.51.100.7') });
  await Promise.all(Array.from({ length: 320 }, (_, n) => open(`/forms/${n}/guess`)));
  expect((await open('/forms/321/guess')).status).toBe(429);
  expect((await open(pathname)).status).toBe(200);
});

it('is off where rate limits are', async () => {
  await service.close();
  service = await startService();
  expect(await statuses(40, (n) => list(`${n}`, '127.0.0.1'))).toEqual(new Array(40).fill(401));
});
