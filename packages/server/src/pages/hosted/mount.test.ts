import { createHash } from 'node:crypto';
import { FormData } from 'undici';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { greyPng } from '../../api/v3/testing/files.ts';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import type { Answer } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf, checkWithForm, everything, titleOf, typed } from '../form/testing/form.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

const agree = { 'consents.privacy_notices_read': 'yes' };

/** Options that a page gives the SDK. */
function optionsIn({ body }: Answer): { token: string; steps: object[]; language: string } {
  const json = /data-options="([^"]*)"/.exec(body)?.[1] as string;
  return JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

/** Uploads as the SDK does. */
async function sdkUpload(token: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await greyPng())], { type: 'image/png' }), 'front.png');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const authorization = `Bearer ${token}`;
  return service.call('POST', '/v3/documents', {
    token: null,
    form,
    headers: { authorization, origin: service.baseUrl, ...headers },
  });
}

const passport = { type: 'passport', side: 'front' };

async function openForm(reports: readonly string[] = everything) {
  const check = await checkWithForm(service, reports);
  return { check, form: browserOf(service, check.form_uri) };
}

async function openRun(workflow: string, link: object = {}) {
  const run = await service.run(workflow, { link });
  const browser = browserOf(service, run.link.url);
  await browser.post('', agree);
  return { run, browser };
}

