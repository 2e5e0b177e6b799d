import { ar } from './ar.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { no } from './no.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';
import type { SomeWords, Words } from './types.ts';

/** Languages of the words that applicants get from the service, by ISO 639-1 code. Each is a file of this folder. */
const languages: Readonly<Record<string, SomeWords>> = { en, ar, da, de, es, fi, fr, it, nl, no, pl, pt, sv };

/** Returns `table` with the missing keys filled from `english`. */
function withEnglish<T>(english: T, table: object): T {
  const entries = Object.entries(english as object).map(([key, value]) => {
    const own = (table as Record<string, unknown>)[key];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [key, isNested ? withEnglish(value, (own ?? {}) as object) : (own ?? value)];
  });
  return Object.fromEntries(entries) as T;
}

const complete = new Map(Object.entries(languages).map(([id, table]) => [id, withEnglish<Words>(en, table)] as const));

/** The code of a language in a tag: `pt` for `pt-BR` and `pt_BR`. */
export const languageIn = (tag: string): string => tag.trim().split(/[-_]/)[0]?.toLowerCase() ?? '';

/** Returns whether a language, by its code, has words of its own in a part, such as `pages`. */
export function speaks(language: string, part: keyof Words): boolean {
  return Object.hasOwn(languages, language) && languages[language]?.[part] !== undefined;
}

/** The code of the language of a tag if it has words of its own in a part, else `en`. */
export function languageWith(part: keyof Words, tag: string): string {
  const language = languageIn(tag);
  return speaks(language, part) ? language : 'en';
}

/** Codes of the languages with words of their own in a part. */
export function languagesWith(part: keyof Words): string[] {
  return Object.keys(languages).filter((language) => speaks(language, part));
}

/** The words of the language of a tag, such as `pt-BR`; English for an unknown language. */
export function wordsIn(tag: string): Words {
  return complete.get(languageIn(tag)) ?? en;
}
