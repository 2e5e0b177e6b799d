import { once } from 'node:events';
import { request } from 'node:http';
import { io } from 'socket.io-client';
import { afterEach, expect, it } from 'vitest';
import { startProduction } from '../../http/testing/production.ts';
import type { TestService } from '../../testing/service.ts';

let service: TestService;
afterEach(() => service.close());

const POLLING = '/v3/socket.io/?EIO=4&transport=polling';
const WEBSOCKET = '/v3/socket.io/?EIO=4&transport=websocket';

/** Sends the request for a WebSocket over plain HTTP and returns the answer. */
async function upgraded(headers: Record<string, string> = {}): Promise<[status: number | undefined, body: string]> {
  const wish = { connection: 'Upgrade', upgrade: 'websocket' };
  const key = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  const asked = request(new URL(WEBSOCKET, service.httpUrl), { headers: { ...wish, ...key, ...headers } });
  asked.end();
  const answer = once(asked, 'response').then(async ([response]) => {
    let body = '';
    for await (const chunk of response) body += chunk;
    return [response.statusCode, body] as [number, string];
  });
  const switched = once(asked, 'upgrade').then(([response, socket]): [number, string] => {
    socket.destroy();
    return [response.statusCode, ''];
  });
  return Promise.race([answer, switched]);
}

it('answers no client over plain HTTP in production', async () => {
  service = await startProduction();
  const refused = '{"error":{"type":"https_required","message":"Requests must be made over HTTPS"}}';
  const polling = await service.get(service.httpUrl + POLLING, { token: null });
  expect([polling.status, polling.bytes.toString()]).toEqual([400, refused]);
  expect(await upgraded()).toEqual([400, refused]);
  expect(await upgraded({ 'x-forwarded-proto': 'https' })).toEqual([400, refused]);
});

it('answers a trusted proxy whose client used HTTPS, and counts the client', async () => {
  service = await startProduction({ trustedProxies: '127.0.0.1' });
  expect(await upgraded({ 'x-forwarded-proto': 'https' })).toEqual([101, '']);

  /** Reasons for refusing the first and the last of eleven wrong rooms in a row. */
  const refusals = async (client: string) => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': client };
    const options = { path: '/v3/socket.io', transports: ['websocket'], reconnection: false, forceNew: true };
    const socket = io(service.httpUrl, { ...options, extraHeaders: headers });
    const reasons: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      const refused = new Promise<{ reason: string }>((resolve) => socket.once('refused', resolve));
      socket.emit('join', { roomId: 'NOROOM' });
      reasons.push((await refused).reason);
    }
    socket.close();
    return [reasons[0], reasons.at(-1)];
  };
  expect(await refusals('198.51.100.1')).toEqual(['unknown', 'rate']);
  expect(await refusals('198.51.100.1')).toEqual(['rate', 'rate']);
  expect(await refusals('198.51.100.2')).toEqual(['unknown', 'rate']);
});

it('has no other path', async () => {
  service = await startProduction();
  for (const path of ['/socket.io/', '/v1/socket.io/', '/v4/socket.io/', '/v3/socket.iox/', '/v3/socket.io/more']) {
    const { status, body } = await service.get(`${path}?EIO=4&transport=polling`, { token: null });
    expect([status, body.error.type], path).toEqual([404, 'resource_not_found']);
  }
  expect((await service.get(POLLING, { token: null })).status).toBe(200);
});
