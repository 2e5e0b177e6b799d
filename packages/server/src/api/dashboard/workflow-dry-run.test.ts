import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from '../v3/testing/runs.ts';
import { notFound, outcome, validationError } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

let service: RunService;
let reviewer: Browser;
let text: string;
beforeAll(async () => {
  service = await startWithWorkflows();
  reviewer = await signedIn(service, 'reviewer');
  text = (await reviewer.get(`${at()}/${workflowIds.review}`)).body.text;
});
afterAll(() => service.close());

const at = (environment = 'sandbox', account = service.account.id) =>
  `/accounts/${account}/${environment}/workflow_files`;
const dryRun = (draft: string, more: object = {}, id: string = workflowIds.review) =>
  reviewer.post(`${at()}/${id}/dry_run`, { text: draft, name: 'review.yaml', ...more });

/** A run that waits for a member, whose applicant has a first name. */
async function waiting(first_name: string) {
  const run = await service.run(workflowIds.review);
  await service.complete(run, await service.open(run), { first_name });
  return run;
}

/** A run that a member has ended. */
async function ended(first_name: string, choice: 'approve' | 'decline') {
  const run = await waiting(first_name);
  const { id } = await service.open(run);
  const path = `/accounts/${service.account.id}/sandbox/workflow_runs/${run.id}/tasks/${id}/decide`;
  expect((await reviewer.post(path, { choice })).status).toBe(200);
  return run;
}

test('a changed file shows which runs would have ended in another way, and changes none', async () => {
  const [ann, bob] = [await ended('Ann', 'approve'), await ended('Bob', 'decline')];
  // Neither a run that waits nor one of another workflow has an end to compare.
  await waiting('Cid');
  const client = await service.run(workflowIds.client);
  await service.complete(client, await service.open(client), { first_name: 'Ann' });
  const counts = { same: 2, different: 0, unknown: 0, more: false, runs: [] };
  expect((await dryRun(text)).body).toEqual(counts);

  const row = (run: { id: string; created_at: string }) => ({
    id: run.id,
    workflow_version_id: 1,
    created_at: run.created_at,
  });
  const strict = text.replace(
    'decide:\n',
    'decide:\n  - {if: {value: profile_data.first_name, is: Ann}, outcome: decline, reason: No Ann}\n',
  );
  expect((await dryRun(strict)).body).toEqual({
    ...counts,
    same: 1,
    different: 1,
    runs: [{ ...row(ann), before: 'approve', after: 'decline', reason: 'No Ann', missing: [] }],
  });
  // A choice that there was not yet, and an input that no run has.
  const choice = (
    await dryRun(
      text.replace('[approve, decline, ask_again]', '[approve, later, ask_again]').replace('is: decline', 'is: later'),
    )
  ).body;
  expect(choice).toEqual({
    ...counts,
    same: 1,
    unknown: 1,
    runs: [{ ...row(bob), before: 'decline', after: null, reason: null, missing: ['manual_review'] }],
  });
  const input = (await dryRun(text.replace('steps:', 'inputs: {plan: {type: string, required: true}}\nsteps:'))).body;
  expect(input.runs.map(({ missing }: { missing: string[] }) => missing)).toEqual([['start.plan'], ['start.plan']]);
  expect([await service.again(ann), await service.again(bob)]).toMatchObject([
    { status: 'approved' },
    { status: 'declined' },
  ]);

  const { body: log } = await reviewer.get(`/accounts/${service.account.id}/audit?action=workflow_dry_run`);
  expect(log.entries[0]).toMatchObject({ object: { type: 'workflow', id: workflowIds.review }, details: { days: 30 } });
});

test('runs of other days, and of applicants that will be deleted, are left out', async () => {
  service.clock.advance(40 * DAY_MS);
  reviewer = await signedIn(service, 'reviewer');
  const run = await ended('Dan', 'approve');
  expect((await dryRun(text)).body.same).toBe(1);
  expect((await dryRun(text, { days: 90 })).body.same).toBe(3);
  expect((await service.del(`/v3.6/applicants/${run.applicant_id}`)).status).toBe(204);
  expect((await dryRun(text, { days: 90 })).body.same).toBe(2);
  expect((await dryRun(text, { days: 366 })).status).toBe(422);
});

test('a text with faults is refused with its first line, loops that never end are refused, too', async () => {
  const line = text.split('\n').findIndex((part) => part.includes('is: approve')) + 1;
  expect(outcome(await dryRun(text.replace('is: approve', 'is: maybe')))).toEqual(
    validationError({
      text: [`line ${line}: must be a choice of "manual_review": approve, decline, ask_again`],
    }),
  );
  const never = '{value: start.x, is: true}';
  let loops = `{if: ${never}, then: [{end: approve}]}`;
  for (let depth = 0; depth < 12; depth += 1) loops = `{repeat: [${loops}], until: ${never}, at_most: 10}`;
  expect(outcome(await dryRun(text.replace('steps:', `steps:\n  - ${loops}`), { days: 90 }))).toEqual(
    validationError({ text: ['has loops within loops that take too many steps'] }),
  );
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(outcome(await dryRun(text, {}, unknown))).toEqual(notFound('Workflow', unknown));
});

test('the other environment has its own runs; developers see none of live, members of other accounts none', async () => {
  const path = `${workflowIds.review}/dry_run`;
  expect((await reviewer.post(`${at('live')}/${path}`, { text, name: 'review.yaml' })).body).toMatchObject({
    same: 0,
    runs: [],
  });
  const developer = await signedIn(service, 'developer');
  expect((await developer.post(`${at('live')}/${path}`, { text })).status).toBe(403);
  expect((await developer.post(`${at()}/${path}`, { text, days: 90 })).body.same).toBe(2);
  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  expect((await stranger.post(`${at()}/${path}`, { text })).status).toBe(404);
  const own = await stranger.post(`${at('sandbox', service.other.id)}/${path}`, { text, days: 90 });
  expect([own.status, own.body.same]).toEqual([200, 0]);
});
