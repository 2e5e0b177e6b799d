import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainPdf, workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { gone, outcome, unknownId, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '15000' } });
});
afterAll(() => service.close());

type Run = Awaited<ReturnType<RunService['run']>>;

const advance = (run: Run, body: object = {}, call = {}) =>
  service.post(`/v3.6/sandbox/workflow_runs/${run.id}/advance`, body, call);

/** Advances a run and returns it. */
async function advanced(run: Run, body: object = {}): Promise<Run> {
  const answer = await advance(run, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toEqual(await service.again(run));
  return answer.body;
}

/** The output of the newest task. */
async function lastOutput(run: Run) {
  const { id } = await service.open(run);
  return (await service.get(`${service.at}/${run.id}/tasks/${id}`)).body.output;
}

test('a run is taken through its tasks, each with the end that the client chooses', async () => {
  const run = await service.run(workflowIds.reports);
  const missing = validationError({ data: [{ last_name: ["can't be blank"] }] });
  expect(outcome(await advance(run, { data: { first_name: 'Ann' } }))).toEqual(missing);
  expect(await advanced(run, { data: { first_name: 'Ann', last_name: 'Lee' } })).toMatchObject({
    status: 'awaiting_input',
  });
  await advanced(run, { data: [{ id: await service.story.document(run.applicant_id) }] });
  const waiting = await advanced(run, { data: [{ id: await service.story.livePhoto(run.applicant_id) }] });
  expect(waiting.status).toBe('processing');

  expect(outcome(await advance(run, { choice: 'approve' }))).toEqual(validationError({ choice: ['is not for check'] }));
  expect(outcome(await advance(run, { reports: { known_faces: {} } }))).toEqual(
    validationError({ reports: ['known_faces is not in the check'] }),
  );
  const ended = await advanced(run, { reports: { document: { sub_result: 'suspected' } } });
  expect(ended).toMatchObject({
    status: 'review',
    output: { doc: { result: 'consider', sub_result: 'suspected' }, selfie: { result: 'clear' } },
  });
  const over = validationError({ task_id: ['no task of the run is open'] });
  expect(outcome(await advance(run))).toEqual(over);
  // The jobs that would have ended the tasks find nothing to do.
  service.clock.advance(60_000);
  await service.settle();
  expect(await service.again(run)).toEqual(ended);
});

test('a wait ends, and a member answers', async () => {
  const paused = await service.run(workflowIds.pause);
  expect(await advanced(paused)).toMatchObject({ status: 'approved' });

  const run = await service.run(workflowIds.review);
  await advanced(run, { data: { first_name: 'Ann' } });
  expect(outcome(await advance(run))).toEqual(validationError({ choice: ['is not included in the list'] }));
  expect(await advanced(run, { choice: 'decline', reason: 'The faces differ' })).toMatchObject({
    status: 'declined',
    output: { answer: { choice: 'decline', reason: 'The faces differ' } },
  });
});

test('several open tasks are named', async () => {
  const run = await service.run(workflowIds.blocks, { custom_data: { plan: 'basic' } });
  const several = validationError({ task_id: ['is required: 2 tasks of the run are open'] });
  expect(outcome(await advance(run, { data: { first_name: 'Ann' } }))).toEqual(several);
  const { body: tasks } = await service.get(`${service.at}/${run.id}/tasks`);
  const [start, profile, facts] = tasks as { id: string }[];
  expect(outcome(await advance(run, { task_id: start?.id }))).toEqual(validationError({ task_id: ['is not open'] }));
  expect((await advance(run, { task_id: 'profile_00000' })).status).toBe(404);
  await advanced(run, { task_id: facts?.id, data: { email: 'ann@example.com' } });
  const body = { task_id: profile?.id, data: { first_name: 'Ann' } };
  expect(await advanced(run, body)).toMatchObject({ status: 'processing' });
  expect(await advanced(run)).toMatchObject({ status: 'approved' });
});

test('devices, signatures and faces need nobody', async () => {
  const made = await service.run(workflowIds.passkeyMadeByDevice);
  expect(await advanced(made)).toMatchObject({ status: 'approved', output: { passkey: { enrolled: true } } });
  const without = await service.run(workflowIds.passkeyMadeByDevice);
  expect(await advanced(without, { skipped: true })).toMatchObject({
    status: 'declined',
    output: { passkey: { enrolled: false, reason: 'skipped' } },
  });

  const signer = await service.story.applicant();
  const file = { bytes: plainPdf('Contract'), name: 'contract.pdf', type: 'application/pdf' };
  await service.story.upload('signing_documents', { applicant_id: signer }, file);
  const signed = await service.run(workflowIds.signedWithCode, {
    applicant_id: signer,
  });
  expect(await advanced(signed)).toMatchObject({ status: 'approved' });
  expect(Object.keys(await lastOutput(signed))).toEqual(['properties']);

  const applicant_id = await service.story.applicant();
  const face = async (workflow: string) => {
    const run = await service.run(workflow, { applicant_id });
    await advanced(run, { data: [{ id: await service.story.livePhoto(applicant_id) }] });
    return run;
  };
  const unknown = await face(workflowIds.returningFace);
  expect(outcome(await advance(unknown, { result: 'clear' }))).toEqual(
    validationError({ result: ["can't be clear: the person has no approved biometric token"] }),
  );
  expect(await advanced(await face(workflowIds.faceCaptured))).toMatchObject({ status: 'approved' });
  const doubtful = await face(workflowIds.returningFace);
  expect(await advanced(doubtful, { result: 'review' })).toMatchObject({ status: 'review' });
  expect(await advanced(doubtful, { choice: 'approve' })).toMatchObject({ status: 'approved' });
  expect(await advanced(await face(workflowIds.returningFace), { result: 'consider' })).toMatchObject({
    status: 'declined',
  });
});

test('nobody else advances a run, and none is advanced in live', async () => {
  const run = await service.run(workflowIds.pause);
  expect((await advance(run, {}, { token: service.other.sandboxToken })).status).toBe(404);
  expect((await advance(run, {}, { token: service.liveToken })).body.error.type).toBe('sandbox_only');
  expect((await service.post(`/v3.2/sandbox/workflow_runs/${run.id}/advance`, {})).status).toBe(404);
  expect((await advance({ id: unknownId })).status).toBe(404);
  expect(await service.again(run)).toMatchObject({ status: 'processing' });
  await service.del(`/v3.6/applicants/${run.applicant_id}`);
  expect(outcome(await advance(run))).toEqual(gone);
});
