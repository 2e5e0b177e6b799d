import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { DAY_MS } from '../../base/clock.ts';
import type { Answer, Call } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf, checkWithForm, errorsOn, titleOf, typed } from '../form/testing/form.ts';

let service: RunService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '0' } });
  headers = { authorization: `Bearer ${service.operatorKey}` };
});
afterAll(() => service.close());

const operate = (method: string, path: string, more: Call = {}) =>
  service.call(method, `/operator/v1/accounts/${service.account.id}${path}`, {
    token: null,
    ...more,
    headers: { ...headers, ...more.headers },
  });
const set = async (change: object) => expect((await operate('PATCH', '', { json: change })).status).toBe(200);

const branding = {
  display_name: 'Alice & Söhne',
  privacy_notice_url: 'https://alice.example/privacy?lang=en',
  support_contact: 'help@alice.example',
  colour: '#ffe600',
};
const none = { display_name: null, privacy_notice_url: null, support_contact: null, colour: null };
beforeEach(() => set(branding));

const live: Call = {
  get token() {
    return service.liveToken;
  },
} as Call;
const others: Call = {
  get token() {
    return service.other.sandboxToken;
  },
} as Call;

async function form(call: Call = {}, reports = ['document', 'identity_enhanced']) {
  const check = await checkWithForm(service, reports, {}, { call });
  return { check, page: browserOf(service, check.form_uri) };
}
async function link(call: Call = {}, workflow = workflowIds.sample) {
  const run = await service.run(workflow, {}, call);
  return { run, page: browserOf(service, run.link.url) };
}

const NOTICE =
  '<a href="https://alice.example/privacy?lang=en" target="_blank" rel="noopener noreferrer">Privacy notice <span class="hidden">(opens in a new tab)</span></a>';
const HELP =
  '<p>Questions? Contact Alice &amp; Söhne: <a href="mailto:help@alice.example"><bdi>help@alice.example</bdi></a></p>';

/** Every style of a page must be named by its policy, and nothing else may be. */
function expectStyles({ body, headers }: Answer, count: number) {
  const styles = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css as string);
  const named = styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  expect(headers['content-security-policy']).toContain(`style-src ${named.join(' ')};`);
  expect(styles).toHaveLength(count);
  expect(body).not.toMatch(/ style="/);
  return styles;
}

describe('the pages of an account', () => {
  test('show its name, contact, notice and colour, in both environments and on both kinds', async () => {
    for (const call of [{}, live]) {
      for (const { page } of [await form(call), await link(call)]) {
        const start = await page.get();
        expect(start.body).toContain('<header><div class="wide"><p><bdi>Alice &amp; Söhne</bdi></p></div>');
        expect(start.body).toContain('<title>Verify your identity – Alice &amp; Söhne</title>');
        expect(start.body).toContain('Alice &amp; Söhne asks you');
        expect(start.body).toContain(HELP);
        expect(start.body).toContain(NOTICE);
        expect(start.body).not.toContain('Alice Ltd');
        const [, palette] = expectStyles(start, 2);
        expect(palette).toContain('--action: #ffe600; --on-action: #000000;');
      }
    }
  });

  test('of another account show nothing of it', async () => {
    for (const { page } of [await form(others), await link(others)]) {
      const { body } = await page.get();
      expect(body).toContain('Mallory Ltd asks you');
      for (const word of ['Alice', 'alice.example', 'ffe600', 'Privacy notice', 'Questions?', '<footer']) {
        expect(body).not.toContain(word);
      }
    }
  });

  test('are plain where nothing is set', async () => {
    await set(none);
    const start = await (await form()).page.get();
    expect(start.body).toContain('<header><div class="wide"><p><bdi>Alice Ltd</bdi></p></div>');
    expect(start.body).not.toContain('<footer');
    expectStyles(start, 1);
  });

  test('show the logo instead of the name, from this service', async () => {
    const raw = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#14508c' } })
      .png()
      .toBuffer();
    const { body } = await operate('PUT', '/logo', { raw, headers: { 'content-type': 'image/png' } });
    const path = new URL(body.logo.url).pathname;
    const { page } = await link();
    const start = await page.get();
    expect(start.body).toContain(
      `<p><img class="logo" src="${path}" alt="Alice &amp; Söhne" width="120" height="40"></p>`,
    );
    expect(start.headers['content-security-policy']).toContain("img-src 'self';");
    expect((await service.get(path, { token: null })).status).toBe(200);
    await operate('DELETE', '/logo');
    expect((await page.get()).body).not.toContain('<img');
  });

  test('escape every part of it, in whatever letters', async () => {
    for (const [display_name, shown] of [
      ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
      ['"\'><img src=x onerror=alert(1)>', '&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;'],
      ['👩‍👩‍👧 🦊', '👩‍👩‍👧 🦊'],
      ['x'.repeat(80), 'x'.repeat(80)],
    ] as const) {
      await set({ display_name });
      const { page } = await link();
      const { body } = await page.get();
      expect(body).toContain(`<bdi>${shown}</bdi>`);
      expect(body).toContain(`<p>${shown} asks you`);
      expect(body).not.toContain('<script>alert');
    }
    await set({ display_name: 'شركة أليس', support_contact: `https://alice.example/"><script>x` });
    const { body } = await (await link()).page.get();
    expect(body).toContain('<p>\u2068شركة أليس\u2069 asks you');
    expect(body).toContain('href="https://alice.example/&quot;&gt;&lt;script&gt;x"');
  });
});

