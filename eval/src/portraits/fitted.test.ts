import { expect, test } from 'vitest';
import { scoreOf } from '../../../packages/verification/src/tamper/score.ts';
import { normal, randomOf } from '../forgeries/random.ts';
import { fittedTo } from './fitted.ts';

test('thresholds hold on documents that the model never saw', () => {
  const random = randomOf('portraits');
  const portraits = (documents: number, name: string) =>
    Array.from({ length: documents * 10 }, (_, i) => {
      const brush = i % 2 === 0 ? null : ('hard' as const);
      const document = `${name} ${i % documents}`;
      return { document, brush, width: 100, features: { noise: normal(random) + (brush ? 3 : 0) } };
    });
  const { flagged, passed, ...model } = fittedTo(portraits(200, 'tune'));
  expect(passed).toBeLessThan(flagged);
  const fresh = portraits(400, 'held').map((one) => ({ ...one, score: scoreOf(model, one.features) }));
  const share = (list: readonly { score: number }[], is: (score: number) => boolean) =>
    list.filter(({ score }) => is(score)).length / list.length;
  const [sound, exchanged] = [fresh.filter(({ brush }) => !brush), fresh.filter(({ brush }) => brush)];
  expect(share(sound, (score) => score >= flagged)).toBeCloseTo(0.02, 1);
  expect(share(exchanged, (score) => score < passed)).toBeCloseTo(0.03, 1);
  // Three deviations apart: the quantiles at 3 % and at 98 % leave most of both on their side.
  expect(share(sound, (score) => score < passed)).toBeGreaterThan(0.8);
  expect(share(exchanged, (score) => score >= flagged)).toBeGreaterThan(0.75);
});

test('what allows no score, and narrow faces that could not pass, set no threshold', () => {
  const one = (i: number, width: number, noise: number | null) => ({
    document: `d${i}`,
    brush: i % 2 === 0 ? null : ('hard' as const),
    width,
    features: noise === null ? null : { noise },
  });
  const wide = Array.from({ length: 60 }, (_, i) => one(i, 90, (i % 2) * 3 + (i % 7) / 7));
  // One in eight of the exchanged ones, and less noisy than all that is sound.
  const narrow = Array.from({ length: 4 }, (_, i) => one(101 + 2 * i, 50, -0.5));
  const none = Array.from({ length: 30 }, (_, i) => one(200 + i, 90, null));
  expect(fittedTo([...wide, ...none])).toEqual(fittedTo(wide));
  const { passed, ...model } = fittedTo([...wide, ...narrow]);
  expect(passed).toBeGreaterThan(scoreOf(model, { noise: -0.5 }));
});
