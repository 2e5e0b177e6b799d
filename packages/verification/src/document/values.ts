import { datesIn, type Order } from '../address-proof/dates.ts';
import { folded } from '../text/page.ts';
import type { PrintedField } from './labels.ts';

export interface Reading {
  readonly order: Order;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Years from today that two digits may reach into the future: documents hold for ten, some for fifteen. */
const AHEAD = 20;

/** Days of a text, years of two digits in the century that documents live in. */
export function daysIn(text: string, { order, today }: Reading): string[] {
  const year = Number(today.slice(0, 4));
  const full = (two: number) => {
    const near = year - (year % 100) + two;
    return near > year + AHEAD ? near - 100 : near;
  };
  return datesIn(folded(text), order, full).map(({ day }) => day);
}

/** What a text gives for a field, in the field's own form; null when it can't be one. */
export function readValue(field: PrintedField, text: string, reading: Reading): string | null {
  const bare = text.replace(/^[\s:.,/#*-]+|[\s:,/*]+$/g, '');
  switch (field) {
    case 'dateOfBirth': {
      const day = daysIn(bare, reading)[0] ?? null;
      return day !== null && day > reading.today ? null : day;
    }
    case 'dateOfIssue':
    case 'dateOfExpiry':
      return daysIn(bare, reading)[0] ?? null;
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

/** Categories of vehicles that all of Europe knows: Directive 2006/126/EC, article 4. States add some of their own. */
const CATEGORIES = new Set('AM A1 A2 A B1 B BE C1 C1E C CE D1 D1E D DE'.split(' '));

/** Those of Europe, with strokes between them; null for print in which other words stand, too. */
function categoriesOf(text: string): string | null {
  const words = text.split(/[\s/,.;]+/).filter(Boolean);
  if (words.some((word) => !/^(?:[A-Z][A-Z\d]?E?|[a-z])$/.test(word))) return null;
  return words.filter((word) => CATEGORIES.has(word)).join('/') || null;
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
