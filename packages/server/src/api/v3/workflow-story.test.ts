import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { verify } from '../../webhooks/signature.ts';
import { startReceiver } from '../../webhooks/testing/receiver.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, timeOf, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

/** Applicant data that a live identity report needs. */
const known = {
  dob: '1990-01-31',
  address: { street: 'High Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
};

const everyRun = query()((db) => db.selectFrom('workflow_runs').select('applicant_id'));

async function work() {
  service.clock.advance(1000);
  await service.settle();
}

/** Takes a run of the sample workflow to its check, as a capture SDK does. */
async function captured(lastName: string, more: object = {}) {
  const applicant_id = await service.story.applicant({ last_name: lastName });
  const run = await service.run(workflowIds.sample, { applicant_id, ...more });
  const sdk = service.sdkOf(run);
  const document = await service.story.document(applicant_id, {}, sdk);
  await service.complete(run, await service.open(run), [{ id: document }], sdk);
  const photo = await service.story.livePhoto(applicant_id, sdk);
  await service.complete(run, await service.open(run), [{ id: photo }], sdk);
  return { run, sdk, document, photo };
}

describe('a run from its start to its end', () => {
  it('captures, checks and approves; the webhook receives each step', async () => {
    const receiver = await startReceiver();
    const events = ['workflow_run.completed', 'workflow_task.started', 'workflow_task.completed', 'check.completed'];
    const { body: webhook } = await service.post('/v3.6/webhooks', { url: receiver.url, events });
    const { run, sdk, document } = await captured('Doe', { tags: ['gold'] });

    const ask = () => service.get(`/v3.6/sdk/workflow_runs/${run.id}`, sdk);
    expect((await ask()).body).toEqual({
      id: run.id,
      status: 'complete',
      language: null,
      biometrics: null,
      task: null,
    });
    expect(await service.again(run)).toMatchObject({ status: 'processing', output: null });
    const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
    expect(tasks.map((task: { task_def_id: string }) => task.task_def_id)).toEqual([
      'start',
      'document_photo',
      'face_photo',
      'document_check',
    ]);
    expect(tasks[1].id).toMatch(/^document_photo_[0-9a-f]{5}$/);
    const check = async () => (await service.get(`${service.at}/${run.id}/tasks/${tasks[3].id}`)).body;
    const begun = await check();
    expect([begun.input.report_names, begun.output]).toEqual([['document', 'facial_similarity_photo'], null]);
    const made = (await service.get(`/v3.6/checks/${begun.input.check_id}`)).body;
    expect([made.status, made.tags, made.applicant_id]).toEqual(['in_progress', ['gold'], run.applicant_id]);
    const { reports } = (await service.get(`/v3.6/reports?check_id=${made.id}`)).body;
    expect(reports[1].documents).toEqual([{ id: document }]);

    await work();
    const done = await service.again(run);
    const result = {
      check_id: made.id,
      status: 'complete',
      result: 'clear',
      reports: [
        { id: made.report_ids[1], name: 'document', result: 'clear', sub_result: 'clear' },
        { id: made.report_ids[0], name: 'facial_similarity_photo', result: 'clear', sub_result: null },
      ],
    };
    expect(done).toEqual({
      ...run,
      status: 'approved',
      output: { check: result },
      updated_at: timeOf(service),
    });
    expect((await check()).output).toEqual(result);
    expect((await ask()).body).toEqual({
      id: run.id,
      status: 'complete',
      language: null,
      biometrics: null,
      task: null,
    });

    await service.settle();
    const payloads = receiver.received.map(({ body }) => JSON.parse(body.toString()).payload);
    expect(payloads.map(({ action, object }) => `${action} ${object.task_def_id ?? object.status}`).sort()).toEqual(
      [
        'check.completed complete',
        'workflow_run.completed approved',
        ...['document_photo', 'face_photo', 'document_check'].flatMap((name) => [
          `workflow_task.started ${name}`,
          `workflow_task.completed ${name}`,
        ]),
      ].sort(),
    );
    const href = `${service.baseUrl}/v3.6/workflow_runs/${run.id}`;
    expect(payloads.find(({ action }) => action === 'workflow_run.completed')).toEqual({
      resource_type: 'workflow_run',
      action: 'workflow_run.completed',
      object: { id: run.id, status: 'approved', completed_at_iso8601: timeOf(service), href },
      resource: {
        id: run.id,
        applicant_id: run.applicant_id,
        workflow_id: workflowIds.sample,
        workflow_version_id: 1,
        dashboard_url: run.dashboard_url,
        status: 'approved',
        created_at: run.created_at,
        updated_at: timeOf(service),
      },
    });
    const task = tasks[1];
    const names = { id: task.id, task_spec_id: task.id, task_def_id: 'document_photo', workflow_run_id: run.id };
    expect(payloads.find(({ object }) => object.id === task.id && object.status === 'started')).toEqual({
      resource_type: 'workflow_task',
      action: 'workflow_task.started',
      object: { ...names, status: 'started', started_at_iso8601: run.created_at, href: `${href}/tasks/${task.id}` },
      resource: { ...task, updated_at: task.created_at, input: {}, output: null },
    });
    expect(payloads.find(({ object }) => object.id === task.id && object.status === 'completed')).toEqual({
      resource_type: 'workflow_task',
      action: 'workflow_task.completed',
      object: { ...names, status: 'completed', completed_at_iso8601: run.created_at, href: `${href}/tasks/${task.id}` },
      resource: task,
    });
    const [one] = receiver.received;
    expect(verify(webhook.token, one!.body, String(one!.headers['x-sha2-signature']))).toBe(true);
    await service.del(`/v3.6/webhooks/${webhook.id}`);
    await receiver.close();
  });

  it.each([
    ['rejected', 'declined', ['The document cannot be accepted']],
    ['Consider', 'review', []],
  ])('ends by the first rule that holds: %s is %s', async (lastName, status, reasons) => {
    const { run } = await captured(lastName);
    await work();
    expect(await service.again(run)).toMatchObject({ status, reasons });
  });

  it('takes a profile through the rules of applicants, and shows it', async () => {
    const run = await service.run(workflowIds.profile);
    const task = await service.open(run);
    expect(task.id).toMatch(/^profile_[0-9a-f]{5}$/);
    const profile = {
      first_name: 'Grace',
      last_name: 'Hopper',
      dob: '1906-12-09',
      email: 'grace@example.com',
      phone_number: '+447700900123',
      phone_number_consent_granted: true,
      nationality: 'USA',
      country_residence: 'GBR',
      address: {
        country: 'GBR',
        line1: '1 High Street',
        line2: null,
        line3: null,
        town: 'London',
        postcode: 'SW4 6EH',
      },
    };
    // Words of its own, which would stand in the evidence.
    const more = { ...profile, shoe_size: 38, address: { ...profile.address, result: 'clear', notes: [[['x']]] } };
    expect(outcome(await service.complete(run, task, more))).toEqual({ status: 200, body: {} });
    expect((await service.get(`${service.at}/${run.id}/tasks/${task.id}`)).body).toMatchObject({
      input: { required: ['first_name', 'last_name', 'country_residence'] },
      output: profile,
    });
    expect((await service.again(run)).output).toEqual({ profile });
    expect((await service.open(run)).task_def_id).toBe('document_photo');
    const { body: applicant } = await service.get(`/v3.6/applicants/${run.applicant_id}`);
    const { first_name, dob, phone_number, location, address } = applicant;
    expect({ first_name, dob, phone_number, location, town: address.town, line1: address.line1 }).toEqual({
      first_name: 'Grace',
      dob: '1906-12-09',
      phone_number: '+447700900123',
      location: { ip_address: null, country_of_residence: 'GBR' },
      town: 'London',
      line1: '1 High Street',
    });
    const { body: consents } = await service.get(`/v3.6/applicants/${run.applicant_id}/consents`);
    expect(consents).toEqual([{ name: 'phone_number_verification', granted: true, granted_at: timeOf(service) }]);
  });

  it('refuses a profile that breaks the rules, whole', async () => {
    const run = await service.run(workflowIds.profile);
    const task = await service.open(run);
    const wrong = {
      first_name: '<b>',
      last_name: '',
      dob: '2027-01-01',
      nationality: 'Mars',
      country_residence: 'XXX',
    };
    expect(outcome(await service.complete(run, task, wrong))).toEqual(
      validationError({
        data: [
          {
            first_name: [expect.any(String)],
            last_name: ["can't be blank"],
            dob: ["can't be in the future"],
            nationality: ['is not included in the list'],
            country_residence: ['is not included in the list'],
          },
        ],
      }),
    );
    expect(outcome(await service.complete(run, task, []))).toEqual(validationError({ data: ['must be an object'] }));
    expect((await service.get(`/v3.6/applicants/${run.applicant_id}`)).body.first_name).toBe('Jane');
    expect((await service.open(run)).id).toBe(task.id);
  });

  it('waits for its client where the workflow says so', async () => {
    const run = await service.run(workflowIds.client);
    expect(run.status).toBe('awaiting_client_input');
    const task = await service.open(run);
    const applicant = await service.complete(run, task, { first_name: 'Eve' }, service.sdkOf(run));
    expect(outcome(applicant)).toEqual(validationError({ task_id: ['must be completed by the client'] }));
    expect((await service.complete(run, task, { first_name: 'Ann' })).status).toBe(200);
    expect((await service.again(run)).status).toBe('review');
  });

  it('checks at once where nothing is asked for', async () => {
    const applicant_id = await service.story.applicant({ last_name: 'Consider' });
    const run = await service.run(workflowIds.checkOnly, { applicant_id });
    expect(run.status).toBe('processing');
    await work();
    expect((await service.again(run)).status).toBe('declined');
  });

  it('is an error when its check cannot be made, or is withdrawn', async () => {
    const applicant_id = await service.story.applicant({ location: undefined });
    const run = await service.run(workflowIds.sample, { applicant_id });
    await service.complete(run, await service.open(run), [{ id: await service.story.document(applicant_id) }]);
    const photo = await service.story.livePhoto(applicant_id);
    expect((await service.complete(run, await service.open(run), [{ id: photo }])).status).toBe(200);
    expect(await service.again(run)).toMatchObject({
      status: 'error',
      error: {
        type: 'missing_applicant_location',
        message: 'The location of the applicant must be provided before the check is created',
      },
    });

    const other = await service.run(workflowIds.checkOnly);
    const { input } = (await service.get(`${service.at}/${other.id}/tasks/${(await service.open(other)).id}`)).body;
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    const path = `/operator/v1/accounts/${service.account.id}/checks/${input.check_id}/withdraw`;
    expect(
      (await service.call('POST', path, { token: null, headers, json: { environment: 'sandbox' } })).status,
    ).toBeLessThan(300);
    await service.settle();
    expect(await service.again(other)).toMatchObject({ status: 'error', error: { type: 'check_withdrawn' } });
  });
});

describe('where an applicant is', () => {
  const locationOf = async (id: string) => (await service.get(`/v3.6/applicants/${id}`)).body.location;

  it('is sent by the capture SDK that completes a task, so that a check can be made', async () => {
    const applicant_id = await service.story.applicant({ location: undefined });
    const run = await service.run(workflowIds.sample, { applicant_id });
    const sdk = service.sdkOf(run);
    const document = await service.story.document(applicant_id, {}, sdk);
    expect(await locationOf(applicant_id)).toBeNull();
    await service.complete(run, await service.open(run), [{ id: document }], sdk);
    expect(await locationOf(applicant_id)).toEqual({ ip_address: '127.0.0.1', country_of_residence: null });
    const photo = await service.story.livePhoto(applicant_id, sdk);
    await service.complete(run, await service.open(run), [{ id: photo }], sdk);
    await work();
    expect((await service.again(run)).status).toBe('approved');
  });

  it('stays as its client has sent it, and is not where the client is', async () => {
    const given = { ip_address: '203.0.113.7', country_of_residence: 'FRA' };
    const applicant_id = await service.story.applicant({ location: given });
    const run = await service.run(workflowIds.profile, { applicant_id });
    const profile = { first_name: 'Ann', last_name: 'Lee', country_residence: 'GBR' };
    await service.complete(run, await service.open(run), profile, service.sdkOf(run));
    expect(await locationOf(applicant_id)).toEqual({ ...given, country_of_residence: 'GBR' });

    const other = await service.story.applicant({ location: undefined });
    const byClient = await service.run(workflowIds.sample, { applicant_id: other });
    await service.complete(byClient, await service.open(byClient), [{ id: await service.story.document(other) }]);
    expect(await locationOf(other)).toBeNull();
  });
});

describe('a live run', () => {
  const live = () => ({ token: service.liveToken });
  const operate = (path: string, json: object) => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    return service.call('POST', `/operator/v1/accounts/${service.account.id}${path}`, { token: null, headers, json });
  };

  it.each([
    ['clear', 'approved'],
    ['consider', 'declined'],
  ])('waits for the person who decides its report: %s is %s', async (result, status) => {
    const applicant_id = await service.story.applicant(known, live());
    const run = await service.run(workflowIds.checkOnly, { applicant_id }, live());
    await service.settle();
    expect((await service.again(run, live())).status).toBe('processing');
    const task = await service.open(run, live());
    const { input } = (await service.get(`${service.at}/${run.id}/tasks/${task.id}`, live())).body;
    const decided = await operate(`/reports/${input.report_ids[0]}/decide`, { result, note: 'Looked at it' });
    expect(decided.status).toBe(200);
    await service.settle();
    expect((await service.again(run, live())).status).toBe(status);
  });
});

