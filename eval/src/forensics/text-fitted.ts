import { LETTER_FEATURES } from '../../../packages/verification/src/tamper/letters/outliers.ts';
import { type Features, logOddsOf, type ScoreModel } from '../../../packages/verification/src/tamper/score.ts';
import { TEXT_FEATURES, type TextPart, textFeatures } from '../../../packages/verification/src/tamper/text-features.ts';
import type { TextModel } from '../../../packages/verification/src/tamper/text-pixels.ts';
import { fitScore } from './fit.ts';
import { foldOf, type MeasuredLetter, type MeasuredText } from './text-measured.ts';

/** Penalties of large weights, of letters and of parts. */
const [RIDGE_OF_LETTERS, RIDGE_OF_PARTS] = [30, 3];

/** Groups of documents. Each is scored by models that never saw it, to find the thresholds. */
const FOLDS = 5;

/** Every how manieth letter of sound parts is learnt from: there are so many that the others say the same. */
const EVERY = 5;

/** Share of sound parts that may be in doubt. */
const FALSELY_DOUBTED = 0.01;

type Models = Readonly<Record<TextPart, ScoreModel>> & { readonly letter: ScoreModel };

/** A text that was changed or is sound, with the logarithm of the odds that it was changed; null without letters. */
export type ScoredText = MeasuredText & { readonly odds: number | null };

/** The models of letters and parts, with thresholds that models found which had not seen the document. */
export function fittedToTexts(texts: readonly MeasuredText[]): TextModel {
  const scored = crossValidated(texts);
  const models = modelsOf(texts);
  const of = (part: TextPart) => ({ doubted: doubtedFrom(scored, part), ...models[part] });
  return { letter: models.letter, zone: of('zone'), print: of('print') };
}

/** Every text, scored by models of the other groups of documents. */
export function crossValidated(texts: readonly MeasuredText[]): ScoredText[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const isLeft = ({ document }: MeasuredText) => foldOf(document, FOLDS) === fold;
    const left = texts.filter(isLeft);
    return left.length === 0 ? [] : scoredBy(modelsOf(texts.filter((one) => !isLeft(one))), left);
  }).flat();
}

/** The same texts with the score of a model. */
export const scoredBy = (models: Models, texts: readonly MeasuredText[]): ScoredText[] =>
  texts.map((text) => {
    const features = featuresOf(models.letter, text);
    return { ...text, odds: features && logOddsOf(models[text.part], features) };
  });

function modelsOf(texts: readonly MeasuredText[]): Models {
  const letters = texts.flatMap(({ letters: all, changed, recipe }) => {
    if (changed) return all.filter((one) => one.changed);
    return recipe === null ? all.filter((_, i) => i % EVERY === 0) : [];
  });
  const samples = letters.map((one) => ({ features: namedFeatures(one), changed: one.changed }));
  const letter = fitScore(samples, LETTER_FEATURES, RIDGE_OF_LETTERS);
  const known = texts.filter(({ changed, recipe }) => changed || recipe === null);
  const of = (part: TextPart) => {
    const parts = known.filter((text) => text.part === part);
    const rows = parts.flatMap((text) => {
      const features = featuresOf(letter, text);
      return features ? [{ features, changed: text.changed }] : [];
    });
    return fitScore(rows, TEXT_FEATURES, RIDGE_OF_PARTS);
  };
  return { letter, zone: of('zone'), print: of('print') };
}

const namedFeatures = ({ features }: MeasuredLetter): Features =>
  Object.fromEntries(LETTER_FEATURES.map((name, i) => [name, features[i] ?? Number.NaN]));

function featuresOf(model: ScoreModel, { letters, others, part }: MeasuredText): Features | null {
  const odds = letters.map((one) => logOddsOf(model, namedFeatures(one)));
  return textFeatures(letters, odds, others, part);
}

function doubtedFrom(scored: readonly ScoredText[], part: TextPart): number {
  const odds = scored
    .flatMap((one) => (one.part === part && one.recipe === null && one.odds !== null ? [one.odds] : []))
    .sort((a, b) => a - b);
  return odds[Math.min(odds.length - 1, Math.ceil(odds.length * (1 - FALSELY_DOUBTED)))]!;
}
