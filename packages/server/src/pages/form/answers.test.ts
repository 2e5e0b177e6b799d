import { describe, expect, test } from 'vitest';
import { stored } from '../../api/v3/testing/disk.ts';
import { greyPng, SMALLEST } from '../../api/v3/testing/files.ts';
import { useService } from '../../testing/service.ts';
import { browserOf, checkWithForm, errorsOn, everything, titleOf, typed } from './testing/form.ts';

const service = useService({ account: { privacy_notice_url: 'https://alice.example/privacy' } });

const get = async (path: string) => (await service.get(`/v3.6/${path}`)).body;
/** The control that an id leads to. */
const controlOf = (body: string, id: string) =>
  new RegExp(`<(?:input|select)[^>]* id="${id.replaceAll('.', '\\.')}"[^>]*>`).exec(body)?.[0];

async function openForm(
  reports: readonly string[] = everything,
  person: object = {},
  version: 'v3.2' | 'v3.6' = 'v3.6',
) {
  const check = await checkWithForm(service, reports, {}, { person, version });
  return { ...browserOf(service, check.form_uri), check, applicant: () => get(`applicants/${check.applicant_id}`) };
}

describe('details', () => {
  test('everything that is asked for must be given, and every error is shown at once', async () => {
    const form = await openForm();
    const page = await form.post('details', {});
    expect(page.status).toBe(422);
    expect(page.body).toContain('<title>Error: Your details – Alice Ltd</title>');
    expect(page.body).toContain(
      '<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-heading">',
    );
    expect(errorsOn(page)).toEqual([
      ['#dob', 'Enter your date of birth'],
      ['#address.country', 'Choose the country of your address'],
      ['#address.postcode', 'Enter your postcode'],
      ['#location.country_of_residence', 'Choose the country where you live'],
      ['#consents.privacy_notices_read', 'Confirm that you have read the privacy notice'],
    ]);
    expect(controlOf(page.body, 'address.postcode')).toContain(
      'aria-describedby="address.postcode-error" aria-invalid="true"',
    );
    expect(page.body).toContain('id="address.postcode-error"');
    expect((await form.applicant()).address).toBe(null);
  });

  test.each([
    [{ 'dob-day': '31', 'dob-month': '2' }, '#dob', 'Date of birth must be a real date, such as 31 3 1980'],
    [{ 'dob-day': '', 'dob-month': '' }, '#dob', 'Date of birth must be a real date, such as 31 3 1980'],
    [{ 'dob-year': '2030' }, '#dob', "Date of birth can't be in the future"],
    [{ 'dob-year': '1880' }, '#dob', 'Date of birth must not be before 1900-01-01'],
    [{ 'address.postcode': 'ABC' }, '#address.postcode', 'Enter the postcode in the format of your country'],
    [{ 'address.street': 'x'.repeat(33) }, '#address.street', 'Street is too long (maximum is 32 characters)'],
    [{ 'address.town': 'Lon<don' }, '#address.town', 'Town or city must not contain any of ! $ % ^ * = < >'],
    [{ 'address.country': 'USA' }, '#address.state', 'Enter the state of your address'],
    [{ 'address.country': 'USA', 'address.state': 'Texas' }, '#address.state', 'State must be two letters such as CA'],
    [
      { 'consents.privacy_notices_read': 'no' },
      '#consents.privacy_notices_read',
      'Confirm that you have read the privacy notice',
    ],
  ])('%j is shown as what it is, and what was typed stays', async (wrong, href, message) => {
    const form = await openForm();
    const values: Record<string, string> = { ...typed, ...wrong };
    const page = await form.post('details', values);
    expect([page.status, errorsOn(page)]).toEqual([422, [[href, message]]]);
    expect(controlOf(page.body, 'dob')).toContain(`value="${values['dob-day']}"`);
    expect(page.body).toContain('value="Sample Street"'.slice(0, wrong['address.street' as never] ? 7 : undefined));
    expect(page.body).toMatch(/<option value="GBR" selected>United Kingdom<\/option>/);
    expect(await form.applicant()).toMatchObject({ dob: null, address: null });
  });

  test('are kept without white space that would spoil comparisons, and shown again', async () => {
    const form = await openForm(['identity_enhanced', 'facial_similarity_photo', 'document']);
    const american = {
      'address.country': 'USA',
      'address.state': ' ca ',
      'address.postcode': ' 94016',
      'address.street': 'Long   Road ',
    };
    expect(form.ledTo(await form.post('details', { ...typed, ...american }))).toBe('document');
    expect((await form.applicant()).address).toMatchObject({
      street: 'Long Road',
      state: 'CA',
      postcode: '94016',
      country: 'USA',
    });
    const again = await form.get('details');
    expect(controlOf(again.body, 'address.street')).toContain('value="Long Road"');
    expect(controlOf(again.body, 'dob')).toContain('value="31"');
    expect(controlOf(again.body, 'consents.privacy_notices_read')).toContain(' checked');
    expect(again.body).toContain('<option value="USA" selected>United States</option>');
  });

  test.each([
    [undefined, '', 'flat_number building_number building_name street town state postcode'],
    ['de', '', 'street building_number flat_number building_name postcode town state'],
    ['*, x;q=y, en-US;q=0.9, de;q=0.5', '', 'flat_number building_number building_name street town state postcode'],
    ['de', 'FRA', 'flat_number building_number building_name street postcode town state'],
    ['en-GB', 'BRA', 'street building_number flat_number building_name town state postcode'],
  ])(
    'for %s and the country "%s", an address begins with the country, in its order',
    async (accepts, country, order) => {
      const form = await openForm(['proof_of_address']);
      const headers: Record<string, string> = accepts === undefined ? {} : { 'accept-language': accepts };
      const page = await form.post('details', { 'address.country': country }, { headers });
      expect(page.status).toBe(422);
      const parts = [...page.body.matchAll(/<(?:select|input) id="address\.(\w+)"/g)].map(([, part]) => part);
      expect(parts.join(' ')).toBe(`country ${order}`);
    },
  );

  test('offer the states of the United States to who lives there', async () => {
    const offered = async (accepts: string, country = '') => {
      const form = await openForm(['proof_of_address']);
      const page = await form.post(
        'details',
        { 'address.country': country },
        { headers: { 'accept-language': accepts } },
      );
      const list = /<datalist id="address\.state-offered">(.*?)<\/datalist>/.exec(page.body)?.[1] ?? '';
      return [...list.matchAll(/<option value="(..)">([^<]+)</g)].map(([, letters, name]) => `${letters} ${name}`);
    };
    const states = await offered('en-US');
    expect(states).toHaveLength(62);
    expect(states).toContain('TX Texas');
    expect(await offered('de', 'USA')).toEqual(states);
    expect([await offered('en-GB'), await offered('en-US', 'CAN')]).toEqual([[], []]);
  });

  test('that are known already are shown, and stay whole unless they are changed', async () => {
    const address = {
      line1: 'The Old Mill',
      sub_street: 'Mill Yard',
      street: 'Mill Lane',
      town: 'Bath',
      postcode: 'BA1 1AA',
      country: 'GBR',
    };
    const form = await openForm(['identity_enhanced'], { dob: '1970-01-02', address });
    expect((await form.get('details')).body).toContain('value="Mill Lane"');
    const same = {
      'address.street': 'Mill Lane',
      'address.town': 'Bath',
      'address.postcode': 'BA1 1AA',
      'address.country': 'GBR',
      'address.building_number': '',
    };
    const birth = { 'dob-day': '2', 'dob-month': '01', 'dob-year': '1970' };
    await form.post('details', { ...same, ...birth, 'consents.privacy_notices_read': 'yes' });
    expect((await form.applicant()).address).toMatchObject(address);
    await form.post('details', {
      ...same,
      ...birth,
      'address.street': 'New Lane',
      'consents.privacy_notices_read': 'yes',
    });
    expect((await form.applicant()).address).toMatchObject({ street: 'New Lane', line1: null, sub_street: null });
  });

  test('are asked for only where a report needs them', async () => {
    const names = ({ body }: { body: string }) =>
      [...body.matchAll(/ name="([\w.-]+)"/g)]
        .map(([, name]) => name)
        .filter((name) => !['viewport', 'robots'].includes(name as string));
    const details = async (reports: string[], version: 'v3.2' | 'v3.6' = 'v3.6') =>
      names(await (await openForm(reports, {}, version)).get('details'));
    const consent = 'consents.privacy_notices_read';
    const birth = ['dob-day', 'dob-month', 'dob-year'];
    expect(await details(['watchlist_standard'])).toEqual([consent]);
    expect(await details(['document'])).toEqual([consent]);
    expect(await details(['right_to_work'])).toEqual([...birth, consent]);
    expect(await details(['document', 'facial_similarity_photo'])).toEqual(['location.country_of_residence', consent]);
    expect(await details(['document', 'facial_similarity_photo'], 'v3.2')).toEqual([consent]);
    const granted = { consents: [{ name: 'phone_number_verification', granted: true }] };
    const phone = await openForm(['phone_verification'], granted);
    expect(names(await phone.get('details'))).toEqual(['phone_number', consent, 'consents.phone_number_verification']);
    const values = { [consent]: 'yes', 'consents.phone_number_verification': 'yes' };
    expect(errorsOn(await phone.post('details', { ...values, phone_number: '12' }))).toEqual([
      ['#phone_number', 'Enter a phone number with its country code, such as +44 7700 900123'],
    ]);
    expect(phone.ledTo(await phone.post('details', { ...values, phone_number: '+44 7700 900123' }))).toBe('check');
    expect((await phone.applicant()).phone_number).toBe('+44 7700 900123');
  });

  test('names are shown and never changed', async () => {
    const form = await openForm();
    expect((await form.get('details')).body).toContain('<strong>Jane Doe</strong>');
    await form.post('details', { ...typed, first_name: 'Other', last_name: 'Name', email: 'x@example.com' });
    expect(await form.applicant()).toMatchObject({ first_name: 'Jane', last_name: 'Doe', email: null });
  });

  test('those that bodies can hold and forms can not are nothing', async () => {
    const form = await openForm();
    const raw = 'dob-day[]=1&dob-month[x]=2&address.country[]=GBR&consents.privacy_notices_read[]=yes';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    expect((await form.post('details', {}, { raw, headers, form: undefined as never })).status).toBe(422);
  });
});

