import { ar } from '../../words/ar.ts';
import { de } from '../../words/de.ts';
import { en, type Some, type SomeText, type Text } from '../../words/en.ts';
import { es } from '../../words/es.ts';
import { fr } from '../../words/fr.ts';
import { it } from '../../words/it.ts';
import { nl } from '../../words/nl.ts';
import { pt } from '../../words/pt.ts';

const tables: Readonly<Record<string, SomeText>> = { ar, de, es, fr, it, nl, pt };

/** Fills what a table leaves out with English, key by key. */
export function over<T>(english: T, table: Some<T>): T {
  const entries = Object.entries(english as object).map(([key, value]) => {
    const own = (table as Record<string, unknown>)[key];
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [key, isNested ? over(value, (own ?? {}) as object) : (own ?? value)];
  });
  return Object.fromEntries(entries) as T;
}

const texts: Readonly<Record<string, Text>> = Object.fromEntries([
  ['en', en],
  ...Object.entries(tables).map(([id, table]) => [id, over<Text>(en, table)] as const),
]);

/** The reader of a page. */
export interface Reader {
  /** The language that the client asks for, as capture SDKs name it; null leaves it to the reader. */
  readonly language: string | null;
  /** `Accept-Language` of the reader's browser. */
  readonly accepts: string | undefined;
}

const familyOf = (tag: string): string => tag.trim().split(/[-_]/)[0]?.toLowerCase() ?? '';

/** Languages of `Accept-Language`, the dearest first (RFC 9110, section 12.5.4). */
function acceptedIn(header: string): string[] {
  return header
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean);
      return { family: familyOf(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ family }) => family);
}

/** The language that is asked for, or that the reader's browser likes best of those that we have; else English. */
export function languageFor({ language, accepts }: Reader): string {
  const wanted = language === null ? acceptedIn((accepts ?? '').slice(0, 1000)) : [familyOf(language)];
  return wanted.find((one) => Object.hasOwn(texts, one)) ?? 'en';
}

/** The words of a page. */
export const textFor = (reader: Reader): Text => texts[languageFor(reader)] as Text;
