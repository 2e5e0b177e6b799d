import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService();

type Member = Browser & { readonly id: string };
let rita: Member;
let otto: Member;
let nora: Member;
let admin: Member;
let auditor: Member;
let stranger: Browser;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;

/** A live check on a document, whose report waits for a person. */
async function waiting() {
  const call = { token: service.account.liveToken };
  const person = { first_name: 'Ada', last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
  await storyOf(service, 'v3.6').document(applicant, {}, call);
  const asked = { applicant_id: applicant, report_names: ['document'] };
  const { report_ids } = (await service.post('/v3.6/checks', asked, call)).body;
  await service.settle();
  return report_ids[0] as string;
}

const operate = (method: string, path: string, json?: object) => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(json && { json }) });
};
const account = () => `/accounts/${service.account.id}`;

const CLEAR = { result: 'clear', note: 'The paper is sound' };
const SUSPECTED = { result: 'consider', sub_result: 'suspected', note: 'The portrait was glued on' };

const decide = (who: Browser, id: string, decision: object) => who.post(`${at()}/reports/${id}/decide`, decision);
const read = async (who: Browser, id: string) => (await who.get(`${at()}/reports/${id}`)).body;
const inQueue = async (who: Browser, id: string) => {
  const { reports } = (await who.get(`${at()}/queue`)).body;
  const { needs, yours } = reports.find((one: { id: string }) => one.id === id);
  return [needs, yours];
};
/** Every report that a member gets as the next, one after the other; each is given back. */
async function takeAll(who: Browser, taken: string[] = []): Promise<string[]> {
  const { status, body } = await who.post(`${at()}/queue/take`, { order: 'oldest', after: taken.at(-1) });
  if (status === 204) return taken;
  await who.del(`${at()}/reports/${body.id}/claim`);
  return takeAll(who, [...taken, body.id]);
}
const result = async (id: string) =>
  (await service.get(`/v3.6/reports/${id}`, { token: service.account.liveToken })).body.result;

beforeAll(async () => {
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  nora = await signedIn(service, 'reviewer', { name: 'Nora' });
  admin = await signedIn(service, 'admin', { name: 'Adam' });
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
  const set = await operate('PATCH', account(), { decision_four_eyes: 'on' });
  expect([set.status, set.body.decision_four_eyes]).toEqual([200, 'on']);
});

