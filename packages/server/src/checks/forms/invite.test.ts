import { describe, expect, it } from 'vitest';
import { browserOf, typed } from '../../pages/form/testing/form.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

const anna = { first_name: 'Anna', last_name: 'Berg', email: 'anna@example.com' };

/** Creates a check with a form in the words of a generation; gives its id and the address of its form. */
const generations: Record<string, (id: string, more: object) => [path: string, body: object]> = {
  v1: (id, more) => [`/v1/applicants/${id}/checks`, { type: 'standard', reports: [{ name: 'identity' }], ...more }],
  v2: (id, more) => [`/v2/applicants/${id}/checks`, { type: 'standard', reports: [{ name: 'identity' }], ...more }],
  'v3.6': (applicant_id, more) => [
    '/v3.6/checks',
    { applicant_id, report_names: ['identity_enhanced'], applicant_provides_data: true, ...more },
  ],
};

const operator = (path: string) =>
  service.get(`/operator/v1${path}`, { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } });

async function mails() {
  const { body } = await operator('/mails');
  return body.mails as { id: string; to: string; check_id: string; state: string; account_id: string }[];
}

describe.each(Object.entries(generations))('%s', (version, request) => {
  async function create(more: object = {}, call: { token?: string } = {}) {
    const applicant = await service.post('/v3.6/applicants', anna, call);
    const { status, body } = await service.post(...request(applicant.body.id, more), call);
    expect([status, body.status]).toEqual([201, 'awaiting_applicant']);
    return body as { id: string; form_uri: string };
  }

  it('sends the applicant a mail, which stays in the outbox while there is no mail server', async () => {
    const check = await create();
    await service.settle();
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: anna.email, check_id: check.id, state: 'kept' });
    const { body } = await operator(`/accounts/${service.account.id}/mails/${mail?.id}`);
    expect(body.text).toContain(check.form_uri);
    expect(body.text).toContain('Hello Anna,');
    const other = await operator(`/accounts/${service.other.id}/mails/${mail?.id}`);
    expect(other.status).toBe(404);
  });

  it('sends nothing when the client informs the applicant itself', async () => {
    const before = (await mails()).length;
    await create({ suppress_form_emails: true });
    await service.settle();
    expect((await mails()).length).toBe(before);
  });

  it('shows the address of the form to nobody who may only read', async () => {
    const { id, form_uri } = await create();
    const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
    const path = `/v3.6/checks/${id}`;
    expect((await service.get(path)).body.form_uri).toBe(form_uri);
    expect((await service.get(path, { token })).body.form_uri).toBeNull();
  });

  it('one form at a time, even if checks begin paused', async () => {
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    const { body: applicant } = await service.post('/v3.6/applicants', anna, { token });
    const first = await service.post(...request(applicant.id, {}), { token });
    const second = await service.post(...request(applicant.id, {}), { token });
    expect([first.status, second.status, second.body.error.type]).toEqual([201, 422, 'incomplete_checks']);
    const express = { applicant_id: applicant.id, report_names: ['identity_enhanced'] };
    expect((await service.post('/v3.6/checks', express, { token })).status).toBe(201);
  });

  it(`waits with the mail of a paused check until it is resumed (${version})`, async () => {
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    const before = (await mails()).length;
    const applicant = await service.post('/v3.6/applicants', anna, { token });
    const { body } = await service.post(...request(applicant.body.id, {}), { token });
    expect(body.status).toBe('paused');
    await service.settle();
    expect((await mails()).length).toBe(before);
    await service.post(`/v2/checks/${body.id}/resume`, {}, { token });
    await service.settle();
    const [mail] = await mails();
    expect([mail?.check_id, (await mails()).length]).toEqual([body.id, before + 1]);
  });
});

it('comes in the name of the company, with its contact for answers', async () => {
  const support = { display_name: 'Bøb & Co', support_contact: 'mailto:help@bob.example' };
  const { id, sandboxToken: token } = await service.makeAccount('Internal name', support);
  const applicant = await service.post('/v3.6/applicants', anna, { token });
  await service.post(...generations['v3.6']!(applicant.body.id, {}), { token });
  await service.settle();
  const [mail] = await mails();
  const { body } = await operator(`/accounts/${id}/mails/${mail?.id}`);
  expect(body).toMatchObject({
    subject: 'Verify your identity for Bøb & Co',
    from_name: 'Bøb & Co',
    reply_to: 'help@bob.example',
  });
  expect(body.text).toContain('Questions? Contact Bøb & Co: help@bob.example');
  expect(body.html).toContain('<a href="mailto:help@bob.example">');
  expect(`${body.text}${body.html}`).not.toContain('Internal name');
});

