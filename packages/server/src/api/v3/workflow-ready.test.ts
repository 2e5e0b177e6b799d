import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, signedIn } from '../dashboard/testing/browser.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';

const ids = {
  onboarding: '9d7a1f42-3c58-4b0e-8a61-5e2c7f904b11',
  address: '9d7a1f42-3c58-4b0e-8a61-5e2c7f904b12',
  returning: '9d7a1f42-3c58-4b0e-8a61-5e2c7f904b13',
};

let service: RunService;
let reviewer: Browser;
beforeAll(async () => {
  const workflows = fileURLToPath(new URL('../../../workflows', import.meta.url));
  service = await startWithWorkflows({ settings: { workflows, sandboxDelay: '1000' } });
  reviewer = await signedIn(service, 'reviewer');
});
afterAll(() => service.close());

const address = { country: 'GBR', line1: '1 High Street', town: 'London', postcode: 'SW4 6EH' };
const person = { first_name: 'Jane', country_residence: 'GBR' };

interface Run {
  id: string;
  applicant_id: string;
}

/** Completes the task of a run that is open, which must be the one named. */
async function complete(run: Run, name: string, data: unknown) {
  const task = await service.open(run);
  expect(task.task_def_id).toBe(name);
  const { status, bytes } = await service.complete(run, task, data);
  expect([status, bytes.toString()]).toEqual([200, '{}']);
}

/** Completes the tasks of captures by their names, then lets the checks be made. */
async function capture(run: Run, ...names: ('document_photo' | 'face_photo' | 'proof_of_address')[]) {
  for (const name of names) {
    const { document, livePhoto } = service.story;
    const upload = {
      document_photo: () => document(run.applicant_id),
      face_photo: () => livePhoto(run.applicant_id),
      proof_of_address: () => document(run.applicant_id, { type: 'utility_bill' }),
    }[name];
    await complete(run, name, [{ id: await upload() }]);
  }
  await work();
}

async function work() {
  for (let checks = 0; checks < 2; checks += 1) {
    service.clock.advance(1000);
    await service.settle();
  }
}

async function decide(run: Run, name: string, choice: string, reason?: string) {
  const task = await service.open(run);
  expect(task.task_def_id).toBe(name);
  expect((await service.again(run)).status).toBe('review');
  const path = `/accounts/${service.account.id}/sandbox/workflow_runs/${run.id}/tasks/${task.id}/decide`;
  expect((await reviewer.post(path, { choice, reason })).status).toBe(200);
  await work();
}

const endOf = async (run: Run) => {
  const { status, reasons, output } = await service.again(run);
  return [status, reasons, Object.keys(output ?? {})];
};

test('onboarding approves what is clear, and asks a member where it is not', async () => {
  const good = await service.run(ids.onboarding);
  await complete(good, 'profile_data', { ...person, last_name: 'Doe' });
  await capture(good, 'document_photo', 'face_photo');
  expect(await endOf(good)).toEqual(['approved', [], ['document', 'selfie']]);

  const unclear = await service.run(ids.onboarding);
  await complete(unclear, 'profile_data', { ...person, last_name: 'Consider' });
  await capture(unclear, 'document_photo', 'face_photo');
  await decide(unclear, 'manual_review', 'approve', 'The original was shown in a branch');
  expect(await endOf(unclear)).toEqual(['approved', ['The original was shown in a branch'], ['document', 'selfie']]);
});

test('onboarding with address and screening approves only after every report, or a member, is clear', async () => {
  const all = ['document_photo', 'face_photo', 'proof_of_address'] as const;
  const profile = { ...person, dob: '1990-01-31', address };
  const outputs = ['document', 'address', 'screening'];
  const good = await service.run(ids.address);
  await complete(good, 'profile_data', { ...profile, last_name: 'Doe' });
  await capture(good, ...all);
  const [status, reasons, keys] = await endOf(good);
  expect([status, reasons, [...(keys as string[])].sort()]).toEqual(['approved', [], outputs.toSorted()]);

  const listed = await service.run(ids.address);
  await complete(listed, 'profile_data', { ...profile, last_name: 'Consider' });
  await capture(listed, ...all);
  await decide(listed, 'hit_review', 'same_person');
  expect((await endOf(listed)).slice(0, 2)).toEqual(['declined', ['The applicant is on a list']]);

  const other = await service.run(ids.address);
  await complete(other, 'profile_data', { ...profile, last_name: 'Consider' });
  await capture(other, ...all);
  await decide(other, 'hit_review', 'another_person');
  await decide(other, 'identity_review', 'decline', 'The bill is of another house');
  expect((await endOf(other)).slice(0, 2)).toEqual(['declined', ['The bill is of another house']]);
});

test('a returning user shows their face, twice at most, then a member looks', async () => {
  const applicant_id = await service.story.applicant();
  await service.story.document(applicant_id);
  const good = await service.run(ids.returning, { applicant_id });
  await capture(good, 'face_photo');
  expect(await endOf(good)).toEqual(['approved', [], ['selfie']]);

  const unlike = await service.story.applicant({ last_name: 'Consider' });
  await service.story.document(unlike);
  const run = await service.run(ids.returning, { applicant_id: unlike });
  await capture(run, 'face_photo');
  await capture(run, 'face_photo');
  await decide(run, 'manual_review', 'decline');
  expect(await endOf(run)).toEqual(['declined', [], ['selfie']]);
});
