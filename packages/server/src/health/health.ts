import { execFile } from 'node:child_process';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AnalysisFailed } from '../analysis/analyser.ts';
import { selfTestParts } from '../analysis/self-test.ts';
import { lastBackup } from '../backup/open.ts';
import { HOUR_MS, isoSeconds, MINUTE_MS } from '../base/clock.ts';
import type { Settings } from '../config/settings.ts';
import { toFacts } from '../context/account-facts.ts';
import type { Services } from '../context/services.ts';
import { analysingKinds, type JobKind } from '../jobs/queue.ts';
import { examineMasterKey } from '../keys/master-key.ts';
import { isOwnFile } from '../keys/sources.ts';
import { ffmpegFound } from '../media-files/program.ts';
import { mailRoute } from '../messages/mail-transport/open.ts';
import { examineWatchlists } from '../screening/watchlists/health.ts';
import { examineTrustService } from '../signatures/trust-service/health.ts';
import { examineSources } from '../sources/health.ts';
import { listAccounts } from '../store/queries/accounts.ts';
import { claimJobs, countJobs } from '../store/queries/jobs.ts';
import { findMeta, upsertMeta } from '../store/queries/meta.ts';
import { migrationState } from '../store/queries/migrations.ts';
import { COMPATIBLE_FROM, schemaState } from '../store/schema-state.ts';
import { certificateVerdict } from './certificate.ts';
import type { Finding, Verdict } from './finding.ts';
import { examineMissingMedia } from './missing-media.ts';
import { examineStorage, probeStorage } from './storage.ts';

type Examination = (services: Services, options: ExamineOptions) => Promise<Verdict>;

export interface ExamineOptions {
  /** Requests a test of every model: it takes seconds, and half a gigabyte for minutes. */
  readonly models: boolean;
}

const MIB = 1024 * 1024;

/** An operator who is warned at so many times the least free space has time to make room. */
const WARNING_FACTOR = 10;

/** A job that is due is begun within milliseconds; one that waits so long has no worker. */
const BACKLOG_MS = { warning: MINUTE_MS, failed: 10 * MINUTE_MS } as const;

/** Backups in a row that are missing before the doctor warns, and the age of a daily one. */
const MISSED_BACKUPS = 3;
const DAILY_BACKUP_MS = 26 * HOUR_MS;

const PROGRAM_TIMEOUT_MS = 5_000;

const ok = (detail: string): Verdict => ({ state: 'ok', detail });

/** Verdict on the free space of the data directory. */
export async function diskVerdict({ data, minFreeSpace }: Pick<Settings, 'data' | 'minFreeSpace'>): Promise<Verdict> {
  const { bavail, bsize } = await statfs(data);
  const free = Math.floor((bavail * bsize) / MIB);
  if (free < minFreeSpace)
    return { state: 'failed', detail: `${free} MiB free, less than ${minFreeSpace}. Free some space` };
  return { state: free < minFreeSpace * WARNING_FACTOR ? 'warning' : 'ok', detail: `${free} MiB free` };
}

