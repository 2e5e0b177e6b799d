import { describe, expect, it, test } from 'vitest';
import { TestClock } from '../../testing/clock.ts';
import { limitedAddress } from './limits.ts';
import { makeRooms, type Room } from './rooms.ts';

const member = (id: string) => ({ id, emit: () => {} });
const roomOf = (joined: ReturnType<ReturnType<typeof makeRooms>['open']>): Room => {
  if ('refusal' in joined) throw new Error(joined.refusal);
  return joined.room;
};

describe('rooms', () => {
  it('have ids and tickets that nobody can guess', () => {
    let secrets = 0;
    const rooms = makeRooms(new TestClock(), () => {
      secrets += 1;
      return `secret ${secrets}`;
    });
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

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '8193:3512:1:2'],
  ['2001:db8:1:2::1', '8193:3512:1:2'],
  [undefined, 'unknown'],
  ['nonsense', 'unknown'],
])('%s is counted as %s', (address, expected) => {
  expect(limitedAddress(address)).toBe(expected);
});
