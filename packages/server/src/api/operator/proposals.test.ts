import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../testing/service.ts';
import { signedIn } from '../dashboard/testing/browser.ts';
import { falseMatch, far, fourEyesStory, listed, near, refused } from './testing/four-eyes.ts';

const TWO_NEEDED =
  'needs two people who can decide: operator keys with different names, or members who are administrators or reviewers';

let service: TestService;
let story: Awaited<ReturnType<typeof fourEyesStory>>;
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  story = await fourEyesStory(service);
  await story.set('clear');
});
afterEach(() => service.close());

const waitsFor = (id: string) => [422, { proposal: [`${id} needs a second operator. Confirm or refuse it first`] }];

test('one suppression waits at a time, whether alone or with a decision', async () => {
  const { ana, bea, decide, suppress, confirm, screened } = story;
  const [first, second] = [await screened(), await screened()];
  const decided = (await decide(first, { hits: [falseMatch(near, { suppress: true })] }, ana)).body;
  expect(decided).toMatchObject({ kind: 'decision', state: 'proposed' });
  // Of another report of the applicant, too: a suppression is for all of them.
  for (const id of [first, second]) expect(await refused(suppress(id, near, bea))).toEqual(waitsFor(decided.id));
  const again = { hits: [falseMatch(near, { suppress: true })] };
  expect(await refused(decide(second, again, bea))).toEqual(waitsFor(decided.id));
  // Another record may be suppressed meanwhile, and the same hit of another report be ruled out.
  const other = (await suppress(second, far, ana)).body;
  const without = (await decide(second, { hits: [falseMatch(near)] }, ana)).body;
  expect([other, without]).toMatchObject([{ kind: 'suppression' }, { kind: 'decision' }]);
  const suppressesFar = { hits: [falseMatch(near), falseMatch(far, { suppress: true })] };
  const third = await screened();
  expect(await refused(decide(third, suppressesFar, bea))).toEqual(waitsFor(other.id));
  for (const { id } of [decided, other, without]) expect((await confirm(id, bea)).status).toBe(200);
  expect(await story.suppressions()).toMatchObject([{ record: far }, { record: near }]);
  expect(await story.waiting()).toEqual([]);
});

const rules = async () => (await story.root('GET', story.path())).body.screening_four_eyes;
const why = 'The second reviewer is on leave for a month';
const relax = (screening_four_eyes: string, by = story.ana, account = service.account.id) =>
  by('POST', story.path('/proposals', account), { screening_four_eyes, note: why });

test('four eyes are relaxed by two operators, and the audit keeps who changed the rule, from what to what', async () => {
  const { ana, bea, root, confirm, path, set } = story;
  const alone = [
    422,
    {
      screening_four_eyes: ['can only be relaxed by two operators. Propose the change with "bonafide proposal relax"'],
    },
  ];
  for (const by of [ana, root]) expect(await refused(set('off', by))).toEqual(alone);
  expect((await set('all', ana)).status).toBe(200);
  expect(await refused(set('clear', ana))).toEqual(alone);

  const laxer = [422, { screening_four_eyes: ['is "all". Only a less strict rule can be proposed'] }];
  expect(await refused(relax('all'))).toEqual(laxer);
  expect((await ana('POST', path('/proposals'), { screening_four_eyes: 'off' })).status).toBe(422);
  const unnamed = 'needs an operator key that has a name. Create a key with "bonafide operator-key create"';
  expect(await refused(relax('off', root))).toEqual([422, { operator: [unnamed] }]);
  expect(await refused(relax('off', ana, service.other.id))).toEqual([
    ...[422, { screening_four_eyes: ['is "off". Only a less strict rule can be proposed'] }],
  ]);

  const made = await relax('off');
  const proposed = { setting: 'screening_four_eyes', before: 'all', after: 'off', note: why };
  expect([made.status, made.body]).toMatchObject([
    201,
    { kind: 'relaxation', state: 'proposed', applicant_id: null, report_id: null, ended_by: null, proposed },
  ]);
  expect([await rules(), await story.waiting()]).toEqual(['all', [made.body]]);
  const own = { operator: ['made this proposal. Another person must confirm or refuse it'] };
  expect(await refused(confirm(made.body.id, ana))).toEqual([422, own]);
  expect((await bea('POST', path(`/proposals/${made.body.id}/confirm`, service.other.id))).status).toBe(404);
  expect((await bea('GET', path('/proposals', service.other.id))).body).toEqual({ proposals: [] });
  expect((await bea('GET', path('/proposals?environment=sandbox'))).body).toEqual({ proposals: [] });

  const refusal = await bea('POST', path(`/proposals/${made.body.id}/refuse`), { note: 'I am back on Monday' });
  expect([refusal.body.state, await rules()]).toEqual(['refused', 'all']);
  const second = (await relax('off')).body;
  const confirmed = await confirm(second.id, bea);
  expect([confirmed.status, confirmed.body.state, await rules()]).toEqual([200, 'confirmed', 'off']);
  expect((await refused(confirm(second.id, bea)))[0]).toBe(422);
  expect((await set('clear')).status).toBe(200);

  const entries = (await story.audit()).filter(({ action }: { action: string }) => action === 'four_eyes_changed');
  const of = { at: '2026-01-15T09:30:00Z', object: { type: 'account', id: service.account.id } };
  expect(entries).toMatchObject([
    { ...of, details: { before: 'off', after: 'clear' } },
    { ...of, details: { before: 'all', after: 'off' }, actor: confirmed.body.ended_by },
    { ...of, details: { before: 'clear', after: 'all' }, actor: made.body.by },
    { ...of, details: { before: 'off', after: 'clear' } },
  ]);
  const elsewhere = await root('GET', path('/audit?action=four_eyes_changed', service.other.id));
  expect(elsewhere.body.entries).toEqual([]);
});

