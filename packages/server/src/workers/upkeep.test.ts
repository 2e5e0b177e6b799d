import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { form } from '../api/v3/testing/story.ts';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { query } from '../store/query.ts';
import { startService, type TestService } from '../testing/service.ts';
import { startUpkeep, upkeep } from './upkeep.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

function files(): string[] {
  return readdirSync(join(service.data, 'media', 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Makes every stored object look as old as the clock of the test says. */
function age(ms: number): void {
  const time = new Date(service.clock.now() - ms);
  for (const file of files()) utimesSync(file, time, time);
}

async function forgotten(): Promise<string> {
  const { key } = await service.services.storage.put(
    { account: service.account.id, mediaId: randomUUID() },
    (async function* () {
      yield Buffer.from('an upload whose row was never written');
    })(),
  );
  return key;
}

test('forgotten objects go after an hour; objects of media stay', async () => {
  const { body } = await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' });
  const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
  const sent = form({ applicant_id: body.id, type: 'passport' }, file);
  const document = (await service.call('POST', '/v3.6/documents', { form: sent })).body.id;
  await forgotten();
  age(HOUR_MS - 1000);
  expect(await upkeep(service.services)).toMatchObject({ forgottenObjects: 0 });
  age(HOUR_MS + 1000);
  expect(await upkeep(service.services)).toMatchObject({ forgottenObjects: 1 });
  expect(files().map((path) => basename(path))).toEqual([document]);
});

test('access tokens go once they have expired', async () => {
  const { id: client_id, secret: client_secret } = service.oauthClient;
  const sent = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' });
  await service.call('POST', '/v3.6/oauth/token', { token: null, form: sent });
  expect(await upkeep(service.services)).toMatchObject({ expiredTokens: 0 });
  service.clock.advance(HOUR_MS + 1);
  expect(await upkeep(service.services)).toMatchObject({ expiredTokens: 1 });
});

test('runs a minute after the start, then every hour, until it is stopped', async () => {
  const runs: number[] = [];
  let ran = () => {};
  const start = service.clock.now();
  const watched = {
    ...service.services,
    storage: {
      discardUnfinished: async () => runs.push(service.clock.now() - start),
      async *list() {
        yield* [];
      },
    },
    log: { ...service.services.log, info: () => ran() },
  };
  const { stop } = startUpkeep(watched as never);
  service.clock.advance(59_999);
  for (const ms of [1, HOUR_MS]) {
    const done = new Promise<void>((resolve) => {
      ran = resolve;
    });
    service.clock.advance(ms);
    await done;
    // The next run is planned when one has ended.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await stop();
  service.clock.advance(HOUR_MS);
  await service.settle();
  expect(runs).toEqual([MINUTE_MS, HOUR_MS + MINUTE_MS]);
});

test.skipIf(!process.env.DATABASE_URL)('on PostgreSQL, events of every quarter have a partition', async () => {
  const countEvents = query()((db) =>
    db
      .selectFrom('events')
      .select((select) => [select.fn.countAll<number>().as('n'), sql<string>`tableoid::regclass::text`.as('place')])
      .groupBy('place'),
  );
  service.clock.advance(400 * 24 * HOUR_MS);
  await upkeep(service.services);
  const { body } = await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' });
  const request = {
    applicant_id: body.id,
    report_names: ['watchlist_standard'],
    privacy_notices_read_consent_given: true,
  };
  expect((await service.post('/v3.6/checks', request)).status).toBe(201);
  await service.settle();
  const date = new Date(service.clock.now());
  const place = `events_${date.getUTCFullYear()}q${Math.floor(date.getUTCMonth() / 3) + 1}`;
  const counted = await service.services.store.system.all(countEvents, {});
  expect(counted.map((one) => one.place)).toEqual([place]);
  expect(counted[0]!.n).toBeGreaterThan(0);
});