describe('a task', () => {
  it('is completed once, with media of its applicant and kind', async () => {
    const run = await service.run(workflowIds.sample);
    const task = await service.open(run);
    const photo = await service.story.livePhoto(run.applicant_id);
    const strange = await service.story.document(await service.story.applicant());
    const kind = validationError({ data: ["must contain ids of the applicant's media of the kind document_photo"] });
    expect(outcome(await service.complete(run, task, [{ id: photo }]))).toEqual(kind);
    expect(outcome(await service.complete(run, task, [{ id: strange }]))).toEqual(kind);
    for (const data of [[], {}, [null], [{}]]) expect((await service.complete(run, task, data)).status).toBe(422);
    const front = await service.story.document(run.applicant_id, { type: 'driving_licence', side: 'front' });
    const back = await service.story.document(run.applicant_id, { type: 'driving_licence', side: 'back' });
    expect((await service.complete(run, task, [{ id: front }, { id: back }])).status).toBe(200);
    expect((await service.get(`${service.at}/${run.id}/tasks/${task.id}`)).body.output).toEqual([
      { id: front, type: 'document' },
      { id: back, type: 'document' },
    ]);
    const twice = await service.complete(run, task, [{ id: front }]);
    expect(outcome(twice)).toEqual(validationError({ task_id: ['is already completed'] }));
    const start = await service.complete(run, { id: 'start' }, {});
    expect(outcome(start)).toEqual(validationError({ task_id: ['is completed by the service'] }));
    const unknown = await service.complete(run, { id: 'document_photo_00000' }, []);
    expect(outcome(unknown)).toEqual(notFound('Task', 'document_photo_00000'));
    expect((await service.post(`${service.at}/${run.id}/tasks/${task.id}/complete`, {})).status).toBe(422);
  });

  it('takes a proof of address only from what proves one', async () => {
    const run = await service.run(workflowIds.profile);
    const names = { first_name: 'Jane', last_name: 'Doe', country_residence: 'GBR' };
    await service.complete(run, await service.open(run), names);
    const passport = await service.story.document(run.applicant_id);
    await service.complete(run, await service.open(run), [{ id: passport }]);
    const task = await service.open(run);
    expect((await service.complete(run, task, [{ id: passport }])).status).toBe(422);
    const bill = await service.story.document(run.applicant_id, { type: 'utility_bill' });
    expect((await service.complete(run, task, [{ id: bill }])).status).toBe(200);
    expect((await service.open(run)).task_def_id).toBe('face_photo');
  });

  it('takes videos as capture SDKs upload them', async () => {
    const run = await service.run(workflowIds.videos);
    const video = await service.story.liveVideo(run.applicant_id);
    await service.complete(run, await service.open(run), [{ id: video }]);
    const motion = await service.story.motionCapture(run.applicant_id);
    await service.complete(run, await service.open(run), [{ id: motion }]);
    expect((await service.again(run)).status).toBe('approved');
  });
});