test('four eyes are not relaxed while a proposal waits, nor twice, nor as they were before', async () => {
  const { ana, bea, decide, confirm, set, screened, path } = story;
  const waits = [
    422,
    { screening_four_eyes: ["can't be relaxed while a proposal is open. Confirm or refuse the proposal first"] },
  ];
  const rule = (await relax('off')).body;
  expect(await refused(relax('off', bea))).toEqual(waits);
  const decided = (await decide(await screened(), { result: 'clear' }, bea)).body;
  expect(decided.kind).toBe('decision');
  expect(await refused(confirm(rule.id, bea))).toEqual(waits);
  expect((await confirm(decided.id, ana)).status).toBe(200);
  await set('all');
  const changed = [422, { screening_four_eyes: ['has changed to "all". Refuse this proposal'] }];
  expect(await refused(confirm(rule.id, bea))).toEqual(changed);
  expect((await story.waiting()).map(({ id }: { id: string }) => id)).toEqual([rule.id]);
  expect((await bea('POST', path(`/proposals/${rule.id}/refuse`), { note: why })).status).toBe(200);
  expect(await rules()).toBe('all');
});

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

test('of the same at once, one is proposed and one is confirmed', async () => {
  const { ana, bea, suppress, confirm, screened } = story;
  const [first, second] = [await screened(), await screened()];
  const made = await Promise.all([suppress(first, near, ana), suppress(second, near, bea)]);
  expect(statuses(made)).toEqual([202, 422]);
  const { body: waiting, by } = made[0]!.status === 202 ? { ...made[0]!, by: bea } : { ...made[1]!, by: ana };
  expect(await refused(Promise.resolve(made.find(({ status }) => status === 422)!))).toEqual(waitsFor(waiting.id));
  const confirmed = await Promise.all([confirm(waiting.id, by), confirm(waiting.id, by), confirm(waiting.id, by)]);
  expect(statuses(confirmed)).toEqual([200, 422, 422]);
  const late = confirmed.find(({ status }) => status === 422)!;
  expect(await refused(Promise.resolve(late))).toEqual([422, { state: ['is already confirmed'] }]);
  expect((await story.suppressions()).map(({ record }: { record: object }) => record)).toEqual([near]);

  const rule = await Promise.all([relax('off', ana), relax('off', bea)]);
  expect(statuses(rule)).toEqual([201, 422]);
  const [{ id, by: maker }] = await story.waiting();
  const another = maker.id === waiting.by.id ? by : by === bea ? ana : bea;
  expect(statuses(await Promise.all([confirm(id, another), confirm(id, another)]))).toEqual([200, 422]);
  const changes = (await story.audit()).filter(({ action }: { action: string }) => action === 'four_eyes_changed');
  expect([await rules(), changes.length]).toEqual(['off', 2]);
});

test('nothing is done for an applicant who is to be erased, until the applicant is restored', async () => {
  const { ana, bea, suppress, confirm, screened, live, applicant_id } = story;
  const { id } = (await suppress(await screened(), near, ana)).body;
  expect((await service.call('DELETE', `/v3.6/applicants/${applicant_id}`, live)).status).toBe(204);
  expect((await confirm(id, bea)).status).toBe(410);
  expect(await story.suppressions()).toEqual([]);
  expect((await service.post(`/v3.6/applicants/${applicant_id}/restore`, undefined, live)).status).toBe(204);
  expect((await confirm(id, bea)).status).toBe(200);
  expect(await story.suppressions()).toMatchObject([{ record: near, state: 'active' }]);
});

test('a proposal on an applicant who is to be erased can be refused, so that the rule can be relaxed', async () => {
  const { ana, bea, suppress, screened, live, applicant_id, path } = story;
  const { id } = (await suppress(await screened(), near, ana)).body;
  expect((await service.call('DELETE', `/v3.6/applicants/${applicant_id}`, live)).status).toBe(204);
  const own = await refused(ana('POST', path(`/proposals/${id}/refuse`), { note: why }));
  expect(own).toEqual([422, { operator: ['made this proposal. Another person must confirm or refuse it'] }]);
  const elsewhere = path(`/proposals/${id}/refuse`, service.other.id);
  expect((await bea('POST', elsewhere, { note: why })).status).toBe(404);
  expect((await bea('POST', path(`/proposals/${id}/refuse`), { note: why })).body.state).toBe('refused');
  expect(await story.waiting()).toEqual([]);
  expect(await story.suppressions()).toEqual([]);
});

