import type { ForensicPicture } from '../forensic-picture.ts';
import type { Features } from '../score.ts';
import { cloneDistances } from './clones.ts';
import type { Letter, LetterLine } from './find.ts';
import { type Properties, propertiesOf } from './properties.ts';

/** A letter and its deviations from the other letters. */
export interface ComparedLetter {
  readonly line: LetterLine;
  readonly letter: Letter;
  readonly features: Features;
}

/** Properties that are compared, and the deviation that print has by itself. */
const FLOORS: Readonly<Record<keyof Properties, number>> = {
  depth: 0.05,
  sharpness: 0.05,
  stroke: 0.06,
  core: 0.12,
  halo: 0.01,
  noise: 0.1,
  white: 0.05,
  chroma: 0.1,
  blue: 0.8,
  red: 0.8,
  beside: 0.1,
};
const NAMES = Object.keys(FLOORS) as (keyof Properties)[];

/** Names of the features that `comparedLetters` measures. */
export const LETTER_FEATURES: readonly string[] = [
  ...NAMES.flatMap((name) => [`${name}+`, `${name}-`, `line ${name}+`, `line ${name}-`]),
  ...['foot', 'head', 'size', 'clone'],
];

/** Letters to each side with which a letter is compared: light and focus change along a line. */
const BESIDE = 8;
/** Greatest deviation that a feature can have; greater ones are cut to it. */
const MOST = 8;
/** Least number of letters; fewer give no common scale. */
const LEAST_LETTERS = 12;
/** Deviations of sizes and places of letters that print has by itself, in heights. */
const [SIZE_FLOOR, PLACE_FLOOR] = [0.02, 0.02];

/**
 * Measures how far each letter of a part stands out of its line, and its line out of the others, in deviations. Features are
 * above 0: `noise+` is more noise than beside it, `noise-` less; `line noise+` that its whole line has more than the others.
 * Empty where too few letters were found.
 */
export function comparedLetters(picture: ForensicPicture, lines: readonly LetterLine[]): ComparedLetter[] {
  const rows = lines.map((line) => line.letters.map((letter) => propertiesOf(picture, line, letter)));
  if (rows.flat().filter((row) => row !== null).length < LEAST_LETTERS) return [];
  const features: Record<string, number>[][] = rows.map((row) => row.map(() => ({})));
  for (const name of NAMES)
    compare(
      rows.map((row) => row.map((letter) => letter?.[name] ?? Number.NaN)),
      name,
      features,
    );
  geometry(lines, features);
  for (const [l, row] of cloneDistances(lines).entries()) {
    for (const [i, value] of row.entries()) features[l]![i]!.clone = Math.max(0, Math.min(4, -value));
  }
  return lines.flatMap((line, l) =>
    line.letters.flatMap((letter, i) => (rows[l]![i] ? [{ line, letter, features: features[l]![i]! }] : [])),
  );
}

/** Adds how far a property of each letter, and the median of its line, differ. */
function compare(
  rows: readonly (readonly number[])[],
  name: keyof Properties,
  features: Record<string, number>[][],
): void {
  const floor = FLOORS[name];
  const rest = rows.map((row) =>
    row.map(
      (value, i) => value - median([...row.slice(Math.max(0, i - BESIDE), i), ...row.slice(i + 1, i + BESIDE + 1)]),
    ),
  );
  const scale = deviationOf(rest.flat()) + floor;
  const middles = rows.map(median);
  const across = deviationOf(middles.map((value) => value - median(middles))) + floor;
  for (const [l, row] of rest.entries()) {
    const others = median(middles.filter((_, k) => k !== l));
    const line = signed((middles[l]! - others) / across);
    for (const [i, value] of row.entries()) {
      const of = features[l]![i]!;
      [of[`${name}+`], of[`${name}-`]] = signed(value / scale);
      [of[`line ${name}+`], of[`line ${name}-`]] = line;
    }
  }
}

/** Adds differences to the nearest other letter of the line: in height, position of the foot and position of the top. */
function geometry(lines: readonly LetterLine[], features: Record<string, number>[][]): void {
  for (const [l, { letters, height }] of lines.entries()) {
    const slope = slopeOf(letters);
    const foot = letters.map(
      ({ left, width, top, height: high }) => (top + high - slope * (left + width / 2)) / height,
    );
    const head = letters.map(({ left, width, top }) => (top - slope * (left + width / 2)) / height);
    const size = letters.map((letter) => Math.log(letter.height / height));
    for (const [i] of letters.entries()) {
      const of = features[l]![i]!;
      of.foot = Math.min(MOST, secondNearest(foot, i) / PLACE_FLOOR);
      of.head = Math.min(MOST, secondNearest(head, i) / PLACE_FLOOR);
      of.size = Math.min(MOST, secondNearest(size, i) / SIZE_FLOOR);
    }
  }
}

/** Rows a column that a line falls: the median over pairs of feet (P. K. Sen, 1968). */
function slopeOf(letters: readonly Letter[]): number {
  const slopes: number[] = [];
  const foot = ({ top, height }: Letter) => top + height;
  for (const [i, a] of letters.entries()) {
    for (const b of letters.slice(i + 1, i + 40)) {
      if (b.left - a.left > 2 * a.height) slopes.push((foot(b) - foot(a)) / (b.left - a.left));
    }
  }
  return slopes.length > 0 ? median(slopes) : 0;
}

/** Distance of the second nearest value: one other foreign letter is not a line. */
function secondNearest(values: readonly number[], i: number): number {
  let [first, second] = [Infinity, Infinity];
  for (const [j, value] of values.entries()) {
    if (j === i) continue;
    const far = Math.abs(value - values[i]!);
    if (far < first) [first, second] = [far, first];
    else if (far < second) second = far;
  }
  return Number.isFinite(second) ? second : Number.NaN;
}

function signed(value: number): [above: number, below: number] {
  if (Number.isNaN(value)) return [Number.NaN, Number.NaN];
  return [Math.max(0, Math.min(MOST, value)), Math.max(0, Math.min(MOST, -value))];
}

function deviationOf(values: readonly number[]): number {
  const middle = median(values);
  return 1.4826 * (median(values.map((value) => Math.abs(value - middle))) || 0);
}

/** Median of the values that are numbers; NaN if no value is a number. */
function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
