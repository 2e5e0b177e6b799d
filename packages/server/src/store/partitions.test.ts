import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migratedDatabase } from '../testing/database.ts';
import { snapshotPostgres } from './postgres-snapshot.ts';

describe.skipIf(!process.env.DATABASE_URL)('days of the request log on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  let client: pg.Client;
  beforeEach(async () => {
    database = await migratedDatabase();
    client = new pg.Client(database!.url);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database!.drop();
  });
  const call = async (text: string) => Object.values((await client.query(`select ${text}`)).rows[0])[0];

  test('that are dropped while a backup reads are in no backup, and do not fail it', async () => {
    expect([await call('keep_request_day(100)'), await call('keep_request_day(200)')]).toEqual([true, true]);
    await client.query(`insert into request_batches select 'a', 'live', day * 86400000, 'b', 1, 1, 0, 'x'
      from unnest(array[100, 200]::bigint[]) day`);
    const snapshot = await snapshotPostgres(database!.url);
    const seen: string[] = [];
    try {
      for await (const { name, chunks } of snapshot.parts()) {
        const read: Buffer[] = [];
        for await (const chunk of chunks()) read.push(chunk);
        if (name.startsWith('request_batches')) seen.push(`${name} ${Buffer.concat(read).length > 0}`);
        // Retention drops a day that the backup has not reached yet, and can't drop a day that it has read.
        if (name === 'reports') expect(await call('drop_request_days(101::bigint * 86400000)')).toBe('1');
        if (name === 'request_batches_200') expect(await call('drop_request_days(201::bigint * 86400000)')).toBe('0');
      }
    } finally {
      await snapshot.close();
    }
    expect(seen).toEqual(['request_batches_200 true', 'request_batches_default false']);
    expect(await call('drop_request_days(201::bigint * 86400000)')).toBe('1');
  });

  test('give up after a second behind another transaction, so that requests do not wait for them', async () => {
    const reader = new pg.Client(database!.url);
    await reader.connect();
    await reader.query('begin; lock table request_batches in access share mode');
    // The reader keeps its lock until both calls have answered.
    expect([await call('keep_request_day(300)'), await call('drop_request_days(9e15::bigint)')]).toEqual([false, '0']);
    await reader.query('commit');
    await reader.end();
    expect(await call('keep_request_day(300)')).toBe(true);
  });
});
