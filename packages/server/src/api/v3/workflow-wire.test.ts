import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, unknownId, validationError } from './testing/story.ts';

// What published clients send and compare, (contract 15).

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

const JSON_TYPE = /^application\/json(; charset=utf-8)?$/;
const A_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The keys of a run, in their published order. */
const RUN_KEYS = [
  ...['id', 'applicant_id', 'workflow_id', 'workflow_version_id', 'dashboard_url', 'status', 'output', 'reasons'],
  ...['error', 'link', 'created_at', 'updated_at', 'tags', 'customer_user_id', 'sdk_token'],
];

describe('a run', () => {
  it('has the same keys wherever and however it ends', async () => {
    const { sandboxToken: token } = await service.makeAccount('Keys Ltd');
    const call = { token };
    const unlocated = await service.story.applicant({ location: undefined }, call);
    const considered = await service.story.applicant({ last_name: 'Consider' }, call);
    for (const [workflow, more] of [
      [workflowIds.nothing, {}],
      [workflowIds.client, {}],
      [workflowIds.checkOnly, { applicant_id: considered }],
    ] as const)
      expect(Object.keys(await service.run(workflow, more, call))).toEqual(RUN_KEYS);
    const failed = await service.run(workflowIds.sample, { applicant_id: unlocated }, call);
    const document = await service.story.document(unlocated, {}, call);
    await service.complete(failed, await service.open(failed, call), [{ id: document }], call);
    const photo = await service.story.livePhoto(unlocated, call);
    await service.complete(failed, await service.open(failed, call), [{ id: photo }], call);
    await service.settle();
    const list = await service.get(service.at, call);
    expect(list.headers['content-type']).toMatch(JSON_TYPE);
    const seen = list.body.map((run: Record<string, unknown>) => {
      expect(Object.keys(run)).toEqual(RUN_KEYS);
      expect([run.created_at, run.updated_at, run.sdk_token]).toEqual([
        expect.stringMatching(A_TIME),
        expect.stringMatching(A_TIME),
        expect.stringMatching(/^[0-9a-zA-Z._-]+$/),
      ]);
      return [run.status, run.error === null];
    });
    expect(seen.sort()).toEqual([
      ['approved', true],
      ['awaiting_client_input', true],
      ['declined', true],
      ['error', false],
    ]);
  });

  it('is made with fields that nobody knows, and is 404 for invalid ids', async () => {
    const run = await service.run(workflowIds.client, { title: 'Dr', link: { url: 'https://client.example' } });
    expect(run.link.url).toMatch(new RegExp(`^${service.baseUrl}/l/${run.id}/[\\w-]{32}$`));
    const applicant_id = run.applicant_id;
    expect(outcome(await service.post(service.at, { workflow_id: 'kyc', applicant_id }))).toEqual(
      notFound('Workflow', 'kyc'),
    );
    expect(outcome(await service.get(`${service.at}/one`))).toEqual(notFound('WorkflowRun', 'one'));
    expect(outcome(await service.post(service.at, { workflow_id: 7, applicant_id }))).toEqual(
      validationError({ workflow_id: [expect.any(String)] }),
    );
  });

  it.each([
    ['tags that are not a list', { tags: 'gold' }, 'tags'],
    ['a long tag', { tags: ['x'.repeat(129)] }, 'tags'],
    ['custom data as text', { custom_data: '{}' }, 'custom_data'],
    ['a customer_user_id that is not a text', { customer_user_id: 7 }, 'customer_user_id'],
    ['a link that is not an object', { link: 'https://client.example' }, 'link'],
  ])('with %s is refused', async (_, more, field) => {
    const applicant_id = await service.story.applicant();
    const answer = await service.post(service.at, { workflow_id: workflowIds.client, applicant_id, ...more });
    expect(outcome(answer)).toEqual(validationError({ [field]: [expect.anything()] }));
  });

  it('takes the longest tags and customer_user_id', async () => {
    const given = {
      tags: Array.from({ length: 30 }, (_, n) => `${n}`.padStart(128, 'x')),
      customer_user_id: 'u'.repeat(256),
    };
    expect(await service.run(workflowIds.client, given)).toMatchObject(given);
  });
});

