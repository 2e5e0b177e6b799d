import { expect, test } from 'vitest';
import { documentChoices } from './choices.ts';

test('each choice names the attackers that it excludes, the other attackers, and its manual reviews', () => {
  const rows = documentChoices.map(({ validity, data_proved, reviews, attackers }) => {
    const open = attackers.filter(({ excluded }) => !excluded).map(({ name }) => name);
    return [validity, data_proved, reviews.share, open];
  });
  const face = ['other_holder'];
  expect(rows.slice(2)).toEqual([
    [2, 'on', 'not measured', ['portrait_exchanged', 'counterfeit_card', 'injected_stream', ...face]],
    [3, 'off', '30 of 30', ['copied_signed_data', ...face]],
    [4, 'off', '30 of 30', ['copied_signed_data', ...face]],
  ]);
  expect(rows.slice(0, 2).map(([validity, , reviews]) => [validity, reviews])).toEqual([
    [1, '5 of 30'],
    [2, 'not measured'],
  ]);
  const unsampled = documentChoices[0]?.attackers.filter(({ sampled }) => !sampled).map(({ name }) => name);
  expect(unsampled).toEqual([
    'counterfeit_card',
    'injected_stream',
    'generated_document',
    'copied_signed_data',
    'other_holder',
  ]);
});
