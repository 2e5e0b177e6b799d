import { array, assert, constantFrom, float, property } from 'fast-check';
import { expect, test } from 'vitest';
import { headTurn, type Side, turnsOf } from './turn.ts';

/** Frames a second apart. Positive yaw points the nose to the right of the picture, which is the applicant's left. */
const frames = (...yaws: number[]) => yaws.map((yaw, at) => ({ at, yaw }));

const turnedLeft = frames(1, 2, 12, 31, 28, 9, 0, -2);

test('a person who turns to their left moves to the right of the unmirrored picture', () => {
  expect(turnsOf(turnedLeft)).toEqual({ left: 31, right: 2 });
  expect(headTurn(turnedLeft, 'left')).toEqual({
    name: 'head_turn',
    measure: 31,
    threshold: 15,
    result: 'pass',
    reason: "Head turn: done (measured 31° to the applicant's left, 2° to the right, minimum 15°, requested: left)",
  });
});

test('a turn the wrong way fails, one to both sides counts for the farther', () => {
  expect(headTurn(turnedLeft, 'right')).toMatchObject({ measure: 2, result: 'fail' });
  const both = frames(0, 20, 0, -35, 0);
  expect(headTurn(both, 'right').result).toBe('pass');
  expect(headTurn(both, 'left')).toMatchObject({ measure: 20, result: null });
});

test('no turn fails, half a turn is unclear, two frames are too few', () => {
  expect(headTurn(frames(0, 3, -4, 2), 'left').result).toBe('fail');
  expect(headTurn(frames(0, 3, 11, 2), 'left').result).toBeNull();
  expect(headTurn(frames(0, 3, 11, 2), 'right').result).toBeNull();
  expect(headTurn(frames(0, 40), 'left')).toMatchObject({ measure: null, result: null });
});

test('without a challenge, a turn to either side will do', () => {
  expect(headTurn(frames(0, -25, 0, 5), undefined)).toMatchObject({ measure: 25, result: 'pass' });
  expect(headTurn(frames(0, 1, 2, 3), undefined).result).toBe('fail');
});

test('a picture of a turned head shows no turn, however it is turned', () => {
  assert(
    property(yaw, array(jitter, { minLength: 3, maxLength: 16 }), sides, (turned, jitters, asked) => {
      const still = frames(...jitters.map((wobble) => turned + wobble));
      expect(headTurn(still, asked).result).toBe('fail');
    }),
  );
});

test('the mirror image of a clip turns the other way, and mirrors the verdict', () => {
  assert(
    property(array(yaw, { maxLength: 16 }), sides, (yaws, asked) => {
      const [clip, mirrored] = [frames(...yaws), frames(...yaws.map((value) => -value))];
      const [turns, other] = [turnsOf(clip), turnsOf(mirrored)];
      expect([other.left, other.right]).toEqual([turns.right, turns.left]);
      const { measure, result } = headTurn(clip, asked);
      expect(headTurn(mirrored, mirrorOf(asked))).toMatchObject({ measure, result });
    }),
  );
});

test('a clip never passes for both sides, unless it turned equally far to both', () => {
  assert(
    property(array(yaw, { maxLength: 16 }), (yaws) => {
      const clip = frames(...yaws);
      const { left, right } = turnsOf(clip);
      const passed = [headTurn(clip, 'left'), headTurn(clip, 'right')].filter(({ result }) => result === 'pass');
      if (left !== right) expect(passed.length).toBeLessThan(2);
    }),
  );
});

const yaw = float({ min: -80, max: 80, noNaN: true });
const jitter = float({ min: -3, max: 3, noNaN: true });
const sides = constantFrom<(Side | undefined)[]>('left', 'right', undefined);

function mirrorOf(side: Side | undefined): Side | undefined {
  if (side === undefined) return undefined;
  return side === 'left' ? 'right' : 'left';
}
