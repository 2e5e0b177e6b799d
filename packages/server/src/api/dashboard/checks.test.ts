import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { startReceiver } from '../../webhooks/testing/receiver.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();

let ada: Browser & { id: string };
let rita: Browser & { id: string };
let dev: Browser;
let auditor: Browser;
let stranger: Browser;

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const list = async (query: string, browser: Browser = rita, environment = 'live') =>
  (await browser.get(`${at(environment)}/checks${query}`)).body;
const idsOf = ({ checks }: { checks: { id: string }[] }) => checks.map(({ id }) => id);

interface Made {
  readonly check: string;
  readonly applicant: string;
}

/** A check that a person has to decide in live, a minute after the previous one. */
async function check(person: object, asked: object, token = service.liveToken): Promise<Made> {
  const made = (await service.post('/v3.6/applicants', { first_name: 'Jane', ...person }, { token })).body;
  const body = { applicant_id: made.id, report_names: ['watchlist_standard'], ...asked };
  const { id } = (await service.post('/v3.6/checks', body, { token })).body;
  await service.settle();
  service.clock.advance(MINUTE_MS);
  return { check: id, applicant: made.id };
}

let doe: Made;
let formula: Made;
let kim: Made;

beforeAll(async () => {
  ada = await signedIn(service, 'admin', { name: 'Ada' });
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  dev = await signedIn(service, 'developer');
  auditor = await signedIn(service, 'auditor');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
  doe = await check({ last_name: 'Doe' }, { tags: ['gold', 'north'] });
  formula = await check({ last_name: 'Sum' }, { tags: ['＝1+2', 'Gold'] });
  kim = await check({ last_name: 'Kim' }, { report_names: ['watchlist_aml'], tags: ['silver', 'deadbeef'] });
  await check({ last_name: 'Sand' }, { tags: ['gold'] }, service.account.sandboxToken);
});

describe('the list of checks', () => {
  test('is filtered by report, tag, time and person', async () => {
    expect(idsOf(await list(''))).toEqual([kim.check, formula.check, doe.check]);
    expect(idsOf(await list('?report=watchlist_standard'))).toEqual([formula.check, doe.check]);
    expect(idsOf(await list('?tag=GOLD'))).toEqual([formula.check, doe.check]);
    expect(idsOf(await list('?tag=gol'))).toEqual([]);
    expect(idsOf(await list('?tag=gold&report=watchlist_aml'))).toEqual([]);
    expect(idsOf(await list('?tag=north&report=watchlist_standard'))).toEqual([doe.check]);
    const begun = await list('?tag=gold&limit=1');
    expect([idsOf(begun), begun.next]).toEqual([[formula.check], formula.check]);
    expect(idsOf(await list(`?tag=gold&limit=1&cursor=${begun.next}`))).toEqual([doe.check]);
    expect(idsOf(await list('?from=2026-01-15T09:31:00Z&to=2026-01-15T09:32:00Z'))).toEqual([formula.check]);
    expect(idsOf(await list('?q=kim'))).toEqual([kim.check]);
    expect(idsOf(await list(`?q=${doe.check}`))).toEqual([doe.check]);
    expect(idsOf(await list('?q=kim&report=watchlist_standard'))).toEqual([]);
    expect((await rita.get(`${at()}/checks?report=horoscope`)).status).toBe(422);
    const sandbox = await list('?tag=gold', rita, 'sandbox');
    expect(sandbox.checks.map(({ applicant_name }: { applicant_name: string }) => applicant_name)).toEqual([
      'Jane Sand',
    ]);
    // A developer learns of no tag and no name, neither by reading nor by asking.
    expect(idsOf(await list('?tag=gold', dev))).toEqual([]);
    expect(idsOf(await list('?q=kim', dev))).toEqual([]);
    // The beginning of an id, by its letters, which no id has.
    expect(idsOf(await list('?q=deadbeef'))).toEqual([kim.check]);
    expect(idsOf(await list('?q=deadbeef', dev))).toEqual([]);
    expect(idsOf(await list(`?q=${kim.applicant}`, dev))).toEqual([kim.check]);
    expect((await stranger.get(`${at()}/checks?tag=gold`)).status).toBe(404);
    expect(idsOf((await stranger.get(`${at('live', service.other.id)}/checks?tag=gold`)).body)).toEqual([]);
  });

  test('is exported with ids and results, and with personal data after a proof', async () => {
    const plain = await dev.get(`${at()}/checks/export?report=watchlist_standard`);
    expect([plain.status, plain.headers['content-type'], plain.headers['content-disposition']]).toEqual([
      ...[200, 'text/csv; charset=utf-8', 'attachment; filename="checks_live_2026-01-15.csv"'],
    ]);
    const row = ({ check: id, applicant }: Made, minute: number, report = 'watchlist_standard') =>
      `${id},${applicant},2026-01-15T09:3${minute}:00Z,,in_progress,,${report}:awaiting_approval`;
    const head = 'id,applicant_id,created_at,completed_at,status,result,reports';
    expect(plain.bytes.toString()).toBe([head, row(formula, 1), row(doe, 0), ''].join('\r\n'));
    // Without the right to see tags, a filter by one exports nothing.
    expect((await dev.get(`${at()}/checks/export?tag=gold`)).bytes.toString()).toBe(`${head}\r\n`);

    service.clock.advance(5 * MINUTE_MS);
    const personal = (browser: Browser) => browser.get(`${at()}/checks/export/personal?tag=gold`);
    expect((await personal(ada)).body.error.type).toBe('proof_needed');
    expect((await personal(rita)).body.error.type).toBe('not_permitted');
    await ada.post('/session/proof', { password: PASSWORD });
    expect((await personal(ada)).bytes.toString()).toBe(
      [
        `${head},first_name,last_name,dob,tags`,
        // A table takes no formula from it.
        `${row(formula, 1)},Jane,Sum,,'＝1+2 Gold`,
        `${row(doe, 0)},Jane,Doe,,gold north`,
        '',
      ].join('\r\n'),
    );
    const { entries } = (await auditor.get(`/accounts/${service.account.id}/audit?action=checks_exported`)).body;
    expect(entries.map(({ details }: { details: object }) => details)).toEqual([
      { personal: true, filters: ['tag'] },
      { personal: false, filters: ['tag'] },
      { personal: false, filters: ['report'] },
    ]);
    const nothing = await stranger.get(`${at('live', service.other.id)}/checks/export`);
    expect(nothing.bytes.toString()).toBe(`${head}\r\n`);
  });

  test('leaves out applicants that are scheduled for deletion', async () => {
    const gone = await check({ last_name: 'Gone' }, { tags: ['leaving'] }, service.account.sandboxToken);
    await service.settle();
    expect(idsOf(await list('?tag=leaving', rita, 'sandbox'))).toEqual([gone.check]);
    expect((await rita.del(`${at('sandbox')}/applicants/${gone.applicant}`)).status).toBe(204);
    for (const query of ['?tag=leaving', '?q=gone', '?report=watchlist_standard', '?status=complete', '']) {
      expect(idsOf(await list(query, rita, 'sandbox'))).not.toContain(gone.check);
    }
    expect((await dev.get(`${at('sandbox')}/checks/export`)).bytes.toString()).not.toContain(gone.check);
  });
});