const examinations = {
  async store({ clock, store }) {
    await store.transaction((tx) => tx.run(upsertMeta, { key: 'examined_at', value: isoSeconds(clock.now()) }));
    return ok(`${store.dialect} can read and write`);
  },

  async redis({ redis }) {
    if (!redis) return ok('off: each process counts rate limits on its own');
    const { up, detail } = redis.examine();
    return { state: up ? 'ok' : 'warning', detail };
  },

  storage: examineStorage,

  media: examineMissingMedia,

  async keys({ accounts, settings, store }) {
    // By the file as it is now: the next start will read it.
    const fingerprint = await examineMasterKey(store.system, settings);
    for (const { id } of await store.system.all(listAccounts, {})) await accounts.find(id);
    const files = [isOwnFile(settings) ? ['master.key'] : [], settings.operatorKey ? [] : ['operator.key']].flat();
    for (const name of files) {
      const { mode } = await stat(join(settings.data, name));
      if (mode & 0o077) return { state: 'warning', detail: `other users can read ${name}. Run chmod 600` };
    }
    return ok(`decrypt the data of every account; fingerprint of the master key: ${fingerprint}`);
  },

  async ffmpeg({ settings }) {
    const { state, detail, path } = ffmpegFound(settings);
    if (!path) return { state, detail };
    const run = promisify(execFile)(path, ['-version'], { timeout: PROGRAM_TIMEOUT_MS });
    const answer = await run.catch(() => undefined);
    if (!answer) return { state: 'warning', detail: `${path} can't be run, so no frames can be taken from videos` };
    return ok(`${path}, ${answer.stdout.split(' ').slice(0, 3).join(' ')}`);
  },

  async analysis({ analyser, settings }, { models }) {
    if (settings.analysis === 'off') return ok('off: a reviewer decides every live report');
    if (settings.analysis === 'elsewhere') return ok('elsewhere: processes of the role analyser analyse live reports');
    const at = settings.analysers === 1 ? 'one analyser' : `${settings.analysers} analysers`;
    if (!models) return ok(`on, ${at}`);
    const problems: string[] = [];
    for (const part of selfTestParts) {
      try {
        const problem = await analyser.run('selfTest', { part });
        if (problem !== null) problems.push(`${part}: ${problem}`);
      } catch (error) {
        if (!(error instanceof AnalysisFailed && error.reason === 'no_time')) throw error;
        const detail = `on, ${at}; the machine is too busy to test them. Run this again when it has less to do`;
        return { state: 'warning', detail };
      }
    }
    if (problems.length > 0) return { state: 'failed', detail: problems.join('; ') };
    return ok(`on, ${at}; ${selfTestParts.join(', ')} can be read`);
  },

  async mail({ settings }) {
    return mailRoute(settings);
  },

  async branding({ settings, store }) {
    const accounts = (await store.system.all(listAccounts, {})).map(toFacts).filter(({ enabled }) => enabled);
    const without = (name: 'display_name' | 'privacy_notice_url') => {
      const names = accounts.filter((account) => account[name] === null).map((account) => account.name);
      return names.length === 0 ? [] : [`no ${name}: ${names.join(', ')}`];
    };
    const missing = [...without('display_name'), ...without('privacy_notice_url')];
    if (missing.length === 0) return ok('every account has a name and a privacy notice for applicants');
    return { state: settings.mode === 'production' ? 'warning' : 'ok', detail: missing.join('; ') };
  },

  watchlists: examineWatchlists,

  sources: examineSources,

  trust_service: examineTrustService,

  async backup({ settings, clock }) {
    const { backupTo, backupEvery } = settings;
    const last = await lastBackup(backupTo as string, settings);
    if (last === undefined) return { state: 'warning', detail: `no backup in ${backupTo} yet` };
    const age = Math.max(0, clock.now() - last);
    const oldest = backupEvery ? MISSED_BACKUPS * backupEvery * MINUTE_MS : DAILY_BACKUP_MS;
    return {
      state: age > oldest ? 'warning' : 'ok',
      detail: `the last one is ${Math.floor(age / MINUTE_MS)} minutes old`,
    };
  },

  disk: ({ settings }) => diskVerdict(settings),

  async monitoring({ settings }) {
    const { role, adminPort, otlpEndpoint } = settings;
    const traces = otlpEndpoint === null ? 'traces are off' : `traces go to ${new URL(otlpEndpoint).origin}`;
    if (adminPort !== null) return ok(`role ${role}; /metrics and probes are open; ${traces}`);
    return ok(`role ${role}; no /metrics and no probes: set --admin-port to watch this process; ${traces}`);
  },

  async migrations({ store }) {
    const { applied, missing, unknown } = await migrationState(store.system);
    const fact = await store.system.first(findMeta, { key: COMPATIBLE_FROM });
    const { obstacle } = schemaState(applied, fact?.value);
    if (obstacle) return { state: 'failed', detail: `${obstacle}. Install the newer version` };
    if (missing.length > 0) {
      const detail = `${missing.length} migrations have not run, the first is ${missing[0]}. Restart a process of this version`;
      return { state: 'failed', detail };
    }
    // The release that runs beside a newer one during an update.
    const newer = unknown.length > 0 ? `; ${unknown.length} more are of a newer version` : '';
    return ok(`all ${applied.length - unknown.length} have run${newer}`);
  },

  async queue({ clock, ids, store }) {
    const now = clock.now();
    // No job has this kind. The statement is the statement of every claim, so it needs what a claim needs.
    const claim = { kind: 'readiness', now, lease_end: now, worker: ids.uuid(), busy: '[]' };
    await store.transaction((tx) => tx.all(claimJobs({ limit: 1, perLane: 1 }), claim));
    return ok('jobs can be claimed');
  },

  async jobs(services) {
    const kinds = await waitingJobs(services);
    const waiting = kinds.reduce((sum, { n }) => sum + n, 0);
    const late = Math.max(0, ...kinds.map(({ run_at }) => services.clock.now() - run_at));
    const state = late > BACKLOG_MS.failed ? 'failed' : late > BACKLOG_MS.warning ? 'warning' : 'ok';
    const detail = `${waiting} waiting, the oldest for ${Math.floor(late / 1000)} s`;
    const idle = kinds.filter(({ run_at }) => services.clock.now() - run_at > BACKLOG_MS.warning);
    if (idle.length === 0) return { state, detail };
    return { state, detail: `${detail}. ${startFor(idle.map(({ kind }) => kind as JobKind))}` };
  },
} satisfies Record<string, Examination>;

