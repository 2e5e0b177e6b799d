import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import manifest from '../../package.json' with { type: 'json' };
import { MINUTE_MS } from '../base/clock.ts';
import { every } from '../base/every.ts';
import type { Services } from '../context/services.ts';
import { storedRoot } from '../keys/master-key.ts';
import { keysOf } from './keys.ts';
import type { BackupAnswer, BackupOrder } from './messages.ts';

/** Path of the process that makes backups, next to the bundle that contains this module; see scripts/bundle.js. */
const WORKER = new URL('../backup/worker.js', import.meta.url);

export interface Backups {
  /** Ends a backup under way, whose parts the next backup uses, and plans no more. */
  stop(): Promise<void>;
}

/**
 * Makes backups as the settings ask for, each in a process of its own with a low priority, so that no request waits for it. Processes
 * of one deployment share the work: one that finds a young backup makes none.
 */
export function startBackups(services: Services): Backups | undefined {
  const { settings, clock, log, metrics } = services;
  const { backupTo, backupEvery } = settings;
  if (!backupTo || !backupEvery) return undefined;
  let child: ChildProcess | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function backUpOnce(): Promise<void> {
    const root = await storedRoot(services.store.system);
    if (!root) throw new Error('The store has no root key');
    const order: BackupOrder = {
      settings,
      place: backupTo as string,
      keys: keysOf(root, services.deploymentKeys.root),
      version: manifest.version,
    };
    child = fork(WORKER, [], { serialization: 'advanced', execArgv: [] });
    try {
      const answer = await answerOf(child, order);
      if ('failed' in answer) throw new Error(answer.failed);
      metrics.set('bonafide_last_backup_timestamp_seconds', answer.at / 1000, {});
      if (answer.missing.length > 0)
        log.error({ missing: answer.missing }, 'rows of the backup name objects that the storage does not have');
      if (answer.made) log.info({ backup: answer.id, copied: answer.copied, written: answer.written }, 'made a backup');
    } finally {
      child.kill();
      child = undefined;
    }
  }

  const work = () => {
    running = backUpOnce().catch((error) =>
      log.error({ err: error }, 'the backup failed; the next one is made on time'),
    );
    return running;
  };
  const cancel = every(clock, backupEvery * MINUTE_MS, work, 0);
  return {
    async stop() {
      cancel();
      child?.kill();
      await running;
    },
  };
}

async function answerOf(child: ChildProcess, order: BackupOrder): Promise<BackupAnswer> {
  const ended = once(child, 'exit').then(([code, signal]) => ({ failed: `The process ended with ${signal ?? code}` }));
  const answered = once(child, 'message').then(([answer]) => answer as BackupAnswer);
  child.send(order);
  return Promise.race([answered, ended]);
}
