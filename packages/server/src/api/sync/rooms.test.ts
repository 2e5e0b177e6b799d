import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { Redis } from '../../redis/redis.ts';
import { noRedisServer, prepareRedis, type RedisServer } from '../../redis/testing/redis-server.ts';
import { TestClock } from '../../testing/clock.ts';
import { RedisRooms } from './redis-rooms.ts';
import type { Binding, Room } from './room.ts';
import { type Change, MemoryRooms, type RoomStore } from './room-store.ts';
import { type Joined, Rooms } from './rooms.ts';

const joinedOf = (joined: Joined) => {
  if ('refusal' in joined) throw new Error(joined.refusal);
  return joined;
};

/** Makes secrets that all differ. */
function counted(): () => string {
  let secrets = 0;
  return () => {
    secrets += 1;
    return `secret ${secrets}`;
  };
}

const binding: Binding = {
  holder: 'an applicant',
  accountId: 'an account',
  tokenId: 'a token',
  until: Number.MAX_SAFE_INTEGER,
};

/** Keeps each state as text, as a store outside of the process would. */
class TextRooms extends MemoryRooms {
  override add(room: Room) {
    return super.add(JSON.parse(JSON.stringify(room)));
  }
  override change<Result>(id: string, change: (room: Room) => Change<Result>) {
    return super.change(id, (room) => {
      const { room: after, result } = change(JSON.parse(JSON.stringify(room)));
      // Called again, a pure change makes the same.
      expect(change(JSON.parse(JSON.stringify(room))).room).toEqual(after);
      return { room: after && JSON.parse(JSON.stringify(after)), result };
    });
  }
}

function start({ store = new MemoryRooms(), secret = counted() }: { store?: RoomStore; secret?: () => string } = {}) {
  const clock = new TestClock();
  const emitted: string[] = [];
  const emit = (member: string, event: string, payload: object) =>
    void emitted.push(`${member}: ${event} ${JSON.stringify(payload)}`);
  return { clock, emitted, store, rooms: new Rooms({ clock, store, emit, secret }) };
}

describe('rooms', () => {
  it('have ids and tickets that nobody can guess', async () => {
    const { rooms, store } = start();
    const made: Room[] = [];
    for (let i = 0; i < 2000; i += 1) {
      const { roomId } = joinedOf(await rooms.open(`${i}`));
      made.push((await store.change(roomId, (room) => ({ room, result: room }))) as Room);
    }
    expect(new Set(made.map(({ id }) => id)).size).toBe(2000);
    expect(new Set(made.flatMap(({ tickets }) => tickets)).size).toBe(4000);
    const letters = made.map(({ id }) => id).join('');
    expect(letters).toMatch(/^[A-Z0-9]{12000}$/);
    // Each of the 36 comes 333 times; five standard deviations are 90.
    for (const letter of new Set(letters)) {
      expect(Math.abs(letters.split(letter).length - 1 - 12_000 / 36), letter).toBeLessThan(90);
    }
    await rooms.close();
  });

  it('are ten thousand at most, and make place when their time has passed', async () => {
    const { rooms, clock, emitted } = start({ secret: () => 'x' });
    const { roomId } = joinedOf(await rooms.open('0'));
    for (let i = 1; i < 10_000; i += 1) await rooms.open(`${i}`);
    expect(await rooms.open('one more')).toEqual({ refusal: 'busy' });
    clock.advance(HOUR_MS + MINUTE_MS);
    expect(await rooms.size()).toBe(0);
    expect(emitted.length).toBe(10_000);
    expect(emitted[0]).toBe(`0: custom disconnect {"roomId":"${roomId}","over":true}`);
    expect('ticket' in (await rooms.open('one more'))).toBe(true);
    await rooms.close();
    expect(await rooms.size()).toBe(0);
  });

  it('take an id again only once it is free', async () => {
    const { rooms, store } = start();
    let taken = 2;
    const add = store.add.bind(store);
    store.add = async (room) => {
      taken -= 1;
      return taken >= 0 ? 'taken' : add(room);
    };
    joinedOf(await rooms.open('desktop'));
    expect([taken, await rooms.size()]).toEqual([-1, 1]);
    await rooms.close();
  });
});