describe('the token of a run', () => {
  it('reaches its run alone, and nothing of the client', async () => {
    const run = await service.run(workflowIds.sample);
    const sdk = service.sdkOf(run);
    const sibling = await service.run(workflowIds.sample, { applicant_id: run.applicant_id });
    const ask = (id: string, call = sdk) => service.get(`/v3.6/sdk/workflow_runs/${id}`, call);
    const task = await service.open(run);
    expect((await ask(run.id)).body.task).toEqual({
      id: task.id,
      task_def_id: 'document_photo',
      kind: 'document_photo',
      input: {},
      retry: null,
    });
    expect(outcome(await ask(sibling.id))).toEqual(notFound('WorkflowRun', sibling.id));
    const foreign = await service.complete(sibling, await service.open(sibling), [], sdk);
    expect(outcome(foreign)).toEqual(notFound('WorkflowRun', sibling.id));
    for (const path of ['', '/tasks', `/tasks/${task.id}`]) {
      expect((await service.get(`${service.at}/${run.id}${path}`, sdk)).status).toBe(401);
    }
    // One that was made by hand is for its applicant, whatever the run.
    const byHand = await service.story.sdk(run.applicant_id);
    expect((await ask(sibling.id, byHand)).status).toBe(200);
    expect((await ask(sibling.id, await service.story.sdk(await service.story.applicant()))).status).toBe(404);
    expect((await ask(run.id, {})).status).toBe(401);
  });

  it('ends with the run, which it still shows', async () => {
    const { run, sdk } = await captured('Doe');
    await work();
    const refused = await service.post('/v3.6/live_video_challenge', undefined, sdk);
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      'Authorization error: the workflow run of this token has ended',
    ]);
    expect((await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, sdk)).body.status).toBe('complete');
  });

  it('expires after five weeks', async () => {
    const own = await startWithWorkflows();
    const run = await own.run(workflowIds.sample);
    own.clock.advance(35 * DAY_MS);
    const { status, body } = await own.get(`/v3.6/sdk/workflow_runs/${run.id}`, own.sdkOf(run));
    expect([status, body.error.type]).toEqual([401, 'expired_token']);
    await own.close();
  });
});

