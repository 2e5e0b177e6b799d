import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { openSync, type Sync } from './api/sync/open.ts';
import { openRoutes } from './app/routes.ts';
import {
  type Foundation,
  logProviders,
  type Overrides,
  openClock,
  openOperatorKey,
  openServices,
  openStore,
  type Urls,
} from './app/services.ts';
import { indexingTurns } from './applicants/search/pending.ts';
import { rebuildAfterUpgrade } from './applicants/search/rebuild.ts';
import { type Backups, startBackups } from './backup/schedule.ts';
import { refuseUnfinishedRestore } from './backup/unfinished.ts';
import { systemClock } from './base/clock.ts';
import { logLines } from './base/log-lines.ts';
import { keepPrivate } from './base/private-files.ts';
import type { Settings } from './config/settings.ts';
import type { Services } from './context/services.ts';
import { build, describeVersion } from './health/build.ts';
import { collectMetrics } from './health/collect.ts';
import { examineReadiness } from './health/health.ts';
import { type Admin, openAdmin } from './http/admin.ts';
import { type Listeners, openListeners } from './http/listeners.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { eraseAccountsOfRestore } from './keys/erase-account.ts';
import { followKeys } from './keys/key-use.ts';
import { openLocations } from './locations/database.ts';
import { openExposition } from './metrics/prometheus.ts';
import { discardLeftovers } from './screening/watchlists/discard.ts';
import { endLostImports } from './screening/watchlists/import-jobs.ts';
import { loadProviders } from './sources/load.ts';
import { discardTables } from './sources/tables.ts';
import type { StoreClock } from './store/clock.ts';
import { releaseJobs } from './store/queries/jobs.ts';
import { followCertificate } from './tls/follow.ts';
import type { Pair } from './tls/issue.ts';
import { serverCertificate } from './tls/load.ts';
import { openTracing } from './tracing/open.ts';
import { type Tracing, traceFields } from './tracing/tracing.ts';
import { jobHandlers } from './workers/index.ts';
import { startUpkeep, type Upkeep } from './workers/upkeep.ts';
import { loadWorkflows } from './workflows/load.ts';

export interface Service {
  readonly services: Services;
  readonly operatorKey: string;
  readonly urls: { readonly https: string; readonly http: string | null };
  /** Port of probes and metrics; null without one. */
  readonly adminPort: number | null;
  /** Certificate authority of development, PEM file; null with a given certificate. */
  readonly caFile: string | null;
  /** Absent on a process of the role `api`. */
  readonly worker: Worker | undefined;
  /** Absent on processes of the roles `api` and `analyser`. */
  readonly upkeep: Upkeep | undefined;
  close(): Promise<void>;
}

/** Opens everything in order: files, store, services, routes, ports, worker. `close` of the service closes it in reverse. */
export async function startService(settings: Settings, overrides: Overrides = {}): Promise<Service> {
  const tracing = await openTracing({ endpoint: settings.otlpEndpoint, version: build(settings).version });
  const log = overrides.log ?? openLog(settings, tracing);
  const workflows = await loadWorkflows(settings.workflows);
  const locations = await openLocations(settings.locationDatabase, log);
  const providers = await loadProviders(settings);
  mkdirSync(settings.data, { recursive: true, mode: 0o700 });
  refuseUnfinishedRestore(settings.data);
  keepPrivate(settings.data, log);
  const store = await openStore(settings, log);
  let storeClock: StoreClock | undefined;
  try {
    storeClock = await openClock(store, overrides, log);
    return await startOn({ settings, overrides, log, workflows, locations, providers, store, storeClock, tracing });
  } catch (error) {
    // Its connections would keep the process alive, and its lock the next one out.
    storeClock?.stop();
    await store.close();
    throw error;
  }
}

/** The log of the process: JSON lines on standard output, with the ids of the trace if the process traces. */
function openLog({ logLevel }: Settings, tracing: Tracing | undefined): Logger {
  const redact = ['req.headers.authorization'];
  return pino({ level: logLevel, redact, ...(tracing && { mixin: traceFields }) }, logLines());
}

