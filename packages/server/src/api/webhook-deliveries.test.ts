import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserOf } from '../pages/form/testing/form.ts';
import { listDeliveries } from '../store/queries/webhooks.ts';
import { startService, type TestService } from '../testing/service.ts';
import { bodyOf } from '../webhooks/sealed.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';
import { type Generation, generations, isEarlier } from './testing/generations.ts';
import { created } from './v2/testing/story.ts';
import { asRequested } from './v3/testing/story.ts';

let service: TestService;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  service = await startService({ settings: { sandboxDelay: '1000' } });
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  await service.close();
});

/** A webhook of a generation with a receiver of its own. */
async function hookOf(generation: Generation, body: object = {}, token = service.sandboxToken) {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const webhook = created(await service.post(`/${generation}/webhooks`, { url: receiver.url, ...body }, { token }));
  return {
    receiver,
    token: webhook.token as string,
    id: webhook.id as string,
    /** The bodies planned for it, in their order. */
    async planned(): Promise<string[]> {
      const all = { account_id: service.account.id, before: '~', limit: 500 };
      const rows = await service.services.store.system.all(listDeliveries, all);
      const account = await service.services.accounts.find(service.account.id);
      return rows
        .filter((row) => row.webhook_id === webhook.id)
        .reverse()
        .map((row) => bodyOf(account!, row));
    },
  };
}

/** Answers what the form of a check asks for, and sends it. */
async function sendForm(form: ReturnType<typeof browserOf>) {
  await form.post('details', {
    'dob-day': '31',
    'dob-month': '3',
    'dob-year': '1980',
    'consents.privacy_notices_read': 'yes',
    'address.street': 'Sample Street',
    'address.town': 'London',
    'address.postcode': 'SW4 6EH',
    'address.country': 'GBR',
  });
  expect((await form.post('check')).status).toBe(303);
}

async function settle() {
  service.clock.advance(1000);
  await service.settle();
  await service.settle();
}

interface Made {
  id: string;
  applicant_id: string;
  report_ids: string[];
}

/** Orders a check of two reports in the words of a generation, to be answered at once. */
async function checkOf(generation: Generation, more: object = {}, token = service.sandboxToken): Promise<Made> {
  const named = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const applicant_id = created(await service.post(`/${generation}/applicants`, named, { token })).id;
  if (isEarlier(generation)) {
    const reports = [{ name: 'watchlist', variant: 'kyc' }, { name: 'identity' }];
    const body = { type: 'express', reports, async: true, ...more };
    const check = created(await service.post(`/${generation}/applicants/${applicant_id}/checks`, body, { token }));
    return { id: check.id, applicant_id, report_ids: check.reports.map(({ id }: { id: string }) => id) };
  }
  const report_names = ['watchlist_standard', 'identity_enhanced'];
  const check = created(
    await service.post(`/${generation}/checks`, { applicant_id, report_names, ...more }, { token }),
  );
  return { id: check.id, applicant_id, report_ids: asRequested(check.report_ids) };
}

type ExpectedEvent = [action: string, id: string, status: string];

/** The events of a check of two reports, in this order; `report.initiated` is for v2 alone. */
function storyOf({ id, report_ids }: Made, generation: Generation): ExpectedEvent[] {
  const [first, second] = report_ids as [string, string];
  const initiated: ExpectedEvent[] = report_ids.map((report) => ['report.initiated', report, 'awaiting_data']);
  return [
    ['check.started', id, 'in_progress'],
    ...(generation === 'v2' ? initiated : []),
    ['report.completed', first, 'complete'],
    ['report.completed', second, 'complete'],
    ['check.completed', id, 'complete'],
  ];
}

/** The bytes of a delivery to a webhook of a generation. `at` as `2026-01-15T09:30:00Z`. */
function bodyFor(
  generation: Generation,
  { id, applicant_id }: Made,
  [action, of, status]: ExpectedEvent,
  at: string,
): string {
  const type = action.split('.')[0];
  const nested = of === id ? `applicants/${applicant_id}/checks/${id}` : `checks/${id}/reports/${of}`;
  const path = isEarlier(generation) ? nested : `${type}s/${of}`;
  const time = isEarlier(generation)
    ? `"completed_at":"${at.replace('T', ' ').replace('Z', ' UTC')}"`
    : `"completed_at_iso8601":"${at}"`;
  return (
    `{"payload":{"resource_type":"${type}","action":"${action}","object":{"id":"${of}","status":"${status}",` +
    `${time},"href":"${service.baseUrl}/${generation}/${path}"}}}`
  );
}

