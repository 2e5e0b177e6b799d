import pino from 'pino';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { readSettings } from '../../packages/server/src/config/settings.ts';
import type { MasterKey } from '../../packages/server/src/crypto/keys.ts';
import { openMasterKey } from '../../packages/server/src/keys/master-key.ts';
import { openPostgres } from '../../packages/server/src/store/postgres.ts';
import { openSqlite } from '../../packages/server/src/store/sqlite.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { DataPlace } from './database.ts';

/** Opens the store of a place in this process. No service may use an embedded store meanwhile. */
export async function openStore({ databaseUrl, directory }: DataPlace): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl, pino({ level: 'error' })) : openSqlite(directory);
}

/** The keys of the deployment of a place, whose master key is in its directory. */
export async function deploymentKeysOf(store: Store, { directory }: DataPlace): Promise<MasterKey> {
  const settings = readSettings({ data: directory }, {});
  return (await openMasterKey(store, settings, systemClock)).keys;
}
