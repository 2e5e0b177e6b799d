import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import pino, { type Logger } from 'pino';
import type { Analyser } from './analysis/analyser.ts';
import { openAnalyser, openDecoder } from './analysis/open.ts';
import { serveCapture } from './api/capture/serve.ts';
import { asksForV3, versionOf, versionRouter } from './api/common/versions.ts';
import { serveOperator } from './api/operator/index.ts';
import { openSync, type Sync } from './api/sync/open.ts';
import { serveV1, v1Errors } from './api/v1/index.ts';
import { serveV2, v2Errors } from './api/v2/index.ts';
import { serveV3 } from './api/v3/index.ts';
import { type Clock, steadyClock, systemClock } from './base/clock.ts';
import { problem } from './base/errors.ts';
import { type Ids, makeIds } from './base/ids.ts';
import { logLines } from './base/log-lines.ts';
import { keepPrivate } from './base/private-files.ts';
import { type Generation, publishedVersions, type Versions } from './base/versions.ts';
import type { Settings } from './config/settings.ts';
import { AccountDirectory } from './core/accounts/directory.ts';
import { RecentApplicants } from './core/applicants/recent.ts';
import { examineReadiness } from './core/health.ts';
import { openMasterKey } from './core/master-key.ts';
import { OperatorKeys } from './core/operator-keys/directory.ts';
import type { Services } from './core/services.ts';
import { TokenDirectory } from './core/tokens/directory.ts';
import { openEvidenceSigner } from './core/workflows/signer.ts';
import { secretFile } from './crypto/keys.ts';
import { type Admin, openAdmin } from './http/admin.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { readBodies } from './http/bodies.ts';
import { makeGate } from './http/gate.ts';
import { type Listeners, openListeners, transportOf } from './http/listeners.ts';
import { type ErrorFace, sendProblem, v3Errors } from './http/problems.ts';
import { RequestLog } from './http/request-log.ts';
import { refuseUnstorable } from './http/text.ts';
import { validateLazily } from './http/validation.ts';
import { WrongCredentials } from './http/wrong-credentials.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { type Locations, openLocations } from './locations/database.ts';
import { mailRoute, openMailer } from './mail/open.ts';
import { openFrameTurns } from './media-files/frame.ts';
import { UploadMemory } from './media-files/held-bytes.ts';
import { ffmpegFound } from './media-files/program.ts';
import { serveDocs } from './pages/docs/index.ts';
import { serveForms } from './pages/form/index.ts';
import { DEMO_PATH } from './pages/sdk/demo.ts';
import { installedSdk } from './pages/sdk/files.ts';
import { serveSdk } from './pages/sdk/index.ts';
import { serveWorkflowLinks } from './pages/workflow-link/index.ts';
import { openSms, smsRoute } from './sms/open.ts';
import { openDiskBlobs } from './storage/disk.ts';
import { sealedStorage } from './storage/sealed.ts';
import { openStoreClock, type StoreClock } from './store/clock.ts';
import { openPostgres } from './store/postgres.ts';
import { releaseJobs } from './store/queries/jobs.ts';
import { openSqlite } from './store/sqlite.ts';
import type { Store } from './store/store.ts';
import { serverCertificate } from './tls/load.ts';
import { jobHandlers } from './workers/index.ts';
import { startUpkeep, type Upkeep } from './workers/upkeep.ts';
import { loadWorkflows } from './workflows/load.ts';
import type { Workflows } from './workflows/workflow.ts';

/** Ids longer than this in a path are unknown without a look. */
const PARAM_LENGTH = 200;

export interface Overrides {
  /** The time of the service; default: that of the database or, on the embedded store, of the machine. */
  clock?: Clock;
  /** What the machine's clock shows where `clock` isn't given: on PostgreSQL it may be wrong. */
  machineClock?: Clock;
  random?: () => number;
  analyser?: Analyser;
  decoder?: Analyser;
  log?: Logger;
  /** The versions of the API that it serves; default: the published ones. */
  versions?: Versions;
  /** Gets every route that is served, as its face declares it. */
  onRoute?: (route: RouteOptions) => void;
}

export interface Service {
  readonly services: Services;
  readonly operatorKey: string;
  readonly urls: { readonly https: string; readonly http: string | null };
  /** Of `/livez` and `/readyz`; null without one. */
  readonly adminPort: number | null;
  /** Certificate authority of development, PEM file; null with a given certificate. */
  readonly caFile: string | null;
  /** Absent on a process of the role `api`. */
  readonly worker: Worker | undefined;
  close(): Promise<void>;
}

async function openStore({ databaseUrl, data }: Settings, log: Logger): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl, log) : openSqlite(data);
}