const begun = '2026-01-15T09:30:00Z';
const ended = '2026-01-15T09:30:01Z';
const timeOf = ([action]: ExpectedEvent) => (action.endsWith('completed') ? ended : begun);

describe.each(generations)('a check made through %s', (made) => {
  test('is sent to webhooks of every generation in their own form, byte for byte, signed', async () => {
    const hooks = new Map<Generation, Awaited<ReturnType<typeof hookOf>>>();
    for (const generation of generations) hooks.set(generation, await hookOf(generation));
    const check = await checkOf(made);
    await service.settle();
    await settle();
    for (const [generation, { receiver, token, planned }] of hooks) {
      const expected = storyOf(check, generation).map((events) => bodyFor(generation, check, events, timeOf(events)));
      expect(await planned()).toEqual(expected);
      expect(receiver.received.map(({ body }) => body.toString()).sort()).toEqual([...expected].sort());
      for (const { headers, body } of receiver.received) {
        expect(headers['content-type']).toBe('application/json');
        const sha1 = createHmac('sha1', token).update(body).digest('hex');
        expect([headers['x-signature'], sha1.length]).toEqual([sha1, 40]);
        expect(headers['x-sha2-signature']).toBe(createHmac('sha256', token).update(body).digest('hex'));
        // Where it leads to is what it is about.
        const { id, href, status } = JSON.parse(body.toString()).payload.object;
        const found = await service.get(href);
        expect([found.status, found.body.id, found.body.href]).toEqual([200, id, new URL(href).pathname]);
        if (status === 'complete') expect(found.body.status).toBe('complete');
      }
    }
  });
});

test("webhooks of v1 receive events of their token's environment only, webhooks of v2 events of the environments that they name", async () => {
  const sandbox = await hookOf('v1');
  const live = await hookOf('v1', {}, service.liveToken);
  const both = await hookOf('v2', { events: ['check.started'] }, service.liveToken);
  const only = await hookOf('v2', { events: ['check.started'], environments: ['live'] });
  await checkOf('v1', {});
  await settle();
  // Deliveries are independent requests, which overtake each other.
  const actions = () => [sandbox, live, both, only].map(({ receiver }) => receiver.actions().sort());
  const whole = ['check.completed', 'check.started', 'report.completed', 'report.completed'];
  expect(actions()).toEqual([whole, [], ['check.started'], []]);
  const { reports } = await inLive();
  await settle();
  // A person decides in live: v1 has no event for that, v2 has asked for one event.
  expect(actions()).toEqual([whole, ['check.started'], ['check.started', 'check.started'], ['check.started']]);
  expect(reports).toEqual(['awaiting_approval', 'awaiting_approval']);
});

async function inLive(): Promise<{ reports: string[] }> {
  const call = { token: service.liveToken };
  const named = { first_name: 'Ada', last_name: 'Lovelace' };
  const { id } = created(await service.post('/v2/applicants', named, call));
  const reports = [{ name: 'watchlist', variant: 'kyc' }, { name: 'watchlist' }];
  const check = created(await service.post(`/v2/applicants/${id}/checks`, { type: 'express', reports }, call));
  return { reports: check.reports.map(({ status }: { status: string }) => status) };
}

test('events that only v2 has are sent to v2', async () => {
  const [one, two] = [await hookOf('v1', {}, service.liveToken), await hookOf('v2', {}, service.liveToken)];
  await inLive();
  await settle();
  expect(one.receiver.actions()).toEqual(['check.started']);
  const events = (await two.planned()).map((body) => JSON.parse(body).payload);
  expect(events.map(({ action, object }) => [action, object.status])).toEqual([
    ['check.started', 'in_progress'],
    ['report.initiated', 'awaiting_data'],
    ['report.initiated', 'awaiting_data'],
    ['report.awaiting_approval', 'awaiting_approval'],
    ['report.awaiting_approval', 'awaiting_approval'],
  ]);
});

test('names with spaces subscribe to what they once meant', async () => {
  const { receiver } = await hookOf('v1', { events: ['check in progress', 'check completion'] });
  await checkOf('v2');
  await settle();
  expect(receiver.actions().sort()).toEqual(['check.completed', 'check.started']);
});

