import { afterEach, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../testing/service.ts';
import { startProduction } from './testing/production.ts';
import { sendRaw } from './testing/raw.ts';

let service: TestService;
afterEach(() => service.close());

const httpsRequired = { error: { type: 'https_required', message: 'Requests must be made over HTTPS' } };
const paths = ['/v3.2/ping', '/v3.6/ping', '/v3.6/nothing', '/openapi/v3.6.json', '/operator/v1/accounts'];

/** Sends a request over plain HTTP, on a port of its own or on the port of HTTPS. */
const plain = (path: string, { port = 'http', headers = {} } = {}) =>
  service.get(`${port === 'http' ? service.httpUrl : service.baseUrl.replace('https:', 'http:')}${path}`, { headers });

describe('in production', () => {
  it('refuses plain HTTP on both ports, for every path and client', async () => {
    service = await startProduction();
    for (const path of paths) {
      for (const port of ['http', 'https']) {
        const { status, headers, body } = await plain(path, { port, headers: { 'x-forwarded-proto': 'https' } });
        expect([status, body], `${path} ${port}`).toEqual([400, httpsRequired]);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
      }
      expect((await plain(path, { headers: { authorization: 'none' } })).body).toEqual(httpsRequired);
    }
    expect((await service.get('/v3.6/ping')).body).toBe('OK');
  });

  it('takes it from a trusted proxy whose client spoke HTTPS', async () => {
    service = await startProduction({ trustedProxies: '10.0.0.0/8,127.0.0.1' });
    const from = (proto: string) => plain('/v3.6/ping', { headers: { 'x-forwarded-proto': proto } });
    for (const proto of ['https', 'HTTPS', 'http, https']) expect((await from(proto)).body, proto).toBe('OK');
    for (const proto of ['http', 'https, http', 'httpsx', 'wss']) {
      expect((await from(proto)).body, proto).toEqual(httpsRequired);
    }
    expect((await plain('/v3.6/ping')).body).toEqual(httpsRequired);
  });

  it('leads to the pages under the address that the proxy was asked for', async () => {
    service = await startProduction({ trustedProxies: '127.0.0.1' });
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example' };
    const { headers: answered } = await plain('/v3.6/applicants', { headers });
    expect(answered.link).toContain('<https://api.example/v3.6/applicants?page=1&per_page=20>; rel="first"');
  });
});

it('takes plain HTTP from loopback in development', async () => {
  service = await startService({ settings: {} });
  for (const port of ['http', 'https']) expect((await plain('/v3.6/ping', { port })).body).toBe('OK');
});

describe('on a host of the generation before', () => {
  const incorrect = {
    error: {
      type: 'incorrect_base_url',
      message: 'This base address does not serve v3. Use the base address of your region',
    },
  };
  const ask = async (path: string, host: string) => {
    const token = `Authorization: Token token=${service.sandboxToken}`;
    const { status, body } = await sendRaw(service, [`GET ${path} HTTP/1.1`, `Host: ${host}`, token]);
    return [status, body.startsWith('{') ? JSON.parse(body) : body];
  };

  it('refuses every path of v3', async () => {
    service = await startService({ settings: { preV3Hosts: 'api.example, old.example' } });
    for (const host of ['api.example', 'API.Example', 'api.example:8443', 'old.example']) {
      for (const path of ['/v3/ping', '/v3.2/ping', '/v3.6/ping', '/v3.4/nothing', '/v3.6/oauth/token', '/v3.6']) {
        expect(await ask(path, host), `${host} ${path}`).toEqual([400, incorrect]);
      }
    }
    expect(await ask('/v3.6/ping', 'api.eu.example')).toEqual([200, 'OK']);
    expect((await ask('/v3.7/ping', 'api.example'))[0]).toBe(404);
    expect((await ask('/openapi/v3.6.json', 'api.example'))[0]).toBe(200);
  });
});