describe('a store that keeps rooms as text', () => {
  it('serves a desktop and a phone as memory does', async () => {
    const { rooms, emitted } = start({ store: new TextRooms() });
    const { roomId, ticket } = joinedOf(await rooms.open('desktop', true));
    expect(await rooms.join(roomId, 'phone')).toEqual({ refusal: 'signature' });
    expect(await rooms.sign('stranger', roomId)).toBeUndefined();
    const signature = await rooms.sign('desktop', roomId);
    expect(joinedOf(await rooms.join(roomId, 'phone', { signature })).ticket).toBe('secret 2');
    expect(await rooms.join(roomId, 'stranger', { signature })).toEqual({ refusal: 'full' });
    expect([await rooms.bind(roomId, binding), await rooms.bind(roomId, { ...binding, holder: 'another' })]).toEqual([
      true,
      false,
    ]);
    const room = (await rooms.of('phone', roomId)) as Room;
    rooms.relay(room, { from: 'phone', event: 'hello', payload: {}, echoed: false });
    rooms.relay(room, { from: 'phone', event: 'start', payload: {}, echoed: true });
    await rooms.complete('phone', roomId);
    await rooms.leave('phone', roomId);
    expect(await rooms.join(roomId, 'late', { signature })).toEqual({ refusal: 'unknown' });
    expect(joinedOf(await rooms.join(roomId, 'desktop again', { ticket })).ticket).toBe(ticket);
    await rooms.finish('desktop', roomId);
    await rooms.finish('desktop again', roomId);
    expect(await rooms.of('desktop again', roomId)).toBeUndefined();
    expect(emitted).toEqual([
      'desktop: hello {}',
      'desktop: start {}',
      'phone: start {}',
      `desktop: custom disconnect {"roomId":"${roomId}"}`,
      `desktop again: custom disconnect {"roomId":"${roomId}","over":true}`,
    ]);
    await rooms.close();
  });
});

describe('a room that is made for nothing', () => {
  it('makes place for another one once nobody sits in it, unless a token has passed through it', async () => {
    const { rooms } = start({ secret: () => 'x' });
    const ids: string[] = [];
    for (let i = 0; i < 10_000; i += 1) ids.push(joinedOf(await rooms.open(`${i}`)).roomId);
    const [bound, first, second] = ids as [string, string, string];
    expect(await rooms.bind(bound, binding)).toBe(true);
    for (const [member, id] of [bound, first, second].entries()) await rooms.leave(`${member}`, id);
    expect('ticket' in (await rooms.open('one more'))).toBe(true);
    expect(await rooms.join(first, 'late')).toEqual({ refusal: 'unknown' });
    expect('ticket' in (await rooms.join(second, 'in time'))).toBe(true);
    expect('ticket' in (await rooms.join(bound, 'in time, too'))).toBe(true);
    expect(await rooms.open('two more')).toEqual({ refusal: 'busy' });
    await rooms.close();
  });
});

