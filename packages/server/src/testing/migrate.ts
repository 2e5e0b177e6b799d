import pino from 'pino';
import { openPostgres } from '../store/postgres.ts';

/** Makes all tables in the database of a `postgresql://` address. */
export async function migrate(url: string): Promise<void> {
  await (await openPostgres(url, pino({ level: 'silent' }))).close();
}
