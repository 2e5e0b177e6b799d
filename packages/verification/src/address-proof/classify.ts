import type { Finding } from '../finding.ts';
import { folded, type PageText } from '../text/page.ts';
import { type AddressProofKind, KINDS, NARROWER, OTHER_KINDS, type OtherKind } from './kinds.ts';

/** What a word that names the kind counts, against one that only goes with it. */
const SAYS = 4;

/** A word in the upper part of the first page counts so much more often: that is where a document says what it is. */
const HEAD = { share: 0.3, factor: 1.5 } as const;

/**
 * Least score of a kind, one naming word in the text and two others. Documents of the shared set that are what they are taken
 * for score 14 and more; the runner-up among accepted kinds 5 at most.
 */
export const LEAST_SCORE = 6;

export interface Classified {
  /** Null when the text is of no accepted kind. */
  readonly kind: AddressProofKind | null;
  /** What it is instead, when that is known. */
  readonly other: OtherKind | null;
  readonly finding: Finding;
}

/** What a document is, by its words. */
export function classify(pages: readonly PageText[]): Classified {
  const score = scores(pages);
  const [best = ['', 0]] = [...score].sort((a, b) => b[1] - a[1]);
  const [name, measure] = narrowed(best as [AddressProofKind | OtherKind, number], score);
  const finding = (result: 'pass' | 'fail', reason: string): Finding => ({
    name: 'supported_document',
    measure,
    threshold: LEAST_SCORE,
    result,
    reason,
  });
  if (measure < LEAST_SCORE) {
    return {
      kind: null,
      other: null,
      finding: finding('fail', `No kind of document scores ${LEAST_SCORE} by its words`),
    };
  }
  const reason = `Its words are most of all those of ${name.replaceAll('_', ' ')}, score ${measure.toFixed(1)}`;
  if (OTHER_KINDS.has(name)) return { kind: null, other: name as OtherKind, finding: finding('fail', reason) };
  return { kind: name as AddressProofKind, other: null, finding: finding('pass', reason) };
}

/** Score of each kind, those of words with more than one meaning shared by all that claim them. */
export function scores(pages: readonly PageText[]): Map<AddressProofKind | OtherKind, number> {
  const [first] = pages;
  const head = text(
    first ? [{ ...first, lines: first.lines.filter(({ box }) => box.top < HEAD.share * first.height) }] : [],
  );
  const all = text(pages);
  const weigh = (word: string) => (has(head, word) ? HEAD.factor : has(all, word) ? 1 : 0);
  return new Map(
    Object.entries(KINDS).map(([kind, { says, mentions }]) => {
      const sum = (words: readonly string[]) => words.reduce((total, word) => total + weigh(word), 0);
      return [kind as AddressProofKind | OtherKind, SAYS * sum(says) + sum(mentions)];
    }),
  );
}

function narrowed(
  best: readonly [AddressProofKind | OtherKind, number],
  score: ReadonlyMap<AddressProofKind | OtherKind, number>,
): readonly [AddressProofKind | OtherKind, number] {
  const narrower = NARROWER[best[0] as AddressProofKind] ?? [];
  const [first, second] = narrower.map((kind) => [kind, score.get(kind)!] as const).sort((a, b) => b[1] - a[1]);
  // A bill for two things stays what it is.
  return first && first[1] >= SAYS && first[1] > 1.5 * (second?.[1] ?? 0) ? first : best;
}

const text = (pages: readonly PageText[]) =>
  pages.flatMap(({ lines }) => lines.map((line) => ` ${folded(line.text)} `)).join('\n');

const patterns = new Map<string, RegExp>();

function has(text: string, word: string): boolean {
  let pattern = patterns.get(word);
  if (!pattern) {
    const escaped = word
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*$/, '\\p{L}*')
      .replaceAll(' ', '\\s*');
    pattern = new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'u');
    patterns.set(word, pattern);
  }
  return pattern.test(text);
}
