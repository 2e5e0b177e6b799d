import type { Logger } from 'pino';
import { OperatorKeys } from '../accounts/operator-keys/directory.ts';
import { TokenDirectory } from '../accounts/tokens/directory.ts';
import type { Analyser } from '../analysis/analyser.ts';
import { openAnalyser, openDecoder } from '../analysis/open.ts';
import { tracedAnalyser } from '../analysis/traced.ts';
import { RecentApplicants } from '../applicants/recent.ts';
import { SearchIndexer } from '../applicants/search/indexer.ts';
import { type Clock, steadyClock, systemClock } from '../base/clock.ts';
import { makeIds } from '../base/ids.ts';
import { MovableClock } from '../base/movable-clock.ts';
import { PerTurn } from '../base/per-turn.ts';
import { Slices } from '../base/slices.ts';
import { publishedVersions, type Versions } from '../base/versions.ts';
import { checkApplicantHooks } from '../checks/applicant-hooks.ts';
import { openWalletReaders } from '../checks/credentials/reader.ts';
import type { Settings } from '../config/settings.ts';
import { AccountDirectory } from '../context/account-directory.ts';
import type { Services } from '../context/services.ts';
import { secretFile } from '../crypto/keys.ts';
import { EarlierReleases } from '../keys/earlier-releases.ts';
import { openMasterKey } from '../keys/master-key.ts';
import { MediaKeys } from '../keys/media-keys.ts';
import type { Locations } from '../locations/database.ts';
import { openFrameTurns } from '../media-files/frame.ts';
import { UploadMemory } from '../media-files/held-bytes.ts';
import { ffmpegFound } from '../media-files/program.ts';
import { mailRoute, openMailer } from '../messages/mail-transport/open.ts';
import { openSms, smsRoute } from '../messages/sms-provider/open.ts';
import { Metrics } from '../metrics/metrics.ts';
import { monitorApplicantHooks } from '../monitors/applicant-hooks.ts';
import { checkMonitor } from '../monitors/reports.ts';
import { openRedis } from '../redis/open.ts';
import { RequestLog } from '../request-log/request-log.ts';
import { type RunTask, runInProcess } from '../screening/run-task.ts';
import { ImportQueue } from '../screening/watchlists/import-queue.ts';
import { ScreeningSets } from '../screening/watchlists/sets.ts';
import { UploadRoom } from '../screening/watchlists/upload-room.ts';
import { openPdfSigner } from '../signatures/pdf-signer.ts';
import { openEvidenceSigner } from '../signatures/signer.ts';
import { openTrustServices } from '../signatures/trust-service/open.ts';
import { type Provider, Providers } from '../sources/provider.ts';
import { openMediaBlobs } from '../storage/open.ts';
import { sealedStorage } from '../storage/sealed.ts';
import { openStoreClock, type StoreClock } from '../store/clock.ts';
import { openPostgres } from '../store/postgres.ts';
import { openSqlite } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { UpdateHub } from '../updates/hub.ts';
import { EventFeed } from '../webhooks/event-log/feed.ts';
import { workflowApplicantHooks } from '../workflows/applicant-hooks.ts';
import type { LoadedWorkflows } from '../workflows/load.ts';
import type { OnRoute } from './routes.ts';

/** Parts that tests replace. */
export interface Overrides {
  /** The time of the service; default: the time of the database or, on the embedded store, of the machine. */
  clock?: Clock;
  /** Time of the machine's clock if `clock` isn't given: on PostgreSQL it may be wrong. */
  machineClock?: Clock;
  random?: () => number;
  /** Units of work for the search of one name in watchlists. */
  searchBudget?: number;
  analyser?: Analyser;
  decoder?: Analyser;
  runListTask?: RunTask;
  log?: Logger;
  /** The versions of the API that it serves; default: the published ones. */
  versions?: Versions;
  onRoute?: OnRoute;
}

export async function openStore(settings: Settings, log: Logger): Promise<Store> {
  const { databaseUrl, databaseDirectUrl: directUrl, data, migrate } = settings;
  return databaseUrl ? openPostgres(databaseUrl, log, { directUrl, migrate }) : openSqlite(data, migrate);
}

/** The clock of the database, which several processes share. The embedded store has one process and its machine's clock. */
export async function openClock(
  store: Store,
  { clock, machineClock }: Overrides,
  log: Logger,
): Promise<StoreClock | undefined> {
  if (clock || store.dialect === 'sqlite') return undefined;
  return openStoreClock(store, machineClock ?? steadyClock, log);
}

