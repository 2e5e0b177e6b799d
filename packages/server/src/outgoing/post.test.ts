import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { development, publicOnly } from './address-policy.ts';
import { type OutgoingOptions, outgoingAgent } from './client.ts';
import { type PostRequest, postOnce } from './post.ts';
import { NameNotResolved } from './resolve.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Starts a server on a free loopback port and gives its port; it ends with the test. */
async function listen(server: TcpServer | Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function receiver(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`;
}

function agent(options: Partial<OutgoingOptions> = {}): Dispatcher {
  const dispatcher = outgoingAgent({ policy: development, ...options });
  closing.push(() => dispatcher.destroy());
  return dispatcher;
}

function post(url: string, options: Partial<PostRequest> = {}) {
  return postOnce({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    dispatcher: agent(),
    ...options,
  });
}

/** A name server for the test: every name has these addresses. */
function answering(...addresses: string[]) {
  return vi.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
}

/** Something that the test waits for and a server reports. */
function signal() {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const milliseconds = expect.any(Number);

describe('an answer', () => {
  it('comes with status, first bytes and latency; the body was sent as it is', async () => {
    const seen: unknown[] = [];
    const url = await receiver(async (request, response) => {
      const chunks = await request.toArray();
      const { 'content-type': type, 'x-signature': signature } = request.headers;
      seen.push([request.method, request.url, type, signature, Buffer.concat(chunks).toString()]);
      response.writeHead(201).end('thank you');
    });
    const answer = await post(`${url}/hook?a=b`, {
      headers: { 'content-type': 'application/json', 'x-signature': 'abc' },
      body: '{"name":"Zoë"}',
    });
    expect(answer).toEqual({ status: 201, retryAfter: undefined, latencyMs: milliseconds, responseHead: 'thank you' });
    expect(seen).toEqual([['POST', '/hook?a=b', 'application/json', 'abc', '{"name":"Zoë"}']]);
  });

  it.each([204, 400, 410, 500])('of status %i is an answer', async (status) => {
    const url = await receiver((_, response) => response.writeHead(status).end());
    expect(await post(url)).toMatchObject({ status, responseHead: '' });
  });

  it('carries its Retry-After', async () => {
    const url = await receiver((_, response) => response.writeHead(503, { 'Retry-After': '120' }).end());
    expect(await post(url)).toMatchObject({ status: 503, retryAfter: '120' });
  });

  it('that redirects is not followed', async () => {
    let requests = 0;
    const url = await receiver((_, response) => {
      requests += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await post(url)).toMatchObject({ status: 307 });
    expect(requests).toBe(1);
  });

  it('without end is cut after 512 bytes and its socket closed', async () => {
    const closed = signal();
    const url = await receiver((_, response) => {
      response.on('close', closed.resolve);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(await post(url)).toMatchObject({ status: 200, responseHead: 'x'.repeat(512) });
    await closed.promise;
  });

  it('that trickles is cut in time and keeps what came', async () => {
    const closed = signal();
    const url = await receiver((_, response) => {
      response.on('close', closed.resolve);
      response.write('so far');
    });
    expect(await post(url, { headTimeoutMs: 50 })).toMatchObject({ status: 200, responseHead: 'so far' });
    await closed.promise;
  });

  it('that breaks off keeps what came', async () => {
    const url = await receiver((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(await post(url)).toMatchObject({ status: 200, responseHead: 'half' });
  });

  it('is cut between characters and stripped of NUL', async () => {
    const url = await receiver((_, response) => response.end(`\0${'é'.repeat(300)}`));
    expect(await post(url)).toMatchObject({ responseHead: `\uFFFD${'é'.repeat(255)}` });
  });
});

describe('no answer', () => {
  it('in time', async () => {
    const url = await receiver(() => {});
    const result = await post(url, { timeoutMs: 50 });
    expect(result).toEqual({ error: 'timeout', message: 'No answer within 50 ms', latencyMs: milliseconds });
  });

  it('because the name server is silent', async () => {
    const dispatcher = agent({ resolve: () => new Promise(() => {}), connectTimeoutMs: 100 });
    expect(await post('http://silent.test/', { dispatcher, timeoutMs: 50 })).toMatchObject({ error: 'timeout' });
  });

  it('because the handshake does not end', async () => {
    const port = await listen(createTcpServer(() => {}));
    const dispatcher = agent({ connectTimeoutMs: 50 });
    expect(await post(`https://127.0.0.1:${port}/`, { dispatcher })).toMatchObject({ error: 'timeout' });
  });

  it('because no server listens', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const refusal = { error: 'connection', message: `connect ECONNREFUSED 127.0.0.1:${port}` };
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject(refusal);

    const dispatcher = agent({ resolve: answering('127.0.0.1', '127.0.0.2') });
    expect(await post(`http://receiver.test:${port}/`, { dispatcher })).toMatchObject({
      error: 'connection',
      message: `connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`,
    });
  });

  it('because the receiver hangs up', async () => {
    const url = await receiver((request) => request.socket.destroy());
    expect(await post(url)).toMatchObject({ error: 'connection' });
  });

  it('in HTTP', async () => {
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.write('SSH-2.0-x\r\n'))));
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'protocol' });
  });

  it('with headers of a bearable size', async () => {
    const url = await receiver((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end());
    expect(await post(url)).toMatchObject({ error: 'protocol' });
  });

  it('because the name has no address', async () => {
    const dispatcher = agent({ resolve: () => Promise.reject(new NameNotResolved('missing.test')) });
    const message = 'missing.test could not be resolved (no address)';
    expect(await post('http://missing.test/', { dispatcher })).toMatchObject({ error: 'dns', message });
  });

  it('because the request cannot be made', async () => {
    expect(await post('no address')).toMatchObject({ error: 'invalid_request' });
    expect(await post('http://127.0.0.1/', { headers: { 'x-bad': 'a\nb' } })).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('rejects when the dispatcher is closed', async () => {
    const dispatcher = agent();
    await dispatcher.close();
    await expect(post('http://127.0.0.1/', { dispatcher })).rejects.toThrow('destroyed');
  });
});

describe('addresses', () => {
  const nasty = [
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::10.0.0.1',
    '2002:a00:1::1',
  ];

  it.each([
    ...nasty.map((address) => (address.includes(':') ? `[${address}]` : address)),
    '0x7f.1',
    '2130706433',
    '017700000001',
    '127.1',
  ])('written out: https://%s is refused', async (host) => {
    const resolve = answering('8.8.8.8');
    const result = await post(`https://${host}/`, { dispatcher: agent({ policy: publicOnly, resolve }) });
    expect(result).toMatchObject({ error: 'address_refused' });
    expect(resolve).not.toHaveBeenCalled();
  });

  it.each(nasty)('resolved: a name with the address %s is refused', async (address) => {
    const dispatcher = agent({ policy: publicOnly, resolve: answering(address) });
    expect(await post('https://receiver.test/', { dispatcher })).toEqual({
      error: 'address_refused',
      message: `receiver.test has the private or reserved address ${address}`,
      latencyMs: milliseconds,
    });
  });

  it('one private address among public ones refuses the name, in any order', async () => {
    for (const addresses of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '2606:4700:4700::1111'],
    ]) {
      const dispatcher = agent({ policy: publicOnly, resolve: answering(...addresses) });
      expect(await post('https://receiver.test/', { dispatcher })).toMatchObject({
        error: 'address_refused',
        message: 'receiver.test has the private or reserved address 10.0.0.1',
      });
    }
  });

  it('plain http is for development mode', async () => {
    let requests = 0;
    const url = await receiver((_, response) => {
      requests += 1;
      response.end();
    });
    const policy = { allowLoopback: true, allowHttp: false };
    const refusal = { error: 'address_refused', message: 'Only https is allowed' };
    expect(await post(url, { dispatcher: agent({ policy }) })).toMatchObject(refusal);
    expect(requests).toBe(0);
    expect(await post(url)).toMatchObject({ status: 200 });
  });

  it('a name that changes its mind is judged again for each request, and asked once', async () => {
    const url = await receiver((_, response) => response.end('reached'));
    const resolve = answering('127.0.0.1').mockResolvedValueOnce([{ address: '10.0.0.1', family: 4 }]);
    const dispatcher = agent({ resolve });
    const named = url.replace('127.0.0.1', 'receiver.test');
    expect(await post(named, { dispatcher })).toMatchObject({ error: 'address_refused' });
    expect(await post(named, { dispatcher })).toMatchObject({ status: 200, responseHead: 'reached' });
    resolve.mockResolvedValueOnce([{ address: '169.254.169.254', family: 4 }]);
    expect(await post(named, { dispatcher })).toMatchObject({ error: 'address_refused' });
    expect(resolve).toHaveBeenCalledTimes(3);
  });
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('TLS', () => {
  let key: Buffer;
  let cert: Buffer;

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'bonafide-tls-'));
    const subject = ['-subj', '/CN=receiver.test', '-addext', 'subjectAltName=DNS:receiver.test'];
    const out = ['-keyout', join(folder, 'key'), '-out', join(folder, 'cert')];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    execFileSync('openssl', ['req', ...kind, ...subject, ...out], { stdio: 'ignore' });
    key = readFileSync(join(folder, 'key'));
    cert = readFileSync(join(folder, 'cert'));
    rmSync(folder, { recursive: true });
  });

  async function secureReceiver() {
    return listen(createSecureServer({ key, cert }, (_, response) => response.end('over TLS')));
  }

  it('takes a certificate of an authority that it was given', async () => {
    const port = await secureReceiver();
    const dispatcher = agent({ ca: cert.toString(), resolve: answering('127.0.0.1') });
    expect(await post(`https://receiver.test:${port}/`, { dispatcher })).toMatchObject({
      status: 200,
      responseHead: 'over TLS',
    });
  });

  it('refuses an unknown authority', async () => {
    const port = await secureReceiver();
    const dispatcher = agent({ resolve: answering('127.0.0.1') });
    const refusal = { error: 'tls', message: 'self-signed certificate' };
    expect(await post(`https://receiver.test:${port}/`, { dispatcher })).toMatchObject(refusal);
  });

  it('refuses the certificate of another host', async () => {
    const port = await secureReceiver();
    const dispatcher = agent({ ca: cert.toString(), resolve: answering('127.0.0.1') });
    expect(await post(`https://other.test:${port}/`, { dispatcher })).toMatchObject({ error: 'tls' });
  });

  it('refuses a receiver that uses plain HTTP on its https port', async () => {
    const port = await listen(createTcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ error: 'tls' });
  });
});

