import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { putDayCount } from '../../store/queries/day-counts.ts';
import { useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService();
let ada: Browser;
let dev: Browser;
let stranger: Browser;

/** Signs in again: sessions end within a day. */
async function signIn() {
  ada = await signedIn(service, 'admin');
  dev = await signedIn(service, 'developer');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
}
beforeAll(signIn);

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;

/** 2026-01-14, the last day that has ended, in days since 1970-01-01. */
const YESTERDAY = 20_467;

/** Writes the counts of a day, as counting 100 reports or more would. */
async function counted(
  day: number,
  of: { reports?: number; clear?: number; dimension?: 'all' | 'report'; value?: string } = {},
  environment: 'live' | 'sandbox' = 'live',
) {
  const { reports = 100, clear = 90, dimension = 'all', value = '' } = of;
  const row = { day, reports, clear, dimension, value, consider: reports - clear, unidentified: 0, reviewed: 0 };
  const scope = { account_id: service.account.id, environment };
  await service.services.store.transaction((tx) =>
    tx.within(scope).run(putDayCount, { ...row, times: '{}', reasons: '{}' }),
  );
}

/** The changes of the insights, each from what to what. */
async function changes(browser = ada, place = at()) {
  const { body } = await browser.get(`${place}/insights`);
  return body.changes.map(({ id: _, low, high, ...rest }: Record<string, number>) => ({
    ...rest,
    spread: [low?.toFixed(3), high?.toFixed(3)],
  }));
}

test('a day that leaves the spread of four weeks is told once, to members who may see insights', async () => {
  for (let ago = 1; ago <= 28; ago++) {
    for (const environment of ['live', 'sandbox'] as const) await counted(YESTERDAY - ago, {}, environment);
    await counted(YESTERDAY - ago, { dimension: 'report', value: 'document' });
  }
  await counted(YESTERDAY, { clear: 70 });
  await counted(YESTERDAY, { clear: 70 }, 'sandbox');
  await counted(YESTERDAY, { clear: 70, dimension: 'report', value: 'document' });
  const both = await Promise.all([upkeep(service.services), upkeep(service.services)]);
  // The report type has all reports, so it tells nothing more.
  expect(both.reduce((sum, { figureChanges }) => sum + figureChanges, 0)).toBe(1);
  expect((await upkeep(service.services)).figureChanges).toBe(0);

  const first = {
    day: '2026-01-14',
    last_day: '2026-01-14',
    dimension: 'all',
    name: '',
    figure: 'pass_rate',
    direction: 'down',
    usual: 0.9,
    found: 0.7,
    spread: ['0.795', '1.005'],
  };
  expect(await changes()).toEqual([first]);
  const { figure_changes } = (await ada.get(`${at()}/overview`)).body;
  expect(
    figure_changes.map(({ figure, usual, found }: object & Record<string, unknown>) => [figure, usual, found]),
  ).toEqual([['pass_rate', 0.9, 0.7]]);
  // A developer sees the overview without figures by country and type.
  expect((await dev.get(`${at()}/overview`)).body.figure_changes).toEqual([]);
  expect((await dev.get(`${at()}/insights`)).status).toBe(403);

  // It continues for a day, ends, and a fall in the number of reports follows.
  for (const [day, reports, clear, found] of [
    [1, 100, 72, 0],
    [2, 100, 90, 0],
    [3, 100, 90, 0],
    [4, 100, 90, 0],
    [5, 40, 36, 1],
  ] as const) {
    await counted(YESTERDAY + day, { reports, clear });
    await counted(YESTERDAY + day, { reports, clear, dimension: 'report', value: 'document' });
    service.clock.advance(DAY_MS);
    expect([day, (await upkeep(service.services)).figureChanges]).toEqual([day, found]);
  }
  await signIn();
  expect(await changes()).toEqual([
    {
      ...first,
      day: '2026-01-19',
      last_day: '2026-01-19',
      figure: 'reports',
      usual: 100,
      found: 40,
      spread: ['65.000', '135.000'],
    },
    { ...first, last_day: '2026-01-15' },
  ]);
  expect(await changes(ada, at('sandbox'))).toEqual([]);
  expect(await changes(stranger, at('live', service.other.id))).toEqual([]);
});
