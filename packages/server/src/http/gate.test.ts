import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { findAccount } from '../store/queries/accounts.ts';
import { type Answer, startService, useService } from '../testing/service.ts';
import { makeGate } from './gate.ts';
import { sendProblem, v3Errors } from './problems.ts';
import { WrongCredentials } from './wrong-credentials.ts';

const service = useService({ settings: { rateLimits: 'on' } });

const limited = { error: { type: 'rate_limit', message: 'Rate limit reached. Please try again later' } };

const limitHeaders = ({ headers }: Answer) => [
  headers['ratelimit-limit'],
  headers['ratelimit-remaining'],
  headers['ratelimit-reset'],
  headers['retry-after'],
];

let accounts = 0;
function account(settings = {}) {
  accounts += 1;
  return service.makeAccount(`Account ${accounts}`, settings);
}

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  const ping = (token: string) => service.get(`/${version}/ping`, { token });

  async function spend(token: string, count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) expect((await ping(token)).status).toBe(200);
  }

  it('allows 30 requests a minute in sandbox, then answers 429 and when to come again', async () => {
    const { sandboxToken } = await account();
    expect(limitHeaders(await ping(sandboxToken))).toEqual(['30', '29', '60', undefined]);
    service.clock.advance(20_000);
    await spend(sandboxToken, 28);
    expect(limitHeaders(await ping(sandboxToken))).toEqual(['30', '0', '40', undefined]);
    const refused = await ping(sandboxToken);
    expect([refused.status, refused.body]).toEqual([429, limited]);
    expect(limitHeaders(refused)).toEqual(['30', '0', '40', '40']);

    service.clock.advance(39_999);
    expect(limitHeaders(await ping(sandboxToken))).toEqual(['30', '0', '1', '1']);
    service.clock.advance(1);
    // The first request is a minute old, the others are not.
    expect(limitHeaders(await ping(sandboxToken))).toEqual(['30', '0', '20', undefined]);
    expect(limitHeaders(await ping(sandboxToken))).toEqual(['30', '0', '20', '20']);
    service.clock.advance(MINUTE_MS);
    expect(limitHeaders(await ping(sandboxToken))).toEqual(['30', '29', '60', undefined]);
  });

  it('allows 400 a minute in live', async () => {
    const { liveToken } = await account();
    expect(limitHeaders(await ping(liveToken))).toEqual(['400', '399', '60', undefined]);
    await spend(liveToken, 399);
    const refused = await ping(liveToken);
    expect([refused.status, ...limitHeaders(refused)]).toEqual([429, '400', '0', '60', '60']);
  });

  it('lets no more than 30 through in the first minute of a client that asks again and again', async () => {
    const { sandboxToken } = await account();
    let allowed = 0;
    for (let second = 0; second < 60; second += 1) {
      if ((await ping(sandboxToken)).status === 200) allowed += 1;
      service.clock.advance(1000);
    }
    expect(allowed).toBe(30);
  });

  it('counts by account and environment, whatever the token or the route', async () => {
    const { id, sandboxToken, liveToken } = await account({ rate_limit_sandbox: 2, rate_limit_live: 1 });
    const second = (await service.mint(id, 'sandbox')).secret;
    await spend(sandboxToken, 1);
    const created = await service.post(`/${version}/applicants`, {}, { token: second });
    expect([created.status, ...limitHeaders(created)]).toEqual([422, '2', '0', '60', undefined]);
    for (const refused of [
      await ping(sandboxToken),
      await ping(second),
      await service.post(`/${version}/applicants`, {}, { token: second }),
      await service.get(`/${version}/applicants/nobody`, { token: sandboxToken }),
    ]) {
      expect([refused.status, refused.body]).toEqual([429, limited]);
    }
    await spend(liveToken, 1);
    expect((await ping(liveToken)).status).toBe(429);
    await spend((await account()).sandboxToken, 1);
  });

  it('counts bearers with their account, and no unknown token', async () => {
    const { id, sandboxToken } = await account({ rate_limit_sandbox: 2 });
    const client = await service.mint(id, 'sandbox', { kind: 'oauth_client' });
    const fields = new URLSearchParams({ client_id: client.row.id, client_secret: client.secret });
    const { body, headers } = await service.call('POST', `/${version}/oauth/token`, { token: null, form: fields });
    expect(headers['ratelimit-limit']).toBe(undefined);
    const bearer = { headers: { authorization: `Bearer ${body.access_token}` } };
    expect(limitHeaders(await service.get(`/${version}/ping`, bearer))).toEqual(['2', '1', '60', undefined]);
    await spend(sandboxToken, 1);
    expect((await service.get(`/${version}/ping`, bearer)).status).toBe(429);
    const unknown = await service.get(`/${version}/ping`, { token: 'api_sandbox.x' });
    expect([unknown.status, ...limitHeaders(unknown)]).toEqual([401, undefined, undefined, undefined, undefined]);
  });
});

