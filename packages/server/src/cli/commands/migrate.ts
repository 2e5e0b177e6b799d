import { existsSync, mkdirSync } from 'node:fs';
import { Command } from 'commander';
import pino from 'pino';
import { withFiles } from '../../config/env-files.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import type { PlannedMigration } from '../../store/migration-plan.ts';
import { CommandFailed, type Io } from '../io.ts';
import { table } from '../table.ts';

interface Flags {
  data?: string;
  databaseUrl?: string;
  plan?: true;
  json?: true;
}

function settingsOf({ data, databaseUrl }: Flags, io: Io): Settings {
  try {
    return readSettings({ ...(data && { data }), ...(databaseUrl && { databaseUrl }) }, withFiles(io.env));
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}

/** Runs the pending migrations; returns their names. */
async function run({ data, databaseUrl, databaseDirectUrl }: Settings): Promise<string[]> {
  const url = databaseDirectUrl ?? databaseUrl;
  if (url) {
    const { migratePostgres } = await import('../../store/postgres-migrate.ts');
    const { withServer } = await import('../../store/postgres-start.ts');
    const log = pino({ level: 'warn' });
    return withServer(url, log, () => migratePostgres(url, log));
  }
  const { migrateSqlite } = await import('../../store/sqlite.ts');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return migrateSqlite(data);
}

async function planOf({ data, databaseUrl, databaseDirectUrl }: Settings): Promise<PlannedMigration[]> {
  const { planMigrations } = await import('../../store/migration-plan.ts');
  const url = databaseDirectUrl ?? databaseUrl;
  if (url) {
    const { migrationDatabase } = await import('../../store/postgres-migrate.ts');
    const db = migrationDatabase(url, pino({ level: 'warn' }));
    try {
      return await planMigrations(db, 'postgres');
    } finally {
      await db.destroy();
    }
  }
  if (!existsSync(data)) throw new CommandFailed(`${data} does not exist yet. The first start makes it`);
  const { readingDatabase } = await import('../../store/sqlite.ts');
  const db = readingDatabase(data);
  try {
    return await planMigrations(db, 'sqlite');
  } finally {
    await db.destroy();
  }
}

function shown(plan: readonly PlannedMigration[]): string {
  if (plan.length === 0) return 'No migration is pending.';
  const rows = plan.flatMap(({ name, statements }) =>
    statements.map(({ table, waiting, rows, seconds, sql }) => ({
      migration: name,
      table: table ?? 'new',
      rows: String(Math.round(rows)),
      waiting,
      'about seconds': seconds < 1 ? '< 1' : String(Math.round(seconds)),
      statement: sql.length > 60 ? `${sql.slice(0, 57)}...` : sql,
    })),
  );
  return table(['migration', 'table', 'rows', 'waiting', 'about seconds', 'statement'], rows);
}

/** `bonafide migrate`: brings the store up to date without starting the service, or says what that would do. */
export function migrateCommand(io: Io): Command {
  return new Command('migrate')
    .description('run the migrations of this version, before its processes start')
    .option('--data <directory>', 'directory of the embedded store')
    .option('--database-url <url>', 'PostgreSQL, instead of DATABASE_URL')
    .option('--plan', 'show the statements, the locked tables and an estimate of the time; change nothing')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const settings = settingsOf(flags, io);
      try {
        if (flags.plan) {
          const plan = await planOf(settings);
          io.out(flags.json ? JSON.stringify({ migrations: plan }, null, 2) : shown(plan));
          return;
        }
        const migrations = await run(settings);
        if (flags.json) io.out(JSON.stringify({ migrations }, null, 2));
        else io.out(migrations.length === 0 ? 'No migration is pending.' : `Migrated: ${migrations.join(', ')}`);
      } catch (error) {
        throw error instanceof CommandFailed ? error : new CommandFailed((error as Error).message);
      }
    });
}
