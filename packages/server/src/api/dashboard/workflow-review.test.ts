import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from '../v3/testing/runs.ts';
import { gone, notFound, outcome, validationError } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

let service: RunService;
let reviewer: Browser & { id: string };
beforeAll(async () => {
  service = await startWithWorkflows();
  reviewer = await signedIn(service, 'reviewer');
});
afterAll(() => service.close());

const at = (account = service.account.id, environment = 'sandbox') => `/accounts/${account}/${environment}`;

/** A run that waits for a member, and its task. */
async function waiting() {
  const run = await service.run(workflowIds.review, { tags: ['gold'] });
  await service.complete(run, await service.open(run), { first_name: 'Ann' });
  const task = await service.open(run);
  const decide = (choice: string, reason?: string, by: Browser = reviewer, place = at()) =>
    by.post(`${place}/workflow_runs/${run.id}/tasks/${task.id}/decide`, { choice, reason });
  return { run, task, decide };
}

test('a member answers the manual review of a run, and the run ends by it', async () => {
  const { run, task, decide } = await waiting();
  expect(await service.again(run)).toMatchObject({ status: 'review', output: null, reasons: [] });
  expect(task.task_def_id).toBe('manual_review');
  const { body: asked } = await service.get(`${service.at}/${run.id}/tasks/${task.id}`);
  expect([asked.input, asked.output]).toEqual([
    { question: 'Is this the person who opened the account?', choices: ['approve', 'decline', 'ask_again'] },
    null,
  ]);
  const { body: listed } = await reviewer.get(`${at()}/workflow_runs?status=review`);
  expect(listed.workflow_runs).toEqual([expect.objectContaining({ id: run.id, waits_for_member: true })]);
  // It has not ended: there is neither a timeline nor an end for webhooks.
  expect((await service.post(`${service.at}/${run.id}/timeline_file`)).status).toBe(422);

  expect(outcome(await decide('maybe'))).toEqual(validationError({ choice: ['is not included in the list'] }));
  const answered = await decide('decline', '  The faces differ ');
  expect([answered.status, answered.body.status, answered.body.waits_for_member]).toEqual([200, 'declined', false]);
  expect(await service.again(run)).toMatchObject({
    status: 'declined',
    output: { answer: { choice: 'decline', reason: 'The faces differ' } },
    reasons: ['A person declined', 'The faces differ'],
  });
  expect((await service.post(`${service.at}/${run.id}/timeline_file`)).status).toBe(202);
  expect(outcome(await decide('approve'))).toEqual(validationError({ task_id: ['is already completed'] }));

  const { body: log } = await (await signedIn(service, 'auditor')).get(
    `/accounts/${service.account.id}/audit?action=workflow_task_decided`,
  );
  expect(log.entries).toEqual([
    expect.objectContaining({
      object: { type: 'workflow_run', id: run.id },
      actor: expect.objectContaining({ id: reviewer.id }),
      details: { task_id: task.id, choice: 'decline' },
    }),
  ]);
});

test('a run that is approved in the end has no reason of an earlier answer, and its history keeps the answer', async () => {
  const own = await signedIn(service, 'reviewer');
  const endedBy = async (...last: [choice: string, reason?: string]) => {
    const { run, task, decide } = await waiting();
    expect((await decide('ask_again', 'The photo is blurred', own)).body.status).toBe('awaiting_input');
    const photo = await service.story.livePhoto(run.applicant_id);
    await service.complete(run, await service.open(run), [{ id: photo }]);
    const again = await service.open(run);
    const path = `${at()}/workflow_runs/${run.id}/tasks/${again.id}/decide`;
    expect((await own.post(path, { choice: last[0], reason: last[1] })).status).toBe(200);
    const { body: first } = await service.get(`${service.at}/${run.id}/tasks/${task.id}`);
    expect(first.output).toEqual({ choice: 'ask_again', reason: 'The photo is blurred' });
    const { status, reasons } = await service.again(run);
    return [status, reasons];
  };
  expect(await endedBy('approve')).toEqual(['approved', []]);
  expect(await endedBy('approve', 'Sharp now')).toEqual(['approved', ['Sharp now']]);
  expect(await endedBy('decline')).toEqual(['declined', ['A person declined']]);
  expect(await endedBy('decline', 'Another person')).toEqual(['declined', ['A person declined', 'Another person']]);
});

test('the review may ask the applicant again, and does not time out while a member takes their time', async () => {
  const { run, decide } = await waiting();
  const { body } = await decide('ask_again');
  expect(body.status).toBe('awaiting_input');
  const photo = await service.story.livePhoto(run.applicant_id);
  await service.complete(run, await service.open(run), [{ id: photo }]);
  expect((await service.again(run)).status).toBe('review');

  service.clock.advance(3 * DAY_MS);
  await service.settle();
  expect((await service.again(run)).status).toBe('review');
  const again = await service.open(run);
  const path = `${at()}/workflow_runs/${run.id}/tasks/${again.id}/decide`;
  // The session of before is over.
  reviewer = await signedIn(service, 'reviewer');
  expect((await reviewer.post(path, { choice: 'approve' })).body.status).toBe('approved');
  expect((await service.again(run)).reasons).toEqual([]);
});

