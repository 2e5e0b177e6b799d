import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../base/clock.ts';
import { filesIn } from '../../exports/testing/files-in.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

// Hours pass in some stories, in which members stay signed in.
const service = useService({ settings: { sessionIdle: '1440' } });
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
let adam: Member;
let rita: Member;
let otto: Member;
let auditor: Member;
let dev: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.account.liveToken });

const person = () => story.applicant({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }, live());

/** A live check on a document of an applicant, whose report waits for a reviewer. */
async function waiting(applicant_id: string): Promise<string> {
  await story.document(applicant_id, {}, live());
  const { report_ids } = (await story.check({ applicant_id, report_names: ['document'] }, live())).body;
  await service.settle();
  service.clock.advance(60_000);
  return report_ids[0];
}

const caseOf = async (applicant: string, who: Browser = rita) =>
  (await who.get(`${at()}/applicants/${applicant}`)).body.case;
const add = (who: Browser, applicant: string, entry: object, place = at()) =>
  who.post(`${place}/applicants/${applicant}/case_entries`, entry);
const later = (ms: number) => new Date(service.clock.now() + ms).toISOString().replace('.000Z', 'Z');
const snooze = (who: Browser, applicant: string, until: string | null, place = at()) =>
  who.post(`${place}/applicants/${applicant}/snooze`, { until });
const clear = { result: 'clear', note: 'The paper is sound' };
const decide = (who: Browser, report: string) => who.post(`${at()}/reports/${report}/decide`, clear);
const take = (who: Browser, applicant: string) => who.post(`${at()}/queue/take`, { applicant });
const erased = async (applicant: string) =>
  (await adam.post(`${at()}/applicants/${applicant}/erase`, { force: true })).body;

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  dev = await signedIn(service, 'developer');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

test('a case has the waiting reports of all checks of a person, and is decided in one go', async () => {
  const [ada, other] = [await person(), await person()];
  const first = await waiting(ada);
  const foreign = await waiting(other);
  const second = await waiting(ada);
  const third = await waiting(ada);
  const before = await caseOf(ada);
  expect([before.status, before.asked, before.entries]).toEqual(['open', 0, []]);
  expect(before.waiting.map(({ id, doubt }: { id: string; doubt: string }) => [id, doubt])).toEqual([
    [first, 'unanalysed'],
    [second, 'unanalysed'],
    [third, 'unanalysed'],
  ]);
  // The case is not divided: a report that is assigned to another member is among them, one that Otto works on is not.
  await adam.post(`${at()}/reports/${second}/assign`, { from: null, to: otto.id });
  expect((await otto.post(`${at()}/reports/${third}/claim`)).status).toBe(200);
  for (const report of [first, second]) {
    expect((await take(rita, ada)).body.id).toBe(report);
    expect((await decide(rita, report)).status).toBe(200);
  }
  expect((await take(rita, ada)).status).toBe(204);
  expect((await decide(otto, third)).status).toBe(200);
  expect(await caseOf(ada)).toEqual({
    status: 'closed',
    waiting: [],
    asked: 0,
    snoozed_until: null,
    tags: [],
    files: [],
    entries: [],
    has_earlier: false,
  });
  expect((await caseOf(other)).waiting.map(({ id }: { id: string }) => id)).toEqual([foreign]);
  expect((await take(rita, other)).body.id).toBe(foreign);
  expect((await decide(rita, foreign)).status).toBe(200);
});

