import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type BuiltService, startBuilt, until } from './built.ts';

/** Actions that are undone after a test, the last first. */
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** People of each kind: those whose record is added, changed or gone, and those whom nothing concerns. */
const OF_EACH = 20;
const kinds = ['Added', 'Changed', 'Gone', 'Same'] as const;

/** Names that all differ: two people share one of them at most. */
const GIVEN = ['Bor', 'Zdenka', 'Gottfried', 'Cvetka', 'Miroslav', 'Anastazija', 'Quentin', 'Huldra', 'Yolanda'];
const FAMILY = [
  ...['Zaletelj', 'Prelesnik', 'Kovinar', 'Mlakar', 'Wunderlich', 'Hagiwara', 'Ostrovskij', 'Belmonte', 'Dziedzic'],
];
function nameOf(kind: (typeof kinds)[number], n: number): { first_name: string; last_name: string } {
  const i = kinds.indexOf(kind) * OF_EACH + n;
  return {
    first_name: GIVEN[i % GIVEN.length] as string,
    last_name: FAMILY[Math.floor(i / GIVEN.length)] as string,
  };
}

type Row = readonly [kind: (typeof kinds)[number], born: number];
const csvOf = (rows: readonly Row[]) =>
  [
    'id,name,date_of_birth,categories',
    ...rows.flatMap(([kind, born]) =>
      Array.from({ length: OF_EACH }, (_, n) => {
        const { first_name, last_name } = nameOf(kind, n);
        return `${kind}${n},${first_name} ${last_name},${born},sanction`;
      }),
    ),
    '',
  ].join('\n');

async function importList({ baseUrl, operatorKey, operate }: BuiltService, rows: readonly Row[]) {
  const form = new FormData();
  form.append('list', 'eu');
  form.append('file', new Blob([csvOf(rows)]), 'eu.csv');
  const headers = { authorization: `Bearer ${operatorKey}` };
  const begun = await fetch(`${baseUrl}/operator/v1/watchlists/imports`, { method: 'POST', headers, body: form });
  const { id } = (await begun.json()) as { id: string };
  expect(await operate(`/watchlists/imports/${id}?wait=30`)).toMatchObject({ state: 'succeeded' });
}

test('a service that is killed while it sweeps monitors writes each change once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  let service = await startBuilt({ directory });
  undo.push(() => service.kill());
  const { liveToken: token } = service;
  await importList(service, [
    ['Changed', 1961],
    ['Gone', 1961],
    ['Same', 1961],
  ]);
  const hook = { url: 'https://localhost:9/', events: ['watchlist_monitor.matches_updated'], environments: ['live'] };
  const { id: webhook } = await service.call(token, 'POST', '/v3.6/webhooks', hook);
  const { accounts } = await service.operate('/accounts');
  const of = `/accounts/${accounts[0].id}`;

  const monitors: { kind: string; applicant_id: string; id: string }[] = [];
  const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  for (const kind of kinds) {
    for (let n = 0; n < OF_EACH; n += 1) {
      const location = { country_of_residence: 'SVN' };
      const person = { ...nameOf(kind, n), dob: '1961-03-04', address, location };
      const { id: applicant_id } = await service.call(token, 'POST', '/v3.6/applicants', person);
      const asked = { applicant_id, report_name: 'watchlist_standard' };
      const { id } = await service.call(token, 'POST', '/v3.6/watchlist_monitors', asked);
      monitors.push({ kind, applicant_id, id });
    }
  }
  const progress = async () => (await service.operate(`${of}/monitors?per_page=1`)).progress;
  const swept = async () => (await progress()).searched === monitors.length;
  await until(swept);

  await importList(service, [
    ['Added', 1961],
    ['Changed', 1962],
    ['Same', 1961],
  ]);
  // Wherever it is: it may have begun, or have ended.
  await until(async () => (await progress()).searched > 0);
  await service.kill();
  service = await startBuilt({ directory });
  await until(swept);

  const { deliveries } = await service.operate(`${of}/deliveries?limit=100&webhook_id=${webhook}`);
  expect(deliveries.length).toBe(3 * OF_EACH);
  for (const { kind, applicant_id, id } of monitors) {
    const { checks } = await service.call(token, 'GET', `/v3.6/checks?applicant_id=${applicant_id}`);
    const { matches } = await service.call(token, 'GET', `/v3.6/watchlist_monitors/${id}/matches`);
    expect([kind, checks.length, matches.length]).toEqual([kind, kind === 'Same' ? 1 : 2, kind === 'Gone' ? 0 : 1]);
  }
});
