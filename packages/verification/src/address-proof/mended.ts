import type { PageText } from '../text/page.ts';

/*
 * Letters that reading takes for others where no word has the letters that were read. What a word may also have stays, and
 * `isSureName` tells such names.
 */

/** Countries that write ß. Switzerland doesn't. */
const SHARP_S: ReadonlySet<string> = new Set(['DEU', 'AUT']);

/**
 * Reading takes ß for B: `StraBe`, `GroBmann`, `SuBkind`, `WeiB`. Companies write `EuroBank`, and no word begins with B before most
 * other consonants.
 */
const SHARP_S_AS_B = /(?<=\p{L}[aeiouyäöü])B(?=en?(?!\p{L})|[bdfghkmnpstvwz]|(?!\p{L}))/gu;

/** Ł read as t, in Polish. */
const POLISH_L_AS_T: readonly RegExp[] = [
  // No Polish word begins so: `Dtuga`, `Ztota`, `Wtadystaw`, `Wtoctawek`.
  /(?<=(?<!\p{L})[BDGMZ])t(?=\p{Ll})|(?<=(?<!\p{L})W)t(?=ad|oc)/gu,
  /(?<=\p{L}c)t(?=aw)/gu,
  /(?<!\p{L})t(?=ukasz|[oó]d[zź])/gu,
  /(?<=(?<!\p{L})(?:Micha|Pawe|Rafa|Bogumi))t(?=a?(?!\p{L}))|(?<=(?<!\p{L})Ma)t(?=gorzata)/gu,
  /(?<=(?<!\p{L})(?:Bole|Bogu|Broni|Cze|Jaro|Miro|Mieczy|Przemy|Rado|Stani|W[tł]ady|Wie|Zdzi)s)t(?=awa?(?!\p{L}))/gu,
];

/** A Roman number with a small L: `Vittorio Emanuele lII`. Behind a name and before a house number, `Il` is II, too. */
const ROMAN = /(?<!\p{L})(?:l+I+l*|II+l+)(?!\p{L})|(?<=\p{Lu}\p{Ll}{3,} )Il(?=,? \d)/gu;

/** Reading takes ó for 6 and o for 0 within words: `L6dz`, `Wroc0aw`, `Pase0`. */
const SIX_IN_WORD = /(?<=(?<![\p{L}\d])\p{L}+)6(?=\p{Ll})/gu;
const ZERO_IN_WORD = /(?<=(?<![\p{L}\d])\p{L}+)0(?=\p{Ll})|(?<=(?<![\p{L}\d])\p{L}\p{Ll}{2,})0(?![\p{L}\d])/gu;

/** Reading takes O for 0 at the beginning of words other than units (`0 kWh`), and in `P.O. Box`. */
const ZERO_FOR_CAPITAL =
  /(?<![\p{L}\d.,])0(?=(?![hkm])\p{Ll}{2})|(?<=(?<!\p{L})P\.? ?)0(?=\.? ?(?:B[o0]x|B[O0]X)(?!\p{L}))/gu;

/** States of the United States before a ZIP code: `Tulsa, 0K 74105`. */
const ZERO_IN_STATE = /(?<=[ ,])0(?=[HKR][ ,.]+\d{5}(?!\d))/g;

/** Reading takes l for I in the Arabic article, as the Emirates write it: `AI Reem Tower`. */
const ARTICLE_WITH_I = /(?<!\p{L})A[I|](?= \p{Lu}\p{Ll})/gu;

/** Reading takes the ordinal º for a degree: `3°B`. No address has degrees. */
const ORDINAL = /(?<=\d\.?)°/gu;

/**
 * A page with the letters right that reading takes for others.
 *
 * @param country ISO 3166-1 alpha-3 of the paper
 */
export function mended(page: PageText, country: string | undefined): PageText {
  const lines = page.lines.map((line) => {
    const text = line.text
      .replace(ROMAN, (number) => number.replaceAll('l', 'I'))
      .replace(SIX_IN_WORD, 'ó')
      .replace(ZERO_FOR_CAPITAL, 'O')
      .replace(ZERO_IN_WORD, 'o')
      .replace(ZERO_IN_STATE, 'O')
      .replace(ORDINAL, 'º');
    return { ...line, text: ofCountry(text, country) };
  });
  return { ...page, lines };
}

function ofCountry(text: string, country = ''): string {
  if (country === 'ARE') return text.replace(ARTICLE_WITH_I, 'Al');
  if (country === 'POL')
    return POLISH_L_AS_T.reduce((mended, letter) => mended.replace(letter, 'ł'), text).replace(
      /(?<!\p{L})ł(?=ukasz|[oó]d[zź])/gu,
      'Ł',
    );
  return SHARP_S.has(country) ? text.replace(SHARP_S_AS_B, 'ß') : text;
}
