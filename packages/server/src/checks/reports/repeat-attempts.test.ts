import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { gone, notFound, outcome, storyOf, unknownId } from '../../api/v3/testing/story.ts';
import { DAY_MS } from '../../base/clock.ts';
import { mergePatch } from '../../base/merge-patch.ts';
import { clearBreakdown, flag } from '../../reports/breakdown.ts';
import { documentTree } from '../../reports/document.ts';
import { reportType } from '../../reports/index.ts';
import type { Outcome, Properties } from '../../reports/outcome.ts';
import { query } from '../../store/query.ts';
import { startService, type TestService } from '../../testing/service.ts';

const NUMBER = 'SPECI2014';
const passport = {
  document_type: 'passport',
  issuing_country: 'NLD',
  document_numbers: [
    { type: 'personal_number', value: '999999990' },
    { type: 'document_number', value: NUMBER },
  ],
  first_name: 'WILLEKE LISELOTTE',
  last_name: 'DE BRUIJN',
  date_of_birth: '1965-03-10',
};

/** The analyser's reading of a document, by the first name of its applicant. */
const readings = new Map<string, { properties: Properties; result: 'clear' | 'consider' }>();
const document = reportType('document') as { process?: unknown };
const original = document.process;

let service: TestService;
beforeAll(() => {
  document.process = async ({ applicant }: { applicant: { first_name: string } }): Promise<Outcome> => {
    const { properties, result } = readings.get(applicant.first_name)!;
    const breakdown = clearBreakdown(documentTree);
    const clear = { status: 'complete', result: 'clear', sub_result: 'clear', breakdown, properties };
    const patch = result === 'consider' ? flag('visual_authenticity', { fonts: null, other: null }, 'suspected') : {};
    return mergePatch(clear, patch) as Outcome;
  };
});
afterAll(() => {
  // Other files share this module.
  document.process = original;
});
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
});
afterEach(() => service.close());

/** A complete live document report on the values read; each report comes a second after the previous one. */
async function attempt(
  properties: Properties,
  { result = 'clear' as 'clear' | 'consider', token = service.liveToken, ...fields }: Record<string, unknown> = {},
): Promise<{ report_id: string; applicant_id: string }> {
  service.clock.advance(1000);
  const first_name = `Reading ${readings.size}`;
  readings.set(first_name, { properties, result: result as 'clear' });
  const call = { token: token as string };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name, ...fields }, call);
  await story.document(applicant_id, {}, call);
  const { reports } = await story.completed({ applicant_id, report_names: ['document'] }, call);
  expect(reports[0]).toMatchObject({ status: 'complete', result, properties });
  return { report_id: reports[0].id, applicant_id };
}

const of = (id: string, token = service.liveToken) => service.get(`/v3.6/repeat_attempts/${id}`, { token });

const time = (seconds: number) => `2026-01-15T09:30:${String(seconds).padStart(2, '0')}Z`;
const at = (seconds: number) => ({ created_at: time(seconds), completed_at: time(seconds) });
const same = { date_of_birth: 'match', names: 'match', result: 'clear' };

const none = (report_id: string) => ({
  report_id,
  repeat_attempts: [],
  attempts_count: 1,
  attempts_clear_rate: 1,
  unique_mismatches_count: 0,
});

async function marks() {
  return service.services.store.system.all(
    query()((db) => db.selectFrom('document_numbers').selectAll()),
    {},
  );
}