describe('an ID number', () => {
  test('is asked of those who live where no register is searched without one', async () => {
    const form = await openForm(['identity_enhanced'], {
      id_numbers: [{ type: 'ssn', value: '1234' }],
      consents: [{ name: 'ssn_verification', granted: true }],
    });
    expect(form.ledTo(await form.get('number'))).toBe('');
    const chile = {
      ...typed,
      'address.country': 'CHL',
      'address.postcode': '8320000',
      'consents.ssn_verification': 'yes',
    };
    expect(form.ledTo(await form.post('details', chile))).toBe('number');
    expect(errorsOn(await form.post('check')).map(([href]) => href)).toEqual([`${form.root}/number`]);
    expect(errorsOn(await form.post('number', {}))).toEqual([
      ['#id_numbers.type', 'Choose the kind of number'],
      ['#id_numbers.value', 'Enter the number'],
    ]);
    expect(errorsOn(await form.post('number', { 'id_numbers.type': 'ssn', 'id_numbers.value': '1234' }))).toEqual([
      ['#id_numbers.type', 'Choose the kind of number'],
    ]);
    const number = { 'id_numbers.type': 'identity_card', 'id_numbers.value': ' 12.345.678-5 ' };
    expect(form.ledTo(await form.post('number', number))).toBe('check');
    expect((await form.applicant()).id_numbers).toEqual([
      { type: 'identity_card', value: '12.345.678-5', state_code: null },
      { type: 'ssn', value: '1234', state_code: null },
    ]);
    const last = await form.get('check');
    expect(last.body).toContain('Identity card number\nending in 78-5');
    expect(last.body).not.toContain('12.345');
    expect(form.ledTo(await form.post('check'))).toBe('sent');
  });
});

