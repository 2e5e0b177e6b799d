import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf } from '../../pages/form/testing/form.ts';
import { parseWorkflow } from '../../workflows/parse.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { signedIn } from '../dashboard/testing/browser.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

interface Mail {
  readonly id: string;
  readonly applicant_id: string;
  readonly to: string;
}

const operator = (method: 'GET' | 'POST' | 'PATCH', path: string, json?: object) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json && { json }),
  });

async function mailsTo(applicant: string): Promise<Mail[]> {
  const { body } = await operator('GET', '/mails');
  return body.mails.filter(({ applicant_id }: Mail) => applicant_id === applicant);
}

/** Completes a run with notices for an applicant. */
async function finish(email: object) {
  const applicant_id = await service.story.applicant(email);
  const run = await service.run(workflowIds.notices, {
    applicant_id,
    custom_data: { plan: '<b>full</b>\r\nBcc: a@b.example' },
  });
  expect((await service.complete(run, await service.open(run), { first_name: 'Ann' })).status).toBe(200);
  for (let round = 0; round < 3; round += 1) {
    service.clock.advance(1000);
    await service.settle();
  }
  return { run, mails: await mailsTo(applicant_id) };
}

it('sends the applicant and the addresses of the file one mail each', async () => {
  const { run, mails } = await finish({ email: 'ann@example.com' });
  expect(await service.again(run)).toMatchObject({ status: 'approved', output: { team: { mails: 2 } } });
  expect(mails.map(({ to }) => to).sort()).toEqual(['ann@example.com', 'lead@example.com', 'team@example.com']);
  const first = mails.find(({ to }) => to === 'ann@example.com');
  const { body } = await operator('GET', `/accounts/${service.account.id}/mails/${first?.id}`);
  expect(body).toMatchObject({
    check_id: null,
    kind: 'applicant_notice',
    state: 'kept',
    subject: 'Welcome, Ann',
    text: 'Your plan is <b>full</b>  Bcc: a@b.example.\n',
  });
  expect(body.html).toContain('Your plan is &lt;b&gt;full&lt;/b&gt;  Bcc: a@b.example.');
  expect((await operator('GET', `/accounts/${service.other.id}/mails/${first?.id}`)).status).toBe(404);
  const path = `/accounts/${service.account.id}/applicants/${run.applicant_id}/erase`;
  expect((await operator('POST', path, { environment: 'sandbox', force: true })).status).toBe(200);
  expect(await mailsTo(run.applicant_id)).toEqual([]);
});

it('sends nothing to an applicant without an address, and continues', async () => {
  const { run, mails } = await finish({});
  expect((await service.again(run)).status).toBe('approved');
  expect(mails.map(({ to }) => to).sort()).toEqual(['lead@example.com', 'team@example.com']);
});

it('sends a role one mail for each member who has signed in, of its own account', async () => {
  const [rita, rob] = [await signedIn(service, 'reviewer'), await signedIn(service, 'reviewer')];
  await signedIn(service, 'auditor');
  await signedIn(service, 'reviewer', { account: service.other.id });
  const invited = { email: 'invited@example.com', name: 'Ivy', role: 'reviewer' };
  expect((await operator('POST', `/accounts/${service.account.id}/members`, invited)).status).toBe(201);
  const noticed = async () => {
    const run = await service.run(workflowIds.teamNotice, { custom_data: { plan: 'full' } });
    service.clock.advance(1000);
    await service.settle();
    expect(await service.again(run)).toMatchObject({ status: 'approved' });
    return (await mailsTo(run.applicant_id)).map(({ to }) => to).sort();
  };
  expect(await noticed()).toEqual([rita.email, rob.email].sort());
  expect((await operator('PATCH', `/members/${rob.id}`, { disabled: true })).status).toBe(204);
  expect(await noticed()).toEqual([rita.email]);
});

