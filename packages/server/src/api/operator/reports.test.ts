import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportType } from '../../reports/index.ts';
import { clear, consider, doubtful, unassessed, verdictOf } from '../../reports/live/assessment.ts';
import type { Evidence } from '../../reports/live/document/evidence/evidence.ts';
import type { Assessment, LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { type Receiver, register, startReceiver } from '../../webhooks/testing/receiver.ts';
import { storyOf, unknownId } from '../v3/testing/story.ts';

const NUMBER = 'SPECI2014';
const note = 'Held the document in my hands';
const properties = {
  document_type: 'passport',
  issuing_country: 'GBR',
  document_numbers: [{ type: 'document_number', value: NUMBER }],
};
const PRESENT = 'visual_authenticity.original_document_present';
const TAMPERED = 'visual_authenticity.digital_tampering';
const QUALITY = 'image_integrity.image_quality';

const leaves: LeafFindings = {
  [QUALITY]: clear('Sharp and evenly lit', { measure: 0.9, threshold: 0.5 }),
  'image_integrity.supported_document': clear('A passport with a machine-readable zone'),
  [PRESENT]: doubtful('Patterns as of a screen', { measure: 0.4, threshold: 0.5 }),
  [TAMPERED]: doubtful('Written by a program that edits pictures'),
  'visual_authenticity.fonts': unassessed('No analyser knows the fonts of documents'),
  'visual_authenticity.other': unassessed('Repeats other leaves'),
  'compromised_document.document_database': clear('On no list'),
  'compromised_document.repeat_attempts': clear('Not seen before'),
  police_record: unassessed('No register is connected'),
};

const confirmed_by = [
  { source: 'no_copy', grade: 'forensic', measure: 0.1, threshold: 0.5, reason: 'No grid' },
] as const;
const evidence: Evidence = {
  kind: 'passport',
  found: [
    { forgery: 'copy', leaf: PRESENT, confirmed_by },
    { forgery: 'data_everywhere', leaf: TAMPERED, confirmed_by: [] },
  ],
};

const document = reportType('document') as { process?: ReportProcessor };
const original = document.process;

/** Stands for the analysers of the document report in the running test. */
let analyse: ReportProcessor;
const finding =
  (found: LeafFindings): ReportProcessor =>
  async (_, { decision }) => {
    const assessment: Assessment = { leaves: found, properties, evidence };
    return verdictOf(reportType('document'), assessment, decision);
  };

let service: TestService;
let receiver: Receiver;
beforeAll(() => {
  document.process = (subject, tools) => analyse(subject, tools);
});
afterAll(() => {
  if (original) document.process = original;
  else delete document.process;
});
beforeEach(async () => {
  analyse = finding(leaves);
  service = await startService({ settings: { analysis: 'on' } });
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

const refusal = ({ status, body }: { status: number; body: { error: { fields?: unknown } } }) => [
  status,
  body.error.fields,
];
const live = () => ({ token: service.liveToken });

/** A live check of one document, not yet processed. */
async function ordered(issuing_country = 'GBR') {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({}, live());
  await story.document(applicant_id, { issuing_country }, live());
  const { body } = await story.check({ applicant_id, report_names: ['document'] }, live());
  return { applicant_id, check: body.id as string, report: body.report_ids[0] as string };
}

async function waiting(issuing_country = 'GBR') {
  const made = await ordered(issuing_country);
  await service.settle();
  return made;
}

const decide = (id: string, decision: object, account?: string) =>
  operate('POST', `/reports/${id}/decide`, decision, account);
const shown = async (id: string) => (await operate('GET', `/reports/${id}`)).body;
const seen = async (id: string, version = 'v3.6') => (await service.get(`/${version}/reports/${id}`, live())).body;

async function eventsSent(): Promise<string[]> {
  const { deliveries } = (await operate('GET', '/deliveries')).body as { deliveries: { event: string }[] };
  return deliveries.map(({ event }) => event).reverse();
}

describe('doubts of the analysers', () => {
  test('go to a person, who settles them one after the other, and only then is the report complete', async () => {
    await register(service, receiver.url, { environments: ['live'] }, service.liveToken);
    const { check, report, applicant_id } = await waiting();
    const list = await operate('GET', '/reports');
    expect([list.status, list.headers['x-total-count']]).toEqual([200, '1']);
    const facts = {
      id: report,
      check_id: check,
      applicant_id,
      environment: 'live',
      name: 'document',
      status: 'awaiting_approval',
      result: null,
      sub_result: null,
      step: null,
      created_at: '2026-01-15T09:30:00Z',
      completed_at: null,
      doubts: [PRESENT, TAMPERED],
      failed: false,
    };
    expect(list.body).toEqual({ reports: [facts] });

    const answer = await operate('GET', `/reports/${report}`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const undecided = { doubt: false, decided: null };
    expect(answer.body).toEqual({
      ...facts,
      attempts: null,
      cleared_by_class: null,
      age_over: null,
      failure: null,
      evidence,
      properties,
      parts: [],
      fields: [],
      hits: [],
      proposal: null,
      decisions: [],
      decided_by: null,
      rounds: [],
      portrait_changed: false,
      list_hits: [],
      waits_for_applicant: false,
      standing: {
        needs: 'first_needed',
        decided: false,
        referred: false,
        decisions: [],
        referrals: [],
        settles: null,
      },
      media: expect.anything(),
      leaves: Object.fromEntries(Object.entries(leaves).map(([path, leaf]) => [path, { ...undecided, ...leaf }])),
    });
    expect(answer.body.media.documents).toHaveLength(1);

    const first = await decide(report, { leaves: { [PRESENT]: 'clear' }, note });
    const still = { id: report, check_id: check, name: 'document', status: 'awaiting_approval' };
    expect([first.status, first.body]).toEqual([
      ...[200, { ...still, result: null, sub_result: null, doubts: [TAMPERED] }],
    ]);
    expect(await seen(report)).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {} });
    expect((await shown(report)).leaves[PRESENT]).toEqual({
      ...leaves[PRESENT],
      doubt: false,
      decided: 'clear',
    });

    service.clock.advance(5000);
    const last = { [TAMPERED]: 'consider', 'compromised_document.document_database': 'consider' };
    const second = await decide(report, { leaves: last, note: 'The picture was exchanged' });
    expect(second.body).toEqual({
      ...still,
      status: 'complete',
      result: 'consider',
      sub_result: 'suspected',
      doubts: [],
    });
    await service.settle();
    expect(await eventsSent()).toEqual([
      ...['check.started', 'report.awaiting_approval', 'report.completed', 'check.completed'],
    ]);
    expect((await service.get(`/v3.6/checks/${check}`, live())).body).toMatchObject({
      status: 'complete',
      result: 'consider',
    });

    const body = await shown(report);
    expect(body).toMatchObject({ status: 'complete', doubts: [], completed_at: '2026-01-15T09:30:05Z' });
    const by = { decided_by: { kind: 'operator', id: expect.stringMatching(/^[0-9a-f-]{36}$/) }, confirmed_by: null };
    expect(body.decisions).toEqual([
      { at: '2026-01-15T09:30:00Z', ...by, note, leaves: { [PRESENT]: 'clear' }, result: null },
      { at: '2026-01-15T09:30:05Z', ...by, note: 'The picture was exchanged', leaves: last, result: 'consider' },
    ]);
    // The findings of the analysis stay beside the reviewer's decision.
    expect(body.leaves['compromised_document.document_database']).toEqual({
      result: 'clear',
      reason: 'On no list',
      doubt: false,
      decided: 'consider',
    });
    expect((await operate('GET', '/reports')).body.reports).toEqual([]);
    const complete = (await operate('GET', '/reports?status=complete')).body.reports;
    expect(complete.map(({ id }: { id: string }) => id)).toEqual([report]);
    expect(JSON.stringify([list.body, complete])).not.toContain(NUMBER);
  });

  test('once settled are in the shape of every version, and what people wrote in none', async () => {
    const { check, report } = await waiting();
    await decide(report, { leaves: { [PRESENT]: 'clear', [TAMPERED]: 'consider' }, note });
    const authenticity = {
      result: 'consider',
      breakdown: {
        original_document_present: { result: 'clear', properties: {} },
        digital_tampering: { result: 'consider', properties: {} },
        fonts: { result: null, properties: {} },
        other: { result: 'consider', properties: {} },
      },
    };
    const whole = { status: 'complete', result: 'consider', sub_result: 'suspected' };
    const newest = await seen(report);
    expect(newest).toMatchObject({ ...whole, properties });
    expect(newest.breakdown).toEqual({
      image_integrity: {
        result: 'clear',
        breakdown: {
          image_quality: { result: 'clear', properties: {} },
          supported_document: { result: 'clear', properties: {} },
        },
      },
      visual_authenticity: authenticity,
      compromised_document: {
        result: 'clear',
        breakdown: {
          document_database: { result: 'clear', properties: {} },
          repeat_attempts: { result: 'clear', properties: {} },
        },
      },
      police_record: { result: null },
    });
    const older = await seen(report, 'v3.2');
    expect(older).toMatchObject({ ...whole, properties });
    expect(older.breakdown).toEqual({ ...newest.breakdown, compromised_document: { result: 'clear' } });
    const bodies = [newest, older];
    for (const version of ['v2', 'v1']) {
      const { status, body } = await service.get(`/${version}/checks/${check}/reports/${report}`, live());
      expect([status, body.status, body.result]).toEqual([200, 'complete', 'consider']);
      expect(body.sub_result).toBe(version === 'v2' ? 'suspected' : undefined);
      expect(body.breakdown.visual_authenticity).toEqual(authenticity);
      expect(body.properties).toMatchObject(properties);
      bodies.push(body);
    }
    for (const body of bodies) {
      const text = JSON.stringify(body);
      for (const hidden of [note, 'screen', 'assessment', 'evidence', 'decisions', 'failure', 'measure', 'doubt']) {
        expect(text).not.toContain(hidden);
      }
    }
    const { attempts_count } = (await service.get(`/v3.6/repeat_attempts/${report}`, live())).body;
    expect(attempts_count).toBe(1);
  });

  test('all answered clear make a clear report', async () => {
    const { report } = await waiting();
    const { body } = await decide(report, { leaves: { [PRESENT]: 'clear', [TAMPERED]: 'clear' }, note });
    expect(body).toMatchObject({ status: 'complete', result: 'clear', sub_result: 'clear', doubts: [] });
  });

  test('of an account that asks no person become consider', async () => {
    await operate('PATCH', '', { decision_uncertain: 'consider' });
    const { report } = await waiting();
    expect(await seen(report)).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'suspected' });
    expect(await shown(report)).toMatchObject({ doubts: [], decisions: [] });
  });

  test('do not hide that the document is sanctioned', async () => {
    const { report } = await waiting('IRN');
    const { body } = await decide(report, { leaves: { [PRESENT]: 'clear', [TAMPERED]: 'clear' }, note });
    expect(body).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'rejected' });
    expect((await seen(report)).breakdown.image_integrity.breakdown.supported_document).toEqual({
      result: 'consider',
      properties: { sanctioned_document: 'consider' },
    });
    expect((await shown(report)).decisions[0].result).toBe('clear');
  });
});

