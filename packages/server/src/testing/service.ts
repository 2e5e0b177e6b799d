import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import pino, { type Logger } from 'pino';
import { Agent, type FormData, fetch, type RequestInit, type Response } from 'undici';
import { afterAll, beforeAll } from 'vitest';
import { createAccount } from '../accounts/create.ts';
import { mintToken } from '../accounts/tokens/mint.ts';
import { directAnalyser } from '../analysis/testing/direct-analyser.ts';
import { startService as start } from '../app.ts';
import { insertAddresses } from '../applicants/addresses/import.ts';
import { sampleAddresses } from '../applicants/addresses/sample.ts';
import type { Clock } from '../base/clock.ts';
import type { Versions } from '../base/versions.ts';
import { readSettings, type SettingName } from '../config/settings.ts';
import type { AccountSettings } from '../context/account-settings.ts';
import { systemPrincipal } from '../context/principal.ts';
import { runDirectly } from '../screening/testing/run-directly.ts';
import type { Environment } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { TestClock } from './clock.ts';
import { migratedDatabase } from './database.ts';
import { copyFirstStart } from './first-start.ts';
import { sendTwice } from './lost-answers.ts';

export interface StartOptions {
  /** Settings by flag name, as on the command line. */
  settings?: Partial<Record<SettingName, string>>;
  /** Settings of the first account. */
  account?: Partial<AccountSettings>;
  /** Runs on the system's clock, and jobs by themselves; default: a clock that the test moves. */
  realTime?: boolean;
  /** Time of the service's machine clock, with `realTime`; default: the right time. */
  machineClock?: Clock;
  /** The versions that the service serves; default: the published ones. */
  versions?: Versions;
  /** Units of work for the search of one name in watchlists. */
  searchBudget?: number;
  /** Reads lists and tables in processes of their own, which a stop ends; default: in the process of the test. */
  listProcesses?: boolean;
  /** Gets every route that the service has. */
  onRoute?: (route: RouteOptions) => void;
  /** Default: silent, or the level in `TEST_LOG`. */
  log?: Logger;
  /** Continues with the data of an earlier service, which must be closed. */
  data?: string;
  /** Certificate authority of the certificate in the settings, PEM file; default: that of development. */
  caFile?: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Values of `Set-Cookie`. */
  cookies: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any;
  bytes: Buffer;
}

export interface Call {
  token?: string | null;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, under `headers`. */
  raw?: string | Buffer;
  form?: FormData | URLSearchParams;
  headers?: Record<string, string>;
}

