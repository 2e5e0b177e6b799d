import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../base/clock.ts';

/** Milliseconds for which a client may continue a request that is answered already. */
const LINGER_MS = 5_000;

/** Bytes of such a request that are read: an upload of the largest document, so that its client gets to see the answer. */
const LINGER_BYTES = 16 * 1024 * 1024;

/** Knows every connection and which of them have a running request, to end them well. */
export class Connections {
  /** Accepted connections of both ports, encrypted or not. */
  readonly #accepted = new Set<Socket>();
  /**
   * Connections that haven't sent a byte, and connections that use HTTP, as the HTTP server sees them: a TLS socket if encrypted.
   */
  readonly #droppable = new Set<Socket>();
  readonly #running = new Map<Socket, Set<ServerResponse>>();
  readonly #clock: Clock;
  #draining: (() => void) | undefined;
  #ending = false;
  #dropsIdle = false;

  constructor(http: Server, clock: Clock) {
    this.#clock = clock;
    http.on('connection', (socket: Socket) => this.#serveHttp(socket));
    http.prependListener('request', (req, res) => this.#runs(req.socket, res));
  }

  accept(socket: Socket): void {
    // A reader of the socket receives its errors too; until then a reset must not end the process.
    socket.on('error', () => {});
    this.#accepted.add(socket);
    this.#droppable.add(socket);
    socket.once('close', () => {
      this.#accepted.delete(socket);
      this.#droppable.delete(socket);
      if (this.#accepted.size === 0) this.#draining?.();
    });
  }

  /** Returns whether a request of the connection has not been answered whole. */
  isServing(socket: Socket): boolean {
    return this.#running.has(socket);
  }

  /** Notes the first byte of a connection. Until its first request, the connection looks busy with its handshake. */
  onFirstByte(socket: Socket): void {
    this.#droppable.delete(socket);
  }

  #serveHttp(socket: Socket): void {
    this.#droppable.add(socket);
    socket.once('close', () => this.#droppable.delete(socket));
    // Node calls it after an answer that says `Connection: close`.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const responses = [...(this.#running.get(socket) ?? [])];
      const unread = this.#draining ? undefined : responses.find(({ req }) => !req.complete);
      if (unread) this.#linger(socket, unread, destroySoon);
      else destroySoon();
    };
    if (this.#dropsIdle) socket.destroy();
  }

  /**
   * Ends a connection whose request is answered and still arrives. Closed at once, it would be reset, and the client might
   * lose the answer (RFC 9112, 9.6); so it is read for a while first, and no further than a bound.
   */
  #linger(socket: Socket, { req }: ServerResponse, destroySoon: () => void): void {
    let left = LINGER_BYTES;
    socket.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) socket.destroy();
    });
    req.once('end', destroySoon);
    socket.once(
      'close',
      this.#clock.schedule(LINGER_MS, () => socket.destroy()),
    );
    socket.end();
  }

  #runs(socket: Socket, res: ServerResponse): void {
    const responses = this.#running.get(socket) ?? new Set();
    this.#running.set(socket, responses.add(res));
    if (this.#ending) res.setHeader('connection', 'close');
    res.once('close', () => {
      responses.delete(res);
      if (responses.size > 0) return;
      this.#running.delete(socket);
      if (this.#draining) socket.destroySoon();
    });
  }

  /** Ends each connection with its next answer, so that clients and proxies open their next connection elsewhere. */
  endAfterAnswers(): void {
    this.#ending = true;
    for (const responses of this.#running.values()) {
      for (const res of responses) if (!res.headersSent) res.setHeader('connection', 'close');
    }
  }

  /**
   * Resolves when the last connection is closed, which it is after `patience` milliseconds at the latest. Connections without a request
   * are closed after `idle` milliseconds: until then, the request that a proxy has just sent on one of them is still answered.
   */
  async drain(patience: number, idle: number): Promise<void> {
    this.endAfterAnswers();
    if (this.#accepted.size === 0) return;
    const drained = new Promise<void>((resolve) => {
      this.#draining = resolve;
    });
    const stopIdle = idle > 0 ? this.#clock.schedule(idle, () => this.#dropIdle()) : this.#dropIdle();
    const stop = this.#clock.schedule(patience, () => {
      for (const socket of this.#accepted) socket.destroy();
    });
    await drained;
    stopIdle?.();
    stop();
  }

  #dropIdle(): undefined {
    this.#dropsIdle = true;
    for (const socket of this.#droppable) {
      if (!this.#running.has(socket)) socket.destroy();
    }
  }
}