test('attempts with the same document are found from each of them, and compared with it', async () => {
  const first = await attempt(passport);
  expect((await of(first.report_id)).body).toEqual(none(first.report_id));
  const second = await attempt({
    ...passport,
    document_numbers: [{ type: 'document_number', value: ' speci-2014' }],
    first_name: 'Willeke Lisélotte',
    last_name: 'de Bruijn',
  });
  const third = await attempt(
    { ...passport, first_name: 'OTHER', date_of_birth: '1970-01-01' },
    { result: 'consider' },
  );

  const answer = await of(first.report_id);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      report_id: first.report_id,
      repeat_attempts: [
        { ...second, ...same, ...at(2) },
        { ...third, date_of_birth: 'mismatch', names: 'mismatch', result: 'consider', ...at(3) },
      ],
      attempts_count: 3,
      attempts_clear_rate: 0.6667,
      unique_mismatches_count: 1,
    },
  ]);
  expect(Object.keys(answer.body.repeat_attempts[0])).toEqual([
    ...['report_id', 'applicant_id', 'date_of_birth', 'names', 'result', 'created_at', 'completed_at'],
  ]);
  expect((await of(third.report_id)).body).toMatchObject({
    repeat_attempts: [
      { ...first, date_of_birth: 'mismatch', names: 'mismatch', result: 'clear' },
      { ...second, date_of_birth: 'mismatch', names: 'mismatch', result: 'clear' },
    ],
    attempts_clear_rate: 0.6667,
    unique_mismatches_count: 2,
  });
});

test('a document of another number, country or type is another, and one that was not read none', async () => {
  const { report_id } = await attempt(passport);
  const number = (value: string, type = 'document_number') => ({ document_numbers: [{ type, value }] });
  for (const change of [
    ...[number('SPECI2015'), number(NUMBER, 'personal_number'), { document_numbers: [] }, { document_numbers: null }],
    ...[{ issuing_country: 'BEL' }, { issuing_country: null }, { document_type: 'visa' }, { document_type: null }],
  ]) {
    const other = await attempt({ ...passport, ...change });
    expect([change, (await of(other.report_id)).body]).toEqual([change, none(other.report_id)]);
  }
  expect((await of(report_id)).body).toEqual(none(report_id));
});

test('what was not read is taken from the applicant, and what nobody knows does not differ', async () => {
  const { first_name, last_name, date_of_birth, ...nameless } = passport;
  const first = await attempt({ ...passport, last_name: 'Doe' });
  const born = await attempt({ ...nameless, first_name }, { dob: date_of_birth });
  const other = await attempt(nameless, { dob: '1970-01-01' });
  const unknown = await attempt({ ...nameless, first_name, last_name: 'Doe', date_of_birth: null });
  const attempts = (await of(first.report_id)).body.repeat_attempts;
  expect(attempts).toEqual([
    { ...born, ...same, ...at(2) },
    { ...other, ...same, date_of_birth: 'mismatch', names: 'mismatch', ...at(3) },
    { ...unknown, ...same, ...at(4) },
  ]);
});

test('a second report on the same applicant is an attempt too', async () => {
  const first = await attempt(passport);
  const { applicant_id } = first;
  const check = { applicant_id, report_names: ['document'] };
  const { reports } = await storyOf(service, 'v3.6').completed(check, { token: service.liveToken });
  const [again] = (await of(first.report_id)).body.repeat_attempts;
  expect(again).toEqual({ report_id: reports[0].id, applicant_id, ...same, ...at(1) });
});

test('only a complete document report has any', async () => {
  await service.close();
  service = await startService({ settings: { analysis: 'off' } });
  const token = service.liveToken;
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({}, { token });
  await story.document(applicant_id, {}, { token });
  const check = { applicant_id, report_names: ['document_with_driver_verification', 'watchlist_standard'] };
  const { reports } = await story.completed(check, { token });
  for (const { id } of reports) expect(outcome(await of(id))).toEqual(notFound('Report', id));
  expect(outcome(await of(unknownId))).toEqual(notFound('Report', unknownId));
  expect(outcome(await of('match'))).toEqual(notFound('Report', 'match'));
  // A person who decides reads no number: there is a report, and nothing to find it by.
  const decide = `/operator/v1/accounts/${service.account.id}/reports/${reports[0].id}/decide`;
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const json = { result: 'consider', sub_result: 'caution', note: 'Blurred' };
  expect((await service.call('POST', decide, { token: null, headers, json })).status).toBe(200);
  expect((await of(reports[0].id)).body).toEqual({ ...none(reports[0].id), attempts_clear_rate: 0 });
});

