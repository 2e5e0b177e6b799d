import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../base/clock.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { toReport } from '../../reports/records/report.ts';
import { findReport } from '../../store/queries/checks.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { check, type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { unknownId } from '../v3/testing/story.ts';

const decided_by = { kind: 'operator', id: expect.any(String) };

let service: TestService;
let receiver: Receiver;

beforeEach(async () => {
  service = await startService({ settings: { sandboxDelay: '1000' } });
  receiver = await startReceiver();
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

function operate(method: string, path: string, json?: unknown, accountId = service.account.id) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const sent = json === undefined ? {} : { json };
  return service.call(method, `/operator/v1/accounts/${accountId}${path}`, { token: null, headers, ...sent });
}

/** Events in the order in which they were recorded; deliveries run side by side, so they may arrive in another. */
async function eventsSent(): Promise<string[]> {
  const { deliveries } = (await operate('GET', '/deliveries')).body as { deliveries: { event: string }[] };
  return deliveries.map(({ event }) => event).reverse();
}

const problemOf = ({ status, body }: { status: number; body: { error: { fields?: unknown } } }) => [
  status,
  body.error.fields,
];

describe('a check', () => {
  test('is withdrawn after its reports, and stays so', async () => {
    await register(service, receiver.url);
    const { id, report_ids } = await check(service);
    await service.settle();
    const answer = await operate('POST', `/checks/${id}/withdraw`);
    expect([answer.status, answer.body]).toEqual([200, { id, status: 'withdrawn', result: null, decided_by }]);
    service.clock.advance(2000);
    await service.settle();
    expect(await eventsSent()).toEqual(['check.started', 'report.withdrawn', 'report.withdrawn', 'check.withdrawn']);
    expect((await service.get(`/v3.6/checks/${id}`)).body.status).toBe('withdrawn');
    for (const report of report_ids) {
      const { status, result } = (await service.get(`/v3.6/reports/${report}`)).body;
      expect([status, result]).toEqual(['withdrawn', null]);
    }
    const again = await operate('POST', `/checks/${id}/withdraw`);
    expect(problemOf(again)).toEqual([422, { status: ["a check that is withdrawn can't be withdrawn"] }]);
  });

  test('is reopened while in progress, skipped, resumed and completed', async () => {
    await register(service, receiver.url);
    const { id } = await check(service);
    expect(problemOf(await operate('POST', `/checks/${id}/take_up`))).toEqual([
      422,
      { status: ["a check that is in_progress can't be taken up"] },
    ]);
    const reopened = await operate('POST', `/checks/${id}/reopen`);
    expect(reopened.body).toEqual({ id, status: 'reopened', result: null, decided_by });
    service.clock.advance(2000);
    await service.settle();
    expect((await service.get(`/v3.6/checks/${id}`)).body.status).toBe('reopened');
    expect((await operate('POST', `/checks/${id}/take_up`)).body.status).toBe('in_progress');
    service.clock.advance(2000);
    await service.settle();
    const { status, result } = (await service.get(`/v3.6/checks/${id}`)).body;
    expect([status, result]).toEqual(['complete', 'clear']);
    expect(await eventsSent()).toEqual([
      ...['check.started', 'check.reopened', 'check.started'],
      ...['report.completed', 'report.completed', 'check.completed'],
    ]);
  });

  test('that was complete loses its result until it is taken up', async () => {
    const { id } = await check(service);
    service.clock.advance(2000);
    await service.settle();
    expect((await operate('POST', `/checks/${id}/reopen`)).body).toEqual({
      id,
      status: 'reopened',
      result: null,
      decided_by,
    });
    expect(problemOf(await operate('POST', `/checks/${id}/reopen`))).toEqual([
      422,
      { status: ["a check that is reopened can't be reopened"] },
    ]);
    expect((await operate('POST', `/checks/${id}/take_up`)).body).toEqual({
      id,
      status: 'complete',
      result: 'clear',
      decided_by,
    });
  });

  test.each(['withdraw', 'reopen', 'take_up'])('that is unknown, of another account or erased: %s', async (action) => {
    const { id, applicant_id } = await check(service);
    expect((await operate('POST', `/checks/${unknownId}/${action}`)).status).toBe(404);
    expect((await operate('POST', `/checks/${id}/${action}`, undefined, service.other.id)).status).toBe(404);
    await operate('POST', `/applicants/${applicant_id}/erase`, { environment: 'sandbox', force: true });
    expect((await operate('POST', `/checks/${id}/${action}`)).status).toBe(410);
  });
});

describe('a live report that waits for a person', () => {
  const note = 'Compared with the register by hand';

  /** A live check whose reports await approval. */
  async function waiting() {
    await register(service, receiver.url, { environments: ['live'] }, service.liveToken);
    const made = await check(service, {}, service.liveToken);
    await service.settle();
    return made;
  }

  test('is decided with a note, invents nothing, and completes its check', async () => {
    const { id, report_ids } = await waiting();
    const [second, first] = report_ids as [string, string];
    const decided = await operate('POST', `/reports/${first}/decide`, { result: 'clear', note });
    expect([decided.status, decided.body]).toEqual([
      200,
      {
        id: first,
        check_id: id,
        name: 'watchlist_standard',
        status: 'complete',
        result: 'clear',
        sub_result: null,
        doubts: [],
      },
    ]);
    expect((await service.get(`/v3.6/checks/${id}`, { token: service.liveToken })).body.status).toBe('in_progress');
    await operate('POST', `/reports/${second}/decide`, { result: 'consider', note });
    await service.settle();
    const { status, result } = (await service.get(`/v3.6/checks/${id}`, { token: service.liveToken })).body;
    expect([status, result]).toEqual(['complete', 'consider']);
    expect((await eventsSent()).slice(-3)).toEqual(['report.completed', 'report.completed', 'check.completed']);

    for (const version of ['v3.2', 'v3.6']) {
      const { body } = await service.get(`/${version}/reports/${first}`, { token: service.liveToken });
      expect(body).toMatchObject({ status: 'complete', result: 'clear', sub_result: null, properties: {} });
      expect(JSON.stringify(body.breakdown)).toMatch(/"result":null/);
      expect(JSON.stringify(body.breakdown)).not.toMatch(/"result":"/);
      expect(JSON.stringify(body)).not.toContain(note);
    }
    const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'live');
    const row = await ctx.read.first(findReport, { id: first });
    expect(row && toReport(ctx, row).note).toBe(note);
    expect(problemOf(await operate('POST', `/reports/${first}/decide`, { result: 'clear', note }))).toEqual([
      422,
      { status: ["a report with the status complete can't be decided"] },
    ]);
  });

  test('is unidentified where no source knows the applicant, in every version', async () => {
    const { sandboxToken: _, liveToken: token, id: account } = await service.makeAccount('Identity Ltd');
    const call = { token };
    const address = { street: 'High Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
    const known = { first_name: 'Jane', last_name: 'Doe', dob: '1990-01-31', email: 'jane@example.com' };
    const { body: applicant } = await service.post('/v1/applicants', { ...known, addresses: [address] }, call);
    const { body: made } = await service.post(
      `/v1/applicants/${applicant.id}/checks`,
      { type: 'express', async: true, reports: [{ name: 'identity', variant: 'kyc' }] },
      call,
    );
    await service.settle();
    const report = made.reports[0].id as string;
    const decided = await operate('POST', `/reports/${report}/decide`, { result: 'unidentified', note }, account);
    expect([decided.status, decided.body.result]).toEqual([200, 'unidentified']);
    const none = { result: 'unidentified', properties: {} };
    const tree = {
      address: {
        result: 'unidentified',
        breakdown: { credit_agencies: none, telephone_database: none, voting_register: none },
      },
      date_of_birth: { result: 'unidentified', breakdown: { credit_agencies: none, voting_register: none } },
      mortality: { result: null },
    };
    const sources = { result: null, breakdown: { total_sources: { result: null, properties: {} } } };
    // Clients of v2 know no such result of the variant kyc.
    for (const [path, result, breakdown] of [
      [`/v1/checks/${made.id}/reports/${report}`, 'unidentified', tree],
      [`/v2/checks/${made.id}/reports/${report}`, 'consider', tree],
      [`/v3.2/reports/${report}`, 'unidentified', { sources, ...tree }],
      [`/v3.6/reports/${report}`, 'unidentified', { sources, ...tree }],
    ] as const) {
      const { body } = await service.get(path, call);
      expect([body.result, body.breakdown], path).toEqual([result, breakdown]);
    }
    const { body: ended } = await service.get(`/v1/applicants/${applicant.id}/checks/${made.id}`, call);
    expect([ended.status, ended.result]).toEqual(['complete', 'consider']);
  });

  test('flags the leaves that the person names, and no other', async () => {
    const { id, report_ids } = await waiting();
    const report = report_ids[1];
    const leaf = 'politically_exposed_person';
    const flagged = { result: 'consider', leaves: { [leaf]: 'consider' }, note };
    expect((await operate('POST', `/reports/${report}/decide`, flagged)).status).toBe(200);
    for (const version of ['v3.2', 'v3.6']) {
      const { body } = await service.get(`/${version}/reports/${report}`, { token: service.liveToken });
      expect([body.status, body.result, body.breakdown]).toEqual([
        'complete',
        'consider',
        { sanction: { result: null }, [leaf]: { result: 'consider' }, legal_and_regulatory_warnings: { result: null } },
      ]);
    }
    const v2 = await service.get(`/v2/checks/${id}/reports/${report}`, { token: service.liveToken });
    expect(v2.body.breakdown[leaf]).toEqual({ result: 'consider' });
    const { body } = await operate('GET', `/reports/${report}`);
    expect(body.decisions).toEqual([expect.objectContaining({ leaves: { [leaf]: 'consider' }, result: 'consider' })]);
  });

  test.each([
    [{ result: 'consider', leaves: { fonts: 'consider' } }, { leaves: ['fonts is not a leaf of this report'] }],
    [{ result: 'consider', leaves: { sanction: 'clear' } }, { leaves: ['must be consider when result is given'] }],
    [{ result: 'clear', leaves: { sanction: 'consider' } }, { leaves: ["can't be given with the result clear"] }],
    [
      { leaves: { sanction: 'clear' }, sub_result: 'clear' },
      { sub_result: ['needs result, the result of the whole report'] },
    ],
    [{ result: 'unidentified' }, { result: ['is not included in the list'] }],
  ])('refuses %j as a whole', async (decision, fields) => {
    const { report_ids } = await waiting();
    expect(problemOf(await operate('POST', `/reports/${report_ids[0]}/decide`, { ...decision, note }))).toEqual([
      422,
      fields,
    ]);
  });

  test.each([
    [{ result: 'clear' }, { note: ["can't be blank"] }],
    [{ result: 'clear', note: '' }, { note: ["can't be blank"] }],
    [{ note }, { result: ["can't be blank"] }],
    [{ result: 'suspected', note }, { result: ['is not included in the list'] }],
    [{ result: 'clear', sub_result: 'fine', note }, { sub_result: ['is not included in the list'] }],
    [{ result: 'clear', sub_result: 'clear', note }, { sub_result: ['only document reports have one'] }],
  ])('refuses %j', async (decision, fields) => {
    const { report_ids } = await waiting();
    expect(problemOf(await operate('POST', `/reports/${report_ids[0]}/decide`, decision))).toEqual([422, fields]);
  });

  test('is not one of sandbox, another account or none', async () => {
    const { report_ids } = await check(service);
    const decide = (id: string, account?: string) =>
      operate('POST', `/reports/${id}/decide`, { result: 'clear', note }, account);
    expect((await decide(report_ids[0] as string)).status).toBe(422);
    expect((await decide(report_ids[0] as string, service.other.id)).status).toBe(404);
    expect((await decide(unknownId)).status).toBe(404);
  });
});

describe('the delivery log', () => {
  test('shows each attempt, and a delivery is made again with the same bytes', async () => {
    await receiver.close();
    receiver = await startReceiver((number) => (number === 1 ? { status: 500, body: 'broken' } : { status: 200 }));
    const webhook = await register(service, receiver.url, { events: ['check.started'] });
    const { id } = await check(service);
    await service.settle();
    service.clock.advance(HOUR_MS);
    await service.settle();
    const { deliveries } = (await operate('GET', '/deliveries')).body;
    expect(deliveries).toEqual([
      {
        id: expect.any(String),
        environment: 'sandbox',
        webhook_id: webhook.id,
        event: 'check.started',
        resource_id: id,
        state: 'delivered',
        next_attempt_at: null,
        created_at: '2026-01-15T09:30:00Z',
        finished_at: expect.stringMatching(/^2026-01-15T/),
        attempts: [
          {
            number: 1,
            at: '2026-01-15T09:30:00Z',
            status: 500,
            latency_ms: expect.any(Number),
            error: null,
            response_head: 'broken',
          },
          expect.objectContaining({ number: 2, status: 200, error: null }),
        ],
      },
    ]);

    const resent = await operate('POST', '/deliveries', { delivery_id: deliveries[0].id });
    expect(resent.status).toBe(201);
    expect(resent.body).toMatchObject({ webhook_id: webhook.id, state: 'pending' });
    await service.settle();
    expect(receiver.received.map(({ body }) => body)).toEqual(Array(3).fill(receiver.received[0]?.body));
    const ids = async (query: string) =>
      (await operate('GET', `/deliveries?${query}`)).body.deliveries.map((one: { id: string }) => one.id);
    expect(await ids('limit=1')).toEqual([resent.body.id]);
    expect(await ids(`before=${resent.body.id}`)).toEqual([deliveries[0].id]);
    expect(await ids(`webhook_id=${webhook.id}`)).toEqual([resent.body.id, deliveries[0].id]);
    expect(await ids(`webhook_id=${unknownId}`)).toEqual([]);
    expect((await operate('GET', '/deliveries', undefined, service.other.id)).body.deliveries).toEqual([]);
  });

  test.each(['limit=0', 'limit=101', 'limit=ten'])('refuses %s', async (query) => {
    expect((await operate('GET', `/deliveries?${query}`)).status).toBe(422);
  });

  test('resends nothing unknown, of another account, of a webhook that is off, or of a deleted applicant', async () => {
    const webhook = await register(service, receiver.url);
    const { applicant_id } = await check(service);
    service.clock.advance(2000);
    await service.settle();
    const delivery_id = (await operate('GET', '/deliveries')).body.deliveries[0].id as string;
    expect((await operate('POST', '/deliveries', {})).status).toBe(422);
    expect((await operate('POST', '/deliveries', { delivery_id: unknownId })).status).toBe(404);
    expect((await operate('POST', '/deliveries', { delivery_id }, service.other.id)).status).toBe(404);
    await service.put(`/v3.6/webhooks/${webhook.id}`, { enabled: false });
    expect(problemOf(await operate('POST', '/deliveries', { delivery_id }))).toEqual([
      422,
      { delivery_id: ["can't be sent again because its webhook is disabled or deleted"] },
    ]);
    await service.put(`/v3.6/webhooks/${webhook.id}`, { enabled: true });
    await service.del(`/v3.6/applicants/${applicant_id}`);
    expect((await operate('POST', '/deliveries', { delivery_id })).status).toBe(410);
  });
});
