import { expect, test } from 'vitest';
import { Problem } from '../../base/errors.ts';
import { repeatAttemptsAnswer } from './repeat-attempts.ts';
import { answers } from './testing/subject.ts';

test.each(['match', 'mismatch', 'empty'])('%s', (keyword) => {
  expect(JSON.stringify(repeatAttemptsAnswer(keyword))).toBe(JSON.stringify(answers['repeat attempts'][keyword]));
});

test('error', () => {
  let thrown: unknown;
  try {
    repeatAttemptsAnswer('error');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(Problem);
  const { type, message, fields, status } = thrown as Problem;
  expect({ error: { type, message, fields } }).toEqual(answers['repeat attempts'].error);
  expect(status).toBe(422);
});

test.each(['Match', 'match ', '', 'toString', 'other'])('%j is not a keyword', (keyword) => {
  expect(repeatAttemptsAnswer(keyword)).toBeUndefined();
});
