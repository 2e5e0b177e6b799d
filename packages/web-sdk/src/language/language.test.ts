import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { en } from './en.ts';
import { chain, known, languageIds, pickLanguage } from './ids.ts';
import { languageFiles } from './lazy.ts';
import { type Language, openLanguage } from './translate.ts';
import enUs from './words/en_US.json' with { type: 'json' };

const source = join(import.meta.dirname, '..');
const flat = (words: object, before = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  );
const english = new Map(flat(en));
const open = async (asked: Parameters<typeof openLanguage>[0], browser: string[] = []): Promise<Language> =>
  openLanguage(asked, browser);

const files = { ...languageFiles, en_US: async () => ({ default: enUs }) };

describe.each(Object.entries(files))('%s', (id, load) => {
  it('has every text, with what is put in, and none besides', async () => {
    const words = new Map(flat((await load()).default));
    const variant = id.includes('_') && !id.startsWith('zh');
    if (!variant) expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...words.keys()].filter((key) => !english.has(key))).toEqual([]);
    const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, text] of words) {
      expect(slots(text), key).toEqual(slots(english.get(key) as string));
      expect(text.trim(), key).toBe(text);
      expect(text.length, key).toBeGreaterThan(0);
    }
  });
});

test('no text is there that nobody shows', () => {
  const code = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.ts') && !/\/src\/language(\/words)?$/.test(entry.parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  // Keys that are put together are named by their beginning and end.
  const together = [
    /^document\.(passport|driving|national|residence)/,
    /^proofOfAddress\./,
    /^profileData\./,
    /^error\./,
    /^camera\./,
    /^crossdevice\.(restart|outdated|mismatch|cancelled|taken|done|phone_only)_/,
    /^(video|motion)\.(title|lead)$/,
    /^(hint|seen)\./,
    /^motion\.(left|right|ahead)$|^motion\.(timeout|too_fast)_/,
    /^upload\.(offline|retrying)$/,
    /^stepUp\.(credential|back|seal|bars_on_back|square_on_back|square)$/,
    /^signature\.(name|code(_sms|_email)?)$/,
  ];
  const unused = [...english.keys()].filter(
    (key) => !code.includes(`'${key}'`) && !together.some((one) => one.test(key)),
  );
  expect(unused).toEqual([]);
});

test.each([
  ['fr_FR', 'fr'],
  ['pt-BR', 'pt_BR'],
  ['en', 'en_GB'],
  ['en-AU', 'en_GB'],
  ['en-us', 'en_US'],
  ['en_GB', 'en_GB'],
  ['zh-Hant-HK', 'zh_TW'],
  ['zh', 'zh_CN'],
  ['es_419', 'es_419'],
  ['tlh', undefined],
])('%s is known as %s', (asked, id) => {
  expect(known(asked)).toBe(id);
});

afterEach(() => vi.restoreAllMocks());

test('the language is the asked one, else the browser’s, else English', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(languageIds).toHaveLength(45);
  expect(pickLanguage('de_DE', [], ['fr'])).toBe('de');
  expect(pickLanguage(undefined, [], ['tlh', 'nl-BE', 'fr'])).toBe('nl');
  expect(pickLanguage('tlh', ['tlh'], ['it'])).toBe('tlh');
  expect(warn.mock.calls).toEqual([]);
  expect(pickLanguage('tlh', [], ['it'])).toBe('it');
  expect(pickLanguage('tlh', [], ['xx'])).toBe('en_US');
  const names = `Known languages: ${languageIds.join(', ')}`;
  expect(names).toMatch(/: ar, bg, .*, zh_TW$/);
  expect(warn.mock.calls).toEqual([
    [`[bonafide] the language "tlh" is not known and has no translations; words are in it. ${names}`],
    [`[bonafide] the language "tlh" is not known and has no translations; words are in en_US. ${names}`],
  ]);
});

test('words are looked for key by key: the page’s, the language’s, English', async () => {
  const translations = {
    fr: { welcome: { title: 'Bonjour' } },
    tlh: { welcome: { title: 'nuqneH' }, 'common.back': 'chegh' },
  };
  const french = await open({ language: 'fr_CA', translations });
  expect([french.id, french.tag, french.direction]).toEqual(['fr_CA', 'fr-CA', 'ltr']);
  expect([french.text('welcome.title'), french.text('common.back')]).toEqual(['Bonjour', 'Retour']);
  const klingon = await open({ language: 'tlh', translations: translations as never });
  expect([klingon.text('welcome.title'), klingon.text('common.exit')]).toEqual(['nuqneH', 'Exit']);
  const older = await open({ language: { locale: 'xx', phrases: { 'welcome.title': 'Old' }, direction: 'rtl' } });
  expect([older.text('welcome.title'), older.direction]).toEqual(['Old', 'rtl']);
});

