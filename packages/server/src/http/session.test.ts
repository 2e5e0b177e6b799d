import { describe, expect, it } from 'vitest';
import { listTokensOf } from '../accounts/tokens/list.ts';
import { revokeToken } from '../accounts/tokens/revoke.ts';
import { updateAccount } from '../accounts/update.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { systemPrincipal } from '../context/principal.ts';
import { startService, useService } from '../testing/service.ts';

const service = useService();

const unauthorised = {
  error: { type: 'authorization_error', message: 'Authorization error: please provide a valid API token' },
};
const forbidden = {
  error: { type: 'user_authorization_error', message: 'The user of this token lacks permission for this action' },
};
const disabled = {
  error: { type: 'account_disabled', message: 'This account is disabled. Please contact client support' },
};
const names = { first_name: 'Anna', last_name: 'Berg' };

describe.each(['v3.2', 'v3.6'])('%s', (version) => {
  const as = (authorization: string, path = `/${version}/ping`, method = 'GET') =>
    service.call(method, path, { headers: { authorization } });
  const ping = (token: string) => service.get(`/${version}/ping`, { token });

  it('knows a token by its header, in the forms that clients send', async () => {
    const { sandboxToken } = service;
    const forms = ['Token token=X', 'token token=X', 'TOKEN TOKEN=X', 'Token token="X"', 'Token  token=X '];
    for (const form of forms) {
      const { status, body } = await as(form.replace('X', sandboxToken));
      expect([status, body], form).toEqual([200, 'OK']);
    }
  });

  it('refuses every other header with the same words', async () => {
    const { sandboxToken, oauthClient } = service;
    const forms = [
      '',
      sandboxToken,
      `Token ${sandboxToken}`,
      'Token token=',
      'Token token=""',
      'Token token=x',
      `Token token=${sandboxToken}x`,
      `Token token=${sandboxToken.slice(0, -1)}`,
      `Token token=${sandboxToken.toUpperCase()}`,
      `Token token=${sandboxToken}, nonce=1`,
      `Bearer ${sandboxToken}`,
      `Bearer token=${sandboxToken}`,
      `Basic ${Buffer.from(`${sandboxToken}:`).toString('base64')}`,
      'Bearer eyJhbGciOiJub25lIn0.eyJleHAiOjk5OTk5OTk5OTl9.',
      'Bearer ey',
      `Token token=${oauthClient.secret}`,
      `Bearer ${oauthClient.secret}`,
      `Token token=${'x'.repeat(8000)}`,
    ];
    for (const form of forms) {
      // Twice: what was looked up once is remembered.
      for (const answer of [await as(form), await as(form)]) {
        expect([answer.status, answer.body], form.slice(0, 60)).toEqual([401, unauthorised]);
      }
    }
    const none = await service.get(`/${version}/ping`, { token: null });
    expect([none.status, none.body]).toEqual([401, unauthorised]);
  });

  it('refuses a revoked token from the next request on', async () => {
    const { secret, row } = await service.mint(service.account.id, 'sandbox');
    expect((await ping(secret)).status).toBe(200);
    await revokeToken(service.services, service.account.id, row.id, systemPrincipal('start'));
    const { status, body } = await ping(secret);
    expect([status, body]).toEqual([401, unauthorised]);
    expect((await ping(service.sandboxToken)).status).toBe(200);
  });

  it('keeps when a token was last used', async () => {
    const { secret, row } = await service.mint(service.account.id, 'live');
    const lastUse = async () => {
      await service.services.tokens.flush();
      return (await listTokensOf(service.services, service.account.id)).find(({ id }) => id === row.id)?.last_used_at;
    };
    expect(await lastUse()).toBe(null);
    await ping(secret);
    expect(await lastUse()).toBe(service.clock.now());
    service.clock.advance(1234);
    await ping(secret);
    expect(await lastUse()).toBe(service.clock.now());
    await ping(`${secret}x`);
    service.clock.advance(MINUTE_MS);
    expect(await lastUse()).toBe(service.clock.now() - MINUTE_MS);
  });

  it('lets a read-only token read all and change nothing', async () => {
    const { id } = (await service.post(`/${version}/applicants`, names)).body;
    const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
    for (const path of ['ping', 'applicants', `applicants/${id}`, `checks?applicant_id=${id}`, 'webhooks']) {
      expect((await service.get(`/${version}/${path}`, { token })).status, path).toBe(200);
    }
    const writes: [method: string, path: string][] = [
      ['POST', 'applicants'],
      ['PUT', `applicants/${id}`],
      ['DELETE', `applicants/${id}`],
      ['POST', `applicants/${id}/restore`],
      ['POST', 'applicants/nobody/restore'],
      ['POST', 'documents'],
      ['POST', 'live_photos'],
      ['POST', 'checks'],
      ['POST', 'checks/x/resume'],
      ['POST', 'reports/x/resume'],
      ['POST', 'reports/x/cancel'],
      ['POST', 'webhooks'],
      ['PUT', 'webhooks/x'],
      ['DELETE', 'webhooks/x'],
      ['POST', 'sdk_token'],
    ];
    for (const [method, path] of writes) {
      for (const sent of [{ json: names }, {}]) {
        const { status, body } = await service.call(method, `/${version}/${path}`, { token, ...sent });
        expect([status, body], `${method} ${path}`).toEqual([401, forbidden]);
      }
    }
    expect((await service.get(`/${version}/applicants/${id}`)).body.first_name).toBe('Anna');
  });

  it('answers 403 for a disabled account, to every token, from the next request on', async () => {
    const { id, sandboxToken, liveToken } = await service.makeAccount('Closed Ltd', { enabled: false });
    const client = await service.mint(id, 'live', { kind: 'oauth_client' });
    const oauth = () =>
      service.call('POST', `/${version}/oauth/token`, {
        token: null,
        form: new URLSearchParams({ client_id: client.row.id, client_secret: client.secret }),
      });
    for (const answer of [await ping(sandboxToken), await ping(liveToken), await ping(liveToken), await oauth()]) {
      expect([answer.status, answer.body]).toEqual([403, disabled]);
    }
    await updateAccount(service.services, id, { enabled: true }, systemPrincipal('start'));
    expect((await ping(liveToken)).status).toBe(200);
    const bearer = (await oauth()).body.access_token;
    const applicant = (await service.post(`/${version}/applicants`, names, { token: liveToken })).body;
    const sdk = (await service.post(`/${version}/sdk_token`, { applicant_id: applicant.id }, { token: liveToken }))
      .body;
    await updateAccount(service.services, id, { enabled: false }, systemPrincipal('start'));
    for (const answer of [
      await ping(liveToken),
      await as(`Bearer ${bearer}`),
      await as(`Bearer ${sdk.token}`, `/${version}/live_photos`, 'POST'),
    ]) {
      expect([answer.status, answer.body]).toEqual([403, disabled]);
    }
  });
});