async function startOn(foundation: Foundation): Promise<Service> {
  const { settings } = foundation;
  const urls = { api: settings.publicUrl ?? '', dashboard: settings.dashboardUrl ?? '', pages: '', entrance: '' };
  const services = await openServices(foundation, urls);
  const parts: RunningParts = { services };
  try {
    return await openParts(parts, foundation, urls);
  } catch (error) {
    // Its ports and timers would keep the process alive. What fails while they close is a consequence of the first error.
    await closeParts(parts).catch(() => undefined);
    throw error;
  }
}

/** Opens all that stands on the services, and adds it to `parts`. */
async function openParts(
  parts: RunningParts,
  { settings, overrides, store, storeClock }: Foundation,
  urls: Urls,
): Promise<Service> {
  const { services } = parts;
  logProviders(services);
  await discardLostImports(services);
  await eraseAccountsOfRestore(services);
  parts.followedKeys = await followKeys(services);
  const operatorKey = await openOperatorKey(services);
  const app = await openRoutes(services, overrides.onRoute);
  parts.app = app;
  const sync = openSync(services);
  parts.sync = sync;
  // Clients judge a certificate by the time of the world, whatever clock a test moves.
  const certificate = await serverCertificate(settings, systemClock);
  const listeners = await openListeners({
    routing: (req, res) => sync.request(req, res) || app.routing(req, res),
    upgrade: sync.upgrade,
    tls: certificate,
    host: settings.host,
    port: settings.port,
    httpPort: settings.httpPort,
  });
  parts.listeners = listeners;
  parts.followedCertificate = followGiven(services, certificate, listeners);
  const https = `https://localhost:${listeners.port}`;
  urls.api ||= https;
  urls.dashboard ||= `${urls.api}/dashboard`;
  urls.pages = pagesAddress(settings, listeners.httpPort) ?? urls.api;
  urls.entrance = settings.dashboardUrl ?? `${urls.pages}/dashboard`;
  parts.admin = await openProbes(services, listeners);
  if (settings.role !== 'api') Object.assign(parts, await startBackground(services));
  services.searchIndexer.start(indexingTurns(services));
  return {
    services,
    operatorKey,
    urls: { https, http: listeners.httpPort === null ? null : `http://127.0.0.1:${listeners.httpPort}` },
    caFile: certificate.caFile,
    adminPort: parts.admin?.port ?? null,
    worker: parts.worker,
    upkeep: parts.upkeep,
    async close() {
      await closeParts(parts);
      storeClock?.stop();
      await store.close();
    },
  };
}

/** Follows the files of a given certificate. The certificate of development is renewed at each start. */
function followGiven({ settings, clock, log }: Services, loaded: Pair, { useCertificate: use }: Listeners) {
  const { tlsCert: certFile, tlsKey: keyFile } = settings;
  if (!certFile || !keyFile) return undefined;
  return followCertificate({ files: { certFile, keyFile }, loaded, clock, worldClock: systemClock, log, use });
}

/**
 * The origin on which a browser of this machine opens the pages without a warning about our own certificate: plain HTTP in
 * development. Passkeys need the name: an IP address is not a relying party. Undefined where clients use another address.
 */
function pagesAddress({ mode, publicUrl }: Settings, httpPort: number | null): string | undefined {
  return mode === 'development' && !publicUrl && httpPort !== null ? `http://localhost:${httpPort}` : undefined;
}

/** Deletes what imports of watchlists and tables have left whose process was killed; before this one takes any. */
async function discardLostImports(services: Services): Promise<void> {
  const alone = services.store.exclusive;
  await endLostImports(services, { alone });
  await discardLeftovers(services, { alone });
  await discardTables(services, { alone });
}

/** The port of probes and metrics, where the settings have one. */
async function openProbes(services: Services, listeners: Listeners): Promise<Admin | undefined> {
  const { settings, metrics, log } = services;
  const { adminHost: host, adminPort: port } = settings;
  if (port === null) return undefined;
  collectMetrics(services, () => listeners.certificateEnd);
  const failed = (error: unknown) => log.warn({ err: error }, 'some metrics could not be read');
  const exposition = await openExposition(metrics, failed);
  return openAdmin({
    host,
    port,
    clock: services.clock,
    examine: () => examineReadiness(services, listeners.certificateEnd),
    exposition,
    version: () => describeVersion(services),
  });
}