describe('a report under four eyes', () => {
  let report: string;
  beforeEach(async () => {
    report = await waiting();
  });

  test('ends once two people have decided the same, and neither saw what the other decided', async () => {
    const taken = (await rita.post(`${at()}/reports/${report}/claim`)).body;
    expect([taken.needs, taken.yours, taken.claimed_by.name]).toEqual(['first_needed', false, 'Rita']);
    const first = await decide(rita, report, CLEAR);
    expect([first.status, first.body]).toEqual([202, { id: report, waits_for: 'second' }]);
    const reclaimed = await rita.post(`${at()}/reports/${report}/claim`);
    expect([reclaimed.status, reclaimed.body.error.fields]).toEqual([
      ...[422, { operator: ['has already decided this report. Another person must decide next'] }],
    ]);

    // Rita sees her own decision; nobody else sees that of any member, wherever they look.
    expect((await read(rita, report)).standing).toMatchObject({
      needs: 'second_needed',
      decided: true,
      referred: false,
      decisions: [{ by: { kind: 'member', id: rita.id }, by_name: 'Rita', note: CLEAR.note, result: 'clear' }],
    });
    const opened = await read(otto, report);
    expect([opened.status, opened.result, opened.decisions, opened.claimed_by]).toEqual([
      ...['awaiting_approval', null, [], null],
    ]);
    expect(opened.standing).toEqual({
      needs: 'second_needed',
      decided: false,
      referred: false,
      decisions: [],
      referrals: [],
      settles: null,
    });
    const history = (await otto.get(`${at()}/checks/${opened.check.id}`)).body.history;
    expect(JSON.stringify(history)).not.toContain(CLEAR.note);
    const listed = (await operate('GET', `${account()}/reports/${report}`)).body;
    expect([listed.decisions, listed.standing.decisions]).toEqual([[], []]);
    const audit = (await operate('GET', `${account()}/audit?action=report_decision_kept&object_id=${report}`)).body;
    expect(audit.entries.map(({ details }: { details: object }) => details)).toEqual([{ state: 'second_needed' }]);
    expect(await result(report)).toBe(null);

    // Nor may the first person hint at it.
    const hint = await rita.post(`${at()}/reports/${report}/refer`, { note: 'I cleared it' });
    expect([hint.status, Object.keys(hint.body.error.fields)]).toEqual([422, ['operator']]);

    // Never the same eyes again.
    const again = await decide(rita, report, CLEAR);
    expect([again.status, again.body.error.fields]).toEqual([
      422,
      { operator: ['has already decided this report. Another person must decide next'] },
    ]);
    expect(await inQueue(rita, report)).toEqual(['second_needed', true]);
    expect(await inQueue(otto, report)).toEqual(['second_needed', false]);

    const second = await decide(otto, report, { ...CLEAR, note: 'I agree' });
    expect([second.status, second.body.result]).toEqual([200, 'clear']);
    expect(await result(report)).toBe('clear');
    const [kept] = (await read(nora, report)).decisions;
    expect(kept).toMatchObject({
      decided_by: { kind: 'member', id: rita.id },
      note: CLEAR.note,
      confirmed_by: { kind: 'member', id: otto.id },
      confirmed_note: 'I agree',
      result: 'clear',
    });
    const { body } = await nora.get(`${at()}/checks/${opened.check.id}`);
    const decided = body.history.filter(({ kind }: { kind: string }) => kind === 'decision');
    expect(decided.map((one: Record<string, unknown>) => [one.by_name, one.status, one.note])).toEqual([
      ['Rita', 'clear', CLEAR.note],
      ['Otto', 'clear', 'I agree'],
    ]);
    expect((await decide(nora, report, CLEAR)).status).toBe(422);
  });

  test('that two people decide differently is settled by a third, who sees both', async () => {
    await decide(rita, report, CLEAR);
    const differs = await decide(otto, report, SUSPECTED);
    expect([differs.status, differs.body]).toEqual([202, { id: report, waits_for: 'third' }]);
    expect(await result(report)).toBe(null);
    expect((await read(rita, report)).standing.decisions).toHaveLength(1);
    expect((await read(otto, report)).standing).toMatchObject({ needs: 'third_needed', decided: true });
    const { decisions } = (await read(nora, report)).standing;
    expect(
      decisions.map((one: Record<string, unknown>) => [one.by_name, one.result, one.sub_result, one.note]),
    ).toEqual([
      ['Rita', 'clear', 'clear', CLEAR.note],
      ['Otto', 'consider', 'suspected', SUSPECTED.note],
    ]);
    for (const one of [rita, otto]) expect((await decide(one, report, CLEAR)).status).toBe(422);

    const settled = await decide(nora, report, { ...SUSPECTED, note: 'Glue is visible' });
    expect([settled.status, settled.body.result, settled.body.sub_result]).toEqual([200, 'consider', 'suspected']);
    const [kept] = (await read(rita, report)).decisions;
    expect([kept.decided_by.id, kept.confirmed_by.id]).toEqual([otto.id, nora.id]);
    expect(kept.differing.map((one: Record<string, unknown>) => [one.result, one.note])).toEqual([
      ['clear', CLEAR.note],
      ['consider', SUSPECTED.note],
    ]);
  });

  test('counts two decisions at once as a first and a second', async () => {
    const answers = await Promise.all([decide(rita, report, CLEAR), decide(otto, report, CLEAR)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 202]);
    const twice = await Promise.all([decide(rita, report, CLEAR), decide(nora, report, CLEAR)]);
    expect(twice.map(({ status }) => status)).toEqual([422, 422]);
  });

  test('is not decided twice by one person, with a key or as a member', async () => {
    const unnamed = await operate('POST', `${account()}/reports/${report}/decide`, CLEAR);
    expect([unnamed.status, Object.keys(unnamed.body.error.fields)]).toEqual([422, ['operator']]);
    const key = (await operate('POST', '/operator_keys', { name: 'RITA' })).body.key;
    const headers = { authorization: `Bearer ${key}` };
    const byKey = (decision: object) =>
      service.call('POST', `/operator/v1${account()}/reports/${report}/decide`, {
        token: null,
        headers,
        json: decision,
      });
    const first = await byKey(CLEAR);
    expect([first.status, first.body]).toEqual([202, { id: report, waits_for: 'second' }]);
    expect((await decide(rita, report, CLEAR)).status).toBe(422);
    expect((await decide(otto, report, CLEAR)).status).toBe(200);
  });

  test('is gone with its applicant', async () => {
    await decide(rita, report, CLEAR);
    const { applicant_id } = await read(otto, report);
    await service.del(`/v3.6/applicants/${applicant_id}`, { token: service.account.liveToken });
    expect((await decide(otto, report, CLEAR)).status).toBe(410);
  });
});