/** The clock of the database, which several processes share. The embedded store has one process and its machine's clock. */
async function clockOf(store: Store, { clock, machineClock }: Overrides, log: Logger): Promise<StoreClock | undefined> {
  if (clock || store.dialect === 'sqlite') return undefined;
  return openStoreClock(store, machineClock ?? steadyClock, log);
}

/** Builds everything in order: store, keys, storage, faces, worker; `close` goes back in reverse. */
export async function startService(settings: Settings, overrides: Overrides = {}): Promise<Service> {
  const log = overrides.log ?? pino({ level: settings.logLevel, redact: ['req.headers.authorization'] }, logLines());
  const workflows = await loadWorkflows(settings.workflows);
  const locations = await openLocations(settings.locationDatabase);
  mkdirSync(settings.data, { recursive: true, mode: 0o700 });
  keepPrivate(settings.data, log);
  const store = await openStore(settings, log);
  let storeClock: StoreClock | undefined;
  try {
    storeClock = await clockOf(store, overrides, log);
    return await startOn({ settings, overrides, log, workflows, locations, store, storeClock });
  } catch (error) {
    // Its connections would keep the process alive, and its lock the next one out.
    storeClock?.stop();
    await store.close();
    throw error;
  }
}

interface Opening {
  readonly settings: Settings;
  readonly overrides: Overrides;
  readonly log: Logger;
  readonly workflows: Workflows;
  readonly locations: Locations;
  readonly store: Store;
  readonly storeClock: StoreClock | undefined;
}

async function startOn({
  settings,
  overrides,
  log,
  workflows,
  locations,
  store,
  storeClock,
}: Opening): Promise<Service> {
  const clock = overrides.clock ?? storeClock ?? systemClock;
  const master = await openMasterKey(store, settings);
  const urls = { api: settings.publicUrl ?? '', dashboard: settings.dashboardUrl ?? '' };
  const ids = makeIds(clock);
  const services: Services = {
    settings,
    versions: overrides.versions ?? publishedVersions,
    clock,
    ids,
    master,
    store,
    storage: sealedStorage(await openDiskBlobs(join(settings.data, 'media')), { key: master.derive('media') }),
    mailer: openMailer(settings),
    sms: openSms(settings),
    analyser: overrides.analyser ?? openAnalyser(settings, systemClock),
    decoder: overrides.decoder ?? openDecoder(settings, systemClock),
    workflows,
    locations,
    // Readers of a document judge its certificate by the time of the world, whatever clock a test moves.
    evidenceSigner: await openEvidenceSigner({ settings, store, master, clock, worldClock: systemClock }),
    frameTurns: openFrameTurns(),
    uploadMemory: new UploadMemory(),
    accounts: new AccountDirectory(store, master, clock),
    tokens: new TokenDirectory(store, master, clock),
    operatorKeys: new OperatorKeys({ store, master, clock, ids }),
    recentApplicants: new RecentApplicants(store),
    log,
    urls,
    random: overrides.random ?? Math.random,
  };
  const logState = (name: string, { state, detail }: { state: string; detail: string }) =>
    log[state === 'ok' ? 'info' : 'warn'](`${name} is ${detail}`);
  logState('mail', mailRoute(settings));
  logState('SMS', smsRoute(settings));
  logState('ffmpeg', ffmpegFound(settings));
  const operatorKey = settings.operatorKey ?? secretFile(settings.data, 'operator.key').toString('base64url');
  await services.operatorKeys.open(operatorKey, settings.operatorKey ? 'setting' : 'file');

  const app = await buildApp(services, overrides.onRoute);
  // Clients judge a certificate by the time of the world, whatever clock a test moves.
  const certificate = await serverCertificate(settings, systemClock);
  const sync = openSync(services);
  const listeners = await openListeners({
    routing: (req, res) => sync.request(req, res) || app.routing(req, res),
    upgrade: sync.upgrade,
    tls: certificate,
    host: settings.host,
    port: settings.port,
    httpPort: settings.httpPort,
  });
  const https = `https://localhost:${listeners.port}`;
  urls.api ||= https;
  urls.dashboard ||= `${urls.api}/dashboard`;

  const { adminHost, adminPort } = settings;
  const admin =
    adminPort === null
      ? undefined
      : await openAdmin({ host: adminHost, port: adminPort, examine: () => examineReadiness(services) });

  let worker: Worker | undefined;
  let upkeep: Upkeep | undefined;
  if (settings.role !== 'api') {
    // The embedded store has one process, so jobs of a killed one can continue at once.
    if (store.dialect === 'sqlite') await store.transaction((tx) => tx.run(releaseJobs, { now: clock.now() }));
    worker = startWorker(services, jobHandlers(services));
    upkeep = startUpkeep(services);
  }

  return {
    services,
    operatorKey,
    urls: { https, http: listeners.httpPort === null ? null : `http://127.0.0.1:${listeners.httpPort}` },
    caFile: certificate.caFile,
    adminPort: admin?.port ?? null,
    worker,
    async close() {
      await closeAll({ admin, sync, listeners, app, worker, upkeep, services, storeClock });
    },
  };
}