/** Starts the worker and, unless the process only analyses, the upkeep and, if the settings ask for them, backups. */
async function startBackground(services: Services): Promise<Pick<RunningParts, 'worker' | 'upkeep' | 'backups'>> {
  const { store, clock } = services;
  // On the embedded store no other process runs, so jobs that a killed process held may run at once.
  if (store.dialect === 'sqlite') await store.transaction((tx) => tx.run(releaseJobs, { now: clock.now() }));
  const worker = startWorker(services, jobHandlers(services));
  // Upkeep works on rows and media, so it belongs to workers.
  if (services.settings.role === 'analyser') return { worker };
  await rebuildAfterUpgrade(services);
  return { worker, upkeep: startUpkeep(services), backups: startBackups(services) };
}

/** The open parts of a service. A part that is absent was not opened. */
interface RunningParts {
  readonly services: Services;
  admin?: Admin | undefined;
  sync?: Sync;
  listeners?: Listeners;
  app?: FastifyInstance;
  worker?: Worker;
  upkeep?: Upkeep;
  backups?: Backups | undefined;
  /** Ends the looking for rotated keys. */
  followedKeys?: () => Promise<void>;
  /** Ends the looking for a new certificate; undefined without a given one. */
  followedCertificate?: (() => Promise<void>) | undefined;
}

/**
 * Milliseconds from the signal to the end of the last request, without and with jobs that have to end afterwards; the least time that
 * requests have after the stop delay; and the time after which waits for results are cut short.
 */
const REQUESTS_MS = { alone: 8_500, beforeJobs: 6_000, least: 2_000 } as const;
const WAITS_MS = 1_500;

/** Milliseconds for which connections without a request stay open behind a proxy, which may just have sent one. */
const IDLE_MS = 1_000;

/** Milliseconds before the end of requests at which uploads whose picture is not examined yet are refused with `Retry-After`. */
const REFUSALS_MS = 500;

/**
 * Closes all but the store and its clock, in less than ten seconds unless the setting `stopDelay` says otherwise: no new work first,
 * then what is under way.
 */
async function closeParts({
  admin,
  sync,
  listeners,
  app,
  worker,
  upkeep,
  backups,
  followedKeys,
  followedCertificate,
  services,
}: RunningParts): Promise<void> {
  const { tokens, operatorKeys, analyser, decoder, settings, stopping } = services;
  const { role, stopDelay } = settings;
  admin?.stopping();
  const endJobs = async () => {
    // Reports under analysis are released, and another process or the next start processes them.
    await Promise.all([analyser.close(), decoder.close()]);
    await worker?.stop();
  };
  // A process that answers no clients needs no time for them.
  const answers = role === 'all' || role === 'api';
  const jobs = answers ? undefined : endJobs();
  if (answers && listeners && stopDelay > 0) {
    listeners.endAfterAnswers();
    await pause(stopDelay);
  }
  const cutWaits = setTimeout(() => stopping.abort(), WAITS_MS);
  services.updates.close();
  services.events.close();
  await followedCertificate?.();
  await sync?.close();
  const limit = worker ? REQUESTS_MS.beforeJobs : REQUESTS_MS.alone;
  const patience = Math.max(limit - stopDelay, REQUESTS_MS.least);
  // Faces of live photos are found by the analysers, everything else of an upload is examined by the decoders.
  const refuseUploads = setTimeout(() => void Promise.all([decoder.close(), analyser.close()]), patience - REFUSALS_MS);
  await listeners?.close(patience, stopDelay > 0 ? IDLE_MS : 0);
  clearTimeout(cutWaits);
  clearTimeout(refuseUploads);
  await app?.close();
  await services.imports.close();
  await upkeep?.stop();
  await backups?.stop();
  await services.searchIndexer.stop();
  await (jobs ?? endJobs());
  // On a full disk only the times of last use are lost.
  await tokens.flush().catch(() => undefined);
  await services.requests.write();
  await operatorKeys.flush();
  await services.tracing?.close();
  await followedKeys?.();
  await services.redis?.close();
  await admin?.close();
}
