import { editsBetween } from './edits.ts';
import type { PartReason } from './hit.ts';
import type { NamePart } from './parts.ts';
import { consonants, skeleton } from './skeleton.ts';
import { FAMILY_NAME_GROUPS, NICKNAME_GROUPS } from './tables.ts';

/** A part with what comparing it needs. */
export interface Word extends NamePart {
  readonly skeleton: string;
  /** How much it says about whose name it is. */
  readonly weight: number;
  /** Groups of short forms and of family names that it is in. */
  readonly nicknames: readonly number[] | undefined;
  readonly familyNames: readonly number[] | undefined;
}

export interface PartLikeness {
  /** 0 to 1. */
  readonly similarity: number;
  readonly why: PartReason;
}

/** Parts less alike than this agree with each other in nothing. */
export const PARTS_AGREE = 0.7;

export function wordOf(part: NamePart): Word {
  const { text, kind, abjad } = part;
  return {
    ...{ text, kind, abjad, skeleton: skeleton(text), weight: weightOf(part) },
    nicknames: NICKNAME_GROUPS.get(text),
    familyNames: FAMILY_NAME_GROUPS.get(text),
  };
}

function weightOf({ kind, text }: NamePart): number {
  if (kind === 'particle') return 0.25;
  if (kind === 'title') return 0.2;
  if (kind === 'initial') return 0.3;
  return text.length > 3 ? 1 : text.length === 3 ? 0.85 : 0.7;
}

/**
 * How alike two parts are, and why. The figures are tuned on the names of OFAC and of the United Nations; `npm run
 * eval -- --only screening` measures what they do.
 *
 * @returns undefined below `PARTS_AGREE`, save for initials
 */
export function partLikeness(a: Word, b: Word): PartLikeness | undefined {
  if (a.text === b.text) return EQUAL;
  if (a.kind === 'initial' || b.kind === 'initial') return initials(a, b);
  if (isNumber(a.text) || isNumber(b.text)) return undefined;
  if (a.kind !== 'content' && b.kind !== 'content') return a.kind === b.kind ? sameSkeleton(a, b) : undefined;
  const likeness = a.abjad || b.abjad ? abjad(a, b) : (sameSkeleton(a, b) ?? editLikeness(a.text, b.text));
  return likeness && likeness.similarity >= 0.9 ? likeness : better(likeness, fromTable(a, b));
}

const EQUAL: PartLikeness = { similarity: 1, why: 'equal' };
const INITIAL: PartLikeness = { similarity: 0.6, why: 'initial' };
const NICKNAME: PartLikeness = { similarity: 0.9, why: 'nickname' };
const FAMILY_NAME: PartLikeness = { similarity: 0.9, why: 'family_name' };

/** Digits inside of words are letters by now, so the first sign decides, save in words such as `7th`. */
const isNumber = (text: string) => text.charCodeAt(0) < 58 && /^\d+$/.test(text);

function better(a: PartLikeness | undefined, b: PartLikeness | undefined): PartLikeness | undefined {
  return !b || (a && a.similarity >= b.similarity) ? a : b;
}

/** A letter stands for every name that begins with it, and a name for every one that begins alike. */
function initials(a: Word, b: Word): PartLikeness | undefined {
  const [letter, name] = a.kind === 'initial' ? [a, b] : [b, a];
  return name.kind === 'content' && name.text.startsWith(letter.text) ? INITIAL : undefined;
}

function sameSkeleton(a: Word, b: Word): PartLikeness | undefined {
  if (a.skeleton !== b.skeleton) return undefined;
  const length = Math.max(a.text.length, b.text.length);
  const edits = editsBetween(a.text, b.text, length);
  const similarity = edits <= 1 ? 0.95 : edits <= 0.4 * length ? 0.9 : 0.8;
  const sounds = a.skeleton.length - (a.skeleton[0] === 'a' ? 1 : 0);
  return { similarity: sounds > 1 ? similarity : Math.min(similarity, 0.8), why: 'skeleton' };
}

/** Likeness of two words by slips of a writer alone. */
function editLikeness(a: string, b: string): PartLikeness | undefined {
  const length = Math.max(a.length, b.length);
  const sameStart = a[0] === b[0];
  const most = editsThatAgree(length, sameStart);
  const edits = editsBetween(a, b, most);
  if (edits > most) return undefined;
  return { similarity: 1 - (1.2 * edits) / length - (sameStart ? 0 : 0.1), why: `edit ${edits}` };
}

/**
 * Slips of a writer after which words still agree.
 *
 * @param length of the longer word
 * @param sameStart whether they begin with the same letter
 * @returns 0 where the words agree only when they are equal
 */
export function editsThatAgree(length: number, sameStart: boolean): number {
  const survived = length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3;
  const margin = 1 - PARTS_AGREE - (sameStart ? 0 : 0.1);
  return Math.min(survived, Math.floor((margin * length) / 1.2 + 1e-9));
}

function abjad(a: Word, b: Word): PartLikeness | undefined {
  for (const keepV of [true, false]) {
    const [x, y] = [consonants(a.text, keepV), consonants(b.text, keepV)];
    if (x === y && x !== '') return { similarity: x.length > 2 ? 0.95 : x.length === 2 ? 0.85 : 0.75, why: 'abjad' };
  }
  return undefined;
}

function fromTable(a: Word, b: Word): PartLikeness | undefined {
  if (share(a.nicknames, b.nicknames)) return NICKNAME;
  return share(a.familyNames, b.familyNames) ? FAMILY_NAME : undefined;
}

function share(of: readonly number[] | undefined, others: readonly number[] | undefined): boolean {
  return of !== undefined && others !== undefined && of.some((group) => others.includes(group));
}
