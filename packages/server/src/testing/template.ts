// Before tests with `DATABASE_URL`: one database with all tables. Each test gets a copy (`database.ts`).
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { freshDatabase } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the database with all tables and no rows. */
    template?: string;
  }
}

export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const database = await freshDatabase();
  if (!database) return undefined;
  // Imported here, since what was built just now holds it.
  const { openPostgres } = await import('../store/postgres.ts');
  await (await openPostgres(database.url, pino({ level: 'silent' }))).close();
  provide('template', new URL(database.url).pathname.slice(1));
  return database.drop;
}