test('members who decide count as people, and one person with a key and a membership counts once', async () => {
  const { root, path, screened, decide, ana } = story;
  const other = (rest = '') => path(rest, service.other.id);
  const setOther = () => root('PATCH', other(), { screening_four_eyes: 'all' });
  // Of the keys of the deployment one is left: ana's.
  const keys = (await root('GET', '/operator_keys')).body.operator_keys;
  const bea = keys.find(({ name }: { name: string }) => name === 'bea');
  expect((await root('DELETE', `/operator_keys/${bea.id}`)).status).toBe(204);
  const needed = [422, { screening_four_eyes: [TWO_NEEDED] }];
  expect(await refused(setOther())).toEqual(needed);
  for (const role of ['developer', 'auditor'] as const) await signedIn(service, role, { account: service.other.id });
  await signedIn(service, 'reviewer', { account: service.other.id, name: ' ANA ' });
  await signedIn(service, 'reviewer', { name: 'Rita' });
  expect(await refused(setOther())).toEqual(needed);
  const cora = await signedIn(service, 'reviewer', { account: service.other.id, name: 'Cora' });
  expect((await setOther()).body.screening_four_eyes).toBe('all');
  expect(cora.id).toBeTruthy();

  // What ana has proposed, a member of her name does not confirm; another member does.
  const proposal = (await decide(await screened(), { hits: [falseMatch(near)] }, ana)).body.id;
  const [same, another] = [
    await signedIn(service, 'reviewer', { name: 'Ana' }),
    await signedIn(service, 'reviewer', { name: 'Dora' }),
  ];
  const at = `/accounts/${service.account.id}/live/proposals/${proposal}/confirm`;
  expect((await same.post(at)).body.error.fields).toEqual({
    operator: ['made this proposal. Another person must confirm or refuse it'],
  });
  expect([(await another.post(at)).status, await story.waiting()]).toEqual([200, []]);
});

test('a proposal whose report was withdrawn with its check is refused with the reason, and can be ended', async () => {
  const { ana, bea, decide, confirm, screened, path, live } = story;
  const report = await screened();
  const { id } = (await decide(report, { hits: [falseMatch(near)] }, ana)).body;
  const { check_id } = (await service.get(`/v3.6/reports/${report}`, live)).body;
  const withdrawn = await story.root('POST', path(`/checks/${check_id}/withdraw`));
  expect(withdrawn.status).toBe(200);
  const answer = await refused(confirm(id, bea));
  expect(answer).toEqual([422, { status: ["a report with the status withdrawn can't be decided"] }]);
  expect((await story.shown(report)).decisions).toEqual([]);
  expect((await bea('POST', path(`/proposals/${id}/refuse`), { note: why })).body.state).toBe('refused');
  expect(await story.waiting()).toEqual([]);
});

test('a suppression of a record that changes while it waits hides nothing', async () => {
  const { ana, bea, suppress, confirm, screened, lists } = story;
  const { id } = (await suppress(await screened(), near, ana)).body;
  const changed = listed.map((row) => ({ ...row, aliases: 'Iskra Podgorska' }));
  await lists.load('eu', changed, { published: '2026-01-15' });
  expect((await confirm(id, bea)).status).toBe(200);
  const { hits } = await story.shown(await screened());
  expect(hits[0]).toMatchObject({ ...near, leaves: ['sanction'] });
  expect(hits[0].suppressed ?? null).toBe(null);
  expect(hits[0].previously_suppressed).toMatchObject({ lapsed_because: 'record_changed' });
});

test('a suppression that ends while its revocation waits ends once', async () => {
  const { ana, bea, suppress, confirm, screened, lists, path, set } = story;
  const made = (await suppress(await screened(), near, ana)).body;
  await confirm(made.id, bea);
  const [{ id }] = await story.suppressions();
  await set('all');
  const revocation = await ana('POST', path(`/suppressions/${id}/revoke`));
  expect([revocation.status, revocation.body.kind]).toEqual([202, 'revocation']);
  const changed = listed.map((row) => ({ ...row, aliases: 'Iskra Podgorska' }));
  await lists.load('eu', changed, { published: '2026-01-15' });
  await screened();
  expect(await refused(confirm(revocation.body.id, bea))).toEqual([422, { state: ['has already ended'] }]);
  expect(await story.suppressions()).toMatchObject([{ id, state: 'ended', ended_because: 'record_changed' }]);
  expect((await bea('POST', path(`/proposals/${revocation.body.id}/refuse`), { note: why })).status).toBe(200);
});