const reason = noRedisServer();
describe.skipIf(reason)(`rooms in Redis${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let server: RedisServer;
  const open: Redis[] = [];
  beforeAll(async () => {
    server = await prepareRedis();
    await server.start();
  });
  afterAll(async () => {
    await Promise.all(open.map((redis) => redis.close()));
    await server.stop();
  });

  /** The rooms of one process. */
  async function process() {
    const redis = new Redis({
      url: server.url,
      timeout: 60_000,
      prefix: 'test:',
      key: Buffer.alloc(32, 7),
      processId: `p${open.length}`,
      takesRequests: true,
      log: { info: () => undefined, warn: () => undefined },
      metrics: new Metrics(),
    });
    open.push(redis);
    await redis.open();
    return { redis, ...start({ store: new RedisRooms(redis) }) };
  }

  /** Stops Redis, and resolves once the processes have noticed. */
  async function stop(...processes: { redis: Redis }[]): Promise<void> {
    await server.stop();
    await expect.poll(() => processes.some(({ redis }) => redis.isUp)).toBe(false);
  }

  async function startAgain(...processes: { redis: Redis }[]): Promise<void> {
    await server.start();
    await expect.poll(() => processes.every(({ redis }) => redis.isUp)).toBe(true);
  }

  it('are one state for all processes, which nobody reads in Redis', async () => {
    const [a, b] = [await process(), await process()];
    const { roomId, ticket } = joinedOf(await a.rooms.open('desktop'));
    joinedOf(await b.rooms.join(roomId, 'phone'));
    expect(await a.rooms.join(roomId, 'stranger')).toEqual({ refusal: 'full' });
    expect(await b.rooms.bind(roomId, binding)).toBe(true);
    expect(await a.rooms.bind(roomId, { ...binding, holder: 'another' })).toBe(false);
    await b.rooms.complete('phone', roomId);
    await b.rooms.leave('phone', roomId);
    expect(b.emitted).toEqual([`desktop: custom disconnect {"roomId":"${roomId}"}`]);
    expect(await a.rooms.join(roomId, 'late')).toEqual({ refusal: 'unknown' });
    expect(joinedOf(await b.rooms.join(roomId, 'desktop again', { ticket })).ticket).toBe(ticket);
    const stored = await server.command(`GET test:room:${roomId}`);
    for (const word of ['desktop', ticket, 'an applicant']) expect(stored).not.toContain(word);
    await b.rooms.finish('desktop again', roomId);
    expect(await a.rooms.of('desktop again', roomId)).toBeUndefined();
    expect(await a.rooms.join(roomId, 'late', { ticket })).toEqual({ refusal: 'unknown' });
    expect([await a.rooms.size(), await b.rooms.size()]).toEqual([0, 0]);
  });

  it('make place by a room without members, in Redis too', async () => {
    const { rooms, store } = await process();
    const ids: string[] = [];
    for (let i = 0; i < 10_000; i += 1) ids.push(joinedOf(await rooms.open(`${i}`)).roomId);
    expect(await rooms.open('one more')).toEqual({ refusal: 'busy' });
    await rooms.leave('5', ids[5] as string);
    joinedOf(await rooms.open('one more'));
    expect([await store.size(), await server.command(`EXISTS test:room:${ids[5]}`)]).toEqual([10_000, ':0']);
    expect(await server.command(`EXISTS test:room:${ids[4]}`)).toBe(':1');
  });

  it('seat one of two who join at once', async () => {
    const [a, b] = [await process(), await process()];
    const { roomId } = joinedOf(await a.rooms.open('desktop'));
    const joined = await Promise.all([a.rooms.join(roomId, 'one'), b.rooms.join(roomId, 'two')]);
    expect(joined.filter((one) => 'ticket' in one)).toHaveLength(1);
    expect(joined).toContainEqual({ refusal: 'full' });
  });

  it('end once, an hour after any process has used them', async () => {
    const [a, b] = [await process(), await process()];
    const { roomId } = joinedOf(await a.rooms.open('desktop'));
    joinedOf(await b.rooms.join(roomId, 'phone'));
    const later = a.clock.now() + HOUR_MS;
    b.clock.advance(HOUR_MS - MINUTE_MS);
    expect(await b.rooms.of('phone', roomId)).toBeDefined();
    expect(await a.store.expire(later)).toEqual([]);
    const end = b.clock.now() + HOUR_MS;
    const ended = [await a.store.expire(end), await b.store.expire(end)];
    expect(ended.map((rooms) => rooms.map(({ id }) => id))).toEqual([[roomId], []]);
    expect([await a.rooms.size(), await b.rooms.size()]).toEqual([0, 0]);
  });

  it('go on within a process while Redis is away, and are shared again after it, though its data is lost', async () => {
    const [a, b] = [await process(), await process()];
    const { roomId, ticket } = joinedOf(await a.rooms.open('desktop'));
    joinedOf(await a.rooms.join(roomId, 'phone'));
    await stop(a, b);
    expect(await a.rooms.bind(roomId, binding)).toBe(true);
    await a.rooms.leave('phone', roomId);
    const during = joinedOf(await a.rooms.open('another desktop'));
    expect(await b.rooms.join(roomId, 'tablet')).toEqual({ refusal: 'unknown' });
    await startAgain(a, b);
    // With the next word of a member, the state is in Redis again.
    expect(await a.rooms.of('desktop', roomId)).toMatchObject({ binding });
    expect(await a.rooms.of('another desktop', during.roomId)).toBeDefined();
    joinedOf(await b.rooms.join(roomId, 'tablet'));
    joinedOf(await b.rooms.join(during.roomId, 'another phone'));
    expect(joinedOf(await b.rooms.join(roomId, 'desktop again', { ticket })).ticket).toBe(ticket);
    expect(await a.rooms.of('desktop', roomId)).toBeUndefined();
  });
});
