import { expect, test } from 'vitest';
import { type AnswerMap, mapAnswer } from './answer-map.ts';

const flag = { values: { Y: 'match', N: 'no_match', S: 'fuzzy' } } as const;
const map: AnswerMap = {
  fields: {
    document_number: { at: '/result/0/no', ...flag },
    last_name: { at: '/result/0/last~1name', ...flag, otherwise: 'no_match' },
    portrait: { at: '/face', from: 0.9 },
  },
  match: { document: { at: '/result/0/no', values: { Y: 'match' }, otherwise: 'no_match' } },
  values: { full_name: '/holder' },
  reference: '/id',
  notFound: [404],
};

test('an answer is translated, and what it does not say is not held', () => {
  const body = { id: 7, face: '0.91', holder: 'Iskra', result: [{ no: 'Y', 'last/name': 'Y' }] };
  expect(mapAnswer(body, map)).toEqual({
    status: 'match',
    fields: { document_number: 'match', last_name: 'match', portrait: 'match' },
    match: ['document'],
    values: { full_name: 'Iskra' },
    reference: '7',
  });
  expect(mapAnswer({ face: 0.89, result: [{ 'last/name': '?' }] }, map)).toEqual({
    status: 'no_match',
    fields: { document_number: 'not_held', last_name: 'no_match', portrait: 'no_match' },
  });
  expect(mapAnswer(null, map)).toMatchObject({ status: 'partial', fields: { portrait: 'not_held' } });
  expect(mapAnswer({ result: [{ no: 'S', 'last/name': 'Y' }] }, map)).toMatchObject({ status: 'partial' });
});

test.each([
  [{ result: [{ no: 'secret' }] }, 'document_number has a value that the file does not translate'],
  [{ result: [{ no: 'constructor' }] }, 'document_number has a value that the file does not translate'],
  [{ face: 'secret' }, 'portrait is not a number'],
  [{ face: '' }, 'portrait is not a number'],
])('an answer that the file does not explain is refused without being repeated', (body, message) => {
  expect(() => mapAnswer(body, map)).toThrow(new Error(message));
});

test('a status that the file names must be there', () => {
  const status = { at: '/state', values: { FOUND: 'match' } } as const;
  expect(mapAnswer({ state: 'FOUND' }, { ...map, status })).toMatchObject({ status: 'match' });
  expect(() => mapAnswer({}, { ...map, status })).toThrow(new Error('there is no status at /state'));
});
