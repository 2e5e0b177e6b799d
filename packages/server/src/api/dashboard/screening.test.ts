import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { far, fourEyesStory, near } from '../operator/testing/four-eyes.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

let service: TestService;
let story: Awaited<ReturnType<typeof fourEyesStory>>;
let admin: Browser;

beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  story = await fourEyesStory(service);
  await story.set('clear');
  admin = await signedIn(service, 'admin', { name: 'Cora' });
});
afterAll(() => service.close());

const at = (list: string, account = service.account.id, environment = 'live') =>
  `/accounts/${account}/${environment}/${list}`;

/** The ids of a page of one row, and where the next begins. */
async function pageOf(list: string, cursor?: string | null) {
  const { status, body } = await admin.get(`${at(list)}?limit=1${cursor ? `&cursor=${cursor}` : ''}`);
  expect(status).toBe(200);
  return { ids: body[list].map(({ id }: { id: string }) => id), next: body.next as string | null };
}

/** Reads two pages of one row, between which `add` makes a newer row. */
async function walk(list: string, add: () => Promise<string>) {
  const later = () => {
    service.clock.advance(1);
    return add();
  };
  const [older, newer] = [await later(), await later()];
  const first = await pageOf(list);
  expect(first).toEqual({ ids: [newer], next: newer });
  const newest = await later();
  expect(await pageOf(list, first.next)).toEqual({ ids: [older], next: null });
  expect((await pageOf(list)).ids).toEqual([newest]);
  const elsewhere = await admin.get(at(list, service.other.id));
  const sandbox = await admin.get(at(list, service.account.id, 'sandbox'));
  expect([elsewhere.status, sandbox.body[list], sandbox.body.next]).toEqual([404, [], null]);
  return [older, newer, newest];
}

test('pages of monitors, proposals and suppressions begin where the last ended, whatever was added', async () => {
  const { ana, bea, confirm, screened, suppress, live } = story;
  await walk('monitors', async () => {
    const applicant_id = await storyOf(service, 'v3.6').applicant({}, live);
    const given = { applicant_id, report_name: 'watchlist_standard' };
    const { status, body } = await service.post('/v3.6/watchlist_monitors', given, live);
    expect(status).toBe(201);
    return body.id;
  });

  const records = [near, far];
  const propose = async (): Promise<string> => {
    const record = records.shift();
    // The third decision that waits is one on a report.
    const made = record
      ? await suppress(await screened(), record, ana)
      : await story.decide(await screened(), { result: 'clear' }, ana);
    expect(made.status).toBe(202);
    return made.body.id;
  };
  const proposals = await walk('proposals', propose);
  for (const id of proposals) expect((await confirm(id, bea)).status).toBe(200);

  const first = await pageOf('suppressions');
  expect(first.next).toBe(first.ids[0]);
  const second = await pageOf('suppressions', first.next);
  expect([new Set([...first.ids, ...second.ids]).size, second.next]).toEqual([2, null]);
  expect((await admin.get(at('suppressions', service.other.id))).status).toBe(404);
});

test('a laxer rule of the account is confirmed and refused by an administrator, after a proof', async () => {
  const relax = async () =>
    (await story.ana('POST', story.path('/proposals'), { screening_four_eyes: 'off', note: 'She is on leave' })).body
      .id;
  const judge = (by: Browser, id: string, verdict: string, account = service.account.id) =>
    by.post(`${at('proposals', account)}/${id}/${verdict}`, verdict === 'refuse' ? { note: 'She is back' } : {});
  const outcome = async (answer: ReturnType<typeof judge>) => {
    const { status, body } = await answer;
    return body.error?.type ?? [status, body.state];
  };
  const reviewer = await signedIn(service, 'reviewer', { name: 'Dora' });
  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  for (const [verdict, state] of [
    ['refuse', 'refused'],
    ['confirm', 'confirmed'],
  ] as const) {
    const id = await relax();
    expect(await outcome(judge(reviewer, id, verdict))).toBe('not_permitted');
    expect(await outcome(judge(stranger, id, verdict))).toBe('resource_not_found');
    expect(await outcome(judge(stranger, id, verdict, service.other.id))).toBe('resource_not_found');
    service.clock.advance(5 * MINUTE_MS);
    expect(await outcome(judge(admin, id, verdict))).toBe('proof_needed');
    expect((await admin.post('/session/proof', { password: PASSWORD })).status).toBe(200);
    expect(await outcome(judge(admin, id, verdict))).toEqual([200, state]);
  }
  expect((await story.root('GET', story.path())).body.screening_four_eyes).toBe('off');
});