test('in sandbox nothing is read, so nothing repeats', async () => {
  const story = storyOf(service, 'v3.6');
  for (const last_name of ['CA DL 2018', 'CA DL 2018', 'Consider']) {
    const applicant_id = await story.applicant({ last_name });
    await story.document(applicant_id);
    const { reports } = await story.completed({ applicant_id, report_names: ['document'] });
    const { id, result } = reports[0];
    const body = { ...none(id), attempts_clear_rate: result === 'clear' ? 1 : 0 };
    expect((await of(id, service.sandboxToken)).body).toEqual(body);
    expect(outcome(await of(id))).toEqual(notFound('Report', id));
  }
  expect(await marks()).toEqual([]);
});

test('the same document in another account is not an attempt, and its report not to be found', async () => {
  const mine = await attempt(passport);
  const theirs = await attempt(passport, { token: service.other.liveToken });
  expect((await of(mine.report_id)).body).toEqual(none(mine.report_id));
  expect((await of(theirs.report_id, service.other.liveToken)).body).toEqual(none(theirs.report_id));
  expect(outcome(await of(theirs.report_id))).toEqual(notFound('Report', theirs.report_id));
  expect(outcome(await of(mine.report_id, service.sandboxToken))).toEqual(notFound('Report', mine.report_id));
  const [one, other] = await marks();
  expect(one!.hash).not.toBe(other!.hash);
});

test('attempts of a deleted applicant go, come back when it is restored, and are erased with it', async () => {
  const kept = await attempt(passport);
  const going = await attempt(passport);
  const call = { token: service.liveToken };
  const path = `/v3.6/applicants/${going.applicant_id}`;
  await service.del(path, call);
  expect((await of(kept.report_id)).body).toEqual(none(kept.report_id));
  expect(outcome(await of(going.report_id))).toEqual(gone);
  await service.post(`${path}/restore`, undefined, call);
  expect((await of(kept.report_id)).body.attempts_count).toBe(2);

  await service.del(path, call);
  service.clock.advance(20 * DAY_MS);
  await service.settle();
  expect(outcome(await of(going.report_id))).toEqual(gone);
  const rows = await marks();
  expect(rows.map(({ id, applicant_id }) => [id, applicant_id])).toEqual([[kept.report_id, kept.applicant_id]]);
  expect(JSON.stringify(rows)).not.toContain(NUMBER);
  expect((await of(kept.report_id)).body).toEqual(none(kept.report_id));
});

test('the counters follow the attempts, whichever they are', async () => {
  const kind = fc.record({
    result: fc.constantFrom('clear' as const, 'consider' as const),
    first_name: fc.constantFrom('ANNA', 'Änna', 'BERTA'),
    date_of_birth: fc.constantFrom('1990-01-01', '1991-01-01', null),
  });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 4 }), async (kinds) => {
      number += 1;
      const document_numbers = [{ type: 'document_number', value: `N${number}` }];
      const ids: string[] = [];
      for (const { result, ...read } of kinds) {
        ids.push((await attempt({ ...passport, ...read, document_numbers }, { result })).report_id);
      }
      const clear = kinds.filter(({ result }) => result === 'clear').length;
      for (const id of ids) {
        const { body } = await of(id);
        expect(body.repeat_attempts.map(({ report_id }: { report_id: string }) => report_id)).toEqual(
          ids.filter((other) => other !== id),
        );
        expect(body.attempts_count).toBe(kinds.length);
        expect(body.attempts_clear_rate).toBe(Number((clear / kinds.length).toFixed(4)));
        const differing = body.repeat_attempts.filter(
          (one: { names: string; date_of_birth: string }) => `${one.names} ${one.date_of_birth}` !== 'match match',
        );
        expect(body.unique_mismatches_count).toBe(differing.length);
      }
    }),
    { numRuns: 5 },
  );
});
