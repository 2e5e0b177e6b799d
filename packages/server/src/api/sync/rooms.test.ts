import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestClock } from '../../testing/clock.ts';
import { IDLE_MS, makeRooms, type Room, SIGNATURE_MS } from './rooms.ts';

const member = (id: string) => ({ id, emit: () => {} });
const roomOf = (joined: ReturnType<ReturnType<typeof makeRooms>['open']>): Room => {
  if ('refusal' in joined) throw new Error(joined.refusal);
  return joined.room;
};

/** Secrets of which no two are the same. */
function counted(): () => string {
  let secrets = 0;
  return () => {
    secrets += 1;
    return `secret ${secrets}`;
  };
}

describe('rooms', () => {
  it('have ids and tickets that nobody can guess', () => {
    const rooms = makeRooms(new TestClock(), counted());
    const made = Array.from({ length: 2000 }, (_, i) => roomOf(rooms.open(member(`${i}`))));
    expect(new Set(made.map(({ id }) => id)).size).toBe(2000);
    expect(new Set(made.flatMap(({ tickets }) => tickets)).size).toBe(4000);
    const letters = made.map(({ id }) => id).join('');
    expect(letters).toMatch(/^[A-Z0-9]{12000}$/);
    // Each of the 36 comes 333 times; five standard deviations are 90.
    for (const letter of new Set(letters)) {
      expect(Math.abs(letters.split(letter).length - 1 - 12_000 / 36), letter).toBeLessThan(90);
    }
    rooms.close();
  });

  it('are ten thousand at most, and make place when their time has passed', () => {
    const clock = new TestClock();
    const rooms = makeRooms(clock, () => 'x');
    for (let i = 0; i < 10_000; i += 1) rooms.open(member(`${i}`));
    expect(rooms.open(member('one more'))).toEqual({ refusal: 'busy' });
    clock.advance(3_600_000 + 60_000);
    expect(rooms.size).toBe(0);
    expect('room' in rooms.open(member('one more'))).toBe(true);
    rooms.close();
    expect(rooms.size).toBe(0);
  });
});

describe('a room that is made for nothing', () => {
  it('makes place for another one once nobody sits in it, unless a token has passed through it', () => {
    const rooms = makeRooms(new TestClock(), () => 'x');
    const made = Array.from({ length: 10_000 }, (_, i) => roomOf(rooms.open(member(`${i}`))));
    const [bound, first, second] = made as [Room, Room, Room];
    bound.binding = {
      holder: 'an applicant',
      accountId: 'an account',
      tokenId: 'a token',
      until: Number.MAX_SAFE_INTEGER,
    };
    for (const room of [bound, first, second]) rooms.leave(room.members[0]!, room.id);
    expect('room' in rooms.open(member('one more'))).toBe(true);
    expect(rooms.join(first.id, member('late'))).toEqual({ refusal: 'unknown' });
    expect('room' in rooms.join(second.id, member('in time'))).toBe(true);
    expect('room' in rooms.join(bound.id, member('in time, too'))).toBe(true);
    expect(rooms.open(member('two more'))).toEqual({ refusal: 'busy' });
    rooms.close();
  });
});

describe('whatever happens', () => {
  const who = fc.integer({ min: 0, max: 4 });
  const step = fc.oneof(
    fc.record({ does: fc.constant('join' as const), who, by: fc.constantFrom('nothing', 'ticket', 'signature') }),
    fc.record({ does: fc.constant('leave' as const), who }),
    fc.record({ does: fc.constant('sign' as const), who }),
    fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 12_000 }) }),
  );

  it('two sit in a room at most, in a signed one only by ticket or a fresh signature, and its maker comes back', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { maxLength: 60 }), (signed, steps) => {
        const clock = new TestClock();
        const rooms = makeRooms(clock, counted());
        const people = Array.from({ length: 5 }, (_, i) => member(`${i}`));
        const opened = rooms.open(people[0] as (typeof people)[0], signed);
        const room = roomOf(opened);
        const tickets = new Map([['0', 'ticket' in opened ? opened.ticket : '']]);
        /** When the newest two were made, and what they are. */
        let made: { value: string; at: number }[] = [];
        for (const one of steps) {
          if (one.does === 'wait') {
            clock.advance(one.ms);
            continue;
          }
          const person = people[one.who] as (typeof people)[0];
          if (one.does === 'leave') rooms.leave(person, room.id);
          else if (one.does === 'sign') {
            const value = rooms.sign(person, room.id);
            expect(value !== undefined).toBe(signed && room.members[0]?.id === person.id);
            if (value) made = [...made.slice(-1), { value, at: clock.now() }];
          } else {
            const before = [...room.members];
            const sat = before.some((each) => each?.id === person.id);
            const signature = made.at(-1);
            const ticket = one.by === 'ticket' ? tickets.get(person.id) : undefined;
            const joined = rooms.join(room.id, person, {
              ticket,
              signature: one.by === 'signature' ? signature?.value : undefined,
            });
            const fresh = one.by === 'signature' && signature && clock.now() < signature.at + SIGNATURE_MS;
            const may = sat || ticket !== undefined || (before.includes(undefined) && !signed);
            const bySignature = Boolean(signed && fresh && before[1] === undefined);
            expect('room' in joined).toBe(may || bySignature);
            if ('room' in joined) tickets.set(person.id, joined.ticket);
          }
          const sitting = room.members.flatMap((each) => (each ? [each.id] : []));
          expect(new Set(sitting).size).toBe(sitting.length);
        }
        rooms.close();
      }),
      { numRuns: 300 },
    );
    expect(60 * 12_000).toBeLessThan(IDLE_MS);
  });
});
