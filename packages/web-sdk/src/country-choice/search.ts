/** A country in a list, with the texts by which a reader may look for it. */
export interface Entry {
  /** ISO 3166-1 alpha-3. */
  readonly code: string;
  /** Name in the language of the page. */
  readonly name: string;
  /** Folded names, the name of the page first. */
  readonly keys: readonly string[];
}

/** Other names in English, by alpha-3 code. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ARE: ['UAE', 'Emirates'],
  CIV: ['Ivory Coast'],
  CPV: ['Cape Verde'],
  CZE: ['Czech Republic'],
  GBR: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  MKD: ['Macedonia'],
  MMR: ['Burma'],
  NLD: ['Holland'],
  SWZ: ['Swaziland'],
  TLS: ['East Timor'],
  TUR: ['Turkey'],
  USA: ['USA', 'US', 'America'],
};

/** A text without accents, capitals and punctuation, so that "Cote d'Ivoire" finds "Côte d’Ivoire". */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Entries of a list.
 *
 * @param named countries in the language of the page, in the order in which they are shown
 * @param english the same countries in English, in any order
 */
export function entriesOf(
  named: readonly { code: string; name: string }[],
  english: readonly { code: string; name: string }[],
): Entry[] {
  const inEnglish = new Map(english.map(({ code, name }) => [code, name]));
  return named.map(({ code, name }) => ({
    code,
    name,
    keys: [name, inEnglish.get(code) ?? name, ...(otherNames[code] ?? [])].map(fold),
  }));
}

/** Rank of a match, the best 0: the whole name, its beginning, the beginning of another word. -1 for a country that does not match. */
function rankOf({ keys }: Entry, text: string): number {
  if (keys.includes(text)) return 0;
  if (keys.some((key) => key.startsWith(text))) return 1;
  return keys.some((key) => key.includes(` ${text}`)) ? 2 : -1;
}

/** Entries with a name that has a word beginning with the typed text, the best first; all of them for an empty text. */
export function matches(entries: readonly Entry[], typed: string): readonly Entry[] {
  const text = fold(typed);
  if (!text) return entries;
  return [0, 1, 2].flatMap((rank) => entries.filter((entry) => rankOf(entry, text) === rank));
}
