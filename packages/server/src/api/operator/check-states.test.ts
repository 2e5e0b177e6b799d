import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkIn, moveCheckBy } from '../../checks/progress.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { eventsOf } from '../v3/testing/events.ts';
import { storyOf, unknownId } from '../v3/testing/story.ts';

let plain: TestService;
let pausing: TestService;
beforeAll(async () => {
  // A check stays in progress until the test lets time pass.
  plain = await startService({ settings: { sandboxDelay: '1000' } });
  pausing = await startService({ settings: { sandboxDelay: '1000' }, account: { pausing: true } });
});
afterAll(() => Promise.all([plain.close(), pausing.close()]));

const decided_by = { kind: 'operator', id: expect.any(String) };

const actions = ['withdraw', 'reopen', 'take_up', 'return_to_applicant'] as const;
type Action = (typeof actions)[number];

function operate(service: TestService, id: string, action: Action, account = service.account.id) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call('POST', `/operator/v1/accounts/${account}/checks/${id}/${action}`, { token: null, headers });
}

async function newCheck(service: TestService, withForm: boolean): Promise<string> {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ email: 'jane@example.com' });
  const { status, body } = await story.check({
    applicant_id,
    report_names: ['watchlist_standard'],
    applicant_provides_data: withForm,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Ways to bring a check into each state over HTTP. */
const states: Record<string, { withForm: boolean; make(): Promise<[TestService, string]> }> = {
  in_progress: { withForm: false, make: async () => [plain, await newCheck(plain, false)] },
  awaiting_applicant: { withForm: true, make: async () => [plain, await newCheck(plain, true)] },
  paused: { withForm: false, make: async () => [pausing, await newCheck(pausing, false)] },
  complete: {
    withForm: false,
    async make() {
      const id = await newCheck(plain, false);
      await storyOf(plain, 'v3.6').process();
      return [plain, id];
    },
  },
  withdrawn: {
    withForm: true,
    async make() {
      const id = await newCheck(plain, true);
      await operate(plain, id, 'withdraw');
      return [plain, id];
    },
  },
  reopened: {
    withForm: false,
    async make() {
      const id = await newCheck(plain, false);
      await operate(plain, id, 'reopen');
      return [plain, id];
    },
  },
};

/** Resulting state of each action; every pair that isn't here is refused and changes nothing. */
const allowed: Record<string, Partial<Record<Action, string>>> = {
  in_progress: { withdraw: 'withdrawn', reopen: 'reopened' },
  awaiting_applicant: { withdraw: 'withdrawn' },
  paused: { withdraw: 'withdrawn' },
  complete: { reopen: 'reopened' },
  withdrawn: {},
  reopened: { withdraw: 'withdrawn', take_up: 'in_progress' },
};

describe.each(Object.keys(states))('a check that is %s', (from) => {
  test.each(actions)('%s', async (action) => {
    const [service, id] = await states[from]!.make();
    const read = async () => (await service.get(`/v3.6/checks/${id}`)).body;
    const before = await read();
    const events = await eventsOf(service, id);
    expect(before.status).toBe(from);
    const { status, body } = await operate(service, id, action);
    const to = allowed[from]![action];
    if (to !== undefined) {
      expect([status, body]).toEqual([200, { id, status: to, result: null, decided_by }]);
      expect((await read()).status).toBe(to);
      return;
    }
    expect([status, body.error.type]).toEqual([422, 'validation_error']);
    expect(await read()).toEqual(before);
    expect(await eventsOf(service, id)).toEqual(events);
  });

  test('resume', async () => {
    const [service, id] = await states[from]!.make();
    expect((await service.post(`/v3.6/checks/${id}/resume`)).status).toBe(204);
    const { status } = (await service.get(`/v3.6/checks/${id}`)).body;
    expect(status).toBe(from === 'paused' ? 'in_progress' : from);
  });
});

test('a paused check with a form is resumed to its applicant, and cancelled with its last report', async () => {
  const id = await newCheck(pausing, true);
  expect((await pausing.get(`/v3.6/checks/${id}`)).body.status).toBe('paused');
  await pausing.post(`/v3.6/checks/${id}/resume`);
  expect((await pausing.get(`/v3.6/checks/${id}`)).body.status).toBe('awaiting_applicant');
  const other = await newCheck(pausing, false);
  const { report_ids } = (await pausing.get(`/v3.6/checks/${other}`)).body;
  await pausing.post(`/v3.6/reports/${report_ids[0]}/cancel`);
  expect((await pausing.get(`/v3.6/checks/${other}`)).body).toMatchObject({ status: 'complete', result: null });
});

describe('back to the applicant', () => {
  /** A check whose applicant has sent the form; what the form itself does has its own tests. */
  async function submitted(): Promise<string> {
    const id = await newCheck(plain, true);
    const ctx = await ctxIn(plain.services, systemPrincipal('worker'), plain.account.id, 'sandbox');
    await ctx.transaction(async (tx) => moveCheckBy(ctx, tx, (await checkIn(ctx, tx, id))!, 'form_submitted'));
    return id;
  }

  test('reopens a check with a form without an event, and it starts with the form again', async () => {
    const id = await submitted();
    await operate(plain, id, 'reopen');
    const events = await eventsOf(plain, id);
    const { status, body } = await operate(plain, id, 'return_to_applicant');
    expect([status, body]).toEqual([200, { id, status: 'awaiting_applicant', result: null, decided_by }]);
    expect(await eventsOf(plain, id)).toEqual(events);
    expect((await plain.get(`/v3.6/checks/${id}`)).body).toMatchObject({
      status: 'awaiting_applicant',
      form_uri: expect.stringMatching(/^https:/),
    });
    expect((await operate(plain, id, 'take_up')).status).toBe(422);
  });

  test('only a reopened check goes, and one without a form not at all', async () => {
    const id = await newCheck(plain, false);
    await operate(plain, id, 'reopen');
    const { status, body } = await operate(plain, id, 'return_to_applicant');
    expect([status, body.error.fields]).toEqual([
      422,
      { applicant_provides_data: ['must be true, because other checks have no form'] },
    ]);
    const waiting = await newCheck(plain, true);
    const early = await operate(plain, waiting, 'return_to_applicant');
    expect([early.status, early.body.error.fields]).toEqual([
      422,
      { status: ["a check that is awaiting_applicant can't be returned to applicant"] },
    ]);
  });

  test('no action finds it for the other account, and none an unknown id', async () => {
    const id = await newCheck(plain, false);
    await operate(plain, id, 'reopen');
    for (const action of actions) {
      expect((await operate(plain, id, action, plain.other.id)).status).toBe(404);
      expect((await operate(plain, unknownId, action)).status).toBe(404);
    }
    expect((await plain.get(`/v3.6/checks/${id}`)).body.status).toBe('reopened');
  });
});
