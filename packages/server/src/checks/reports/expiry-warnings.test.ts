import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTimeZone, TIME_ZONES } from '../../../../verification/src/testing/time-zones.ts';
import { signedIn } from '../../api/dashboard/testing/browser.ts';
import { storyOf } from '../../api/v3/testing/story.ts';
import { DAY_MS } from '../../base/clock.ts';
import { reportType } from '../../reports/index.ts';
import { clear, verdictOf } from '../../reports/live/assessment.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';

const EVENT = 'applicant.document_expiring';
const type = reportType('document') as { process?: ReportProcessor };
const processor = type.process;
/** Day of expiry that the next report reads. */
let expiry: string;

let service: TestService;
let receiver: Receiver;
let account: Awaited<ReturnType<TestService['makeAccount']>>;
beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  receiver = await startReceiver();
  // Stands for the analysis of a sound document.
  type.process = async () => {
    const leaves = { 'data_validation.document_expiration': clear(`Valid until ${expiry}`) };
    const assessment = { leaves, properties: { date_of_expiry: expiry } };
    return verdictOf(reportType('document'), assessment, { decision_uncertain: 'person' });
  };
});
afterAll(async () => {
  type.process = processor;
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.received.length = 0;
  account = await service.makeAccount(`Careful ${service.clock.now()}`, { document_expiry_warnings: 'on' });
  await register(service, receiver.url, { events: [EVENT] }, account.liveToken);
});

