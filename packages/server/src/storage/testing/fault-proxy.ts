import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Fault =
  /** Ends each connection without an answer. */
  | { readonly kind: 'gone' }
  /** Takes requests and never answers. */
  | { readonly kind: 'silent' }
  /** Answers after a delay, in milliseconds. */
  | { readonly kind: 'slow'; readonly delay: number }
  /** Answers with a status. */
  | { readonly kind: 'status'; readonly status: number }
  /** Refuses writes as a store without room does. */
  | { readonly kind: 'full' }
  /** Ends the connection in the middle of an answer of GET. */
  | { readonly kind: 'cut' }
  /** Changes the last byte of an answer of GET. */
  | { readonly kind: 'changed' };

/** The answer of MinIO to a write for which its disks have no room. */
const FULL =
  '<Error><Code>XMinioStorageFull</Code><Message>Storage backend has reached its minimum free drive threshold</Message></Error>';

/** Stands before an object store and has its faults. Requests pass unchanged, so their signatures stay valid. */
export class FaultProxy {
  readonly #target: URL;
  readonly #server = createServer((req, res) => void this.#pass(req, res).catch(() => res.destroy()));
  #fault: Fault | undefined;
  #times = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Gives the next requests a fault: `times` of them, or all until `heal`. */
  break(fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#fault = fault;
    this.#times = times;
  }

  heal(): void {
    this.#fault = undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const fault = this.#next(req);
    if (fault?.kind === 'gone') return void req.socket.destroy();
    const body = await buffer(req);
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'status') return void res.writeHead(fault.status).end();
    if (fault?.kind === 'full') return void res.writeHead(507).end(FULL);
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.delay));
    const { statusCode, headers, bytes } = await this.#forward(req, body);
    res.writeHead(statusCode as number, headers);
    if (fault?.kind === 'cut') return void res.write(bytes.subarray(0, bytes.length / 2), () => req.socket.destroy());
    if (fault?.kind === 'changed') bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    res.end(bytes);
  }

  #next({ method }: IncomingMessage): Fault | undefined {
    const fault = this.#fault;
    if (!fault || this.#times === 0) return undefined;
    if ((fault.kind === 'cut' || fault.kind === 'changed') && method !== 'GET') return undefined;
    if (fault.kind === 'full' && method !== 'PUT' && method !== 'POST') return undefined;
    this.#times -= 1;
    return fault;
  }

  async #forward({ method, url, headers }: IncomingMessage, body: Buffer) {
    const { hostname, port } = this.#target;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, method, path: url, headers }, resolve).once('error', reject).end(body);
    });
    const bytes = await buffer(answer);
    return { statusCode: answer.statusCode, headers: answer.headers, bytes };
  }
}
