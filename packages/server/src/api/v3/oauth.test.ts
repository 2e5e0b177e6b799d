import { describe, expect, it } from 'vitest';
import { revokeToken } from '../../accounts/tokens/revoke.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

const wrong = {
  error: { type: 'authorization_error', message: 'Authorization error: wrong client credentials' },
};

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  const ask = (fields: Record<string, string>) =>
    service.call('POST', `/${version}/oauth/token`, { token: null, form: new URLSearchParams(fields) });
  const credentials = () => ({ client_id: service.oauthClient.id, client_secret: service.oauthClient.secret });
  const ping = (token: string) => service.get(`/${version}/ping`, { headers: { authorization: `Bearer ${token}` } });

  it('gives a bearer token of an hour for the client of an account and environment', async () => {
    const answer = await ask(credentials());
    expect([answer.status, answer.body]).toEqual([
      200,
      { access_token: expect.stringMatching(/^[\w-]{43}$/), expires_in: 3600, token_type: 'Bearer' },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');

    const { access_token } = answer.body;
    const headers = { authorization: `Bearer ${access_token}` };
    const created = await service.post(
      `/${version}/applicants`,
      { first_name: 'Anna', last_name: 'Berg' },
      { headers },
    );
    expect([created.status, created.body.sandbox]).toEqual([201, true]);
    expect((await service.get(created.body.href)).body).toEqual(created.body);

    service.clock.advance(HOUR_MS - 1);
    expect((await ping(access_token)).status).toBe(200);
    service.clock.advance(1);
    const late = await ping(access_token);
    expect([late.status, late.body.error.type]).toEqual([401, 'authorization_error']);
  });

  it('takes the grant type that it has, JSON, and a path with a slash', async () => {
    expect((await ask({ ...credentials(), grant_type: 'client_credentials', scope: 'all_scopes' })).status).toBe(200);
    const json = await service.post(`/${version}/oauth/token/`, credentials(), { token: null });
    expect([json.status, json.body.expires_in]).toEqual([200, 3600]);
    expect((await service.post(`/${version}/oauth/token`, credentials(), { token: 'nonsense' })).status).toBe(200);
  });

  it('refuses wrong credentials with the same words, whatever is wrong', async () => {
    const { client_id, client_secret } = credentials();
    const pairs = [
      { client_id, client_secret: `${client_secret}x` },
      { client_id, client_secret: 'x' },
      { client_id: 'x', client_secret },
      { client_id: client_id.toUpperCase(), client_secret },
      { client_id: `${client_id.slice(0, -1)}é`, client_secret },
      { client_id: service.account.id, client_secret },
      { client_id, client_secret: service.sandboxToken },
      { client_id: '\u0001', client_secret: '\u0001' },
    ];
    for (const pair of pairs) {
      const { status, body } = await ask(pair);
      expect([status, body], JSON.stringify(pair)).toEqual([401, wrong]);
    }
  });

  it('names what is missing', async () => {
    const missing: [sent: Record<string, string>, fields: object][] = [
      [{}, { client_id: ["can't be blank"], client_secret: ["can't be blank"] }],
      [{ client_id: '', client_secret: 'x' }, { client_id: ["can't be blank"] }],
      [{ ...credentials(), grant_type: 'password' }, { grant_type: ['is not included in the list'] }],
    ];
    for (const [sent, fields] of missing) {
      const { status, body } = await ask(sent);
      expect([status, body.error.type, body.error.fields]).toEqual([422, 'validation_error', fields]);
    }
    const typed = await service.post(`/${version}/oauth/token`, { client_id: 5, client_secret: [] }, { token: null });
    expect(typed.body.error.fields).toEqual({ client_id: ['must be a string'], client_secret: ['must be a string'] });
  });

  it('takes an access token as a bearer only', async () => {
    const { access_token } = (await ask(credentials())).body;
    expect((await ping(access_token)).status).toBe(200);
    expect((await service.get(`/${version}/ping`, { token: access_token })).status).toBe(401);
    expect((await service.get(`/${version}/ping`, { token: access_token })).status).toBe(401);
  });

  it('keeps the permission and the environment of the client', async () => {
    const more = { kind: 'oauth_client', permission: 'read_only' };
    const reader = await service.mint(service.account.id, 'live', more);
    const { access_token } = (await ask({ client_id: reader.row.id, client_secret: reader.secret })).body;
    const headers = { authorization: `Bearer ${access_token}` };
    const { status, body } = await service.post(`/${version}/applicants`, {}, { headers });
    expect([status, body.error.type]).toEqual([401, 'user_authorization_error']);
    const live = (
      await service.post(
        `/${version}/applicants`,
        { first_name: 'Anna', last_name: 'Berg' },
        { token: service.liveToken },
      )
    ).body;
    expect((await service.get(live.href, { headers })).body).toEqual(live);
  });

  it('loses the access tokens of a client with the client', async () => {
    const { secret, row } = await service.mint(service.account.id, 'sandbox', { kind: 'oauth_client' });
    const fields = { client_id: row.id, client_secret: secret };
    const { access_token } = (await ask(fields)).body;
    expect((await ping(access_token)).status).toBe(200);
    await revokeToken(service.services, service.account.id, row.id, systemPrincipal('start'));
    expect((await ping(access_token)).status).toBe(401);
    const { status, body } = await ask(fields);
    expect([status, body]).toEqual([401, wrong]);
  });
});

it('takes an access token that begins like a JWT', async () => {
  const { services, account } = service;
  const ids = { ...services.ids, secret: () => `ey${'x'.repeat(41)}` };
  const { mintToken } = await import('../../accounts/tokens/mint.ts');
  const { secret } = await services.store.transaction((tx) =>
    mintToken({ ...services, ids }, tx, {
      accountId: account.id,
      environment: 'sandbox',
      kind: 'oauth_access',
      name: 'test',
      principal: systemPrincipal('start'),
      expiresAt: services.clock.now() + MINUTE_MS,
    }),
  );
  const { status } = await service.get('/v3.6/ping', { headers: { authorization: `Bearer ${secret}` } });
  expect(status).toBe(200);
});
