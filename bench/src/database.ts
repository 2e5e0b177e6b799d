import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { StoreChoice } from './arguments.ts';

/** A place for one service's data that can be thrown away. */
export interface DataPlace {
  readonly directory: string;
  /** Absent on the embedded store. */
  readonly databaseUrl: string | undefined;
  drop(): Promise<void>;
}

/** Makes an empty data directory and, on PostgreSQL, an empty database. */
export async function freshPlace(store: StoreChoice): Promise<DataPlace> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-bench-'));
  const dropDirectory = () => rm(directory, { recursive: true, force: true });
  if (store.name === 'embedded') return { directory, databaseUrl: undefined, drop: dropDirectory };
  const name = `bonafide_bench_${randomBytes(4).toString('hex')}`;
  await administer(store.server, `create database ${name}`);
  const url = new URL(store.server);
  url.pathname = `/${name}`;
  return {
    directory,
    databaseUrl: url.href,
    async drop() {
      await administer(store.server, `drop database if exists ${name} with (force)`);
      await dropDirectory();
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  await inDatabase(url, (client) => client.query(statement));
}

/** Runs work on a connection of its own. */
export async function inDatabase<T>(url: string | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
