// Loads a service from a process of its own, so that its work does not delay the requests that are measured.
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Child } from './child.ts';
import type { Call } from './client.ts';
import { benchScript } from './service.ts';

/** A crowd: the same request on many connections at once. */
export interface Crowd {
  readonly port: number;
  readonly connections: number;
  /** File with the bytes of the request, headers included. */
  readonly file: string;
  /** Reads each answer and sends the request again; otherwise no answer is read. */
  readonly reads: boolean;
}

/** The bytes of a request as they go over the wire. */
export function bytesOf({ method, path, headers, body = '' }: Call): Buffer {
  const bytes = Buffer.from(body);
  const all = { ...headers, host: '127.0.0.1', ...(method === 'POST' && { 'content-length': String(bytes.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
}

/** Starts a crowd in another process; `stop` of it drops all connections. */
export function startCrowd(crowd: Crowd): Child {
  return new Child(benchScript, ['crowd', JSON.stringify(crowd)]);
}

/** Runs as the process of a crowd, until it is killed. */
export function serveCrowd(argument: string): void {
  const { port, connections, file, reads } = JSON.parse(argument) as Crowd;
  const request = readFileSync(file);
  for (let i = 0; i < connections; i++) open(port, request, reads);
}

function open(port: AddressInfo['port'], request: Buffer, reads: boolean): void {
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request));
  const again = () => setTimeout(() => open(port, request, reads), 100);
  socket.on('error', () => {}).once('close', again);
  // Answers to uploads are small: each comes in one piece.
  if (reads) socket.on('data', () => socket.write(request));
  else socket.pause();
}
