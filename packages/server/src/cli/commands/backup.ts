import { Command } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { isoSeconds, systemClock } from '../../base/clock.ts';
import type { Settings } from '../../config/settings.ts';
import { settingsAtRest } from '../at-rest.ts';
import { CommandFailed, type Io } from '../io.ts';
import { table } from '../table.ts';

interface Flags {
  data?: string;
  json?: boolean;
}

/** Adds the flags of commands that read a data directory and the environment of its service. */
export function besideService(command: Command): Command {
  return command
    .option('--data <directory>', 'data directory of the service (BONAFIDE_DATA)')
    .option('--json', 'print JSON, for scripts');
}

/** Runs a command on backups. Reasons that an operator can correct are one sentence. */
export async function onBackups<T>(io: Io, flags: Flags, work: (settings: Settings) => Promise<T>): Promise<T> {
  const { BackupRefused } = await import('../../backup/errors.ts');
  try {
    return await work(settingsAtRest(flags, io));
  } catch (error) {
    throw error instanceof BackupRefused ? new CommandFailed(error.message) : error;
  }
}

/** The target of the command line or of the settings. */
function placeOf(given: string | undefined, { backupTo }: Settings): string {
  const place = given ?? backupTo;
  if (place) return place;
  throw new CommandFailed('Give the target of the backup, or set BONAFIDE_BACKUP_TO');
}

const MB = 1_000_000;
export const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;

/** `bonafide backup`: makes backups beside the running service, lists, verifies and prunes them. */
export function backupCommand(io: Io): Command {
  const backup = besideService(new Command('backup'))
    .description('back up rows, media and keys, beside the running service or without it')
    .argument('[target]', 'directory or bucket (s3:BUCKET/PREFIX) of the backups (BONAFIDE_BACKUP_TO)')
    .option('--media-only', 'leave the rows to the tools of PostgreSQL')
    .option('--full', 'write everything again, also what the target has')
    .action((target: string | undefined, flags: Flags & { mediaOnly?: boolean; full?: boolean }) =>
      onBackups(io, flags, async (settings) => {
        const { backUp } = await import('../../backup/open.ts');
        const options = { rows: !flags.mediaOnly && settings.backupRows === 'on', full: flags.full ?? false };
        const done = await backUp(placeOf(target, settings), settings, manifest.version, options);
        const { objectCount, missing } = done.manifest;
        const time = isoSeconds(done.manifest.at);
        const shown = {
          backup: done.id,
          time,
          objects: objectCount,
          missing,
          copied: done.copied,
          erased: done.erased,
        };
        io.out(
          flags.json
            ? JSON.stringify({ ...shown, written: done.written }, null, 2)
            : `Backup ${done.id} has everything up to ${time}: ${objectCount} objects (${done.copied} new), and ${megabytes(done.written)} of new rows`,
        );
        if (missing.length === 0) return;
        throw new CommandFailed(
          `The backup is complete except for ${missing.length} objects that rows name and the storage does not have: ${missing.slice(0, 5).join(', ')}`,
        );
      }),
    );
  const withTarget = (name: string) =>
    besideService(backup.command(name)).argument('[target]', 'directory or bucket of the backups (BONAFIDE_BACKUP_TO)');
  // A flag before the name of the subcommand belongs to `backup`.
  const flagsOf = (flags: Flags): Flags => ({ ...backup.opts(), ...flags });

  withTarget('list')
    .description('list the backups of a target')
    .action((target: string | undefined, own: Flags) => {
      const flags = flagsOf(own);
      return onBackups(io, flags, async (settings) => {
        const { openBackups } = await import('../../backup/open.ts');
        const { readManifest } = await import('../../backup/manifest.ts');
        const open = await openBackups(placeOf(target, settings), settings);
        const rows = [];
        for (const id of open.ids) {
          const { manifest: of } = await readManifest(open.target, open.keys, id);
          const bytes = of.parts.reduce((sum, { tree }) => sum + tree.bytes, 0);
          const facts = { time: isoSeconds(of.at), version: of.version, objects: of.objectCount };
          rows.push({ backup: id, ...facts, rows: of.dialect ?? 'none', bytes_of_rows: bytes });
        }
        io.out(
          flags.json
            ? JSON.stringify({ backups: rows }, null, 2)
            : table(['backup', 'time', 'version', 'rows', 'bytes_of_rows', 'objects'], rows),
        );
      });
    });

  withTarget('verify')
    .description('read everything in a target and compare it with its hashes')
    .option('--backup <name>', 'only this backup; default: all')
    .action((target: string | undefined, { backup: name, ...own }: Flags & { backup?: string }) => {
      const flags = flagsOf(own);
      return onBackups(io, flags, async (settings) => {
        const { openBackups } = await import('../../backup/open.ts');
        const { verify } = await import('../../backup/verify.ts');
        const { choose } = await import('../../backup/restore.ts');
        const open = await openBackups(placeOf(target, settings), settings);
        const ids = name === undefined ? open.ids : [choose(open.ids, { id: name })];
        const { backups, chunks, objects, erased, problems } = await verify(open, ids);
        io.out(
          flags.json
            ? JSON.stringify({ backups: backups.map(({ id }) => id), chunks, objects, erased, problems }, null, 2)
            : `Read ${ids.length} backups: ${chunks} chunks of rows and lists, ${objects} objects. ${erased} objects of erased accounts can't be opened`,
        );
        if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
      });
    });

  withTarget('prune')
    .description('delete old backups, and what no other backup needs')
    .option('--days <days>', 'days whose last backup is kept (BONAFIDE_BACKUP_DAYS)')
    .action((target: string | undefined, { days, ...own }: Flags & { days?: string }) => {
      const flags = flagsOf(own);
      return onBackups(io, flags, async (settings) => {
        const { openBackups } = await import('../../backup/open.ts');
        const { prune } = await import('../../backup/prune.ts');
        const { settingsTable } = await import('../../config/settings.ts');
        const kept = days === undefined ? settings.backupDays : settingsTable.backupDays.parse(days);
        const open = await openBackups(placeOf(target, settings), settings);
        const done = await prune(open, kept, systemClock.now());
        io.out(
          flags.json
            ? JSON.stringify(done, null, 2)
            : `Deleted ${done.deleted.length} backups, ${done.chunks} chunks and ${done.objects} copies of objects`,
        );
      });
    });
  return backup;
}
