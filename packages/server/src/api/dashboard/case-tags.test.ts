import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { filesIn } from '../../exports/testing/files-in.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
interface Change {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

let adam: Member;
let rita: Member;
let otto: Member;
let auditor: Member;
let dev: Member;
let stranger: Member;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.account.liveToken });
const person = () => story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, live());

/** A live check on a document of an applicant, whose report waits for a reviewer. */
async function waiting(applicant_id: string): Promise<string> {
  await story.document(applicant_id, {}, live());
  const { report_ids } = (await story.check({ applicant_id, report_names: ['document'] }, live())).body;
  await service.settle();
  service.clock.advance(1_000);
  return report_ids[0];
}

const tag = (who: Browser, applicant: string, change: Change, place = at()) =>
  who.post(`${place}/applicants/${applicant}/case_tags`, change);
const tagAll = (who: Browser, applicants: readonly string[], change: Change, place = at()) =>
  who.post(`${place}/case_tags`, { applicants, ...change });
const tagsOf = async (applicant: string, who: Browser = rita) =>
  (await who.get(`${at()}/applicants/${applicant}`)).body.case.tags;
const offered = async (who: Browser = rita, place = at()) => (await who.get(`${place}/case_tags`)).body.tags;

/** Ids of the reports of the queue in its order, page by page. */
async function queue(query: string, who: Browser = rita): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await who.get(`${at()}/queue?${query}${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.reports.map(({ id }: { id: string }) => id));
    if (body.next === null) return ids;
    cursor = body.next;
  }
}

interface AuditedChange {
  action: string;
  actor: { id: string };
  details: { tags: string[]; batch?: string };
}
const audited = async (applicant: string): Promise<AuditedChange[]> =>
  (await adam.get(`/accounts/${service.account.id}/audit?object=${applicant}&limit=100`)).body.entries
    .filter(({ action }: AuditedChange) => /^case_(un)?tagged$/.test(action))
    .toReversed();

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  dev = await signedIn(service, 'developer');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

test('reviewers tag a case, the audit log says who did, and the tags leave and end with the person', async () => {
  const ada = await person();
  const first = await tag(rita, ada, { add: [' Mule ', 'pep-2026', 'mule'] });
  expect([first.status, first.body.tags]).toEqual([200, ['mule', 'pep-2026']]);
  expect((await tag(otto, ada, { add: ['MULE', 'straße'], remove: ['pep-2026', 'unknown'] })).body.tags).toEqual([
    ...['mule', 'straße'],
  ]);
  // Nothing to change, so nothing to record.
  expect((await tag(otto, ada, { add: ['mule'], remove: ['pep-2026'] })).status).toBe(200);
  expect(await tagsOf(ada, auditor)).toEqual(['mule', 'straße']);
  expect((await audited(ada)).map(({ action, actor, details }) => [action, actor.id, details])).toEqual([
    ['case_tagged', rita.id, { tags: ['mule', 'pep-2026'] }],
    ['case_untagged', otto.id, { tags: ['pep-2026'] }],
    ['case_tagged', otto.id, { tags: ['straße'] }],
  ]);
  expect(await offered(auditor)).toEqual(['mule', 'straße']);

  await adam.post('/session/proof', { password: PASSWORD });
  const files = filesIn((await adam.get(`${at()}/applicants/${ada}/export`)).bytes);
  expect(JSON.parse(String(files.get('case_tags.json')))).toEqual(['mule', 'straße']);

  for (const who of [auditor, dev]) expect((await tag(who, ada, { add: ['no'] })).status).toBe(403);
  expect((await dev.get(`${at()}/case_tags`)).status).toBe(403);
  for (const [who, place] of [
    [rita, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await tag(who, ada, { add: ['no'] }, place)).status).toBe(404);
    expect((await tagAll(who, [ada], { add: ['no'] }, place)).status).toBe(404);
  }
  expect(await offered(rita, at('sandbox'))).toEqual([]);
  expect(await offered(stranger, at('live', service.other.id))).toEqual([]);
  expect((await stranger.get(`${at()}/case_tags`)).status).toBe(404);

  const erased = await adam.post(`${at()}/applicants/${ada}/erase`, { force: true });
  expect(erased.body.counts).toMatchObject({ applicant: 1, case_tag: 2 });
  expect(await offered()).toEqual([]);
  expect((await tag(rita, ada, { add: ['late'] })).status).toBe(410);
});

test('a tag is a short word, and a case has at most 20', async () => {
  const ada = await person();
  const sentence = (text: string) =>
    `“${text}” is not a tag. Use up to 30 letters, digits, hyphens and underscores, without spaces.`;
  for (const text of ['two words', '', '#vip', 'a'.repeat(31), '-x', 'a,b']) {
    const refused = await tag(rita, ada, { add: [text] });
    expect([text, refused.status, refused.body.error.fields]).toEqual([text, 422, { add: [sentence(text)] }]);
  }
  const nothing = await tag(rita, ada, {});
  expect([nothing.status, nothing.body.error.fields]).toEqual([422, { add: ['is required without `remove`'] }]);
  const many = Array.from({ length: 20 }, (_, n) => `t${n + 10}`);
  expect((await tag(rita, ada, { add: many })).body.tags).toEqual(many);
  const more = await tag(rita, ada, { add: ['more'] });
  expect([more.status, more.body.error.fields]).toEqual([
    ...[422, { add: ['is too much. A case has at most 20 tags. Remove a tag first.'] }],
  ]);
  expect((await tag(rita, ada, { add: ['more'], remove: ['t10'] })).body.tags).toEqual(['more', ...many.slice(1)]);
  expect((await tag(rita, ada, { remove: ['more', ...many.slice(1)] })).body.tags).toEqual([]);
});

test('the queue shows tags, narrows by one, and tags several cases at once', async () => {
  const [ada, eva, mia] = [await person(), await person(), await person()];
  const first = await waiting(ada);
  const second = await waiting(eva);
  const third = await waiting(mia);
  const fourth = await waiting(ada);
  const tagged = await tagAll(rita, [ada, mia, ada], { add: ['mule'] });
  expect([tagged.status, tagged.body.cases]).toEqual([
    200,
    [ada, mia].map((applicant_id) => ({ applicant_id, result: 'changed', message: null })),
  ]);
  expect((await audited(ada)).map(({ details }) => details)).toEqual([{ tags: ['mule'], batch: tagged.body.batch }]);
  const { reports } = (await rita.get(`${at()}/queue`)).body;
  expect(reports.map((report: { id: string; tags: string[] }) => [report.id, report.tags])).toEqual([
    [first, ['mule']],
    [second, []],
    [third, ['mule']],
    [fourth, ['mule']],
  ]);
  for (const order of ['due', 'oldest']) {
    for (const limit of [1, 2, 50]) {
      expect(await queue(`tag=Mule&order=${order}&limit=${limit}`)).toEqual([first, third, fourth]);
    }
  }
  await adam.post(`${at()}/reports/${third}/assign`, { from: null, to: otto.id });
  expect(await queue('tag=mule&assigned=nobody')).toEqual([first, fourth]);
  expect(await queue('tag=mule&assigned=me', otto)).toEqual([third]);
  expect(await queue('tag=mule&report=document&doubt=unanalysed')).toEqual([first, third, fourth]);
  for (const none of ['tag=other', 'tag=mule&doubt=forgery', 'tag=mule&waited=60'])
    expect(await queue(none)).toEqual([]);
  expect((await otto.post(`${at()}/queue/take`, { tag: 'mule' })).body.id).toBe(third);
  expect((await otto.del(`${at()}/reports/${third}/claim`)).status).toBe(204);

  // A developer sees the queue, without what reviewers think of its people.
  const seen = (await dev.get(`${at()}/queue`)).body.reports;
  expect(seen.map(({ tags }: { tags: string[] }) => tags)).toEqual([[], [], [], []]);
  expect((await dev.get(`${at()}/queue?tag=mule`)).status).toBe(403);

  const full = Array.from({ length: 20 }, (_, n) => `full${n + 10}`);
  expect((await tag(rita, eva, { add: full })).status).toBe(200);
  await adam.post('/session/proof', { password: PASSWORD });
  expect((await adam.post(`${at()}/applicants/${mia}/erase`, { force: true })).status).toBe(200);
  const mixed = await tagAll(otto, [ada, eva, mia], { add: ['late'] });
  expect(mixed.body.cases).toEqual([
    { applicant_id: ada, result: 'changed', message: null },
    {
      applicant_id: eva,
      result: 'refused',
      message: 'is too much. A case has at most 20 tags. Remove a tag first.',
    },
    { applicant_id: mia, result: 'gone', message: null },
  ]);
  expect((await tagAll(otto, [ada], { add: ['late'] })).body.cases[0].result).toBe('unchanged');
  const unknown = await tagAll(otto, [ada, '00000000-0000-7000-8000-000000000000'], { add: ['never'] });
  expect([unknown.status, (await tagsOf(ada)).includes('never')]).toEqual([404, false]);
  for (const who of [auditor, dev]) expect((await tagAll(who, [ada], { add: ['no'] })).status).toBe(403);
});

test('a tag on more than 500 cases narrows the queue too, page by page', async () => {
  const waits = [await person(), await person(), await person()];
  const reports: string[] = [];
  for (const applicant of waits) reports.push(await waiting(applicant));
  const cases = [...waits.slice(0, 2)];
  for (let n = 0; n < 10; n += 1) cases.push(...(await Promise.all(Array.from({ length: 50 }, person))));
  for (let first = 0; first < cases.length; first += 50) {
    const { body } = await tagAll(rita, cases.slice(first, first + 50), { add: ['wide'] });
    expect(new Set(body.cases.map(({ result }: { result: string }) => result))).toEqual(new Set(['changed']));
  }
  for (const query of ['tag=wide&limit=1', 'tag=wide&order=oldest&limit=1', 'tag=wide&assigned=nobody']) {
    expect(await queue(query)).toEqual(reports.slice(0, 2));
  }
  expect(await queue('tag=wide&assigned=me')).toEqual([]);
  const wrong = await rita.get(`${at()}/queue?tag=wide&order=oldest&cursor=1_${reports[0]}`);
  expect([wrong.status, wrong.body.error.fields]).toEqual([422, { cursor: ['is a cursor of another sort order'] }]);
});

test('members who tag and untag a case at once leave what the audit log says', async () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd');
  const words = fc.uniqueArray(word, { maxLength: 3 });
  const change = fc
    .record({ add: words, remove: words, byRita: fc.boolean() })
    .filter(({ add, remove }) => add.length + remove.length > 0);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 8 }), async (changes) => {
      const ada = await person();
      const results = await Promise.all(changes.map(({ byRita, ...asked }) => tag(byRita ? rita : otto, ada, asked)));
      expect(results.map(({ status }) => status)).toEqual(changes.map(() => 200));
      const replayed = new Set<string>();
      for (const { action, details } of await audited(ada)) {
        for (const name of details.tags) {
          // Each entry is a real change: nothing is added twice or removed twice.
          expect(replayed.has(name)).toBe(action === 'case_untagged');
          if (action === 'case_tagged') replayed.add(name);
          else replayed.delete(name);
        }
      }
      expect(await tagsOf(ada)).toEqual([...replayed].sort());
    }),
    { numRuns: 20 },
  );
});
