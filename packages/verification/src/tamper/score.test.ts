import { expect, test } from 'vitest';
import { type ScoreModel, scoreOf } from './score.ts';

const model: ScoreModel = {
  intercept: -1,
  features: { noise: { mean: 2, deviation: 0.5, weight: 1 }, shape: { mean: 0, deviation: 1, weight: 0.5 } },
};
const odds = (probability: number) => Math.log(probability / (1 - probability));

test('weak signs add up to a score', () => {
  // Each feature by itself leaves the part more likely sound; both together don't.
  expect(odds(scoreOf(model, { noise: 2.4, shape: 0 }))).toBeCloseTo(-0.2);
  expect(odds(scoreOf(model, { noise: 2, shape: 1 }))).toBeCloseTo(-0.5);
  expect(odds(scoreOf(model, { noise: 2.4, shape: 1 }))).toBeCloseTo(0.3);
});

test('what was not measured counts as the mean, and one odd value as four deviations at most', () => {
  expect(odds(scoreOf(model, { shape: 1 }))).toBeCloseTo(-0.5);
  expect(odds(scoreOf(model, { noise: Number.NaN, shape: 1 }))).toBeCloseTo(-0.5);
  expect(odds(scoreOf(model, { noise: 1000, shape: 0 }))).toBeCloseTo(3);
  expect(odds(scoreOf(model, { noise: 2, shape: 0, unknown: 9 }))).toBeCloseTo(-1);
});
