import pino from 'pino';
import { openPostgres } from '../../packages/server/src/store/postgres.ts';
import { openSqlite } from '../../packages/server/src/store/sqlite.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import type { DataPlace } from './database.ts';

/** Opens the store of a place in this process. No service may use an embedded store meanwhile. */
export async function openStore({ databaseUrl, directory }: DataPlace): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl, pino({ level: 'error' })) : openSqlite(directory);
}
