import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, HOUR_MS, systemClock } from '../base/clock.ts';
import { query } from '../store/query.ts';
import { freshDatabase } from '../testing/database.ts';
import { startService, type TestService } from '../testing/service.ts';
import { type Answering, check, type Receiver, register, startReceiver } from '../webhooks/testing/receiver.ts';

const RETRY_MS = 600_000;

/** The clock of a machine that was set wrong. */
const offBy = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms });

const planned = query()((db) => db.selectFrom('deliveries').select(['state', 'next_attempt_at', 'created_at']));
const jobs = query()((db) => db.selectFrom('jobs').select(['kind', 'run_at']));

describe.skipIf(!process.env.DATABASE_URL)('processes whose clocks differ, on one PostgreSQL database', () => {
  const masterKey = randomBytes(32).toString('base64url');
  let database: NonNullable<Awaited<ReturnType<typeof freshDatabase>>>;
  let receiver: Receiver;
  const running: TestService[] = [];

  beforeEach(async () => {
    database = (await freshDatabase()) as typeof database;
  });
  afterEach(async () => {
    await receiver.close();
    await Promise.all(running.splice(0).map((service) => service.close()));
    await database.drop();
  });

  async function start(clockOffBy: number): Promise<TestService> {
    const service = await startService({
      realTime: true,
      machineClock: offBy(clockOffBy),
      settings: {
        databaseUrl: database.url,
        masterKey,
        webhookRetryBase: String(RETRY_MS),
        webhookTimeout: '3000',
      },
    });
    running.push(service);
    return service;
  }

  async function ordered(service: TestService, answering: Answering): Promise<void> {
    receiver = await startReceiver(answering);
    await register(service, receiver.url);
    await check(service);
  }

  /** Reads until what is found fits; the worker writes it after the receiver's answer. */
  async function read<T>(look: () => Promise<T[]>, fits: (found: T[]) => boolean): Promise<T[]> {
    for (;;) {
      const found = await look();
      if (fits(found)) return found;
    }
  }

  test.each([HOUR_MS, -HOUR_MS])(
    'one that is off by %i ms plans retries by the time of the database',
    async (offset) => {
      const before = Date.now();
      const service = await start(offset);
      await ordered(service, () => ({ status: 500 }));
      const failed = await read(
        () => service.services.store.system.all(planned, {}),
        (rows) => rows.length >= 4 && rows.every((row) => (row.next_attempt_at ?? 0) - row.created_at >= RETRY_MS),
      );
      const latest = Date.now() + RETRY_MS * 1.05;
      for (const { created_at, next_attempt_at } of failed) {
        // The database runs on this machine, so its clock is ours: a second is for the round trip.
        expect(created_at).toBeGreaterThan(before - 1000);
        expect(next_attempt_at).toBeLessThan(latest + 1000);
      }
      for (const { run_at } of await service.services.store.system.all(jobs, {})) {
        expect(run_at).toBeGreaterThan(before - 1000);
        expect(run_at).toBeLessThan(latest + 1000);
      }
      const { body } = await service.get('/v3.6/checks/unknown', { token: service.other.sandboxToken });
      expect(body.error.type).toBe('resource_not_found');
    },
  );

  test.each([
    [0, HOUR_MS],
    [-HOUR_MS, 0],
    [-HOUR_MS, HOUR_MS],
  ])('what one (off by %i ms) delivers, the other (off by %i ms) leaves alone', async (holding, looking) => {
    const holder = await start(holding);
    await ordered(holder, () => 'silent');
    await receiver.atLeast(4);
    const other = await start(looking);
    await other.settle();
    const posted = receiver.received.map(({ body }) => JSON.parse(body.toString()).payload.object.id + String(body));
    expect(posted.length).toBe(4);
    expect(new Set(posted).size).toBe(4);
  });
});
