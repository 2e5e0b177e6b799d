import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsOf } from '../../api/v3/testing/events.ts';
import { storyOf } from '../../api/v3/testing/story.ts';
import { useService } from '../../testing/service.ts';
import { type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { browserOf, checkWithForm, errorsOn, everything, receivedOn, titleOf, typed } from './testing/form.ts';

const service = useService({
  settings: { sandboxDelay: '1000' },
  account: { privacy_notice_url: 'https://alice.example/privacy' },
});

const get = async (path: string, token = service.sandboxToken) => (await service.get(`/v3.6/${path}`, { token })).body;
/** Lets what waits be processed. */
const settle = async () => {
  service.clock.advance(1000);
  await service.settle();
};
const eventNames = async (id: string) => (await eventsOf(service, id)).map((event) => event.split(' ')[0]);

describe('the story of a form', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  test('an applicant gives everything, sends it, and the check runs with it', async () => {
    const hook = await register(service, receiver.url, {
      events: ['check.form_opened', 'check.form_completed', 'check.started', 'check.completed'],
    });
    const more = { redirect_uri: 'https://shop.example.com/thanks?order=7', webhook_ids: [hook.id] };
    const check = await checkWithForm(service, everything, more);
    expect(check.status).toBe('awaiting_applicant');
    await settle();
    expect(receiver.actions()).toEqual([]);
    const form = browserOf(service, check.form_uri);

    const start = await form.get();
    expect([start.status, titleOf(start)]).toEqual([200, 'Verify your identity']);
    expect(start.body).toContain('Alice Ltd asks you, Jane Doe, to verify your identity.');
    expect(start.body).toContain('This takes about 4 minutes.');
    expect(start.body).toContain(`href="${form.root}/details"`);
    await form.get();
    expect(await eventsOf(service, check.id)).toEqual([`check.form_opened ${check.id} awaiting_applicant`]);
    expect((await get(`checks/${check.id}`)).status).toBe('awaiting_applicant');

    expect(titleOf(await form.get('details'))).toBe('Your details');
    expect(form.ledTo(await form.post('details', typed))).toBe('document');
    const choice = { type: 'driving_licence', issuing_country: 'GBR' };
    const front = form.ledTo(await form.post('document', choice));
    expect(front).toBe('document/front?type=driving_licence&issuing_country=GBR');
    expect(titleOf(await form.get(front))).toBe('Front of your document');
    expect(form.ledTo(await form.upload(front, { name: 'front.png' }))).toBe('document/back');
    expect(titleOf(await form.get('document/back'))).toBe('Back of your document');
    expect(form.ledTo(await form.upload('document/back', { name: 'back.png' }))).toBe('proof');
    const bill = form.ledTo(await form.post('proof', { type: 'utility_bill', issuing_country: 'GBR' }));
    expect(form.ledTo(await form.upload(bill, { name: 'bill.png' }))).toBe('photo');
    expect(form.ledTo(await form.upload('photo', { name: 'face.png' }))).toBe('check');

    const last = await form.get('check');
    for (const said of [
      '31 March 1980',
      '1 Sample Street\nLondon\nSW4 6EH\nUnited Kingdom',
      'front.png',
      'back.png',
      'bill.png',
      'face.png',
    ]) {
      expect(last.body).toContain(said);
    }
    const { reports: before } = await get(`reports?check_id=${check.id}`);
    expect(before.map((report: { documents: unknown[] }) => report.documents)).toEqual([[], [], [], []]);

    const sent = await form.post('check');
    expect([sent.status, sent.headers.location]).toEqual([303, more.redirect_uri]);
    expect((await get(`checks/${check.id}`)).status).toBe('in_progress');
    const waits = await form.get();
    expect(receivedOn(waits)).toEqual(['Your details', 'Identity document', 'Proof of address', 'Selfie']);
    expect(waits.body).toContain(
      'Alice Ltd will tell you the result. This can take a few minutes, or longer if a person checks what you sent.',
    );
    const { documents } = await get(`documents?applicant_id=${check.applicant_id}`);
    const idOf = (name: string) => documents.find((one: { file_name: string }) => one.file_name === name).id;
    const { live_photos } = await get(`live_photos?applicant_id=${check.applicant_id}`);
    const { reports } = await get(`reports?check_id=${check.id}`);
    const both = [{ id: idOf('front.png') }, { id: idOf('back.png') }];
    expect(reports.map((report: { documents: unknown[] }) => report.documents)).toEqual([[], [], both, both]);
    expect(reports[2].live_photos).toEqual([{ id: live_photos[0].id }]);

    await settle();
    expect(await get(`checks/${check.id}`)).toMatchObject({ status: 'complete', result: 'clear' });
    await service.settle();
    expect((await eventsOf(service, check.id)).filter((event) => event.startsWith('check.'))).toEqual([
      `check.form_opened ${check.id} awaiting_applicant`,
      `check.form_completed ${check.id} in_progress`,
      `check.started ${check.id} in_progress`,
      `check.completed ${check.id} complete`,
    ]);
    // Deliveries run side by side, so they may arrive in another order than they started in.
    const payloads = receiver.received.map(({ body }) => JSON.parse(body.toString()).payload);
    expect(payloads.map(({ action, object }) => `${action} ${object.status}`).sort()).toEqual([
      'check.completed complete',
      'check.form_completed in_progress',
      'check.form_opened awaiting_applicant',
      'check.started in_progress',
    ]);
    expect(
      receiver.received.every(({ body }) => !body.includes(new URL(check.form_uri).pathname.split('/')[3] as string)),
    ).toBe(true);

    const after = await form.get();
    expect([after.status, titleOf(after)]).toEqual([200, 'Sent']);
    expect(after.body).toContain('href="https://shop.example.com/thanks?order=7"');
    expect(after.body).toContain('Continue to shop.example.com');
    expect(receivedOn(after)).toEqual(receivedOn(waits));
    expect(after.body).toContain('<p>The check has finished. Alice Ltd will tell you the result.</p>');
    expect(after.body).not.toContain('This can take a few minutes');
    expect(await get(`applicants/${check.applicant_id}`)).toMatchObject({
      dob: '1980-03-31',
      address: { building_number: '1', street: 'Sample Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
      location: { ip_address: null, country_of_residence: 'GBR' },
    });
  });
});

test('without a redirect_uri it ends on a page of ours', async () => {
  const check = await checkWithForm(service, ['watchlist_standard']);
  const form = browserOf(service, check.form_uri);
  expect((await form.get()).body).toContain('This takes about a minute.');
  expect(form.ledTo(await form.get('sent'))).toBe('');
  expect(form.ledTo(await form.post('details', { 'consents.privacy_notices_read': 'yes' }))).toBe('check');
  expect(form.ledTo(await form.post('check'))).toBe('sent');
  const end = await form.get('sent');
  expect([end.status, titleOf(end)]).toEqual([200, 'Sent']);
  expect(end.body).toContain('You can close this page.');
  expect(receivedOn(end)).toEqual([]);
  expect(end.body).not.toContain('What we received');
  expect(end.body).toContain(`<p class="quiet">Reference: ${check.applicant_id.slice(0, 13)}</p>`);
  expect(end.body).not.toContain('Continue to');
});

test('nothing is sent while something is missing, and each thing says where it is answered', async () => {
  const check = await checkWithForm(service, everything);
  const form = browserOf(service, check.form_uri);
  const refused = await form.post('check');
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('<title>Error: Check your answers – Alice Ltd</title>');
  expect(errorsOn(refused)).toEqual([
    [`${form.root}/details`, 'Enter your date of birth'],
    [`${form.root}/details`, 'Enter your address'],
    [`${form.root}/details`, 'Choose the country where you live'],
    [`${form.root}/details`, 'Confirm that you have read the privacy notice'],
    [`${form.root}/document`, 'Upload your identity document'],
    [`${form.root}/proof`, 'Upload a proof of your address'],
    [`${form.root}/photo`, 'Upload a selfie'],
  ]);
  expect((await get(`checks/${check.id}`)).status).toBe('awaiting_applicant');
  expect(await eventNames(check.id)).toEqual([]);
  await form.post('details', typed);
  await form.upload('document/front?type=residence_permit&issuing_country=FRA');
  expect(errorsOn(await form.post('check')).map(([href]) => href.replace(form.root, ''))).toEqual([
    '/document/back',
    '/proof',
    '/photo',
  ]);
});

test('sent and opened many times at once, it is opened and sent once', async () => {
  const check = await checkWithForm(service, everything);
  const form = browserOf(service, check.form_uri);
  await form.fillIn();
  await Promise.all([1, 2, 3, 4, 5].map(() => form.get()));
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => form.post('check')));
  expect(answers.map((answer) => form.ledTo(answer))).toEqual(['sent', 'sent', 'sent', 'sent', 'sent']);
  expect(form.ledTo(await form.post('check'))).toBe('sent');
  await settle();
  const events = await eventNames(check.id);
  expect(events.filter((event) => event?.startsWith('check.'))).toEqual([
    'check.form_opened',
    'check.form_completed',
    'check.started',
    'check.completed',
  ]);
  expect(events.filter((event) => event === 'report.completed')).toHaveLength(4);
});