test('a language without words of its own is shown in English, as English is written', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const urdu = await open({ language: 'ur' });
  expect([urdu.tag, urdu.direction, urdu.text('welcome.next_button')]).toEqual(['en-US', 'ltr', 'Start']);
  warn.mockRestore();
  expect((await open({}, ['ar-EG'])).direction).toBe('rtl');
});

test('American English has words of its own, at once, and languages of pages add to it', async () => {
  const words = (asked: Parameters<typeof openLanguage>[0], browser: string[] = []) => {
    const language = openLanguage(asked, browser) as Language;
    return [language.id, language.tag, language.text('document.driving_licence'), language.text('profileData.tick')];
  };
  const american = ['en_US', 'en-US', 'Driver’s license', 'Check this box to continue'];
  const british = ['en_GB', 'en-GB', 'Driving licence', 'Tick this box to continue'];
  expect([words({ language: 'en_US' }), words({}, ['en-US', 'en']), words({}, ['tlh'])]).toEqual([
    american,
    american,
    american,
  ]);
  expect([words({ language: 'en' }), words({}, ['en-GB', 'en-US']), words({}, ['en-NZ'])]).toEqual([
    british,
    british,
    british,
  ]);
  const translations = { tlh: { profileData: { tick: 'jIQoch' } } };
  expect(words({ language: 'tlh', translations } as never)).toEqual(['tlh', 'tlh', 'Driver’s license', 'jIQoch']);
});

test('the words of a variant replace words of its language', async () => {
  const [spain, latin, dominican] = await Promise.all(['es', 'es_419', 'es_DO'].map((language) => open({ language })));
  expect(chain('es_DO')).toEqual(['es_DO', 'es_419', 'es']);
  expect([latin?.tag, dominican?.tag]).toEqual(['es-419', 'es-DO']);
  const own = (id: string) =>
    new Map(flat(JSON.parse(readFileSync(join(source, `language/words/${id}.json`), 'utf8'))));
  for (const key of english.keys()) {
    const phrase = key as Parameters<Language['text']>[0];
    const wanted = own('es_419').get(key) ?? own('es').get(key);
    expect(latin?.text(phrase), key).toBe(wanted);
    expect(dominican?.text(phrase), key).toBe(own('es_DO').get(key) ?? wanted);
  }
  expect(latin?.text('document.driving_licence')).not.toBe(spain?.text('document.driving_licence'));
});

test('values are put in, and nothing is read as more than text', async () => {
  const { text } = await open({ language: 'en_US' });
  expect(text('upload.progress', { percent: 40 })).toBe('40% uploaded');
  expect(text('proofOfAddress.capture_title', { document: '<b>{x}</b>' })).toBe('<b>{x}</b>');
});

test('what is shown in English says so, whatever language is meant', async () => {
  const shown = async (language: string, translations?: object) => {
    const { id, tag, direction } = await open({ language, translations: translations as never });
    return [id, tag, direction];
  };
  expect(await shown('th')).toEqual(['th', 'th', 'ltr']);
  expect(await shown('he')).toEqual(['he', 'he', 'rtl']);
  expect(await shown('fa')).toEqual(['fa', 'fa', 'rtl']);
  expect(await shown('he', { he: { welcome: { title: 'שלום' } } })).toEqual(['he', 'he', 'rtl']);
  expect(await shown('ur', { ur: { welcome: { title: 'سلام' } } })).toEqual(['ur', 'ur', 'rtl']);
  expect(await shown('en_GB')).toEqual(['en_GB', 'en-GB', 'ltr']);
});

test('words that a page wrote for American English are for every English', async () => {
  const translations = { en_US: { wallet: { use: 'Own words' } } };
  for (const language of ['en', 'en_US', 'en_GB', 'en-AU']) {
    expect((await open({ language, translations } as never)).text('wallet.use'), language).toBe('Own words');
  }
  const british = { ...translations, en_GB: { wallet: { use: 'British words' } } };
  expect((await open({ language: 'en', translations: british } as never)).text('wallet.use')).toBe('British words');
  expect((await open({ language: 'de', translations } as never)).text('wallet.use')).not.toBe('Own words');
});
