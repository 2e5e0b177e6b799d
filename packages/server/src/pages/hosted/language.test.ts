import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import type { Answer } from '../../testing/service.ts';
import { ar } from '../../words/ar.ts';
import { de } from '../../words/de.ts';
import { en } from '../../words/en.ts';
import { es } from '../../words/es.ts';
import { fr } from '../../words/fr.ts';
import { it as italian } from '../../words/it.ts';
import { nl } from '../../words/nl.ts';
import { pt } from '../../words/pt.ts';
import type { SomeWords } from '../../words/types.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf, checkWithForm, errorsOn, everything, titleOf, typed } from '../form/testing/form.ts';
import { languageFor, textFor } from './text.ts';

/** Languages of pages besides English. */
const tables: Readonly<Record<string, SomeWords>> = { ar, de, es, fr, it: italian, nl, pt };

/** Every text of a table by its path; functions are called with their own paths. */
function flat(table: object, above = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(table)) {
    const path = above === '' ? key : `${above}.${key}`;
    if (typeof value === 'string') found.set(path, value);
    else if (typeof value === 'function') found.set(path, String(value('ACCOUNT', 'NAME')));
    else for (const [inner, text] of flat(value, path)) found.set(inner, text);
  }
  return found;
}

describe.each(Object.entries(tables))('%s', (_, table) => {
  it('has every word of pages, mail, text messages and consent, and none besides', () => {
    const paths = (words: object) => [...flat(words).keys()].filter((path) => path !== 'pages.dir').sort();
    expect(paths(table)).toEqual(paths(en));
  });

  it('names the account wherever English does', () => {
    const words = flat(table);
    for (const [path, text] of flat(en)) {
      // Errors of a file are in English alone.
      const expected = text.includes('ACCOUNT') && path !== 'pages.upload.other';
      if (expected && words.has(path)) expect(words.get(path), path).toContain('ACCOUNT');
    }
  });
});

test.each([
  [null, undefined, 'en'],
  [null, 'de', 'de'],
  [null, 'fr-CA, de;q=0.9', 'fr'],
  // The order of a browser's languages follows their weights.
  [null, 'de;q=0.5, nl;q=0.8', 'nl'],
  [null, 'de;q=0, nl;q=0.1', 'nl'],
  [null, 'ja, pt-BR;q=0.7', 'pt'],
  [null, 'tlh, *', 'en'],
  [null, 'constructor, __proto__', 'en'],
  ['it_IT', 'de', 'it'],
  ['es_419', undefined, 'es'],
  ['en_US', 'de', 'en'],
  // The client asks for a language that has no words here.
  ['he', 'de', 'en'],
  ['zh_TW', 'de', 'en'],
  // Norwegian and Danish have words for text messages alone.
  [null, 'no, de;q=0.5', 'de'],
  ['da', 'de', 'en'],
  [null, 'pl-PL,pl;q=0.9', 'en'],
])('a link in %j, for a reader of %j, is in %s', (language, accepts, wanted) => {
  expect(languageFor({ language, accepts })).toBe(wanted);
});

test('only a language whose words are shown is written from right to left', () => {
  const directions = ['ar', 'he', 'fa', 'ur', 'de'].map((language) => {
    const { lang, dir } = textFor({ language, accepts: undefined });
    return [language, lang, dir];
  });
  expect(directions).toEqual([
    ['ar', 'ar', 'rtl'],
    ['he', 'en-GB', 'ltr'],
    ['fa', 'en-GB', 'ltr'],
    ['ur', 'en-GB', 'ltr'],
    ['de', 'de', 'ltr'],
  ]);
});

