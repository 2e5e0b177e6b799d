import { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { type Clock, systemClock } from '../base/clock.ts';
import { Connections } from './connections.ts';

export { transportOf } from './transport.ts';

/** First byte of a TLS record that carries a handshake (RFC 8446, section 5.1); no HTTP method begins with it. */
const TLS_HANDSHAKE = 0x16;

/** Enough for the longest token and a page's cookies; Node's default. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Less than the 30 s after which orchestrators kill. */
const CLOSE_PATIENCE_MS = 10_000;

/** All in milliseconds. */
export interface Timeouts {
  /** Limit from the connection to its first byte. */
  readonly firstByte: number;
  /** Limit from the first byte to the end of the TLS handshake. */
  readonly handshake: number;
  /** Limit for all headers of a request to arrive. */
  readonly headers: number;
  /** Limit for a whole request to arrive: an upload of 10 MB at 300 kbit/s. */
  readonly request: number;
  /** Limit between two requests; longer than the 60 s of common load balancers, which must be the first to hang up. */
  readonly keepAlive: number;
  /** Limit for a client to read some of an answer; after that its connection is ended. */
  readonly stall: number;
  /** Interval of checking the limits of headers and request. */
  readonly check: number;
}

const defaultTimeouts: Timeouts = {
  firstByte: 10_000,
  handshake: 10_000,
  headers: 15_000,
  request: 300_000,
  keepAlive: 65_000,
  stall: 60_000,
  check: 5_000,
};

export interface ListenerOptions {
  /** Gets every request, of whichever port; `transportOf` has how it came. */
  readonly routing: (req: IncomingMessage, res: ServerResponse) => void;
  /**
   * Gets every request for another protocol, with what came after its headers, and returns whether it has taken the
   * connection. What it doesn't take is answered as any other request (RFC 9110, 7.8): some clients offer HTTP/2 so.
   */
  readonly upgrade?: (req: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
  /** PEM. */
  readonly tls: { readonly key: string; readonly cert: string };
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Port of plain HTTP on 127.0.0.1 alone; 0 picks a free one, null opens none. */
  readonly httpPort?: number | null;
  readonly timeouts?: Partial<Timeouts>;
  readonly clock?: Clock;
}

export interface Listeners {
  readonly port: number;
  readonly httpPort: number | null;
  /** End of the present certificate, Unix milliseconds. */
  readonly certificateEnd: number;
  /** Takes another certificate for the handshakes that follow. */
  useCertificate(tls: ListenerOptions['tls']): void;
  /** Goes on accepting, and ends each connection with its next answer. */
  endAfterAnswers(): void;
  /**
   * Stops accepting, and lets running requests end for `patience` milliseconds at most. Drops connections that get no request for
   * `idle` milliseconds, by default at once.
   */
  close(patience?: number, idle?: number): Promise<void>;
}

/**
 * Opens the public port, which accepts TLS 1.2 or newer and also plain HTTP, so that a client that forgot the `s`
 * gets an answer; and, when asked for, a port of plain HTTP on loopback. Rejects when a port can't be opened.
 */
export async function openListeners(options: ListenerOptions): Promise<Listeners> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const http = createRequestServer(options, timeouts);
  const connections = new Connections(http, options.clock ?? systemClock);
  // Node calls it for idle connections too, and leaves hanging up to us.
  http.setTimeout(timeouts.stall, (socket) => {
    if (!connections.isServing(socket) || socket.writableLength > 0) socket.destroy();
  });
  const tls = createTlsServer({
    ...options.tls,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: timeouts.handshake,
  });
  tls.on('secureConnection', (socket) => http.emit('connection', socket));
  // Node leaves hanging up to us, also after its handshake timeout.
  tls.on('tlsClientError', (_, socket) => socket.destroy());

  const front = createTcpServer({ noDelay: true }, (socket) => {
    connections.accept(socket);
    sortByFirstByte(socket, timeouts.firstByte, (encrypted) => {
      connections.onFirstByte(socket);
      (encrypted ? tls : http).emit('connection', socket);
    });
  });
  const plain = createTcpServer({ noDelay: true }, (socket) => {
    connections.accept(socket);
    http.emit('connection', socket);
  });

  const port = await listen(front, options.host, options.port);
  let httpPort: number | null = null;
  try {
    if (typeof options.httpPort === 'number') httpPort = await listen(plain, '127.0.0.1', options.httpPort);
  } catch (error) {
    front.close();
    throw error;
  }

  let certificateEnd = endOf(options.tls);
  let closing: Promise<void> | undefined;
  const close = async (patience: number, idle: number) => {
    front.close();
    plain.close();
    await connections.drain(patience, idle);
    http.close();
  };
  return {
    port,
    httpPort,
    endAfterAnswers: () => connections.endAfterAnswers(),
    get certificateEnd() {
      return certificateEnd;
    },
    useCertificate(pair) {
      tls.setSecureContext(pair);
      certificateEnd = endOf(pair);
    },
    close(patience = CLOSE_PATIENCE_MS, idle = 0) {
      closing ??= close(patience, idle);
      return closing;
    },
  };
}

const endOf = ({ cert }: ListenerOptions['tls']): number => Date.parse(new X509Certificate(cert).validTo);

function createRequestServer({ routing, upgrade }: ListenerOptions, timeouts: Timeouts): Server {
  const http = createHttpServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.check,
    },
    routing,
  );
  // This server gets its connections from the ports instead of listening itself, and Node watches the limits of
  // headers and request only from this event on.
  http.emit('listening');
  if (upgrade) {
    http.on('upgrade', (req, socket, head) => {
      // The other protocol has limits of its own.
      (socket as Socket).setTimeout(0);
      if (!upgrade(req, socket, head)) withoutUpgrade(http, req, socket, head);
    });
  }
  return http;
}

/** Hands a connection back to HTTP: the request is read once more, without its wish. */
function withoutUpgrade(http: Server, req: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${req.method} ${req.url} HTTP/${req.httpVersion}`];
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i] as string;
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${req.rawHeaders[i + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  http.emit('connection', socket);
}

/** Waits for the first byte, puts it back, and passes the socket on. */
function sortByFirstByte(socket: Socket, timeout: number, handOn: (encrypted: boolean) => void): void {
  const hangUp = () => socket.destroy();
  socket.setTimeout(timeout, hangUp);
  socket.once('data', (chunk) => {
    socket.setTimeout(0);
    socket.off('timeout', hangUp);
    socket.pause();
    socket.unshift(chunk);
    handOn((chunk as Buffer)[0] === TLS_HANDSHAKE);
    process.nextTick(() => socket.resume());
  });
}

async function listen(server: ReturnType<typeof createTcpServer>, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}
