import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'undici';
import { HOUR_MS } from '../base/clock.ts';
import { NoServer } from './io.ts';
import { serverEvents } from './server-events.ts';

/** Address of a server and the certificate to expect there. */
export interface Server {
  /** Base address. */
  url: string;
  /** Certificates of the authorities to trust, PEM; default: the system's. */
  ca?: string | undefined;
  /** Name in the certificate, if it differs from the name in the address. */
  serverName?: string | undefined;
}

export interface Sent {
  headers?: Record<string, string>;
  json?: unknown;
  /** A form with files. */
  form?: FormData;
  /** A file as the whole body; its content type is in the headers. */
  file?: Uint8Array;
}

export interface Answer {
  status: number;
  bytes: Buffer;
  /** Parsed when it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any resource
  body: any;
}

type Streamed = ReturnType<typeof serverEvents>;

export interface Client {
  call(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Writes the body of an answer to a file as it comes; errors are handled as in `call`. */
  download(path: string, file: string, headers: Record<string, string>): Promise<Answer>;
  /** Opens a stream of server-sent events. Throws `CommandFailed` when no server answers, and never for a status. */
  stream(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answer & { events: Streamed }>;
  close(): Promise<void>;
}

/** Milliseconds until an answer begins: an upload of several gigabytes ends before it. */
const LONGEST_MS = 4 * HOUR_MS;

const NO_CONNECTION = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'UND_ERR_CONNECT_TIMEOUT']);

/** A client of one server. Its calls throw `CommandFailed` when no server answers, and never for a status. */
export async function openClient({ url, ca, serverName }: Server): Promise<Client> {
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({
    headersTimeout: LONGEST_MS,
    connect: { ...(ca === undefined ? {} : { ca }), ...(serverName === undefined ? {} : { servername: serverName }) },
  });
  return {
    async call(method, path, { headers = {}, json, form, file } = {}) {
      const response = await fetch(new URL(path, url), {
        method,
        dispatcher,
        headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        body: json === undefined ? ((form ?? file ?? null) as never) : JSON.stringify(json),
      }).catch((error) => {
        throw unreachable(url, error);
      });
      return answerOf(response);
    },
    async download(path, file, headers) {
      const response = await fetch(new URL(path, url), { dispatcher, headers }).catch((error) => {
        throw unreachable(url, error);
      });
      if (response.status >= 400 || !response.body) return answerOf(response);
      await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file, { mode: 0o600 }));
      return { status: response.status, bytes: Buffer.alloc(0), body: undefined };
    },
    async stream(path, headers, signal) {
      const accept = { ...headers, accept: 'text/event-stream' };
      const response = await fetch(new URL(path, url), { dispatcher, headers: accept, signal }).catch((error) => {
        throw unreachable(url, error);
      });
      if (response.status >= 400 || !response.body) return { ...(await answerOf(response)), events: serverEvents([]) };
      const events = serverEvents(response.body as AsyncIterable<Uint8Array>);
      return { status: response.status, bytes: Buffer.alloc(0), body: undefined, events };
    },
    close: () => dispatcher.close(),
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
}

function unreachable(url: string, error: Error): NoServer {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  const code = cause.code ?? cause.errors?.[0]?.code ?? '';
  if (NO_CONNECTION.has(code)) {
    return new NoServer(
      `No server answers at ${url}. Start one with "bonafide serve", or give the address of another with --url`,
    );
  }
  return new NoServer(`The server at ${url} can't be reached: ${cause.message || code}`);
}
