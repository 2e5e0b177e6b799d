import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { asRequested, notFound, outcome } from './testing/story.ts';

// A workflow whose output names reports: `doc`, `selfie`, and the check as a whole.

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

const names = { first_name: 'Grace', last_name: 'Hopper' };

/** The task that waits now, right after the previous one was completed. */
async function next(run: { id: string }, prefix: string, call = {}): Promise<{ id: string }> {
  const { body: tasks } = await service.get(`${service.at}/${run.id}/tasks`, call);
  expect(tasks.at(-1).id).toMatch(new RegExp(`^${prefix}_[0-9a-f]{5}$`));
  return tasks.at(-1);
}

/** Takes a run to its check, one task after the other. */
async function checked(profile: object, call = {}) {
  const run = await service.run(workflowIds.reports, {}, call);
  expect((await service.complete(run, await next(run, 'profile', call), profile, call)).status).toBe(200);
  const document = await service.story.document(run.applicant_id, {}, call);
  const data = [{ id: document }];
  expect((await service.complete(run, await next(run, 'document_photo', call), data, call)).status).toBe(200);
  const photo = await service.story.livePhoto(run.applicant_id, call);
  const task = await next(run, 'face_photo', call);
  expect((await service.complete(run, task, [{ id: photo }], call)).status).toBe(200);
  const { body: begun } = await service.get(
    `${service.at}/${run.id}/tasks/${(await next(run, 'check', call)).id}`,
    call,
  );
  return { run, checkId: begun.input.check_id as string };
}

async function reportsOf(checkId: string, call = {}) {
  return asRequested((await service.get(`/v3.6/reports?check_id=${checkId}`, call)).body.reports);
}

describe('the output of a run', () => {
  it('shows the reports that the workflow names, as soon as the check has ended', async () => {
    const { run, checkId } = await checked(names);
    expect((await service.again(run)).output).toBeNull();
    service.clock.advance(1000);
    await service.settle();
    const done = await service.again(run);
    const [document, selfie] = await reportsOf(checkId);
    expect(done.status).toBe('approved');
    expect(Object.keys(done.output).sort()).toEqual(['check', 'doc', 'selfie']);
    expect(done.output.doc).toEqual({
      breakdown: document.breakdown,
      properties: document.properties,
      repeat_attempts: {
        attempts_clear_rate: 0,
        attempts_count: 1,
        repeat_attempts: [],
        report_id: '00000000-0000-0000-0000-000000000000',
        unique_mismatches_count: 0,
      },
      result: 'clear',
      status: 'complete',
      sub_result: 'clear',
      uuid: document.id,
    });
    expect(Object.keys(document.breakdown)).toContain('data_comparison');
    expect(done.output.selfie).toEqual({
      breakdown: selfie.breakdown,
      properties: {},
      result: 'clear',
      status: 'complete',
      sub_result: null,
      uuid: selfie.id,
    });
    expect(done.output.check.check_id).toBe(checkId);
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      expect(outcome(await service.get(`${service.at}/${run.id}`, { token }))).toEqual(notFound('WorkflowRun', run.id));
    }
  });

  it('shows them even when they are flagged, or withdrawn with the check', async () => {
    const flagged = await checked({ ...names, last_name: 'suspected' });
    const withdrawn = await checked(names);
    const path = `/operator/v1/accounts/${service.account.id}/checks/${withdrawn.checkId}/withdraw`;
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    expect((await service.call('POST', path, { token: null, headers })).status).toBe(200);
    service.clock.advance(1000);
    await service.settle();
    const review = await service.again(flagged.run);
    expect(review.status).toBe('review');
    expect(review.output.doc).toMatchObject({ result: 'consider', sub_result: 'suspected', status: 'complete' });
    expect(review.output.selfie.result).toBe('clear');
    const failed = await service.again(withdrawn.run);
    expect([failed.status, failed.error.type]).toEqual(['error', 'check_withdrawn']);
    const none = { breakdown: {}, properties: {}, result: null, status: 'withdrawn', sub_result: null };
    expect(failed.output.doc).toEqual({ ...none, repeat_attempts: null, uuid: expect.any(String) });
    expect(failed.output.selfie).toEqual({ ...none, uuid: expect.any(String) });
  });

  it('has in live the repeat attempts of the very report', async () => {
    const call = { token: service.liveToken };
    const { run, checkId } = await checked(names, call);
    await service.settle();
    const reports = await reportsOf(checkId, call);
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    for (const { id } of reports) {
      const path = `/operator/v1/accounts/${service.account.id}/reports/${id}/decide`;
      const json = { result: 'clear', note: 'Seen by a person' };
      expect((await service.call('POST', path, { token: null, headers, json })).status).toBe(200);
    }
    await service.settle();
    const { output, status } = await service.again(run, call);
    expect(status).toBe('approved');
    const { body } = await service.get(`/v3.6/repeat_attempts/${reports[0].id}`, call);
    expect(body).toMatchObject({ report_id: reports[0].id, attempts_count: 1, attempts_clear_rate: 1 });
    expect(output.doc).toMatchObject({ result: 'clear', uuid: reports[0].id, repeat_attempts: body });
  });
});
