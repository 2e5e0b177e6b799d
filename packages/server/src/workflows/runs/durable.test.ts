import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import type { Database } from '../../store/schema.ts';
import { migratedDatabase } from '../../testing/database.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { workflowIds } from '../testing/write.ts';

let service: RunService;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(settings: object = {}): Promise<RunService> {
  const started = await startWithWorkflows({ settings });
  closing.push(started.close);
  return started;
}

/** A service that stops and starts again on the same data, in the store of the suite. */
async function startToStop(settings: object = {}) {
  const database = await migratedDatabase();
  const store = database ? { databaseUrl: database.url } : {};
  const first = await startWithWorkflows({ settings: { ...settings, ...store } });
  let close = () => first.close();
  closing.push(async () => {
    await close();
    await database?.drop();
  });
  const startAgain = async (): Promise<TestService> => {
    await first.close({ keep: true });
    const { data } = first;
    close = async () => rmSync(data, { recursive: true, force: true });
    const again = await startService({ data, settings: store });
    close = () => again.close();
    return again;
  };
  return { first, startAgain };
}

const tables = [
  'workflow_runs',
  'workflow_tasks',
  'jobs',
  'events',
  'deliveries',
] as const satisfies readonly (keyof Database)[];

/** The tables in which an id occurs, in any column. */
async function mentioning(id: string): Promise<string[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const rows = await service.services.store.system.all(
        query()((db) => db.selectFrom(table).selectAll()),
        {},
      );
      return JSON.stringify(rows).includes(id) ? [table] : [];
    }),
  );
  return found.flat();
}

test('a live run of a trial begins its check with the last task, and ends where no check is left', async () => {
  service = await start();
  const { liveToken: token } = await service.makeAccount('Trial Ltd', { trial_checks_limit: 1 });
  const finish = async () => {
    const run = await service.run(workflowIds.sample, {}, { token });
    const document = await service.story.document(run.applicant_id, {}, { token });
    await service.complete(run, await service.open(run, { token }), [{ id: document }], { token });
    const photo = await service.story.livePhoto(run.applicant_id, { token });
    const last = await service.complete(run, await service.open(run, { token }), [{ id: photo }], { token });
    expect(last.status).toBe(200);
    const { status, error } = await service.again(run, { token });
    return [status, error?.type ?? null];
  };
  expect(await finish()).toEqual(['processing', null]);
  expect(await finish()).toEqual(['error', 'trial_limits_reached']);
});

test('a task that is completed many times at once is completed once', async () => {
  service = await start();
  const run = await service.run(workflowIds.sample);
  const task = await service.open(run);
  const documents = await Promise.all([1, 2, 3, 4].map(() => service.story.document(run.applicant_id)));
  const answers = await Promise.all(documents.map((id) => service.complete(run, task, [{ id }])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  const { body: tasks } = await service.get(`${service.at}/${run.id}/tasks`);
  expect(tasks.map(({ task_def_id }: { task_def_id: string }) => task_def_id)).toEqual([
    'start',
    'document_photo',
    'face_photo',
  ]);
  const { body } = await service.get(`${service.at}/${run.id}/tasks/${task.id}`);
  const taken = documents[answers.findIndex(({ status }) => status === 200)];
  expect(body.output).toEqual([{ id: taken, type: 'document' }]);
});

test('an applicant who is erased while tasks are completed takes everything along', async () => {
  service = await start();
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  for (let round = 0; round < 5; round += 1) {
    const run = await service.run(workflowIds.profile);
    const task = await service.open(run);
    const profile = { first_name: 'Ann', last_name: 'Lee', country_residence: 'GBR' };
    const path = `/operator/v1/accounts/${service.account.id}/applicants/${run.applicant_id}/erase`;
    const json = { environment: 'sandbox', force: true };
    const [completed, erased] = await Promise.all([
      service.complete(run, task, profile),
      service.call('POST', path, { token: null, headers, json }),
    ]);
    expect([200, 410]).toContain(completed.status);
    expect(erased.status).toBe(200);
    expect(erased.body.counts.workflow_run).toBe(1);
    await service.settle();
    expect(await mentioning(run.id)).toEqual([]);
    expect(await mentioning(run.applicant_id)).toEqual([]);
  }
});

test('a run outlives the service and the file of its workflow', async () => {
  const { first, startAgain } = await startToStop({ sandboxDelay: '1000' });
  service = first;
  const waiting = await service.run(workflowIds.client);
  const checking = await service.run(workflowIds.checkOnly);
  const tokens = { token: service.sandboxToken };
  const later = service.clock.now() + 35 * DAY_MS;
  const again = await startAgain();
  again.clock.advance(1000);
  await again.settle();
  expect((await again.get(`/v3.6/workflow_runs/${checking.id}`, tokens)).body.status).toBe('approved');
  again.clock.advance(later - again.clock.now());
  await again.settle();
  expect((await again.get(`/v3.6/workflow_runs/${waiting.id}`, tokens)).body.status).toBe('abandoned');
});

test('a wait ends at its time, once, though the service was stopped meanwhile', async () => {
  const { first, startAgain } = await startToStop();
  service = first;
  const run = await service.run(workflowIds.pause);
  const until = service.clock.now() + 2 * HOUR_MS;
  const { sandboxToken: token } = service;
  const again = await startAgain();
  const statusOf = async () => (await again.get(`/v3.6/workflow_runs/${run.id}`, { token })).body.status;
  again.clock.advance(until - 1 - again.clock.now());
  await again.settle();
  expect(await statusOf()).toBe('processing');
  again.clock.advance(1);
  await again.settle();
  expect(await statusOf()).toBe('approved');
  again.clock.advance(DAY_MS);
  await again.settle();
  const { body: tasks } = await again.get(`/v3.6/workflow_runs/${run.id}/tasks`, { token });
  expect(tasks.map((task: { task_def_id: string }) => task.task_def_id)).toEqual(['start', 'wait']);
  expect(Date.parse(tasks[1].updated_at)).toBe(Math.floor(until / 1000) * 1000);
});
