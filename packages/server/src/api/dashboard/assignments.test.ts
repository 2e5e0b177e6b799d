import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string; readonly email: string };
let adam: Member;
let rita: Member;
let otto: Member;
let nora: Member;
let dev: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.account.liveToken });

/** A live check on a document, whose report waits for a reviewer. */
async function waiting() {
  const applicant_id = await story.applicant({}, live());
  await story.document(applicant_id, {}, live());
  const { report_ids } = (await story.check({ applicant_id, report_names: ['document'] }, live())).body;
  await service.settle();
  return report_ids[0] as string;
}

const set = async (settings: object) => {
  const path = `/operator/v1/accounts/${service.account.id}`;
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  expect((await service.call('PATCH', path, { token: null, headers, json: settings })).body).toMatchObject(settings);
};
const assign = (who: Browser, report: string, from: string | null, to: string | null, place = at()) =>
  who.post(`${place}/reports/${report}/assign`, { from, to });
/** The error of an answer, or its status. */
const outcomeOf = async (answer: ReturnType<Browser['post']>) => {
  const { status, body } = await answer;
  return body?.error ? [status, body.error.fields ?? body.error.type] : status;
};
const assigneeOf = async (report: string) => (await adam.get(`${at()}/reports/${report}`)).body.assigned_to;
const queue = async (who: Browser, query = '') => (await who.get(`${at()}/queue${query}`)).body;
const idsOf = ({ reports }: { reports: { id: string }[] }) => reports.map(({ id }) => id);
const take = async (who: Browser, body: object = {}) => {
  const { status, body: taken } = await who.post(`${at()}/queue/take`, body);
  return status === 204 ? null : (taken.id as string);
};
const giveBack = (who: Browser, report: string) => who.del(`${at()}/reports/${report}/claim`);
const changesOf = async (report: string) =>
  (
    await adam.get(`/accounts/${service.account.id}/audit?object=${report}&action=report_assigned&limit=100`)
  ).body.entries
    .map(({ actor, details }: { actor: { id: string }; details: object }) => [actor.id, details])
    .reverse();
