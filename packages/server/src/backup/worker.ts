import { setPriority } from 'node:os';
import { DAY_MS, MINUTE_MS, systemClock } from '../base/clock.ts';
import { backupIds, timeOf } from './manifest.ts';
import type { BackupAnswer, BackupOrder } from './messages.ts';
import { backUp, openBackupsWith, openTarget } from './open.ts';
import { prune } from './prune.ts';

/** The process of one backup: gets an order, answers and ends. Requests of the service go first. */
const NICE = 10;

/** A backup is young up to this part of the time between two backups: then another process has made it. */
const YOUNG = 0.5;

async function run({ settings, place, keys, version }: BackupOrder): Promise<BackupAnswer> {
  const last = (await backupIds(await openTarget(place, settings))).at(-1);
  const young = (settings.backupEvery ?? 0) * MINUTE_MS * YOUNG;
  if (last && systemClock.now() - timeOf(last) < young) {
    return { made: false, id: last, at: timeOf(last), copied: 0, written: 0, missing: [] };
  }
  const { id, manifest, copied, written } = await backUp(place, settings, version, {
    rows: settings.backupRows === 'on',
    keys,
  });
  const day = (name: string) => Math.floor(timeOf(name) / DAY_MS);
  if (last && day(last) !== day(id))
    await prune(await openBackupsWith(place, settings, keys), settings.backupDays, systemClock.now());
  return { made: true, id, at: manifest.at, copied, written, missing: manifest.missing };
}

process.once('message', (order) => {
  run(order as BackupOrder)
    .catch((error): BackupAnswer => ({ failed: (error as Error).message }))
    .then((answer) => process.send?.(answer));
});
// The service is gone.
process.once('disconnect', () => process.exit(1));
setPriority(NICE);
