import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { TestClock } from '../../testing/clock.ts';
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
