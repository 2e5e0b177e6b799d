import { mrzForms } from '../mrz/transliterate.ts';
import { type PageText, squeezed } from '../text/page.ts';
import { edits } from './compare.ts';
import type { DocumentData } from './consistency.ts';
import { daysIn } from './values.ts';

export interface BearsOptions {
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** ISO 3166-1 alpha-3: the order of day and month. Where it is null, a day counts only if both orders give it. */
  readonly issuingCountry: string | null;
  /** Lines of the machine readable zone. The same lines read as print are no second place. */
  readonly zone: readonly string[];
}

/** Data that identify a holder or a document, and that stand on it in words and numbers. */
export type BornField = 'surname' | 'givenNames' | 'documentNumber' | 'dateOfBirth' | 'dateOfExpiry';

/**
 * Whether print bears a value letter by letter, so that an equal value elsewhere is a second reading of it. `pageHolds` forgives
 * a slip; this function does not, since the slip may be the forgery. It accepts other spellings of one name (ICAO Doc 9303-3,
 * section 6) and digits that reading writes for letters within a name.
 */
export function pageBears(page: PageText, field: BornField & keyof DocumentData, value: string, options: BearsOptions) {
  const texts = page.lines.map(({ text }) => text).filter((text) => !isOfZone(text, options.zone));
  if (field === 'dateOfBirth' || field === 'dateOfExpiry') return texts.some((text) => bearsDay(text, value, options));
  if (field === 'documentNumber') return bearsNumber(texts, value);
  return bearsName(texts, value);
}

/** Shorter numbers stand within others by chance. */
const SHORTEST = 5;

/** Letters of a zone that no other print has one after the other without a blank: two fields and what divides them. */
const SHORTEST_ZONE = 12;

/** Share of a line's letters that may be misread while it is still known as a line of the zone. */
const MISREAD = 0.2;

/** Whether a line of print is one of the zone, or a piece of one, that was read as print. */
export function isOfZone(text: string, zone: readonly string[]): boolean {
  if (text.includes('<')) return true;
  if (/\s/.test(text.trim())) return false;
  const bare = squeezed(text);
  if (bare.length < SHORTEST_ZONE) return false;
  // Fillers are read as K, C, L or E where they are not read as themselves.
  const plain = (line: string) => squeezed(line.replace(/<+$/, ''));
  return zone.some((line) => {
    const whole = plain(line);
    if (whole.length < SHORTEST_ZONE) return false;
    const piece = whole.slice(0, bare.length);
    if (whole.includes(bare)) return true;
    return Math.min(edits(bare, whole), edits(bare, piece)) <= MISREAD * Math.max(bare.length, piece.length);
  });
}

/** Two numbers of a day, and what may stand between them. */
const GAP = '[^\\p{L}\\d]{1,3}';

function bearsDay(text: string, value: string, { today, issuingCountry }: BearsOptions): boolean {
  const orders = issuingCountry === null ? (['dmy', 'mdy'] as const) : issuingCountry === 'USA' ? ['mdy'] : ['dmy'];
  if (orders.every((order) => daysIn(text, { order: order as 'dmy' | 'mdy', today }).includes(value))) return true;
  const [year, month, day] = value.split('-') as [string, string, string];
  // Days with blanks between their numbers, and those that begin with the year, whatever divides them.
  const forms = [
    [year, month, day],
    ...(issuingCountry === 'USA' || issuingCountry === null ? [] : [[day, month, year]]),
  ];
  return forms.some((parts) =>
    new RegExp(`(?<!\\d)${parts.map((part) => part.replace(/^0/, '0?')).join(GAP)}(?!\\d)`, 'u').test(text),
  );
}

/** A number with or without blanks, dots and strokes, and nothing more before or after it: a longer number is another. */
function bearsNumber(texts: readonly string[], value: string): boolean {
  const signs = Array.from(value.toUpperCase().replace(/[^A-Z\d]/g, ''));
  if (signs.length < SHORTEST) return false;
  const pattern = new RegExp(`(?<![\\p{Lu}\\d])${signs.join('[ ./-]{0,2}')}(?![\\p{L}\\d])`, 'u');
  return texts.some((text) => pattern.test(text));
}

/** Digits that reading writes for the letters of a name. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 6: 'G', 8: 'B', '|': 'I' };

const withoutDigits = (text: string) =>
  text.replace(/(?<=\p{L})[012568|]|[012568|](?=\p{L})/gu, (sign) => LETTERS[sign]!);

/** Among capitals a stroke is an I, however it was read. */
const strokes = (text: string) => text.replace(/(?<=\p{Lu})l|l(?=\p{Lu}{2})/gu, 'I');

/** Whether the words of a name stand one after the other, with or without the blanks between them, and each is whole. */
function bearsName(texts: readonly string[], value: string): boolean {
  const wanted = new Set(
    mrzForms(value)
      .map((form) => form.replaceAll(' ', ''))
      .filter((form) => form.length > 1),
  );
  return texts.some((text) => {
    const read = withoutDigits(text.replace(/[^\p{L}\p{M}\d'’|-]+/gu, ' ').trim());
    return [...new Set([read, strokes(read)])]
      .flatMap((one) => mrzForms(one))
      .some((line) => {
        const words = line.split(' ');
        return words.some((_, from) =>
          words.slice(from, from + MOST_WORDS).some((_, i) => wanted.has(words.slice(from, from + i + 1).join(''))),
        );
      });
  });
}

/** Words of one name. */
const MOST_WORDS = 8;
