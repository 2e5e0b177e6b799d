import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bounds, type Lane, TooManyWaiting, type Turn, Turns, type TurnsOptions } from './turns.ts';

interface Asked {
  readonly id: number;
  readonly lane: Lane;
  readonly heavy: boolean;
}

/** One step of a play: a task asks for a turn, or the running task at a place ends. */
type Step = { readonly ask: Omit<Asked, 'id'> } | { readonly end: number };

const lane = fc.record({
  account: fc.constantFrom('a', 'b', 'c'),
  applicant: fc.constantFrom('1', '2', '3'),
});
const ask = fc.record({ lane, heavy: fc.boolean() });
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: ask.map((ask): Step => ({ ask })) },
    fc.nat(7).map((end): Step => ({ end })),
  ),
  { maxLength: 80 },
);
const bounds = fc.record({
  applicant: fc.integer({ min: 1, max: 3 }),
  account: fc.integer({ min: 1, max: 5 }),
  all: fc.integer({ min: 1, max: 8 }),
});
const options = fc
  .record({ places: fc.integer({ min: 2, max: 4 }), light: bounds, heavy: bounds, shared: fc.boolean() })
  .map(({ places, light, heavy, shared }): TurnsOptions => {
    const shares = shared ? { placesOfAccount: places - 1, placesOfHeavy: places - 1 } : {};
    return { places, ...shares, bounds: { light, heavy } };
  });

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Plays steps against turns, and records what happens. */
class Play {
  readonly turns: Turns;
  readonly asked: Asked[] = [];
  readonly started: Asked[] = [];
  readonly refused: Asked[] = [];
  readonly running = new Map<Asked, () => void>();
  waiting: Asked[] = [];

  constructor(options: TurnsOptions) {
    this.turns = new Turns(options);
  }

  async ask(more: Omit<Asked, 'id'>): Promise<Asked> {
    const one = { id: this.asked.length, ...more };
    this.asked.push(one);
    this.waiting.push(one);
    const gone = () => {
      this.waiting = this.waiting.filter((other) => other !== one);
    };
    this.turns.enter(one).then(
      (leave) => {
        gone();
        this.started.push(one);
        this.running.set(one, leave);
      },
      (error) => {
        gone();
        expect(error).toBeInstanceOf(TooManyWaiting);
        this.refused.push(one);
      },
    );
    await tick();
    return one;
  }

  async end(place: number): Promise<void> {
    const all = [...this.running];
    const [one, leave] = all[place % (all.length || 1)] ?? [];
    if (!one || !leave) return;
    this.running.delete(one);
    leave();
    await tick();
  }

  async step(step: Step): Promise<void> {
    if ('ask' in step) await this.ask(step.ask);
    else await this.end(step.end);
  }
}

const counted = <T>(list: Iterable<T>, test: (one: T) => boolean) => [...list].filter(test).length;
const sameApplicant = (one: Asked, other: Asked) =>
  one.lane.account === other.lane.account && one.lane.applicant === other.lane.applicant;

describe('turns, whatever is asked and whenever it ends', () => {
  test('never run more at once, or have more wait, than they may', async () => {
    await fc.assert(
      fc.asyncProperty(options, steps, async (given, list) => {
        const play = new Play(given);
        const { places, placesOfAccount = places, placesOfHeavy = places } = given;
        for (const step of list) {
          const before = [...play.waiting];
          const refused = play.refused.length;
          await play.step(step);
          const running = [...play.running.keys()];
          expect(running.length).toBeLessThanOrEqual(places);
          expect(counted(running, ({ heavy }) => heavy)).toBeLessThanOrEqual(placesOfHeavy);
          for (const account of ['a', 'b', 'c']) {
            expect(counted(running, (one) => one.lane.account === account)).toBeLessThanOrEqual(placesOfAccount);
          }
          for (const heavy of [true, false]) {
            const limit = given.bounds?.[heavy ? 'heavy' : 'light'] as Bounds;
            const alike = play.waiting.filter((one) => one.heavy === heavy);
            expect(alike.length).toBeLessThanOrEqual(limit.all);
            for (const one of alike) {
              expect(counted(alike, (other) => other.lane.account === one.lane.account)).toBeLessThanOrEqual(
                limit.account,
              );
              expect(counted(alike, (other) => sameApplicant(one, other))).toBeLessThanOrEqual(limit.applicant);
            }
          }
          // A task is refused only when a bound is reached.
          if (play.refused.length > refused) {
            const one = play.refused.at(-1) as Asked;
            const limit = given.bounds?.[one.heavy ? 'heavy' : 'light'] as Bounds;
            const alike = before.filter((other) => other.heavy === one.heavy);
            const full =
              alike.length >= limit.all ||
              counted(alike, (other) => other.lane.account === one.lane.account) >= limit.account ||
              counted(alike, (other) => sameApplicant(one, other)) >= limit.applicant;
            expect(full).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('start every accepted task, and tasks of one applicant in their order', async () => {
    await fc.assert(
      fc.asyncProperty(options, steps, async (given, list) => {
        const play = new Play(given);
        for (const step of list) await play.step(step);
        while (play.running.size > 0) await play.end(0);
        expect(play.waiting).toEqual([]);
        expect(play.started.length + play.refused.length).toBe(play.asked.length);
        for (const one of play.started) {
          const own = play.started.filter((other) => sameApplicant(one, other));
          expect(own.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 150 },
    );
  });

  test('start the first task of an account after at most one of each other account, however many wait', async () => {
    const floods = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(3)), { maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(floods, async ([places, flood]) => {
        const play = new Play({ places });
        for (const [account, applicant] of flood) {
          await play.ask({ lane: { account, applicant: String(applicant) }, heavy: false });
        }
        const before = play.started.length;
        const late = await play.ask({ lane: { account: 'c', applicant: '1' }, heavy: false });
        while (!play.started.includes(late)) await play.end(0);
        const between = play.started.slice(before, play.started.indexOf(late));
        for (const account of ['a', 'b']) {
          expect(counted(between, (one) => one.lane.account === account)).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('keep a place for light tasks of other accounts', async () => {
    const limits: Bounds = { applicant: 99, account: 99, all: 99 };
    const given = { places: 3, placesOfAccount: 2, placesOfHeavy: 1, bounds: { light: limits, heavy: limits } };
    const flood = fc.array(fc.tuple(fc.nat(9), fc.boolean()), { minLength: 10, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(flood, async (list) => {
        const play = new Play(given);
        for (const [applicant, heavy] of list) {
          await play.ask({ lane: { account: 'a', applicant: String(applicant) }, heavy });
        }
        const other = await play.ask({ lane: { account: 'b', applicant: '1' }, heavy: false });
        expect(play.running.has(other)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

test('a task gives its place back even when it throws, and closing fails waiting and later tasks', async () => {
  const turns = new Turns({ places: 1 });
  await expect(turns.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const leave = await turns.enter();
  const waiting = [{}, { heavy: true }].map((turn: Turn) => turns.enter(turn));
  turns.close(new Error('closed'));
  for (const one of waiting) await expect(one).rejects.toThrow('closed');
  leave();
  await expect(turns.run(async () => 1)).rejects.toThrow('closed');
});
