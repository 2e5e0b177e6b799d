import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get as httpGet, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { get as httpsGet, request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../base/clock.ts';
import { TestClock } from '../testing/clock.ts';
import { freePort } from '../testing/free-port.ts';
import { loadOrCreate } from '../tls/authority.ts';
import { type ListenerOptions, type Listeners, openListeners, type Timeouts } from './listeners.ts';

let dir: string;
let ca: string;
let tls: { key: string; cert: string };
let listeners: Listeners;
/** Sockets of clients, to be dropped after each test. */
const clients: Socket[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'listeners-'));
  const { key, cert, caFile } = await loadOrCreate(dir, { clock: systemClock });
  tls = { key, cert };
  ca = await readFile(caFile, 'utf8');
});

afterAll(() => rm(dir, { recursive: true }));

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await listeners.close();
});

const answer: ListenerOptions['routing'] = (req, res) => {
  res.end(`${req.method} ${req.url} ${'encrypted' in req.socket}`);
};

async function open(routing = answer, more: Partial<ListenerOptions> = {}, timeouts: Partial<Timeouts> = {}) {
  listeners = await openListeners({ routing, tls, host: '127.0.0.1', port: 0, httpPort: 0, timeouts, ...more });
}

async function bodyOf(request: ReturnType<typeof httpGet>): Promise<string> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += chunk;
  return body;
}

const https = (path: string, agent: TlsAgent | false = false) =>
  bodyOf(httpsGet({ host: 'localhost', port: listeners.port, path, ca, agent }));

const http = (port: number, path: string, agent: Agent | false = false) =>
  bodyOf(httpGet({ host: '127.0.0.1', port, path, agent }));

function dial(port = listeners.port): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  clients.push(socket);
  return socket;
}

/** All that the server sends until it hangs up. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

describe('a request for another protocol', () => {
  const echo: ListenerOptions['routing'] = async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    res.end(`${req.method} ${req.url} ${req.headers.upgrade} ${req.headers['x-mark']} ${body}`);
  };
  const ask = (lines: readonly string[], body = '') => ['GET /a HTTP/1.1', 'Host: x', ...lines, '', body].join('\r\n');
  const wish = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];

  /** Sends over TLS or plainly, and reads until the server hangs up. */
  async function said(encrypted: boolean, text: string): Promise<string> {
    const socket = encrypted ? tlsConnect({ port: listeners.port, host: 'localhost', ca }) : dial();
    clients.push(socket);
    const all = received(socket);
    socket.write(text);
    return all;
  }

  test.each([true, false])('is answered as any other when no handler takes it (TLS: %s)', async (encrypted) => {
    const asked: string[] = [];
    await open(echo, {
      upgrade: (req) => {
        asked.push(`${req.method} ${req.headers.upgrade}`);
        return false;
      },
    });
    const body = 'x'.repeat(100_000);
    const post = ask([...wish, 'X-Mark: 1', `Content-Length: ${body.length}`], body).replace('GET', 'POST');
    const next = ask(['X-Mark: 2', 'Connection: close']);
    const answers = await said(encrypted, post + next);
    expect(answers).toContain(`POST /a undefined 1 ${body}`);
    expect(answers).toContain('GET /a undefined 2 ');
    expect(asked).toEqual(['POST h2c']);
  });

  test('is passed on with all that came after it', async () => {
    await open(echo, {
      upgrade: (req, socket, head) => {
        socket.end(`${req.headers.upgrade}: ${head}`);
        return true;
      },
    });
    expect(await said(true, ask(['Connection: Upgrade', 'Upgrade: other'], 'hello'))).toBe('other: hello');
  });
});

