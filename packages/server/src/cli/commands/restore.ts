import { Command } from 'commander';
import { isoSeconds } from '../../base/clock.ts';
import { CommandFailed, type Io } from '../io.ts';
import { besideService, megabytes, onBackups } from './backup.ts';

interface Flags {
  data?: string;
  json?: boolean;
  backup?: string;
  at?: string;
}

/** `bonafide restore`: puts a backup into an empty data directory and an empty database. */
export function restoreCommand(io: Io): Command {
  return besideService(new Command('restore'))
    .description('restore a backup into an empty data directory and, with DATABASE_URL, an empty database')
    .argument('<source>', 'directory or bucket (s3:BUCKET/PREFIX) of the backups')
    .option('--backup <name>', 'the backup to restore; default: the newest one')
    .option('--at <time>', 'restore the newest backup from this time or before, such as 2026-11-26T20:00:00Z')
    .action((source: string, flags: Flags) =>
      onBackups(io, flags, async (settings) => {
        const at = flags.at === undefined ? undefined : Date.parse(flags.at);
        if (Number.isNaN(at)) throw new CommandFailed('--at must be a time, such as 2026-11-26T20:00:00Z');
        const { restore } = await import('../../backup/restore.ts');
        const { id, manifest, objects, bytes, erasedAccounts } = await restore(source, settings, {
          id: flags.backup,
          at,
        });
        const { missing } = manifest;
        const time = isoSeconds(manifest.at);
        const rows = manifest.dialect === null ? 'no rows' : 'all rows';
        io.out(
          flags.json
            ? JSON.stringify({ backup: id, time, objects, bytes, missing, erased_accounts: erasedAccounts }, null, 2)
            : `Restored the backup ${id}: ${rows} and ${objects} objects (${megabytes(bytes)}) up to ${time}. Every hash was checked`,
        );
        if (erasedAccounts.length > 0 && !flags.json) {
          io.err(
            `${erasedAccounts.length} accounts were erased after this backup: ${erasedAccounts.join(', ')}. Their media stayed in the backup, and the service erases their rows when it starts`,
          );
        }
        if (missing.length > 0) {
          io.err(`${missing.length} objects were missing when the backup was made: ${missing.slice(0, 5).join(', ')}`);
        }
      }),
    );
}
