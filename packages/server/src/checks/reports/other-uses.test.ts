import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { storyOf } from '../../api/v3/testing/story.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import { systemPrincipal } from '../../context/principal.ts';
import { clearBreakdown } from '../../reports/breakdown.ts';
import { documentTree } from '../../reports/document.ts';
import { reportType } from '../../reports/index.ts';
import { doubtful } from '../../reports/live/assessment.ts';
import type { OtherUse, Tools } from '../../reports/live/tools.ts';
import type { Properties, Verdict } from '../../reports/outcome.ts';
import { startService, type TestService } from '../../testing/service.ts';
import type { CheckData } from '../check.ts';
import { otherUses } from './repeat-attempts.ts';

/** Findings of a live document report about the others on its document, while they are complete, wait or are processed. */

const passport = {
  document_type: 'passport',
  issuing_country: 'NLD',
  document_numbers: [{ type: 'document_number', value: 'SPECI2014' }],
  first_name: 'WILLEKE LISELOTTE',
  last_name: 'DE BRUIJN',
  date_of_birth: '1965-03-10',
};
const unread = { ...passport, first_name: null, last_name: null, date_of_birth: null };

interface Reading {
  readonly properties: Properties;
  readonly waits?: boolean;
  /** Runs after the others were looked for, while the report is processed. */
  readonly meanwhile?: () => Promise<void>;
}

/** The reading of a document, and the findings of its report, by the last name of its applicant. */
const readings = new Map<string, Reading>();
const found = new Map<string, OtherUse[]>();
const document = reportType('document') as { process?: unknown };
const original = document.process;

let service: TestService;
beforeAll(() => {
  document.process = async (
    { applicant }: { applicant: { last_name: string } },
    tools: Tools<'otherUses'>,
  ): Promise<Verdict> => {
    const { properties, waits, meanwhile } = readings.get(applicant.last_name)!;
    found.set(applicant.last_name, await tools.otherUses(properties));
    await meanwhile?.();
    const leaves = { 'visual_authenticity.fonts': doubtful('For a person') };
    if (waits) return { status: 'awaiting_approval', assessment: { leaves, properties } };
    const breakdown = clearBreakdown(documentTree);
    return { status: 'complete', result: 'clear', sub_result: 'clear', breakdown, properties };
  };
});
afterAll(() => {
  // Other files share this module.
  document.process = original;
});
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  readings.clear();
  found.clear();
});
afterEach(() => service.close());

/** Orders a live document report on an applicant of this last name. */
async function order(last_name: string, reading: Reading, { token = service.liveToken, ...applicant } = {}) {
  readings.set(last_name, reading);
  const call = { token };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant(
    { first_name: 'Willeke', last_name, dob: '1965-03-10', ...applicant },
    call,
  );
  await story.document(applicant_id, {}, call);
  const { body } = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, call);
  return { applicant_id, check_id: body.id as string, report_id: body.report_ids[0] as string };
}

async function attempt(...given: Parameters<typeof order>) {
  const ordered = await order(...given);
  await service.settle();
  return ordered;
}

const same = { sameApplicant: false, names: 'match', date_of_birth: 'match', claimed: false };

test('complete reports and those that wait for a person are found, oldest first', async () => {
  const complete = await attempt('One', { properties: passport });
  service.clock.advance(1000);
  const waiting = await attempt('Two', { properties: { ...passport, last_name: 'JANSEN' }, waits: true });
  await attempt('Three', { properties: passport });
  expect(found.get('One')).toEqual([]);
  const { applicant_id, report_id } = complete;
  expect(found.get('Three')).toEqual([
    { ...same, applicant_id, report_id, stage: 'complete' },
    {
      ...same,
      applicant_id: waiting.applicant_id,
      report_id: waiting.report_id,
      names: 'mismatch',
      stage: 'waiting',
    },
  ]);
  // Clients see complete reports alone.
  const { body } = await service.get(`/v3.6/repeat_attempts/${report_id}`, { token: service.liveToken });
  expect(body.attempts_count).toBe(2);
});

test('a report that waited is found after it was decided, once', async () => {
  const { report_id } = await attempt('One', { properties: passport, waits: true });
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/reports/${report_id}/decide`;
  const json = { leaves: { 'visual_authenticity.fonts': 'clear' }, note: 'Sound' };
  const { status, body } = await service.call('POST', path, { token: null, headers, json });
  expect([status, body.error]).toEqual([200, undefined]);
  await attempt('Two', { properties: passport });
  expect(found.get('Two')).toMatchObject([{ report_id, stage: 'complete', names: 'match' }]);
});

test('of two reports that are processed at once, the later finds the earlier', async () => {
  const later: OtherUse[][] = [];
  const { report_id, applicant_id } = await order('One', {
    properties: passport,
    async meanwhile() {
      // Another report reads the same document while the first is at this place.
      const ctx = await ctxIn(service.services, systemPrincipal('worker'), service.account.id, 'live');
      const applicant = { first_name: 'Willeke', last_name: 'De Bruijn', dob: '1965-03-10' } as CheckData['applicant'];
      const read = { id: randomUUID(), applicant_id, properties: passport };
      later.push(await otherUses(ctx, read, applicant));
    },
  });
  await service.settle();
  // No reading of the first is stored yet: that its client names another person accuses nobody.
  const claimed = { names: 'mismatch', date_of_birth: 'unknown', claimed: true };
  expect(later).toEqual([[{ report_id, applicant_id, sameApplicant: true, stage: 'processed', ...claimed }]]);
});

test('what could not be read was not compared; what a client gave is no more than a claim', async () => {
  await attempt('De Bruijn', { properties: unread, waits: true });
  await attempt('Other', { properties: { ...unread, date_of_birth: '1970-01-01' } });
  await attempt('Bruijn', { properties: passport });
  expect(found.get('Bruijn')).toMatchObject([
    { stage: 'waiting', names: 'unknown', date_of_birth: 'unknown', claimed: false },
    { stage: 'complete', names: 'mismatch', date_of_birth: 'mismatch', claimed: true },
  ]);
});

test('names that differ by what may be a slip were not compared', async () => {
  await attempt('One', { properties: { ...passport, first_name: 'WILLEKE LISELOTE' } });
  await attempt('Two', { properties: passport });
  expect(found.get('Two')).toMatchObject([{ names: 'unknown', date_of_birth: 'match', claimed: false }]);
});

test('reports of the same applicant are found as such', async () => {
  const { applicant_id } = await attempt('One', { properties: unread });
  await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, { token: service.liveToken });
  await service.settle();
  expect(found.get('One')).toMatchObject([{ applicant_id, sameApplicant: true, names: 'unknown' }]);
});

test('a withdrawn report, another account, the sandbox and a deleted applicant count for nothing', async () => {
  const waiting = await attempt('One', { properties: passport, waits: true });
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}/checks/${waiting.check_id}/withdraw`;
  expect((await service.call('POST', path, { token: null, headers })).status).toBe(200);
  await attempt('Two', { properties: passport, waits: true }, { token: service.other.liveToken });
  await order('Three', { properties: passport, waits: true }, { token: service.sandboxToken });
  await service.settle();
  const gone = await attempt('Four', { properties: passport, waits: true });
  await service.del(`/v3.6/applicants/${gone.applicant_id}`, { token: service.liveToken });
  await attempt('Five', { properties: passport });
  expect([found.get('Two'), found.get('Three'), found.get('Five')]).toEqual([[], undefined, []]);
});
