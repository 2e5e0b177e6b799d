import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { openAuthenticator } from '../dashboard/testing/authenticator.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, outcome } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

const SHOP = 'https://shop.example.com';

type Run = { id: string; applicant_id: string; sdk_token: string };
type Options = { challenge: string; [key: string]: unknown };

/** The page of a shop in which the SDK follows a run. */
function pageOf(run: Run, origin: string | null = SHOP) {
  const { headers } = service.sdkOf(run);
  const call = { token: null, headers: { ...headers, ...(origin !== null && { origin }) } };
  const taskOf = async () => (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, call)).body.task;
  return {
    taskOf,
    async begin(task?: string) {
      const id = task ?? (await taskOf()).id;
      return service.post(`/v3.6/sdk/workflow_runs/${run.id}/tasks/${id}/passkey`, {}, call);
    },
    async complete(data: unknown, task?: string) {
      const id = task ?? (await taskOf()).id;
      return service.post(`${service.at}/${run.id}/tasks/${id}/complete`, { data }, call);
    },
  };
}

const optionsOf = async (page: ReturnType<typeof pageOf>): Promise<Options> => (await page.begin()).body.options;

/** A run in which a device makes a passkey for a user. */
async function enrol(customer_user_id: string, device = openAuthenticator(), origin = SHOP) {
  const run: Run = await service.run(workflowIds.passkeyMadeByDevice, { customer_user_id });
  const page = pageOf(run, origin);
  const { challenge } = await optionsOf(page);
  const response = device.register({ challenge, origin });
  expect(outcome(await page.complete({ response }))).toEqual({ status: 200, body: {} });
  return { run, device };
}

const comeBack = (customer_user_id: string): Promise<Run> =>
  service.run(workflowIds.passkeyUsedByDevice, { customer_user_id });

async function endOf(run: Run) {
  const { status, output } = await service.again(run);
  return { status, ...output?.passkey };
}

const refusal = {
  status: 422,
  body: {
    error: {
      type: 'validation_error',
      message: 'There was a validation error on this request',
      fields: { data: ['must contain response, the answer of the passkey that this task requested, or skipped'] },
    },
  },
};