it('limits no request when it is off', async () => {
  const open = await startService({ settings: { rateLimits: 'off' }, account: { rate_limit_sandbox: 1 } });
  try {
    for (let i = 0; i < 3; i += 1) {
      const answer = await open.get('/v3.6/ping');
      expect([answer.status, ...limitHeaders(answer)]).toEqual([200, undefined, undefined, undefined, undefined]);
    }
  } finally {
    await open.close();
  }
});

it('counts the requests of every version together', async () => {
  const { sandboxToken } = await account({ rate_limit_sandbox: 2 });
  const ping = (version: string) => service.get(`/${version}/ping`, { token: sandboxToken });
  expect((await ping('v3.2')).status).toBe(200);
  expect((await ping('v3.6')).status).toBe(200);
  expect((await ping('v3.1')).status).toBe(429);
  expect((await ping('v3.5')).status).toBe(429);
});

describe('the generations before v3', () => {
  /** Instances behind one gate: two of the earlier generations, one of v3. */
  async function gated() {
    const app = Fastify();
    app.decorateRequest('session');
    app.setErrorHandler(sendProblem(v3Errors));
    const gate = makeGate(service.services, new WrongCredentials(service.services));
    for (const version of ['v1', 'v2', 'v3'] as const) {
      await app.register(
        async (instance) => {
          gate(instance, version === 'v3' ? undefined : 'v2');
          instance.get('/ping', async () => 'pong');
        },
        { prefix: version },
      );
    }
    const ping = async (version: string, token: string) => {
      const headers = { authorization: `Token token=${token}` };
      const answer = await app.inject({ url: `/${version}/ping`, headers });
      return {
        status: answer.statusCode,
        body: answer.body,
        limits: limitHeaders({ headers: answer.headers } as unknown as Answer),
      };
    };
    /** Counts the allowed ones of `count` requests at once. */
    const allowed = async (version: string, token: string, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => ping(version, token)));
      return answers.filter(({ status }) => status === 200).length;
    };
    return { ping, allowed };
  }

  it.each([
    ['live', 14, 7],
    ['sandbox', 4, 2],
  ] as const)('%s: %i at once, then %i a second', async (environment, burst, perSecond) => {
    const { ping, allowed } = await gated();
    const made = await account();
    const token = environment === 'live' ? made.liveToken : made.sandboxToken;
    expect((await ping('v2', token)).limits).toEqual([String(burst), String(burst - 1), '1', undefined]);
    expect(await allowed('v2', token, 30)).toBe(burst - 1);
    const refused = await ping('v2', token);
    expect([refused.status, JSON.parse(refused.body)]).toEqual([429, limited]);
    expect(refused.limits).toEqual([String(burst), '0', '1', '1']);
    service.clock.advance(1000);
    expect(await allowed('v2', token, 30)).toBe(perSecond);
    service.clock.advance(MINUTE_MS);
    expect(await allowed('v2', token, 30)).toBe(burst);
  });

  it('keeps to the minute too, and reports it when it is the tighter', async () => {
    const { ping, allowed } = await gated();
    const { sandboxToken, liveToken } = await account({ rate_limit_sandbox_v2: 5, rate_limit_live: 1 });
    expect(await allowed('v2', sandboxToken, 2)).toBe(2);
    service.clock.advance(1000);
    expect(await allowed('v2', sandboxToken, 1)).toBe(1);
    service.clock.advance(1000);
    expect((await ping('v2', sandboxToken)).limits).toEqual(['2', '0', '1', undefined]);
    service.clock.advance(1000);
    // The fifth in this minute: the first two leave it 57 seconds later.
    expect((await ping('v2', sandboxToken)).limits).toEqual(['5', '0', '57', undefined]);
    service.clock.advance(2000);
    expect((await ping('v2', sandboxToken)).limits).toEqual(['5', '0', '55', '55']);
    service.clock.advance(55_000);
    expect((await ping('v2', sandboxToken)).limits).toEqual(['5', '1', '1', undefined]);
    expect((await ping('v2', liveToken)).limits).toEqual(['1', '0', '60', undefined]);
    expect((await ping('v2', liveToken)).limits).toEqual(['1', '0', '60', '60']);
  });

  it('share a limit of each account and environment, apart from that of v3', async () => {
    const { allowed } = await gated();
    const { sandboxToken, liveToken } = await account({ rate_limit_sandbox: 3 });
    expect(await allowed('v1', sandboxToken, 3)).toBe(3);
    expect(await allowed('v2', sandboxToken, 3)).toBe(1);
    expect(await allowed('v1', sandboxToken, 1)).toBe(0);
    expect(await allowed('v3', sandboxToken, 5)).toBe(3);
    expect(await allowed('v2', liveToken, 30)).toBe(14);
    expect(await allowed('v3', liveToken, 30)).toBe(30);
    expect(await allowed('v2', (await account()).sandboxToken, 30)).toBe(4);
  });

  it('have their default on accounts that were stored before the setting was', async () => {
    const { ping } = await gated();
    const { id } = await account();
    const stored = await service.services.store.system.first(findAccount, { id });
    expect(JSON.parse(stored!.settings)).toEqual({});
    const { secret } = await service.mint(id, 'sandbox');
    expect((await ping('v2', secret)).limits).toEqual(['4', '3', '1', undefined]);
  });
});
