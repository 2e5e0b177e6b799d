/** Weight of one feature of a part of a document. */
export interface Weight {
  /** Mean of the feature over the parts that the model was fitted on: what a missing feature is taken for. */
  readonly mean: number;
  /** Standard deviation over the same parts; above 0. */
  readonly deviation: number;
  /** Change of the logarithm of the odds by one deviation. */
  readonly weight: number;
}

/** A logistic regression with weights that a command of the evaluation fitted; plain data. */
export interface ScoreModel {
  /** Logarithm of the odds of a part whose features are all at their means. */
  readonly intercept: number;
  readonly features: Readonly<Record<string, Weight>>;
}

/** Values of features by name; not a number where one could not be measured. */
export type Features = Readonly<Record<string, number>>;

/** Deviations beyond which a feature counts no more: one odd value must not outweigh all others. */
const MOST_DEVIATIONS = 4;

/** A feature in deviations from its mean, cut off at `MOST_DEVIATIONS`; 0 where it could not be measured. */
export function standardised(
  { mean, deviation }: Pick<Weight, 'mean' | 'deviation'>,
  value: number | undefined,
): number {
  if (value === undefined || Number.isNaN(value)) return 0;
  return Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, (value - mean) / deviation));
}

/**
 * Logarithm of the odds that a part was changed, were as many changed as sound (D. R. Cox, "The regression analysis of binary
 * sequences", 1958). Weak signs add up. Features that the model does not know don't count.
 */
export function logOddsOf({ intercept, features }: ScoreModel, values: Features): number {
  let odds = intercept;
  for (const [name, weight] of Object.entries(features)) odds += weight.weight * standardised(weight, values[name]);
  return odds;
}

/** Probability, 0 to 1, by the same model. */
export const scoreOf = (model: ScoreModel, values: Features): number => 1 / (1 + Math.exp(-logOddsOf(model, values)));
