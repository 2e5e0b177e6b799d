/** Languages whose print Tesseract reads, by its names of them. `kaz` has every letter of Russian and Bulgarian. */
export const LANGUAGES = ['jpn', 'chi_tra', 'kor', 'ara', 'hin', 'ell', 'kaz', 'ukr', 'srp'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Readers of print that is not Latin: `han` is PP-OCR with its Chinese characters, the others are Tesseract's. */
export type Reader = 'han' | Language;

interface Script {
  /** Letters of the script. */
  readonly letters: RegExp;
  /** Letters that resemble no Latin capital: a line without any may be Latin. */
  readonly unlikeLatin?: RegExp;
  /** ISO 3166-1 alpha-3 of the states whose documents are printed in it. */
  readonly countries: readonly string[];
}

const UNLIKE_LATIN = {
  greek: /(?![ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ])\p{Script=Greek}/iu,
  cyrillic: /(?![АВЕКМНОРСТХІЈЅ])\p{Script=Cyrillic}/iu,
};

/**
 * States by the script that they print. Left out are scripts that no reader here knows: Thai, Hebrew, Georgian and others; and
 * Persian, Pashto and Urdu, which have letters that Arabic lacks.
 */
export const SCRIPTS: Readonly<Record<Reader, Script>> = {
  han: { letters: /\p{Script=Han}/u, countries: ['CHN', 'SGP', 'MYS'] },
  chi_tra: { letters: /\p{Script=Han}/u, countries: ['TWN', 'HKG', 'MAC'] },
  jpn: { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, countries: ['JPN'] },
  kor: { letters: /\p{Script=Hangul}/u, countries: ['KOR', 'PRK'] },
  ara: {
    letters: /\p{Script=Arabic}/u,
    countries: [
      ...['ARE', 'BHR', 'DZA', 'EGY', 'IRQ', 'JOR', 'KWT', 'LBN', 'LBY', 'MAR'],
      ...['MRT', 'OMN', 'PSE', 'QAT', 'SAU', 'SDN', 'SYR', 'TUN', 'YEM'],
    ],
  },
  hin: { letters: /\p{Script=Devanagari}/u, countries: ['IND', 'NPL'] },
  ell: { letters: /\p{Script=Greek}/u, unlikeLatin: UNLIKE_LATIN.greek, countries: ['GRC', 'CYP'] },
  kaz: {
    letters: /\p{Script=Cyrillic}/u,
    unlikeLatin: UNLIKE_LATIN.cyrillic,
    countries: ['RUS', 'BGR', 'KAZ', 'KGZ', 'MNG'],
  },
  ukr: { letters: /\p{Script=Cyrillic}/u, unlikeLatin: UNLIKE_LATIN.cyrillic, countries: ['UKR'] },
  srp: { letters: /\p{Script=Cyrillic}/u, unlikeLatin: UNLIKE_LATIN.cyrillic, countries: ['SRB', 'MKD'] },
};

/** The reader for print of a state besides Latin; null where it has none, or none that can be read here. */
export function readerOf(country: string | null): Reader | null {
  const found = Object.entries(SCRIPTS).find(([, { countries }]) => countries.includes(country ?? ''));
  return (found?.[0] as Reader | undefined) ?? null;
}
