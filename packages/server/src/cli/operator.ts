import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { settingsTable } from '../config/settings.ts';
import { type Answer, type Client, openClient, type Sent, type Server } from './client.ts';
import { CommandFailed, type Io, NoServer, TryAgain } from './io.ts';
import { printable, printableJson } from './printable.ts';
import { readServerFile } from './server-file.ts';

/** Flags of every command that talks to a running server. */
export interface OperatorFlags {
  url?: string;
  ca?: string;
  operatorKey?: string;
  data?: string;
  json?: boolean;
}

/** Adds the flags that say which server, with which key, and how to print. */
export function forOperator(command: Command): Command {
  return command
    .option('--url <address>', 'base address of the server (BONAFIDE_URL); default: the server of the data directory')
    .option('--ca <file>', 'PEM file of the certificate authority to trust (BONAFIDE_CA)')
    .option('--operator-key <key>', 'key of the operator interface (BONAFIDE_OPERATOR_KEY)')
    .option('--data <directory>', 'data directory of a server on this machine (BONAFIDE_DATA)')
    .option('--json', 'print JSON, for scripts');
}

/** The running server: every command goes through its operator interface, none to the store. */
export interface Operator {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any resource
  call(method: string, path: string, json?: unknown): Promise<any>;
  /** Writes what the server answers to a file, as it comes. */
  download(path: string, file: string): Promise<void>;
  /** Sends a file as the whole body. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any resource
  upload(method: string, path: string, file: Uint8Array): Promise<any>;
  /** Sends fields, and the files of these paths as parts named `file`, which stream from the disk. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any resource
  send(path: string, fields: Readonly<Record<string, string>>, files: readonly string[]): Promise<any>;
  /** Id of the account of that id or name; without one, of the only account. */
  account(named: string | undefined): Promise<string>;
  readonly server: Server;
  close(): Promise<void>;
}

/** Data directory of a server on this machine. */
export function dataDirectory(flags: OperatorFlags, { env }: Io): string {
  return resolve(flags.data ?? (env[settingsTable.data.env] || settingsTable.data.fallback));
}

/** Finds the server and its key: flags go over the environment, that over the data directory. */
export async function connectOperator(flags: OperatorFlags, io: Io): Promise<Operator> {
  const data = dataDirectory(flags, io);
  const server = findServer(flags, io, data);
  const key = findKey(flags, io, data);
  const client = await openClient(server);
  const call = (method: string, path: string, json?: unknown) => operate(client, key, method, path, { json });
  return {
    server,
    call,
    download: async (path, file) => {
      const answer = await client.download(`/operator/v1${path}`, file, { authorization: `Bearer ${key}` });
      bodyOf(answer);
    },
    upload: (method, path, file) =>
      operate(client, key, method, path, { file, headers: { 'content-type': 'application/octet-stream' } }),
    send: async (path, fields, files) => operate(client, key, 'POST', path, { form: await formOf(fields, files) }),
    close: () => client.close(),
    async account(idOrName) {
      const { accounts } = (await call('GET', '/accounts')) as { accounts: { id: string; name: string }[] };
      const fitting =
        idOrName === undefined ? accounts : accounts.filter(({ id, name }) => id === idOrName || name === idOrName);
      if (fitting.length === 1) return (fitting[0] as { id: string }).id;
      if (idOrName !== undefined && fitting.length === 0) throw new CommandFailed(`There is no account ${idOrName}`);
      throw new CommandFailed('Several accounts match. Choose one with --account and its id');
    },
  };
}

async function formOf(fields: Readonly<Record<string, string>>, files: readonly string[]): Promise<FormData> {
  const { FormData } = await import('undici');
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const path of files) {
    try {
      form.append('file', await openAsBlob(path), basename(path));
    } catch (error) {
      throw new CommandFailed(`The file ${path} can't be read: ${(error as Error).message}`);
    }
  }
  // Of the library that sends it.
  return form as unknown as FormData;
}

/** Finds the server of a command: flags go over the environment, that over the data directory. */
export function findServer(flags: OperatorFlags, { env }: Io, data: string): Server {
  const url = flags.url ?? env.BONAFIDE_URL;
  const caFile = flags.ca ?? env.BONAFIDE_CA;
  const local = readServerFile(data);
  if (url) return { url, ca: read(caFile ?? (local?.base_url === url ? (local.ca_file ?? undefined) : undefined)) };
  if (!local) {
    throw new NoServer(
      `No server runs on the data directory ${data}. Start one with "bonafide serve", or choose another with --url or --data`,
    );
  }
  return {
    url: local.base_url,
    ca: read(caFile ?? local.ca_file ?? undefined),
    serverName: local.server_name ?? undefined,
  };
}

function findKey(flags: OperatorFlags, { env }: Io, data: string): string {
  const key = flags.operatorKey ?? env[settingsTable.operatorKey.env];
  if (key) return key;
  const file = join(data, 'operator.key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new CommandFailed(
    `There is no operator key: ${file} does not exist. Give the key with --operator-key or BONAFIDE_OPERATOR_KEY`,
  );
}

function read(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(`The certificate ${file} can't be read: ${(error as Error).message}`);
  }
}

interface ServerError {
  readonly message: string;
  readonly fields?: unknown;
}

async function operate(client: Client, key: string, method: string, path: string, sent: Sent): Promise<unknown> {
  const headers = { ...sent.headers, authorization: `Bearer ${key}` };
  return bodyOf(await client.call(method, `/operator/v1${path}`, { ...sent, headers }));
}

/** Returns the body of the server's answer. Throws `CommandFailed` for an error. */
export function bodyOf({ status, body }: Answer): unknown {
  if (status < 400) return body;
  const { message, fields } = (body?.error ?? { message: `The server answered ${status}` }) as ServerError;
  const text = printable(fields === undefined ? message : `${message}: ${explain(fields)}`);
  throw status === 429 || status >= 500 ? new TryAgain(text) : new CommandFailed(text);
}

/** The messages of invalid fields, in one line. */
export function explain(fields: unknown): string {
  if (typeof fields === 'string') return fields;
  return Object.entries(fields as Record<string, unknown[]>)
    .map(
      ([field, messages]) =>
        `${field} ${messages.map((message) => (typeof message === 'string' ? message : explain(message))).join(', ')}`,
    )
    .join('; ');
}

/** Runs `work` with the server and prints what it answers: JSON when asked for, else as `print` has it. */
export async function withOperator<T>(
  flags: OperatorFlags,
  io: Io,
  work: (operator: Operator) => Promise<T>,
  print: (answer: T) => string,
): Promise<void> {
  const operator = await connectOperator(flags, io);
  try {
    const answer = await work(operator);
    io.out(flags.json ? printableJson(answer ?? {}) : printable(print(answer)));
  } finally {
    await operator.close();
  }
}
