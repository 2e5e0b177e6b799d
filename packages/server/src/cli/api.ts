import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { published } from '../base/versions.ts';
import { openClient, type Sent } from './client.ts';
import { CommandFailed, type Io } from './io.ts';
import { bodyOf, dataDirectory, findServer } from './operator.ts';
import type { ServerEvent } from './server-events.ts';

/** Flags of every command that uses the API with a token, as a client's server does. */
export interface ApiFlags {
  url?: string;
  ca?: string;
  data?: string;
  json?: boolean;
}

const TOKEN = 'BONAFIDE_API_TOKEN';

/** Adds the flags that say which server, and how to print. Tokens have no flag, because other users see the flags of a process. */
export function forApi(command: Command): Command {
  return command
    .option('--url <address>', 'base address of the service (BONAFIDE_URL); default: the server of the data directory')
    .option('--ca <file>', 'PEM file of the certificate authority to trust (BONAFIDE_CA)')
    .option('--data <directory>', 'data directory of a server on this machine (BONAFIDE_DATA)')
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      `\nThe API token comes from ${TOKEN} or from ~/.config/bonafide/config.json, for example\n{"url": "https://id.example.com", "api_token": "…"}\nOnly you may read the file: chmod 600.\n\nExit codes: 0 done, 1 failed, 2 the service can't be reached or is too busy.`,
    );
}

/** The API of a service, with the account and environment of a token. */
export interface Api {
  readonly token: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any resource
  call(method: string, path: string, sent?: Sent): Promise<any>;
  /** A stream of server-sent events. */
  stream(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<AsyncGenerator<ServerEvent>>;
  close(): Promise<void>;
}

interface ConfigFile {
  readonly url?: string;
  readonly ca?: string;
  readonly api_token?: string;
}

/** Reads the configuration of the person; empty without a file. Throws `CommandFailed` where others may read the file. */
function readConfig({ env }: Io): ConfigFile {
  const file = join(env.XDG_CONFIG_HOME || join(env.HOME ?? '', '.config'), 'bonafide', 'config.json');
  let text: string;
  try {
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
      throw new CommandFailed(`Other users may read ${file}. Run: chmod 600 ${file}`);
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`${file} can't be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) as ConfigFile;
  } catch {
    throw new CommandFailed(`${file} is not JSON`);
  }
}

/** Opens the API: flags go over the environment, that over the file of the person, that over the data directory. */
async function connectApi(flags: ApiFlags, io: Io): Promise<Api> {
  const config = readConfig(io);
  const token = io.env[TOKEN] || config.api_token;
  if (!token)
    throw new CommandFailed(
      `There is no API token. Set ${TOKEN}, or put api_token into ~/.config/bonafide/config.json`,
    );
  const url = flags.url ?? io.env.BONAFIDE_URL ?? config.url;
  const ca = flags.ca ?? io.env.BONAFIDE_CA ?? config.ca;
  const found = { ...flags, ...(url !== undefined && { url }), ...(ca !== undefined && { ca }) };
  const client = await openClient(findServer(found, io, dataDirectory(flags, io)));
  const base = `/${published.at(-1)?.name}`;
  const authorization = `Token token=${token}`;
  return {
    token,
    async call(method, path, sent = {}) {
      return bodyOf(await client.call(method, base + path, { ...sent, headers: { ...sent.headers, authorization } }));
    },
    async stream(path, headers, signal) {
      const answer = await client.stream(base + path, { ...headers, authorization }, signal);
      bodyOf(answer);
      return answer.events;
    },
    close: () => client.close(),
  };
}

/** Runs `work` with the API, and closes it. */
export async function withApi(flags: ApiFlags, io: Io, work: (api: Api) => Promise<void>): Promise<void> {
  const api = await connectApi(flags, io);
  try {
    await work(api);
  } finally {
    await api.close();
  }
}

const UNITS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

/** A time in the past as ISO 8601: `2h` for two hours ago (units s, m, h, d), or an ISO 8601 time. Throws `CommandFailed`. */
export function timeOfFlag(text: string, flag: string, now: number): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time = count === undefined ? Date.parse(text) : now - Number(count) * UNITS[unit as keyof typeof UNITS];
  if (Number.isNaN(time)) {
    throw new CommandFailed(`"${text}" is not a time for ${flag}. Write 30m, 2h, 7d or 2026-01-15T09:30:00Z`);
  }
  return new Date(time).toISOString();
}
