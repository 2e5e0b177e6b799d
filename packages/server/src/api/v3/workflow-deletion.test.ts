import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { plainPdf } from '../../workflows/testing/write.ts';
import type { TaskStep, Workflow } from '../../workflows/workflow.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

const document = { task: 'document_photo', name: 'document_photo', completed_by: 'applicant' } as const;

/** A workflow that waits for a minute, then takes a step. */
function waitThen(step: TaskStep): string {
  const id = `77777777-7777-4777-8777-${step.name.length.toString().padStart(12, '0')}`;
  const workflow: Workflow = {
    id,
    version: 1,
    name: step.name,
    decide: [{ outcome: 'approve' }],
    output: {},
    abandon_after_days: 5,
    steps: [{ task: 'wait', name: 'pause', minutes: 1 }, step],
  };
  (service.services.workflows as Map<string, Workflow>).set(id, workflow);
  return id;
}

/** A run of an applicant who has all that a step may want, and whose deletion waits. */
async function deletedRun(step: TaskStep) {
  const applicant_id = await service.story.applicant({ email: 'jane@example.com' });
  const contract = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
  await service.story.upload('signing_documents', { applicant_id }, contract);
  const custom_data = { media_ids: [{ id: await service.story.livePhoto(applicant_id) }] };
  const run = await service.run(waitThen(step), { applicant_id, custom_data });
  expect((await service.del(`/v3.6/applicants/${applicant_id}`)).status).toBe(204);
  return { ...run, applicant_id };
}

async function pass(ms: number) {
  service.clock.advance(ms);
  await service.settle();
}

const kept = query<{ id: string }>()((db, p) =>
  db.selectFrom('workflow_runs').select(['status', 'updated_at']).where('id', '=', p.id),
);
const begun = query<{ id: string }>()((db, p) =>
  db.selectFrom('workflow_tasks').select(['completed']).where('workflow_run_id', '=', p.id).orderBy('position'),
);
const retried = query()((db) => db.selectFrom('jobs').select('id').where('attempts', '>', 1));

/** Stored rows of a run that nobody may read now. */
async function inStore({ id }: { id: string }) {
  const { store } = service.services;
  const [run] = await store.system.all(kept, { id });
  const tasks = await store.system.all(begun, { id });
  return { status: run?.status, tasks: tasks.map(({ completed }) => Number(completed)) };
}

test.each<[TaskStep, string]>([
  [{ task: 'notify', name: 'notify', to: 'applicant', subject: 'Hello', text: 'Hello' }, 'approved'],
  [{ task: 'check', name: 'check', reports: ['watchlist_standard'] }, 'approved'],
  [
    {
      task: 'simple_electronic_signature',
      name: 'signature',
      completed_by: 'applicant',
      documents: ['applicant'],
      sandbox: 'automatic',
    },
    'approved',
  ],
  [{ task: 'biometric_token', name: 'biometric_token' }, 'approved'],
  [{ task: 'passkey_enrollment', name: 'passkeys', completed_by: 'applicant', sandbox: 'automatic' }, 'approved'],
  [document, 'awaiting_input'],
])(
  'a run stands still while the deletion of its applicant waits, and continues once it is restored: %#',
  async (step, end) => {
    const run = await deletedRun(step);
    await pass(DAY_MS);
    await pass(DAY_MS);
    expect(await inStore(run)).toEqual({ status: 'processing', tasks: [1, 0] });
    expect(await service.services.store.system.all(retried, {})).toEqual([]);
    expect((await service.get(`${service.at}/${run.id}`)).status).toBe(410);

    expect((await service.post(`/v3.6/applicants/${run.applicant_id}/restore`)).status).toBe(204);
    await pass(0);
    // What the service does for the step.
    await pass(MINUTE_MS);
    expect(await service.again(run)).toMatchObject({ status: end, error: null });
    expect(await inStore(run)).toEqual({ status: end, tasks: [1, 1, end === 'approved' ? 1 : 0] });
  },
);

test('a run whose time is over meanwhile is abandoned by the restore', async () => {
  const run = await deletedRun(document);
  await pass(6 * DAY_MS);
  expect(await inStore(run)).toEqual({ status: 'processing', tasks: [1, 0] });
  await service.post(`/v3.6/applicants/${run.applicant_id}/restore`);
  await pass(0);
  expect((await service.again(run)).status).toBe('abandoned');
});

test('a run that is not restored goes with its applicant', async () => {
  const run = await deletedRun(document);
  await pass(21 * DAY_MS);
  expect(await inStore(run)).toEqual({ status: undefined, tasks: [] });
  expect((await service.get(`${service.at}/${run.id}`)).status).toBe(410);
});
