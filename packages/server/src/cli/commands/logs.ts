import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { type Api, type ApiFlags, forApi, withApi } from '../api.ts';
import { CommandFailed, type Io, NoServer, TryAgain } from '../io.ts';
import { paint } from '../paint.ts';
import { printable, printableJson } from '../printable.ts';

interface TailFlags extends ApiFlags {
  status?: string;
  path?: string;
  method?: string;
  last: string;
  follow: boolean;
}

interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly latency_ms: number;
  readonly error_type: string | null;
  readonly error_message: string | null;
}

/** Milliseconds between two looks at the log. */
const INTERVAL_MS = 1_000;

/** Requests that one look reads. */
const PAGE = 100;

/** `bonafide logs`: the log of API requests. */
export function logsCommand(io: Io): Command {
  const logs = new Command('logs').description('the log of API requests');
  forApi(logs.command('tail').description('show API requests as they are answered'))
    .option('--status <status>', 'only this status or class, such as 404 or 4xx')
    .option('--path <route>', 'only this route without the version, such as /applicants/:id')
    .option('--method <method>', 'only this method, such as POST')
    .option('--last <n>', 'number of earlier requests to begin with, 0 to 100', '10')
    .option('--no-follow', 'end after the earlier requests')
    .action((flags: TailFlags) => withApi(flags, io, (api) => tail(api, flags, io)));
  return logs;
}

async function tail(api: Api, flags: TailFlags, io: Io): Promise<void> {
  const last = Number(flags.last);
  if (!Number.isInteger(last) || last < 0 || last > PAGE) throw new CommandFailed('--last is a number from 0 to 100');
  const stopped = io.untilStopped?.() ?? new AbortController().signal;
  const earlier = await newest(api, flags);
  for (const entry of earlier.slice(0, last).reverse()) show(entry, flags, io);
  let shown = new Set(earlier.map(({ id }) => id));
  while (flags.follow && !stopped.aborted) {
    await pause(INTERVAL_MS, undefined, { signal: stopped }).catch(() => {});
    if (stopped.aborted) return;
    const found = await newest(api, flags).catch((error) => {
      if (error instanceof NoServer || error instanceof TryAgain) return undefined;
      throw error;
    });
    // The service is restarted, or busy.
    if (!found) continue;
    const fresh = found.filter(({ id }) => !shown.has(id));
    if (fresh.length === PAGE) io.err('Some requests are left out: more came than one page holds');
    for (const entry of fresh.reverse()) show(entry, flags, io);
    shown = new Set([...shown, ...found.map(({ id }) => id)].slice(-2 * PAGE));
  }
}

async function newest(api: Api, { status, path, method }: TailFlags): Promise<LoggedRequest[]> {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (status) query.set('status', status);
  if (path) query.set('route', path);
  if (method) query.set('method', method.toUpperCase());
  return (await api.call('GET', `/requests?${query}`)).requests;
}

function show(entry: LoggedRequest, { json }: TailFlags, io: Io): void {
  if (json) {
    io.out(printableJson(entry, 0));
    return;
  }
  const { at, status, method, route, latency_ms: ms, request_id: id, error_type: type, error_message: message } = entry;
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red';
  const why = type === null ? '' : `  ${type}: ${message}`;
  const place = printable(`${method.padEnd(6)} ${route}`);
  io.out(`${at.slice(11, 19)}  ${paint(io, colour, String(status))}  ${place}  ${ms} ms  ${id}${printable(why)}`);
}
