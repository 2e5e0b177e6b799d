import { expect, test } from 'vitest';
import { idIn, matches } from './matches.ts';

test('each word of the text begins a word of the label', () => {
  expect(matches('', 'Review queue')).toBe(true);
  expect(matches('que', 'Review queue')).toBe(true);
  expect(matches('QUEUE rev', 'Review queue')).toBe(true);
  expect(matches('eue', 'Review queue')).toBe(false);
  expect(matches('queue x', 'Review queue')).toBe(false);
  expect(matches('zurich', 'Zürich AG')).toBe(true);
});

test('an id is found in a pasted address', () => {
  const id = '0192f0c4-7a5e-7000-8000-000000000000';
  expect(idIn(` ${id.toUpperCase()} `)).toBe(id);
  expect(idIn(`https://id.example/dashboard/accounts/a/live/reports/${id}?order=newest`)).toBe(id);
  expect(idIn(id.slice(1))).toBeUndefined();
  expect(idIn('Maria')).toBeUndefined();
});