test('a webhook that is switched off or deleted in v2 receives nothing', async () => {
  const [off, deleted] = [await hookOf('v2'), await hookOf('v1')];
  await service.put(`/v2/webhooks/${off.id}`, { enabled: false });
  await service.del(`/v2/webhooks/${deleted.id}`);
  await checkOf('v2');
  await settle();
  expect([off.receiver.actions(), deleted.receiver.actions()]).toEqual([[], []]);
});

test('no account receives the checks of another', async () => {
  const hooks = [await hookOf('v1'), await hookOf('v2')];
  await checkOf('v2', {}, service.other.sandboxToken);
  await checkOf('v3.6', {}, service.other.sandboxToken);
  await settle();
  for (const { receiver } of hooks) expect(receiver.actions()).toEqual([]);
});

describe.each(['v1', 'v2'] as const)('%s', (made) => {
  test('a standard check has events when its form is opened and sent, then when it starts', async () => {
    const hooks = { v1: await hookOf('v1'), v2: await hookOf('v2') };
    const check = await checkOf(made, { type: 'standard', suppress_form_emails: true });
    await service.settle();
    expect(await hooks.v2.planned()).toEqual([]);

    const path = `/${made}/applicants/${check.applicant_id}/checks/${check.id}`;
    const { status, type, form_uri } = (await service.get(path)).body;
    expect([status, type]).toEqual(['awaiting_applicant', 'standard']);
    expect(form_uri).toMatch(new RegExp(`^${service.baseUrl}/forms/${check.id}/[0-9A-Za-z_-]{32}$`));
    const form = browserOf(service, form_uri);
    await form.get();
    await service.settle();
    const opened: ExpectedEvent = ['check.form_opened', check.id, 'awaiting_applicant'];
    for (const generation of ['v1', 'v2'] as const) {
      expect(await hooks[generation].planned()).toEqual([bodyFor(generation, check, opened, begun)]);
    }

    await sendForm(form);
    await service.settle();
    await settle();
    const completed: ExpectedEvent = ['check.form_completed', check.id, 'in_progress'];
    for (const generation of ['v1', 'v2'] as const) {
      const events: [ExpectedEvent, string][] = [
        [opened, begun],
        [completed, begun],
        ...storyOf(check, generation).map((one): [ExpectedEvent, string] => [one, timeOf(one)]),
      ];
      expect(await hooks[generation].planned()).toEqual(events.map(([one, at]) => bodyFor(generation, check, one, at)));
    }
    const { body } = await service.get(path);
    expect(body).toMatchObject({ status: 'complete', result: 'clear', form_uri });
  });

  test('reports of a paused check that begin with its form are announced in their own status', async () => {
    await service.close();
    service = await startService({ account: { pausing: true } });
    const { planned } = await hookOf('v2');
    const check = await checkOf(made, { type: 'standard', suppress_form_emails: true });
    const [first, second] = check.report_ids as [string, string];
    expect((await service.post(`/v3.6/reports/${first}/resume`)).status).toBe(204);
    const path = `/${made}/applicants/${check.applicant_id}/checks/${check.id}`;
    const form = browserOf(service, (await service.get(path)).body.form_uri);
    await sendForm(form);
    const events: ExpectedEvent[] = [
      ['report.resumed', first, 'awaiting_data'],
      ['check.form_completed', check.id, 'paused'],
      ['report.initiated', first, 'awaiting_data'],
      ['report.initiated', second, 'paused'],
    ];
    expect(await planned()).toEqual(events.map((one) => bodyFor('v2', check, one, begun)));
  });

  test('a check that is resumed has an event, and of its reports in v2', async () => {
    await service.close();
    service = await startService({ account: { pausing: true } });
    const hooks = { v1: await hookOf('v1'), v2: await hookOf('v2') };
    const check = await checkOf(made);
    await service.post(`/${made}/checks/${check.id}/resume`);
    await settle();
    const resumed = ['report.resumed', 'report.resumed'];
    const ended = ['report.completed', 'report.completed', 'check.completed'];
    const actions = async (generation: 'v1' | 'v2') =>
      (await hooks[generation].planned()).map((body) => JSON.parse(body).payload.action);
    expect(await actions('v1')).toEqual(['check.started', ...ended]);
    const initiated = ['report.initiated', 'report.initiated'];
    expect(await actions('v2')).toEqual([...initiated, 'check.started', ...resumed, ...ended]);
  });
});