describe('the list', () => {
  it('has 20 on a page, and the filters in the addresses of the next', async () => {
    const { sandboxToken: token } = await service.makeAccount('Pages Ltd');
    const applicant_id = await service.story.applicant({}, { token });
    for (let n = 0; n < 21; n++) await service.run(workflowIds.nothing, { applicant_id, tags: ['gold'] }, { token });
    const first = await service.get(`${service.at}?tags=gold&status=approved`, { token });
    expect([first.body.length, first.headers['x-total-count']]).toEqual([20, '21']);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.link as string)?.[1] as string;
    expect(new URL(next).searchParams.get('tags')).toBe('gold');
    const second = await service.get(new URL(next).pathname + new URL(next).search, { token });
    expect([second.body.length, second.headers.link?.includes('rel="next"')]).toEqual([1, false]);
    expect((await service.get(`${service.at}?page=9`, { token })).body).toEqual([]);
    expect((await service.get(`${service.at}?tags=&status=&applicant_id=&sort=`, { token })).body).toHaveLength(20);
    await service.del(`/v3.6/applicants/${applicant_id}`, { token });
    expect(outcome(await service.get(`${service.at}?applicant_id=${applicant_id}`, { token }))).toEqual(gone);
  });

  it('reads times without a zone as UTC, wherever the service stands, and refuses invalid days', async () => {
    const before = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      const { sandboxToken: token } = await service.makeAccount('Zones Ltd');
      const run = await service.run(workflowIds.nothing, {}, { token });
      const at = Date.parse(run.created_at);
      const ids = async (query: string) =>
        (await service.get(`${service.at}?${query}`, { token })).body.map(({ id }: { id: string }) => id);
      const local = (time: number) => new Date(time).toISOString().replace('Z', '');
      expect(await ids(`created_at_gt=${local(at - 1000)}`)).toEqual([run.id]);
      expect(await ids(`created_at_gt=${local(at)}`)).toEqual([]);
      expect(await ids(`created_at_lt=${local(at + 1000)}&created_at_gt=${local(at).slice(0, 10)}`)).toEqual([run.id]);
      const ahead = new Date(at + 3_599_000).toISOString().replace('.000Z', '+01:00');
      expect(await ids(`created_at_gt=${encodeURIComponent(ahead)}`)).toEqual([run.id]);
      expect(await ids(`created_at_lt=${local(at).slice(0, 10)}`)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
    for (const text of ['2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01Tnoon', '01/02/2026'])
      expect(outcome(await service.get(`${service.at}?created_at_gt=${text}`))).toEqual(
        validationError({ created_at_gt: ['is invalid'] }),
      );
  });
});

describe('tasks', () => {
  it('are listed as they began, with the published keys', async () => {
    const run = await service.run(workflowIds.profile, { custom_data: {} });
    const { first_name, ...rest } = { first_name: 'Jane', last_name: 'Doe', country_residence: 'GBR' };
    const open = await service.open(run);
    const done = await service.complete(run, open, { first_name, ...rest });
    expect(outcome(done)).toEqual({ status: 200, body: {} });
    expect(done.headers['content-type']).toMatch(JSON_TYPE);
    const { body: tasks } = await service.get(`${service.at}/${run.id}/tasks/`);
    const listed = ['id', 'workflow_run_id', 'task_def_id', 'task_def_version', 'created_at', 'updated_at'];
    for (const task of tasks) expect(Object.keys(task)).toEqual(listed);
    expect(tasks.map(({ id }: { id: string }) => id)).toEqual([
      'start',
      expect.stringMatching(/^profile_[0-9a-f]{5}$/),
      expect.stringMatching(/^document_photo_[0-9a-f]{5}$/),
    ]);
    const { body: start } = await service.get(`${service.at}/${run.id}/tasks/start`);
    expect(Object.keys(start)).toEqual([...listed, 'input', 'output']);
    expect([start.workflow_run_id, start.task_def_version, start.input, start.output]).toEqual([run.id, null, {}, {}]);
    expect((await service.get(`${service.at}/${run.id}/tasks/${tasks[1].id}`)).body.output).toMatchObject(rest);
    expect((await service.get(`${service.at}/${run.id}/tasks/${tasks[2].id}`)).body).toMatchObject({
      input: {},
      output: null,
    });
  });

  it('are 404 for an unknown run or task', async () => {
    const run = await service.run(workflowIds.client);
    for (const path of ['/tasks', '/tasks/start'])
      expect(outcome(await service.get(`${service.at}/${unknownId}${path}`))).toEqual(
        notFound('WorkflowRun', unknownId),
      );
    expect(outcome(await service.complete({ id: unknownId }, { id: 'start' }, {}))).toEqual(
      notFound('WorkflowRun', unknownId),
    );
    expect(outcome(await service.get(`${service.at}/${run.id}/tasks/face_photo_00000`))).toEqual(
      notFound('Task', 'face_photo_00000'),
    );
  });

  it.each([
    ['nothing', {}],
    ['null', { data: null }],
    ['text', { data: 'Jane' }],
    ['a number', { data: 7 }],
  ])('refuse %s as data', async (_, json) => {
    const run = await service.run(workflowIds.client);
    const task = await service.open(run);
    const answer = await service.post(`${service.at}/${run.id}/tasks/${task.id}/complete`, json);
    expect(outcome(answer)).toEqual(validationError({ data: [expect.any(String)] }));
  });
});

it('a timeline is asked for with no body, an empty one of JSON, or null, as clients do', async () => {
  const run = await service.run(workflowIds.nothing);
  const path = `${service.at}/${run.id}/timeline_file`;
  const json = { 'content-type': 'application/json; charset=utf-8' };
  for (const more of [{}, { raw: '', headers: json }, { raw: 'null', headers: json }, { raw: '{}', headers: json }]) {
    const { status, body } = await service.call('POST', path, more);
    expect([status, body]).toEqual([
      202,
      { workflow_timeline_file_id: anId, href: expect.stringMatching(/^\/v3\.6\//) },
    ]);
    const pdf = await service.get(body.href);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="[^" ]+"$/);
  }
});
