import { eraseScheduled } from '../applicants/erase.ts';
import { shredInBackups } from '../backup/shred.ts';
import type { Services } from '../context/services.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { eraseSomeOfAccount } from '../keys/erase-account.ts';
import { ctxOf } from './ctx-of.ts';

/** Erases applicants whose deletion delay has passed. */
export function erasureHandler(services: Services): JobHandler {
  return {
    kind: 'erasure',
    concurrency: 4,
    perLane: 2,
    run: async (job, hold) => eraseScheduled(await ctxOf(services, job), job, hold),
  };
}

/** Deletes the stored bytes of erased media. A job that a crash repeats finds nothing, which is as good. */
export function blobHandler(services: Services): JobHandler {
  return {
    kind: 'blob',
    concurrency: 8,
    perLane: 4,
    async run(job, hold) {
      const { storage_key } = JSON.parse(job.payload as string) as { storage_key: string };
      await services.storage.delete(storage_key);
      await services.store.transaction((tx) => hold.done(tx));
    },
  };
}

/** Deletes the rows and files of erased accounts, and their keys in backups. */
export function accountErasureHandler(services: Services): JobHandler {
  return {
    kind: 'account_erasure',
    concurrency: 1,
    perLane: 1,
    run: (job, hold) => eraseSomeOfAccount(services, job, hold, (account) => shredInBackups(services, account)),
  };
}
