/**
 * Ids of the languages with words, as capture SDKs name them: British English, and a file of `packages/server/languages` for each other.
 * The words of a variant such as `pt_BR` replace words of its language.
 */
export const languageIds = [
  ...[
    'en',
    'en_US',
    'ar',
    'bg',
    'cs',
    'da',
    'de',
    'el',
    'es',
    'es_419',
    'es_DO',
    'et',
    'fa',
    'fi',
    'fr',
    'fr_CA',
    'he',
    'hi',
    'hr',
  ],
  ...[
    'hu',
    'hy',
    'id',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'ms',
    'nl',
    'no',
    'pl',
    'pt',
    'pt_BR',
    'ro',
    'ru',
    'sk',
    'sl',
    'sr',
  ],
  ...['sv', 'th', 'tr', 'uk', 'vi', 'zh_CN', 'zh_TW'],
] as const;

export type LanguageId = (typeof languageIds)[number];

/** Ids by their small letters. */
const ids: ReadonlyMap<string, LanguageId> = new Map(languageIds.map((id) => [id.toLowerCase(), id]));

/** Languages that other codes stand for: the written forms of Norwegian, and earlier codes (RFC 5646, section 4.5). */
const otherCodes: Readonly<Record<string, LanguageId>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** Scripts and regions of traditional Chinese. */
const TRADITIONAL = /^(hant|tw|hk|mo)$/;

/** Variants whose words replace words of another variant. */
const parents: Readonly<Partial<Record<LanguageId, LanguageId>>> = { es_DO: 'es_419' };

/** The code of a language in a tag: `pt` for `pt-BR` and `pt_BR`. */
export const codeIn = (tag: string): string => tag.trim().split(/[-_]/)[0]?.toLowerCase() ?? '';

/**
 * The id of the language with words that a tag means: `pt_BR` for `pt-BR`, `de` for `de-AT`, `zh_TW` for `zh-Hant-HK`. Undefined where
 * the language has no words.
 */
export function idOf(tag: string): LanguageId | undefined {
  const [code = '', ...subtags] = tag.trim().toLowerCase().split(/[-_]/);
  if (code === 'zh') return subtags.some((one) => TRADITIONAL.test(one)) ? 'zh_TW' : 'zh_CN';
  return ids.get([code, ...subtags].join('_')) ?? ids.get(code) ?? ids.get(otherCodes[code] ?? '');
}

/** Ids whose words make up a language, the nearest first: `es_DO`, `es_419`, `es`. British English is none of them. */
export function chainOf(id: LanguageId): LanguageId[] {
  const chain = [id, parents[id], ids.get(codeIn(id))];
  return [...new Set(chain.filter((one) => one !== undefined && one !== 'en'))] as LanguageId[];
}

/** Codes of the languages that are written from right to left. */
export const rightToLeft: readonly string[] = ['ar', 'fa', 'he'];

/** BCP 47 tag of the words of a language: those in English are British. */
export const tagOf = (id: LanguageId): string => (id === 'en' ? 'en-GB' : id.replace('_', '-'));

export const directionOf = (id: LanguageId): 'ltr' | 'rtl' => (rightToLeft.includes(codeIn(id)) ? 'rtl' : 'ltr');
