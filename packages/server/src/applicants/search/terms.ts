import { addressForm, partsOf } from '@bonafide/verification';
import { lettersAndDigits } from '../../base/letters-and-digits.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Address } from '../applicant.ts';

/**
 * Terms by which an applicant is found. A term is normalised, then hashed: the store holds no word of it. All kinds of terms
 * share one space, so that a word of a query is looked up once, whatever it may be.
 */

/** Hexadecimal digits of a hash that are kept: 2^48 values fit a number, and among 10^8 terms one search in 10^6 finds too much. */
const HASH_DIGITS = 12;

/** Letters of the shortest beginning of a name that finds it. */
const BEGINNING = 3;

/** Letters of the longest beginning that is kept beside the whole name. */
const LONGEST_BEGINNING = 16;

/** The hash of a normalised term in an account and environment: HMAC-SHA-256, cut to 48 bits. */
function hashOf(ctx: Ctx, term: string): number {
  const hash = ctx.services.master.hash('search-terms', JSON.stringify([ctx.account_id, ctx.environment, term]));
  return Number.parseInt(hash.slice(0, HASH_DIGITS), 16);
}

/** A text that is found whole: an e-mail address, a birth date, a tag. Case and blanks around it don't count. */
export function textTerm(ctx: Ctx, text: string | null | undefined): number[] {
  const folded = foldedText(text ?? '');
  return folded === '' ? [] : [hashOf(ctx, folded)];
}

/** The number of a document, person or telephone: letters and digits count, signs and a `+` or `00` before them don't. */
export function numberTerm(ctx: Ctx, number: string | null | undefined): number[] {
  const folded = foldedNumber(number ?? '');
  return folded === '' ? [] : [hashOf(ctx, folded)];
}

/**
 * A postal address, however it is written and divided into fields. No term for one that says too little. No word of a query is such a term:
 * words are in lower case.
 */
export function addressTerm(ctx: Ctx, address: Partial<Address> | null): number[] {
  const form = address && addressForm(address);
  return form ? [hashOf(ctx, `ADDRESS ${form}`)] : [];
}

/** Returns whether two texts are one postal address. An address that says too little equals none. */
export function sameAddress(one: Partial<Address>, other: Partial<Address> | null): boolean {
  const form = addressForm(one);
  return form !== null && other !== null && form === addressForm(other);
}

/** Each word of a name in Latin letters, and its beginnings of three letters and more. */
export function nameTerms(ctx: Ctx, name: string | null | undefined): number[] {
  if (!ctx.account.settings.name_search) return [];
  return wordsOfName(name ?? '').flatMap((word) => beginningsOf(word).map((part) => hashOf(ctx, part)));
}

function beginningsOf(word: string): string[] {
  const parts = [word];
  for (let length = BEGINNING; length < Math.min(word.length, LONGEST_BEGINNING + 1); length++) {
    parts.push(word.slice(0, length));
  }
  return parts;
}

/** The words of a name as `searchNames` compares them: lower case, in Latin letters, without marks. */
const wordsOfName = (name: string): string[] => [...new Set(partsOf(name).map(({ text }) => text))];

const foldedText = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns whether a search treats two texts as equal. */
export const sameText = (one: string, other: string): boolean => foldedText(one) === foldedText(other);

/** Returns whether a search treats two numbers as equal. A number without letters and digits equals none. */
export const sameNumber = (one: string, other: string): boolean =>
  foldedNumber(one) !== '' && foldedNumber(one) === foldedNumber(other);

const foldedNumber = (number: string): string =>
  lettersAndDigits(number.trim().replace(/^(\+|00(?=[1-9]))/, '')).toLowerCase();

/** Words of a query that are read; more can't narrow any further. */
const MOST_WORDS = 8;

/** Words between blanks, or between quotes. */
const WORD = /"([^"]*)"|(\S+)/g;

/** The words of a query, at most eight; text in quotes is one. */
export function wordsOf(query: string): string[] {
  const words = [...query.matchAll(WORD)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim());
  return words.filter((word) => word !== '').slice(0, MOST_WORDS);
}

/**
 * The terms that one word of a query may mean: a whole text or number, or a name; for each thing that it wants, at most
 * three. A word with a digit or an `@` is not a name. A name that is written as several words, as `Jean-Luc` or one in
 * Chinese, wants each of them.
 */
export function wantedBy(ctx: Ctx, word: string): number[][] {
  const exact = [...textTerm(ctx, word), ...numberTerm(ctx, word)];
  const names = /[\d@]/.test(word) || !ctx.account.settings.name_search ? [] : wordsOfName(word);
  if (names.length > 1) return names.map((name) => [hashOf(ctx, name)]);
  return [[...new Set([...exact, ...names.map((name) => hashOf(ctx, name))])]];
}
