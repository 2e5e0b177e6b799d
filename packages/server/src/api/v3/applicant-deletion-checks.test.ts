import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../testing/service.ts';
import { type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { eventsOf } from './testing/events.ts';
import { asRequested, notFound, outcome, storyOf } from './testing/story.ts';

// Live checks are never analysed here: their reports wait for a person as soon as a worker has taken them.
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ settings: { sandboxDelay: '1000' } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const report_names = ['watchlist_standard', 'watchlist_aml'];
const inProgress = {
  status: 422,
  body: {
    error: {
      type: 'deletion_incomplete_checks',
      message: 'The applicant has checks in progress and cannot be deleted',
    },
  },
};

describe.each(['v2', 'v3.2', 'v3.6'])('an applicant deleted through %s', (version) => {
  const pathOf = (id: string) => `/${version}/applicants/${id}`;

  async function made(token: string) {
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant({}, { token });
    const { status, body: check } = await story.check({ applicant_id, report_names }, { token });
    expect(status).toBe(201);
    return { applicant_id, id: check.id as string, reports: asRequested<string[]>(check.report_ids) };
  }

  /** The events of the deletion, which stays withdrawn when the applicant is back. */
  async function expectWithdrawn({ applicant_id, id, reports }: Awaited<ReturnType<typeof made>>, token: string) {
    // Before the deletion: a run of the worker that began earlier may deliver its events at once.
    const before = receiver.received.length;
    expect((await service.del(pathOf(applicant_id), { token })).status).toBe(204);
    const withdrawn = [
      ...reports.map((report) => `report.withdrawn ${report} withdrawn`),
      `check.withdrawn ${id} withdrawn`,
    ];
    expect((await eventsOf(service, id)).slice(-3)).toEqual(withdrawn);
    await service.settle();
    const actions = receiver.received.slice(before).map(({ action }) => action);
    expect(actions.filter((action) => action.endsWith('.withdrawn')).sort()).toEqual([
      'check.withdrawn',
      'report.withdrawn',
      'report.withdrawn',
    ]);
    expect((await service.get(`/v3.6/checks/${id}`, { token })).status).toBe(410);
    expect((await service.post(`${pathOf(applicant_id)}/restore`, null, { token })).status).toBe(204);
    service.clock.advance(2000);
    await service.settle();
    const { status, result } = (await service.get(`/v3.6/checks/${id}`, { token })).body;
    expect([status, result]).toEqual(['withdrawn', null]);
    for (const report of reports) {
      expect((await service.get(`/v3.6/reports/${report}`, { token })).body.status).toBe('withdrawn');
    }
  }

  it('takes a paused check along', async () => {
    const { sandboxToken: token } = await service.makeAccount('Pausing Ltd', { pausing: true });
    await register(service, receiver.url, {}, token);
    const check = await made(token);
    for (const other of [service.sandboxToken, service.liveToken]) {
      const answer = await service.del(pathOf(check.applicant_id), { token: other });
      expect(outcome(answer)).toEqual(notFound('Applicant', check.applicant_id));
    }
    await expectWithdrawn(check, token);
  });

  it('takes a check along that waits for a person', async () => {
    const { liveToken: token } = await service.makeAccount('Waiting Ltd');
    await register(service, receiver.url, {}, token);
    const check = await made(token);
    await service.settle();
    expect((await service.get(`/v3.6/reports/${check.reports[0]}`, { token })).body.status).toBe('awaiting_approval');
    await expectWithdrawn(check, token);
  });

  it('takes a reopened check along, and is kept with its checks while another is being analysed', async () => {
    const { id: account, sandboxToken: token } = await service.makeAccount('Reopening Ltd');
    await register(service, receiver.url, {}, token);
    const check = await made(token);
    const path = `/operator/v1/accounts/${account}/checks/${check.id}/reopen`;
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    expect((await service.call('POST', path, { token: null, headers })).status).toBe(200);
    const story = storyOf(service, 'v3.6');
    const second = await story.check({ applicant_id: check.applicant_id, report_names }, { token });
    expect(outcome(await service.del(pathOf(check.applicant_id), { token }))).toEqual(inProgress);
    expect((await service.get(`/v3.6/checks/${check.id}`, { token })).body.status).toBe('reopened');
    await story.process();
    expect((await service.get(`/v3.6/checks/${second.body.id}`, { token })).body.status).toBe('complete');
    await expectWithdrawn(check, token);
  });
});
