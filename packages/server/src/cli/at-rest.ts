import { existsSync } from 'node:fs';
import { readSettings, type Settings } from '../config/settings.ts';
import { diskVerdict, type Finding } from '../health/health.ts';
import { examineMasterKey } from '../keys/master-key.ts';
import { peekPostgres } from '../store/postgres.ts';
import { peekSqlite } from '../store/sqlite.ts';
import { CommandFailed, type Io } from './io.ts';
import { dataDirectory, type OperatorFlags } from './operator.ts';

/** The settings that a server of this environment would start with. */
export function settingsAtRest(flags: OperatorFlags, io: Io): Settings {
  try {
    return readSettings({ data: dataDirectory(flags, io) }, { ...io.env });
  } catch (error) {
    throw new CommandFailed((error as Error).message);
  }
}

/** Looks at store, master key and disk of a server that doesn't run. Makes and changes nothing. */
export async function examineStore(settings: Settings): Promise<Finding[]> {
  const { data, databaseDirectUrl } = settings;
  const databaseUrl = databaseDirectUrl ?? settings.databaseUrl;
  if (!existsSync(data)) return [{ name: 'store', state: 'ok', detail: `${data} does not exist yet` }];
  const disk: Finding = { name: 'disk', ...(await diskVerdict(settings)) };
  try {
    const peek = databaseUrl ? await peekPostgres(databaseUrl) : peekSqlite(data);
    const nothing = databaseUrl ? 'the database is empty' : `no embedded store in ${data}, and no DATABASE_URL is set`;
    if (!peek) return [{ name: 'store', state: 'ok', detail: nothing }, disk];
    try {
      return [{ name: 'store', state: 'ok', detail: 'can be read' }, await keys(peek.reader, settings), disk];
    } finally {
      await peek.close();
    }
  } catch (error) {
    return [{ name: 'store', state: 'failed', detail: (error as Error).message }, disk];
  }
}

async function keys(...of: Parameters<typeof examineMasterKey>): Promise<Finding> {
  try {
    const detail = `the master key opens the store; its fingerprint: ${await examineMasterKey(...of)}`;
    return { name: 'keys', state: 'ok', detail };
  } catch (error) {
    return { name: 'keys', state: 'failed', detail: (error as Error).message };
  }
}
