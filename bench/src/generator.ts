import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from './client.ts';
import { benchScript } from './service.ts';

/** Duration of a load: so many seconds or, for slow answers, until so many have come. */
export type Extent = { readonly seconds: number } | { readonly requests: number };

/** Result of one load. */
export interface Found {
  /** Answers of any status. */
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not a success, and connections that broke. */
  readonly failures: number;
}

interface LoadSettings {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A file, since a body may be bytes. */
  readonly bodyFile: string | null;
  readonly inTurn: NonNullable<Call['inTurn']>;
  readonly numbered: string | undefined;
  readonly connections: number;
  readonly extent: Extent;
}

/** Seconds after which a request counts as failed. */
const TIMEOUT_SECONDS = 60;

const hasWrk = spawnSync('wrk', ['-v']).error === undefined;

/**
 * The load generator of measurements in seconds: `wrk` where it is installed, else autocannon, which is a Node program
 * and slower than the servers that it loads.
 */
export const generator = hasWrk ? 'wrk' : 'autocannon';

/** Loads one address from a process of its own, so that the load takes no turns of this event loop. */
export async function generateLoad(url: string, call: Call, extent: Extent, connections: number): Promise<Found> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-load-'));
  try {
    const { method, path, headers, body, inTurn = [], numbered } = call;
    const bodyFile = body === undefined ? null : join(directory, 'body');
    if (bodyFile) await writeFile(bodyFile, body as string | Buffer);
    const settings: LoadSettings = {
      url: url + path,
      method,
      headers,
      bodyFile,
      inTurn,
      numbered,
      connections,
      extent,
    };
    if (hasWrk && 'seconds' in extent) return await runWrk(settings, extent.seconds, directory);
    const file = join(directory, 'load.json');
    await writeFile(file, JSON.stringify(settings));
    return JSON.parse(await output(process.execPath, [benchScript, 'load', file]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Summary that `wrk` prints last, in its own microseconds. */
interface WrkSummary {
  requests: number;
  microseconds: number;
  p50: number;
  p99: number;
  failures: number;
}

/** Texts of JSON are texts of Lua as long as they are ASCII and have no escapes, as headers here. */
const lua = JSON.stringify;

async function runWrk(settings: LoadSettings, seconds: number, directory: string): Promise<Found> {
  const { url, method, headers, bodyFile, inTurn, numbered, connections } = settings;
  const script = join(directory, 'load.lua');
  await writeFile(
    script,
    `wrk.method = ${lua(method)}
${luaHeaders(headers)}
${bodyFile ? `wrk.body = io.open(${lua(bodyFile)}, "rb"):read("*a")` : ''}
function done(summary, latency, requests)
  local errors = summary.errors
  local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\\n{"requests":%d,"microseconds":%d,"p50":%f,"p99":%f,"failures":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failures))
end
${inTurn.length === 0 ? '' : luaTurns(inTurn)}${numbered === undefined ? '' : luaNumbers(numbered)}
`,
  );
  const flags = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`];
  const printed = await output('wrk', [...flags, '-s', script, url]);
  const { requests, microseconds, p50, p99, failures }: WrkSummary = JSON.parse(
    printed.slice(printed.lastIndexOf('\n') + 1),
  );
  return { requests, seconds: microseconds / 1e6, p50: p50 / 1000, p99: p99 / 1000, failures };
}

const luaHeaders = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
    .join('\n');

/** A script that writes all requests before the load begins and then sends them in turn. */
const luaTurns = (calls: LoadSettings['inTurn']): string => `
local requests, last = {}, 0
function init()
${calls.map(({ path, headers }) => `${luaHeaders(headers)}\nrequests[#requests + 1] = wrk.format(nil, ${lua(path)})`).join('\n')}
end
function request()
  last = last % #requests + 1
  return requests[last]
end
`;

/** A script that counts requests in a header. The count begins with the time, so that no two loads share a value. */
const luaNumbers = (header: string): string => `
local count = 0
function request()
  count = count + 1
  wrk.headers[${lua(header)}] = ${lua(`${Date.now()}-`)} .. count
  return wrk.format()
end
`;

/** Used part of autocannon, which has no types of its own. */
type Autocannon = (options: object) => Promise<{
  /** Seconds. */
  duration: number;
  requests: { total: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}>;

interface AutocannonClient {
  setHeaders(headers: Record<string, string>): void;
  on(event: 'response', listener: () => void): void;
}

/** Gives each request of a connection another value of a header. */
function numbering(header: string, headers: Record<string, string>) {
  return (client: AutocannonClient): void => {
    const next = () => client.setHeaders({ ...headers, [header]: randomUUID() });
    next();
    client.on('response', next);
  };
}

/** The process that loads a target with autocannon; prints what it found as JSON. */
export async function runAutocannon(settingsFile: string): Promise<void> {
  const { extent, bodyFile, inTurn, numbered, ...request }: LoadSettings = JSON.parse(
    await readFile(settingsFile, 'utf8'),
  );
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
  const until = 'seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests };
  const body = bodyFile === null ? {} : { body: await readFile(bodyFile) };
  const { duration, requests, latency, non2xx, errors } = await autocannon({
    ...request,
    ...until,
    ...body,
    ...(inTurn.length > 0 && { requests: inTurn }),
    ...(numbered !== undefined && { setupClient: numbering(numbered, request.headers) }),
    timeout: TIMEOUT_SECONDS,
  });
  const found: Found = {
    requests: requests.total,
    seconds: duration,
    p50: latency.p50,
    p99: latency.p99,
    failures: non2xx + errors,
  };
  console.log(JSON.stringify(found));
}

async function output(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}
