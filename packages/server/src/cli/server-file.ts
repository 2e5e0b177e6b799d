import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../tls/pem-file.ts';

/** File by which commands on the same machine find the server of a data directory. */
export interface ServerFile {
  base_url: string;
  http_base_url: string | null;
  /** Certificate of the authority to trust, PEM file; null with a given certificate. */
  ca_file: string | null;
  /** Name in the operator's certificate; null if the service created its certificate itself. */
  server_name: string | null;
  pid: number;
}

const fileOf = (data: string) => join(data, 'server.json');

export function writeServerFile(data: string, server: ServerFile): Promise<void> {
  return writeWhole(fileOf(data), `${JSON.stringify(server, null, 2)}\n`, 0o600);
}

/** Undefined when no server has run on the directory, or the last one was stopped. */
export function readServerFile(data: string): ServerFile | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(data), 'utf8')) as ServerFile;
  } catch {
    return undefined;
  }
}

/** Returns whether the server that wrote the file is alive. */
export function serverRuns(data: string): boolean {
  const server = readServerFile(data);
  if (!server) return false;
  try {
    process.kill(server.pid, 0);
    return true;
  } catch (error) {
    // Alive, but of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes the file of the server `pid`, unless another has written its own since. */
export async function removeServerFile(data: string, pid: number): Promise<void> {
  if (readServerFile(data)?.pid === pid) await rm(fileOf(data), { force: true });
}
