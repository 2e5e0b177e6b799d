import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import { enqueue } from '../jobs/queue.ts';
import { insertAttempt, insertDelivery, insertEvent, insertWebhook } from '../store/queries/webhooks.ts';
import { query } from '../store/query.ts';
import type { Environment } from '../store/schema.ts';
import { startService, type TestService } from '../testing/service.ts';
import { upkeep } from '../workers/upkeep.ts';
import { sealStored } from './seal-stored.ts';
import { check, type Receiver, startReceiver } from './testing/receiver.ts';

let service: TestService;
let receiver: Receiver;
beforeEach(async () => {
  service = await startService();
  receiver = await startReceiver(() => ({ status: 500, body: 'answered-secretly' }));
});
afterEach(async () => {
  await receiver.close();
  await service.close();
});

/** A body as deliveries have it. */
const given = '{"payload":{"action":"check.completed","given":"given-secret"}}';

const secrets = ['path-secret', 'name-secret', 'answered-secretly', 'given-secret'];

const webhooks = query()((db) => db.selectFrom('webhooks').selectAll().orderBy('id'));
const deliveries = query()((db) => db.selectFrom('deliveries').selectAll().orderBy('id'));
const attempts = query()((db) => db.selectFrom('delivery_attempts').selectAll().orderBy('id'));

/** All that the tables of webhooks hold, as text. */
async function stored(): Promise<string> {
  const { system } = service.services.store;
  const rows: object[] = [
    ...(await system.all(webhooks, {})),
    ...(await system.all(deliveries, {})),
    ...(await system.all(attempts, {})),
  ];
  return rows
    .flatMap((row) => Object.values(row))
    .map(String)
    .join('\n');
}

const operate = async (path: string, accountId = service.account.id) =>
  (
    await service.get(`/operator/v1/accounts/${accountId}${path}`, {
      headers: { authorization: `Bearer ${service.operatorKey}` },
    })
  ).body;

describe('of a webhook', () => {
  it('address, name and what its receiver answers are stored sealed', async () => {
    const url = `${receiver.url}/path-secret`;
    const { body: made } = await service.post('/v3.6/webhooks', { url, name: 'name-secret' });
    await check(service);
    await service.settle();
    const found = await stored();
    for (const secret of secrets) expect(found).not.toContain(secret);

    expect(receiver.received.length).toBeGreaterThan(0);
    expect((await service.get(`/v3.6/webhooks/${made.id}`)).body).toEqual(made);
    expect([made.url, made.name]).toEqual([url, 'name-secret']);
    const [delivery] = (await operate('/deliveries')).deliveries;
    expect(delivery.attempts[0]).toMatchObject({ status: 500, error: null, response_head: 'answered-secretly' });
    expect((await operate('/deliveries', service.other.id)).deliveries).toEqual([]);
  });
});

const noOAuth = {
  oauth_enabled: false,
  oauth_server_url: null,
  oauth_server_client_id: null,
  oauth_server_client_secret: null,
  oauth_server_scope: null,
};

/** Rows as versions before stored them: a webhook, and a delivery that failed once and is to be tried again. */
async function storeOpenly(accountId: string, environment: Environment): Promise<Ctx> {
  const { services } = service;
  const account = await services.accounts.find(accountId);
  const ctx = new Ctx(services, account!, environment, systemPrincipal('worker'));
  const [id, event_id, delivery_id] = [services.ids.uuid(), services.ids.uuid(), services.ids.uuid()];
  const now = ctx.now();
  // Later, so that nothing is delivered while rows are compared.
  const retryAt = now + MINUTE_MS;
  await ctx.transaction(async (tx) => {
    await tx.system.run(insertWebhook, {
      id,
      account_id: accountId,
      created_at: now,
      url: `${receiver.url}/path-secret`,
      name: 'name-secret',
      enabled: 1,
      events: '["check.completed"]',
      personal_fields: null,
      environments: JSON.stringify([environment]),
      payload_version: 3,
      api_version: 'v3.6',
      changed_by: null,
      data: ctx.vault.seal(id, { token: 'the-token', ...noOAuth }),
    });
    await tx.run(insertEvent, {
      id: event_id,
      type: 'check.completed',
      resource_type: 'check',
      resource_id: id,
      applicant_id: null,
      check_id: null,
      status: 'complete',
      created_at: now,
    });
    await tx.run(insertDelivery, {
      id: delivery_id,
      event_id,
      webhook_id: id,
      applicant_id: null,
      state: 'pending',
      attempts: 1,
      body: given,
      created_at: now,
      next_attempt_at: retryAt,
      finished_at: null,
      data: null,
    });
    await tx.run(insertAttempt, {
      id: services.ids.uuid(),
      delivery_id,
      number: 1,
      at: now,
      status: 500,
      latency_ms: 3,
      error: null,
      response_head: 'answered-secretly',
      data: null,
    });
    await enqueue(services, tx.system, ctx, { kind: 'delivery', ref: delivery_id, lane: id, runAt: retryAt });
  });
  return ctx;
}

describe('what an earlier version stored openly', () => {
  it('is read as before, and sealed by the upkeep, once', async () => {
    await storeOpenly(service.account.id, 'sandbox');
    await storeOpenly(service.other.id, 'live');
    const shown = async () => ({
      mine: (await service.get('/v3.6/webhooks')).body,
      theirs: (await service.get('/v3.6/webhooks', { token: service.other.liveToken })).body,
      log: await operate('/deliveries'),
      theirLog: await operate('/deliveries', service.other.id),
    });
    const before = await shown();
    expect(before.mine.webhooks).toMatchObject([{ url: `${receiver.url}/path-secret`, name: 'name-secret' }]);
    expect(before.log.deliveries[0].attempts[0].response_head).toBe('answered-secretly');
    for (const secret of secrets) expect(await stored()).toContain(secret);

    expect(await upkeep(service.services)).toMatchObject({ sealedRows: 6 });
    for (const secret of secrets) expect(await stored()).not.toContain(secret);
    expect(await shown()).toEqual(before);
    expect(await upkeep(service.services)).toMatchObject({ sealedRows: 0 });

    service.clock.advance(MINUTE_MS);
    await service.settle();
    expect(receiver.received.map(({ body }) => body.toString())).toEqual(new Array(2).fill(given));
  });

  it('is sealed in small steps, which can be broken off and done by two at once', async () => {
    for (let n = 0; n < 110; n += 1) await storeOpenly(service.account.id, 'sandbox');
    let looks = 0;
    // Once the first hundred webhooks are done.
    expect(await sealStored(service.services, () => ++looks > 1)).toBe(100);
    const both = await Promise.all([sealStored(service.services), sealStored(service.services)]);
    const rest = await sealStored(service.services);
    expect(both[0] + both[1] + rest).toBe(3 * 110 - 100);
    for (const secret of secrets) expect(await stored()).not.toContain(secret);
  });

  it.skipIf(process.env.DATABASE_URL)('is then nowhere in the files of the embedded store', async () => {
    await storeOpenly(service.account.id, 'sandbox');
    await sealStored(service.services);
    const { data } = service;
    await service.close({ keep: true });
    for (const name of readdirSync(data)) {
      if (!name.startsWith('bonafide.db')) continue;
      const bytes = readFileSync(join(data, name));
      for (const secret of secrets) expect([name, bytes.includes(secret)]).toEqual([name, false]);
    }
    service = await startService();
  });
});