describe('a decision by leaves', () => {
  test.each([
    [
      { leaves: { 'visual_authenticity.hologram': 'clear' } },
      ['visual_authenticity.hologram is not a leaf of this report'],
    ],
    [{ leaves: { 'data_validation.mrz': 'clear' } }, ['data_validation.mrz is not a leaf of this report']],
    [{ leaves: { toString: 'clear' } }, ['toString is not a leaf of this report']],
    [
      { leaves: { 'visual_authenticity.other': 'clear' } },
      ['visual_authenticity.other follows from the leaves beside it'],
    ],
    [{ leaves: {} }, ["can't be blank"]],
    [{ leaves: { [PRESENT]: 'clear' }, result: 'clear' }, ["can't be given with the result clear"]],
    [
      { leaves: { 'visual_authenticity.other': 'consider' }, result: 'consider' },
      ['visual_authenticity.other follows from the leaves beside it'],
    ],
  ])('refuses %j', async (decision, reasons) => {
    const { report } = await waiting();
    const before = await shown(report);
    expect(refusal(await decide(report, { ...decision, note }))).toEqual([422, { leaves: reasons }]);
    expect(await shown(report)).toEqual(before);
  });

  test('as a whole flags the leaf that is named, judged or not, over what was found', async () => {
    const FONTS = 'visual_authenticity.fonts';
    const MRZ = 'data_validation.mrz';
    const { report } = await waiting();
    await decide(report, { leaves: { [PRESENT]: 'clear' }, note });
    const second = { result: 'consider', leaves: { [PRESENT]: 'consider' }, note };
    expect(refusal(await decide(report, second))).toEqual([422, { leaves: [`${PRESENT} was decided already`] }]);
    const whole = { result: 'consider', leaves: { [FONTS]: 'consider', [MRZ]: 'consider' }, note: 'Drawn by hand' };
    const { status, body } = await decide(report, whole);
    // The sub-result follows from the flagged leaves.
    expect([status, body.result, body.sub_result]).toEqual([200, 'consider', 'suspected']);
    const { breakdown } = await seen(report);
    expect(breakdown.visual_authenticity).toMatchObject({
      result: 'consider',
      breakdown: {
        fonts: { result: 'consider' },
        other: { result: 'consider' },
        original_document_present: { result: 'clear' },
        digital_tampering: { result: null },
      },
    });
    expect(breakdown.data_validation).toEqual({
      result: 'consider',
      breakdown: { mrz: { result: 'consider', properties: {} } },
    });
    expect((await shown(report)).leaves[FONTS]).toMatchObject({ result: null, decided: 'consider' });
  });

  test('refuses another word than clear and consider, and no note', async () => {
    const { report } = await waiting();
    for (const leaf of ['unidentified', null, true]) {
      const { status, body } = await decide(report, { leaves: { [PRESENT]: leaf }, note });
      expect([status, body.error.type, Object.keys(body.error.fields)]).toEqual([422, 'validation_error', ['leaves']]);
    }
    expect(refusal(await decide(report, { leaves: { [PRESENT]: 'clear' } }))).toEqual([
      422,
      { note: ["can't be blank"] },
    ]);
    for (const blank of ['', ' \n\t', '\u0000\u0007']) {
      const { status, body } = await decide(report, { leaves: { [PRESENT]: 'clear' }, note: blank });
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['note']]);
    }
    expect((await shown(report)).decisions).toEqual([]);
  });

  test('names at most as many faults as an operator can read', async () => {
    const { report } = await waiting();
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`leaf ${i}`, 'clear']));
    const { fields } = (await decide(report, { leaves: many, note })).body.error;
    expect(fields.leaves).toHaveLength(11);
    expect(fields.leaves.at(-1)).toBe('and 990 more');
    const long = await decide(report, { leaves: { ['x'.repeat(50_000)]: 'clear' }, note });
    expect(refusal(long)).toEqual([422, { leaves: [`${'x'.repeat(100)}… is not a leaf of this report`] }]);
  });

  test('takes no leaf from what every object has', async () => {
    const { report } = await waiting();
    const headers = { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/json' };
    const path = `/operator/v1/accounts/${service.account.id}/reports/${report}/decide`;
    for (const key of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const raw = `{"leaves": {${JSON.stringify(key)}: "clear"}, "note": "odd"}`;
      expect((await service.call('POST', path, { token: null, headers, raw })).status).toBe(422);
    }
    expect(await shown(report)).toMatchObject({ status: 'awaiting_approval', decisions: [] });
  });

  test('of an applicant who is erased meanwhile is refused, or went before', async () => {
    const { report, applicant_id } = await waiting();
    const [erased, decided] = await Promise.all([
      operate('POST', `/applicants/${applicant_id}/erase`, { environment: 'live', force: true }),
      decide(report, { leaves: { [PRESENT]: 'clear' }, note }),
    ]);
    expect([erased.status, [200, 410].includes(decided.status)]).toEqual([200, true]);
    expect((await decide(report, { result: 'consider', note })).status).toBe(410);
    expect((await operate('GET', `/reports/${report}`)).status).toBe(410);
  });

  test('is one for each leaf: a second answer is refused as a whole', async () => {
    const { report } = await waiting();
    await decide(report, { leaves: { [PRESENT]: 'clear' }, note });
    const again = await decide(report, { leaves: { [PRESENT]: 'consider', [TAMPERED]: 'clear' }, note });
    expect(refusal(again)).toEqual([422, { leaves: [`${PRESENT} was decided already`] }]);
    expect((await shown(report)).doubts).toEqual([TAMPERED]);
  });

  test('of two operators at once: the second gets an error, and both decisions stay', async () => {
    const { report } = await waiting();
    const both = await Promise.all([
      decide(report, { leaves: { [PRESENT]: 'clear' }, note: 'one' }),
      decide(report, { leaves: { [PRESENT]: 'consider' }, note: 'two' }),
      decide(report, { leaves: { [QUALITY]: 'consider' }, note: 'three' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    const { decisions } = await shown(report);
    expect(decisions).toHaveLength(2);
    const ends = await Promise.all([
      decide(report, { leaves: { [TAMPERED]: 'clear' }, note: 'four' }),
      decide(report, { result: 'consider', sub_result: 'caution', note: 'five' }),
    ]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [lost] = ends.filter(({ status }) => status === 422);
    expect(refusal(lost!)).toEqual([422, { status: ["a report with the status complete can't be decided"] }]);
    expect((await shown(report)).decisions).toHaveLength(3);
    await service.settle();
  });

  test('is for a report that waits, of the account, that was analysed', async () => {
    const { report } = await waiting();
    const decision = { leaves: { [PRESENT]: 'clear', [TAMPERED]: 'clear' }, note };
    expect((await decide(report, decision, service.other.id)).status).toBe(404);
    expect((await operate('GET', `/reports/${report}`, undefined, service.other.id)).status).toBe(404);
    expect((await operate('GET', '/reports', undefined, service.other.id)).body.reports).toEqual([]);
    expect((await decide(unknownId, decision)).status).toBe(404);
    expect((await operate('GET', `/reports/${unknownId}`)).status).toBe(404);
    expect((await decide(report, decision)).status).toBe(200);
    expect(refusal(await decide(report, decision))).toEqual([
      422,
      { status: ["a report with the status complete can't be decided"] },
    ]);
  });
});

describe('a decision on the whole of an analysed report', () => {
  test('keeps its doubts open, and shows the findings', async () => {
    const { report } = await waiting();
    await decide(report, { result: 'consider', sub_result: 'caution', note });
    const body = await seen(report);
    expect(body).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'caution', properties });
    expect(body.breakdown.image_integrity.breakdown.image_quality.result).toBe('clear');
    expect(body.breakdown.visual_authenticity.result).toBeNull();
    expect(body.breakdown.visual_authenticity.breakdown.digital_tampering.result).toBeNull();
    expect(await shown(report)).toMatchObject({ doubts: [], decisions: [{ note, result: 'consider' }] });
  });

  test('is not clear while a leaf is flagged, until that is overruled', async () => {
    const mrz = 'data_validation.document_expiration';
    analyse = finding({ ...leaves, [mrz]: consider('Expired on 2024-01-01') });
    const { report } = await waiting();
    expect(refusal(await decide(report, { result: 'clear', note }))).toEqual([
      422,
      { result: [`can't be clear while leaves are flagged: overrule ${mrz} with leaves`] },
    ]);
    await decide(report, { leaves: { [mrz]: 'clear' }, note: 'The year was misread' });
    const { body } = await decide(report, { result: 'clear', note });
    expect(body).toMatchObject({ status: 'complete', result: 'clear', sub_result: 'clear' });
    expect((await seen(report)).breakdown.data_validation).toEqual({
      result: 'clear',
      breakdown: { document_expiration: { result: 'clear', properties: {} } },
    });
  });

  test('takes its sub-result from flagged leaves where none is given', async () => {
    analyse = finding({ ...leaves, 'data_validation.document_expiration': consider('Expired on 2024-01-01') });
    const { report } = await waiting();
    const { body } = await decide(report, { result: 'consider', note });
    expect(body).toMatchObject({ result: 'consider', sub_result: 'caution' });
  });
});

describe('an analysis', () => {
  const jobAttempts = query<{ attempts: number }>()((db, p) =>
    db.updateTable('jobs').set({ attempts: p.attempts }).where('kind', '=', 'report'),
  );

  test('that throws is tried twice more, then a person sees why, and no client does', async () => {
    let runs = 0;
    analyse = async () => {
      runs += 1;
      throw new RangeError('The zone has 29 characters');
    };
    const { report } = await waiting();
    expect([runs, await shown(report)]).toMatchObject([1, { status: 'awaiting_data', attempts: 1, failed: false }]);
    service.clock.advance(1000);
    await service.settle();
    expect([runs, await shown(report)]).toMatchObject([2, { status: 'awaiting_data', attempts: 2, failure: null }]);
    service.clock.advance(2000);
    await service.settle();
    expect([runs, await shown(report)]).toMatchObject([
      3,
      {
        status: 'awaiting_approval',
        attempts: null,
        failed: true,
        doubts: [],
        leaves: {},
        failure: 'RangeError: The zone has 29 characters',
      },
    ]);
    expect((await operate('GET', '/reports')).body.reports).toMatchObject([{ id: report, failed: true }]);
    const body = await seen(report);
    expect(body.status).toBe('awaiting_approval');
    expect(JSON.stringify(body)).not.toContain('RangeError');
    expect(refusal(await decide(report, { leaves: { [PRESENT]: 'clear' }, note }))).toEqual([
      422,
      { leaves: ['nothing was analysed of this report: decide it as a whole, with result'] },
    ]);
    await decide(report, { result: 'clear', note });
    expect(await shown(report)).toMatchObject({ status: 'complete', result: 'clear', failed: true });
  });

  test('that took the process with it each time is not begun a fourth time', async () => {
    let runs = 0;
    analyse = async () => {
      runs += 1;
      throw new Error('once');
    };
    const { report } = await waiting();
    // A process that was killed writes nothing: its claims are all that is left of its attempts.
    await service.services.store.transaction((tx) => tx.run(jobAttempts, { attempts: 3 }));
    service.clock.advance(1000);
    await service.settle();
    expect([runs, await shown(report)]).toMatchObject([
      1,
      { status: 'awaiting_approval', failure: 'The analysis ended the process' },
    ]);
  });

  test('shows which step it is at', async () => {
    let begun = () => {};
    let release = () => {};
    const atStep = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    analyse = async (subject, tools) => {
      await tools.step('reading the text');
      begun();
      await gate;
      return finding(leaves)(subject, tools);
    };
    const { report } = await ordered();
    await atStep;
    expect(await shown(report)).toMatchObject({ status: 'awaiting_data', step: 'reading the text', attempts: 1 });
    const { reports } = (await operate('GET', '/reports?status=awaiting_data')).body;
    expect(reports).toMatchObject([{ id: report, step: 'reading the text' }]);
    release();
    await service.settle();
    expect(await shown(report)).toMatchObject({ status: 'awaiting_approval', step: 'reading the text' });
  });

  test('that is switched off leaves every report to a person', async () => {
    await service.close();
    service = await startService({ settings: { analysis: 'off' } });
    analyse = async () => {
      throw new Error('must not run');
    };
    const { report } = await waiting();
    expect(await shown(report)).toMatchObject({
      status: 'awaiting_approval',
      failed: false,
      failure: null,
      leaves: {},
      doubts: [],
      step: null,
    });
  });
});

describe('the list', () => {
  test('is paged, those first that have waited longest', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      ids.push((await waiting()).report);
      service.clock.advance(1000);
    }
    const page = async (asked: string) => {
      const { body, headers } = await operate('GET', `/reports?${asked}`);
      return [body.reports.map(({ id }: { id: string }) => id), headers['x-total-count']];
    };
    expect(await page('per_page=2')).toEqual([ids.slice(0, 2), '3']);
    expect(await page('per_page=2&page=2&status=awaiting_approval')).toEqual([ids.slice(2), '3']);
    expect(await page('environment=sandbox')).toEqual([[], '0']);
  });

  test.each(['status=pending', 'environment=both', 'page=0', 'per_page=x'])('refuses %s', async (asked) => {
    const { status, body } = await operate('GET', `/reports?${asked}`);
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [asked.split('=')[0]]]);
  });
});
