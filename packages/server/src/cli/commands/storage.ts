import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type Clock, systemClock } from '../../base/clock.ts';
import { FORMS, type MediaLocation, parseLocation } from '../../config/media-location.ts';
import { CommandFailed, type Io } from '../io.ts';
import { printable } from '../printable.ts';

interface CopyFlags {
  from: string;
  to: string;
  data?: string;
  state?: string;
  atOnce: string;
  json?: boolean;
}

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5_000;

const MIB = 1024 * 1024;

/** Keeps the process alive while the copy waits for a store, unlike the timers of `systemClock`. */
const waitingClock: Clock = {
  now: systemClock.now,
  schedule(delay, task) {
    const timer = setTimeout(task, delay);
    return () => clearTimeout(timer);
  },
};

/** `bonafide storage`: moves the bytes of media between a disk and a bucket. */
export function storageCommand(io: Io, clock: Clock = waitingClock): Command {
  const storage = new Command('storage').description('the store of the bytes of media');
  storage
    .command('copy')
    .description(
      'copy all media from one store to another, beside the running service, and verify each copy; run it again after an ' +
        'interruption to continue. Credentials and the address of the object store come from the BONAFIDE_S3_… variables',
    )
    .addOption(new Option('--from <store>', FORMS).makeOptionMandatory())
    .addOption(new Option('--to <store>', FORMS).makeOptionMandatory())
    .option('--data <directory>', 'data directory of the server (BONAFIDE_DATA)')
    .option('--state <file>', 'file that remembers what was copied; default: in the data directory')
    .option('--at-once <number>', 'objects that are copied at once, 1 to 64', '8')
    .option('--json', 'print JSON, for scripts')
    .action((flags: CopyFlags) => copy(flags, io, clock));
  return storage;
}

async function copy(flags: CopyFlags, io: Io, clock: Clock): Promise<void> {
  const { settingsAtRest } = await import('../at-rest.ts');
  const settings = settingsAtRest(flags.data === undefined ? {} : { data: flags.data }, io);
  const places = { from: whole(flags.from, settings.data), to: whole(flags.to, settings.data) };
  const names = { from: JSON.stringify(places.from), to: JSON.stringify(places.to) };
  if (names.from === names.to) throw new CommandFailed('--from and --to name the same store');
  const atOnce = Number(flags.atOnce);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > 64) throw new CommandFailed('--at-once must be from 1 to 64');
  const digest = hash('sha256', `${names.from} ${names.to}`).slice(0, 16);
  const state = flags.state ?? join(settings.data, `storage-copy-${digest}.jsonl`);

  const [{ openBlobs }, { CopyJournal }, { copyBlobs }] = await Promise.all([
    import('../../storage/open.ts'),
    import('../../storage/copy-journal.ts'),
    import('../../storage/copy.ts'),
  ]);
  const [from, to] = await Promise.all([openBlobs(places.from, settings), openBlobs(places.to, settings)]);
  try {
    const journal = await CopyJournal.open(state, names);
    let last = clock.now();
    const counts = await copyBlobs({
      from,
      to,
      journal,
      clock,
      atOnce,
      progress({ copied, bytes, present, resumed }) {
        if (clock.now() - last < PROGRESS_MS) return;
        last = clock.now();
        io.err(`${copied} copied (${Math.floor(bytes / MIB)} MiB), ${present + resumed} were there`);
      },
      problem: (key, reason) => io.err(`${key}: ${printable(reason)}`),
    });
    const { copied, bytes, present, resumed, deleted, different, failed } = counts;
    io.out(
      flags.json
        ? JSON.stringify(counts)
        : `${copied} objects copied and verified (${Math.floor(bytes / MIB)} MiB), ${present} were there, ${resumed} copied by ` +
            `an earlier run, ${deleted} deleted meanwhile, ${different} differ in the target, ${failed} failed`,
    );
    if (failed > 0) throw new CommandFailed(`${failed} objects were not copied. Run the command again`);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`The copy ended early: ${(error as Error).message}. Run the command again to continue`, {
      cause: error,
    });
  }
}

/** The store that a text names, with absolute paths. */
function whole(text: string, data: string): MediaLocation {
  const location = parseLocation(text);
  if (!location) throw new CommandFailed(`${text} names no store. Write ${FORMS}`);
  if (location.kind === 's3') return location;
  return { kind: 'disk', directory: resolve(location.directory ?? join(data, 'media')) };
}
