import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openPostgres } from '../store/postgres.ts';
import { openSqlite } from '../store/sqlite.ts';
import { migratedDatabase } from './database.ts';

/** An empty store of the kind that the environment asks for, and how to be rid of it. */
export async function openTestStore() {
  const database = await migratedDatabase();
  if (database) {
    const store = await openPostgres(database.url, pino({ level: 'silent' }));
    return {
      store,
      async drop() {
        await store.close();
        await database.drop();
      },
    };
  }
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-store-'));
  const store = await openSqlite(directory);
  return {
    store,
    async drop() {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
