// Before tests with `DATABASE_URL`: one database with all tables. Each test gets a copy (`database.ts`).
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
  // Vite resolves the imports of a file when it reads the file. It reads this file before the build, and `migrate.ts` after the build.
  // So the store and its migrations come from the same build on a clean clone, too.
  const { migrate } = await import('./migrate.ts');
  await migrate(database.url);
  provide('template', new URL(database.url).pathname.slice(1));
  return database.drop;
}
