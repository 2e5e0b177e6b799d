import { LEAST_FACE } from '../../../packages/verification/src/tamper/portrait-pixels.ts';
import { type ScoreModel, scoreOf } from '../../../packages/verification/src/tamper/score.ts';
import { fitScore } from '../forensics/fit.ts';
import type { MeasuredPortrait } from './measured.ts';

/** Penalty of large weights: of 30, 100 and 300 the best on documents of the half for tuning that were left out. */
const RIDGE = 30;

/** Groups of documents. Each is scored by a model that never saw it, to find the thresholds. */
const FOLDS = 6;

/** Sound portraits that reach `flagged`, and exchanged ones of wide faces that may pass. */
const FALSELY_FLAGGED = 0.02;
const FALSELY_PASSED = 0.03;

/** Fields of a portrait that `fittedTo` needs. */
type Sample = Pick<MeasuredPortrait, 'document' | 'brush' | 'width' | 'features'>;

/** A model of all portraits, with thresholds that models found which had not seen the document. */
export function fittedTo(portraits: readonly Sample[]): ScoreModel & { flagged: number; passed: number } {
  const samples = portraits.flatMap(({ features, brush, document, width }) =>
    features ? [{ features, kind: kindOf(document), width, changed: brush !== null }] : [],
  );
  const names = Object.keys(samples[0]!.features);
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const isLeft = ({ kind }: { kind: string }) => kinds.indexOf(kind) % FOLDS === fold;
    const others = samples.filter((one) => !isLeft(one));
    const model = fitScore(others, names, RIDGE);
    return samples.filter(isLeft).map((one) => ({ ...one, score: scoreOf(model, one.features) }));
  }).flat();
  const sound = scored.filter(({ changed }) => !changed);
  const exchanged = scored.filter(({ changed, width }) => changed && width >= LEAST_FACE);
  return {
    flagged: quantile(sound, 1 - FALSELY_FLAGGED),
    passed: quantile(exchanged, FALSELY_PASSED),
    ...fitScore(samples, names, RIDGE),
  };
}

/** Drawn documents of one state and type are alike: their names differ in the number alone. */
const kindOf = (document: string) => document.split(' ').slice(0, 3).join(' ');

function quantile(scored: readonly { readonly score: number }[], share: number): number {
  const scores = scored.map(({ score }) => score).sort((a, b) => a - b);
  return scores[Math.min(scores.length - 1, Math.floor(scores.length * share))]!;
}
