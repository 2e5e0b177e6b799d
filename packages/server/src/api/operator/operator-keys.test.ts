import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { type StartOptions, startService, type TestService } from '../../testing/service.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const CREATED_AT = '2026-01-15T09:30:00Z';

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

function operateWith(key: string, method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${key}` };
  const options = { token: null, headers, ...(json === undefined ? {} : { json }) };
  return service.call(method, `/operator/v1${path}`, options);
}

const operate = (method: string, path: string, json?: unknown) => operateWith(service.operatorKey, method, path, json);

const statusWith = async (key: string) => (await operateWith(key, 'GET', '/accounts')).status;

interface Listed {
  id: string;
  name: string;
  active: boolean;
  last_used_at: string | null;
}

const list = async (): Promise<Listed[]> => (await operate('GET', '/operator_keys')).body.operator_keys;

const named = async (name: string) => (await list()).find((key) => key.name === name) as Listed;

/** Closes the service and starts it again on its data. */
async function restart(settings: StartOptions['settings'] = {}): Promise<void> {
  const { data } = service;
  const { databaseUrl } = service.services.settings;
  await service.close({ keep: true });
  service = await startService({ data, settings: { ...settings, ...(databaseUrl && { databaseUrl }) } });
}

describe('an operator key', () => {
  test('is created with a name, shown once, opens every route, and is listed', async () => {
    const made = await operate('POST', '/operator_keys', { name: 'ci' });
    expect(made.status).toBe(201);
    const { key, ...facts } = made.body;
    expect(key).toMatch(/^bfo_[\w-]{43}$/);
    const first = await named('operator.key');
    expect(facts).toEqual({
      id: expect.any(String),
      name: 'ci',
      source: 'created',
      active: true,
      prefix: key.slice(0, 8),
      last_four: key.slice(-4),
      created_at: CREATED_AT,
      created_by: { kind: 'operator', id: first.id },
      last_used_at: null,
      revoked_at: null,
      revoked_by: null,
    });
    expect(await statusWith(key)).toBe(200);
    const listed = await operateWith(key, 'GET', '/operator_keys');
    expect(listed.body.operator_keys).toEqual([
      { ...facts, last_used_at: CREATED_AT },
      {
        id: first.id,
        name: 'operator.key',
        source: 'file',
        active: true,
        prefix: '',
        last_four: service.operatorKey.slice(-4),
        created_at: CREATED_AT,
        created_by: { kind: 'system', id: 'start' },
        last_used_at: CREATED_AT,
        revoked_at: null,
        revoked_by: null,
      },
    ]);
  });

  test('is stored as a keyed hash', async () => {
    const { key } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    const rows = await service.services.store.system.all(
      query()((db) => db.selectFrom('operator_keys').selectAll()),
      {},
    );
    expect(rows).toHaveLength(2);
    for (const secret of [key, service.operatorKey]) expect(JSON.stringify(rows)).not.toContain(secret);
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('has its last use written once a minute at most', async () => {
    const { key, id } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    const lastUse = async () => (await list()).find((one) => one.id === id)?.last_used_at;
    expect(await lastUse()).toBeNull();
    await statusWith(key);
    expect(await lastUse()).toBe(CREATED_AT);
    service.clock.advance(59_000);
    await statusWith(key);
    expect(await lastUse()).toBe(CREATED_AT);
    service.clock.advance(1_000);
    await statusWith(key);
    expect(await lastUse()).toBe('2026-01-15T09:31:00Z');
  });

  test('is refused from its revocation on, which says who revoked it', async () => {
    const { key, id } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    expect(await statusWith(key)).toBe(200);
    expect((await operate('DELETE', `/operator_keys/${id}`)).status).toBe(204);
    expect(await statusWith(key)).toBe(401);
    const first = await named('operator.key');
    const revoked = { active: false, revoked_at: CREATED_AT, revoked_by: { kind: 'operator', id: first.id } };
    expect(await named('ci')).toMatchObject(revoked);
    service.clock.advance(MINUTE_MS);
    expect((await operate('DELETE', `/operator_keys/${id}`)).status).toBe(204);
    expect(await named('ci')).toMatchObject(revoked);
  });

  test('can revoke itself and the key of the file, but not the last active one', async () => {
    const { key, id } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    const first = await named('operator.key');
    expect((await operate('DELETE', `/operator_keys/${first.id}`)).status).toBe(204);
    expect(await statusWith(service.operatorKey)).toBe(401);
    const last = await operateWith(key, 'DELETE', `/operator_keys/${id}`);
    expect([last.status, last.body.error.fields]).toEqual([
      422,
      { id: ['is the last active operator key. Create another key first'] },
    ]);
    expect(await statusWith(key)).toBe(200);
    const other = (await operateWith(key, 'POST', '/operator_keys', { name: 'other' })).body;
    expect((await operateWith(key, 'DELETE', `/operator_keys/${id}`)).status).toBe(204);
    expect(await statusWith(key)).toBe(401);
    expect(await statusWith(other.key)).toBe(200);
  });

  test('stays, of two that are the last and revoke each other at once', async () => {
    const { key, id } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    const first = await named('operator.key');
    const answers = await Promise.all([
      operate('DELETE', `/operator_keys/${id}`),
      operateWith(key, 'DELETE', `/operator_keys/${first.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect([await statusWith(key), await statusWith(service.operatorKey)].sort()).toEqual([200, 401]);
  });

  test.skipIf(!process.env.DATABASE_URL)(
    'opens other processes, and is refused there within five seconds',
    async () => {
      const { databaseUrl } = service.services.settings;
      const second = await startService({ data: service.data, settings: { databaseUrl: databaseUrl as string } });
      try {
        const headers = {
          authorization: `Bearer ${(await operate('POST', '/operator_keys', { name: 'ci' })).body.key}`,
        };
        const there = async () => (await second.call('GET', '/operator/v1/accounts', { token: null, headers })).status;
        expect(await there()).toBe(200);
        expect((await operate('DELETE', `/operator_keys/${(await named('ci')).id}`)).status).toBe(204);
        // Where the signal is lost, what is remembered counts no longer.
        second.clock.advance(5_000);
        expect(await there()).toBe(401);
      } finally {
        await second.close({ keep: true });
      }
    },
  );

  test('needs a name, and is unknown under another id', async () => {
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(201) }]) {
      expect((await operate('POST', '/operator_keys', body)).status).toBe(422);
    }
    expect((await operate('DELETE', `/operator_keys/${UNKNOWN}`)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test('is not an API token', async () => {
    const { key } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    expect((await service.get('/v3.6/applicants', { token: key })).status).toBe(401);
    for (const authorization of [`Token token=${key}`, `Bearer ${key}x`, `Bearer ${service.liveToken}`]) {
      const path = '/operator/v1/operator_keys';
      expect((await service.call('GET', path, { token: null, headers: { authorization } })).status).toBe(401);
    }
  });
});