const clear = { result: 'clear', note: 'The paper is sound' };
const decide = (who: Browser, report: string) => who.post(`${at()}/reports/${report}/decide`, clear);

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  nora = await signedIn(service, 'reviewer', { name: 'Nora' });
  dev = await signedIn(service, 'developer', { name: 'Dave' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

/** Every test begins with an empty queue. */
beforeEach(async () => {
  await set({ review_assignment: 'off', review_due_hours: null, wide_roles: false });
  for (const report of idsOf(await queue(adam))) expect((await decide(adam, report)).status).toBe(200);
});

describe('assigned reports', () => {
  test('come first, then free ones, by due time; reports of other members never', async () => {
    const first = await waiting();
    service.clock.advance(MINUTE_MS);
    const second = await waiting();
    service.clock.advance(MINUTE_MS);
    const third = await waiting();
    const own = await assign(rita, third, null, rita.id);
    expect([own.status, own.body]).toEqual([200, { assigned_to: { id: rita.id, name: 'Rita' } }]);
    expect((await assign(adam, first, null, otto.id)).body).toEqual({ assigned_to: { id: otto.id, name: 'Otto' } });

    const all = await queue(rita);
    expect(all.reports.map((one: { assigned_to: { name: string } | null }) => one.assigned_to?.name ?? null)).toEqual([
      'Otto',
      null,
      'Rita',
    ]);
    expect([all.total, all.mine, all.unassigned]).toEqual([3, 1, 1]);
    for (const order of ['due', 'oldest']) {
      expect(idsOf(await queue(rita, `?assigned=me&order=${order}`))).toEqual([third]);
      expect(idsOf(await queue(rita, `?assigned=nobody&order=${order}`))).toEqual([second]);
      expect(idsOf(await queue(otto, `?assigned=me&order=${order}`))).toEqual([first]);
      expect(idsOf(await queue(nora, `?assigned=me&order=${order}`))).toEqual([]);
    }
    expect((await rita.get(`${at()}/queue?assigned=${otto.id}`)).status).toBe(422);

    expect(await take(rita)).toBe(third);
    expect(await take(rita, { assigned: 'nobody' })).toBe(second);
    expect(await take(rita, { except: [third] })).toBe(second);
    expect(await take(nora)).toBeNull();
    await giveBack(rita, second);
    expect(await take(nora)).toBe(second);
    expect(await take(rita, { except: [third] })).toBeNull();
    expect(await take(rita, { assigned: 'me' })).toBe(third);
    // The claim of another member keeps the assigned member out, too: Nora has opened a report of Otto.
    expect((await nora.post(`${at()}/reports/${first}/claim`)).status).toBe(200);
    expect(await take(otto)).toBeNull();
    await giveBack(nora, first);
    expect(await take(otto)).toBe(first);
    for (const [who, report] of [
      [rita, third],
      [nora, second],
      [otto, first],
    ] as const)
      await giveBack(who, report);
  });

  test('change only from the member that the page shows, by those who may, to those who may decide', async () => {
    const report = await waiting();
    expect(await outcomeOf(assign(rita, report, null, otto.id))).toEqual([403, 'not_permitted']);
    expect(await outcomeOf(assign(rita, report, null, rita.id))).toBe(200);
    // Neither taken from a colleague, nor given back for one.
    expect(await outcomeOf(assign(otto, report, rita.id, otto.id))).toEqual([403, 'not_permitted']);
    expect(await outcomeOf(assign(otto, report, rita.id, null))).toEqual([403, 'not_permitted']);
    expect(await outcomeOf(assign(otto, report, null, otto.id))).toEqual([409, 'assignment_changed']);
    expect(await outcomeOf(assign(dev, report, rita.id, null))).toEqual([403, 'not_permitted']);
    expect(await outcomeOf(assign(adam, report, rita.id, nora.id))).toBe(200);
    expect(await outcomeOf(assign(rita, report, rita.id, null))).toEqual([409, 'assignment_changed']);
    const refused = { to: ['is not a member who may decide this report'] };
    for (const to of [dev.id, stranger.id, report]) {
      expect(await outcomeOf(assign(adam, report, nora.id, to))).toEqual([422, refused]);
    }
    await set({ wide_roles: true });
    expect(await outcomeOf(assign(rita, report, nora.id, otto.id))).toBe(200);
    expect(await outcomeOf(assign(otto, report, otto.id, null))).toBe(200);
    expect(await assigneeOf(report)).toBeNull();
    expect(await changesOf(report)).toEqual([
      [rita.id, { before: null, after: rita.id }],
      [adam.id, { before: rita.id, after: nora.id }],
      [rita.id, { before: nora.id, after: otto.id }],
      [otto.id, { before: otto.id, after: null }],
    ]);
    const { members } = (await rita.get(`${at()}/queue/assignees`)).body;
    expect(members).toEqual(
      [adam, rita, otto, nora].map(({ id }, index) => ({ id, name: ['Adam', 'Rita', 'Otto', 'Nora'][index] })),
    );

    // An assignment to the same member changes and records nothing.
    expect((await assign(rita, report, null, null)).body).toEqual({ assigned_to: null });
    expect(await changesOf(report)).toHaveLength(4);

    // Nothing is assigned once it is decided.
    expect((await decide(rita, report)).status).toBe(200);
    expect(await outcomeOf(assign(adam, report, null, otto.id))).toEqual([409, 'assignment_changed']);
  });

  test('have one member, of however many assign them at once', async () => {
    const members = [adam, rita, otto, nora];
    const report = await waiting();
    let before: Member | undefined;
    let changes = 0;
    // The member who assigns it, and how far after its member in the list the new one is.
    const assignment = fc.record({ by: fc.nat({ max: 3 }), further: fc.integer({ min: 1, max: 3 }) });
    await set({ wide_roles: true });
    await fc.assert(
      fc.asyncProperty(fc.array(assignment, { minLength: 2, maxLength: 6 }), async (all) => {
        const from = before ? members.indexOf(before) : 0;
        const answers = await Promise.all(
          all.map(({ by, further }) =>
            assign(members[by] as Member, report, before?.id ?? null, members[(from + further) % 4]?.id as string),
          ),
        );
        const won = answers.filter(({ status }) => status === 200);
        expect(won).toHaveLength(1);
        expect(answers.filter(({ body }) => body.error?.type === 'assignment_changed')).toHaveLength(all.length - 1);
        const now = await assigneeOf(report);
        expect(now).toEqual(won[0]?.body.assigned_to);
        before = members.find(({ id }) => id === now.id);
        changes += 1;
        const [queued] = (await queue(adam)).reports;
        expect([queued.id, queued.assigned_to]).toEqual([report, now]);
      }),
      { numRuns: 25, endOnFailure: true },
    );
    const recorded = (await changesOf(report)) as [string, { before: string | null; after: string }][];
    expect(recorded.length).toBe(changes);
    // Each change begins where the last one ended.
    const starts = recorded.map(([, details]) => details.before);
    expect(starts).toEqual([null, ...recorded.slice(0, -1).map(([, details]) => details.after)]);
  });

  test('are taken by one member, of however many take the next at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), async (mine) => {
        const made: string[] = [];
        for (const own of mine) {
          const report = await waiting();
          if (own) await assign(adam, report, null, rita.id);
          made.push(report);
        }
        const free = made.filter((_, index) => !mine[index]);
        const taken = await Promise.all([take(rita), take(otto), take(nora)]);
        const reports = taken.filter((one) => one !== null);
        expect(new Set(reports).size).toBe(reports.length);
        expect([taken[1], taken[2]].every((one) => one === null || free.includes(one))).toBe(true);
        if (free.length < made.length) expect(free).not.toContain(taken[0]);
        for (const [index, who] of [rita, otto, nora].entries()) {
          const report = taken[index];
          if (report) await giveBack(who, report);
        }
        for (const report of made) expect((await decide(adam, report)).status).toBe(200);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test('are released when the member leaves, is disabled or may decide no longer', async () => {
    const leaver = await signedIn(service, 'reviewer', { name: 'Lea' });
    const path = `/accounts/${service.account.id}/members/${leaver.id}`;
    const report = await waiting();
    for (const [leave, comeBack] of [
      [() => adam.patch(path, { role: 'developer' }), () => adam.patch(path, { role: 'reviewer' })],
      [
        () => adam.call('PUT', `${path}/disabled`, { disabled: true }),
        () => adam.call('PUT', `${path}/disabled`, { disabled: false }),
      ],
      [() => adam.del(path), undefined],
    ] as const) {
      expect(await outcomeOf(assign(adam, report, null, leaver.id))).toBe(200);
      expect([200, 204]).toContain((await leave()).status);
      expect(await assigneeOf(report)).toBeNull();
      expect((await changesOf(report)).at(-1)).toEqual([adam.id, { before: leaver.id, after: null }]);
      expect(await outcomeOf(assign(adam, report, null, leaver.id))).toEqual([
        ...[422, { to: ['is not a member who may decide this report'] }],
      ]);
      if (comeBack) expect([200, 204]).toContain((await comeBack()).status);
    }
    // A change of role keeps the reports of a member who may still decide.
    expect(await outcomeOf(assign(adam, report, null, nora.id))).toBe(200);
    const role = (to: string) => adam.patch(`/accounts/${service.account.id}/members/${nora.id}`, { role: to });
    expect([200, 204]).toContain((await role('admin')).status);
    expect((await assigneeOf(report)).name).toBe('Nora');
    expect([200, 204]).toContain((await role('reviewer')).status);
    // The change has ended her sessions.
    expect((await nora.post('/session', { email: nora.email, password: PASSWORD })).status).toBe(201);
  });

  test('belong to one account and environment', async () => {
    const report = await waiting();
    const others = [
      assign(rita, report, null, rita.id, at('sandbox')),
      assign(stranger, report, null, stranger.id, at('live', service.other.id)),
      assign(stranger, report, null, stranger.id),
    ];
    for (const answer of await Promise.all(others)) expect(answer.status).toBe(404);
    expect(await assigneeOf(report)).toBeNull();
    expect((await stranger.get(`${at('live', service.other.id)}/queue/assignees`)).body.members).toEqual([
      expect.objectContaining({ id: stranger.id }),
    ]);
    expect((await stranger.get(`${at()}/queue/assignees`)).status).toBe(404);
  });
});

describe('the settings of an account', () => {
  test('share reports among the members who may decide', async () => {
    await set({ review_assignment: 'round_robin' });
    const reports: string[] = [];
    for (let n = 0; n < 8; n += 1) reports.push(await waiting());
    const members: string[] = [];
    for (const report of reports) members.push((await assigneeOf(report)).name);
    // Each of the four has one before any has two.
    expect(members.slice(0, 4).sort()).toEqual(['Adam', 'Nora', 'Otto', 'Rita']);
    expect(members.slice(4).sort()).toEqual(['Adam', 'Nora', 'Otto', 'Rita']);
    const all = await queue(rita);
    expect([all.total, all.mine, all.unassigned]).toEqual([8, 2, 0]);
    const [report] = reports as [string];
    const after = (await assigneeOf(report)).id;
    const [[actor, details]] = await changesOf(report);
    expect([actor, details]).toEqual([expect.not.stringMatching(rita.id), { before: null, after }]);
  });

  test('say when a report is due', async () => {
    const before = await waiting();
    await set({ review_due_hours: 2 });
    const report = await waiting();
    const { created_at, due_at } = (await queue(rita)).reports.find(({ id }: { id: string }) => id === report);
    expect(Date.parse(due_at) - Date.parse(created_at)).toBe(2 * HOUR_MS);
    expect((await rita.get(`${at()}/reports/${report}`)).body.due_at).toBe(due_at);
    // The report that waited already keeps its time of four hours, and comes after.
    expect(idsOf(await queue(rita))).toEqual([report, before]);
    expect(await take(rita)).toBe(report);
    expect((await decide(rita, report)).status).toBe(200);
    expect((await rita.get(`${at()}/reports/${report}`)).body).toMatchObject({ due_at: null, assigned_to: null });
  });
});

// The last tests: two people relax the rule.
describe('under four eyes', () => {
  test('a report goes on to another member once its member has decided or passed it on', async () => {
    await set({ decision_four_eyes: 'on' });
    const [decided, passed] = [await waiting(), await waiting()];
    for (const report of [decided, passed]) await assign(rita, report, null, rita.id);
    expect((await decide(rita, decided)).status).toBe(202);
    expect((await rita.post(`${at()}/reports/${passed}/refer`, { note: 'Is this a hologram?' })).status).toBe(204);
    for (const report of [decided, passed]) expect(await assigneeOf(report)).toBeNull();
    expect(await outcomeOf(assign(adam, decided, null, rita.id))).toEqual([
      ...[422, { to: ['has already decided this report. Another person must decide next'] }],
    ]);
    // A report that is assigned to another member stays with that member.
    expect(await outcomeOf(assign(adam, passed, null, otto.id))).toBe(200);
    expect((await decide(nora, passed)).status).toBe(202);
    expect((await assigneeOf(passed)).name).toBe('Otto');
    expect((await decide(otto, passed)).status).toBe(200);
    expect((await decide(otto, decided)).status).toBe(200);
  });

  test('the rule gives it to a member who has not decided it', async () => {
    await set({ decision_four_eyes: 'on', review_assignment: 'round_robin' });
    const report = await waiting();
    const byId = new Map([adam, rita, otto, nora].map((one) => [one.id, one]));
    const first = byId.get((await assigneeOf(report)).id) as Member;
    expect((await decide(first, report)).status).toBe(202);
    const second = byId.get((await assigneeOf(report)).id) as Member;
    expect(second).not.toBe(first);
    const consider = { result: 'consider', sub_result: 'suspected', note: 'The portrait was glued on' };
    expect((await second.post(`${at()}/reports/${report}/decide`, consider)).status).toBe(202);
    const third = byId.get((await assigneeOf(report)).id) as Member;
    expect([first, second]).not.toContain(third);
    expect((await decide(third, report)).status).toBe(200);
  });
});
