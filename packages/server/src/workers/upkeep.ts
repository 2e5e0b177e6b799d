import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { every } from '../base/every.ts';
import { deleteExpiredEntries } from '../checks/lists/change.ts';
import { deleteOldAddressUses } from '../checks/reports/address-uses.ts';
import type { Services } from '../context/services.ts';
import { KEPT_MS } from '../idempotency/journal.ts';
import { judgeDays } from '../insights/alerts/judge.ts';
import { countDays } from '../insights/days/count.ts';
import { applyRetention } from '../insights/retention.ts';
import { endVersions } from '../keys/end-versions.ts';
import { CHALLENGE_MS } from '../media/challenge.ts';
import { sendKeptNotices } from '../members/notices.ts';
import { dropEndedSignIns } from '../members/upkeep.ts';
import { endOldRequests } from '../request-log/retention.ts';
import { noteStored } from '../review/note-stored.ts';
import { discardLeftovers } from '../screening/watchlists/discard.ts';
import { endLostImports } from '../screening/watchlists/import-jobs.ts';
import { discardTables } from '../sources/tables.ts';
import { deleteOldChallenges } from '../store/queries/challenges.ts';
import { deleteOldSteps } from '../store/queries/idempotency.ts';
import { deleteExpiredTokens } from '../store/queries/tokens.ts';
import { anchorAudit } from '../webhooks/audit-anchor.ts';
import { keepQuarters } from '../webhooks/event-log/quarters.ts';
import { sealStored } from '../webhooks/seal-stored.ts';
import { type Swept, sweepStorage } from './storage-sweep.ts';

/** Milliseconds after the start, so that upkeep doesn't slow the first requests. */
const FIRST_MS = MINUTE_MS;
const EVERY_MS = HOUR_MS;

export interface Upkeep {
  /** Resolves when what runs has ended. */
  stop(): Promise<void>;
}

export interface UpkeepDone extends Swept {
  expiredTokens: number;
  /** Applicants whose retention has ended. */
  quietApplicants: number;
  /** Checks, events, logged requests and media whose retention has ended. */
  oldChecks: number;
  oldEvents: number;
  oldRequests: number;
  oldMedia: number;
  oldChallenges: number;
  /** Steps of requests whose idempotency keys are forgotten. */
  oldSteps: number;
  oldAddresses: number;
  /** Entries of blocklists and allowlists that have expired. */
  oldListEntries: number;
  /** Heads of the audit log that were sent outside. */
  anchoredHeads: number;
  /** Completed reports that were counted by day. */
  countedReports: number;
  /** Sudden changes of figures that were found. */
  figureChanges: number;
  /** Waiting reports from versions that stored no reason; the upkeep has added it. */
  notedReports: number;
  /** Rows from versions that did not seal them; the upkeep has sealed them. */
  sealedRows: number;
}

/** Deletes what has expired or was left behind, once. Several processes may do it at once. */
export async function upkeep(services: Services, stopped: () => boolean = () => false): Promise<UpkeepDone> {
  const { clock, store } = services;
  const now = clock.now();
  const expiredTokens = await store.transaction((tx) => tx.run(deleteExpiredTokens, { before: now }));
  const oldChallenges = await store.transaction((tx) => tx.run(deleteOldChallenges, { before: now - CHALLENGE_MS }));
  const oldSteps = await store.transaction((tx) => tx.run(deleteOldSteps, { before: now - KEPT_MS }));
  await store.transaction((tx) => dropEndedSignIns(tx, now));
  await sendKeptNotices(services);
  const oldAddresses = await store.transaction((tx) => deleteOldAddressUses(tx, now));
  const oldListEntries = await store.transaction((tx) => deleteExpiredEntries(tx, now));
  await endVersions(services);
  await endOldRequests(services, stopped);
  await keepQuarters(services);
  // Before the retention, which erases reports.
  const countedReports = await countDays(services, stopped);
  const figureChanges = await judgeDays(services);
  const retained = await applyRetention(services, stopped);
  const anchoredHeads = await anchored(services);
  const swept = await sweptStorage(services, stopped);
  await endLostImports(services, { alone: false });
  await discardLeftovers(services, { alone: false });
  await discardTables(services);
  // Last: a row that can't be sealed must not keep the storage from being cleaned.
  const sealedRows = await sealStored(services, stopped);
  const notedReports = await noteStored(services, stopped);
  return {
    expiredTokens,
    quietApplicants: retained.applicants,
    oldChecks: retained.checks,
    oldEvents: retained.events,
    oldRequests: retained.requests,
    oldMedia: retained.media,
    oldChallenges,
    oldSteps,
    oldAddresses,
    oldListEntries,
    anchoredHeads,
    countedReports,
    figureChanges,
    notedReports,
    sealedRows,
    ...swept,
  };
}

/** A file that can't be written must not keep the storage from being cleaned. */
async function anchored(services: Services): Promise<number> {
  try {
    return await anchorAudit(services);
  } catch (error) {
    services.log.error({ err: error }, 'the heads of the audit log could not be sent outside');
    return 0;
  }
}

/** An object store that doesn't answer must not keep the rest from being done. */
async function sweptStorage(services: Services, stopped: () => boolean): Promise<Swept> {
  try {
    return await sweepStorage(services, stopped);
  } catch (error) {
    services.log.error({ err: error }, 'the storage could not be swept');
    return { unfinishedUploads: 0, forgottenObjects: 0, missingObjects: 0 };
  }
}

/** Runs the upkeep every hour. `stop` lets a run under way end early and waits for it. */
export function startUpkeep(services: Services): Upkeep {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  const tidyUp = () => {
    running = upkeep(services, () => stopped)
      .then((done) => services.log.info(done, 'tidied up'))
      .catch((error) => services.log.error({ err: error }, 'tidying up failed'));
    return running;
  };
  const cancel = every(services.clock, EVERY_MS, tidyUp, FIRST_MS);
  return {
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