describe('the pages that capture', () => {
  it('ask the SDK for all of a document at once, in as few screens as there can be', async () => {
    const { form } = await openForm();
    await form.post('details', typed);
    const identity = ['passport', 'driving_licence', 'national_identity_card', 'residence_permit'];
    expect(optionsIn(await form.get('document')).steps).toEqual([
      { type: 'document', options: { documentTypes: Object.fromEntries(identity.map((type) => [type, true])) } },
    ]);
    // Who issues a bill is known from where the applicant lives.
    expect(optionsIn(await form.get('proof')).steps).toMatchObject([
      {
        type: 'poa',
        options: { documentTypes: { utility_bill: { country: 'GBR' }, council_tax: { country: 'GBR' } } },
      },
    ]);
    expect(optionsIn(await form.get('photo')).steps).toEqual([
      { type: 'face', options: { requestedVariant: 'standard' } },
    ]);
    const { browser } = await openRun(workflowIds.videos);
    expect(optionsIn(await browser.get('face-video')).steps).toEqual([
      { type: 'face', options: { requestedVariant: 'video' } },
    ]);
  });

  it('run what this service serves and nothing else, with the hashes of it', async () => {
    const { form } = await openForm();
    const page = await form.get('photo');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; require-trusted-types-for 'script'; img-src 'self' blob: data:; media-src blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(page.headers).toMatchObject({
      'permissions-policy': 'camera=(self), microphone=(self), digital-credentials-get=(self)',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    const scripts = [...page.body.matchAll(/<script (defer )?src="([^"]+)" integrity="([^"]+)"><\/script>/g)];
    expect(scripts.map(([, , src]) => src)).toEqual([
      expect.stringMatching(/^\/sdk\/hosted\/[0-9a-f]{16}\.js$/),
      expect.stringMatching(/^\/sdk\/[\d.]+\/onfido\.min\.js$/),
    ]);
    for (const [, , src, integrity] of scripts) {
      const { bytes, headers } = await service.get(src as string, { token: null });
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity);
      expect(headers['cache-control']).toContain('immutable');
    }
    expect(page.body.match(/<script/g)).toHaveLength(2);
    // All others are as they were.
    for (const path of ['', 'details', 'photo?file', 'document/front?type=passport&issuing_country=GBR']) {
      const { body, headers } = await form.get(path);
      expect([body.includes('<script'), headers['content-security-policy']?.includes('script-src')]).toEqual([
        false,
        false,
      ]);
    }
  });

  it('hold what is seen where no script runs', async () => {
    const { form } = await openForm();
    const page = await form.get('document');
    expect(titleOf(page)).toBe('Your identity document');
    expect(page.body).toContain('<div id="plain"><a class="back"');
    expect(page.body).toContain(`href="${form.root}/document?file">Upload a file instead</a>`);
    const { browser } = await openRun(workflowIds.videos);
    const video = await browser.get('face-video');
    expect(titleOf(video)).toBe('This step needs a camera');
    expect(video.body).not.toContain('Upload a file instead');
  });

  test.each([
    ['en-US,en;q=0.9', {}, 'en_US', 'Step 1 of 2'],
    ['en-GB,en;q=0.9', {}, 'en_GB', 'Step 1 of 2'],
    ['ar-EG,ar;q=0.9', {}, 'ar', 'الخطوة 1 من 2'],
    ['xx, de;q=0.5', {}, 'de', 'Schritt 1 von 2'],
    ['', {}, 'en_GB', 'Step 1 of 2'],
    // The client's own wish wins.
    ['ar', { language: 'fr_FR' }, 'fr', 'Étape 1 sur 2'],
  ])('show a reader of %s %j the words of %s', async (accepts, link, language, progress) => {
    const { browser } = await openRun(workflowIds.sample, link);
    const page = await browser.get('document-photo', { headers: { 'accept-language': accepts } });
    expect(optionsIn(page).language).toBe(language);
    expect(page.body).toContain(`<p class="progress">${progress}</p>`);
  });
});

describe('the token in a page', () => {
  it('is for its applicant and the pages of this service, and not for long', async () => {
    const { check, form } = await openForm();
    const { token } = optionsIn(await form.get('document'));
    const claims = claimsOf(token);
    expect(claims.payload).toMatchObject({ app: check.applicant_id, is_sandbox: true, ref: `${service.baseUrl}/*` });
    expect(claims.exp - claims.iat).toBe(30 * 60);
    const theirs = await service.story.applicant();
    expect((await sdkUpload(token, { ...passport, applicant_id: theirs })).status).toBe(422);
    const { status, body } = await sdkUpload(token, passport);
    expect(status).toBe(201);
    const { documents } = (await service.get(`/v3.6/documents?applicant_id=${check.applicant_id}`)).body;
    expect(documents.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    const elsewhere = await sdkUpload(token, passport, { origin: 'https://evil.example.com' });
    expect([elsewhere.status, elsewhere.body.error.type]).toEqual([401, 'bad_referrer']);
    // These pages send no `Referer`, and browsers send no `Origin` when a page reads from its own origin.
    const reading = async (headers: Record<string, string>) => {
      const call = { token: null, headers: { authorization: `Bearer ${token}`, ...headers } };
      return (await service.get('/v3.6/step_ups', call)).status;
    };
    expect(await reading({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    for (const site of ['same-site', 'cross-site', 'none']) expect(await reading({ 'sec-fetch-site': site })).toBe(401);
    const named = { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example.com' };
    expect([await reading({}), await reading(named)]).toEqual([401, 401]);
    const asApi = await service.get(`/v3.6/applicants/${check.applicant_id}`, {
      token: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asApi.status).toBe(401);
    service.clock.advance(30 * MINUTE_MS);
    const late = await sdkUpload(token, passport);
    expect([late.status, late.body.error.type]).toEqual([401, 'expired_token']);
    expect((await sdkUpload(optionsIn(await form.get('document')).token, passport)).status).toBe(201);
  });

  it('is on no page that is not asked for, and on none of a form that has ended', async () => {
    const { form } = await openForm(['watchlist_standard']);
    for (const path of ['document', 'proof', 'photo']) expect(form.ledTo(await form.get(path))).toBe('');
    const ended = await openForm(['document']);
    await ended.form.post('details', agree);
    const { token } = optionsIn(await ended.form.get('document'));
    await sdkUpload(token, passport);
    expect(ended.form.ledTo(await ended.form.post('document/captured', { media: 'x' }))).toBe('check');
    expect(ended.form.ledTo(await ended.form.post('check'))).toBe('sent');
    const { reports } = (await service.get(`/v3.6/reports?check_id=${ended.check.id}`)).body;
    expect(reports[0].documents).toHaveLength(1);

    expect(ended.form.ledTo(await ended.form.get('document'))).toBe('');
    expect(ended.form.ledTo(await ended.form.post('document/captured'))).toBe('');
    // The SDK token keeps its permissions, and it changes no sent data.
    expect((await sdkUpload(token, passport)).status).toBe(201);
    await service.settle();
    const after = (await service.get(`/v3.6/reports?check_id=${ended.check.id}`)).body.reports;
    expect(after[0].documents).toEqual(reports[0].documents);
    await service.del(`/v3.6/applicants/${ended.check.applicant_id}`);
    expect((await sdkUpload(token, passport)).status).toBe(410);
  });
});

describe('the token in a page of a workflow run', () => {
  it('is for that run, and ends with it', async () => {
    const { run, browser } = await openRun(workflowIds.sample);
    const other = await service.run(workflowIds.sample, { applicant_id: run.applicant_id });
    const { token } = optionsIn(await browser.get('document-photo'));
    const claims = claimsOf(token);
    expect([claims.sub, claims.payload.app, claims.exp - claims.iat]).toEqual([run.id, run.applicant_id, 30 * 60]);
    const ask = async ({ id }: { id: string }) => {
      const headers = { authorization: `Bearer ${token}`, origin: service.baseUrl };
      return (await service.get(`/v3.6/sdk/workflow_runs/${id}`, { token: null, headers })).status;
    };
    expect([await ask(run), await ask(other)]).toEqual([200, 404]);
    expect((await sdkUpload(token, passport)).status).toBe(201);
    await browser.upload('document-photo/front?type=passport&issuing_country=GBR');
    await browser.upload('face-photo');
    await service.settle();
    expect((await service.again(run)).status).toBe('approved');
    const late = await sdkUpload(token, passport);
    expect([late.status, late.body.error.message]).toEqual([
      401,
      'Authorization error: the workflow run of this token has ended',
    ]);
  });
});

describe('what the SDK has captured', () => {
  it('answers the questions of a form as what is uploaded there does', async () => {
    const { form } = await openForm();
    await form.post('details', typed);
    const { token } = optionsIn(await form.get('document'));
    const licence = { type: 'driving_licence', issuing_country: 'FRA' };
    // Nothing was captured, whatever a page says.
    expect(form.ledTo(await form.post('document/captured', { media: 'nonsense' }))).toBe('document');
    await sdkUpload(token, { ...licence, side: 'front' });
    expect(form.ledTo(await form.post('document/captured'))).toBe('document/back');
    // An applicant who reloads in between may keep the front, and take the back alone.
    const between = (await form.get('document')).body;
    expect(between).toContain('<strong>Already uploaded:</strong> front.png. A new upload replaces it.');
    expect(between).toContain(`href="${form.root}/document/back">Keep it and continue</a>`);
    await sdkUpload(token, { ...licence, side: 'back' });
    expect(form.ledTo(await form.post('document/captured'))).toBe('proof');
    await sdkUpload(token, { type: 'utility_bill', side: 'front', issuing_country: 'GBR' });
    expect(form.ledTo(await form.post('proof/captured'))).toBe('photo');
  });

  it('completes the task that its page was opened for, once', async () => {
    const { run, browser } = await openRun(workflowIds.sample);
    const page = await browser.get('document-photo');
    const { token } = optionsIn(page);
    const task = /name="task" value="([^"]+)"/.exec(page.body)?.[1] as string;
    const { id } = (await sdkUpload(token, passport)).body;
    const theirs = await service.story.document(await service.story.applicant());
    for (const media of ['', theirs, `${id} ${theirs}`]) {
      expect(browser.ledTo(await browser.post('document-photo/captured', { task, media }))).toBe('document-photo?file');
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.post('document-photo/captured', { task, media: id })),
    );
    expect(answers.map((answer) => browser.ledTo(answer))).toContain('face-photo');
    // A tab that was left open is redirected, and doesn't complete the step that is due now.
    expect(browser.ledTo(await browser.post('document-photo/captured', { task, media: id }))).toBe('face-photo');
    expect(browser.ledTo(await browser.post('face-photo/captured', { task, media: id }))).toBe('face-photo');
    expect((await service.open(run)).task_def_id).toBe('face_photo');
    const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
    const done = (await service.get(`${service.at}/${run.id}/tasks/${task}`)).body;
    expect([tasks.length, done.output]).toEqual([3, [{ id, type: 'document' }]]);
  });

  it('leads to where the client wants its applicant to go in the end', async () => {
    const { browser } = await openRun(workflowIds.videos, { completed_redirect_url: 'https://client.example/done' });
    const page = await browser.get('face-video');
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://client.example;");
    expect(page.body).toContain('data-films=""');
  });
});
