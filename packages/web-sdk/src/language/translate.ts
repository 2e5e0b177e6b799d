import { isPhone } from '../device.ts';
import type { LanguageObject, Translations } from '../types.ts';
import type { SomePhrases } from './en.ts';
import { en, type PhraseKey } from './en.ts';
import { chain, directionOf, known, pickLanguage, tagOf } from './ids.ts';
import { languageFiles } from './lazy.ts';
import enUs from './words/en_US.json' with { type: 'json' };

/** A language to show, with its words. */
export interface Language {
  /** The one that is meant, be it that nothing is translated into it. */
  readonly id: string;
  /** For `lang`: of the words that are shown. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Returns whether the page has its own text for a key. */
  isReplaced(key: PhraseKey): boolean;
  /** The text of a key, with values for its `{…}`. */
  text(key: PhraseKey, values?: Readonly<Record<string, string | number>>): string;
}

interface Asked {
  readonly language?: string | LanguageObject | null | undefined;
  readonly translations?: Translations | null | undefined;
}

type Source = Readonly<Record<string, unknown>>;

/**
 * The language of options, at once where no file is needed, else with a promise of it. Words are looked for in the page's
 * own translations, then in ours, then in English, key by key.
 *
 * @param browser languages of the browser, the dearest first
 */
export function openLanguage(
  { language, translations: theirs }: Asked,
  browser: readonly string[],
): Language | Promise<Language> {
  const translations = theirs ?? {};
  const older = typeof language === 'object' ? (language ?? undefined) : undefined;
  const tag = older?.locale ?? (typeof language === 'string' ? language : undefined);
  const custom = [...Object.keys(translations), ...(older ? [older.locale] : [])];
  const id = pickLanguage(tag, custom, browser);
  // A page names its translations as it likes: `fr_FR` is what it calls `fr`. Words that it wrote for American English are for every English.
  const english = id.startsWith('en') ? ['en_US'] : [];
  const own = [...new Set([tag, ...chain(id), ...english])].flatMap((name) =>
    name && translations[name] ? [translations[name]] : [],
  );
  const onPhones = older?.mobilePhrases && isPhone() ? [older.mobilePhrases] : [];
  const sources: Source[] = [...onPhones, ...(older?.phrases ? [older.phrases] : []), ...own];
  const files = chain(id).flatMap((name) => (Object.hasOwn(languageFiles, name) ? [languageFiles[name]] : []));
  // American English needs no file: browsers ask for it most, and languages of pages add to it.
  const american: SomePhrases[] = chain(id).includes('en_US') ? [enUs] : [];
  const speak = (loaded: SomePhrases[]): Language =>
    languageOf(id, older?.direction, sources, [...loaded, ...american]);
  if (files.length === 0) return speak([]);
  // Without one of its files, a language has the words of the others.
  return Promise.allSettled(files.map((load) => load?.())).then((loaded) =>
    speak(loaded.flatMap((file) => (file.status === 'fulfilled' && file.value ? [file.value.default] : []))),
  );
}

function languageOf(
  id: string,
  direction: 'ltr' | 'rtl' | undefined,
  replaced: readonly Source[],
  ours: readonly Source[],
): Language {
  const sources = [...replaced, ...ours];
  // Where nothing is translated everything is English, and is read aloud as such.
  const translated = replaced.length > 0 || (known(id) && ours.length > 0) || id === 'en_GB';
  const shown = translated ? id : ours.length > 0 ? 'en_US' : 'en_GB';
  return {
    id,
    tag: tagOf(shown),
    direction: direction ?? directionOf(shown),
    isReplaced: (key) => textIn(replaced, key) !== undefined,
    text(key, values = {}) {
      const [module, name] = key.split('.') as [keyof typeof en, string];
      const text = textIn(sources, key) ?? (en[module] as Record<string, string>)[name] ?? key;
      return text.replace(/\{(\w+)\}/g, (whole, value: string) => String(values[value] ?? whole));
    },
  };
}

/** The text of a key in the first source that has it. */
function textIn(sources: readonly Source[], key: PhraseKey): string | undefined {
  const [module, name] = key.split('.') as [string, string];
  return sources.map((source) => wordIn(source, module, name)).find((word) => word !== undefined);
}

/** Names that pages of other versions know modules by. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  face: ['facePhoto'],
  camera: ['error'],
  permission: ['face'],
};

/** A word of a source: by module and key, or by the dotted key of older versions. */
function wordIn(source: Source, module: string, name: string): string | undefined {
  for (const moduleName of [module, ...(otherNames[module] ?? [])]) {
    const words = source[moduleName];
    const nested = typeof words === 'object' && words !== null ? (words as Source)[name] : undefined;
    const word = nested ?? source[`${moduleName}.${name}`];
    if (typeof word === 'string') return word;
  }
  return undefined;
}
