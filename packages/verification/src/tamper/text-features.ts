import type { ForensicPicture } from './forensic-picture.ts';
import type { Forensic, Regions } from './forensics.ts';
import { letterLines } from './letters/find.ts';
import { type ComparedLetter, comparedLetters } from './letters/outliers.ts';
import { highestRow, meansOfLines } from './letters/windows.ts';
import { type Features, logOddsOf, type ScoreModel } from './score.ts';

/** The parts that consist of letters. */
export type TextPart = 'zone' | 'print';

/** Other measures of a part that count in its score. */
const OTHERS = ['jpeg_history', 'noise', 'copy_move', 'zone_glyphs', 'zone_clones', 'text_paper'];

/** Lengths of rows of letters: a forger changes several letters beside each other. */
const ROWS = [2, 3, 5, 8];

/** Letters of a line that has a mean of its own. */
const LEAST_LETTERS = 3;

/** Names of the features that `textFeatures` measures. */
export const TEXT_FEATURES: readonly string[] = [
  ...['first', 'second', 'third', 'five', 'count', 'median', 'deviation', 'line'],
  ...ROWS.map((size) => `row of ${size}`),
  ...OTHERS,
];

/** The letters of a part, compared with each other; empty where too few of them are large enough. */
export const lettersOfPart = (picture: ForensicPicture, regions: Regions, part: TextPart): ComparedLetter[] =>
  comparedLetters(picture, letterLines(picture, regions[part], regions.turn));

/** Logarithms of the odds that each letter was changed, by the model of letters. */
export const oddsOfLetters = (model: ScoreModel, letters: readonly ComparedLetter[]): number[] =>
  letters.map(({ features }) => logOddsOf(model, features));

/**
 * The odds of the letters of a part and the findings of other measures of it, as features of the whole part. Null where no
 * letter was compared.
 *
 * @param odds of each letter, see `oddsOfLetters`
 * @param findings of any part
 */
export function textFeatures(
  letters: readonly { readonly line: unknown }[],
  odds: readonly number[],
  findings: readonly Pick<Forensic, 'name' | 'part' | 'measure'>[],
  part: TextPart,
): Features | null {
  if (letters.length === 0) return null;
  const sorted = [...odds].sort((a, b) => b - a);
  const mean = sum(odds) / odds.length;
  const measured = (name: string) =>
    findings.find((finding) => finding.name === name && finding.part === part)?.measure;
  const means = meansOfLines(letters, odds, LEAST_LETTERS);
  return {
    first: sorted[0]!,
    second: sorted[1] ?? Number.NaN,
    third: sorted[2] ?? Number.NaN,
    five: sum(sorted.slice(0, 5)) / Math.min(5, sorted.length),
    count: Math.log(sorted.length),
    median: sorted[sorted.length >> 1]!,
    line: means.length > 0 ? Math.max(...means) : Number.NaN,
    deviation: Math.sqrt(sum(odds.map((value) => (value - mean) ** 2)) / odds.length),
    ...Object.fromEntries(ROWS.map((size) => [`row of ${size}`, highestRow(letters, odds, size)?.mean ?? Number.NaN])),
    ...Object.fromEntries(OTHERS.map((name) => [name, Math.log1p(Math.max(0, measured(name) ?? Number.NaN))])),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
