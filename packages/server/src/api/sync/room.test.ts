import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Binding,
  bind,
  complete,
  IDLE_MS,
  isOver,
  join,
  leave,
  newRoom,
  type Room,
  SIGNATURE_MS,
  seatOf,
  sign,
} from './room.ts';

const START = Date.UTC(2026, 0, 15);
const members = ['desktop', 'phone', 'tablet', 'stranger', 'thief'];
const member = fc.constantFrom(...members);

const step = fc.oneof(
  fc.record({
    does: fc.constant('join' as const),
    member,
    by: fc.constantFrom('nothing', 'ticket', 'signature', 'older signature'),
  }),
  fc.record({ does: fc.constant('leave' as const), member }),
  fc.record({ does: fc.constant('sign' as const), member }),
  fc.record({ does: fc.constant('complete' as const), member }),
  fc.record({ does: fc.constant('bind' as const), holder: fc.constantFrom('Alice', 'Mallory') }),
  fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 12_000 }) }),
);
const steps = fc.array(step, { maxLength: 60 });
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Knowledge of the members, and the invariants that must hold. */
interface Story {
  now: number;
  room: Room;
  /** Tickets that members were given. */
  readonly tickets: Map<string, string>;
  /** Signatures with the time of each, the newest last. */
  readonly signatures: { value: string; at: number }[];
}

const bindingOf = (holder: string): Binding => ({ holder, accountId: 'account', tokenId: 'token', until: START + 1e9 });

function begin(signed: boolean): Story {
  const room = newRoom({ id: 'ROOM01', tickets: ['first ticket', 'second ticket'], signed }, 'desktop', START);
  return { now: START, room, tickets: new Map([['desktop', 'first ticket']]), signatures: [] };
}

/** Takes one step, and holds it to the rules. */
function take(story: Story, one: Step): void {
  const before = story.room;
  // A state is plain values: any store can hold it as text.
  expect(JSON.parse(JSON.stringify(before))).toEqual(before);
  Object.freeze(before);
  switch (one.does) {
    case 'wait':
      story.now += one.ms;
      return;
    case 'leave':
      story.room = leave(before, one.member);
      expect(seatOf(story.room, one.member)).toBeUndefined();
      return;
    case 'sign': {
      const value = `signature ${story.signatures.length}`;
      const after = sign(before, one.member, value, story.now);
      expect(after !== null).toBe(before.signatures !== null && seatOf(before, one.member) === 0);
      if (!after) return;
      story.room = after;
      story.signatures.push({ value, at: story.now });
      expect(after.signatures!.length).toBeLessThanOrEqual(2);
      return;
    }
    case 'complete':
      story.room = complete(before, one.member);
      expect(story.room.isDone).toBe(before.isDone || seatOf(before, one.member) === 1);
      return;
    case 'bind': {
      const after = bind(before, bindingOf(one.holder));
      expect(after !== null).toBe(before.binding === null || before.binding.holder === one.holder);
      story.room = after ?? before;
      return;
    }
    default:
      takeSeat(story, one);
  }
}

function takeSeat(story: Story, { member, by }: Extract<Step, { does: 'join' }>): void {
  const before = story.room;
  const given =
    by === 'signature' ? story.signatures.at(-1) : by === 'older signature' ? story.signatures.at(-3) : undefined;
  const ticket = by === 'ticket' ? story.tickets.get(member) : undefined;
  const after = join(before, member, { ticket, signature: given?.value }, story.now);
  const isMember = seatOf(before, member) !== undefined;
  const free = before.members.lastIndexOf(null);
  const fresh = by === 'signature' && given !== undefined && story.now < given.at + SIGNATURE_MS;
  const expected =
    isMember || ticket !== undefined
      ? 'seat'
      : free < 0
        ? 'full'
        : free === 1 && before.isDone
          ? 'unknown'
          : before.signatures === null || (fresh && before.members[1] === null)
            ? 'seat'
            : 'signature';
  if (typeof after === 'string') {
    expect(after).toBe(expected);
    return;
  }
  expect(expected).toBe('seat');
  expect(seatOf(after.room, member)).toBe(after.seat);
  // Who is in the other seat stays there, except that a member can't have both.
  const other = after.seat === 0 ? 1 : 0;
  expect(after.room.members[other]).toBe(before.members[other]);
  expect(after.room.usedAt).toBe(story.now);
  story.room = after.room;
  story.tickets.set(member, after.room.tickets[after.seat]);
}

describe('the state of a room, whatever happens', () => {
  it('seats two at most, in a signed one by ticket or fresh signature, and its maker comes back', () => {
    fc.assert(
      fc.property(fc.boolean(), steps, (signed, list) => {
        const story = begin(signed);
        for (const one of list) {
          take(story, one);
          const seated = story.room.members.filter((one) => one !== null);
          expect(new Set(seated).size).toBe(seated.length);
        }
        const { room, now } = story;
        const back = join(room, 'desktop again', { ticket: 'first ticket' }, now);
        expect(back).toMatchObject({ seat: 0 });
        // The room, its tickets and whether it is signed never change.
        expect([room.id, room.tickets, room.signatures !== null]).toEqual([
          'ROOM01',
          ['first ticket', 'second ticket'],
          signed,
        ]);
      }),
      { numRuns: 500 },
    );
    expect(60 * 12_000).toBeLessThan(IDLE_MS);
  });

  it('is over an hour after it was used, or with its token', () => {
    const { room } = begin(false);
    expect([isOver(room, START + IDLE_MS - 1), isOver(room, START + IDLE_MS)]).toEqual([false, true]);
    const bound = bind(room, { ...bindingOf('Alice'), until: START + 1000 }) as Room;
    expect([isOver(bound, START + 999), isOver(bound, START + 1000)]).toEqual([false, true]);
  });
});