describe('every hosted page', () => {
  let service: RunService;
  beforeAll(async () => {
    service = await startWithWorkflows({
      settings: { rateLimits: 'off', sandboxDelay: '1000' },
      account: { privacy_notice_url: 'https://alice.example/privacy', support_contact: 'help@alice.example' },
    });
  });
  afterAll(() => service.close());

  /** English texts that must not be on a page in another language: whole sentences, so that no name looks like one. */
  const sentences = [...flat(en.pages).values()]
    .filter((text) => text.trim().includes(' ') && !/ACCOUNT|NAME|JPG|^\+|^\(/.test(text))
    .map((text) => text.replaceAll("'", '&#39;'));

  function judged(page: Answer, id: string, where: string): void {
    const [lang, dir] = [id, id === 'ar' ? 'rtl' : 'ltr'];
    expect(page.body.slice(0, 60), where).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(
      sentences.filter((text) => page.body.includes(text)),
      where,
    ).toEqual([]);
  }

  test.each(Object.keys(tables))('of a form is in %s, errors too', async (id) => {
    const own = textFor({ language: id, accepts: undefined });
    const person = { first_name: 'Zoë', last_name: 'Qvist' };
    const check = await checkWithForm(service, everything, {}, { person });
    const form = browserOf(service, check.form_uri);
    const headers = { 'accept-language': `${id}, en;q=0.5` };
    const look = async (path: string) => {
      const page = await form.get(path, { headers });
      judged(page, id, path);
      return page;
    };
    expect(titleOf(await look(''))).toBe(own.start.title);
    await look('details');
    const wrong = await form.post(
      'details',
      {
        ...typed,
        'dob-month': '13',
        'address.postcode': '1',
        'address.town': 'x'.repeat(300),
        'address.street': '<a>',
      },
      { headers },
    );
    judged(wrong, id, 'details, wrong');
    expect(wrong.status).toBe(422);
    const shown = new Map(errorsOn(wrong));
    expect(shown.get('#dob')).toBe(own.fields.dob.invalid);
    expect(shown.get('#address.postcode')).toBe(own.fields['address.postcode'].invalid);
    expect(shown.get('#address.town')).toBe(own.rule(own.fields['address.town'].label, 'is too long'));
    expect(shown.get('#address.street')).toBe(own.rule(own.fields['address.street'].label, 'must not contain'));
    const blank = await form.post('details', {}, { headers });
    judged(blank, id, 'details, blank');
    expect(new Map(errorsOn(blank)).get('#dob')).toBe(own.fields.dob.blank);
    await form.post('details', typed);
    for (const path of [
      ...['document', 'document?file', 'document/front?type=passport&issuing_country=GBR', 'proof', 'proof?file'],
      ...[
        'document/front?type=driving_licence&issuing_country=GBR',
        'proof/file?type=utility_bill&issuing_country=GBR',
      ],
      ...['photo', 'photo?file', 'check'],
    ])
      await look(path);
    judged(await form.post('document', {}, { headers }), id, 'document, blank');
    const small = { bytes: Buffer.from('GIF89a'), name: 'a.gif', type: 'image/gif' };
    const refused = await form.upload('photo', small, { headers });
    judged(refused, id, 'photo, refused');
    expect(errorsOn(refused)).toEqual([['#file', own.upload.errors['must be a jpg or png file']]]);
    judged(await form.post('check', {}, { headers }), id, 'check, incomplete');
    await form.fillIn();
    await look('check');
    expect(form.ledTo(await form.post('check'))).toBe('sent');
    // A link that was used says so at once.
    const used = await look('');
    expect([used.status, titleOf(used)]).toEqual([200, own.ends.sent.title]);
    const unknown = await service.get(`${form.root.slice(0, -1)}!`, { token: null, headers });
    expect(titleOf(unknown)).toBe(own.ends.unknown.title);
  });

  test.each(Object.keys(tables))('of a run is in %s by link.language, whatever the browser says', async (id) => {
    const own = textFor({ language: id, accepts: undefined });
    const run = await service.run(workflowIds.profile, { link: { language: id } });
    const browser = browserOf(service, run.link.url);
    const headers = { 'accept-language': 'en-GB' };
    const look = async (path: string) => judged(await browser.get(path, { headers }), id, path);
    await look('');
    judged(await browser.post('', {}, { headers }), id, 'consent');
    await browser.post('', { 'consents.privacy_notices_read': 'yes' });
    await look('profile-data');
    const wrong = await browser.post('profile-data', { first_name: ' ', email: 'a', 'dob-day': '31' }, { headers });
    judged(wrong, id, 'profile-data, wrong');
    expect(errorsOn(wrong)[0]).toEqual(['#first_name', own.fields.first_name.blank]);
    const videos = await service.run(workflowIds.videos, { link: { language: id } });
    const other = browserOf(service, videos.link.url);
    await other.post('', { 'consents.privacy_notices_read': 'yes' });
    judged(await other.get('face-video', { headers }), id, 'face-video');
    // A page that does not exist, of a link that does.
    const missing = await other.post('', {}, { headers: { ...headers, 'sec-fetch-site': 'cross-site' } });
    expect(missing.status).toBe(400);
    expect(own.lang).toBe(id);
  });

  test('of a phone is named in the language of the phone', async () => {
    const page = await service.get('/01ABCDEF', { token: null, headers: { 'accept-language': 'de-AT' } });
    expect(page.body).toContain('<html lang="de" dir="ltr">');
    expect(page.body).toContain('<title>Identitätsprüfung</title>');
  });
});