describe('the first key of an installation', () => {
  test('that was made by an earlier version stays valid, and is not doubled by further starts', async () => {
    const key = service.operatorKey;
    // As an earlier version leaves it: the key file alone.
    await service.services.store.transaction((tx) =>
      tx.run(
        query()((db) => db.deleteFrom('operator_keys')),
        {},
      ),
    );
    await restart();
    await restart();
    expect(service.operatorKey).toBe(key);
    expect(await list()).toMatchObject([{ name: 'operator.key', source: 'file', active: true }]);
  });

  test('stays revoked over a start', async () => {
    const { key } = (await operate('POST', '/operator_keys', { name: 'ci' })).body;
    const first = await named('operator.key');
    await operateWith(key, 'DELETE', `/operator_keys/${first.id}`);
    await restart();
    expect(await statusWith(service.operatorKey)).toBe(401);
    expect(await statusWith(key)).toBe(200);
  });

  test('may stand in the setting; another value ends it, and lets in who has lost every key', async () => {
    const before = randomBytes(32).toString('base64url');
    await restart({ operatorKey: before });
    expect(await statusWith(before)).toBe(200);
    await restart({ operatorKey: 'short' });
    expect([await statusWith('short'), await statusWith(before)]).toEqual([200, 401]);
    const keys = (await list()).map(({ name, active }) => ({ name, active }));
    const setting = { name: 'BONAFIDE_OPERATOR_KEY' };
    expect(keys).toHaveLength(3);
    for (const key of [
      { ...setting, active: true },
      { ...setting, active: false },
      { name: 'operator.key', active: false },
    ])
      expect(keys).toContainEqual(key);
    // No part of a word that the operator chose is shown.
    const active = (await list()).find((key) => key.active);
    expect(active).toMatchObject({ prefix: '', last_four: '' });
  });
});