/** Resources that are opened before the services: the settings, the files that they name, and the store. */
export interface Foundation {
  readonly settings: Settings;
  readonly overrides: Overrides;
  readonly log: Logger;
  readonly workflows: LoadedWorkflows;
  readonly locations: Locations;
  readonly providers: readonly Provider[];
  readonly store: Store;
  readonly storeClock: StoreClock | undefined;
  readonly tracing: Tracing | undefined;
}

/** Addresses as clients see them; those that no setting gives are known once the ports are open. */
export interface Urls {
  api: string;
  dashboard: string;
  pages: string;
  entrance: string;
}

/** Builds the services from the store up: keys, storage, mail, analysis, directories. */
export async function openServices(
  { settings, overrides, log, workflows, locations, providers, store, storeClock, tracing }: Foundation,
  urls: Urls,
): Promise<Services> {
  const time = overrides.clock ?? storeClock ?? systemClock;
  // With several processes, only the process that gets the request would move its clock.
  const movableClock = settings.mode === 'development' && settings.role === 'all' ? new MovableClock(time) : undefined;
  const clock = movableClock ?? time;
  const metrics = new Metrics();
  const { keys: master, fingerprint } = await openMasterKey(store, settings, clock);
  const analyser = overrides.analyser ?? openAnalyser(settings, systemClock, metrics);
  const ids = makeIds(clock);
  const accounts = new AccountDirectory(store, master, clock);
  const runListTask = overrides.runListTask ?? runInProcess;
  const earlierReleases = new EarlierReleases({ store, clock, log });
  await earlierReleases.look();
  const storage = sealedStorage(await openMediaBlobs(settings, metrics), {
    key: master.derive('media'),
    accounts: new MediaKeys({ store, accounts, clock, ids, earlierReleases }),
  });
  return {
    settings,
    versions: overrides.versions ?? publishedVersions,
    stopping: new AbortController(),
    clock,
    movableClock,
    ids,
    master,
    deploymentKeys: master,
    masterKeyFingerprint: fingerprint,
    earlierReleases,
    store,
    storage,
    redis: await openRedis(settings, master, log, metrics),
    mailer: openMailer(settings),
    sms: openSms(settings),
    analyser: tracing ? tracedAnalyser(analyser, tracing) : analyser,
    decoder: overrides.decoder ?? openDecoder(settings, systemClock, metrics),
    workflows: workflows.newest,
    earlierWorkflows: workflows.earlier,
    workflowFiles: workflows.files,
    locations,
    providers: new Providers(providers, settings.mode, clock),
    // Readers of a document judge its certificate by the time of the world, whatever clock a test moves.
    evidenceSigner: await openEvidenceSigner({ settings, store, master, clock, worldClock: systemClock }),
    trustServices: await openTrustServices({ settings, store, master, clock, worldClock: systemClock, log }),
    ...(await openWalletReaders(settings, systemClock)),
    pdfSigner: await openPdfSigner(settings),
    frameTurns: openFrameTurns(),
    uploadMemory: new UploadMemory(),
    accounts,
    tokens: new TokenDirectory(store, master, clock),
    operatorKeys: new OperatorKeys({ store, master, clock, ids }),
    recentApplicants: new RecentApplicants(store),
    applicantPages: new PerTurn(),
    applicantHooks: [monitorApplicantHooks, workflowApplicantHooks, checkApplicantHooks],
    checkMonitor,
    searchIndexer: new SearchIndexer({ clock, log }),
    requests: new RequestLog({ store, clock, ids, log, days: settings.requestLogDays }),
    screeningSets: new ScreeningSets({ settings, store, storage, clock, log, runListTask, earlierReleases }),
    searchSlices: new Slices(),
    ...(overrides.searchBudget !== undefined && { searchBudget: overrides.searchBudget }),
    runListTask,
    imports: new ImportQueue(),
    uploadRoom: new UploadRoom(settings),
    updates: new UpdateHub(store),
    events: new EventFeed(store),
    log,
    metrics,
    tracing,
    urls,
    random: overrides.random ?? Math.random,
  };
}

/** Logs how mail and text messages leave, and whether ffmpeg was found. */
export function logProviders({ settings, log }: Services): void {
  const providers = { mail: mailRoute(settings), SMS: smsRoute(settings), ffmpeg: ffmpegFound(settings) };
  for (const [name, { state, detail }] of Object.entries(providers)) {
    log[state === 'ok' ? 'info' : 'warn'](`${name} is ${detail}`);
  }
}

/** The operator key of the settings or of the data directory, which is made when there is none. */
export async function openOperatorKey({ settings, operatorKeys }: Services): Promise<string> {
  const key = settings.operatorKey ?? secretFile(settings.data, 'operator.key').toString('base64url');
  await operatorKeys.open(key, settings.operatorKey ? 'setting' : 'file');
  return key;
}
