import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeToken } from '../../accounts/tokens/revoke.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

const unauthorised = {
  error: { type: 'authorization_error', message: 'Authorization error: please provide a valid API token' },
};

/** First requests of a capture SDK. */
async function capture(sdkToken: string, on: Pick<TestService, 'call'> = service) {
  const headers = { authorization: `Bearer ${sdkToken}` };
  const { status, body } = await on.call('POST', '/v3.6/sdk/configurations', { token: null, headers, json: {} });
  return status === 401 ? [status, body] : status;
}

async function sdkToken(call: { token?: string | null; headers?: Record<string, string> }): Promise<string> {
  const applicant_id = await service.story.applicant({}, call);
  const { body } = await service.post('/v3.6/sdk_token', { applicant_id }, call);
  return body.token;
}

const revoke = (accountId: string, id: string) =>
  revokeToken(service.services, accountId, id, systemPrincipal('start'));

/** An OAuth client, and requests with a fresh access token of it. */
async function oauth() {
  const { row, secret } = await service.mint(service.account.id, 'sandbox', { kind: 'oauth_client' });
  const form = new URLSearchParams({ client_id: row.id, client_secret: secret });
  const access = async () => {
    const { body } = await service.call('POST', '/v3.6/oauth/token', { token: null, form });
    return { token: null, headers: { authorization: `Bearer ${body.access_token}` } };
  };
  return { id: row.id, access };
}

describe('an SDK token', () => {
  it('ends when the API token is revoked that made it, and no other does', async () => {
    const { secret: token, row } = await service.mint(service.account.id, 'sandbox');
    const [made, mine, live] = [
      await sdkToken({ token }),
      await sdkToken({}),
      await sdkToken({ token: service.liveToken }),
    ];
    const strangers = await sdkToken({ token: service.other.sandboxToken });
    expect(await capture(made)).toBe(200);
    await revoke(service.account.id, row.id);
    expect(await capture(made)).toEqual([401, unauthorised]);
    expect(await Promise.all([mine, live, strangers].map((one) => capture(one)))).toEqual([200, 200, 200]);
  });

  it('ends with the OAuth client of the access token that made it, not with the access token', async () => {
    const { id, access } = await oauth();
    const made = await sdkToken(await access());
    service.clock.advance(70 * MINUTE_MS);
    // What has expired is deleted.
    const operator = await access();
    expect((await service.get('/v3.6/ping', operator)).status).toBe(200);
    expect(await capture(made)).toBe(200);
    await revoke(service.account.id, id);
    expect(await capture(made)).toEqual([401, unauthorised]);
    expect((await service.get('/v3.6/ping', operator)).status).toBe(401);
  });

  it('of a workflow run ends too, and the next that is shown works', async () => {
    const { secret: token, row } = await service.mint(service.account.id, 'sandbox');
    const run = await service.run(workflowIds.sample, {}, { token });
    expect((await service.again(run)).sdk_token).toBe(run.sdk_token);
    expect(await capture(run.sdk_token)).toBe(200);
    await revoke(service.account.id, row.id);
    expect(await capture(run.sdk_token)).toEqual([401, unauthorised]);
    const next = (await service.again(run)).sdk_token;
    expect(next).not.toBe(run.sdk_token);
    expect(await capture(next)).toBe(200);
    expect((await service.again(run)).sdk_token).toBe(next);
  });

  it('on the page of a run is in nobody’s name, and stays', async () => {
    const { secret: token, row } = await service.mint(service.account.id, 'sandbox');
    const run = await service.run(workflowIds.sample, {}, { token });
    await revoke(service.account.id, row.id);
    expect((await service.get(new URL(run.link.url).pathname, { token: null })).status).toBe(200);
  });

  it.skipIf(!process.env.DATABASE_URL)('ends in other processes too, within five seconds (PostgreSQL)', async () => {
    const { databaseUrl } = service.services.settings;
    const other = await startService({ data: service.data, settings: { databaseUrl: databaseUrl as string } });
    try {
      const { secret: token, row } = await service.mint(service.account.id, 'sandbox');
      const made = await sdkToken({ token });
      expect(await capture(made, other)).toBe(200);
      await revoke(service.account.id, row.id);
      // Where the signal is lost, what is remembered counts no longer.
      other.clock.advance(5_000);
      expect(await capture(made, other)).toEqual([401, unauthorised]);
    } finally {
      await other.close({ keep: true });
    }
  });
});

it('An access token that a client obtains while it is revoked is not accepted', async () => {
  const { id, access } = await oauth();
  const before = await access();
  expect((await service.get('/v3.6/ping', before)).status).toBe(200);
  await revoke(service.account.id, id);
  // The exchange had found the client before, and stores its token after.
  const { secret } = await service.mint(service.account.id, 'sandbox', { kind: 'oauth_access', parentId: id });
  const late = { token: null, headers: { authorization: `Bearer ${secret}` } };
  expect((await service.get('/v3.6/ping', late)).body).toEqual(unauthorised);
  expect((await service.get('/v3.6/ping', before)).body).toEqual(unauthorised);
});
