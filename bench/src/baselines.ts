import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from '../../packages/server/src/testing/free-port.ts';
import type { BareSettings, Fixture } from './bare-server.ts';
import type { CeilingSettings } from './ceiling-server.ts';
import { answerOf, Child } from './child.ts';
import { type Call, make } from './client.ts';
import type { DataPlace } from './database.ts';
import { benchScript, type RunningService } from './service.ts';

// A folder of its own, which `npm ci` of the workspace leaves empty: 160 packages, 110 MB. As seen from `bench/dist`.
const prismRequire = createRequire(new URL('../prism/package.json', import.meta.url));

/** A server beside ours that answers the same requests. */
export interface Baseline {
  readonly url: string;
  /** Id of its process. */
  readonly pid: number;
  /** The same over TLS. */
  readonly httpsUrl?: string;
  stop(): Promise<void>;
}

/** Makes the call once at the service, and keeps its answer for the bare framework to repeat. */
export async function fixtureOf(service: RunningService, call: Call): Promise<Fixture> {
  const answer = await make(service, call);
  const json = call.headers['content-type'] === 'application/json';
  return {
    method: call.method,
    path: new URL(call.path, service.http_base_url).pathname,
    status: answer.status,
    answer: await answer.text(),
    ...(json ? { sent: JSON.parse(String(call.body)) } : {}),
  };
}

/** Starts the bare framework. Throws when it doesn't answer the very bytes of the service. */
export async function startBare(place: DataPlace, fixtures: readonly Fixture[]): Promise<Baseline> {
  const [port, httpsPort] = [await freePort(), await freePort()];
  const tls = { key: join(place.directory, 'tls/server.key'), cert: join(place.directory, 'tls/server.pem') };
  const file = join(place.directory, 'bare.json');
  await writeFile(file, JSON.stringify({ fixtures, port, httpsPort, tls } satisfies BareSettings));
  const child = new Child(benchScript, ['bare', file]);
  const url = `http://127.0.0.1:${port}`;
  await child.until(() => answerOf(url));
  for (const { method, path, answer } of fixtures) {
    if (method !== 'GET') continue;
    const bare = await (await fetch(url + path)).text();
    if (bare !== answer) throw new Error(`The bare framework answers ${path} with other bytes than the service`);
  }
  return { url, pid: child.pid, httpsUrl: `https://127.0.0.1:${httpsPort}`, stop: () => child.stop() };
}

/** Starts a server that answers every packet with the same bytes: no server of Node is faster. */
export async function startCeiling(place: DataPlace, answer: string): Promise<Baseline> {
  const file = join(place.directory, 'ceiling.json');
  const port = await freePort();
  await writeFile(file, JSON.stringify({ port, answer } satisfies CeilingSettings));
  const child = new Child(benchScript, ['ceiling', file]);
  const url = `http://127.0.0.1:${port}`;
  await child.until(() => answerOf(url));
  return { url, pid: child.pid, stop: () => child.stop() };
}

/** Starts Prism on the service's own OpenAPI document; undefined, and said so, where it is not installed. */
export async function startPrism(place: DataPlace, service: RunningService): Promise<Baseline | undefined> {
  const prism = prismFolder();
  if (!prism) {
    console.error('Prism is not installed, so no figure is compared with it. Install it: npm ci --prefix bench/prism');
    return undefined;
  }
  const file = join(place.directory, 'openapi.json');
  const document = await fetch(`${service.http_base_url}/openapi/v3.6.json`);
  await writeFile(file, await document.text());
  const port = await freePort();
  const child = new Child(join(prism, 'dist/index.js'), ['mock', file, '-p', String(port), '-v', 'error']);
  const url = `http://127.0.0.1:${port}`;
  await child.until(() => answerOf(url));
  return { url, pid: child.pid, stop: () => child.stop('SIGKILL') };
}

function prismFolder(): string | undefined {
  try {
    return dirname(prismRequire.resolve('@stoplight/prism-cli/package.json'));
  } catch {
    return undefined;
  }
}
