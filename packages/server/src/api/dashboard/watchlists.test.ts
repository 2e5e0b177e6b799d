import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { bor, csvOf, iskra, watchlistStory } from '../operator/testing/watchlists.ts';
import { accept, type Browser, join, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();

/** Uploads a list as the page does. */
function upload(browser: Browser, file: string, { list = 'house', account = service.account.id, stage = false } = {}) {
  const form = new FormData();
  if (stage) form.append('stage', 'true');
  form.append('list', list);
  form.append('file', new Blob([file]), `${list}.csv`);
  return browser.call('POST', `/accounts/${account}/watchlists/imports`, undefined, { form });
}

test('watchlists are imported by an administrator of every account, and shown with versions and errors', async () => {
  const { operate } = watchlistStory(service);
  const { invitation_url } = (await operate('POST', '/members/first_invitation')).body;
  const first = await accept(service, invitation_url, { email: 'first@example.com', name: 'First' });
  const begun = await upload(first, csvOf([iskra, bor]));
  expect([begun.status, begun.body.list, begun.body.created_by.kind]).toEqual([202, 'house', 'member']);
  await operate('GET', `/watchlists/imports/${begun.body.id}?wait=30`);
  const broken = await upload(first, 'id,name,categories\n1,Secret Person\n', { list: 'broken' });
  await operate('GET', `/watchlists/imports/${broken.body.id}?wait=30`);

  const reviewer = await signedIn(service, 'reviewer');
  const shown = (await reviewer.get(`/accounts/${service.account.id}/watchlists`)).body;
  expect(shown.set.number).toBe(1);
  expect(
    shown.versions.map(({ list, state, records, age_days }: Record<string, unknown>) => [
      list,
      state,
      records,
      age_days,
    ]),
  ).toEqual([['house', 'active', 2, 0]]);
  expect(shown.imports.map(({ list, state, error }: Record<string, unknown>) => [list, state, error])).toEqual([
    ['broken', 'failed', expect.objectContaining({ type: 'validation_error' })],
    ['house', 'succeeded', null],
  ]);
  expect(JSON.stringify(shown)).not.toContain('Secret Person');

  // An administrator of one account would change the lists of the others.
  const admin = await signedIn(service, 'admin');
  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  const developer = await signedIn(service, 'developer');
  const outcomes = [upload(admin, csvOf([bor])), upload(stranger, csvOf([bor])), upload(reviewer, csvOf([bor]))];
  expect((await Promise.all(outcomes)).map(({ body }) => body.error.type)).toEqual([
    'not_permitted',
    'resource_not_found',
    'not_permitted',
  ]);
  expect((await developer.get(`/accounts/${service.account.id}/watchlists`)).status).toBe(403);
  expect((await stranger.get(`/accounts/${service.account.id}/watchlists`)).status).toBe(404);
  const { entries } = (await operate('GET', '/audit?action=watchlist_import_started')).body;
  expect(entries.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual(['member', 'member']);
});

test('a staged version is compared, discarded or activated, and rolled back, after a proof', async () => {
  const { operate } = watchlistStory(service);
  const email = 'all@example.com';
  const members = (account: string) => operate('POST', `/accounts/${account}/members`, { email, role: 'admin' });
  const { invitation_url } = (await members(service.account.id)).body;
  const all = await accept(service, invitation_url, { name: 'All' });
  await join(all, (await members(service.other.id)).body.invitation_url);
  const base = `/accounts/${service.account.id}/watchlists`;
  const load = async (file: string, stage: boolean) => {
    const { body } = await upload(all, file, { list: 'shared', stage });
    await operate('GET', `/watchlists/imports/${body.id}?wait=30`);
  };
  const states = async () =>
    (await all.get(base)).body.versions
      .filter(({ list }: { list: string }) => list === 'shared')
      .map(({ state, records }: { state: string; records: number }) => [state, records]);
  const change = async (verb: string, by: Browser = all) => {
    const { status, body } = await by.post(`${base}/shared/${verb}`);
    return body?.error?.type ?? status;
  };
  expect(await change('activate')).toBe('resource_not_found');
  await load(csvOf([iskra]), false);
  expect(await change('rollback')).toBe('resource_not_found');
  await load(csvOf([iskra, bor]), true);
  expect(await states()).toEqual([
    ['active', 1],
    ['staged', 2],
  ]);
  const { before, after, records } = (await all.get(`${base}/shared/diff`)).body;
  expect([before.records, after.records, records.map((one: { change: string }) => one.change)]).toEqual([
    ...[1, 2],
    ['added'],
  ]);
  const discarded = await Promise.all([change('discard'), change('discard')]);
  expect(discarded.sort()).toEqual([204, 'resource_not_found']);
  expect(await states()).toEqual([['active', 1]]);

  await load(csvOf([iskra, bor]), true);
  const admin = await signedIn(service, 'admin');
  const auditor = await signedIn(service, 'auditor');
  expect([await change('activate', admin), await change('discard', auditor)]).toEqual([
    'not_permitted',
    'not_permitted',
  ]);
  expect((await auditor.get(`${base}/shared/diff`)).status).toBe(200);
  service.clock.advance(6 * MINUTE_MS);
  expect(await change('activate')).toBe('proof_needed');
  await all.post('/session/proof', { password: PASSWORD });
  expect(await change('activate')).toBe(200);
  expect(await states()).toEqual([['active', 2]]);
  expect(await change('rollback')).toBe(200);
  expect(await states()).toEqual([['active', 1]]);

  const { entries } = (await all.get(`/accounts/${service.account.id}/deployment_audit?object=shared`)).body;
  expect(entries.map(({ action }: { action: string }) => action).reverse()).toEqual([
    ...['watchlist_activated', 'watchlist_discarded', 'watchlist_activated', 'watchlist_rolled_back'],
  ]);
  expect(entries[0].actor).toEqual({ kind: 'member', id: expect.any(String) });
  // The text is true for a path that only reads, too.
  expect((await admin.get(`/accounts/${service.account.id}/deployment_audit`)).body.error).toEqual({
    type: 'not_permitted',
    message: 'All accounts share this. It is open only to administrators of all accounts',
  });
  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  expect((await stranger.get(`${base}/shared/diff`)).status).toBe(404);
});