describe('a notice with words in several languages', () => {
  interface Told {
    readonly link?: object;
    /** `Accept-Language` of the browser that begins the pages of the run; none begins where it is absent. */
    readonly reader?: string;
    readonly token?: string;
  }

  /** Subject and first line of the HTML of the mail that an applicant gets. */
  async function notice({ link, reader, token }: Told, id = service.account.id) {
    const call = token === undefined ? {} : { token };
    const applicant_id = await service.story.applicant({ email: 'ann@example.com' }, call);
    const more = link === undefined ? {} : { link };
    const run = await service.run(workflowIds.translatedNotice, { applicant_id, ...more }, call);
    if (reader !== undefined) {
      const headers = { 'accept-language': reader };
      const begun = await browserOf(service, run.link.url).post('', {}, { headers });
      expect(begun.status).toBe(303);
    }
    const task = await service.open(run, call);
    expect((await service.complete(run, task, { first_name: 'Ann' }, call)).status).toBe(200);
    for (let round = 0; round < 2; round += 1) {
      service.clock.advance(1000);
      await service.settle();
    }
    const [mail] = await mailsTo(applicant_id);
    const { body } = await operator('GET', `/accounts/${id}/mails/${mail?.id}`);
    return [body.subject, /<html[^>]*>/.exec(body.html)?.[0]];
  }

  const german = ['Willkommen, Ann', '<html lang="de">'];
  const own = ['Welcome, Ann', '<html>'];

  it('is in the language of the link, else of the page that the applicant began, else in the words of the file', async () => {
    expect(await notice({ link: { language: 'de_DE' } })).toEqual(german);
    expect(await notice({ link: { language: 'he' } })).toEqual(['שלום Ann', '<html lang="he" dir="rtl">']);
    expect(await notice({ link: { language: 'fr' }, reader: 'de' })).toEqual(own);
    expect(await notice({ reader: 'de-AT, en;q=0.5' })).toEqual(german);
    expect(await notice({ reader: 'en' })).toEqual(own);
    expect(await notice({})).toEqual(own);
    // The other environment, and another account with a language of its own.
    expect(await notice({ reader: 'de', token: service.liveToken })).toEqual(german);
    const bob = await service.makeAccount('Bob GmbH', { applicant_language: 'de' });
    expect(await notice({ token: bob.sandboxToken }, bob.id)).toEqual(german);
    expect(await notice({ reader: 'en', token: bob.sandboxToken }, bob.id)).toEqual(own);
  });

  it('shows the language of the pages to no client', async () => {
    const applicant_id = await service.story.applicant();
    const run = await service.run(workflowIds.translatedNotice, { applicant_id });
    await browserOf(service, run.link.url).post('', {}, { headers: { 'accept-language': 'de' } });
    const { body } = await service.get(`/v3.6/applicants/${applicant_id}`);
    expect(body).not.toHaveProperty('language');
    const change = await service.put(`/v3.6/applicants/${applicant_id}`, { language: 'fr' });
    expect([change.status, 'language' in change.body]).toEqual([200, false]);
  });

  it('is refused for others than the applicant, for unknown languages and for wrong values', () => {
    const file = `id: ${workflowIds.notices}
version: 1
name: Wrong
steps:
  - {task: notify, name: team, to: {role: reviewer}, subject: A, text: A, translations: {de: {subject: B, text: B}}}
  - {task: notify, to: applicant, subject: A, text: A, translations: {xx: {}, de: {subject: '{nobody.name}', text: B, more: C}}}
decide: [{outcome: approve}]
`;
    expect(() => parseWorkflow(file, 'w.yaml')).toThrow(
      /steps\[0\]\.translations: is for mail to the applicant only[\s\S]*steps\[1\]\.translations\.xx: is unknown[\s\S]*steps\[1\]\.translations\.de\.more: is unknown/,
    );
  });
});

describe('a notice whose mail is queued is complete, whatever ends its run', () => {
  /** The tasks of a run that has ended: which are complete, by name. */
  const tasksOf = async (run: { id: string }) => {
    const { body } = await service.get(`${service.at}/${run.id}/tasks`);
    const tasks = await Promise.all(
      body.map(async ({ id }: { id: string }) => (await service.get(`${service.at}/${run.id}/tasks/${id}`)).body),
    );
    return Object.fromEntries(tasks.map(({ task_def_id, output }) => [task_def_id, output]));
  };

  it('when a signature of another way fails first', async () => {
    const run = await service.run(workflowIds.noticeBesideSignature);
    expect(await tasksOf(run)).toMatchObject({ notify: null });
    service.clock.advance(1000);
    await service.settle();
    const error = { type: 'signature_failed', message: 'The applicant has no signing document' };
    expect(await service.again(run)).toMatchObject({ status: 'error', error, output: { team: { mails: 1 } } });
    // The work that had not been done stays open.
    expect(await tasksOf(run)).toEqual({
      start: expect.anything(),
      advanced_electronic_signature: null,
      notify: { mails: 1 },
      profile_data: null,
    });
    expect((await mailsTo(run.applicant_id)).map(({ to }) => to)).toEqual(['team@example.com']);
    expect((await service.get(`${service.at}/${run.id}/tasks`, { token: service.other.sandboxToken })).status).toBe(
      404,
    );
    expect((await service.get(`${service.at}/${run.id}/tasks`, { token: service.liveToken })).status).toBe(404);
  });

  it('when another way ends the run before its job', async () => {
    const run = await service.run(workflowIds.noticeBesideEnd);
    const { body } = await service.get(`${service.at}/${run.id}/tasks`);
    const profile = body.find(({ task_def_id }: { task_def_id: string }) => task_def_id === 'profile_data');
    expect((await service.complete(run, profile, { first_name: 'Ann' })).status).toBe(200);
    expect(await service.again(run)).toMatchObject({ status: 'declined', output: { team: { mails: 1 } } });
    expect(await tasksOf(run)).toMatchObject({ notify: { mails: 1 } });
    service.clock.advance(1000);
    await service.settle();
    expect(await mailsTo(run.applicant_id)).toHaveLength(1);
  });
});

it('refuses a notice whose addresses, subject or values are wrong', () => {
  const file = `id: ${workflowIds.notices}
version: 1
name: Wrong
steps:
  - {task: notify, name: team, to: {role: owner}, subject: Hello, text: Hello}
  - {task: notify, to: [nobody], subject: "a\\nb", text: 'Hello {profile_data.first_name}'}
decide: [{outcome: approve}]
`;
  expect(() => parseWorkflow(file, 'w.yaml')).toThrow(
    /steps\[0\]\.to\.role: must be one of admin, [\s\S]*6:25 steps\[1\]\.to\[0\]: must be an e-mail address[\s\S]*steps\[1\]\.subject: must be one line[\s\S]*steps\[1\]\.text: must begin with the name of a step/,
  );
});
