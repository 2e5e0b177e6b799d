import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

export interface CeilingSettings {
  readonly port: number;
  /** Body of each answer. */
  readonly answer: string;
}

/** Answers each packet with the same bytes, unread: what the load generator reaches at most on this machine. */
export async function serveCeiling(settingsFile: string): Promise<void> {
  const { port, answer }: CeilingSettings = JSON.parse(readFileSync(settingsFile, 'utf8'));
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(answer)}\r\n\r\n`;
  const bytes = Buffer.from(head + answer);
  createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(bytes));
    socket.on('error', () => socket.destroy());
  }).listen(port, '127.0.0.1');
}