describe('an upload', () => {
  const passport = 'document/front?type=passport&issuing_country=GBR';

  test.each([
    ['too small', { bytes: Buffer.alloc(100) }, 'Choose a JPG, PNG or PDF file'],
    ['a broken picture', { bytes: Buffer.alloc(SMALLEST) }, 'Choose a JPG, PNG or PDF file'],
    [
      'chip data, which any client could write',
      {
        bytes: Buffer.from(JSON.stringify({ dg1: [1], dg2: [2], sod: [3] })),
        type: 'application/json',
        name: 'chip.json',
      },
      'Choose a JPG, PNG or PDF file',
    ],
    [
      'a blurred one, which sandbox knows by its name',
      { name: 'blur.png' },
      'The photo is blurred. Hold still and take another one',
    ],
    ['one without a document', { name: 'no_document.png' }, 'No document found in the photo. Take another one'],
    [
      'one with another name than type',
      { name: 'a.pdf' },
      'The file has a name that ends in .pdf but its content is image/png',
    ],
  ])('of %s is refused on its page', async (_, file, message) => {
    const form = await openForm(['document']);
    const before = await stored(service);
    const page = await form.upload(passport, file);
    expect([page.status, titleOf(page), errorsOn(page)]).toEqual([
      422,
      'Photo page of your passport',
      [['#file', message]],
    ]);
    expect(controlOf(page.body, 'file')).toContain('aria-describedby="file-hint file-error" aria-invalid="true"');
    expect(await stored(service)).toEqual(before);
  });

  test('of a small picture, and of an invalid face', async () => {
    const form = await openForm(['document', 'facial_similarity_photo']);
    const small = (await greyPng()).subarray(0, SMALLEST - 1);
    expect(errorsOn(await form.upload('photo', { bytes: small }))).toEqual([
      ['#file', 'The file must be at least 32 KB'],
    ]);
    expect(errorsOn(await form.upload('photo', { name: 'no_face.png' }))).toEqual([
      ['#file', 'No face found in the photo. Take another one'],
    ]);
    expect(errorsOn(await form.upload('photo', { name: 'two_faces.png' }))).toEqual([
      ['#file', 'There is more than one face in the photo. Take another one'],
    ]);
  });

  test('without a file, or with nothing that is a form', async () => {
    const form = await openForm(['document']);
    expect(errorsOn(await form.post(passport, {}))).toEqual([['#file', 'Choose a file']]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' };
    // As browsers send a control without a file.
    const part = 'content-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream';
    const none = { raw: `--x\r\n${part}\r\n\r\n\r\n--x--\r\n`, headers, form: undefined as never };
    expect(errorsOn(await form.post(passport, {}, none))).toEqual([['#file', 'Choose a file']]);
    const broken = await form.post(passport, {}, { raw: 'nonsense', headers, form: undefined as never });
    expect([broken.status, titleOf(broken)]).toEqual([400, 'That didn’t work']);
  });

  test('goes to the page before it when its type is unknown', async () => {
    const form = await openForm(['document']);
    for (const query of [
      '',
      '?type=passport',
      '?type=utility_bill&issuing_country=GBR',
      '?type=passport&issuing_country=XXX',
    ]) {
      expect(form.ledTo(await form.get(`document/front${query}`))).toBe('document');
      expect(form.ledTo(await form.upload(`document/front${query}`))).toBe('document');
    }
    expect(form.ledTo(await form.get('document/back'))).toBe('document');
    expect((await get(`documents?applicant_id=${form.check.applicant_id}`)).documents).toEqual([]);
    expect(errorsOn(await form.post('document', {}))).toEqual([
      ['#type', 'Choose the document that you will use'],
      ['#issuing_country', 'Choose the country that issued the document'],
    ]);
  });

  test('takes the place of the previous one', async () => {
    const form = await openForm(['document']);
    await form.post('details', typed);
    const licence = 'document/front?type=driving_licence&issuing_country=FRA';
    for (const [path, name] of [
      [passport, 'old.png'],
      [licence, 'front.png'],
      ['document/back', 'back.png'],
      ['document/back', 'better.png'],
    ] as const) {
      service.clock.advance(1);
      expect((await form.upload(path, { name })).status).toBe(303);
    }
    const page = await form.get(licence);
    expect(page.body).toContain('<h2>Already uploaded</h2><ul><li>front.png</li></ul>');
    expect(page.body).toContain(`href="${form.root}/document/back">Keep it and continue`);
    expect((await form.get(passport)).body).not.toContain('Already uploaded');
    expect((await form.get('document/back')).body).toContain('<ul><li>better.png</li></ul>');
    const last = (await form.get('check')).body;
    expect(last).toContain('Driving licence\nfront.png');
    expect(last).toContain('better.png');
    expect(last).not.toContain('old.png');
    await form.post('check');
    await service.settle();
    const { documents } = await get(`documents?applicant_id=${form.check.applicant_id}`);
    const shown = (await get(`reports?check_id=${form.check.id}`)).reports[0].documents.map(
      ({ id }: { id: string }) => {
        const { file_name, type, side, issuing_country } = documents.find((one: { id: string }) => one.id === id);
        return [file_name, type, side, issuing_country];
      },
    );
    expect(shown).toEqual([
      ['front.png', 'driving_licence', 'front', 'FRA'],
      ['better.png', 'driving_licence', 'back', 'FRA'],
    ]);
  });

  test('does not prove the identity when it proves the address, nor the other way round', async () => {
    const form = await openForm(['document', 'proof_of_address']);
    await form.post('details', typed);
    await form.upload('proof/file?type=council_tax&issuing_country=GBR');
    expect(errorsOn(await form.post('check')).map(([, message]) => message)).toEqual(['Upload your identity document']);
    await form.upload(passport);
    expect(form.ledTo(await form.post('check'))).toBe('sent');
    await service.settle();
    const { reports } = await get(`reports?check_id=${form.check.id}`);
    expect(reports.map(({ status, result }: Record<string, unknown>) => [status, result])).toEqual([
      ['complete', 'clear'],
      ['complete', 'clear'],
    ]);
  });

  test('is one of sixty at most', async () => {
    const form = await openForm(['document', 'facial_similarity_photo']);
    const bytes = await greyPng();
    for (let i = 0; i < 60; i += 1) expect((await form.upload('photo', { bytes })).status).toBe(303);
    expect(errorsOn(await form.upload('photo', { bytes }))).toEqual([
      ['#file', 'You have uploaded too many files. Ask the company that sent you the link'],
    ]);
  });

  test('of documents that the client has chosen is not asked for', async () => {
    const applicant = (await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' })).body;
    const { storyOf } = await import('../../api/v3/testing/story.ts');
    const story = storyOf(service, 'v3.6');
    const document = await story.document(applicant.id, { type: 'national_identity_card', side: 'front' });
    const body = {
      applicant_id: applicant.id,
      report_names: ['document'],
      applicant_provides_data: true,
      suppress_form_emails: true,
      document_ids: [document],
    };
    const { form_uri } = (await story.check(body)).body;
    const form = browserOf(service, form_uri);
    expect(form.ledTo(await form.post('details', typed))).toBe('check');
    expect(form.ledTo(await form.post('check'))).toBe('sent');
  });
});

test('known faces are looked for with a photo that the form asks for, though no check is refused without', async () => {
  const form = await openForm(['known_faces']);
  expect(form.ledTo(await form.post('details', typed))).toBe('photo');
  expect(form.ledTo(await form.upload('photo'))).toBe('check');
  await form.post('check');
  await service.settle();
  expect((await get(`reports?check_id=${form.check.id}`)).reports[0]).toMatchObject({
    status: 'complete',
    result: 'clear',
  });
});