describe.each([true, false])(
  'an answer that ends the connection while its request still arrives (TLS: %s)',
  (encrypted) => {
    /** Asks with a body of `length` bytes, and reads the answer to the end that the server gives it. */
    async function refused(length: number, begun: string) {
      const clock = new TestClock();
      const sockets: Socket[] = [];
      const routing: ListenerOptions['routing'] = (req, res) => {
        sockets.push(req.socket);
        res.setHeader('connection', 'close').end('no');
      };
      await open(routing, { clock });
      const port = listeners.port;
      const client = encrypted
        ? tlsConnect({ port, host: 'localhost', ca, allowHalfOpen: true } as object)
        : connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      client.on('error', () => {});
      clients.push(client);
      let text = '';
      client.on('data', (chunk) => {
        text += chunk;
      });
      client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${begun}`);
      await once(client, 'end');
      expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*\r\n\r\nno$/is);
      return { clock, client, server: sockets[0] as Socket };
    }

    test('is read, and the rest waited for until its time is up', async () => {
      const { clock, client, server } = await refused(1000, 'slow');
      client.write('er');
      clock.advance(4_999);
      expect(server.destroyed).toBe(false);
      clock.advance(1);
      expect(server.destroyed).toBe(true);
    });

    test('closes the connection as soon as the request has come', async () => {
      const { client, server } = await refused(1000, 'slow');
      expect(server.destroyed).toBe(false);
      const closed = once(server, 'close');
      client.write('x'.repeat(996));
      await closed;
    });

    test('closes it when more comes than an upload has', async () => {
      const { client, server } = await refused(1024 ** 3, 'fast');
      const chunk = Buffer.alloc(256 * 1024);
      let sent = 0;
      while (!server.destroyed && sent < 64 * 1024 ** 2) {
        sent += chunk.length;
        await new Promise((resolve) => client.write(chunk, resolve));
      }
      expect(sent).toBeGreaterThan(16 * 1024 ** 2);
      expect(server.destroyed).toBe(true);
    });
  },
);

describe('the public port', () => {
  test('accepts TLS, and plain HTTP on the same number', async () => {
    await open();
    expect(await https('/a')).toBe('GET /a true');
    expect(await http(listeners.port, '/b')).toBe('GET /b false');
  });

  test('keeps a connection for many requests', async () => {
    await open((req, res) => res.end(String(req.socket.remotePort)));
    const agents = [
      new TlsAgent({ keepAlive: true, maxSockets: 1 }),
      new Agent({ keepAlive: true, maxSockets: 1 }),
    ] as const;
    expect(await https('/', agents[0])).toBe(await https('/', agents[0]));
    expect(await http(listeners.port, '/', agents[1])).toBe(await http(listeners.port, '/', agents[1]));
    for (const agent of agents) agent.destroy();
  });

  test('takes a request that arrives a byte at a time', async () => {
    await open();
    const socket = dial();
    const text = received(socket);
    for (const byte of 'GET /slow HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n') {
      await new Promise((resolve) => socket.write(byte, resolve));
    }
    expect(await text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*GET \/slow false$/s);
  });

  test('takes a large body in both ways', async () => {
    await open(async (req, res) => {
      let bytes = 0;
      for await (const chunk of req) bytes += (chunk as Buffer).length;
      res.end(String(bytes));
    });
    const bytes = Buffer.alloc(3_000_000, 7);
    for (const [scheme, port] of [
      ['https', listeners.port],
      ['http', listeners.port],
      ['http', listeners.httpPort!],
    ] as const) {
      const request = scheme === 'https' ? httpsRequest : httpRequest;
      const sent = request({ host: 'localhost', port, method: 'POST', ca, agent: false });
      sent.end(bytes);
      expect(await bodyOf(sent)).toBe('3000000');
    }
  });

  test.each([
    ['TLSv1.3', 'TLSv1.3'],
    ['TLSv1.2', 'TLSv1.2'],
  ] as const)('agrees on %s', async (version, expected) => {
    await open();
    const client = tlsConnect({
      port: listeners.port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca,
      maxVersion: version,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    clients.push(client);
    await once(client, 'secureConnect');
    expect([client.getProtocol(), client.alpnProtocol, client.authorized]).toEqual([expected, 'http/1.1', true]);
  });

  test('refuses TLS 1.1', async () => {
    await open();
    const client = tlsConnect({
      port: listeners.port,
      host: '127.0.0.1',
      ca,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    clients.push(client);
    const [error] = await once(client, 'error');
    expect(error.code).toMatch(/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/);
  });

  test('survives what is neither', async () => {
    await open();
    const garbage = dial();
    garbage.write(Buffer.from([0x16, 0xff, 0xff, 0xff, 0xff, 0xff]));
    expect(await received(garbage)).not.toContain('200');
    const nonsense = dial();
    nonsense.write('\0\0\0\r\n\r\n');
    expect(await received(nonsense)).toMatch(/^HTTP\/1\.1 400 /);
    const reset = dial();
    await once(reset, 'connect');
    reset.resetAndDestroy();
    expect(await https('/still')).toBe('GET /still true');
  });

  test('takes another certificate while it runs', async () => {
    await open();
    const other = await mkdtemp(join(tmpdir(), 'listeners-'));
    const { key, cert, caFile } = await loadOrCreate(other, { clock: systemClock });
    listeners.useCertificate({ key, cert });
    await expect(https('/')).rejects.toThrow();
    ca = await readFile(caFile, 'utf8');
    expect(await https('/renewed')).toBe('GET /renewed true');
    ca = await readFile(join(dir, 'ca.pem'), 'utf8');
    await rm(other, { recursive: true });
  });
});

describe('the port of plain HTTP', () => {
  test('answers on loopback', async () => {
    await open();
    expect(await http(listeners.httpPort!, '/c')).toBe('GET /c false');
  });

  test('is opened only when asked for', async () => {
    await open(answer, { httpPort: null });
    expect(listeners.httpPort).toBe(null);
    expect(await https('/d')).toBe('GET /d true');
  });
});

test('a port that is taken is an error, and leaves the other free', async () => {
  await open();
  const port = await freePort();
  const taken = openListeners({ routing: answer, tls, host: '127.0.0.1', port, httpPort: listeners.port });
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const again = createServer().listen(port, '127.0.0.1');
  await once(again, 'listening');
  await new Promise((resolve) => again.close(resolve));
});

describe('a client that dawdles is dropped', () => {
  // Less, and a busy machine ends the time before it has read what the client sent: the answer is then lost with the connection.
  const slow = { headers: 500, request: 1000, check: 50 };

  test('before its first byte', async () => {
    await open(answer, {}, { firstByte: 30 });
    expect(await received(dial())).toBe('');
  });

  test('within its handshake', async () => {
    await open(answer, {}, { handshake: 30 });
    const socket = dial();
    socket.write(Buffer.from([0x16, 0x03, 0x01]));
    expect(await received(socket)).toBe('');
  });

  test.each(['port', 'httpPort'] as const)('within its headers (%s)', async (name) => {
    await open(answer, {}, slow);
    const socket = dial(listeners[name]!);
    socket.write('GET / HTTP/1.1\r\nx: ');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('within its body', async () => {
    await open((req) => req.resume(), {}, slow);
    const socket = dial();
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n1');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('with its next request', async () => {
    await open(answer, {}, { keepAlive: 30 });
    const socket = dial();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([['https'], ['http']])('with reading its answer (%s)', async (scheme) => {
    let left: (res: ServerResponse) => void = () => {};
    const gone = new Promise<ServerResponse>((resolve) => {
      left = resolve;
    });
    const large = Buffer.alloc(64 * 1024 * 1024);
    await open((_, res) => res.once('close', () => left(res)).end(large), {}, { stall: 50 });
    const socket: Socket =
      scheme === 'http' ? dial() : tlsConnect({ port: listeners.port, host: '127.0.0.1', servername: 'localhost', ca });
    clients.push(socket);
    socket.on('error', () => {}).pause();
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect((await gone).writableFinished).toBe(false);
  });

  test('but no client whose answer takes longer', async () => {
    await open((req, res) => void req.socket.once('timeout', () => res.end('late')), {}, { stall: 20 });
    expect([await https('/'), await http(listeners.port, '/')]).toEqual(['late', 'late']);
  });

  test('and so is one with endless headers', async () => {
    await open();
    const socket = dial();
    socket.write(`GET / HTTP/1.1\r\nx: ${'x'.repeat(17_000)}`);
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('closing', () => {
  /** A clock whose one task runs when the test says so. */
  function patienceOf() {
    let lose: () => void = () => {};
    const clock: Clock = {
      now: () => 0,
      schedule(_, task) {
        lose = task;
        return () => {};
      },
    };
    return { clock, lose: () => lose() };
  }

  test('drops idle connections at once, encrypted, plain and silent', async () => {
    await open(answer, { clock: patienceOf().clock });
    const agents = [new TlsAgent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
    await https('/', agents[0]);
    await http(listeners.port, '/', agents[1]);
    await http(listeners.httpPort!, '/', agents[1]);
    const silent = dial();
    await once(silent, 'connect');
    const fresh = tlsConnect({ port: listeners.port, host: '127.0.0.1', servername: 'localhost', ca });
    clients.push(fresh);
    await once(fresh, 'secureConnect');
    // The server has received both once it answers something that came after them.
    await https('/after');
    await listeners.close();
    for (const agent of agents) agent.destroy();
  });

  test('answers a request that comes on an idle connection within its time, and drops the connection later', async () => {
    const clock = new TestClock();
    await open(answer, { clock });
    const agents = [1, 2].map(() => new TlsAgent({ keepAlive: true, maxSockets: 1 })) as [TlsAgent, TlsAgent];
    for (const agent of agents) await https('/', agent);
    const dropped = once(Object.values(agents[1].freeSockets)[0]![0]!, 'close');
    const closed = listeners.close(5_000, 1_000);
    clock.advance(999);
    expect(await https('/on-its-way', agents[0])).toBe('GET /on-its-way true');
    expect(Object.values(agents[1].freeSockets).length).toBe(1);
    clock.advance(1);
    await dropped;
    await closed;
    for (const agent of agents) agent.destroy();
  });

  test.each(['https', 'http'])('lets a running request end, and its connection with it (%s)', async (scheme) => {
    let start: (res: ServerResponse) => void = () => {};
    const started = new Promise<ServerResponse>((resolve) => {
      start = resolve;
    });
    await open((_, res) => start(res), { clock: patienceOf().clock });
    const body =
      scheme === 'https'
        ? https('/', new TlsAgent({ keepAlive: true }))
        : http(listeners.port, '/', new Agent({ keepAlive: true }));
    const running = await started;
    const closed = listeners.close();
    await expect(https('/late')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    running.end('done');
    expect(await body).toBe('done');
    expect(running.getHeader('connection')).toBe('close');
    await closed;
  });

  test('lets an answer end whose headers have left already', async () => {
    let running: ServerResponse | undefined;
    await open(
      (_, res) => {
        running = res;
        res.write('one ');
      },
      { clock: patienceOf().clock },
    );
    const request = httpsGet({ host: 'localhost', port: listeners.port, ca, agent: new TlsAgent({ keepAlive: true }) });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const closed = listeners.close();
    running!.end('two');
    let body = '';
    for await (const chunk of response) body += chunk;
    expect(body).toBe('one two');
    await closed;
  });

  test('ends a request that takes too long', async () => {
    const { clock, lose } = patienceOf();
    await open((_, res) => void res.write('one'), { clock });
    const request = httpsGet({ host: 'localhost', port: listeners.port, ca, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const failed = once(response, 'error');
    response.resume();
    const closed = listeners.close();
    lose();
    await closed;
    expect((await failed)[0].code).toBe('ECONNRESET');
  });

  test('twice is closing once', async () => {
    await open();
    await Promise.all([listeners.close(), listeners.close()]);
    await listeners.close();
  });
});
