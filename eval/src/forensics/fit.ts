import { type Features, type ScoreModel, standardised } from '../../../packages/verification/src/tamper/score.ts';

/** The features of one part of a document, and whether it was changed. */
export interface Labelled {
  readonly features: Features;
  readonly changed: boolean;
}

/** Penalty of large weights, in samples: it keeps weights of features that say the same small. */
const RIDGE = 3;

/** Steps of Newton's method, which settles in about eight. */
const STEPS = 25;

/**
 * Fits a logistic regression by penalised likelihood with Newton's method (S. le Cessie and J. C. van Houwelingen, "Ridge
 * estimators in logistic regression", 1992). Changed and sound parts weigh the same in sum, however many there are.
 *
 * @param names features to fit; each must differ between samples to get a weight
 */
export function fitScore(samples: readonly Labelled[], names: readonly string[], ridge = RIDGE): ScoreModel {
  const scales = names.map((name) => scaleOf(samples.map(({ features }) => features[name]!)));
  const rows = samples.map(({ features }) => [1, ...names.map((name, i) => standardised(scales[i]!, features[name]))]);
  const count = { changed: samples.filter(({ changed }) => changed).length };
  const share = (changed: boolean) => samples.length / 2 / (changed ? count.changed : samples.length - count.changed);
  const size = names.length + 1;
  let beta = new Array<number>(size).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : -ridge * value));
    const hessian = beta.map((_, i) => beta.map((_, j) => (i === j ? (i === 0 ? 1e-9 : ridge) : 0)));
    for (const [n, row] of rows.entries()) {
      const weight = share(samples[n]!.changed);
      const odds = row.reduce((sum, value, i) => sum + value * beta[i]!, 0);
      const probability = 1 / (1 + Math.exp(-odds));
      const off = weight * ((samples[n]!.changed ? 1 : 0) - probability);
      const curve = weight * Math.max(1e-6, probability * (1 - probability));
      for (let i = 0; i < size; i++) {
        gradient[i]! += off * row[i]!;
        for (let j = 0; j <= i; j++) hessian[i]![j]! += curve * row[i]! * row[j]!;
      }
    }
    const change = solved(hessian, gradient);
    beta = beta.map((value, i) => value + change[i]!);
    if (change.every((value) => Math.abs(value) < 1e-7)) break;
  }
  return {
    intercept: beta[0]!,
    features: Object.fromEntries(names.map((name, i) => [name, { ...scales[i]!, weight: beta[i + 1]! }])),
  };
}

function scaleOf(values: readonly number[]): { mean: number; deviation: number } {
  const known = values.filter((value) => !Number.isNaN(value) && value !== undefined);
  const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, known.length)) || 1 };
}

/** Solves a symmetric positive definite system whose lower half is given, by Cholesky's decomposition. */
function solved(lower: number[][], right: readonly number[]): number[] {
  const size = right.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = lower[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      lower[i]![j] = i === j ? Math.sqrt(sum) : sum / lower[j]![j]!;
    }
  }
  const x = [...right];
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= lower[k]![i]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  return x;
}
