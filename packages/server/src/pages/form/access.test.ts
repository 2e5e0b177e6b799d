import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { eventsOf } from '../../api/v3/testing/events.ts';
import { stripes } from '../../api/v3/testing/files.ts';
import { unknownId } from '../../api/v3/testing/story.ts';
import { type Answer, startService, useService } from '../../testing/service.ts';
import { browserOf, checkWithForm, everything, titleOf, typed } from './testing/form.ts';

const service = useService({ settings: { sandboxDelay: '1000' } });

const get = async (path: string, token = service.sandboxToken) => (await service.get(`/v3.6/${path}`, { token })).body;
const settle = async () => {
  service.clock.advance(1000);
  await service.settle();
};
const page = (answer: Answer) => [answer.status, titleOf(answer)];

function operate(path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const url = `/operator/v1/accounts/${service.account.id}/${path}`;
  return service.call('POST', url, { token: null, headers, ...(json === undefined ? {} : { json }) });
}

const consent = { 'consents.privacy_notices_read': 'yes' };

describe('who gets in', () => {
  const unknown = [404, 'Form not found'];

  test('the holder of the whole address, and no other client', async () => {
    const one = await checkWithForm(service, ['watchlist_standard']);
    const other = await checkWithForm(
      service,
      ['watchlist_standard'],
      {},
      { call: { token: service.other.sandboxToken } },
    );
    const live = await checkWithForm(service, ['watchlist_standard'], {}, { call: { token: service.liveToken } });
    const plain = (
      await service.post('/v3.6/checks', { applicant_id: one.applicant_id, report_names: ['watchlist_aml'] })
    ).body;
    const secretOf = ({ form_uri }: { form_uri: string }) => new URL(form_uri).pathname.split('/')[3] as string;
    for (const { form_uri } of [one, other, live]) expect((await browserOf(service, form_uri).get()).status).toBe(200);
    const wrong = [
      [one.id, secretOf(other)],
      [other.id, secretOf(one)],
      [live.id, secretOf(one)],
      [one.id, `${secretOf(one)}A`],
      [one.id, secretOf(one).slice(0, -1)],
      [one.id, '%00'],
      ['%00', secretOf(one)],
      [unknownId, secretOf(one)],
      [one.applicant_id, secretOf(one)],
      [plain.id, 'null'],
      [plain.id, 'undefined'],
    ];
    for (const [id, secret] of wrong) {
      const form = browserOf(service, `https://localhost/forms/${id}/${secret}`);
      for (const path of ['', 'details', 'check', 'sent']) {
        const answer = await form.get(path);
        expect(page(answer), `${id} ${path}`).toEqual(unknown);
        expect(answer.body).not.toContain('Alice Ltd');
      }
      expect(page(await form.post('details', consent))).toEqual(unknown);
      expect(page(await form.upload('photo'))).toEqual(unknown);
      expect(page(await form.post('check'))).toEqual(unknown);
    }
  });

  test('an account shows its own name, an environment its own applicants', async () => {
    const other = await checkWithForm(service, ['document'], {}, { call: { token: service.other.liveToken } });
    const form = browserOf(service, other.form_uri);
    const start = await form.get();
    expect(start.body).toContain('Mallory Ltd asks you, Jane Doe');
    expect(start.body).not.toContain('Test mode.');
    expect((await browserOf(service, (await checkWithForm(service, ['document'])).form_uri).get()).body).toContain(
      'Test mode.',
    );
    await form.post('details', consent);
    await form.upload('document/front?type=passport&issuing_country=GBR', { bytes: await stripes() });
    expect(form.ledTo(await form.post('check'))).toBe('sent');
    await settle();
    // In live nothing is made up: a person decides.
    const { reports } = await get(`reports?check_id=${other.id}`, service.other.liveToken);
    expect(reports[0]).toMatchObject({ status: 'awaiting_approval', documents: [{ id: expect.any(String) }] });
    for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
      expect((await service.get(`/v3.6/checks/${other.id}`, { token })).status).toBe(404);
    }
  });

  test('no other site sends a form in the name of the applicant who has it open', async () => {
    const { form_uri, applicant_id } = await checkWithForm(service, ['watchlist_standard']);
    const form = browserOf(service, form_uri);
    const from = (headers: Record<string, string>) =>
      service.call('POST', `${form.root}/details`, { token: null, headers, form: new URLSearchParams(consent) });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { origin: 'https://evil.example.com' },
      { origin: `${service.baseUrl}0` },
      { origin: 'nonsense' },
    ]) {
      expect((await from(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(400);
    }
    expect((await get(`applicants/${applicant_id}`)).dob).toBe(null);
    for (const headers of [{}, { origin: 'null' }, { origin: service.baseUrl }, { 'sec-fetch-site': 'same-origin' }]) {
      expect((await from(headers as Record<string, string>)).status).toBe(303);
    }
  });

  test('a link that is only previewed is not opened', async () => {
    const { id, form_uri } = await checkWithForm(service, ['watchlist_standard']);
    const form = browserOf(service, form_uri);
    expect((await service.call('HEAD', form.root, { token: null })).status).toBe(200);
    expect((await form.get('', { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(200);
    expect(await eventsOf(service, id)).toEqual([]);
  });
});

describe('what leaves', () => {
  const headersOf = ({ headers }: Answer) =>
    Object.fromEntries(
      [
        'content-security-policy',
        'referrer-policy',
        'cache-control',
        'x-content-type-options',
        'x-frame-options',
        'x-robots-tag',
      ].map((name) => [name, headers[name]]),
    );
  const expected = (leadsTo = '') => ({
    'content-security-policy': expect.stringMatching(
      new RegExp(
        `^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src 'self'; form-action 'self'${leadsTo}; frame-ancestors 'none'; base-uri 'none'$`,
      ),
    ),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
  });

  test('every answer says that nothing may run, be cached, framed or sent to others', async () => {
    const { form_uri } = await checkWithForm(service, everything);
    const form = browserOf(service, form_uri);
    const answers = [
      ...(await Promise.all(
        ['', 'details', 'document?file', 'proof?file', 'photo?file', 'check', 'sent', 'document/back'].map((path) =>
          form.get(path),
        ),
      )),
      await form.post('details', {}),
      await form.post('details', typed),
      await form.upload('photo', { bytes: Buffer.alloc(10) }),
      await browserOf(service, `https://localhost/forms/${unknownId}/x`).get(),
    ];
    for (const answer of answers) {
      expect(headersOf(answer)).toEqual(expected());
      expect(answer.body).not.toMatch(/<script|\son\w+=|style="/i);
    }
  });

  test('a form may lead to the one other site that its client named', async () => {
    const more = { redirect_uri: 'https://shop.example.com:8443/thanks;x\'"<b>?a=1' };
    const { form_uri } = await checkWithForm(service, ['watchlist_standard'], more);
    const form = browserOf(service, form_uri);
    expect(headersOf(await form.get())).toEqual(expected(' https://shop.example.com:8443'));
    await form.post('details', consent);
    const sent = await form.post('check');
    expect([sent.status, sent.headers.location]).toEqual([303, new URL(more.redirect_uri).href]);
    expect((await form.get()).body).toContain('Continue to shop.example.com:8443');
  });

  test('whatever was typed or named is text on the page', async () => {
    const evil = `"><script>alert('x')</script>`;
    const account = await service.makeAccount(`Evil ${evil}`);
    const person = { first_name: "O'Hara & Sons", last_name: 'É' };
    const { form_uri } = await checkWithForm(
      service,
      everything,
      {},
      { call: { token: account.sandboxToken }, person },
    );
    const form = browserOf(service, form_uri);
    const bad = Object.fromEntries(Object.keys(typed).map((name) => [name, evil]));
    const pages = [
      await form.get(),
      await form.post('details', bad),
      await form.post('document', { type: evil, issuing_country: evil }),
      await form.post('proof', { type: evil, issuing_country: evil }),
      await form.upload('document/front?type=passport&issuing_country=GBR', { name: `${evil}.png` }),
      await form.get('document/front?type=passport&issuing_country=GBR'),
      await form.upload('photo', { bytes: Buffer.from(evil), name: evil }),
      await form.get('check'),
    ];
    for (const { body } of pages) expect(body).not.toContain('<script');
    expect(pages[0]!.body).toContain('you, O&#39;Hara &amp; Sons É, to');
    expect(pages[1]!.body).toContain('value="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"');
  });

  test('the secret gets into no line of the log', async () => {
    const lines: string[] = [];
    const out = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const { log } = service.services;
    const loud = pino({ level: 'trace' }, out);
    const { form_uri } = await checkWithForm(service, ['watchlist_standard']);
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      Object.assign(log, { [level]: loud[level].bind(loud) });
    Object.assign(log, { isLevelEnabled: () => true });
    const form = browserOf(service, form_uri);
    await form.get();
    await form.post('details', {});
    await service.call('POST', `${form.root}/details`, { token: null, headers: { 'sec-fetch-site': 'cross-site' } });
    await form.get('nothing');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).toContain('/forms/:check/:secret/details');
    expect(lines.join('')).not.toContain(form.root.split('/')[3]);
  });
});

describe('when a form is open', () => {
  test('even while the check is paused, until it is sent', async () => {
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    const { id, form_uri } = await checkWithForm(service, ['watchlist_standard'], {}, { call: { token } });
    const form = browserOf(service, form_uri);
    expect(page(await form.get())).toEqual([200, 'Verify your identity']);
    expect(await eventsOf(service, id)).toEqual([`check.form_opened ${id} paused`]);
    await form.fillIn();
    expect(form.ledTo(await form.post('check'))).toBe('sent');
    expect(page(await form.get())).toEqual([200, 'Sent']);
    expect((await service.get(`/v3.6/checks/${id}`, { token })).body.status).toBe('paused');
  });

  test('no more when the check is withdrawn, or its reports were cancelled', async () => {
    const { id, form_uri } = await checkWithForm(service, ['watchlist_standard']);
    expect((await operate(`checks/${id}/withdraw`)).status).toBe(200);
    const form = browserOf(service, form_uri);
    expect(page(await form.get())).toEqual([410, 'No longer needed']);
    expect(form.ledTo(await form.post('details', consent))).toBe('');
    expect(form.ledTo(await form.post('check'))).toBe('');
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    const paused = await checkWithForm(service, ['watchlist_standard'], {}, { call: { token } });
    await service.post(`/v3.6/reports/${paused.report_ids[0]}/cancel`, undefined, { token });
    expect(page(await browserOf(service, paused.form_uri).get())).toEqual([410, 'No longer needed']);
  });

  test('no more when the applicant is scheduled for deletion or erased', async () => {
    const { form_uri, applicant_id } = await checkWithForm(service, ['watchlist_standard']);
    const form = browserOf(service, form_uri);
    expect((await service.del(`/v3.6/applicants/${applicant_id}`)).status).toBe(204);
    const gone = [410, 'No longer available'];
    for (const path of ['', 'details', 'check']) expect(page(await form.get(path))).toEqual(gone);
    expect(page(await form.post('check'))).toEqual(gone);
    await service.post(`/v3.6/applicants/${applicant_id}/restore`);
    expect((await form.get()).status).toBe(200);
    await operate(`applicants/${applicant_id}/erase`, { environment: 'sandbox' });
    await settle();
    expect(page(await form.get())).toEqual(gone);
  });

  test('not while the account is disabled', async () => {
    const { sandboxToken: token, id } = await service.makeAccount('Late Ltd');
    const { form_uri } = await checkWithForm(service, ['watchlist_standard'], {}, { call: { token } });
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const off = { token: null, headers, json: { enabled: false } };
    expect((await service.call('PATCH', `/operator/v1/accounts/${id}`, off)).status).toBe(200);
    expect(page(await browserOf(service, form_uri).get())).toEqual([403, 'Not available']);
  });

  test('again when the check goes back to the applicant; a report that has ended stays as it is', async () => {
    const check = await checkWithForm(
      service,
      ['document', 'watchlist_standard'],
      {},
      { call: { token: service.liveToken } },
    );
    const form = browserOf(service, check.form_uri);
    const one = await checkWithForm(service, ['document']);
    const sandbox = browserOf(service, one.form_uri);
    for (const each of [form, sandbox]) {
      await each.post('details', consent);
      await each.upload('document/front?type=passport&issuing_country=GBR', {
        name: 'first.png',
        bytes: await stripes(),
      });
      await each.post('check');
    }
    await settle();
    // In sandbox the report has ended, in live it waits for a person.
    const ended = (await get(`reports?check_id=${one.id}`)).reports;
    expect(ended[0].status).toBe('complete');
    for (const { id } of [check, one]) {
      expect((await operate(`checks/${id}/reopen`)).status).toBe(200);
    }
    expect(page(await form.get())).toEqual([200, 'Sent']);
    for (const { id } of [check, one]) expect((await operate(`checks/${id}/return_to_applicant`)).status).toBe(200);
    service.clock.advance(1);
    for (const each of [form, sandbox]) {
      expect(page(await each.get())).toEqual([200, 'Verify your identity']);
    }
    await form.upload('document/front?type=passport&issuing_country=GBR', {
      name: 'second.png',
      bytes: await stripes(),
    });
    for (const each of [form, sandbox]) expect(each.ledTo(await each.post('check'))).toBe('sent');
    await settle();
    const { documents } = await get(`documents?applicant_id=${check.applicant_id}`, service.liveToken);
    const { reports } = await get(`reports?check_id=${check.id}`, service.liveToken);
    expect(documents[0].file_name).toBe('second.png');
    expect(reports.at(-1).documents).toEqual([{ id: documents[0].id }]);
    expect((await get(`reports?check_id=${one.id}`)).reports).toEqual(ended);
    expect((await get(`checks/${one.id}`)).status).toBe('complete');
    const events = (await eventsOf(service, one.id)).map((event) => event.split(' ')[0]);
    expect(events.filter((event) => event?.startsWith('check.'))).toEqual([
      'check.form_completed',
      'check.started',
      'check.completed',
      'check.reopened',
      'check.form_opened',
      'check.form_completed',
      'check.started',
      'check.completed',
    ]);
  });
});

test('a form takes only so many requests a minute', async () => {
  const limited = await startService({ settings: { rateLimits: 'on' } });
  const { form_uri } = await checkWithForm(limited, ['watchlist_standard']);
  const form = browserOf(limited, form_uri);
  for (let i = 0; i < 60; i += 1) expect((await form.get('details')).status).toBe(200);
  const refused = await form.get('details');
  expect([...page(refused), refused.headers['retry-after']]).toEqual([429, 'Too many requests', '1']);
  limited.clock.advance(1000);
  expect((await form.get('details')).status).toBe(200);
  await limited.close();
});

describe.each(['v1', 'v2'])('a standard check of %s', (version) => {
  test('has the same form', async () => {
    const person = { first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com' };
    const applicant = (await service.post(`/${version}/applicants`, person)).body;
    const asked = {
      type: 'standard',
      reports: [{ name: 'document' }, { name: 'facial_similarity' }],
      redirect_uri: 'http://127.0.0.1:1/back',
    };
    const check = (await service.post(`/${version}/applicants/${applicant.id}/checks`, asked)).body;
    const form = browserOf(service, check.form_uri);
    // Location is nothing that these versions know.
    expect(form.ledTo(await form.post('details', consent))).toBe('document');
    await form.upload('document/front?type=passport&issuing_country=GBR');
    await form.upload('photo');
    expect((await form.post('check')).headers.location).toBe('http://127.0.0.1:1/back');
    await settle();
    const done = (await service.get(`/${version}/applicants/${applicant.id}/checks/${check.id}`)).body;
    expect([done.status, done.result]).toEqual(['complete', 'clear']);
  });
});