/** Day that is so many days after today. */
const daysFromNow = (days: number) => new Date(service.clock.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Verifies a document of an applicant that expires on a day. Returns the ids of both. */
async function verify(day: string, known?: string, token = account.liveToken) {
  expiry = day;
  const story = storyOf(service, 'v3.6');
  const applicant = known ?? (await story.applicant({}, { token }));
  await story.document(applicant, {}, { token });
  const { reports } = await story.completed({ applicant_id: applicant, report_names: ['document'] }, { token });
  expect(reports[0]).toMatchObject({ status: 'complete', result: 'clear' });
  return { applicant, report: reports[0].id as string };
}

/** Lets days pass, then the jobs run that are due. */
async function pass(days: number) {
  service.clock.advance(days * DAY_MS);
  await service.settle();
}

const warnings = () =>
  receiver.received.map(({ body }) => JSON.parse(body.toString()).payload).map(({ object }) => object.days_left);

describe.each(TIME_ZONES)('on a machine in %s', (zone) => {
  inTimeZone(zone);

  test('warns 90, 60 and 30 days before a verified document expires, once each', async () => {
    const { applicant, report } = await verify(daysFromNow(100));
    await pass(9);
    expect(warnings()).toEqual([]);
    await pass(1);
    expect(JSON.parse(receiver.received[0]!.body.toString())).toEqual({
      payload: {
        resource_type: 'applicant',
        action: EVENT,
        object: {
          id: applicant,
          report_id: report,
          days_left: 90,
          href: `${service.baseUrl}/v3.6/applicants/${applicant}`,
        },
      },
    });
    await pass(29);
    expect(warnings()).toEqual([90]);
    await pass(1);
    await pass(30);
    expect(warnings()).toEqual([90, 60, 30]);
    await pass(60);
    expect(warnings()).toEqual([90, 60, 30]);
  });
});

test('a payload without the personal fields does not say how many days are left', async () => {
  const discreet = await startReceiver();
  await register(service, discreet.url, { events: [EVENT], personal_fields: ['username'] }, account.liveToken);
  const { applicant, report } = await verify(daysFromNow(91));
  await pass(1);
  expect(warnings()).toEqual([90]);
  const href = `${service.baseUrl}/v3.6/applicants/${applicant}`;
  expect(discreet.received.map(({ body }) => JSON.parse(body.toString()).payload.object)).toEqual([
    { id: applicant, report_id: report, href },
  ]);
  await pass(90);
  await discreet.close();
});

test('a role without personal data sees that a warning was sent, and not what it says', async () => {
  const { id } = await register(service, receiver.url, { events: [EVENT] }, account.liveToken);
  await verify(daysFromNow(91));
  await pass(1);
  const sentTo = async (role: 'developer' | 'admin') => {
    const member = await signedIn(service, role, { account: account.id });
    const { deliveries } = (await member.get(`/accounts/${account.id}/live/webhooks/${id}/deliveries`)).body;
    return deliveries.map(({ sent }: { sent: string | null }) => sent && JSON.parse(sent).payload.object.days_left);
  };
  expect([await sentTo('developer'), await sentTo('admin')]).toEqual([[null], [90]]);
  await pass(90);
});

test('a service that was down sends the last warning alone', async () => {
  await verify(daysFromNow(100));
  await pass(75);
  expect(warnings()).toEqual([30]);
  await pass(60);
  expect(warnings()).toEqual([30]);
});

test('a document that expires soon has the warnings that are left', async () => {
  await verify(daysFromNow(45));
  await pass(60);
  expect(warnings()).toEqual([]);
  await verify(daysFromNow(45));
  await pass(15);
  expect(warnings()).toEqual([30]);
});

test('a report that is overturned and cleared again has each warning once', async () => {
  const { report } = await verify(daysFromNow(100));
  const at = `/accounts/${account.id}/live`;
  const overturn = async (body: object) => {
    // Sessions end between the days of this story.
    const adam = await signedIn(service, 'admin', { account: account.id });
    const alma = await signedIn(service, 'admin', { account: account.id });
    const proposed = await adam.post(`${at}/reports/${report}/overturn`, { reason: 'new_information', ...body });
    expect(proposed.status).toBe(202);
    expect((await alma.post(`${at}/proposals/${proposed.body.id}/confirm`, {})).status).toBe(200);
  };
  const flagged = { 'visual_authenticity.fonts': 'consider' };
  await overturn({ result: 'consider', sub_result: 'suspected', leaves: flagged, note: 'The issuer doubts it' });
  await pass(15);
  expect(warnings()).toEqual([]);
  await overturn({ result: 'clear', note: 'The issuer confirmed it' });
  await overturn({ result: 'consider', sub_result: 'suspected', leaves: flagged, note: 'The issuer doubts it again' });
  await overturn({ result: 'clear', note: 'The issuer confirmed it again' });
  await pass(30);
  expect(warnings()).toEqual([60]);
  await pass(25);
  expect(warnings()).toEqual([60, 30]);
});

test('a newer document ends the warnings of the earlier one', async () => {
  const { applicant } = await verify(daysFromNow(100));
  await pass(10);
  await verify(daysFromNow(1000), applicant);
  await pass(100);
  expect(warnings()).toEqual([90]);
});

test('a deleted applicant gets none, and one that was restored the next', async () => {
  const { applicant } = await verify(daysFromNow(100));
  const path = `/v3.6/applicants/${applicant}`;
  await service.call('DELETE', path, { token: account.liveToken });
  await pass(10);
  expect(warnings()).toEqual([]);
  expect((await service.post(`${path}/restore`, {}, { token: account.liveToken })).status).toBe(204);
  await pass(30);
  expect(warnings()).toEqual([60]);
  await service.call('DELETE', path, { token: account.liveToken });
  await pass(60);
  expect(warnings()).toEqual([60]);
});

test('only accounts that ask for warnings get them, and no other account or environment', async () => {
  const silent = await service.makeAccount('Silent Ltd');
  await register(service, receiver.url, { events: [EVENT] }, silent.liveToken);
  await verify(daysFromNow(100), undefined, silent.liveToken);
  const { applicant } = await verify(daysFromNow(100));
  await pass(10);
  expect(receiver.received.map(({ body }) => JSON.parse(body.toString()).payload.object.id)).toEqual([applicant]);
  const at = `/operator/v1/accounts/${account.id}`;
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  await service.call('PATCH', at, { token: null, headers, json: { document_expiry_warnings: 'off' } });
  await pass(30);
  expect(warnings()).toEqual([90]);
});
