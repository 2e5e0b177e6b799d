import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../upload/send.ts';
import { ask, complete } from './workflow.ts';

const ok = (body: object): Reply => ({ status: 200, body: body as Reply['body'] });
const refused = (status: number, type: string, fields?: object): Reply => ({
  status,
  body: { error: { type, message: 'No', ...(fields ? { fields } : {}) } },
});
const task = (id: string, kind = 'document_photo', input: object = {}) =>
  ok({ status: 'awaiting_input', task: { id, kind, input } });

/** A connection to a service that gives these answers, one after the other. */
function connectionTo(...answers: Reply[]) {
  const abort = new AbortController();
  const calls: string[] = [];
  const connection = {
    signal: abort.signal,
    async call(path: string, json?: object): Promise<Reply> {
      calls.push(`${json ? 'POST' : 'GET'} ${path}`);
      return answers.length > 1 ? (answers.shift() as Reply) : (answers[0] as Reply);
    },
  };
  return { calls, abort, run: { runId: 'r/1', connection, hasWallet: false, endOf: () => 'failed' as const } };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what comes next', () => {
  it.each([
    ['document_photo', { documentTypes: { passport: true } }, 'document', { documentTypes: { passport: true } }],
    ['proof_of_address', {}, 'poa', {}],
    ['face_photo', {}, 'face', { requestedVariant: 'standard' }],
    ['profile_data', { required: ['dob'], optional: [] }, 'data', { required: ['dob'], optional: [] }],
  ])('%s is a step with its options', async (kind, input, type, options) => {
    expect(await ask(connectionTo(task('t', kind, input)).run)).toEqual({
      what: 'task',
      id: 't',
      step: { type, options },
      retry: null,
    });
  });

  it('says why a task is asked for again', async () => {
    const retry = { attempt: 2, at_most: 3, reasons: ['blurred', 'glare'] };
    const answer = ok({ status: 'awaiting_input', task: { id: 't', kind: 'face_photo', input: {}, retry } });
    expect(await ask(connectionTo(answer).run)).toMatchObject({
      retry: { attempt: 2, atMost: 3, reasons: ['blurred', 'glare'] },
    });
  });

  it('is more evidence on a document where a browser can capture any, once no task is left', async () => {
    const answer = (offers: string[], more = {}) =>
      ok({ status: 'complete', task: null, step_up: { report_id: 'r', offers }, ...more });
    const stepUp = { what: 'task', id: null, step: { type: 'stepUp' }, retry: null };
    expect(await ask(connectionTo(answer(['chip', 'back'])).run)).toEqual(stepUp);
    expect(await ask(connectionTo(answer(['chip'])).run)).toEqual({ what: 'done' });
    const { run } = connectionTo(answer(['credential']));
    expect(await ask({ ...run, hasWallet: true })).toEqual(stepUp);
    expect(await ask(connectionTo(answer(['credential'])).run)).toEqual({ what: 'done' });
    const other = { status: 'awaiting_input', task: { id: 't', kind: 'face_photo', input: {} } };
    expect(await ask(connectionTo(answer(['back'], other)).run)).toMatchObject({ id: 't' });
  });

  it('is polled ever less often while it is processed', async () => {
    const { calls, run } = connectionTo(ok({ status: 'processing', task: null }));
    void ask(run);
    const after: number[] = [];
    for (const ms of [0, 500, 1_000, 1_500, 60_000, 600_000]) {
      await vi.advanceTimersByTimeAsync(ms);
      after.push(calls.length);
    }
    expect(after.slice(0, 4)).toEqual([1, 2, 3, 4]);
    // Three a minute in the end.
    expect((after[5] as number) - (after[4] as number)).toBe(30);
    expect(calls[0]).toBe('GET /v3.6/sdk/workflow_runs/r%2F1');
  });

  it('is polled no more when the applicant has left', async () => {
    const { calls, abort, run } = connectionTo(ok({ status: 'processing' }));
    const answer = ask(run).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(100);
    abort.abort();
    expect(await answer).toBe('AbortError');
    await vi.advanceTimersByTimeAsync(100_000);
    expect(calls).toHaveLength(1);
  });

  it.each([
    [ok({ status: 'complete' }), { what: 'done' }],
    [ok({ status: 'abandoned' }), { what: 'end', reason: 'abandoned' }],
    [ok({ status: 'error' }), { what: 'end', reason: 'halted' }],
    [ok({ status: 'somewhere_else' }), { what: 'refused', type: 'unsupported_sdk_version' }],
    [task('t', 'constructor'), { what: 'refused', type: 'unsupported_sdk_version' }],
    [refused(404, 'resource_not_found'), { what: 'refused', type: 'workflow_error' }],
    [refused(401, 'authorization_error'), { what: 'refused', type: 'invalid_token' }],
    [refused(410, 'gone'), { what: 'end', reason: 'failed' }],
  ])('%j', async (reply, next) => {
    expect(await ask(connectionTo(reply).run)).toMatchObject(next);
  });
});

describe('completing a task', () => {
  it('is done when the service says so', async () => {
    const { calls, run } = connectionTo(ok({}));
    expect(await complete(run, 't', [{ id: 'm' }])).toEqual({ what: 'completed' });
    expect(calls).toEqual(['POST /v3.6/workflow_runs/r%2F1/tasks/t/complete']);
  });

  it.each([
    ['the next task is there', task('u')],
    ['the service is at work', ok({ status: 'processing' })],
    ['nothing is left', ok({ status: 'complete' })],
  ])('was done before, and the answer got lost: %s', async (_, now) => {
    const again = refused(422, 'validation_error', { task_id: ['is already completed'] });
    expect(await complete(connectionTo(again, now).run, 't', [])).toEqual({ what: 'completed' });
  });

  it('names the fields of a profile that are wrong', async () => {
    const fields = {
      data: [{ dob: ['is invalid'], address: [{ postcode: ['is invalid'], state: ["can't be blank"] }] }],
    };
    expect(await complete(connectionTo(refused(422, 'validation_error', fields), task('t')).run, 't', {})).toEqual({
      what: 'wrong',
      fields: ['dob', 'address.postcode', 'address.state'],
    });
  });

  it('is refused for what the run has become, or for what was captured', async () => {
    const late = refused(422, 'validation_error', { task_id: ['belongs to a run that has ended'] });
    expect(await complete(connectionTo(late, ok({ status: 'abandoned' })).run, 't', [])).toEqual({
      what: 'end',
      reason: 'abandoned',
    });
    const media = refused(422, 'validation_error', { data: ['must name media of the applicant'] });
    expect(await complete(connectionTo(media, task('t')).run, 't', [])).toMatchObject({
      what: 'refused',
      type: 'workflow_error',
    });
  });
});
