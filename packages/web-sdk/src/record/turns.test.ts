import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { followTurns, type Guidance } from './turns.ts';

/** Milliseconds between looks. */
const STEP = 100;

/** An angle in degrees, and the number of looks for which the head keeps it. */
type Held = readonly [yaw: number | undefined, looks: number];

/** Follows a head that is held at an angle. */
function follow(...way: Held[]): Guidance[] {
  const turns = followTurns(0);
  const seen: Guidance[] = [];
  let now = 0;
  for (const [yaw, looks] of way) {
    for (let i = 0; i < looks && !seen.at(-1)?.done && !seen.at(-1)?.fault; i++) {
      now += STEP;
      seen.push(turns(yaw, now));
    }
  }
  return seen;
}
const last = (...way: Held[]) => follow(...way).at(-1);
const left: readonly Held[] = [
  [0, 5],
  [15, 3],
  [28, 5],
  [15, 3],
];
const right = left.map(([yaw, looks]): Held => [-yaw!, looks]);

describe('a head that turns', () => {
  it('is done when it was on both sides and is ahead again', () => {
    const seen = follow(...left, ...right, [0, 20]);
    expect(seen.at(-1)).toEqual({ turn: 'ahead', progress: 1, done: true });
    expect([...new Set(seen.map(({ turn }) => turn))]).toEqual(['left', 'right', 'ahead']);
  });

  it('must turn to the side that is asked for', () => {
    expect(last(...right, [0, 5])).toMatchObject({ turn: 'left', done: false });
    expect(last(...right, ...left, ...right, [0, 20])).toMatchObject({ done: true });
  });

  it('must turn far enough', () => {
    expect(last([0, 5], [17, 20], [0, 20])).toMatchObject({ turn: 'left', done: false });
  });

  it('counts from where it was held at first', () => {
    expect(last([9, 5], [27, 10], [9, 5])).toMatchObject({ turn: 'left' });
    expect(last([9, 5], [30, 10], [9, 5])).toMatchObject({ turn: 'right' });
  });

  it('may turn too fast, leave the picture, or take too long', () => {
    expect(last([0, 5], [28, 3], [0, 1])?.fault).toBe('too_fast');
    expect(last([0, 5], [28, 8], [0, 1])?.fault).toBeUndefined();
    expect(last([0, 5], [undefined, 15], [0, 1])?.fault).toBeUndefined();
    expect(last([0, 5], [undefined, 30])?.fault).toBe('no_face');
    expect(last([0, 200])?.fault).toBe('timeout');
  });
});

test('progress never goes back, and ends only where all is done', () => {
  const way = fc.array(
    fc.tuple(fc.option(fc.integer({ min: -45, max: 45 }), { nil: undefined }), fc.integer({ min: 1, max: 12 })),
  );
  fc.assert(
    fc.property(way, (way) => {
      let before = 0;
      for (const { progress, done } of follow(...way)) {
        expect(progress).toBeGreaterThanOrEqual(before);
        expect(progress === 1).toBe(done);
        before = progress;
      }
    }),
  );
});
