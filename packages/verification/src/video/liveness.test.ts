import { expect, test } from 'vitest';
import { type Evidence, liveness } from './liveness.ts';
import type { Observation } from './observation.ts';

const observed = (name: string, result: Observation['result']): Observation => ({
  name,
  measure: 20,
  threshold: 15,
  result,
  reason: `${name} says ${result}`,
});
const alone = { name: 'face_count', measure: 1, threshold: 1, result: 'pass', reason: 'One' } as const;

const live: Evidence = {
  faces: [alone],
  person: observed('same_person', 'pass'),
  turn: observed('head_turn', 'pass'),
  followed: observed('followed_turn', 'pass'),
  held: [observed('still_picture', 'pass'), observed('flat_picture', 'pass')],
  genuineness: 0.5,
};

test.each<[what: string, change: Partial<Evidence>, result: Observation['result'], reason: string]>([
  ['the turn was made', {}, 'pass', 'head_turn says pass'],
  ['the head turned the wrong way', { turn: observed('head_turn', 'fail') }, 'fail', 'head_turn says fail'],
  ['the turn is unclear', { turn: observed('head_turn', null) }, null, 'head_turn says null'],
  ['a picture was moved', { held: [observed('flat_picture', 'fail')] }, 'fail', 'flat_picture says fail'],
  [
    'a smile or a tilted picture, but a turn',
    { held: [observed('flat_picture', null)] },
    'pass',
    'head_turn says pass',
  ],
  ['the person changed', { person: observed('same_person', 'fail') }, 'fail', 'same_person says fail'],
  ['another person may have turned', { followed: observed('followed_turn', 'fail') }, null, 'followed_turn says fail'],
  ['a second face', { faces: [{ ...alone, result: 'fail', reason: 'Two' }] }, null, 'Two'],
  [
    'weak signs of attack add up',
    { genuineness: 0.25 },
    null,
    'The applicant turned the head, but there are signs of a presentation attack (measured genuineness 0.25, minimum above 0.25)',
  ],
  [
    'nothing looks ahead',
    { genuineness: null },
    null,
    'The applicant turned the head, but signs of a presentation attack could not be measured',
  ],
])('when %s', (_, change, result, reason) => {
  expect(liveness({ ...live, ...change })).toEqual({ name: 'liveness', measure: 20, threshold: 15, result, reason });
});