describe('time', () => {
  it('abandons a run for which nobody did anything', async () => {
    const own = await startWithWorkflows();
    const week = await own.run(workflowIds.profile);
    const linked = await own.run(workflowIds.sample, { link: { expires_at: '2026-01-16T09:30:00Z' } });
    const client = await own.run(workflowIds.client);
    const statuses = async () => Promise.all([week, linked, client].map(async (run) => (await own.again(run)).status));

    own.clock.advance(DAY_MS - 1);
    await own.settle();
    expect(await statuses()).toEqual(['awaiting_input', 'awaiting_input', 'awaiting_client_input']);
    const task = await own.open(linked);
    own.clock.advance(1);
    // Also before a client has looked.
    const late = await own.complete(linked, task, [{ id: 'x' }]);
    expect(outcome(late)).toEqual(validationError({ task_id: ['belongs to a run that has ended'] }));
    await own.settle();
    expect(await statuses()).toEqual(['awaiting_input', 'abandoned', 'awaiting_client_input']);
    expect((await own.get(`/v3.6/sdk/workflow_runs/${linked.id}`, own.sdkOf(linked))).body.status).toBe('abandoned');
    own.clock.advance(6 * DAY_MS);
    await own.settle();
    expect(await statuses()).toEqual(['abandoned', 'abandoned', 'awaiting_client_input']);
    own.clock.advance(28 * DAY_MS);
    await own.settle();
    expect(await statuses()).toEqual(['abandoned', 'abandoned', 'abandoned']);
    await own.close();
  });

  it('leaves alone what the service works on', async () => {
    const own = await startWithWorkflows({ account: { pausing: true } });
    const run = await own.run(workflowIds.checkOnly);
    own.clock.advance(36 * DAY_MS);
    await own.settle();
    expect((await own.again(run)).status).toBe('processing');
    const { input } = (await own.get(`${own.at}/${run.id}/tasks/${(await own.open(run)).id}`)).body;
    await own.post(`/v3.6/checks/${input.check_id}/resume`);
    await own.settle();
    expect((await own.again(run)).status).toBe('approved');
    await own.close();
  });
});

