import { deleteQuietApplicants } from '../applicants/retention.ts';
import { HOUR_MS, MINUTE_MS, systemClock } from '../base/clock.ts';
import { every } from '../base/every.ts';
import { deleteOldAddressUses } from '../checks/reports/address-uses.ts';
import type { Services } from '../context/services.ts';
import { endVersions } from '../keys/end-versions.ts';
import { CHALLENGE_MS } from '../media/challenge.ts';
import { sendKeptNotices } from '../members/notices.ts';
import { dropEndedSignIns } from '../members/upkeep.ts';
import { endOldRequests } from '../request-log/retention.ts';
import { noteStored } from '../review/note-stored.ts';
import { discardLeftovers, INDEX_OWNER } from '../screening/watchlists/discard.ts';
import { endLostImports } from '../screening/watchlists/import-jobs.ts';
import { discardTables } from '../sources/tables.ts';
import { ownerOf } from '../storage/key.ts';
import { deleteOldChallenges } from '../store/queries/challenges.ts';
import { mediaExists } from '../store/queries/media.ts';
import { deleteExpiredTokens } from '../store/queries/tokens.ts';
import { anchorAudit } from '../webhooks/audit-anchor.ts';
import { sealStored } from '../webhooks/seal-stored.ts';

/** Milliseconds after the start, so that upkeep doesn't slow the first requests. */
const FIRST_MS = MINUTE_MS;
const EVERY_MS = HOUR_MS;

/** An object without a row may belong to an upload under way; none takes this long. */
const FORGOTTEN_MS = HOUR_MS;

export interface Upkeep {
  /** Resolves when what runs has ended. */
  stop(): Promise<void>;
}

export interface UpkeepDone {
  expiredTokens: number;
  /** Applicants whose retention has ended. */
  quietApplicants: number;
  oldChallenges: number;
  oldAddresses: number;
  unfinishedUploads: number;
  forgottenObjects: number;
  /** Heads of the audit log that were sent outside. */
  anchoredHeads: number;
  /** Waiting reports from versions that stored no reason; the upkeep has added it. */
  notedReports: number;
  /** Rows from versions that did not seal them; the upkeep has sealed them. */
  sealedRows: number;
}

/** Deletes what has expired or was left behind, once. Several processes may do it at once. */
export async function upkeep(services: Services, stopped: () => boolean = () => false): Promise<UpkeepDone> {
  const { clock, storage, store } = services;
  const now = clock.now();
  // Files carry the time of the machine, which may be behind the database's: then they only look older.
  const before = Math.min(now, systemClock.now()) - FORGOTTEN_MS;
  const expiredTokens = await store.transaction((tx) => tx.run(deleteExpiredTokens, { before: now }));
  const oldChallenges = await store.transaction((tx) => tx.run(deleteOldChallenges, { before: now - CHALLENGE_MS }));
  await store.transaction((tx) => dropEndedSignIns(tx, now));
  await sendKeptNotices(services);
  const oldAddresses = await store.transaction((tx) => deleteOldAddressUses(tx, now));
  await endVersions(services);
  await endOldRequests(services, stopped);
  const quietApplicants = await deleteQuietApplicants(services, stopped);
  const anchoredHeads = await anchored(services);
  const unfinishedUploads = await storage.discardUnfinished(before);
  let forgottenObjects = 0;
  for await (const { key } of storage.list({ before })) {
    if (stopped()) break;
    const { account, mediaId } = ownerOf(key);
    if (account === INDEX_OWNER || (await store.system.first(mediaExists, { id: mediaId, account_id: account })))
      continue;
    await storage.delete(key);
    forgottenObjects += 1;
  }
  await endLostImports(services, { alone: false });
  await discardLeftovers(services, { alone: false });
  await discardTables(services);
  // Last: a row that can't be sealed must not keep the storage from being cleaned.
  const sealedRows = await sealStored(services, stopped);
  const notedReports = await noteStored(services, stopped);
  return {
    expiredTokens,
    quietApplicants,
    oldChallenges,
    oldAddresses,
    unfinishedUploads,
    forgottenObjects,
    anchoredHeads,
    notedReports,
    sealedRows,
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
