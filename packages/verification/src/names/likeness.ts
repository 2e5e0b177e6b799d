import { type AbjadSounds, abjadLikeness, bareSounds, latinSounds } from './abjad-sounds.ts';
import { editsBetween } from './edits.ts';
import { areGenderForms } from './genders.ts';
import type { PartReason } from './hit.ts';
import type { NamePart, PartKind } from './parts.ts';
import { skeleton, withoutArticle } from './skeleton.ts';
import { differenceOfSounds, soundsOf } from './sounds.ts';
import { readingsOf } from './syllables.ts';
import { FAMILY_NAME_GROUPS, NICKNAME_GROUPS } from './tables.ts';

/** A part with the values needed to compare it. */
export interface Word extends NamePart {
  readonly skeleton: string;
  /** Sounds for comparison with words of the same skeleton. */
  readonly sounds: Uint8Array;
  /** Sounds for comparison of a word without vowels with one in Latin letters. */
  readonly abjadSounds: AbjadSounds;
  /** Weight of the word in identifying a person. */
  readonly weight: number;
  /** Groups of short forms and of family names that it is in. */
  readonly nicknames: readonly number[] | undefined;
  readonly familyNames: readonly number[] | undefined;
  /** Readings as one syllable of Chinese or Korean; empty for other words. */
  readonly readings: readonly string[];
}

export interface PartLikeness {
  /** 0 to 1. */
  readonly similarity: number;
  readonly why: PartReason;
}

/** Parts less alike than this agree with each other in nothing. */
export const PARTS_AGREE = 0.7;

/** Words of the same skeleton agree where their sounds differ by no more. */
export const SOUNDS_AGREE = 0.2;

/** Words one slip apart that may as well be two names. They agree in nothing, and contradict each other less than others. */
const SLIP = 0.55;

export const wordOf = (part: NamePart): Word => new ComparedWord(part);

class ComparedWord implements Word {
  readonly text: string;
  readonly kind: PartKind;
  readonly abjad: boolean;
  readonly hyphened: boolean;
  readonly weight: number;
  readonly nicknames: readonly number[] | undefined;
  readonly familyNames: readonly number[] | undefined;
  // Few words need these, so each is made when one does.
  #skeleton: string | undefined;
  #readings: readonly string[] | undefined;
  #sounds: Uint8Array | undefined;
  #abjadSounds: AbjadSounds | undefined;

  constructor(part: NamePart) {
    const { text, kind, abjad, hyphened = false } = part;
    this.text = text;
    this.kind = kind;
    this.abjad = abjad;
    this.hyphened = hyphened;
    this.weight = weightOf(part);
    this.nicknames = NICKNAME_GROUPS.get(text);
    this.familyNames = FAMILY_NAME_GROUPS.get(text);
  }

  get skeleton(): string {
    this.#skeleton ??= skeleton(this.text);
    return this.#skeleton;
  }

  get readings(): readonly string[] {
    this.#readings ??= this.abjad ? [] : readingsOf(this.text);
    return this.#readings;
  }

  get sounds(): Uint8Array {
    this.#sounds ??= soundsOf(withoutArticle(this.text));
    return this.#sounds;
  }

  get abjadSounds(): AbjadSounds {
    this.#abjadSounds ??= this.abjad ? bareSounds(this.text) : latinSounds(this.text);
    return this.#abjadSounds;
  }
}

function weightOf({ kind, text }: NamePart): number {
  if (kind === 'particle') return 0.25;
  if (kind === 'title') return 0.2;
  if (kind === 'initial') return 0.3;
  return text.length > 3 ? 1 : text.length === 3 ? 0.85 : 0.7;
}

/**
 * Similarity of two parts, and its reason. The figures are tuned on the names of OFAC and of the United Nations; `npm run eval --
 * --only screening` measures their effect.
 * @returns undefined below `PARTS_AGREE`, save for initials
 */
export function partLikeness(a: Word, b: Word): PartLikeness | undefined {
  if (a.text === b.text) return EQUAL;
  if (a.kind === 'initial' || b.kind === 'initial') return initials(a, b);
  if (isNumber(a.text) || isNumber(b.text)) return undefined;
  if (a.kind !== 'content' && b.kind !== 'content') return a.kind === b.kind ? sameSkeleton(a, b) : undefined;
  if (a.kind !== 'content' || b.kind !== 'content') return misspelt(a, b);
  const spelt = spelling(a, b);
  const likeness = spelt && spelt.similarity >= 0.9 ? spelt : better(spelt, fromTable(a, b));
  return likeness && areGenderForms(a.text, b.text) ? { ...likeness, why: 'gender_form' } : likeness;
}