describe('passkeys in a workflow run', () => {
  test('a device makes one for a page, and uses it when its person is back', async () => {
    const username = 'jane-1';
    const run: Run = await service.run(workflowIds.passkeyMadeByDevice, { customer_user_id: username });
    expect((await service.again(run)).status).toBe('awaiting_input');
    const page = pageOf(run);
    expect(await page.taskOf()).toMatchObject({ kind: 'passkey_enrollment', input: { username } });
    const begun = await page.begin();
    expect([begun.status, begun.body.ceremony]).toEqual([200, 'create']);
    expect(begun.body.options).toMatchObject({
      rp: { id: 'shop.example.com' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    // What the device keeps does not name the user.
    expect(JSON.stringify(begun.body.options.user)).not.toContain(username);
    const device = openAuthenticator();
    const { challenge } = begun.body.options;
    expect((await page.complete({ response: device.register({ challenge, origin: SHOP }) })).status).toBe(200);
    const made = await endOf(run);
    expect(made).toEqual({ status: 'approved', enrolled: true, passkey_id: anId, username, reason: null });
    const listed = await service.get(`/v3.6/passkeys/${username}`);
    expect(listed.body.passkeys).toMatchObject([
      { id: made.passkey_id, application_domain: 'shop.example.com', state: 'ACTIVE', last_used_at: null },
    ]);

    service.clock.advance(1000);
    const back = await comeBack(username);
    const asked = await pageOf(back).begin();
    expect(asked.body).toMatchObject({ ceremony: 'get', options: { rpId: 'shop.example.com' } });
    expect(asked.body.options.allowCredentials).toHaveLength(1);
    const response = device.assert({ challenge: asked.body.options.challenge, origin: SHOP });
    const task = await pageOf(back).taskOf();
    expect((await pageOf(back).complete({ response })).status).toBe(200);
    const used = { authenticated: true, passkey_id: made.passkey_id, username, reason: null };
    expect(await endOf(back)).toEqual({ status: 'approved', ...used });
    const { last_used_at } = (await service.get(`/v3.6/passkeys/${username}/${made.passkey_id}`)).body;
    expect(Date.parse(last_used_at)).toBe(Math.floor(service.clock.now() / 1000) * 1000);
    // The run has ended, and with it what its token may do.
    expect((await pageOf(back).complete({ response }, task.id)).status).toBe(401);
  });

  test('what no sane page sends completes nothing', async () => {
    const run: Run = await service.run(workflowIds.passkeyMadeByDevice, { customer_user_id: 'hostile' });
    const page = pageOf(run);
    const device = openAuthenticator();
    const { challenge } = await optionsOf(page);
    const other: Run = await service.run(workflowIds.passkeyMadeByDevice, { customer_user_id: 'other' });
    const foreign = await optionsOf(pageOf(other));
    const good = device.register({ challenge, origin: SHOP });
    const wrong: [string, unknown][] = [
      ['a list', [{ id: 'x' }]],
      ['no response', {}],
      ['not skipped', { skipped: 'true' }],
      ['text', { response: 'x' }],
      ['an empty response', { response: {} }],
      ['parts missing', { response: { ...good, response: {} } }],
      ['numbers', { response: { ...good, id: 1, rawId: 2, response: { clientDataJSON: 3, attestationObject: 4 } } }],
      ['a challenge of another run', { response: device.register({ challenge: foreign.challenge, origin: SHOP }) }],
      ['a challenge of nobody', { response: device.register({ challenge: 'AAAA', origin: SHOP }) }],
      ['another site', { response: device.register({ challenge, origin: 'https://evil.example.net' }) }],
      ['no person', { response: device.register({ challenge, origin: SHOP, verified: false }) }],
      ['a use', { response: device.assert({ challenge, origin: SHOP }) }],
    ];
    for (const [what, data] of wrong) expect([what, outcome(await page.complete(data))]).toEqual([what, refusal]);
    // A page that the browser names otherwise than the device does.
    expect(outcome(await pageOf(run, 'https://evil.example.net').complete({ response: good }))).toEqual(refusal);
    for (const origin of [null, 'null']) {
      const refused = await pageOf(run, origin).complete({ response: good });
      expect([origin, refused.status, refused.body.error.fields]).toEqual([
        origin,
        422,
        { origin: ['must be the origin of the page, as browsers send it'] },
      ]);
      expect((await pageOf(run, origin).begin()).status).toBe(422);
    }
    const task = await page.taskOf();
    const byClient = await service.complete(run, task, { skipped: true });
    expect(byClient.body.error.fields).toEqual({ task_id: ["must be completed by the applicant's device"] });
    expect((await page.begin('start')).status).toBe(422);
    service.clock.advance(6 * MINUTE_MS);
    expect(outcome(await page.complete({ response: good }))).toEqual(refusal);
    expect((await service.get('/v3.6/passkeys/hostile')).status).toBe(404);
    const again = await optionsOf(page);
    const late = device.register({ challenge: again.challenge, origin: SHOP });
    expect((await page.complete({ response: late })).status).toBe(200);
  });

  test('a passkey of another person, another site, or one that is off, proves nothing', async () => {
    const jane = await enrol('jane-2');
    const john = await enrol('john-2');
    const run = await comeBack('jane-2');
    const page = pageOf(run);
    const { challenge } = await optionsOf(page);
    const wrong: [string, unknown][] = [
      ['of John', john.device.assert({ challenge, origin: SHOP })],
      ['of no one', openAuthenticator().assert({ challenge, origin: SHOP })],
      ['without its person', jane.device.assert({ challenge, origin: SHOP, verified: false })],
      ['of another site', jane.device.assert({ challenge, origin: 'https://shop.example.com.evil.net' })],
      ['with the handle of another', jane.device.assert({ challenge, origin: SHOP, userHandle: 'AAAA' })],
      ['a copy that counts backwards', jane.device.assert({ challenge, origin: SHOP, counter: 1 })],
      ['signed for other data', { ...jane.device.assert({ challenge, origin: SHOP }), response: null }],
    ];
    for (const [what, response] of wrong)
      expect([what, outcome(await page.complete({ response }))]).toEqual([what, refusal]);

    const elsewhere = pageOf(run, 'https://app.example.org');
    expect((await elsewhere.begin()).body).toEqual({ ceremony: 'none', options: null });

    const [{ id }] = (await service.get('/v3.6/passkeys/jane-2')).body.passkeys;
    await service.put(`/v3.6/passkeys/jane-2/${id}`, { state: 'INACTIVE' });
    const response = jane.device.assert({ challenge, origin: SHOP });
    expect(outcome(await page.complete({ response }))).toEqual(refusal);
    expect((await page.begin()).body).toEqual({ ceremony: 'none', options: null });
    expect((await page.complete({ skipped: true })).status).toBe(200);
    const without = { authenticated: false, passkey_id: null, username: 'jane-2', reason: 'no_passkey' };
    expect(await endOf(run)).toEqual({ status: 'declined', ...without });
  });

  test('an applicant continues without, and the run says so', async () => {
    const made: Run = await service.run(workflowIds.passkeyMadeByDevice, { customer_user_id: 'jim' });
    expect((await pageOf(made).complete({ skipped: true })).status).toBe(200);
    const skipped = { passkey_id: null, username: 'jim', reason: 'skipped' };
    expect(await endOf(made)).toEqual({ status: 'declined', enrolled: false, ...skipped });
    const { device } = await enrol('jim');
    // A device that has one makes no other for the same person.
    const second: Run = await service.run(workflowIds.passkeyMadeByDevice, { customer_user_id: 'jim' });
    const { challenge, excludeCredentials } = await optionsOf(pageOf(second));
    expect(excludeCredentials).toHaveLength(1);
    const same = device.register({ challenge, origin: SHOP });
    expect(outcome(await pageOf(second).complete({ response: same }))).toEqual(refusal);
    const run = await comeBack('jim');
    expect((await pageOf(run).complete({ skipped: true })).status).toBe(200);
    expect(await endOf(run)).toEqual({ status: 'declined', authenticated: false, ...skipped });
  });

  test('in sandbox the service completes them by itself', async () => {
    const customer_user_id = 'sandra';
    const work = async (workflow: string) => {
      const run: Run = await service.run(workflow, { customer_user_id });
      expect((await service.again(run)).status).toBe('processing');
      expect((await pageOf(run).begin('start')).status).toBe(422);
      service.clock.advance(1000);
      await service.settle();
      return endOf(run);
    };
    const facts = { username: customer_user_id };
    const none = { passkey_id: null, reason: 'no_passkey' };
    expect(await work(workflowIds.passkeyUsed)).toEqual({
      status: 'declined',
      authenticated: false,
      ...facts,
      ...none,
    });
    const made = await work(workflowIds.passkeyMade);
    expect(made).toEqual({ status: 'approved', enrolled: true, ...facts, passkey_id: anId, reason: null });
    const { passkey_id } = made;
    expect(await work(workflowIds.passkeyUsed)).toEqual({
      status: 'approved',
      authenticated: true,
      ...facts,
      passkey_id,
      reason: null,
    });
  });

  test('neither another account nor the other environment reaches them', async () => {
    const { device } = await enrol('maria');
    const live: Run = await service.run(
      workflowIds.passkeyUsed,
      { customer_user_id: 'maria', applicant_id: await service.story.applicant({}, { token: service.liveToken }) },
      { token: service.liveToken },
    );
    // In live a device is always asked.
    expect(live).toMatchObject({ status: 'awaiting_input' });
    expect((await pageOf(live).begin()).body).toEqual({ ceremony: 'none', options: null });
    const run = await comeBack('maria');
    const { challenge } = await optionsOf(pageOf(run));
    const response = device.assert({ challenge, origin: SHOP });
    const task = await pageOf(live).taskOf();
    expect(outcome(await pageOf(live).complete({ response }))).toEqual(refusal);
    const stranger = pageOf({ ...run, sdk_token: live.sdk_token });
    expect((await stranger.begin(task.id)).status).toBe(404);
    const token = service.other.sandboxToken;
    expect((await service.complete(run, task, { response }, { token })).status).toBe(404);
    expect((await service.get('/v3.6/passkeys/maria', { token })).status).toBe(404);
  });
});