describe.each([
  { region: 'eu', name: 'EU', mark: '', foreign: ['us', 'ca'] },
  { region: 'us', name: 'US', mark: '_us', foreign: ['eu', 'ca'] },
  { region: 'ca', name: 'CA', mark: '_ca', foreign: ['eu', 'us'] },
])('region $region', ({ region, name, mark, foreign }) => {
  it('makes tokens of its own, and names the region of others', async () => {
    const regional = await startService({ settings: { region } });
    try {
      expect(regional.sandboxToken.startsWith(`api_sandbox${mark}.`)).toBe(true);
      expect(regional.liveToken.startsWith(`api_live${mark}.`)).toBe(true);
      expect((await regional.get('/v3.6/ping')).status).toBe(200);
      for (const other of foreign) {
        for (const environment of ['live', 'sandbox']) {
          const token = `api_${environment}${other === 'eu' ? '' : `_${other}`}.abc`;
          const { status, body } = await regional.get('/v3.6/ping', { token });
          expect([status, body]).toEqual([
            401,
            {
              error: {
                type: 'authorization_error',
                message: `Authorization error: this is a token of the ${other.toUpperCase()} region, and this address serves the ${name} region`,
              },
            },
          ]);
        }
      }
      for (const token of [`api_live${mark}.abc`, 'api_live_xx.abc', 'api_test.abc', 'api_live_us', 'api_live_USA.x']) {
        expect((await regional.get('/v3.6/ping', { token })).body).toEqual(unauthorised);
      }
    } finally {
      await regional.close();
    }
  });
});