test('runs that wait stand in the queue until a member has answered, those that are due first', async () => {
  const own = await signedIn(service, 'reviewer');
  const queue = async (query = '', by: Browser = own, place = at()) =>
    (await by.get(`${place}/queue/workflow_runs${query}`)).body;
  const idsOf = ({ workflow_runs }: { workflow_runs: { id: string }[] }) => workflow_runs.map(({ id }) => id);
  const before = (await queue()).total;
  const first = await waiting();
  const { body: listed } = await own.get(`${at()}/workflow_runs?status=review`);
  const since = listed.workflow_runs.find(({ id }: { id: string }) => id === first.run.id).updated_at;
  service.clock.advance(20 * MINUTE_MS);
  const second = await waiting();
  const all = await queue();
  expect([all.total, all.next, idsOf(all).slice(-2)]).toEqual([before + 2, null, [first.run.id, second.run.id]]);
  const due = new Date(Date.parse(since) + HOUR_MS).toISOString().replace('.000', '');
  expect(all.workflow_runs.at(-2)).toEqual({
    id: first.run.id,
    applicant_id: first.run.applicant_id,
    workflow_name: expect.any(String),
    applicant_name: 'Ann Doe',
    created_at: since,
    waits_since: since,
    due_at: due,
  });
  // By age, and page by page.
  expect(idsOf(await queue('?waited=15')).at(-1)).toBe(first.run.id);
  const page = await queue(`?limit=${before + 1}`);
  expect(idsOf(page)).toHaveLength(before + 1);
  expect(idsOf(await queue(`?cursor=${page.next}`))).toEqual([second.run.id]);
  expect((await own.get(`${at()}/queue/workflow_runs?cursor=x`)).status).toBe(422);

  // Answered, or deleted with its applicant, it waits no more; asked again, it waits again.
  expect((await first.decide('ask_again', undefined, own)).status).toBe(200);
  expect(idsOf(await queue()).slice(-1)).toEqual([second.run.id]);
  service.clock.advance(MINUTE_MS);
  const photo = await service.story.livePhoto(first.run.applicant_id);
  await service.complete(first.run, await service.open(first.run), [{ id: photo }]);
  expect(idsOf(await queue()).slice(-2)).toEqual([second.run.id, first.run.id]);
  await service.del(`/v3.6/applicants/${second.run.applicant_id}`);
  expect(idsOf(await queue()).slice(-1)).toEqual([first.run.id]);

  const stranger = await signedIn(service, 'reviewer', { account: service.other.id });
  expect((await queue('', stranger, at(service.other.id))).workflow_runs).toEqual([]);
  expect((await stranger.get(`${at()}/queue/workflow_runs`)).status).toBe(404);
  expect((await queue('', own, at(service.account.id, 'live'))).workflow_runs).toEqual([]);
});

test('nobody else answers it: no client, no auditor, no other account, no other environment', async () => {
  const { run, task, decide } = await waiting();
  const refused = validationError({ task_id: ['must be completed by a member'] });
  expect(outcome(await service.complete(run, task, { choice: 'approve' }))).toEqual(refused);
  expect(outcome(await service.complete(run, task, { choice: 'approve' }, service.sdkOf(run)))).toEqual(refused);

  expect((await decide('approve', undefined, await signedIn(service, 'auditor'))).status).toBe(403);
  const mallory = await signedIn(service, 'reviewer', { account: service.other.id });
  expect((await decide('approve', undefined, mallory)).status).toBe(404);
  expect(outcome(await decide('approve', undefined, mallory, at(service.other.id)))).toEqual(
    notFound('WorkflowRun', run.id),
  );
  expect(outcome(await decide('approve', undefined, reviewer, at(service.account.id, 'live')))).toEqual(
    notFound('WorkflowRun', run.id),
  );
  expect((await service.again(run)).status).toBe('review');

  await service.del(`/v3.6/applicants/${run.applicant_id}`);
  expect(outcome(await decide('approve'))).toEqual(gone);
});

test('an overturn of a report leaves the run that has ended as it is', async () => {
  const run = await service.run(workflowIds.checkOnly);
  await service.story.process();
  const ended = await service.again(run);
  expect(ended.status).toBe('approved');
  const { body: tasks } = await service.get(`${service.at}/${run.id}/tasks`);
  const { body: task } = await service.get(`${service.at}/${run.id}/tasks/${tasks.at(-1).id}`);
  const checkId = task.output.check_id as string;
  const [report] = (await service.get(`/v3.6/reports?check_id=${checkId}`)).body.reports;
  const [ada, otto] = [await signedIn(service, 'admin'), await signedIn(service, 'admin')];
  const body = { result: 'consider', sub_result: 'suspected', reason: 'fraud_found', note: 'The police called' };
  const overturn = report.name.startsWith('document') ? body : { ...body, sub_result: undefined };
  const proposed = await ada.post(`${at()}/reports/${report.id}/overturn`, overturn);
  expect((await otto.post(`${at()}/proposals/${proposed.body.id}/confirm`, {})).status).toBe(200);
  await service.settle();
  expect((await service.get(`/v3.6/checks/${checkId}`)).body.result).toBe('consider');
  expect(await service.again(run)).toEqual(ended);
  expect((await service.get(`${service.at}/${run.id}/tasks/${task.id}`)).body).toEqual(task);
  expect((await ada.get(`${at()}/reports/${report.id}`)).body.check.workflow_run_id).toBe(run.id);
});
