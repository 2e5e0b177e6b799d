/** Languages whose names of months documents bear, as tags of Unicode. Latin ones of common documents come first. */
const COMMON = 'en fr de es it pt nl'.split(' ');
const LANGUAGES =
  'af ar ar-DZ ar-TN ar-IQ ar-MA az be bg bn bs ca cs cy da de-AT el et eu fa fi fil ga gl gu he hi hr hu hy id is ka kk km ky lo lt lv mk mn mr ms mt nb ne nn pl ro ru rw sk sl so sq sr sr-Latn sv sw ta te tg th tk tr uk ur uz'.split(
    ' ',
  );

/** Languages that decide a name of two months, by country: `listopad` is October in Croatia, November in Czechia and Poland. */
const DECIDING: Readonly<Record<string, string>> = { BIH: 'bs', CZE: 'cs', HRV: 'hr', POL: 'pl' };

/** Names by language: folded, with the number of the month from 1. */
type Names = ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>;

/** Beginnings of months in common languages, folded: a misread end of the word does no harm. */
const BEGINNINGS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev'],
  ['mar', 'maa', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag', 'mei'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** Small letters without the accents of Latin, Greek and Cyrillic. Vowels of other scripts, which are marks too, stay. */
export const foldedMonth = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ς/g, 'σ')
    .replace(/[أإآ]/g, 'ا');

/**
 * The month that a folded word names, from 1; NaN when it names none, or more than one.
 * @param country ISO 3166-1 alpha-3 of the issuer, for names that mean different months
 */
export function monthOf(word: string, country?: string | null): number {
  const bare = plain(word);
  for (const names of [namesOf(COMMON), namesOf(LANGUAGES)]) {
    const exact = names.get(bare);
    if (exact) return decided(exact, country);
  }
  if (bare.length >= SHORTEST) {
    const begun = [...namesOf(COMMON), ...namesOf(LANGUAGES)].filter(([name]) => name.startsWith(bare));
    const months = new Map<number, readonly string[]>();
    for (const [, found] of begun)
      for (const [month, languages] of found) months.set(month, [...(months.get(month) ?? []), ...languages]);
    if (months.size > 0) return decided(months, country);
  }
  const inflected = [...namesOf(COMMON), ...namesOf(LANGUAGES)].find(
    ([name]) => name.length >= LONG && bare.startsWith(name),
  );
  if (inflected) return decided(inflected[1], country);
  const at = BEGINNINGS.findIndex((names) => names.some((name) => bare.startsWith(name)));
  return at < 0 ? Number.NaN : at + 1;
}

/** The month of a Roman number, such as `vii`; NaN for other texts. */
export const romanMonth = (text: string): number => {
  const at = ROMAN.indexOf(text);
  return at < 0 ? Number.NaN : at + 1;
};

/** Letters from which the beginning of a name is an abbreviation. */
const SHORTEST = 3;
/** Letters from which a name is known behind an ending. */
const LONG = 5;

function decided(months: ReadonlyMap<number, readonly string[]>, country?: string | null): number {
  if (months.size === 1) return [...months.keys()][0]!;
  const language = DECIDING[country ?? ''];
  const own = [...months].filter(([, languages]) => language !== undefined && languages.includes(language));
  return own.length === 1 ? own[0]![0] : Number.NaN;
}

const plain = (word: string) =>
  word
    .replace(/[.'’·]/g, '')
    .replace(/^(?:de |d')/, '')
    // Hebrew writes the preposition in one word with the month.
    .replace(/^ב(?=[א-ת]{3})/, '')
    .trim();

const tables = new Map<readonly string[], Names>();

/** Names of months in Unicode CLDR: in full and short, alone and beside a day. */
function namesOf(languages: readonly string[]): Names {
  const known = tables.get(languages);
  if (known) return known;
  const names = new Map<string, Map<number, string[]>>();
  for (const language of languages) {
    for (const month of ['long', 'short'] as const) {
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month, day, timeZone: 'UTC' });
        for (let number = 1; number <= 12; number++) {
          const parts = format.formatToParts(Date.UTC(2021, number - 1, 15));
          const name = plain(foldedMonth(parts.find(({ type }) => type === 'month')!.value));
          if (!/\p{L}{2}|\p{L}\p{M}/u.test(name) || /\d/.test(name)) continue;
          const months = names.get(name) ?? new Map<number, string[]>();
          months.set(number, [...(months.get(number) ?? []), language]);
          names.set(name, months);
        }
      }
    }
  }
  tables.set(languages, names);
  return names;
}
