import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of a test's own. */
export interface TestDatabase {
  /** Address of the database, `postgresql://…`. */
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database when `DATABASE_URL` asks for PostgreSQL. A service that opens it makes its tables. */
export async function freshDatabase(): Promise<TestDatabase | undefined> {
  return create('template1');
}

/** A database with all tables and no rows when `DATABASE_URL` asks for PostgreSQL: a copy takes less time than migrations. */
export async function migratedDatabase(): Promise<TestDatabase | undefined> {
  return create(inject('template') ?? 'template1');
}

async function create(template: string): Promise<TestDatabase | undefined> {
  const server = process.env.DATABASE_URL;
  if (!server) return undefined;
  const name = `bonafide_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
