import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../../webhooks/testing/receiver.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

async function work() {
  service.clock.advance(1000);
  await service.settle();
}

/** Runs the whole workflow until the document of its part is checked. */
async function checked(level: string, last_name: string) {
  const applicant_id = await service.story.applicant({ last_name, email: 'ann@example.com' });
  const run = await service.run(workflowIds.identityWhole, { applicant_id, custom_data: { level } });
  await service.complete(run, await service.open(run), { first_name: 'Ann' });
  const document = await service.story.document(applicant_id);
  const task = await service.open(run);
  expect(task.task_def_id).toBe('identity_document_photo');
  expect(task.id).toMatch(/^identity_document_photo_[0-9a-f]{5}$/);
  expect((await service.complete(run, task, [{ id: document }])).status).toBe(200);
  await work();
  return run;
}

const names = async (run: { id: string }) =>
  (await service.get(`${service.at}/${run.id}/tasks`)).body.map((task: { task_def_id: string }) => task.task_def_id);

it('runs a workflow as a step, to an end of its own', async () => {
  const receiver = await startReceiver();
  const events = ['workflow_task.completed', 'workflow_run.completed'];
  const { body: webhook } = await service.post('/v3.6/webhooks', { url: receiver.url, events });
  const run = await checked('basic', 'Doe');
  expect(await names(run)).toEqual(['start', 'profile_data', 'identity_document_photo', 'identity_check']);
  const done = await service.again(run);
  expect(done).toMatchObject({ status: 'approved', reasons: [] });
  expect(done.output.identity).toEqual({ outcome: 'approve', reason: 'A document is enough' });
  expect(done.output.document).toMatchObject({ result: 'clear', reports: [{ name: 'document' }] });
  await service.settle();
  const payloads = receiver.received.map(({ body }) => JSON.parse(body.toString()).payload);
  expect(payloads.map(({ object }) => object.task_def_id ?? object.status).sort()).toEqual(
    ['profile_data', 'identity_document_photo', 'identity_check', 'approved'].sort(),
  );
  expect((await service.del(`/v3.6/webhooks/${webhook.id}`)).status).toBe(204);
  await receiver.close();
});

it('continues after it by what it came to', async () => {
  const run = await checked('full', 'Consider');
  const task = await service.open(run);
  expect(task.task_def_id).toBe('identity_face_photo');
  await service.complete(run, task, [{ id: await service.story.livePhoto(run.applicant_id) }]);
  await work();
  await work();
  const done = await service.again(run);
  // The document was not clear, so the part declined; a member is asked.
  expect([done.status, (await names(run)).slice(3)]).toEqual([
    'review',
    ['identity_check', 'identity_face_photo', 'identity_face_check', 'identity_notify', 'manual_review'],
  ]);
});

it('belongs to its account and environment', async () => {
  const run = await checked('basic', 'Doe');
  const [task] = (await service.get(`${service.at}/${run.id}/tasks`)).body;
  for (const token of [service.liveToken, service.other.sandboxToken]) {
    expect((await service.get(`${service.at}/${run.id}`, { token })).status).toBe(404);
    expect((await service.get(`${service.at}/${run.id}/tasks/${task.id}`, { token })).status).toBe(404);
  }
});
