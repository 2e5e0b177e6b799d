import { inOnePiece, type Slices } from './work.ts';

/**
 * Score of the US Treasury's search for two names, from 0 to 100, as its FAQ 249 describes it. It decides nothing.
 *
 * @example
 * import { ofacScore } from '@bonafide/verification';
 *
 * ofacScore('Iskra Novak', 'Iskra Novak'); // 100
 */
export function ofacScore(query: string, listed: string): number {
  return inOnePiece(ofacScoreInSlices(query, listed));
}

/**
 * `ofacScore` in slices, one for each word of the query, between which other work of the process has its turn.
 *
 * @example
 * import { ofacScoreInSlices } from '@bonafide/verification';
 *
 * const slices = ofacScoreInSlices('Iskra Novak', 'NOVAK, Iskra');
 * let slice = slices.next();
 * while (!slice.done) {
 *   await new Promise(setImmediate);
 *   slice = slices.next();
 * }
 * console.log(slice.value);
 */
export function* ofacScoreInSlices(query: string, listed: string): Slices<number> {
  const [a, b] = [prepared(query), prepared(listed)];
  const whole = wholeScore(a, b);
  yield;
  return Math.round(100 * Math.max(whole, yield* partsScore(a, b)));
}

const prepared = (name: string) =>
  name
    .toUpperCase()
    .replace(/['’,.]/g, '')
    .trim();

const wholeScore = (a: string, b: string) => (a[0] === b[0] ? jaroWinkler(a, b) : 0);

function* partsScore(a: string, b: string): Slices<number> {
  const split = (name: string) => name.split(/[\s-]+/).filter((part) => part !== '');
  const long = split(a).filter((part) => part.length > 2);
  const parts = long.length > 0 ? long : split(a);
  const others = split(b);
  if (parts.length === 0 || others.length === 0) return 0;
  let sum = 0;
  for (const part of parts) {
    const score = Math.max(...others.map((other) => jaroWinkler(part, other)));
    sum += score < 0.5 ? 0 : score;
    yield;
  }
  return sum / parts.length;
}

/**
 * Jaro-Winkler similarity, 0 to 1, the bonus for a common prefix always given (W. E. Winkler, "String comparator
 * metrics and enhanced decision rules in the Fellegi-Sunter model of record linkage", 1990).
 */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity(a, b);
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++;
  return jaro + 0.1 * prefix * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const used = new Uint8Array(b.length);
  const matched: string[] = [];
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j++) {
      if (used[j] || a[i] !== b[j]) continue;
      used[j] = 1;
      matched.push(a[i]!);
      break;
    }
  }
  if (matched.length === 0) return 0;
  const inOrder = Array.from(b).filter((_, j) => used[j]);
  const turned = matched.filter((letter, k) => letter !== inOrder[k]).length / 2;
  return (matched.length / a.length + matched.length / b.length + (matched.length - turned) / matched.length) / 3;
}