test('the status follows from what waits, unless a member escalates the case', async () => {
  const ada = await person();
  expect((await caseOf(ada)).status).toBe('closed');
  expect((await add(rita, ada, { status: 'open' })).body.status).toBe('open');
  const report = await waiting(ada);
  const refused = await add(rita, ada, { status: 'closed' });
  expect([refused.status, refused.body.error.fields]).toEqual([
    ...[422, { status: ["can't be closed while reports wait for a reviewer or for the applicant"] }],
  ]);
  const question = { items: ['document_front'], language: 'en', message: 'Please take the picture again.' };
  const asked = await rita.post(`${at()}/reports/${report}/information_requests`, question);
  expect(asked.status).toBe(201);
  expect(await caseOf(ada)).toMatchObject({ status: 'waiting_for_applicant', waiting: [], asked: 1 });
  expect((await add(rita, ada, { status: 'closed' })).status).toBe(422);
  expect((await add(otto, ada, { status: 'escalated', note: 'Third attempt' })).body.status).toBe('escalated');
  expect((await rita.post(`${at()}/information_requests/${asked.body.id}/cancel`)).status).toBe(200);
  expect((await caseOf(ada)).status).toBe('escalated');
  // Any other status ends the escalation, and the reports decide again.
  expect((await add(otto, ada, { status: 'waiting_for_applicant' })).body.status).toBe('open');
  expect((await decide(rita, report)).status).toBe(200);
  expect((await caseOf(ada)).status).toBe('waiting_for_applicant');
  expect((await add(rita, ada, { status: 'closed' })).body.status).toBe('closed');
});

test('notes have author and time, leave with the export of the person, and end with the person', async () => {
  const ada = await person();
  const added = await add(rita, ada, { note: 'Called her: she lives in Leeds now.' });
  expect(added.status).toBe(201);
  service.clock.advance(60_000);
  await add(otto, ada, { note: 'Ask for a proof of address', status: 'escalated' });
  const { entries } = await caseOf(ada, auditor);
  expect(entries).toEqual([
    {
      id: expect.any(String),
      created_at: expect.any(String),
      status: 'escalated',
      note: 'Ask for a proof of address',
      mentions: [],
      file: null,
      author: { id: otto.id, name: 'Otto' },
    },
    {
      id: added.body.entries[0].id,
      created_at: added.body.entries[0].created_at,
      status: null,
      note: 'Called her: she lives in Leeds now.',
      mentions: [],
      file: null,
      author: { id: rita.id, name: 'Rita' },
    },
  ]);
  expect(Date.parse(entries[0].created_at) - Date.parse(entries[1].created_at)).toBe(60_000);
  for (const entry of [{}, { note: '  ' }, { note: '' }, { status: 'lost' }]) {
    expect((await add(rita, ada, entry)).status).toBe(422);
  }
  for (const who of [auditor, dev]) expect((await add(who, ada, { note: 'No' })).status).toBe(403);
  const audit = (await adam.get(`/accounts/${service.account.id}/audit?object=${ada}`)).body.entries
    .filter(({ action }: { action: string }) => action.startsWith('case_'))
    .map(({ action, actor, details }: Record<string, { id: string }>) => [action, actor?.id, details]);
  expect(audit).toEqual([
    ['case_status_set', otto.id, { status: 'escalated' }],
    ['case_note_added', otto.id, {}],
    ['case_note_added', rita.id, {}],
  ]);

  await adam.post('/session/proof', { password: PASSWORD });
  const exported = filesIn((await adam.get(`${at()}/applicants/${ada}/export`)).bytes);
  const file = JSON.parse(String(exported.get('case.json')));
  expect(file.map(({ note, author }: Record<string, string>) => [note, author])).toEqual([
    ['Ask for a proof of address', 'Otto'],
    ['Called her: she lives in Leeds now.', 'Rita'],
  ]);

  for (const [who, place] of [
    [rita, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await add(who, ada, { note: 'No' }, place)).status).toBe(404);
  }
  expect((await caseOf(ada)).entries).toHaveLength(2);
  expect((await erased(ada)).counts).toMatchObject({ applicant: 1, case_entry: 2 });
  expect((await add(rita, ada, { note: 'Too late' })).status).toBe(410);
});

