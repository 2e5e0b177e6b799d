import { afterAll, beforeAll, expect, it } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from '../v3/testing/runs.ts';
import { anId, gone, notFound, outcome, unknownId, validationError } from '../v3/testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

const operate = (path: string, account = service.account.id) => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call('GET', `/operator/v1/accounts/${account}/workflow_runs${path}`, { token: null, headers });
};

it('shows a run and where it stands, without what lets one act for its applicant', async () => {
  const run = await service.run(workflowIds.client, { tags: ['gold'], customer_user_id: 'user-7' });
  const shown = await operate(`/${run.id}`);
  const task = await service.open(run);
  const facts = {
    id: run.id,
    applicant_id: run.applicant_id,
    environment: 'sandbox',
    workflow_id: workflowIds.client,
    workflow_version_id: run.workflow_version_id,
    workflow_name: expect.any(String),
    status: 'awaiting_client_input',
    waits_for_member: false,
    check_id: null,
    created_at: run.created_at,
    updated_at: run.updated_at,
    expires_at: '2026-02-19T09:30:00Z',
  };
  expect(outcome(shown)).toEqual({
    status: 200,
    body: {
      ...facts,
      reasons: [],
      error: null,
      output: null,
      tags: ['gold'],
      customer_user_id: 'user-7',
      tasks: [
        {
          id: 'start',
          task_def_id: 'start',
          completed_by: 'service',
          created_at: run.created_at,
          completed_at: run.created_at,
        },
        {
          id: task.id,
          task_def_id: task.task_def_id,
          completed_by: 'client',
          created_at: run.created_at,
          completed_at: null,
        },
      ],
    },
  });
  expect(shown.headers['cache-control']).toBe('no-store');
  const { body } = await operate(`?environment=sandbox&applicant=${run.applicant_id}`);
  expect(body).toEqual({ workflow_runs: [facts] });
});

it('shows what came of it', async () => {
  const applicant_id = await service.story.applicant({ last_name: 'Consider' });
  const run = await service.run(workflowIds.checkOnly, { applicant_id });
  service.clock.advance(1000);
  await service.settle();
  const { body } = await operate(`/${run.id}`);
  const { reasons, output } = await service.again(run);
  expect(body).toMatchObject({ status: 'declined', check_id: anId, expires_at: null, reasons, output });
  expect(body.tasks.map(({ completed_by }: { completed_by: string }) => completed_by)).toEqual(['service', 'service']);

  const failed = await service.run(workflowIds.checkOnly);
  const { check_id } = (await operate(`/${failed.id}`)).body;
  const withdraw = `/operator/v1/accounts/${service.account.id}/checks/${check_id}/withdraw`;
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  expect((await service.call('POST', withdraw, { token: null, headers })).status).toBe(200);
  await service.settle();
  expect((await operate(`/${failed.id}`)).body).toMatchObject({
    status: 'error',
    error: { type: 'check_withdrawn', message: 'The check of this run was withdrawn' },
  });
});

it('lists the runs of an account and environment, newest first, narrowed and paged', async () => {
  const account = await service.makeAccount('Lists Ltd');
  const call = { token: account.liveToken };
  const runs: string[] = [];
  for (const workflow of [workflowIds.nothing, workflowIds.client, workflowIds.nothing]) {
    runs.push((await service.run(workflow, {}, call)).id);
    service.clock.advance(1000);
  }
  const list = async (query: string) => {
    const { status, body, headers } = await operate(query, account.id);
    expect(status).toBe(200);
    return [body.workflow_runs.map(({ id }: { id: string }) => id), headers['x-total-count']];
  };
  expect(await list('')).toEqual([[runs[2], runs[1], runs[0]], '3']);
  expect(await list('?status=approved')).toEqual([[runs[2], runs[0]], '2']);
  expect(await list('?page=2&per_page=2')).toEqual([[runs[0]], '3']);
  expect(await list('?environment=sandbox')).toEqual([[], '0']);
  expect(outcome(await operate('?status=done', account.id))).toEqual(validationError({ status: [expect.any(String)] }));
  expect(outcome(await operate(`?applicant=${unknownId}`, account.id))).toEqual(notFound('Applicant', unknownId));
});

it('finds runs of their own account only, and none of an erased applicant', async () => {
  const run = await service.run(workflowIds.client);
  expect(outcome(await operate(`/${run.id}`, service.other.id))).toEqual(notFound('WorkflowRun', run.id));
  expect(outcome(await operate(`/${unknownId}`))).toEqual(notFound('WorkflowRun', unknownId));
  expect(outcome(await operate('', unknownId))).toEqual(notFound('Account', unknownId));
  await service.del(`/v3.6/applicants/${run.applicant_id}`);
  expect(outcome(await operate(`/${run.id}`))).toEqual(gone);
  expect((await operate(`?environment=sandbox&status=awaiting_client_input`)).body.workflow_runs).not.toContainEqual(
    expect.objectContaining({ id: run.id }),
  );
});
