// Says what is wrong in the file of a language: npm test -- packages/server/src/words
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it, test } from 'vitest';
import { en } from './en.ts';
import { readMessages } from './files.ts';
import { type LanguageId, languageIds, tagOf } from './ids.ts';
import { said, wordsIn } from './index.ts';

const others = languageIds.filter((id) => id !== 'en');

/** Texts by their paths, such as `pages.photo.tips.0`. */
function flat(table: object, above = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(table)) {
    const path = above === '' ? key : `${above}.${key}`;
    if (typeof value === 'string') found.set(path, value);
    else for (const [inner, text] of flat(value, path)) found.set(inner, text);
  }
  return found;
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** Names of the values of a message, without the service's own English `message`. */
function valuesOf(elements: readonly Element[]): string[] {
  const names = elements.flatMap((element) => {
    const parts = 'options' in element ? Object.values(element.options).flatMap(({ value }) => valuesOf(value)) : [];
    return 'value' in element && element.type !== 0 ? [element.value, ...parts] : parts;
  });
  return [...new Set(names)].filter((name) => name !== 'message').sort();
}

const parsed = (text: string, id: LanguageId) =>
  new IntlMessageFormat(text, tagOf(id), undefined, { ignoreTag: true }).getAst();

const english = flat(en);

test('each language has a file, and each file is a language', () => {
  const files = readdirSync(join(import.meta.dirname, '../../languages')).map((name) => name.replace(/\.json$/, ''));
  expect(files.sort()).toEqual([...others].sort());
});

describe.each(others)('%s', (id) => {
  const own = flat(readMessages(id));

  it('has every text of English, or differs from its language, and has none besides', () => {
    const surplus = [...own.keys()].filter((path) => !english.has(path));
    const missing =
      id.includes('_') && !id.startsWith('zh') ? [] : [...english.keys()].filter((path) => !own.has(path));
    const blank = [...own].filter(([, text]) => text.trim() === '').map(([path]) => path);
    expect({ surplus, missing, blank }).toEqual({ surplus: [], missing: [], blank: [] });
  });

  it('has the values of English in each message, and each plural form of the language', () => {
    const categories = new Intl.PluralRules(tagOf(id)).resolvedOptions().pluralCategories;
    const wrong = [...own].filter(([path, text]) => {
      const elements = parsed(text, id);
      const values = valuesOf(parsed(english.get(path) as string, 'en'));
      const plurals = elements.flatMap((element) => ('pluralType' in element ? [Object.keys(element.options)] : []));
      const lacksForm = plurals.some((forms) => categories.some((category) => !forms.includes(category)));
      return lacksForm || valuesOf(elements).join() !== values.join();
    });
    expect(wrong).toEqual([]);
  });
});

test('a number has the plural form of the language', () => {
  const times = (id: string) => [1, 2, 3, 5, 21].map((minutes) => wordsIn(id).pages.start.time({ minutes }));
  expect(times('en').slice(0, 2)).toEqual(['This takes about a minute.', 'This takes about 2 minutes.']);
  // Czech has forms for 1, for 2 to 4, and for 5 and more: CLDR, "Language Plural Rules".
  expect(new Set(times('cs').map((text) => text.replace(/\d+/, ''))).size).toBe(3);
});

test('the words of a variant replace words of its language', () => {
  expect(wordsIn('fr_CA').mails.form.open).toBe(wordsIn('fr').mails.form.open);
  expect(wordsIn('es_DO').pages.back).toBe(wordsIn('es_419').pages.back);
  expect(wordsIn('fr-CA').pages.fields.email.label).toBe('Adresse courriel');
  expect(wordsIn('fr-BE').pages.fields.email.label).toBe('Adresse e-mail');
});

test('braces and tags in a value stay as they are', () => {
  const name = "{name} <b>O'Hara</b> '{x}'";
  expect(wordsIn('de').mails.form.greeting({ name })).toContain(name);
  expect(said('plain', {})).toBe('plain');
});