/** Says which process would run jobs of the kinds that nobody has begun. */
function startFor(kinds: readonly JobKind[]): string {
  const roles = kinds.every((kind) => analysingKinds.includes(kind)) ? 'analyser or worker' : 'worker';
  return `Nobody runs ${kinds.join(', ')}: start a process with --role ${roles}, or more of them`;
}

/** Jobs that wait, by kind; `run_at` is when the oldest is due, Unix milliseconds. */
export function waitingJobs({ store }: Services) {
  return store.system.all(countJobs, {});
}

/** Parts without which no request succeeds. */
const neededToBeReady = {
  store: examinations.store,
  storage: probeStorage,
  disk: examinations.disk,
  migrations: examinations.migrations,
  queue: examinations.queue,
};

/** Looks at everything that the service stands on. What throws has failed, and says why. */
export function examine(services: Services, options: ExamineOptions): Promise<Finding[]> {
  const { backup, ...others } = examinations;
  return examineAll(services, services.settings.backupTo ? examinations : others, options);
}

/**
 * Examines everything that the service needs to answer requests.
 *
 * @param tlsEnd end of the certificate that clients see, Unix milliseconds
 */
export async function examineReadiness(services: Services, tlsEnd: number): Promise<Finding[]> {
  const findings = await examineAll(services, neededToBeReady, { models: false });
  // Clients judge a certificate by the time of the world, whatever clock a test moves.
  return [...findings, { name: 'certificate', ...certificateVerdict(tlsEnd, Date.now()) }];
}

function examineAll(
  services: Services,
  parts: Readonly<Record<string, Examination>>,
  options: ExamineOptions,
): Promise<Finding[]> {
  return Promise.all(
    Object.entries(parts).map(async ([name, examination]) => {
      const start = performance.now();
      const ms = () => Math.round(performance.now() - start);
      try {
        return { name, ...(await examination(services, options)), ms: ms() };
      } catch (error) {
        services.log.error({ err: error, name }, 'an examination failed');
        return { name, state: 'failed' as const, detail: (error as Error).message, ms: ms() };
      }
    }),
  );
}
