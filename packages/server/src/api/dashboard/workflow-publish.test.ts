import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from '../v3/testing/runs.ts';
import { outcome, validationError } from '../v3/testing/story.ts';
import { type Browser, join, signedIn } from './testing/browser.ts';

type Member = Browser & { readonly id: string };

let service: RunService;
let adam: Member;
let alma: Member;
let rita: Member;

const at = (environment = 'sandbox', account = service.account.id) => `/accounts/${account}/${environment}`;
const file = async (id: string, environment = 'sandbox', version?: number, who: Browser = rita) =>
  who.get(`${at(environment)}/workflow_files/${id}${version ? `?version=${version}` : ''}`);
const publish = (text: string, environment = 'sandbox', who: Browser = adam, more: object = {}) =>
  who.post(`${at(environment)}/workflow_files/publish`, { text, name: 'mine.yaml', note: 'Stricter', ...more });
/** A workflow that asks the client for a name, and then ends. */
const workflow = (version: number, outcomeOf: string, id: string = workflowIds.client) => `id: ${id}
version: ${version}
name: The client knows
steps:
  - {task: profile_data, completed_by: client, required: [first_name]}
decide:
  - {outcome: ${outcomeOf}}
`;
const live = () => ({ token: service.account.liveToken });

/** The version and status of a run of the workflow that a client starts now. */
async function started(call = {}, id: string = workflowIds.client) {
  const run = await service.run(id, {}, call);
  const ended = await service.complete(run, await service.open(run, call), { first_name: 'Ann' }, call);
  expect(ended.status).toBe(200);
  const { workflow_version_id, status } = await service.again(run, call);
  return [workflow_version_id, status];
}

/** An administrator of every account. */
async function adminOfAll(name: string): Promise<Member> {
  const member = await signedIn(service, 'admin', { name });
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const invited = { email: member.email, name, role: 'admin' };
  const path = `/operator/v1/accounts/${service.other.id}/members`;
  const { body } = await service.post(path, invited, { token: null, headers });
  await join(member, body.invitation_url);
  return member;
}

beforeAll(async () => {
  service = await startWithWorkflows();
  adam = await adminOfAll('Adam');
  alma = await adminOfAll('Alma');
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
});
afterAll(() => service.close());

describe('a published version of a workflow', () => {
  test('is the one with which new runs begin, and runs that have begun keep theirs', async () => {
    expect(await started()).toEqual([1, 'review']);
    const waiting = await service.run(workflowIds.client);
    const published = await publish(workflow(2, 'approve'));
    expect([published.status, published.body]).toEqual([201, { id: workflowIds.client, version: 2 }]);
    expect(await started()).toEqual([2, 'approved']);
    expect((await service.again(waiting)).workflow_version_id).toBe(1);

    const { body: newest } = await file(workflowIds.client);
    expect([newest.version, newest.versions, newest.name, newest.text, newest.published]).toEqual([
      2,
      [2, 1],
      'mine.yaml',
      workflow(2, 'approve'),
      { at: '2026-01-15T09:30:00Z', by: { kind: 'member', id: adam.id } },
    ]);
    expect((await file(workflowIds.client, 'sandbox', 1)).body.published).toBe(null);
    const { body: listed } = await rita.get(`${at()}/workflows`);
    const found = listed.workflows.find(({ id }: { id: string }) => id === workflowIds.client);
    expect([found.version, found.earlier.map(({ version }: { version: number }) => version)]).toEqual([2, [1]]);

    // An earlier text goes back to use under a higher version.
    expect(outcome(await publish(workflow(2, 'decline')))).toEqual(
      validationError({ text: ['has version 2, but version 2 is in use. Use a higher version'] }),
    );
    expect((await publish(workflow(3, 'review'))).status).toBe(201);
    expect(await started()).toEqual([3, 'review']);
    const { body: log } = await adam.get(`/accounts/${service.account.id}/audit?action=workflow_published`);
    expect(log.entries.map(({ object, details }: Record<string, object>) => [object, details])).toEqual([
      [{ type: 'workflow', id: workflowIds.client }, { version: 3 }],
      [{ type: 'workflow', id: workflowIds.client }, { version: 2 }],
    ]);
  });

  test('may belong to a workflow that no file describes, also one that runs another file', async () => {
    const id = '0b7f6a52-4c1d-4f0e-8a35-94d2f1c7e601';
    const applicant_id = await service.story.applicant();
    expect((await service.post(service.at, { workflow_id: id, applicant_id })).status).toBe(404);
    expect((await publish(workflow(1, 'decline', id))).status).toBe(201);
    expect(await started({}, id)).toEqual([1, 'declined']);
    expect(await started({}, id.toUpperCase())).toEqual([1, 'declined']);
    const parent = `id: 0b7f6a52-4c1d-4f0e-8a35-94d2f1c7e602
version: 1
name: Parent
steps: [{workflow: client.yml, name: part}]
decide: [{if: {value: part.outcome, is: review}, outcome: approve}, {outcome: decline}]
`;
    expect((await publish(parent)).status).toBe(201);
    expect(await started({}, '0b7f6a52-4c1d-4f0e-8a35-94d2f1c7e602')).toEqual([1, 'approved']);
    const dryRun = await rita.post(`${at()}/workflow_files/${id}/dry_run`, { text: workflow(2, 'approve', id) });
    expect([dryRun.status, dryRun.body.different]).toEqual([200, 2]);
  });

  test('needs a text without faults, and a reason', async () => {
    expect(outcome(await publish(workflow(9, 'maybe')))).toEqual(
      validationError({ text: ['line 7: must be one of approve, decline, review'] }),
    );
    // The message doesn't say where the directory is.
    const missing = `id: ${workflowIds.client}\nversion: 9\nname: Part\nsteps: [{workflow: other.yaml, name: part}]\n`;
    expect(outcome(await publish(`${missing}decide: [{outcome: review}]\n`))).toEqual(
      validationError({ text: ["line 4: cannot be read: ENOENT: no such file or directory, open 'other.yaml'"] }),
    );
    expect((await publish(workflow(9, 'approve'), 'sandbox', adam, { note: ' ' })).status).toBe(422);
    expect((await publish('x'.repeat(32_001))).status).toBe(422);
    for (const [id, status] of [
      ['nothing', 404],
      ['\u0000', 422],
      [`${workflowIds.client}\u0000`, 422],
    ] as const) {
      const run = { workflow_id: id, applicant_id: await service.story.applicant() };
      expect([id, (await service.post(service.at, run)).status]).toEqual([id, status]);
    }
  });
});