describe('a check', () => {
  test('offers what its state allows, and records who opened and changed it', async () => {
    const path = `${at()}/checks/${doe.check}`;
    expect((await auditor.get(path)).body).toMatchObject({ status: 'in_progress', changes: ['withdraw', 'reopen'] });
    expect((await rita.post(`${path}/withdraw`)).body.error.type).toBe('not_permitted');
    expect((await ada.post(`${path}/reopen`)).body).toMatchObject({
      status: 'reopened',
      changes: ['withdraw', 'take_up'],
    });
    const again = await ada.post(`${path}/reopen`);
    expect([again.status, again.body.error.fields]).toEqual([
      422,
      { status: ["a check that is reopened can't be reopened"] },
    ]);
    expect((await ada.post(`${path}/withdraw`)).body).toMatchObject({ status: 'withdrawn', changes: [] });
    const auditOf = async (browser: Browser) =>
      (await browser.get(path)).body.history
        .filter(({ kind }: { kind: string }) => kind === 'audit')
        .map(({ what, by_name }: { what: string; by_name: string }) => [what, by_name]);
    const all = [
      ['check_opened', expect.stringMatching('auditor')],
      ['check_reopened', 'Ada'],
      ['check_withdrawn', 'Ada'],
    ];
    expect(await auditOf(auditor)).toEqual(all);
    // A reviewer only sees their own entries.
    await rita.get(path);
    expect(await auditOf(rita)).toEqual([['check_opened', 'Rita']]);
    for (const [browser, place] of [
      [ada, at('sandbox')],
      [stranger, at('live', service.other.id)],
      [stranger, at()],
    ] as const) {
      expect((await browser.get(`${place}/checks/${doe.check}`)).status).toBe(404);
      expect((await browser.post(`${place}/checks/${doe.check}/withdraw`)).status).toBe(404);
      expect([404, 403]).toContain((await browser.get(`${place}/checks/${doe.check}/pdf`)).status);
    }
  });

  test('is printed as PDF after a proof, which is an export in the audit', async () => {
    const path = `${at()}/checks/${kim.check}/pdf`;
    expect((await rita.get(path)).body.error.type).toBe('not_permitted');
    await ada.post('/session/proof', { password: PASSWORD });
    const pdf = await ada.get(path);
    expect([pdf.status, pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual([
      ...[200, 'application/pdf', '%PDF-'],
    ]);
    const { entries } = (await auditor.get(`/accounts/${service.account.id}/audit?object=${kim.check}`)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['check_exported']);
  });
});

describe('the overview', () => {
  test('counts by day, and says what needs attention', async () => {
    const { body } = await rita.get(`${at()}/overview`);
    expect(body.waiting).toMatchObject({ reports: 2, oldest_at: '2026-01-15T09:31:00Z' });
    expect(body.waiting.by_age.map(({ reports }: { reports: number }) => reports)).toEqual([2, 0, 0, 0, 0, 0]);
    const today = (rows: { day: string }[]) => [rows.length, rows.at(-1)];
    expect(today(body.checks_by_day)).toEqual([30, { day: '2026-01-15', clear: 0, consider: 0, other: 3 }]);
    const refused = { other_applicant: 0, origin: 0, format: 0, size: 0, unreadable: 0, quality: 0 };
    expect(today(body.refused_uploads)).toEqual([30, { day: '2026-01-15', ...refused }]);
    expect(today(body.failed_deliveries)).toEqual([30, { day: '2026-01-15', failed: 0 }]);
    expect(body.to_do).toEqual([]);
    const sandbox = (await rita.get(`${at('sandbox')}/overview`)).body;
    expect(sandbox.time_to_result.at(-1)).toMatchObject({ reports: 2, p50: expect.any(Number) });
    const other = (await stranger.get(`${at('live', service.other.id)}/overview`)).body;
    expect(today(other.checks_by_day)).toEqual([30, { day: '2026-01-15', clear: 0, consider: 0, other: 0 }]);
  });

  test('names a webhook whose deliveries fail, to members who see webhooks; the check has them in its history', async () => {
    const receiver = await startReceiver((number) => ({ status: number === 1 ? 200 : 500 }));
    try {
      const asked = { url: receiver.url, name: 'Orders', events: ['check.started', 'check.completed'] };
      const call = { token: service.account.sandboxToken };
      const made = await service.post('/v3.6/webhooks', { ...asked, environments: ['sandbox'] }, call);
      expect(made.status).toBe(201);
      const { check: id } = await check({ last_name: 'Hook' }, {}, service.account.sandboxToken);
      const { history } = (await rita.get(`${at('sandbox')}/checks/${id}`)).body;
      const deliveries = history.filter(({ kind }: { kind: string }) => kind === 'delivery');
      expect(deliveries.map(({ what, status }: { what: string; status: string }) => [what, status]).sort()).toEqual([
        ['check.completed', 'pending'],
        ['check.started', 'delivered'],
      ]);
      const toDo = async (browser: Browser, environment = 'sandbox') =>
        (await browser.get(`${at(environment)}/overview`)).body.to_do;
      expect(await toDo(dev)).toEqual([{ kind: 'webhook_failing', name: 'Orders', count: 1, at: null }]);
      expect(await toDo(rita)).toEqual([]);
      expect(await toDo(dev, 'live')).toEqual([]);
      expect((await stranger.get(`${at('sandbox', service.other.id)}/overview`)).body.to_do).toEqual([]);
    } finally {
      await receiver.close();
    }
  });
});

test('a check is shown as the API answers it, without the address of its form', async () => {
  const asked = { report_names: ['document'], applicant_provides_data: true };
  const { check: id } = await check({ last_name: 'Form', email: 'form@example.com' }, asked);
  const answered = (await service.get(`/v3.6/checks/${id}`, { token: service.liveToken })).body;
  expect(answered.form_uri).toContain(`/forms/${id}/`);
  for (const browser of [ada, rita, auditor]) {
    const { body } = await browser.get(`${at()}/checks/${id}`);
    // The holder of the address acts as the applicant.
    expect(body.raw).toEqual({ ...answered, form_uri: null });
  }
  const resumed = await ada.post(`${at()}/checks/${id}/withdraw`);
  expect([resumed.status, resumed.body.raw.form_uri]).toEqual([200, null]);
  expect((await dev.get(`${at()}/checks/${id}`)).status).toBe(403);
  expect((await stranger.get(`${at()}/checks/${id}`)).status).toBe(404);
  expect((await rita.get(`${at('sandbox')}/checks/${id}`)).status).toBe(404);
});