test('what is given after the form was sent does not change anything', async () => {
  const check = await checkWithForm(service, ['watchlist_standard', 'document']);
  const form = browserOf(service, check.form_uri);
  await form.post('details', { 'consents.privacy_notices_read': 'yes' });
  await form.upload('document/front?type=passport&issuing_country=GBR');
  await form.post('check');
  const before = await get(`applicants/${check.applicant_id}`);
  for (const path of ['details', 'number', 'document', 'photo', 'document/front', 'check', 'proof']) {
    expect(form.ledTo(await form.get(path)), path).toBe('');
  }
  expect(form.ledTo(await form.post('details', typed))).toBe('');
  expect(form.ledTo(await form.upload('document/front?type=passport&issuing_country=FRA'))).toBe('');
  expect(await get(`applicants/${check.applicant_id}`)).toEqual(before);
  expect((await get(`documents?applicant_id=${check.applicant_id}`)).documents).toHaveLength(1);
});

test('nor does what the client adds: a sanctioned document that comes later is not part of the check', async () => {
  const check = await checkWithForm(service, ['document', 'watchlist_standard']);
  const form = browserOf(service, check.form_uri);
  await form.post('details', { 'consents.privacy_notices_read': 'yes' });
  await form.upload('document/front?type=passport&issuing_country=GBR');
  expect(form.ledTo(await form.post('check'))).toBe('sent');
  service.clock.advance(1);
  expect((await get(`checks/${check.id}`)).status).toBe('in_progress');
  await storyOf(service, 'v3.6').document(check.applicant_id, { issuing_country: 'PRK' });
  await settle();
  expect(await get(`checks/${check.id}`)).toMatchObject({ status: 'complete', result: 'clear' });
});

test('names count as they were when the check was created, everything else as it was sent', async () => {
  const check = await checkWithForm(service, ['right_to_work', 'watchlist_standard'], { consider: [] });
  const form = browserOf(service, check.form_uri);
  await service.put(`/v3.6/applicants/${check.applicant_id}`, { first_name: 'Other', last_name: 'Consider' });
  await form.post('details', typed);
  await form.upload('document/front?type=passport&issuing_country=GBR');
  // A share code that came by the API while the applicant filled in the form.
  await service.put(`/v3.6/applicants/${check.applicant_id}`, {
    id_numbers: [{ type: 'share_code', value: 'ABC123456' }],
  });
  await form.post('check');
  await settle();
  const { reports } = await get(`reports?check_id=${check.id}`);
  expect(await get(`checks/${check.id}`)).toMatchObject({ status: 'complete', result: 'clear' });
  expect(reports[1].properties).toMatchObject({ first_name: 'Jane', last_name: 'Doe' });
  expect(Object.keys(reports[1].breakdown)).toContain('share_code_validation');
});