describe('under four eyes', () => {
  const setting = (decision_four_eyes: 'on' | 'off') =>
    service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, {
      token: null,
      headers: { authorization: `Bearer ${service.operatorKey}` },
      json: { decision_four_eyes },
    });

  test('a version of live waits for a second person, and the sandbox does not', async () => {
    expect((await setting('on')).status).toBe(200);
    expect((await publish(workflow(4, 'approve'))).status).toBe(201);
    const proposed = await publish(workflow(5, 'approve'), 'live');
    expect([proposed.status, proposed.body.kind, proposed.body.state, proposed.body.proposed]).toEqual([
      202,
      'publication',
      'proposed',
      {
        workflow_id: workflowIds.client,
        version: 5,
        name: 'The client knows',
        note: 'Stricter',
        text: workflow(5, 'approve'),
      },
    ]);
    expect(await started(live())).toEqual([1, 'review']);
    const judge = (who: Browser, verdict: string, body: object = {}, id = proposed.body.id) =>
      who.post(`${at('live')}/proposals/${id}/${verdict}`, body);
    expect(outcome(await judge(adam, 'confirm'))).toEqual(
      validationError({ operator: ['made this proposal. Another person must confirm or refuse it'] }),
    );
    expect((await judge(rita, 'confirm')).status).toBe(403);
    expect((await judge(rita, 'refuse', { note: 'No' })).status).toBe(403);
    expect((await judge(alma, 'confirm')).body.state).toBe('confirmed');
    expect(await started(live())).toEqual([5, 'approved']);
    const { body: now } = await file(workflowIds.client, 'live');
    expect([now.version, now.published.by]).toEqual([5, { kind: 'member', id: adam.id }]);
  });

  test('of two proposals, one can be confirmed for each version', async () => {
    const first = (await publish(workflow(6, 'decline'), 'live')).body.id;
    const second = (await publish(workflow(6, 'review'), 'live')).body.id;
    const confirm = (id: string) => alma.post(`${at('live')}/proposals/${id}/confirm`, {});
    const both = await Promise.all([confirm(first), confirm(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = both[0].status === 422 ? first : second;
    expect((await alma.post(`${at('live')}/proposals/${refused}/refuse`, { note: 'Too late' })).body.state).toBe(
      'refused',
    );
    expect((await file(workflowIds.client, 'live')).body.versions).toEqual([6, 5, 1]);
  });
});

test('environments and accounts have versions of their own', async () => {
  expect((await file(workflowIds.client)).body.versions).toEqual([4, 3, 2, 1]);
  const ofOther = await signedIn(service, 'admin', { account: service.other.id });
  const path = `${at('sandbox', service.other.id)}/workflow_files`;
  expect((await ofOther.get(`${path}/${workflowIds.client}`)).body.versions).toEqual([1]);
  expect(await started({ token: service.other.sandboxToken })).toEqual([1, 'review']);
  // Mail of every account comes from one address, so an administrator of one account alone publishes nothing.
  const refused = await ofOther.post(`${path}/publish`, { text: workflow(9, 'approve'), note: 'Mine' });
  expect([refused.status, refused.body.error.type]).toEqual([403, 'not_permitted']);
  expect((await publish(workflow(9, 'approve'), 'sandbox', ofOther)).status).toBe(404);
  const ofOne = await signedIn(service, 'admin');
  expect((await publish(workflow(9, 'approve'), 'sandbox', ofOne)).status).toBe(403);
});