describe('the rule', () => {
  test('is relaxed by two people, and not while a decision waits', async () => {
    const alone = await operate('PATCH', account(), { decision_four_eyes: 'off' });
    expect([alone.status, Object.keys(alone.body.error.fields)]).toEqual([422, ['decision_four_eyes']]);
    const report = await waiting();
    await decide(rita, report, CLEAR);
    const keys = await Promise.all(
      ['Kim', 'Lou'].map(async (name) => (await operate('POST', '/operator_keys', { name })).body.key as string),
    );
    const by = (key: string | undefined, path: string, json: object = {}) =>
      service.call('POST', `/operator/v1${account()}${path}`, {
        token: null,
        headers: { authorization: `Bearer ${key}` },
        json,
      });
    const asked = { decision_four_eyes: 'off', note: 'One reviewer is ill' };
    const early = await by(keys[0], '/proposals', asked);
    expect(early.body.error.fields).toEqual({
      decision_four_eyes: ["can't be relaxed while a decision needs a second person"],
    });
    await decide(otto, report, CLEAR);
    const both = await by(keys[0], '/proposals', { ...asked, screening_four_eyes: 'off' });
    expect(both.status).toBe(422);
    const proposal = (await by(keys[0], '/proposals', asked)).body;
    expect(proposal.proposed).toMatchObject({ setting: 'decision_four_eyes', before: 'on', after: 'off' });
    expect((await by(keys[0], `/proposals/${proposal.id}/confirm`)).status).toBe(422);
    expect((await by(keys[1], `/proposals/${proposal.id}/confirm`)).status).toBe(200);
    const next = await waiting();
    expect((await decide(rita, next, CLEAR)).status).toBe(200);
  });
});

describe('a second opinion', () => {
  test('hands a report on with a note, to another member', async () => {
    const report = await waiting();
    await rita.post(`${at()}/reports/${report}/claim`);
    expect((await otto.post(`${at()}/reports/${report}/refer`, { note: 'Mine' })).status).toBe(409);
    const handed = await rita.post(`${at()}/reports/${report}/refer`, { note: 'Is this hologram real?' });
    expect(handed.status).toBe(204);
    expect(await takeAll(rita)).not.toContain(report);
    expect(await inQueue(rita, report)).toEqual(['first_needed', true]);
    expect(await takeAll(otto)).toContain(report);
    await otto.post(`${at()}/reports/${report}/claim`);
    expect((await read(otto, report)).standing).toMatchObject({
      needs: 'first_needed',
      referred: false,
      referrals: [{ by_name: 'Rita', note: 'Is this hologram real?' }],
    });
    expect((await otto.post(`${at()}/reports/${report}/refer`, { note: ' ' })).status).toBe(422);
    expect((await auditor.post(`${at()}/reports/${report}/refer`, { note: 'No' })).status).toBe(403);
    expect((await decide(otto, report, CLEAR)).status).toBe(200);
    expect((await otto.post(`${at()}/reports/${report}/refer`, { note: 'Late' })).status).toBe(422);

    for (const [browser, place] of [
      [admin, at('sandbox')],
      [stranger, at('live', service.other.id)],
      [stranger, at()],
    ] as const) {
      expect((await browser.post(`${place}/reports/${report}/refer`, { note: 'Mine' })).status).toBe(404);
    }
  });
});