interface Opened {
  admin: Admin | undefined;
  sync: Sync;
  listeners: Listeners;
  app: FastifyInstance;
  worker: Worker | undefined;
  upkeep: Upkeep | undefined;
  services: Services;
  storeClock: StoreClock | undefined;
}

async function closeAll(opened: Opened): Promise<void> {
  const { admin, sync, listeners, app, worker, upkeep, services, storeClock } = opened;
  const { tokens, operatorKeys, store, analyser, decoder } = services;
  admin?.stopping();
  await sync.close();
  await listeners.close();
  await app.close();
  await upkeep?.stop();
  // Reports that are being analysed are given back, and continue with the next start.
  await Promise.all([analyser.close(), decoder.close()]);
  await worker?.stop();
  // On a full disk only the times of last use are lost.
  await tokens.flush().catch(() => undefined);
  await operatorKeys.flush();
  await admin?.close();
  storeClock?.stop();
  await store.close();
}

/**
 * 24 hexadecimal digits, as errors of v1 carry them: a random part for this process and a count, unique in a log and a
 * hundredth of the cost of a random id each.
 */
function requestIds(ids: Ids): () => string {
  const process = Buffer.from(ids.secret(6), 'base64url').toString('hex');
  let count = 0;
  return () => process + (++count).toString(16).padStart(12, '0');
}

const errorFaces: Readonly<Record<Generation, ErrorFace>> = { 1: v1Errors, 2: v2Errors, 3: v3Errors };

/** For what no route answers: errors in the shape of the version that the path names. */
const errorsAskedFor = (request: FastifyRequest): ErrorFace => errorFaces[versionOf(request).generation];

/** The routes of every face on one Fastify instance, ready to be served. */
async function buildApp(services: Services, onRoute?: Overrides['onRoute']): Promise<FastifyInstance> {
  const { settings, log, ids, versions } = services;
  const headers = answerHeaders(settings.mode);
  const plainHeaders = answerHeaders('development');
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    // What the router itself refuses, before any hook.
    frameworkErrors: (error, request, reply) => sendProblem(errorsAskedFor)(error, request, reply.headers(headers)),
    genReqId: requestIds(ids),
    // A logger for each request would cost as much as reading an applicant; lines that need it carry the request's id.
    childLoggerFactory: (logger) => logger,
    rewriteUrl: versionRouter(versions),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: PARAM_LENGTH },
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  if (onRoute) app.addHook('onRoute', onRoute);
  validateLazily(app);
  readBodies(app);
  refuseUnstorable(app);
  app.decorateRequest('session');
  app.decorateRequest('upload');
  app.setErrorHandler(sendProblem(errorsAskedFor));
  // For routes that find nothing to serve, such as the files of the reference page.
  app.setNotFoundHandler((request, reply) => {
    sendProblem(errorsAskedFor)(problem('resource_not_found'), request, reply);
  });
  const oldHosts = new Set(settings.preV3Hosts.map((host) => host.toLowerCase()));
  const { trustedProxies, mode } = settings;
  const rules = { trustedProxies, development: mode === 'development' };
  app.addHook('onRequest', (request, reply, done) => {
    const plain = transportOf(request.raw, rules) === 'plain';
    reply.headers(plain ? plainHeaders : headers);
    if (plain) done(problem('https_required'));
    else if (oldHosts.has(request.hostname.toLowerCase()) && asksForV3(request)) done(problem('incorrect_base_url'));
    // Before the body is read: a path without a route is unknown, with any body.
    else done(request.is404 ? problem('resource_not_found') : undefined);
  });
  const wrong = new WrongCredentials(services);
  const gate = makeGate(services, wrong);
  await serveV3(app, services, gate, wrong);
  await serveV2(app, services, gate);
  await serveV1(app, services, gate);
  await serveCapture(app, gate);
  const pageTools = { wrong, findSdk: installedSdk };
  await serveForms(app, services, pageTools);
  await serveWorkflowLinks(app, services, pageTools);
  await serveSdk(app, services);
  const hasDemo = () => settings.mode === 'development' && installedSdk() !== undefined;
  serveDocs(app, services, () => (hasDemo() ? DEMO_PATH : null));
  await serveOperator(app, services, wrong);
  await app.ready();
  return app;
}
