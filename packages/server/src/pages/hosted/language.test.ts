import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import type { Answer } from '../../testing/service.ts';
import { en } from '../../words/en.ts';
import { directionOf, type LanguageId, tagOf } from '../../words/ids.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf, checkWithForm, errorsOn, everything, titleOf, typed } from '../form/testing/form.ts';
import { languageFor, textFor } from './text.ts';

/** Languages whose pages are looked at: of both directions, of several scripts, and a variant. */
const shownLanguages: readonly LanguageId[] = ['ar', 'de', 'fr', 'he', 'ja', 'pt_BR', 'ru'];

/** Every text of a table. */
const textsOf = (table: object): string[] =>
  Object.values(table).flatMap((value) => (typeof value === 'string' ? value : textsOf(value)));

test.each([
  [null, undefined, 'en'],
  [null, 'de', 'de'],
  [null, 'fr-CA, de;q=0.9', 'fr_CA'],
  [null, 'fr-CH, de;q=0.9', 'fr'],
  // The order of a browser's languages follows their weights.
  [null, 'de;q=0.5, nl;q=0.8', 'nl'],
  [null, 'de;q=0, nl;q=0.1', 'nl'],
  [null, 'ga, pt-BR;q=0.7', 'pt_BR'],
  [null, 'nb-NO, en;q=0.5', 'no'],
  [null, 'zh-Hant-HK', 'zh_TW'],
  [null, 'zh-SG', 'zh_CN'],
  [null, 'tlh, *', 'en'],
  [null, 'constructor, __proto__', 'en'],
  ['it_IT', 'de', 'it'],
  ['es_419', undefined, 'es_419'],
  ['en_US', 'de', 'en_US'],
  ['en_GB', 'de', 'en'],
  [null, 'en-US,en;q=0.9', 'en_US'],
  [null, 'en-GB,en-US;q=0.9', 'en'],
  [null, 'en-AU', 'en'],
  [null, 'en', 'en'],
  // The client asks for a language that has no words here.
  ['ur', 'de', 'en'],
  ['zh_TW', 'de', 'zh_TW'],
  ['da', 'de', 'da'],
  [null, 'pl-PL,pl;q=0.9', 'pl'],
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
    ['he', 'he', 'rtl'],
    ['fa', 'fa', 'rtl'],
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
  const sentences = textsOf(en.pages)
    .filter((text) => text.trim().split(' ').length > 2 && !/\{|JPG|^\+|^\(/.test(text))
    .map((text) => text.replaceAll("'", '&#39;'));

  function judged(page: Answer, id: LanguageId, where: string): void {
    const [lang, dir] = [tagOf(id), directionOf(id)];
    expect(page.body.slice(0, 60), where).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(
      sentences.filter((text) => page.body.includes(text)),
      where,
    ).toEqual([]);
  }

  test.each(shownLanguages)('of a form is in %s, errors too', async (id) => {
    const own = textFor({ language: id, accepts: undefined });
    const person = { first_name: 'Zoë', last_name: 'Qvist' };
    const check = await checkWithForm(service, everything, {}, { person });
    const form = browserOf(service, check.form_uri);
    const headers = { 'accept-language': `${tagOf(id)}, en;q=0.5` };
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
    expect(shown.get('#address.town')).toBe(
      own.rule.too_long({ label: own.fields['address.town'].label, message: '' }),
    );
    expect(shown.get('#address.street')).toBe(
      own.rule.characters({ label: own.fields['address.street'].label, message: '' }),
    );
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

  test.each(shownLanguages)('of a run is in %s by link.language, whatever the browser says', async (id) => {
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
    expect(own.lang).toBe(tagOf(id));
  });

  test('of a phone is named in the language of the phone', async () => {
    const page = await service.get('/01ABCDEF', { token: null, headers: { 'accept-language': 'de-AT' } });
    expect(page.body).toContain('<html lang="de" dir="ltr">');
    expect(page.body).toContain('<title>Identitätsprüfung</title>');
  });
});
