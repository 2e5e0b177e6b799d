import { expect, test } from 'vitest';
import { scoreOf } from '../../../packages/verification/src/tamper/score.ts';
import { normal, randomOf } from '../forgeries/random.ts';
import { fitScore } from './fit.ts';
import { aucOf } from './roc.ts';

test('a fit finds the weights of a known model, however few parts were changed', () => {
  const random = randomOf('fit');
  // Normal with a shift of d deviations: the true weight is d, and the odds of equal numbers are 0 in the middle.
  const parts = Array.from({ length: 6000 }, (_, i) => {
    const changed = i % 10 === 0;
    return {
      changed,
      features: {
        sign: normal(random) + (changed ? 1.5 : 0),
        weak: 4 * normal(random) + (changed ? 2 : 0),
        chance: normal(random),
      },
    };
  });
  const model = fitScore(parts, ['sign', 'weak', 'chance']);
  const perUnit = (name: string) => model.features[name]!.weight / model.features[name]!.deviation;
  expect(perUnit('sign')).toBeCloseTo(1.5, 0);
  expect(perUnit('weak')).toBeCloseTo(2 / 16, 1);
  expect(Math.abs(perUnit('chance'))).toBeLessThan(0.1);
  expect(scoreOf(model, { sign: 0.75, weak: 1, chance: 0 })).toBeCloseTo(0.5, 1);
});

test('two weak signs together part changed from sound better than each alone', () => {
  const random = randomOf('weak signs');
  const parts = Array.from({ length: 4000 }, (_, i) => {
    const shift = i % 2;
    return { changed: shift === 1, features: { a: normal(random) + shift, b: normal(random) + shift } };
  });
  const auc = (names: string[]) => {
    const model = fitScore(parts, names);
    const of = (changed: boolean) =>
      parts.filter((one) => one.changed === changed).map((one) => scoreOf(model, one.features));
    return aucOf(of(false), of(true));
  };
  // Shifts of 1 and of √2 deviations: the areas are Φ(0.71) = 0.760 and Φ(1) = 0.841.
  expect(auc(['a'])).toBeCloseTo(0.76, 1);
  expect(auc(['a', 'b'])).toBeGreaterThan(auc(['a']) + 0.05);
  expect(auc(['a', 'b'])).toBeCloseTo(0.841, 1);
});

test('samples that a feature parts without exception still get a finite weight', () => {
  const model = fitScore(
    Array.from({ length: 20 }, (_, i) => ({ changed: i < 10, features: { sign: i < 10 ? 1 : 0, gone: Number.NaN } })),
    ['sign', 'gone'],
  );
  expect(model.features.sign!.weight).toBeGreaterThan(1);
  expect(model.features.sign!.weight).toBeLessThan(10);
  expect(model.features.gone!.weight).toBe(0);
});