test('a snoozed case leaves the queue until its time, until it is due, and until the person has a new report', async () => {
  const [ada, eva] = [await person(), await person()];
  const none = await snooze(rita, ada, later(HOUR_MS));
  expect([none.status, none.body.error.fields]).toEqual([
    ...[422, { until: ['no report of this applicant waits for a reviewer'] }],
  ]);
  const first = await waiting(ada);
  const other = await waiting(eva);
  const queue = async () => {
    const { body } = await rita.get(`${at()}/queue`);
    expect(body.total).toBe(body.reports.length);
    return body.reports.map(({ id }: { id: string }) => id);
  };
  expect(await queue()).toEqual([first, other]);
  const snoozed = await snooze(rita, ada, later(HOUR_MS));
  expect([snoozed.status, snoozed.body.snoozed_until]).toEqual([200, later(HOUR_MS)]);
  expect([await queue(), (await rita.get(`${at()}/queue?order=oldest`)).body.total]).toEqual([[other], 1]);
  expect((await otto.post(`${at()}/queue/take`, {})).body.id).toBe(other);
  expect((await otto.del(`${at()}/reports/${other}/claim`)).status).toBe(204);
  // The page of the person still has the report, and its clock brings it back.
  expect((await caseOf(ada)).waiting.map(({ id }: { id: string }) => id)).toEqual([first]);
  service.clock.advance(HOUR_MS);
  expect([await queue(), (await caseOf(ada)).snoozed_until]).toEqual([[first, other], null]);

  // Due after four hours, whatever the end of the snooze; and awake at once.
  const long = (await snooze(rita, ada, later(24 * HOUR_MS))).body;
  expect([await queue(), long.snoozed_until]).toEqual([[other], long.waiting[0].due_at]);
  expect((await snooze(otto, ada, null)).body.snoozed_until).toBeNull();
  expect(await queue()).toEqual([first, other]);
  await snooze(rita, ada, later(24 * HOUR_MS));
  service.clock.advance(3 * HOUR_MS);
  expect([await queue(), (await caseOf(ada)).snoozed_until]).toEqual([[first, other], null]);

  // A new report wakes those before it.
  const mia = await person();
  const third = await waiting(mia);
  await snooze(rita, mia, later(24 * HOUR_MS));
  expect(await queue()).toEqual([first, other]);
  const fourth = await waiting(mia);
  expect([await queue(), (await caseOf(mia)).snoozed_until]).toEqual([[first, other, third, fourth], null]);
  const entries = (await adam.get(`/accounts/${service.account.id}/audit?object=${ada}`)).body.entries;
  const own = entries.filter(({ action }: { action: string }) => /^case_(snoozed|woken)$/.test(action));
  expect(own.map(({ action, actor }: { action: string; actor: { id: string } }) => [action, actor.id])).toEqual([
    ['case_snoozed', rita.id],
    ['case_woken', otto.id],
    ['case_snoozed', rita.id],
    ['case_snoozed', rita.id],
  ]);

  for (const until of [later(0), later(91 * 24 * HOUR_MS), 'tomorrow']) {
    expect((await snooze(rita, ada, until)).status).toBe(422);
  }
  for (const who of [auditor, dev]) expect((await snooze(who, ada, null)).status).toBe(403);
  for (const [who, place] of [
    [rita, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await snooze(who, ada, null, place)).status).toBe(404);
  }
  for (const report of [first, other, third, fourth]) expect((await decide(rita, report)).status).toBe(200);
});

test('notes that the page of the case no longer shows are in the export, and their status holds', async () => {
  const ada = await person();
  await add(rita, ada, { status: 'escalated' });
  const notes = Array.from({ length: 201 }, (_, n) => `Call ${n}`);
  // In turn, since notes of one moment have no order.
  for (const note of notes) expect((await add(rita, ada, { note })).status).toBe(201);
  const { status, entries, has_earlier } = await caseOf(ada);
  expect([entries.length, entries.at(-1).note, has_earlier]).toEqual([200, 'Call 1', true]);
  expect(status).toBe('escalated');
  await adam.post('/session/proof', { password: PASSWORD });
  const exported = filesIn((await adam.get(`${at()}/applicants/${ada}/export`)).bytes);
  const file: { note: string }[] = JSON.parse(String(exported.get('case.json')));
  expect(file.map(({ note }) => note)).toEqual([...notes.toReversed(), '']);
  // A later status holds instead.
  expect((await add(rita, ada, { status: 'open' })).body.status).toBe('open');
});
