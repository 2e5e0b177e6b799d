import { hasTitle, mayBePeople, organisation } from '../addresses/addressee.ts';
import type { Finding } from '../finding.ts';
import { folded, inOrder, type PageText } from '../text/page.ts';
import {
  type AddressProofKind,
  BILLS,
  DEEDS,
  isClosing,
  isGreeting,
  isOtherKind,
  KINDS,
  type OtherKind,
} from './kinds.ts';

/** Weight of a word that names the kind, against one that accompanies it. */
const NAME_WEIGHT = 4;

/** Weight of a word in the upper part of the first page, where the title of a document is. */
const HEAD = { share: 0.3, factor: 1.5 } as const;

/**
 * Least score of a kind: one naming word and two others. Documents of the shared set score 14 and more for their kind, and 5
 * at most for the next of the accepted kinds.
 */
const LEAST_SCORE = 6;

/** Signs of a letter: greeting, closing, addressee, and an organisation in its head. */
const LETTER_SIGNS = 4;

/** Maximum length of a line that names a paper and its subject: a title or a cell. */
const LONGEST_TITLE = 60;

export interface Classified {
  /** Null when the text is of no accepted kind. */
  readonly kind: AddressProofKind | null;
  /** The kind that is not accepted, when it is known. */
  readonly other: OtherKind | null;
  readonly finding: Finding;
}

type Kind = AddressProofKind | OtherKind;

interface Score {
  readonly kind: Kind;
  /** The part of the score that comes from names of the kind. */
  readonly nameWeight: number;
  readonly score: number;
}

/** Classifies a document by its words. */
export function classify(pages: readonly PageText[]): Classified {
  const all = scores(pages);
  const { kind, score } = narrowed(all.toSorted((a, b) => b.score - a.score || b.nameWeight - a.nameWeight)[0]!, all);
  const finding = (measure: number, threshold: number, reason: string, passes: boolean): Finding => ({
    name: 'supported_document',
    measure,
    threshold,
    result: passes ? 'pass' : 'fail',
    reason,
  });
  if (score < LEAST_SCORE) {
    const signs = letterSigns(pages);
    const isLetter = signs >= LETTER_SIGNS;
    return {
      kind: isLetter ? 'general_letter' : null,
      other: null,
      finding: isLetter
        ? finding(
            signs,
            LETTER_SIGNS,
            'The document is a letter from an organisation to a person, of no particular kind',
            true,
          )
        : finding(
            score,
            LEAST_SCORE,
            `The kind of document is unknown (measured word score ${score.toFixed(1)}, minimum ${LEAST_SCORE})`,
            false,
          ),
    };
  }
  const reason = `The words of the document suggest: ${kind.replaceAll('_', ' ')} (measured word score ${score.toFixed(1)}, minimum ${LEAST_SCORE})`;
  return isOtherKind(kind)
    ? { kind: null, other: kind, finding: finding(score, LEAST_SCORE, reason, false) }
    : { kind, other: null, finding: finding(score, LEAST_SCORE, reason, true) };
}

/** Score of each kind. A word counts once, more in the head of the first page than elsewhere. */
function scores(pages: readonly PageText[]): Score[] {
  const [first] = pages;
  const all = pages.flatMap(({ lines }) => inOrder(lines).map((line) => folded(line.text)));
  const top = first ? first.lines.filter(({ box }) => box.top < HEAD.share * first.height) : [];
  const head = top.map((line) => folded(line.text));
  const text = [head, all].map((lines) => lines.map((line) => ` ${line} `).join('\n')) as [string, string];
  const weigh = (word: string) => (has(text[0], word) ? HEAD.factor : has(text[1], word) ? 1 : 0);
  const sum = (words: readonly string[]) => words.reduce((total, word) => total + weigh(word), 0);
  const titles = new Set(all.flatMap(subjectsOf));
  const headTitles = new Set(head.flatMap(subjectsOf));
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => {
    const { names, mentions, senders } = KINDS[kind];
    const inTitle = headTitles.has(kind) ? HEAD.factor : titles.has(kind) ? 1 : 0;
    const nameWeight = NAME_WEIGHT * (sum(names) + sum(senders) + inTitle);
    return { kind, nameWeight, score: nameWeight + sum(mentions) };
  });
}

/** Returns whether a folded line names a paper: `council tax bill`, `stromrechnung`, `attestation`. */
export function namesPaper(line: string): boolean {
  const isKindName = Object.values(KINDS).some(({ names }) => names.includes(line));
  return isKindName || subjectsOf(line).length > 0 || [...BILLS, ...DEEDS].some((word) => has(line, word));
}

const METERED: readonly Kind[] = ['electricity_bill', 'gas_bill', 'water_bill'];

/** Kinds whose subject a folded line names beside a paper: of `facture d'electricite` the electricity bill. */
function subjectsOf(line: string): Kind[] {
  if (line.length > LONGEST_TITLE) return [];
  const padded = ` ${line} `;
  const found = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => {
    const { subjects, papers } = KINDS[kind];
    const about = subjects.filter((word) => has(padded, word));
    return (
      about.length > 0 &&
      papers.some((paper) => has(padded, paper) || about.some((word) => has(padded, compound(word, paper))))
    );
  });
  // A bill for two of them is a utility bill; a mobile phone is not a fixed one.
  if (found.filter((kind) => METERED.includes(kind)).length > 1) {
    return [...found.filter((kind) => !METERED.includes(kind)), 'utility_bill'];
  }
  return found.includes('mobile_phone_bill') ? found.filter((kind) => kind !== 'phone_bill') : found;
}

/** German and Dutch write them as one word; the subject may have an `s` between. */
const compound = (subject: string, paper: string) => `${subject.replace(/\*$/, '')}${paper}`;

/** A bill for energy or for utilities that names one of them alone is a bill for that. */
function narrowed(best: Score, all: readonly Score[]): Score {
  if (best.kind !== 'utility_bill') return best;
  const metered = all.filter(({ kind, nameWeight }) => METERED.includes(kind) && nameWeight >= NAME_WEIGHT);
  return metered.length === 1 && metered[0]!.score > best.score / 2 ? metered[0]! : best;
}

/** Counts the signs of a letter in a text; see `LETTER_SIGNS`. */
function letterSigns(pages: readonly PageText[]): number {
  const [first] = pages;
  if (!first) return 0;
  const lines = pages.flatMap((page) => page.lines.map(({ text }) => folded(text)));
  const head = first.lines.filter(({ box }) => box.top < HEAD.share * first.height);
  const signs = [
    lines.some((line) => isGreeting(line)),
    lines.some((line) => isClosing(line)),
    first.lines.some(
      ({ box, text }) =>
        box.top < first.height / 2 && mayBePeople(text) && (hasTitle(text) || !namesPaper(folded(text))),
    ),
    head.some(({ text }) => organisation(text) > 0),
  ];
  return signs.filter(Boolean).length;
}

const patterns = new Map<string, RegExp>();

/** Words so long that reading may leave out the blanks around them, and that no other word holds by chance. */
const LONG = 10;

function has(text: string, word: string): boolean {
  let pattern = patterns.get(word);
  if (!pattern) {
    const escaped = word
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/^\*/, '\\p{L}*')
      .replace(/\*$/, '\\p{L}*')
      .replaceAll(' ', '\\s*');
    const free = word.length >= LONG && word.includes(' ');
    pattern = new RegExp(free ? escaped : `(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'u');
    patterns.set(word, pattern);
  }
  return pattern.test(text);
}
