import { beforeAll, expect, test } from 'vitest';
import { query } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService();

type Member = Browser & { readonly id: string };
let adam: Member;
let rita: Member;
let otto: Member;
let dev: Member;
let stranger: Member;

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const save = (who: Browser, view: object, place = at()) =>
  who.post(`${place}/saved_views`, { list: 'checks', name: 'Mine', ...view });
const change = (who: Browser, id: string, body: object, place = at()) =>
  who.call('PATCH', `${place}/saved_views/${id}`, body);
const remove = (who: Browser, id: string, place = at()) => who.call('DELETE', `${place}/saved_views/${id}`);
const start = (who: Browser, view_id: string | null, list = 'checks', place = at()) =>
  who.post(`${place}/view_start`, { list, view_id });
interface View {
  id: string;
  name: string;
  start: boolean;
}
const views = async (who: Browser, list = 'checks', place = at()): Promise<View[]> =>
  (await who.get(`${place}/saved_views?list=${list}`)).body.views;
const names = async (...args: Parameters<typeof views>) => (await views(...args)).map(({ name }) => name);

const viewsOfMember = query<{ member_id: string }>()((db, p) =>
  db.selectFrom('saved_views').select('id').where('member_id', '=', p.member_id),
);

beforeAll(async () => {
  adam = await signedIn(service, 'admin', { name: 'Adam' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  dev = await signedIn(service, 'developer', { name: 'Devin' });
  stranger = await signedIn(service, 'admin', { account: service.other.id, name: 'Sam' });
});

test('a member saves, changes and deletes a view, which others see once it is shared', async () => {
  const filter = { q: 'lovelace', status: 'complete', from: '2026-01-31' };
  const saved = await save(rita, { name: ' Lovelace ', filter, hidden_columns: ['took', 'tags'] });
  const view = {
    id: expect.any(String),
    list: 'checks',
    name: 'Lovelace',
    shared: false,
    author: { id: rita.id, name: 'Rita' },
    filter,
    hidden_columns: ['tags', 'took'],
    ignored: [],
    can_change: true,
    start: false,
  };
  expect([saved.status, saved.body]).toEqual([201, view]);
  const { id } = saved.body;
  expect(await views(rita)).toEqual([saved.body]);
  expect([await views(otto), await views(rita, 'queue'), await views(adam)]).toEqual([[], [], []]);
  // Nobody else changes it, an administrator neither.
  for (const who of [otto, adam]) {
    expect((await change(who, id, { name: 'Taken' })).status).toBe(404);
    expect((await remove(who, id)).status).toBe(404);
    expect((await start(who, id)).status).toBe(404);
  }

  const shared = await change(rita, id, { shared: true, name: 'Complete', filter: { status: 'complete' } });
  expect([shared.status, shared.body]).toEqual([
    200,
    { ...view, id, name: 'Complete', shared: true, filter: { status: 'complete' } },
  ]);
  expect(await views(otto)).toEqual([{ ...shared.body, can_change: false }]);
  expect(await views(adam)).toEqual([shared.body]);
  expect((await change(otto, id, { name: 'Taken' })).body.error.type).toBe('not_permitted');
  expect((await remove(otto, id)).body.error.type).toBe('not_permitted');
  expect((await change(adam, id, { name: 'Completed' })).body).toMatchObject({ name: 'Completed', shared: true });

  // The start is each member's own.
  expect((await start(otto, id)).status).toBe(204);
  expect([(await views(otto))[0]?.start, (await views(rita))[0]?.start]).toEqual([true, false]);
  expect((await start(otto, id, 'queue')).body.error.fields).toEqual({
    view_id: ['is a view of the list `checks`'],
  });
  expect((await start(otto, null)).status).toBe(204);
  expect((await views(otto))[0]?.start).toBe(false);
  expect((await start(otto, id)).status).toBe(204);

  expect((await remove(adam, id)).status).toBe(204);
  expect([await views(rita), await views(otto), (await remove(adam, id)).status]).toEqual([[], [], 404]);
  const { entries } = (await adam.get(`/accounts/${service.account.id}/audit?object=${id}`)).body;
  expect(entries.map(({ action, details }: { action: string; details: object }) => [action, details])).toEqual([
    ['saved_view_deleted', { list: 'checks', shared: true }],
    ['saved_view_changed', { list: 'checks', shared: true }],
    ['saved_view_changed', { list: 'checks', shared: true }],
    ['saved_view_created', { list: 'checks', shared: false }],
  ]);
});

test('a view has a name of its own, filters and columns of its list, and the number of views is limited', async () => {
  const fields = async (answer: ReturnType<typeof save>) => {
    const { status, body } = await answer;
    return [status, body.error?.fields];
  };
  expect(await fields(save(otto, { name: 'Late', list: 'queue', filter: { waited: '60' } }))).toEqual([201, undefined]);
  expect(await fields(save(otto, { name: 'LATE', list: 'queue' }))).toEqual([
    422,
    { name: ['is the name of another view. Choose another name.'] },
  ]);
  // Another list has its own names, and so has another member.
  expect(await fields(save(otto, { name: 'Late', list: 'applicants' }))).toEqual([201, undefined]);
  expect(await fields(save(rita, { name: 'Late', list: 'queue' }))).toEqual([201, undefined]);
  expect(await fields(save(otto, { filter: { colour: 'red', result: 'green' }, hidden_columns: ['weight'] }))).toEqual([
    422,
    {
      filter: [
        '`colour` is not a filter of this list, or has another value',
        '`result` is not a filter of this list, or has another value',
      ],
      hidden_columns: ['`weight` is not a column that can be hidden'],
    },
  ]);
  expect(await fields(save(otto, { name: ' \u200b' }))).toEqual([422, { name: [expect.any(String)] }]);
  for (const malformed of [
    { list: 'members' },
    { name: 'x'.repeat(61) },
    { filter: { q: 'x'.repeat(501) } },
    { shared: 1 },
  ]) {
    expect((await save(otto, malformed)).status).toBe(422);
  }
  expect((await otto.get(`${at()}/saved_views`)).status).toBe(422);
  expect((await change(otto, UNKNOWN, { name: 'x' })).status).toBe(404);

  const place = at('sandbox');
  const many = Array.from({ length: 30 }, (_, n) => save(otto, { name: `View ${n}` }, place));
  expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(30).fill(201));
  expect(await fields(save(otto, { name: 'One more' }, place))).toEqual([
    422,
    { name: ["can't be saved. You have 30 views. Delete a view first."] },
  ]);
  await Promise.all(Array.from({ length: 30 }, (_, n) => save(rita, { name: `Shared ${n}`, shared: true }, place)));
  expect(await fields(save(adam, { name: 'One more', shared: true }, place))).toEqual([
    422,
    { shared: ['is not possible. Members share 30 views already. Delete a shared view first.'] },
  ]);
});

test('without access to personal data a member neither sees nor shares shared views', async () => {
  expect(
    (await save(rita, { name: 'Ada Lovelace', list: 'applicants', filter: { q: 'ada' }, shared: true })).status,
  ).toBe(201);
  expect(await names(otto, 'applicants')).toContain('Ada Lovelace');
  expect(await names(dev, 'applicants')).toEqual([]);
  expect((await save(dev, { list: 'applicants', shared: true })).body.error.type).toBe('not_permitted');
  const own = await save(dev, { list: 'applicants' });
  expect([own.status, await names(dev, 'applicants')]).toEqual([201, ['Mine']]);
  expect((await change(dev, own.body.id, { shared: true })).body.error.type).toBe('not_permitted');
  // In the sandbox everybody sees everything.
  expect((await save(dev, { list: 'applicants', name: 'Test people', shared: true }, at('sandbox'))).status).toBe(201);
  expect(await names(rita, 'applicants', at('sandbox'))).toEqual(['Test people']);
});

test('the views of a member who leaves are deleted, and the shared ones stay', async () => {
  const uma = await signedIn(service, 'reviewer', { name: 'Uma' });
  const own = await save(uma, { name: 'Own', list: 'queue' });
  const shared = await save(uma, { name: 'For all', list: 'queue', shared: true });
  expect((await start(uma, own.body.id, 'queue')).status).toBe(204);
  expect((await adam.call('DELETE', `/accounts/${service.account.id}/members/${uma.id}`)).status).toBe(204);
  expect((await views(adam, 'queue')).find(({ id }) => id === shared.body.id)).toMatchObject({
    name: 'For all',
    author: { name: 'Uma' },
    can_change: true,
  });
  const left = await service.services.store.system.all(viewsOfMember, { member_id: uma.id });
  expect(left.map(({ id }) => id)).toEqual([shared.body.id]);
});

test('another account and the other environment see nothing of a view', async () => {
  const { id } = (await save(rita, { name: 'Live only', list: 'queue', shared: true })).body;
  expect(await names(rita, 'queue', at('sandbox'))).not.toContain('Live only');
  for (const place of [at('sandbox'), at('live', service.other.id)]) {
    const who = place === at('sandbox') ? adam : stranger;
    expect((await change(who, id, { name: 'x' }, place)).status).toBe(404);
    expect((await remove(who, id, place)).status).toBe(404);
    expect((await start(who, id, 'queue', place)).status).toBe(404);
  }
  expect((await stranger.get(`${at()}/saved_views?list=queue`)).status).toBe(404);
  expect(await names(stranger, 'queue', at('live', service.other.id))).toEqual([]);
});
