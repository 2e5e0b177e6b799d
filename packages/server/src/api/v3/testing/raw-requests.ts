import { connect } from 'node:tls';
import type { TestService } from '../../../testing/service.ts';

interface Received {
  /** Status of each answer on the connection, an interim one before. */
  readonly statuses: number[];
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

/** Writes bytes on a connection of their own; `rest` once an interim answer has come. */
export function exchange({ baseUrl, ca }: TestService, first: string | Buffer, rest?: Buffer): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca, servername: hostname }, () => {
      socket.write(first);
    });
    let text = '';
    let waits = rest !== undefined;
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (!waits || !text.includes('\r\n\r\n')) return;
      waits = false;
      socket.write(rest as Buffer);
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(parse(text)));
  });
}

function parse(text: string): Received {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', ...more] = last.split('\r\n\r\n');
  const body = more.join('\r\n\r\n');
  const json = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
  return { statuses, head, body: json === '' ? body : JSON.parse(json) };
}

/** A request; its length is added where it has a body that is not chunked. */
export function request(line: string, headers: readonly string[], body: string | Buffer = '', close = true): Buffer {
  const bytes = Buffer.from(body);
  const isChunked = headers.some((header) => /^transfer-encoding/i.test(header));
  const length = bytes.length > 0 && !isChunked ? [`Content-Length: ${bytes.length}`] : [];
  const lines = [line, 'Host: localhost', ...headers, ...length, ...(close ? ['Connection: close'] : []), '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), bytes]);
}

/** A body in pieces of so many bytes, as a client sends it that doesn't know its length. */
export function chunked(bytes: Buffer, size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16).toUpperCase()}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

export interface Part {
  /** Lines before the bytes. */
  readonly head: readonly string[];
  readonly bytes: string | Buffer;
}

export function multipart(boundary: string, parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ head, bytes }) => [
    Buffer.from([`--${boundary}`, ...head, '', ''].join('\r\n')),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}
