import { datesIn, foldedDate, type Order } from '../text/dates.ts';
import { folded } from '../text/page.ts';
import { anyOf } from '../text/patterns.ts';
import type { PrintedField } from './labels.ts';

export interface Reading {
  /** Null where neither the country nor the document decides between day and month. */
  readonly order: Order | null;
  /** ISO 3166-1 alpha-3 of the issuer, for its calendar and its names of months. */
  readonly country?: string | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** Days with a year of two digits don't count: they don't tell the century. */
  readonly wholeYears?: true;
}

/** Years from today that two digits may reach into the future: documents hold for ten, some for fifteen. */
const AHEAD = 20;
/** The same at the label of a day of expiry, which is not before 1981 on documents of today. */
const AHEAD_OF_EXPIRY = 54;

/** The first letter of October in capitals is read for a zero: `15 0CT 2020`. */
const ZERO_OF_OCTOBER = /0(?=[ck]t)/g;

/** Days of a text, years of two digits in the century that documents live in. */
export function daysIn(text: string, { order, today, country = null, wholeYears }: Reading, ahead = AHEAD): string[] {
  const year = Number(today.slice(0, 4));
  const full = (two: number) => {
    const near = year - (year % 100) + two;
    return wholeYears ? Number.NaN : near > year + ahead ? near - 100 : near;
  };
  const dates = datesIn(foldedDate(text).replace(ZERO_OF_OCTOBER, 'o'), { order, full, country });
  return dates.map(({ day }) => day);
}

/** The day at a label, where two dots may be lost or misread: `10:012012`. */
function dayOf(text: string, reading: Reading, ahead?: number): string | null {
  const [found] = daysIn(text, reading, ahead);
  if (found !== undefined) return found;
  const parts = /^(\d{2})[^\p{L}\d]?(\d{2})[^\p{L}\d]?((?:19|20)\d{2})$/u.exec(text);
  return (parts && daysIn(parts.slice(1).join('.'), reading)[0]) ?? null;
}

/** The day of expiry of a document that never expires, as Spanish identity cards print it. */
export const ENDLESS_DAY = '9999-12-31';

/** Words in place of a day of expiry, folded, each alone in its field. */
const ENDLESS_WORDS = new RegExp(
  `^(?:valid(?:ez)? )?(?:${anyOf({
    en: [
      /permanent(?:ly)?/,
      'indefinite',
      'indefinitely',
      'unlimited',
      /no expir(?:y|ation)(?: date)?/,
      'does not expire',
    ],
    more: [/non-?expiring/, 'never', 'never expires', 'lifetime', 'for life', 'without expiry', 'open-ended'],
    fr: [/permanente?/, /illimitee?/, 'indefinie', 'indeterminee', 'a vie', 'sans limite'],
    de: [/unbe(?:fristet|grenzt|schrankt)/, 'dauerhaft'],
    es: [/indefinid[oa]/, /ilimitad[oa]/, /vitalici[oa]/, 'de por vida', 'no caduca', /permanentes?/],
    it: [/illimitat[oa]/, /indeterminat[oa]/, 'a vita'],
    nl: ['onbeperkt', 'onbepaald', 'onbepaalde tijd'],
    nordic: ['tidsubegraenset', 'ubegraenset', 'ubegrenset', 'obegransad', 'tills vidare', 'toistaiseksi'],
    slavic: [/bezterminow[oya]/, /neomezen[aeoy]/, /trajn[aeoi]/, 'na neurcito'],
    'more of Europe': ['hatarozatlan', /nelimitata?/, 'permanenta', /neribota[is]/, 'beztermina', 'tahtajatu'],
    others: ['suresiz', 'seumur hidup', 'vo thoi han', 'khong thoi han', 'khong xac dinh'],
    ideographs: ['长期', '長期', '永久', '無期限', '无期限'],
    hangul: ['영구', '무기한'],
  })})[.*]?$`,
  'u',
);

const isEndless = (text: string) => ENDLESS_WORDS.test(folded(text)) || ENDLESS_WORDS.test(text);

/** Letters that documents print alone in other fields: sex, and the type of a passport. */
const ALONE_ELSEWHERE = /^[MFXP]$/;

/** Returns whether a text is a name of one letter, as in Korea and Myanmar. Only a place of its own tells it from a misread sign. */
export const isOneLetterName = (text: string): boolean => /^\p{Lu}$/u.test(text) && !ALONE_ELSEWHERE.test(text);

/** Parses a text for a field into the field's own form; null when it can't be one. */
export function readValue(field: PrintedField, text: string, reading: Reading): string | null {
  const bare = text.replace(/^[\s:.,/#*-]+|[\s:,/*]+$/g, '');
  switch (field) {
    case 'dateOfBirth': {
      const day = dayOf(bare, reading, 0);
      return day !== null && day > reading.today ? null : day;
    }
    case 'dateOfIssue':
      return dayOf(bare, reading, 0);
    case 'dateOfExpiry':
      return isEndless(bare) ? ENDLESS_DAY : dayOf(bare, reading, AHEAD_OF_EXPIRY);
    case 'surname':
    case 'givenNames':
      return /^\p{L}[\p{L}\p{M}'’. ,-]*$/u.test(bare) && bare.replace(/\P{L}/gu, '').length >= 2 ? bare : null;
    case 'documentNumber':
      return numberOf(bare, reading);
    case 'personalNumber':
      return /\d{3}/.test(bare.replace(/[ ./-]/g, '')) && /^[\p{Lu}\d ./-]{5,25}$/u.test(bare) ? bare : null;
    case 'sex':
      return sexOf(bare);
    case 'categories':
      return categoriesOf(bare);
    case 'other':
      return null;
    case 'nationality':
    case 'placeOfBirth':
    case 'authority':
      return /\p{L}{2}/u.test(bare) ? bare : null;
    case 'address':
      return /\p{L}{2}/u.test(bare) && bare.length >= 8 ? bare : null;
  }
}

/** Categories of vehicles that all of Europe knows: Directive 2006/126/EC, article 4, in the order of annex I. States add their own. */
export const CATEGORIES: readonly string[] = 'AM A1 A2 A B1 B C1 C D1 D BE C1E CE D1E DE'.split(' ');

/** Reads European categories, separated by strokes; null for print with other words. */
function categoriesOf(text: string): string | null {
  const words = text.split(/[\s/,.;]+/).filter(Boolean);
  if (words.some((word) => !/^(?:[A-Z][A-Z\d]?E?|[a-z])$/.test(word))) return null;
  return words.filter((word) => CATEGORIES.includes(word)).join('/') || null;
}

function numberOf(text: string, reading: Reading): string | null {
  const [first = ''] = text.split(/ {2,}/);
  const digits = first.replace(/\D/g, '').length;
  // A number of a house and words are an address.
  const right = /^[A-Z\d][A-Z\d ./-]{4,30}$/.test(first) && digits >= 3 && !/^\d+ [A-Z ]*\b[A-Z]{3,}\b/.test(first);
  return right && daysIn(first, reading).length === 0 ? first : null;
}

function sexOf(text: string): string | null {
  const word = folded(text).split(/[^\p{L}]/u)[0] ?? '';
  if (/^(?:m|male|homme|mannlich|hombre|masculin\p{L}*|h)$/u.test(word)) return 'M';
  if (/^(?:f|female|femme|weiblich|mujer|femini\p{L}*|w|z|k)$/u.test(word)) return 'F';
  return word === 'x' ? 'X' : null;
}
