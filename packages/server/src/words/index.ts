import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en.ts';
import { type Messages, readMessages } from './files.ts';
import { chainOf, directionOf, idOf, type LanguageId, languageIds, tagOf } from './ids.ts';
import type { Words } from './types.ts';

/** Values of a message by their names. */
type Values = Readonly<Record<string, string | number>>;

/** Returns a text that has no values unchanged. For a message, returns a function of the values, whose first call parses the message. */
function spoken(message: string, locale: string): string | ((values: Values) => string) {
  if (!message.includes('{')) return message;
  let format: IntlMessageFormat | undefined;
  return (values) => {
    format ??= new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    return String(format.format(values));
  };
}

const isTable = (value: unknown): value is Messages =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The table of a language.
 *
 * @param tables tables of messages by key: the nearest variant first, English last. English has every key
 */
function tableOf(tables: readonly [...(Messages | undefined)[], Messages], locale: string): object {
  const english = tables.at(-1) as Messages;
  const entries = Object.entries(english).map(([key, value]) => {
    const own = tables.map((table) => (table && Object.hasOwn(table, key) ? table[key] : undefined));
    const first = own.findIndex((one) => one !== undefined);
    // A text that is missing in the language is English, with the plural rules of English.
    const tongue = first === tables.length - 1 ? tagOf('en') : locale;
    if (isTable(value)) return [key, tableOf(own as [...Messages[], Messages], locale)];
    const message = own[first] as string | readonly string[];
    return [key, typeof message === 'string' ? spoken(message, tongue) : message];
  });
  return Object.fromEntries(entries);
}

const tables = new Map<LanguageId, Words>();

/** Reads the files of a language at its first use. */
function wordsOf(id: LanguageId): Words {
  const known = tables.get(id);
  if (known) return known;
  const lang = tagOf(id);
  const table = tableOf([...chainOf(id).map(readMessages), en as unknown as Messages], lang) as Words;
  const sdk = id === 'en' ? 'en_GB' : id;
  const words = { ...table, pages: { ...table.pages, lang, dir: directionOf(id), sdk } };
  tables.set(id, words);
  return words;
}

/** The id of the language that a tag, such as `pt-BR`, means if it has words, else `en`. */
export const languageWith = (tag: string): LanguageId => idOf(tag) ?? 'en';

/** Returns whether a value is the id of a language with words. */
export const isLanguage = (value: unknown): value is LanguageId => (languageIds as readonly unknown[]).includes(value);

/** A text, or a message with its values. */
export const said = <V>(text: string | ((values: V) => string), values: V): string =>
  typeof text === 'string' ? text : text(values);

/** The words of the language of a tag, such as `pt-BR`; English for a language without words. */
export const wordsIn = (tag: string): Words => wordsOf(languageWith(tag));
