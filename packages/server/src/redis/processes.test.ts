import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeToken } from '../accounts/tokens/revoke.ts';
import { joinRoom } from '../api/sync/testing/client.ts';
import { storyOf } from '../api/v3/testing/story.ts';
import { systemPrincipal } from '../context/principal.ts';
import { freshDatabase } from '../testing/database.ts';
import { startService, type TestService } from '../testing/service.ts';
import { noRedisServer, prepareRedis, type RedisServer } from './testing/redis-server.ts';

const reason = process.env.DATABASE_URL ? noRedisServer() : 'no DATABASE_URL';
describe.skipIf(reason)(`two processes with one Redis and one store${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let redis: RedisServer;
  let a: TestService;
  let b: TestService;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = (await freshDatabase()) as NonNullable<Awaited<ReturnType<typeof freshDatabase>>>;
    drop = database.drop;
    redis = await prepareRedis();
    await redis.start();
    const shared = {
      databaseUrl: database.url,
      redisUrl: redis.url,
      redisTimeout: '60000',
      masterKey: randomBytes(32).toString('base64url'),
      rateLimits: 'on',
    };
    a = await startService({ settings: shared, account: { rate_limit_sandbox: 4 } });
    b = await startService({ settings: { ...shared, role: 'api' } });
  });
  afterAll(async () => {
    await a.close();
    await b.close();
    await redis.stop();
    await drop();
  });

  it('count the requests of an account together', async () => {
    const asked = [];
    for (const service of [a, b, b, a, b, a]) {
      const { status, headers } = await service.get('/v3.6/ping', { token: a.sandboxToken });
      asked.push([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]);
    }
    expect(asked).toEqual([
      [200, '4', '3'],
      [200, '4', '2'],
      [200, '4', '1'],
      [200, '4', '0'],
      [429, '4', '0'],
      [429, '4', '0'],
    ]);
    const others = await b.get('/v3.6/ping', { token: a.other.sandboxToken });
    expect([others.status, others.headers['ratelimit-remaining']]).toEqual([200, '29']);
    const live = await b.get('/v3.6/ping', { token: a.liveToken });
    expect([live.status, live.headers['ratelimit-remaining']]).toEqual([200, '399']);
  });

  it('refuse a token at once that the other has revoked', async () => {
    const { secret: token, row } = await a.mint(a.account.id, 'live');
    expect((await b.get('/v3.6/ping', { token })).status).toBe(200);
    await revokeToken(a.services, a.account.id, row.id, systemPrincipal('start'));
    // The clock of the services stands: nothing that is remembered runs out.
    await expect.poll(async () => (await b.get('/v3.6/ping', { token })).status).toBe(401);
  });

  it('let a desktop on one continue on a phone on the other, and go on within each while Redis is away', async () => {
    const applicant_id = await storyOf(a, 'v3.6').applicant({}, { token: a.liveToken });
    const { token } = (await a.post('/v3.6/sdk_token', { applicant_id }, { token: a.liveToken })).body;
    const [desktop, phone] = [await joinRoom(a), await joinRoom(b, { generation: 2, transports: ['polling'] })];
    const { roomId } = await desktop.joinsWell();
    const { ticket } = await phone.joinsWell({ roomId });
    phone.message(roomId, 'get config');
    expect(await desktop.nextMessage()).toEqual(['get config', { roomId }]);
    desktop.message(roomId, 'config', { token, steps: ['document'] });
    expect(await phone.nextMessage()).toEqual(['config', { token, steps: ['document'], roomId }]);
    phone.message(roomId, 'cross device start', { source: 'qr' });
    expect(await desktop.nextMessage()).toEqual(['cross device start', { source: 'qr', roomId }]);
    expect(await phone.nextMessage()).toEqual(['cross device start', { source: 'qr', roomId }]);
    const captures = [{ method: 'document', side: 'front', id: 'a' }];
    phone.message(roomId, 'client success', { captures });
    expect(await desktop.nextMessage()).toEqual(['client success', { captures, roomId }]);
    phone.close();
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);

    // A message that is not ours harms nobody.
    const { redis: connection } = a.services;
    await connection?.publish(connection.name(`to:${connection.processId}`), 'not sealed');

    const stranger = await joinRoom(b);
    expect(await stranger.joins({ roomId })).toEqual(['refused', { roomId, reason: 'unknown' }]);
    await redis.stop();
    await expect.poll(() => [a.services.redis?.isUp, b.services.redis?.isUp]).toEqual([false, false]);
    const [own, near] = [await joinRoom(b), await joinRoom(b)];
    const { roomId: second } = await own.joinsWell({ roomId: null, token });
    await near.joinsWell({ roomId: second });
    near.message(second, 'hello');
    expect(await own.nextMessage()).toEqual(['hello', { roomId: second }]);

    await redis.start();
    await expect.poll(() => [a.services.redis?.isUp, b.services.redis?.isUp]).toEqual([true, true]);
    near.message(second, 'hello');
    expect(await own.nextMessage()).toEqual(['hello', { roomId: second }]);
    own.close();
    expect(await near.nextMessage()).toEqual(['custom disconnect', { roomId: second }]);
    // The first room comes back with a word of its desktop.
    desktop.message(roomId, 'disconnect pong');
    const back = await joinRoom(b);
    await expect.poll(async () => (await back.joins({ roomId, ticket }))[0]).toBe('joined');
    back.message(roomId, 'hello');
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
    for (const one of [desktop, stranger, near, back]) one.close();
  });
});