/** A particle or title with a slip is a name to `partsOf`. Short ones are a letter away from too many names. */
function misspelt(a: Word, b: Word): PartLikeness | undefined {
  if (isExchange(a.text, b.text)) return MISSPELT;
  if (Math.min(a.text.length, b.text.length) < 3 || a.text.length + b.text.length < 8) return undefined;
  return editsBetween(a.text, b.text, 1) === 1 ? MISSPELT : undefined;
}

function spelling(a: Word, b: Word): PartLikeness | undefined {
  if (a.abjad || b.abjad) return abjad(a, b);
  if (a.readings.length > 0 && b.readings.length > 0) return syllables(a, b);
  return sameSkeleton(a, b) ?? editLikeness(a.text, b.text);
}

/** Syllables of Chinese and Korean are the same name in another spelling, or another name. */
const syllables = (a: Word, b: Word): PartLikeness | undefined =>
  a.readings.some((reading) => b.readings.includes(reading))
    ? SYLLABLE
    : a.text[0] === b.text[0] && Math.max(a.text.length, b.text.length) > 3 && editsBetween(a.text, b.text, 1) === 1
      ? { similarity: SLIP, why: 'edit 1' }
      : undefined;

const EQUAL: PartLikeness = { similarity: 1, why: 'equal' };
const INITIAL: PartLikeness = { similarity: 0.6, why: 'initial' };
const SYLLABLE: PartLikeness = { similarity: 0.9, why: 'syllable' };
const MISSPELT: PartLikeness = { similarity: 0.8, why: 'edit 1' };
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
  const difference = differenceOfSounds(a.sounds, b.sounds, SOUNDS_AGREE);
  const similarity = difference <= 0.1 ? 0.95 : difference <= 0.15 ? 0.9 : difference <= SOUNDS_AGREE ? 0.8 : 0;
  if (similarity === 0) return undefined;
  const sounds = a.skeleton.length - (a.skeleton[0] === 'a' ? 1 : 0);
  return { similarity: sounds > 1 ? similarity : Math.min(similarity, 0.8), why: 'skeleton' };
}

/** Likeness of two words by slips of a writer alone. */
function editLikeness(a: string, b: string): PartLikeness | undefined {
  const length = Math.max(a.length, b.length);
  const sameStart = startsAlike(a, b);
  const most = editsThatAgree(length, sameStart);
  const edits = editsBetween(a, b, Math.max(1, most));
  if (edits > most)
    return edits === 1 && (length > 3 || isExchange(a, b)) ? { similarity: SLIP, why: 'edit 1' } : undefined;
  return { similarity: 1 - (1.2 * edits) / length - (sameStart ? 0 : 0.05), why: `edit ${edits}` };
}

/** Returns whether two words of three letters or more differ by two exchanged neighbours. */
const isExchange = (a: string, b: string) =>
  a.length === 3 && b.length === 3 && (a === b[1]! + b[0]! + b[2]! || a === b[0]! + b[2]! + b[1]!);

/** First letters are equal, or the first two exchanged: an exchange is always a slip. */
const startsAlike = (a: string, b: string) => a[0] === b[0] || (a[0] === b[1] && a[1] === b[0]);

/** Slips after which words of any length still agree. */
export const MOST_EDITS = 3;

/**
 * Slips of a writer after which words still agree.
 *
 * @param length of the longer word
 * @param sameStart whether they begin alike
 * @returns 0 where the words agree only when they are equal
 */
export function editsThatAgree(length: number, sameStart: boolean): number {
  const survived = length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : MOST_EDITS;
  const margin = 1 - PARTS_AGREE - (sameStart ? 0 : 0.05);
  return Math.min(survived, Math.floor((margin * length) / 1.2 + 1e-9));
}

function abjad(a: Word, b: Word): PartLikeness | undefined {
  if (a.abjad && b.abjad) return bothAbjad(a.text, b.text);
  const [bare, latin] = a.abjad ? [a, b] : [b, a];
  const similarity = abjadLikeness(bare.abjadSounds, latin.abjadSounds);
  return similarity === undefined ? undefined : { similarity, why: 'abjad' };
}

/** Two words without vowels: an `a` inside is written or not; other letters are too few for slips in short words. */
function bothAbjad(a: string, b: string): PartLikeness | undefined {
  if (a.length > 3 && withoutA(a) === withoutA(b)) return { similarity: 0.85, why: 'abjad' };
  return Math.max(a.length, b.length) > 4 ? editLikeness(a, b) : undefined;
}

const withoutA = (text: string) => text[0]! + text.slice(1).replaceAll('a', '');

function fromTable(a: Word, b: Word): PartLikeness | undefined {
  if (share(a.nicknames, b.nicknames)) return NICKNAME;
  return share(a.familyNames, b.familyNames) ? FAMILY_NAME : undefined;
}

function share(of: readonly number[] | undefined, others: readonly number[] | undefined): boolean {
  return of !== undefined && others !== undefined && of.some((group) => others.includes(group));
}
