import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { signedIn } from '../dashboard/testing/browser.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { outcome, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

type Run = Awaited<ReturnType<RunService['run']>>;

const start = (custom_data: object, applicant: object = {}) =>
  service.story
    .applicant(applicant)
    .then((applicant_id) => service.run(workflowIds.blocks, { applicant_id, custom_data }));

async function tasksOf(run: Run): Promise<{ id: string; task_def_id: string; output: unknown }[]> {
  const listed = (await service.get(`${service.at}/${run.id}/tasks`)).body as { id: string }[];
  return Promise.all(listed.map(async ({ id }) => (await service.get(`${service.at}/${run.id}/tasks/${id}`)).body));
}

const namesOf = async (run: Run) => (await tasksOf(run)).map(({ task_def_id }) => task_def_id);
const openOf = async (run: Run) => (await tasksOf(run)).filter(({ output }) => output === null);

/** Completes the open task of a step. */
async function complete(run: Run, name: string, data: unknown) {
  const task = (await openOf(run)).find(({ task_def_id }) => task_def_id === name);
  expect(task, `${name} is open`).toBeDefined();
  expect(await service.complete(run, task!, data)).toMatchObject({ status: 200, body: {} });
}

async function pass(ms: number) {
  service.clock.advance(ms);
  await service.settle();
}

const askSdk = async (run: Run) =>
  (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, service.sdkOf(run as never))).body;

/** Takes a run past its parallel ways. */
async function begun(custom_data: object, applicant: object = {}) {
  const run = await start(custom_data, applicant);
  await complete(run, 'profile_data', { first_name: 'Ann' });
  await complete(run, 'account_facts', { email: 'ann@example.com' });
  await pass(2 * HOUR_MS);
  return run;
}

async function tryDocument(run: Run) {
  await complete(run, 'document_photo', [{ id: await service.story.document(run.applicant_id) }]);
  await pass(1000);
}

describe('a run with blocks', () => {
  it('asks applicant and client at once, lets time pass, and ends early by a branch', async () => {
    const run = await start({ plan: 'basic', amount: 99.5, since: '2024-02-29' });
    expect(run).toMatchObject({ status: 'awaiting_input', output: { floor: 100 } });
    expect(await namesOf(run)).toEqual(['start', 'profile_data', 'account_facts']);
    await complete(run, 'profile_data', { first_name: 'Ann' });
    expect(await service.again(run)).toMatchObject({
      status: 'awaiting_client_input',
      output: { name: 'Ann', floor: 100 },
    });
    expect(await askSdk(run)).toMatchObject({ status: 'processing', task: null });
    await complete(run, 'account_facts', { email: 'ann@example.com' });
    expect(await service.again(run)).toMatchObject({ status: 'processing' });
    await pass(2 * HOUR_MS - 1);
    expect(await service.again(run)).toMatchObject({ status: 'processing' });
    expect((await askSdk(run)).status).toBe('processing');
    const [wait] = await openOf(run);
    expect(await service.complete(run, wait!, {})).toMatchObject({ status: 422 });
    await pass(1);
    expect(await service.again(run)).toMatchObject({ status: 'approved', reasons: ['Nothing to check'] });
    expect(await askSdk(run)).toMatchObject({ status: 'complete' });
  });

  it('tries a document again, with the newest capture alone, and declines after two', async () => {
    const run = await begun({ plan: 'full' }, { last_name: 'Consider' });
    expect(await service.again(run)).toMatchObject({ status: 'awaiting_input' });
    await tryDocument(run);
    const second = await service.story.document(run.applicant_id);
    await complete(run, 'document_photo', [{ id: second }]);
    const { body: checks } = await service.get(`/v3.6/checks?applicant_id=${run.applicant_id}`);
    const { body: reports } = await service.get(`/v3.6/reports?check_id=${checks.checks[0].id}`);
    expect(reports.reports.map(({ documents }: { documents: unknown }) => documents)).toEqual([[{ id: second }]]);
    await pass(1000);
    const ended = await service.again(run);
    expect(ended).toMatchObject({ status: 'declined', reasons: ['The document was never clear'] });
    expect(ended.output).toMatchObject({ name: 'Ann', floor: 100, doc: { result: 'consider' } });
    expect(await namesOf(run)).toEqual([
      ...['start', 'profile_data', 'account_facts', 'wait'],
      ...['document_photo', 'document_check', 'document_photo', 'document_check'],
    ]);
  });

  it('has no reason of an attempt that failed once it is approved, and keeps the attempt', async () => {
    const run = await begun({ plan: 'full' }, { last_name: 'Consider' });
    await tryDocument(run);
    expect(await service.again(run)).toMatchObject({ status: 'awaiting_input', reasons: [] });
    await service.put(`/v3.6/applicants/${run.applicant_id}`, { last_name: 'Doe' });
    await tryDocument(run);
    await complete(run, 'face_photo', [{ id: await service.story.livePhoto(run.applicant_id) }]);
    await pass(1000);
    const ended = await service.again(run);
    expect(ended).toMatchObject({ status: 'approved', reasons: [], output: { doc: { result: 'clear' } } });
    expect(JSON.stringify(ended.output)).not.toContain('consider');
    const checks = (await tasksOf(run)).filter(({ task_def_id }) => task_def_id === 'document_check');
    expect(checks.map(({ output }) => (output as { result: string }).result)).toEqual(['consider', 'clear']);
    const { body: listed } = await service.get(`${service.at}?applicant_id=${run.applicant_id}`);
    expect(listed.map(({ reasons }: { reasons: string[] }) => reasons)).toEqual([[]]);
  });

  it('begins the next check after a clear one, and shows both in its output', async () => {
    const run = await begun({ plan: 'basic', amount: 100 });
    await tryDocument(run);
    expect((await openOf(run)).map(({ task_def_id }) => task_def_id)).toEqual(['face_photo']);
    expect(await askSdk(run)).toMatchObject({ status: 'awaiting_input', task: { task_def_id: 'face_photo' } });
    await complete(run, 'face_photo', [{ id: await service.story.livePhoto(run.applicant_id) }]);
    await pass(1000);
    const ended = await service.again(run);
    expect(ended).toMatchObject({ status: 'approved', reasons: [] });
    expect(ended.output).toMatchObject({ doc: { result: 'clear' }, last: { status: 'complete', result: 'clear' } });
    const { bytes } = await service.get(`${service.at}/${run.id}/evidence_folder`);
    const folder = bytes.toString('latin1');
    expect(['check.pdf', 'check_2.pdf'].map((name) => folder.includes(name))).toEqual([true, true]);
  });

  it('is abandoned at once where its time ran out while the service was at work', async () => {
    const run = await start({ plan: 'full' });
    await complete(run, 'profile_data', { first_name: 'Ann' });
    await pass(35 * DAY_MS - HOUR_MS);
    await complete(run, 'account_facts', { email: 'ann@example.com' });
    await pass(2 * HOUR_MS);
    expect(await service.again(run)).toMatchObject({ status: 'abandoned' });
  });
});