describe('who is stuck learns whom to ask', () => {
  const stuck = async (answer: Answer, status: number, title: string) => {
    expect([answer.status, titleOf(answer)]).toEqual([status, title]);
    expect(answer.body).toContain(HELP);
    expect(answer.body).toContain('<bdi>Alice &amp; Söhne</bdi>');
    expectStyles(answer, 2);
  };

  test('at a link that has expired, or whose applicant is about to be erased', async () => {
    const { run, page } = await link();
    service.clock.advance(60 * DAY_MS);
    await stuck(await page.get(), 410, 'This link has expired');
    await service.del(`/v3.6/applicants/${run.applicant_id}`);
    await stuck(await page.get(), 410, 'No longer available');
    const { check, page: answered } = await form();
    await service.del(`/v3.6/applicants/${check.applicant_id}`);
    await stuck(await answered.get(), 410, 'No longer available');
  });

  test('while the account is disabled', async () => {
    const pages = [(await form()).page, (await link()).page];
    await set({ enabled: false });
    for (const page of pages) await stuck(await page.get(), 403, 'Not available');
    await set({ enabled: true });
  });

  test('where a form is not needed any more, and when something that was sent is refused', async () => {
    const { check, page } = await form();
    const other = { headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await page.post('details', typed, other)).status).toBe(400);
    await operate('POST', `/checks/${check.id}/withdraw`);
    await stuck(await page.get(), 410, 'No longer needed');
  });

  test('but an unknown address shows no company', async () => {
    const { body } = await service.get(`/forms/${crypto.randomUUID()}/secret`, { token: null });
    expect(body).not.toContain('<header');
    expect(body).not.toContain('<footer');
  });
});

describe('a consent to a notice without an address', () => {
  const consents = async (id: string) => (await service.get(`/v3.6/applicants/${id}/consents`)).body;

  test('is not asked for on a form, and the check says nothing of one', async () => {
    await set({ privacy_notice_url: null });
    const { check, page } = await form();
    const details = await page.get('details');
    expect(details.body).not.toContain('privacy_notices_read');
    expect(details.body).not.toContain('Your consent');
    const { 'consents.privacy_notices_read': _, ...answers } = typed;
    expect(page.ledTo(await page.post('details', answers))).toBe('document');
    // A consent that no page asked for is not stored.
    await page.post('details', typed);
    expect(await consents(check.applicant_id)).toEqual([]);
    await page.upload('document/front?type=passport&issuing_country=GBR');
    const last = await page.get('check');
    expect(last.body).not.toContain('Your consent');
    expect(page.ledTo(await page.post('check'))).toBe('sent');
    await service.settle();
    const done = (await service.get(`/v3.6/checks/${check.id}`)).body;
    expect([done.status, done.privacy_notices_read_consent_given]).toEqual(['complete', null]);
  });

  test('leaves a form without any question that can be sent at once', async () => {
    await set({ privacy_notice_url: null });
    const { page } = await form({}, ['watchlist_standard']);
    const start = await page.get();
    expect(start.body).not.toContain('We’ll ask you for');
    expect(start.body).toContain(`href="${page.root}/check">Start</a>`);
    expect(page.ledTo(await page.post('check'))).toBe('sent');
  });

  test('is not asked for at a link, which still keeps where the applicant is', async () => {
    await set({ privacy_notice_url: null });
    const applicant_id = await service.story.applicant({ location: undefined });
    const run = await service.run(workflowIds.sample, { applicant_id });
    const page = browserOf(service, run.link.url);
    const start = await page.get();
    expect(start.body).not.toContain('privacy_notices_read');
    // The first page comes first all the same.
    expect(page.ledTo(await page.get('document-photo'))).toBe('');
    expect(page.ledTo(await page.post(''))).toBe('document-photo');
    expect((await page.get('document-photo')).status).toBe(200);
    expect(await consents(run.applicant_id)).toEqual([]);
    const { location } = (await service.get(`/v3.6/applicants/${run.applicant_id}`)).body;
    expect(location).toEqual({ ip_address: '127.0.0.1', country_of_residence: null });
  });

  test('is asked for once there is one, with the notice beside it', async () => {
    await set({ privacy_notice_url: null });
    const { run, page } = await link();
    await page.post('');
    await set({ privacy_notice_url: branding.privacy_notice_url });
    expect(page.ledTo(await page.get('document-photo'))).toBe('');
    const refused = await page.post('');
    expect(errorsOn(refused)).toEqual([
      ['#consents.privacy_notices_read', 'Confirm that you have read the privacy notice'],
    ]);
    expect(refused.body).toMatch(
      new RegExp(`<form[\\s\\S]*${NOTICE.replace(/[?()]/g, '\\$&')}[\\s\\S]*type="checkbox"`),
    );
    await page.post('', { 'consents.privacy_notices_read': 'yes' });
    expect(await consents(run.applicant_id)).toMatchObject([{ name: 'privacy_notices_read', granted: true }]);
  });
});
