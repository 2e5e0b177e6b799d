// Loads a service from a process of its own, so that its work does not delay the requests that are measured.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Child } from './child.ts';
import type { Call } from './client.ts';
import { benchScript } from './service.ts';

/** A crowd: requests on many connections at once. */
export interface Crowd {
  readonly port: number;
  readonly connections: number;
  /** Files with the bytes of a request each, headers included. The connections take them in turn. An empty file sends nothing. */
  readonly files: readonly string[];
  /**
   * `again` sends the request once more after each answer. `once` sends it once and reads what comes. `unread` sends it once and
   * reads nothing.
   */
  readonly manner: 'again' | 'once' | 'unread';
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
  const crowd = JSON.parse(argument) as Crowd;
  const requests = crowd.files.map((file) => readFileSync(file));
  for (let i = 0; i < crowd.connections; i++) open(crowd, requests[i % requests.length] as Buffer);
}

function open(crowd: Crowd, request: Buffer): void {
  const socket = connect(crowd.port, '127.0.0.1', () => socket.write(request));
  const reopen = () => setTimeout(() => open(crowd, request), 100);
  socket.on('error', () => {}).once('close', reopen);
  // Answers to uploads and checks are small: each comes in one piece.
  if (crowd.manner === 'again') socket.on('data', () => socket.write(request));
  else if (crowd.manner === 'once') socket.resume();
  else socket.pause();
}
