/** Languages that can be asked for. Those without words of their own are shown in that of their family, else in English. */
export const languageIds: readonly string[] =
  'ar bg cs da de el en_GB en_US es es_419 es_DO et fa fi fr fr_CA he hi hr hu hy id it ja ko lt lv ms nl no pl pt pt_BR ro ru sk sl sr sv th tr uk vi zh_CN zh_TW'.split(
    ' ',
  );

/** Those of the list, and one that pages bring words for. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

/** BCP 47 tag of an id: `es_419` is `es-419`. */
export const tagOf = (id: string): string => id.replaceAll('_', '-');

const family = (id: string): string => id.split(/[-_]/)[0] as string;

export const directionOf = (id: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(family(id)) ? 'rtl' : 'ltr');

/** The id that a page or browser means: `fr_FR`, `fr-FR` and `fr` are `fr`, `en` and `en-AU` are `en_GB`; undefined for none of ours. */
export function known(tag: string): string | undefined {
  const id = tag.replaceAll('-', '_');
  const same = (other: string) => languageIds.find((id) => id.toLowerCase() === other.toLowerCase());
  const [first, second] = id.split('_') as [string, string?];
  if (first.toLowerCase() === 'zh') return same(id) ?? (/hant|hk|mo/i.test(second ?? '') ? 'zh_TW' : 'zh_CN');
  if (first.toLowerCase() === 'en') return same(id) ?? 'en_GB';
  return same(id) ?? same(first);
}

/**
 * The language to show: the asked one where it is ours or has translations of the page, else the first of the browser's
 * that is ours, else American English.
 */
export function pickLanguage(tag: string | undefined, custom: readonly string[], browser: readonly string[]): string {
  if (tag !== undefined && (custom.includes(tag) || known(tag))) return known(tag) ?? tag;
  const id = browserLanguage(browser);
  if (tag !== undefined)
    console.warn(
      `[bonafide] the language "${tag}" is not known and has no translations; words are in ${id}. Known languages: ${languageIds.join(', ')}`,
    );
  return id;
}

function browserLanguage(browser: readonly string[]): string {
  for (const preferred of browser) {
    const id = known(preferred);
    if (id) return id;
  }
  return 'en_US';
}

/** Variants whose words replace words of another variant. */
const PARENTS: Readonly<Record<string, string>> = { es_DO: 'es_419' };

/**
 * Ids of the files with words of a language, the nearest first: `es_DO`, `es_419`, `es`. A language of the page alone adds to
 * American English.
 */
export const chain = (id: string): string[] => [
  ...new Set([id, PARENTS[id], family(id), known(id) ? undefined : 'en_US'].filter((name) => name !== undefined)),
];
