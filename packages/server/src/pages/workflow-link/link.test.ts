import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { DAY_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf, receivedOn, titleOf } from '../form/testing/form.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({
    settings: { sandboxDelay: '1000' },
    account: { privacy_notice_url: 'https://alice.example/privacy' },
  });
});
afterAll(() => service.close());

const agree = { 'consents.privacy_notices_read': 'yes' };

async function work() {
  service.clock.advance(1000);
  await service.settle();
}

/** A run of a workflow, and the browser that has its link open. */
async function opened(workflow: string, body: { applicant_id?: string; link?: object } = {}) {
  const run = await service.run(workflow, body);
  return { run, browser: browserOf(service, run.link.url) };
}

describe('the page of a run', () => {
  it('leads an applicant from the first step to the end', async () => {
    const applicant_id = await service.story.applicant({ first_name: 'Hidden', location: undefined });
    const { run, browser } = await opened(workflowIds.profile, { applicant_id });
    const first = await browser.get();
    expect(first.status).toBe(200);
    expect(first.body).toContain('Alice Ltd asks you to verify your identity');
    expect(first.body).toContain('<ol><li>your details</li><li>a photo of your passport');
    // Any holder of the link sees the page, so it shows no name.
    expect(first.body).not.toContain('Hidden');

    const unsure = await browser.post('');
    expect([unsure.status, unsure.body.includes('Confirm that you have read the privacy notice')]).toEqual([422, true]);
    expect(browser.ledTo(await browser.post('', agree))).toBe('profile-data');
    const { body: applicant } = await service.get(`/v3.6/applicants/${applicant_id}`);
    expect(applicant.location).toEqual({ ip_address: '127.0.0.1', country_of_residence: null });

    const page = (await browser.get('profile-data')).body;
    expect(page).toContain('Step 1 of 4');
    expect(page).toContain('<label for="first_name">First name</label>');
    const blank = await browser.post('profile-data', {
      first_name: ' ',
      'dob-day': '31',
      'dob-month': '2',
      'dob-year': '1990',
      'address.town': 'London',
    });
    expect(blank.status).toBe(422);
    const errors = [...blank.body.matchAll(/<li><a href="#([^"]+)">([^<]+)<\/a>/g)].map(([, id, words]) => [id, words]);
    expect(errors).toEqual([
      ['first_name', 'Enter your first name'],
      ['last_name', 'Enter your last name'],
      ['country_residence', 'Choose the country where you live'],
      ['dob', 'Date of birth must be a real date, such as 31 3 1980'],
      ['address.country', 'Choose the country of your address'],
      ['address.postcode', 'Enter your postcode'],
    ]);
    const profile = {
      first_name: ' Grace  Brewster ',
      last_name: 'Hopper',
      country_residence: 'GBR',
      nationality: 'USA',
    };
    expect(browser.ledTo(await browser.post('profile-data', profile))).toBe('document-photo');
    const { output } = await service.again(run);
    expect(output.profile).toEqual({
      first_name: 'Grace Brewster',
      last_name: 'Hopper',
      country_residence: 'GBR',
      nationality: 'USA',
      dob: null,
      email: null,
      phone_number: null,
      phone_number_consent_granted: null,
      address: null,
    });

    const missing = await browser.post('document-photo', { type: 'passport' });
    expect([missing.status, missing.body.includes('Choose the country that issued the document')]).toEqual([422, true]);
    const licence = { type: 'driving_licence', issuing_country: 'GBR' };
    const front = browser.ledTo(await browser.post('document-photo', licence));
    expect(front).toBe('document-photo/front?type=driving_licence&issuing_country=GBR');
    expect((await browser.get(front)).body).toContain('Front of your document');
    const none = await browser.upload(front, { bytes: Buffer.alloc(0) });
    expect([none.status, none.body.includes('Choose a file')]).toEqual([422, true]);
    const back = browser.ledTo(await browser.upload(front));
    expect(back).toMatch(/^document-photo\/back\?type=driving_licence&issuing_country=GBR&front=[0-9a-f-]{36}$/);
    expect(browser.ledTo(await browser.upload(back))).toBe('proof-of-address');
    const proof = browser.ledTo(
      await browser.post('proof-of-address', { type: 'utility_bill', issuing_country: 'GBR' }),
    );
    expect(browser.ledTo(await browser.upload(proof))).toBe('face-photo');
    expect((await browser.get()).body).toContain('<li>a selfie</li>');
    expect((await browser.get()).body).toContain('your details <span class="quiet">(done)</span>');
    expect(browser.ledTo(await browser.upload('face-photo'))).toBe('');

    expect((await browser.get()).body).toContain(
      'Thank you. Alice Ltd has everything it needs. You can close this page.',
    );
    const sent = await browser.get();
    expect(sent.body).toContain(`Reference: ${run.applicant_id.slice(0, 13)}`);
    expect(receivedOn(sent)).toEqual(['Your details', 'Identity document', 'Proof of address', 'Selfie']);
    expect(sent.body).toContain('Alice Ltd will tell you the result. This can take a few minutes');
    const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
    const captured = (await service.get(`${service.at}/${run.id}/tasks/${tasks[2].id}`)).body.output;
    const sides = await Promise.all(
      captured.map(async ({ id }: { id: string }) => (await service.get(`/v3.6/documents/${id}`)).body.side),
    );
    expect(sides).toEqual(['front', 'back']);
    await work();
    expect((await service.again(run)).status).toBe('approved');
    const finished = await browser.get();
    expect(finished.body).toContain('<p>The check has finished. Alice Ltd will tell you the result.</p>');
    expect(receivedOn(finished)).toEqual(receivedOn(sent));
  });

  it('says nothing of how the run was decided', async () => {
    const ends = [];
    for (const last_name of ['Doe', 'Consider']) {
      const applicant_id = await service.story.applicant({ last_name });
      const { run, browser } = await opened(workflowIds.checkOnly, { applicant_id });
      await work();
      const shown = (await browser.get()).body.match(/<main.*<\/main>/s)?.[0];
      ends.push([(await service.again(run)).status, shown?.replace(applicant_id.slice(0, 13), 'REFERENCE')]);
    }
    expect(ends.map(([status]) => status)).toEqual(['approved', 'declined']);
    expect(ends[0]?.[1]).toContain('Reference: REFERENCE');
    expect(ends[0]?.[1]).toBe(ends[1]?.[1]);
  });

  it('redirects to the addresses of its client, at the end and at expiry', async () => {
    const link = {
      completed_redirect_url: 'https://client.example/done?x=1',
      expired_redirect_url: 'https://client.example/late',
    };
    const { run, browser } = await opened(workflowIds.sample, { link });
    const page = await browser.get();
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://client.example;");
    await browser.post('', agree);
    await browser.upload('document-photo/front?type=passport&issuing_country=GBR');
    const done = await browser.upload('face-photo');
    expect([done.status, done.headers.location]).toEqual([303, link.completed_redirect_url]);
    expect((await browser.get()).body).toContain(
      'href="https://client.example/done?x=1">Continue to client.example</a>',
    );
    expect((await service.again(run)).status).toBe('processing');

    const own = await startWithWorkflows();
    const late = await own.run(workflowIds.sample, { link });
    const plain = await own.run(workflowIds.sample);
    own.clock.advance(35 * DAY_MS);
    const ended = await browserOf(own, late.link.url).get();
    expect([ended.status, ended.headers.location]).toEqual([303, link.expired_redirect_url]);
    const answer = await browserOf(own, plain.link.url).get();
    expect([answer.status, answer.body.includes('This link is no longer valid')]).toEqual([410, true]);
    expect(
      (await browserOf(own, plain.link.url).upload('document-photo/front?type=passport&issuing_country=GBR')).status,
    ).toBe(303);
    await own.close();
  });

  it('serves the step that is due and no other', async () => {
    const { run, browser } = await opened(workflowIds.sample);
    // Not even that before the consent.
    expect(browser.ledTo(await browser.get('document-photo'))).toBe('');
    await browser.post('', agree);
    expect((await browser.get('document-photo')).status).toBe(200);
    for (const path of ['face-photo', 'profile-data', 'proof-of-address', 'face-video']) {
      expect(browser.ledTo(await browser.get(path))).toBe('');
    }
    expect(browser.ledTo(await browser.upload('face-photo'))).toBe('');
    expect((await service.get(`/v3.6/live_photos?applicant_id=${run.applicant_id}`)).body.live_photos).toEqual([]);
    for (const path of [
      'document-photo/front',
      'document-photo/front?type=rock&issuing_country=GBR',
      'document-photo/back?type=passport&issuing_country=GBR',
    ]) {
      expect(browser.ledTo(await browser.get(path))).toBe('');
    }
    // A front that isn't the applicant's own makes no document.
    const strange = await service.story.document(await service.story.applicant());
    const mixed = await browser.upload(`document-photo/back?type=driving_licence&issuing_country=GBR&front=${strange}`);
    expect(mixed.status).toBe(422);
    expect((await service.open(run)).task_def_id).toBe('document_photo');
  });

  it('waits for the next step by itself, without a script too, for ten minutes', async () => {
    const applicant_id = await service.story.applicant({ first_name: 'Image Integrity - Face Detected' });
    const { browser } = await opened(workflowIds.repeatedFace, { applicant_id });
    await browser.post('', agree);
    await browser.upload('document-photo/front?type=passport&issuing_country=GBR');
    expect(browser.ledTo(await browser.upload('face-photo'))).toBe('');

    const reloadIn = (body: string) =>
      /<noscript><meta http-equiv="refresh" content="(\d+); url=([^"]+)"><\/noscript>/.exec(body)?.slice(1);
    const waiting = await browser.get();
    expect(titleOf(waiting)).toBe('We’re checking what you sent');
    expect(reloadIn(waiting.body)).toEqual(['3', `${browser.root}?wait=1`]);
    // A script asks for the page meanwhile: it comes from here, and so does what it asks.
    expect(waiting.body).toMatch(/<script type="module" src="\/sdk\/hosted\/[0-9a-f]{16}\.js"><\/script>/);
    expect(waiting.headers['content-security-policy']).toContain("script-src 'self'");
    expect(waiting.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(reloadIn((await browser.get('?wait=10')).body)).toEqual(['10', `${browser.root}?wait=11`]);
    const last = (await browser.get('?wait=67')).body;
    expect([reloadIn(last), last.includes('<script')]).toEqual([undefined, false]);
    expect(last).toContain(`<a class="button" href="${browser.root}">Check again</a>`);
    for (const odd of ['-1', 'x', '1.5', '']) {
      expect(reloadIn((await browser.get(`?wait=${odd}`)).body)).toEqual(['3', `${browser.root}?wait=1`]);
    }

    await work();
    const next = await browser.get('?wait=1');
    expect(titleOf(next)).toBe('Try again');
    expect([reloadIn(next.body), next.headers['content-security-policy']?.includes('connect-src')]).toEqual([
      undefined,
      false,
    ]);
  });

  it('continues for an applicant who presses twice, or in two tabs', async () => {
    const { run, browser } = await opened(workflowIds.profile);
    await browser.post('', agree);
    const profile = { first_name: 'Grace', last_name: 'Hopper', country_residence: 'GBR' };
    const twice = await Promise.all([1, 2, 3].map(() => browser.post('profile-data', profile)));
    // The last of them may find that no step asks for it any more.
    for (const path of twice.map(browser.ledTo)) expect(['document-photo', '']).toContain(path);
    const front = browser.ledTo(await browser.post('document-photo', { type: 'passport', issuing_country: 'GBR' }));
    const files = await Promise.all([1, 2, 3].map(() => browser.upload(front)));
    for (const path of files.map(browser.ledTo)) expect(['proof-of-address', '']).toContain(path);
    expect((await service.get(`${service.at}/${run.id}/tasks`)).body).toHaveLength(4);
    expect((await service.open(run)).task_def_id).toBe('proof_of_address');
  });

  it('says what it cannot do', async () => {
    const { browser } = await opened(workflowIds.videos);
    expect(browser.ledTo(await browser.post('', agree))).toBe('face-video');
    expect((await browser.get('face-video')).body).toContain('This browser can’t record video here');
    const client = await opened(workflowIds.client);
    expect(titleOf(await client.browser.get())).toBe('We’re checking what you sent');
    const applicant_id = await service.story.applicant({ location: undefined });
    const failed = await opened(workflowIds.sample, { applicant_id });
    await service.complete(failed.run, await service.open(failed.run), [
      { id: await service.story.document(applicant_id) },
    ]);
    await service.complete(failed.run, await service.open(failed.run), [
      { id: await service.story.livePhoto(applicant_id) },
    ]);
    expect((await failed.browser.get()).body).toContain('Ask Alice Ltd what to do');
  });

  it('opens by the secret in its address alone, which every run has of its own', async () => {
    const { run } = await opened(workflowIds.sample);
    const other = await service.run(workflowIds.sample);
    const secretOf = ({ link }: typeof run) => link.url.split('/').at(-1) as string;
    const secret = secretOf(run);
    expect(secret).toMatch(/^[\w-]{32}$/);
    const at = (...parts: readonly string[]) => browserOf(service, [`${service.baseUrl}/l`, ...parts].join('/'));
    expect((await at(run.id, secret).get()).status).toBe(200);
    for (const wrong of [secretOf(other), secret.slice(0, -1), `${secret}A`, secret.toLowerCase(), '-']) {
      const { status, body } = await at(run.id, wrong).get();
      expect([status, body.includes('Jane')], wrong).toEqual([404, false]);
    }
    // As links were before they had a secret.
    const old = await at(run.id).get();
    expect([old.status, old.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(old.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await at(run.id).post('', agree)).status).toBe(404);
    expect((await at(run.id, 'document-photo').get()).status).toBe(404);
    // The sandbox's runs are opened by sandbox secrets, the same ones after a restart.
    expect((await service.again(run)).link.url).toBe(run.link.url);
  });

  it('is shown to tokens that may write, and to no others', async () => {
    const { run } = await opened(workflowIds.sample);
    const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
    const { link } = await service.again(run, { token });
    expect(link).toEqual({
      completed_redirect_url: null,
      expired_redirect_url: null,
      expires_at: null,
      language: null,
    });
    const [listed] = (await service.get(`${service.at}?applicant_id=${run.applicant_id}`, { token })).body;
    expect([listed.id, 'url' in listed.link]).toEqual([run.id, false]);
    expect((await service.again(run)).link.url).toBe(run.link.url);
  });

  it('belongs to one run alone', async () => {
    const { run, browser } = await opened(workflowIds.sample);
    const nobody = '00000000-0000-4000-8000-000000000000';
    const unknown = await browserOf(service, run.link.url.replace(run.id, nobody)).get();
    expect([unknown.status, unknown.body.includes(run.id)]).toEqual([404, false]);
    const elsewhere = await browser.post('', agree, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(elsewhere.status).toBe(400);
    const { headers } = await browser.get();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
    await service.del(`/v3.6/applicants/${run.applicant_id}`);
    expect((await browser.get()).status).toBe(410);
    service.clock.advance(20 * DAY_MS);
    await service.settle();
    expect((await browser.get()).status).toBe(410);
  });
});