describe('sockets', () => {
  it('one receiver that never answers does not hold another', async () => {
    const dispatcher = agent({ socketsPerOrigin: 2 });
    const dead = await receiver(() => {});
    const alive = await receiver((_, response) => response.end());
    const waiting = Array.from({ length: 5 }, () => post(dead, { dispatcher, timeoutMs: 200 }));
    expect(await post(alive, { dispatcher })).toMatchObject({ status: 200 });
    expect((await Promise.all(waiting)).map((result) => 'error' in result && result.error)).toEqual(
      new Array(5).fill('timeout'),
    );
    expect(await post(alive, { dispatcher })).toMatchObject({ status: 200 });
  });

  it('of one origin stay within their number, and all requests get through', async () => {
    let open = 0;
    let most = 0;
    const url = await receiver((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.end();
      });
    });
    const dispatcher = agent({ socketsPerOrigin: 3 });
    const results = await Promise.all(Array.from({ length: 60 }, () => post(url, { dispatcher })));
    expect(results.every((result) => 'status' in result && result.status === 200)).toBe(true);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('are not kept after the request', async () => {
    const server = createServer((_, response) => response.end());
    const url = `http://127.0.0.1:${await listen(server)}`;
    const connections: unknown[] = [];
    const closed = signal();
    server.on('connection', (socket) => {
      connections.push(socket);
      socket.on('close', closed.resolve);
    });
    const dispatcher = agent();
    await post(url, { dispatcher });
    await closed.promise;
    await post(url, { dispatcher });
    expect(connections).toHaveLength(2);
  });
});
