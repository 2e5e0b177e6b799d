import { beforeAll, describe, expect, test } from 'vitest';
import { browserOf, typed } from '../../pages/form/testing/form.ts';
import { useService } from '../../testing/service.ts';
import { sampleWorkflow } from '../../workflows/sample.ts';
import { greyJpeg, greyPng } from '../v3/testing/files.ts';
import { anId, form, type Sent, unknownId } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';
import { openStream } from './testing/event-stream.ts';

// Pictures of the tests show no document.
const service = useService({ account: { image_quality: false } });

type Environment = 'sandbox' | 'live';
const environments = ['sandbox', 'live'] as const;
const otherThan = (environment: Environment) => (environment === 'live' ? 'sandbox' : 'live');

let ada: Browser & { readonly id: string };
let stranger: Browser;

const at = (environment: Environment, account = service.account.id) => `/accounts/${account}/${environment}`;
const tokenOf = (environment: Environment) => ({
  token: environment === 'live' ? service.liveToken : service.sandboxToken,
});
const anna = { first_name: 'Anna', last_name: 'Berg', email: 'anna@example.com', phone_number: '0044 7700 900001' };

beforeAll(async () => {
  ada = await signedIn(service, 'admin');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

function created({ status, body, bytes }: { status: number; body: { id: string }; bytes: Buffer }): string {
  expect(status, bytes.toString()).toBe(201);
  return body.id;
}

const applicant = async (environment: Environment, fields: object = anna) =>
  created(await ada.post(`${at(environment)}/applicants`, fields));

const upload = (path: string, file: Sent, fields: Record<string, string> = {}, browser: Browser = ada) =>
  browser.call('POST', path, undefined, { form: form(fields, file) });

const passport = async () => ({ name: 'passport.png', bytes: await greyPng(), type: 'image/png' });
const face = async () => ({ name: 'face.jpg', bytes: await greyJpeg(), type: 'image/jpeg' });

async function auditOf(id: string) {
  const { entries } = (await ada.get(`/accounts/${service.account.id}/audit?object=${id}`)).body;
  return entries.map(({ action, actor, details }: Record<string, unknown>) => [action, actor, details]).reverse();
}
const byAda = (action: string, details: object = {}) => [action, { kind: 'member', id: ada.id }, details];

async function outbox(kind: 'mails' | 'messages', environment: Environment, about: string) {
  const call = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
  const { body } = await service.get(`/operator/v1/${kind}?environment=${environment}`, call);
  const [found] = body[kind].filter(({ applicant_id }: { applicant_id: string }) => applicant_id === about);
  return (await service.get(`/operator/v1/accounts/${service.account.id}/${kind}/${found?.id}`, call)).body;
}

/** Every route that starts something, with a body that the account's own member could send. */
const startsOf = (applicant_id: string) =>
  [
    ['applicants', anna],
    [`applicants/${applicant_id}/documents`, {}],
    [`applicants/${applicant_id}/live_photos`, {}],
    ['checks', { applicant_id, report_names: ['identity_enhanced'] }],
    ['workflow_runs', { applicant_id, workflow_id: sampleWorkflow.id }],
  ] as const;

describe.each(environments)('in %s', (environment) => {
  test('a member creates an applicant with the fields and the errors of the API', async () => {
    const wrong = {
      first_name: '',
      email: 'nowhere',
      dob: '1985-02-30',
      phone_number: '12',
      address: { country: 'GBR', line1: 'A street' },
      id_numbers: [{ type: 'ssn', value: '' }],
    };
    const refused = await ada.post(`${at(environment)}/applicants`, wrong);
    const byApi = await service.post('/v3.6/applicants', wrong, tokenOf(environment));
    expect([refused.status, refused.body]).toEqual([422, byApi.body]);
    expect(Object.keys(refused.body.error.fields)).toEqual([
      ...['first_name', 'last_name', 'email', 'address', 'id_numbers', 'phone_number', 'dob'],
    ]);
    const dob = '1985-12-10';
    const id = await applicant(environment, { ...anna, dob });
    expect((await service.get(`/v3.6/applicants/${id}`, tokenOf(environment))).body).toMatchObject({ ...anna, dob });
    expect(await auditOf(id)).toEqual([byAda('applicant_created')]);
    expect((await service.get(`/v3.6/applicants/${id}`, tokenOf(otherThan(environment)))).status).toBe(404);
  });

  test('uploads are judged like the uploads of applicants, and a check uses them', async () => {
    const id = await applicant(environment);
    const path = `${at(environment)}/applicants/${id}`;
    const fields = { type: 'passport', issuing_country: 'GBR' };
    const none = await ada.call('POST', `${path}/documents`, undefined, { form: form(fields) });
    expect([none.status, none.body.error.fields]).toEqual([422, { file: ["can't be blank"] }]);
    const text = { name: 'a.png', bytes: Buffer.alloc(40_000, 'Dear Sir or Madam'), type: 'image/png' };
    const unreadable = await upload(`${path}/documents`, text, fields);
    expect(unreadable.body.error.fields).toEqual({ file: ['must be a jpg, png, pdf or json file'] });
    const unknown = await upload(`${path}/documents`, await passport(), { type: 'library_card' });
    expect(Object.keys(unknown.body.error.fields)).toEqual(['type']);

    const document = created(await upload(`${path}/documents`, await passport(), fields));
    expect(await auditOf(document)).toEqual([byAda('media_uploaded', { kind: 'document' })]);
    const own = tokenOf(environment);
    expect((await service.get(`/v3.6/documents?applicant_id=${id}`, own)).body.documents).toMatchObject([
      { id: document, ...fields, side: null, applicant_id: id },
    ]);
    const order = { applicant_id: id, report_names: ['document'] };
    const check = created(await ada.post(`${at(environment)}/checks`, order));
    expect(await auditOf(check)).toEqual([byAda('check_created')]);
    expect((await service.get(`/v3.6/checks/${check}`, own)).body.applicant_id).toBe(id);

    // Errors, and their order, are the errors of the API.
    for (const body of [{}, { report_names: ['nothing'] }, { ...order, applicant_id: unknownId }]) {
      const [mine, byApi] = [
        await ada.post(`${at(environment)}/checks`, body),
        await service.post('/v3.6/checks', body, own),
      ];
      expect([mine.status, mine.body]).toEqual([byApi.status, byApi.body]);
    }
    const elsewhere = `${at(otherThan(environment))}/applicants/${id}/documents`;
    expect((await upload(elsewhere, await passport(), fields)).status).toBe(404);
    const theirs = `${at(environment, service.other.id)}/applicants/${id}/documents`;
    expect((await upload(theirs, await passport(), fields, stranger)).status).toBe(404);
  });

  test('the link of a check shows when the applicant has opened and sent the form', async () => {
    const id = await applicant(environment);
    const order = { applicant_id: id, report_names: ['identity_enhanced'], applicant_provides_data: true };
    const sent = { ...order, suppress_form_emails: true };
    const check = created(await ada.post(`${at(environment)}/checks`, sent));
    const link = `${at(environment)}/checks/${check}/link`;
    const progress = async () => (await ada.get(link)).body;
    const about = { applicant_id: id };
    expect(await progress()).toEqual({ stage: 'not_opened', status: 'awaiting_applicant', ...about });
    const { body } = await ada.post(link);
    expect(body).toEqual({
      url: expect.stringContaining(`/forms/${check}/`),
      mail: 'anna@example.com',
      text_message: '+447700900001',
    });

    const stream = await openStream(service, ada);
    expect((await stream.next())?.event).toBe('ready');
    const phone = browserOf(service, body.url);
    await phone.get();
    expect((await stream.next())?.data).toContainEqual({
      account: service.account.id,
      environment,
      kind: 'check',
      id: null,
    });
    stream.close();
    expect((await progress()).stage).toBe('opened');

    for (const by of ['mail', 'text_message']) expect((await ada.post(`${link}/send`, { by })).status).toBe(204);
    await service.settle();
    const mail = await outbox('mails', environment, id);
    expect([mail.to, mail.state, mail.text.includes(body.url)]).toEqual(['anna@example.com', 'kept', true]);
    expect(await outbox('messages', environment, id)).toMatchObject({
      kind: 'applicant_link',
      to: '+447700900001',
      text: `Verify your identity for Alice Ltd: ${body.url}`,
    });

    await phone.post('details', typed);
    expect(phone.ledTo(await phone.post('check', {}))).toBe('sent');
    expect((await progress()).stage).toBe('ended');
    const late = await ada.post(`${link}/send`, { by: 'mail' });
    expect([late.status, Object.keys(late.body.error.fields)]).toEqual([422, ['status']]);
    expect(await auditOf(check)).toEqual([
      byAda('check_created'),
      byAda('check_link_opened'),
      byAda('check_link_sent', { by: 'mail' }),
      byAda('check_link_sent', { by: 'text_message' }),
    ]);
    const byClient = { ...order, applicant_provides_data: false, report_names: ['watchlist_standard'] };
    const formless = created(
      await ada.post(`${at(environment)}/checks`, {
        ...byClient,
        applicant_id: await applicant(environment, { ...anna, dob: '1985-12-10' }),
      }),
    );
    expect((await ada.post(`${at(environment)}/checks/${formless}/link`)).status).toBe(404);
    for (const [browser, place] of [
      [ada, at(otherThan(environment))],
      [stranger, at(environment, service.other.id)],
    ] as const) {
      expect((await browser.get(`${place}/checks/${check}/link`)).status).toBe(404);
      expect((await browser.post(`${place}/checks/${check}/link`)).status).toBe(404);
      expect((await browser.post(`${place}/checks/${check}/link/send`, { by: 'mail' })).status).toBe(404);
    }
  });

  test('a workflow starts, and its link shows when the applicant has opened it', async () => {
    const id = await applicant(environment, { first_name: 'Anna', last_name: 'Berg' });
    const wrong = { applicant_id: id, workflow_id: sampleWorkflow.id, link: { language: 'xx' } };
    const refused = await ada.post(`${at(environment)}/workflow_runs`, wrong);
    const byApi = await service.post('/v3.6/workflow_runs', wrong, tokenOf(environment));
    expect([refused.status, refused.body]).toEqual([422, byApi.body]);
    const begun = { applicant_id: id, workflow_id: sampleWorkflow.id, link: { language: 'de' } };
    const run = created(await ada.post(`${at(environment)}/workflow_runs`, begun));
    const link = `${at(environment)}/workflow_runs/${run}/link`;
    expect((await ada.get(link)).body).toEqual({ stage: 'not_opened', status: 'awaiting_input', applicant_id: id });
    const { url, ...destinations } = (await ada.post(link)).body;
    expect(destinations).toEqual({ mail: null, text_message: null });
    for (const [by, field] of [
      ['mail', 'email'],
      ['text_message', 'phone_number'],
    ] as const) {
      const unsent = await ada.post(`${link}/send`, { by });
      expect([unsent.status, unsent.body.error.fields]).toEqual([422, { [field]: ["can't be blank"] }]);
    }
    const { email, phone_number } = anna;
    await service.call('PUT', `/v3.6/applicants/${id}`, { ...tokenOf(environment), json: { email, phone_number } });
    for (const by of ['mail', 'text_message']) expect((await ada.post(`${link}/send`, { by })).status).toBe(204);
    await service.settle();
    const mail = await outbox('mails', environment, id);
    const subject = 'Bestätigen Sie Ihre Identität für Alice Ltd';
    expect([mail.subject, mail.text.includes(url)]).toEqual([subject, true]);
    expect((await outbox('messages', environment, id)).text).toBe(`${subject}: ${url}`);

    // A client that only fetches the page ahead has not opened it.
    const phone = browserOf(service, url);
    await phone.get('', { headers: { 'sec-purpose': 'prefetch' } });
    expect((await ada.get(link)).body.stage).toBe('not_opened');
    const stream = await openStream(service, ada);
    expect((await stream.next())?.event).toBe('ready');
    await phone.get();
    expect((await stream.next())?.data).toEqual([{ account: service.account.id, environment, kind: 'run', id: null }]);
    stream.close();
    expect((await ada.get(link)).body.stage).toBe('opened');
    expect(await auditOf(run)).toEqual([
      byAda('workflow_run_started'),
      byAda('workflow_run_link_opened'),
      byAda('workflow_run_link_sent', { by: 'mail' }),
      byAda('workflow_run_link_sent', { by: 'text_message' }),
    ]);
    for (const [browser, place] of [
      [ada, at(otherThan(environment))],
      [stranger, at(environment, service.other.id)],
    ] as const) {
      expect((await browser.post(`${place}/workflow_runs`, begun)).status).toBe(404);
      expect((await browser.get(`${place}/workflow_runs/${run}/link`)).status).toBe(404);
      expect((await browser.post(`${place}/workflow_runs/${run}/link`)).status).toBe(404);
      expect((await browser.post(`${place}/workflow_runs/${run}/link/send`, { by: 'mail' })).status).toBe(404);
    }
  });
});

test('in the sandbox a photo of a face is uploaded, too', async () => {
  const id = await applicant('sandbox');
  const photo = created(await upload(`${at('sandbox')}/applicants/${id}/live_photos`, await face()));
  const { live_photos } = (await service.get(`/v3.6/live_photos?applicant_id=${id}`)).body;
  expect(live_photos).toMatchObject([{ id: photo, file_name: 'face.jpg' }]);
  expect(photo).toEqual(anId);
});

test('an ended run has no link to send', async () => {
  const id = await applicant('sandbox');
  const begun = { applicant_id: id, workflow_id: sampleWorkflow.id };
  const run = created(await ada.post(`${at('sandbox')}/workflow_runs`, begun));
  const { expires_at } = (await ada.get(`${at('sandbox')}/workflow_runs/${run}`)).body;
  service.clock.advance(Date.parse(expires_at) - service.clock.now());
  await service.settle();
  const later = await signedIn(service, 'admin');
  const link = `${at('sandbox')}/workflow_runs/${run}/link`;
  expect((await later.get(link)).body).toEqual({ stage: 'ended', status: 'abandoned', applicant_id: id });
  const sent = await later.post(`${link}/send`, { by: 'mail' });
  expect([sent.status, sent.body.error.fields]).toEqual([
    ...[422, { status: ["the link can't be sent because the run is abandoned"] }],
  ]);
});

test('reviewers start in live only where the account allows', async () => {
  const reviewer = await signedIn(service, 'reviewer');
  const id = created(await service.post('/v3.6/applicants', anna, tokenOf('live')));
  const statuses = () =>
    Promise.all(startsOf(id).map(async ([path, body]) => (await reviewer.post(`${at('live')}/${path}`, body)).status));
  expect(await statuses()).toEqual([403, 403, 403, 403, 403]);
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const patch = { token: null, headers, json: { wide_roles: true } };
  await service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, patch);
  expect(await statuses()).toEqual([201, 422, 422, 422, 201]);
});