describe('custom data', () => {
  it.each([
    [{}, { plan: ["can't be blank"] }],
    [{ plan: null }, { plan: ["can't be blank"] }],
    [{ plan: 'silver' }, { plan: ['is not included in the list'] }],
    [{ plan: 1 }, { plan: ['must be a string'] }],
    [{ plan: 'full', amount: '100' }, { amount: ['must be a number'] }],
    [{ plan: 'full', since: '2023-02-29' }, { since: ['must be a date, YYYY-MM-DD'] }],
    [{ plan: 'full', colour: 'red' }, { colour: ['is not an input of this workflow'] }],
    [{ plan: 'full', __proto__x: 1 }, { __proto__x: ['is not an input of this workflow'] }],
  ])('%j is refused', async (custom_data, wrong) => {
    const applicant_id = await service.story.applicant();
    const answer = await service.post(service.at, { workflow_id: workflowIds.blocks, applicant_id, custom_data });
    expect(outcome(answer)).toEqual(validationError({ custom_data: [wrong] }));
    expect((await service.get(`${service.at}?applicant_id=${applicant_id}`)).body).toEqual([]);
  });
});

it('begins with the highest version of its workflow, and the dashboard shows those before', async () => {
  expect(await service.run(workflowIds.nothing)).toMatchObject({ workflow_version_id: 7, status: 'approved' });
  const auditor = await signedIn(service as never, 'auditor');
  const { workflows } = (await auditor.get(`/accounts/${service.account.id}/live/workflows`)).body;
  const found = workflows.find(({ id }: { id: string }) => id === workflowIds.nothing);
  expect([found.version, found.earlier]).toMatchObject([7, [{ version: 6, name: 'Once' }]]);
  const blocks = workflows.find(({ id }: { id: string }) => id === workflowIds.blocks);
  const named = blocks.picture.shapes.filter(({ kind }: { kind: string }) => kind === 'task');
  expect(named.map(({ name }: { name: string }) => name)).toEqual(
    blocks.steps.map(({ name }: { name: string }) => name),
  );
  expect(blocks.decide).toEqual([
    { when: 'every report is clear', outcome: 'approve', reason: null },
    { when: null, outcome: 'decline', reason: 'The document was never clear' },
  ]);
});

it('belongs to its account and environment', async () => {
  const run = await start({ plan: 'full' });
  const [task] = await openOf(run);
  const data = { first_name: 'Eve' };
  for (const token of [service.liveToken, service.other.sandboxToken, service.other.liveToken]) {
    expect((await service.complete(run, task!, data, { token })).status).toBe(404);
    expect((await service.get(`${service.at}/${run.id}/tasks`, { token })).status).toBe(404);
  }
});