/** The built service on free ports of loopback, over HTTPS, with two accounts that must never meet. */
export async function startService(options: StartOptions = {}) {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'bonafide-'));
  const clock = new TestClock();
  const database = options.data || options.settings?.databaseUrl ? undefined : await migratedDatabase();
  if (!options.data) await copyFirstStart(data, { embedded: !database && !options.settings?.databaseUrl });
  const settings = readSettings(
    {
      mode: 'development',
      data,
      port: '0',
      httpPort: '0',
      rateLimits: 'off',
      sandboxDelay: '0',
      analysis: 'off',
      ...(database ? { databaseUrl: database.url } : {}),
      ...options.settings,
    },
    {},
  );
  const service = await start(settings, {
    analyser: directAnalyser,
    decoder: { ...directAnalyser },
    ...(options.listProcesses ? {} : { runListTask: runDirectly }),
    ...(options.realTime ? {} : { clock, random: () => 0.5 }),
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
    ...(options.versions ? { versions: options.versions } : {}),
    ...(options.searchBudget === undefined ? {} : { searchBudget: options.searchBudget }),
    ...(options.machineClock ? { machineClock: options.machineClock } : {}),
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
  });
  // Tests run the upkeep themselves. Another one by the test's clock would do the work that they count.
  if (!options.realTime) await service.upkeep?.stop();
  const { services } = service;
  const caFile = options.caFile ?? (service.caFile as string);
  const ca = readFileSync(caFile, 'utf8');
  const dispatcher = new Agent({ connect: { ca } });

  const principal = systemPrincipal('start');
  const mintIn = (tx: SystemTx, accountId: string, environment: Environment, more: object = {}) =>
    mintToken(services, tx, { accountId, environment, kind: 'api', name: 'test', principal, ...more });
  const mint = (accountId: string, environment: Environment, more?: object) =>
    services.store.transaction((tx) => mintIn(tx, accountId, environment, more));
  const makeAccountIn = async (tx: SystemTx, name: string, own: Partial<AccountSettings> = {}) => {
    const id = await createAccount(services, tx, { name, settings: own, principal });
    const sandbox = await mintIn(tx, id, 'sandbox');
    const live = await mintIn(tx, id, 'live');
    return { id, sandboxToken: sandbox.secret, liveToken: live.secret };
  };
  const makeAccount = (name: string, own?: Partial<AccountSettings>) =>
    services.store.transaction((tx) => makeAccountIn(tx, name, own));
  // One transaction, since most tests start a service.
  const { account, other, client } = await services.store.transaction(async (tx) => {
    await insertAddresses(services, tx, sampleAddresses);
    const account = await makeAccountIn(tx, 'Alice Ltd', options.account);
    const other = await makeAccountIn(tx, 'Mallory Ltd');
    return { account, other, client: await mintIn(tx, account.id, 'sandbox', { kind: 'oauth_client' }) };
  });

  /** Sends a request as a client would; answers the parsed body when it is JSON. */
  async function call(method: string, path: string, { token, json, raw, form, headers }: Call = {}): Promise<Answer> {
    const sent: Record<string, string> = { ...headers };
    const secret = token === undefined ? account.sandboxToken : token;
    if (secret !== null) sent.authorization ??= `Token token=${secret}`;
    if (json !== undefined) sent['content-type'] ??= 'application/json';
    const init: RequestInit = {
      method,
      headers: sent,
      dispatcher,
      redirect: 'manual',
      body: json === undefined ? (raw ?? form ?? null) : JSON.stringify(json),
    };
    const send = async () => readAnswer(await fetch(new URL(path, service.urls.https), init));
    return process.env.TEST_LOST_ANSWERS ? sendTwice(services, { method, path, headers: sent }, send) : send();
  }

  return {
    ...service,
    baseUrl: service.urls.https,
    httpUrl: service.urls.http as string,
    ca,
    caFile,
    data,
    clock,
    account,
    other,
    makeAccount,
    mint,
    sandboxToken: account.sandboxToken,
    liveToken: account.liveToken,
    oauthClient: { id: client.row.id, secret: client.secret },
    call,
    get: (path: string, options?: Call) => call('GET', path, options),
    post: (path: string, json?: unknown, options?: Call) => call('POST', path, { json, ...options }),
    put: (path: string, json?: unknown, options?: Call) => call('PUT', path, { json, ...options }),
    del: (path: string, options?: Call) => call('DELETE', path, options),
    /** Runs all work that is due. */
    settle: () => service.worker?.settle() ?? Promise.resolve(),
    async close({ keep = false } = {}) {
      await service.close();
      await dispatcher.close();
      if (keep) return;
      rmSync(data, { recursive: true, force: true });
      await database?.drop();
    },
  };
}

export type TestService = Awaited<ReturnType<typeof startService>>;

/**
 * Starts a service before the tests of a file, or of a `describe`, and closes it after them. What it answers is empty until
 * then: tests use it, and code that is run while tests are collected only passes it on.
 */
export function useService(options?: StartOptions): TestService {
  const service = {} as TestService;
  beforeAll(async () => {
    Object.assign(service, await startService(options));
  });
  // A service that didn't start has nothing to close.
  afterAll(() => service.close?.());
  return service;
}

async function readAnswer(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const body = /^application\/json(;|$)/.test(type) ? JSON.parse(bytes.toString()) : bytes.toString();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    cookies: response.headers.getSetCookie(),
    body,
    bytes,
  };
}