describe('whose a run is', () => {
  it('goes with its applicant', async () => {
    const { run } = await captured('Doe');
    const waiting = await service.run(workflowIds.sample, { applicant_id: run.applicant_id });
    await work();
    await service.del(`/v3.6/applicants/${run.applicant_id}`);
    const task = { id: 'start' };
    const asks = () =>
      Promise.all([
        service.get(`${service.at}/${run.id}`),
        service.get(`${service.at}/${run.id}/tasks`),
        service.get(`${service.at}/${run.id}/tasks/start`),
        service.complete(run, task, {}),
        service.get(`/v3.6/sdk/workflow_runs/${waiting.id}`, service.sdkOf(waiting)),
      ]);
    for (const answer of await asks()) expect(outcome(answer)).toEqual(gone);
    await service.post(`/v3.6/applicants/${run.applicant_id}/restore`, null);
    expect((await service.again(run)).id).toBe(run.id);
    await service.del(`/v3.6/applicants/${run.applicant_id}`);
    service.clock.advance(20 * DAY_MS);
    await service.settle();
    for (const answer of await asks()) expect(outcome(answer)).toEqual(gone);
    const left = await service.services.store.system.all(everyRun, {});
    expect(left.filter(({ applicant_id }) => applicant_id === run.applicant_id)).toEqual([]);
  });

  it('is neither another account nor the other environment', async () => {
    const run = await service.run(workflowIds.client);
    const task = await service.open(run);
    const unknown = notFound('WorkflowRun', run.id);
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      expect(outcome(await service.get(`${service.at}/${run.id}`, { token }))).toEqual(unknown);
      expect(outcome(await service.get(`${service.at}/${run.id}/tasks`, { token }))).toEqual(unknown);
      expect(outcome(await service.get(`${service.at}/${run.id}/tasks/${task.id}`, { token }))).toEqual(unknown);
      expect(outcome(await service.complete(run, task, { first_name: 'X' }, { token }))).toEqual(unknown);
      const applicant = { applicant_id: run.applicant_id, workflow_id: workflowIds.nothing };
      expect(outcome(await service.post(service.at, applicant, { token }))).toEqual(
        notFound('Applicant', run.applicant_id),
      );
      const ids = (await service.get(service.at, { token })).body.map(({ id }: { id: string }) => id);
      expect(ids).not.toContain(run.id);
    }
    expect((await service.again(run)).status).toBe('awaiting_client_input');
    const live = await service.run(workflowIds.sample, {}, { token: service.liveToken });
    expect((await service.get(`${service.at}/${live.id}`)).status).toBe(404);
    expect(live.id).toEqual(anId);
  });
});