it('is written in the language of the form that the applicant filled in before', async () => {
  const german = await service.makeAccount('Bob GmbH', { applicant_language: 'de' });
  for (const token of [german.sandboxToken, german.liveToken]) {
    const applicant = await service.post('/v3.6/applicants', anna, { token });
    const ask = async () => {
      const { body: check } = await service.post(...generations['v3.6']!(applicant.body.id, {}), { token });
      await service.settle();
      const [mail] = await mails();
      const { body } = await operator(`/accounts/${german.id}/mails/${mail?.id}`);
      return { check, greeting: body.text.split('\n')[0] };
    };
    const first = await ask();
    expect(first.greeting).toBe('Guten Tag Anna,');
    const form = browserOf(service, first.check.form_uri);
    const headers = { 'accept-language': 'fr-CA, de;q=0.5' };
    expect((await form.post('details', { ...typed, 'dob-month': '13' }, { headers })).status).toBe(422);
    expect((await form.post('details', typed, { headers })).status).toBe(303);
    expect(form.ledTo(await form.post('check', {}, { headers }))).toBe('sent');
    expect((await ask()).greeting).toBe('Bonjour Anna,');
  }
  const other = await service.post('/v3.6/applicants', anna);
  const { body: check } = await service.post(...generations['v3.6']!(other.body.id, {}));
  await service.settle();
  const mail = (await mails()).find(({ check_id }) => check_id === check.id);
  const { body } = await operator(`/accounts/${service.account.id}/mails/${mail?.id}`);
  expect(body.text.split('\n')[0]).toBe('Hello Anna,');
});

it('is in American English for an applicant whose browser asked for it', async () => {
  for (const token of [service.sandboxToken, service.liveToken]) {
    const applicant = await service.post('/v3.6/applicants', anna, { token });
    const ask = async () => {
      const { body: check } = await service.post(...generations['v3.6']!(applicant.body.id, {}), { token });
      await service.settle();
      const mail = (await mails()).find(({ check_id }) => check_id === check.id);
      const { body } = await operator(`/accounts/${service.account.id}/mails/${mail?.id}`);
      return { check, html: body.html as string };
    };
    const first = await ask();
    expect(first.html).toContain('<html lang="en-GB">');
    const form = browserOf(service, first.check.form_uri);
    const headers = { 'accept-language': 'en-US,en;q=0.9' };
    expect((await form.get('', { headers })).body).toContain('<html lang="en-US" dir="ltr">');
    const details = (await form.get('details', { headers })).body;
    expect(details).toContain('For example, 3 31 1980');
    expect([...details.matchAll(/<input id="(dob[\w-]*)" name="([\w-]+)"/g)].map(([, id, name]) => [id, name])).toEqual(
      [
        ['dob', 'dob-month'],
        ['dob-day', 'dob-day'],
        ['dob-year', 'dob-year'],
      ],
    );
    expect((await form.post('details', typed, { headers })).status).toBe(303);
    expect((await form.get('check', { headers })).body).toContain('March 31, 1980');
    expect(form.ledTo(await form.post('check', {}, { headers }))).toBe('sent');
    expect((await ask()).html).toContain('<html lang="en-US">');
  }
});

it('is written in the language of the account, and in English for another account', async () => {
  const german = await service.makeAccount('Bob GmbH', { applicant_language: 'de' });
  const english = await service.makeAccount('Bob Ltd', {});
  for (const [account, subject, greeting] of [
    [german, 'Bestätigen Sie Ihre Identität für Bob GmbH', 'Guten Tag Anna,'],
    [english, 'Verify your identity for Bob Ltd', 'Hello Anna,'],
  ] as const) {
    for (const token of [account.sandboxToken, account.liveToken]) {
      const applicant = await service.post('/v3.6/applicants', anna, { token });
      await service.post(...generations['v3.6']!(applicant.body.id, {}), { token });
      await service.settle();
      const [mail] = await mails();
      const { body } = await operator(`/accounts/${account.id}/mails/${mail?.id}`);
      expect([body.subject, body.text.split('\n')[0]]).toEqual([subject, greeting]);
    }
  }
});
