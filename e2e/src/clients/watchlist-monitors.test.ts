import { Agent } from 'node:https';
import { Configuration, DefaultApi } from 'onfido6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';
import { anId, aTime } from './story.ts';

/** Someone whom a report finds: in sandbox by the trigger of the last name, in live on a list. */
const listed = {
  sandbox: { first_name: 'Alice', last_name: 'Consider' },
  live: { first_name: 'Bor', last_name: 'Zaletelj' },
};

async function importList({ httpUrl, operatorKey }: Service): Promise<void> {
  const form = new FormData();
  form.append('list', 'sanctions');
  form.append('file', new Blob(['id,name,categories\na1,Bor Zaletelj,sanction\n']), 'sanctions.csv');
  const headers = { authorization: `Bearer ${operatorKey}` };
  const imports = `${httpUrl}/operator/v1/watchlists/imports`;
  const { id } = (await (await fetch(imports, { method: 'POST', headers, body: form })).json()) as { id: string };
  const ended = await (await fetch(`${imports}/${id}?wait=30`, { headers })).json();
  expect(ended).toMatchObject({ state: 'succeeded' });
}

/** The published client of v3.6 with watchlist monitors, against both versions that serve them, in both environments. */
describe.each([
  ['v3.2', 'sandbox'],
  ['v3.2', 'live'],
  ['v3.6', 'sandbox'],
  ['v3.6', 'live'],
] as const)('watchlist monitors in %s, %s', (version, environment) => {
  let service: Service;
  let api: DefaultApi;
  let applicantId: string;
  beforeAll(async () => {
    service = await startService({ settings: { analysis: 'on' } });
    if (environment === 'live') await importList(service);
    const baseOptions = { httpsAgent: new Agent({ ca: service.ca }) };
    const basePath = `${service.baseUrl}/${version}`;
    const apiToken = environment === 'live' ? service.liveToken : service.sandboxToken;
    api = new DefaultApi(new Configuration({ apiToken, basePath, baseOptions }));
    applicantId = await createApplicant({ first_name: 'Alice', last_name: 'Example' });
  });
  afterAll(() => service.close());

  async function createApplicant(name: { first_name: string; last_name: string }): Promise<string> {
    const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' as const };
    const location = { country_of_residence: 'SVN' as const };
    return (await api.createApplicant({ ...name, dob: '1961-03-04', address, location })).data.id;
  }

  const create = async (report_name: 'watchlist_standard' | 'watchlist_aml') =>
    (await api.createWatchlistMonitor({ applicant_id: applicantId, report_name, tags: ['kept'] })).data;

  it.each(['watchlist_standard', 'watchlist_aml'] as const)('creates, finds and deletes one of %s', async (name) => {
    const monitor = await create(name);
    expect(monitor).toStrictEqual({
      id: anId,
      applicant_id: applicantId,
      report_name: name,
      tags: ['kept'],
      created_at: aTime,
      deleted_at: null,
      is_sandbox: environment === 'sandbox',
    });
    expect((await api.findWatchlistMonitor(monitor.id)).data).toStrictEqual(monitor);
    const listed = (await api.listWatchlistMonitors(applicantId)).data.monitors;
    expect(listed.map(({ id }) => id)).toStrictEqual([monitor.id]);
    expect((await api.deleteWatchlistMonitor(monitor.id)).status).toBe(204);
    expect((await api.listWatchlistMonitors(applicantId)).data.monitors).toStrictEqual([]);
    const deleted = (await api.listWatchlistMonitors(applicantId, true)).data.monitors;
    expect(deleted.find(({ id }) => id === monitor.id)).toStrictEqual({ ...monitor, deleted_at: aTime });
  });

  it('lists no match of a new one, and makes a second check on request', async () => {
    const { id } = await create('watchlist_standard');
    expect((await api.listWatchlistMonitorMatches(id)).data).toStrictEqual({ matches: [] });
    const before = (await api.listChecks(applicantId)).data.checks.length;
    const ordered = await api.forceReportCreationFromWatchlistMonitor(id);
    expect(ordered.status).toBe(201);
    const checks = (await api.listChecks(applicantId)).data.checks;
    expect([checks.length, checks[0]?.tags]).toStrictEqual([before + 1, ['kept']]);
    const reportId = String(ordered.headers.location).split('/').at(-1) as string;
    expect(checks[0]?.report_ids).toStrictEqual([reportId]);
    expect((await api.findReport(reportId)).data.name).toBe('watchlist_standard');
  });

  it('changes matches, which later reports leave out', async () => {
    const applicant_id = await createApplicant(listed[environment]);
    const { id } = (await api.createWatchlistMonitor({ applicant_id, report_name: 'watchlist_aml' })).data;
    await service.settle();
    const [match, ...others] = (await api.listWatchlistMonitorMatches(id)).data.matches ?? [];
    expect([match, others]).toStrictEqual([{ id: anId, enabled: true }, []]);
    const change = { disable: [match?.id as string] };
    expect((await api.updateWatchlistMonitorMatch(id, change)).data).toStrictEqual({
      matches: [{ id: match?.id, enabled: false }],
    });
    const ordered = await api.forceReportCreationFromWatchlistMonitor(id);
    await service.settle();
    const [newer, older] = (await api.listChecks(applicant_id)).data.checks;
    const [first, second] = await Promise.all(
      [older, newer].map(async (check) => (await api.findReport(check?.report_ids?.[0] as string)).data),
    );
    expect(String(ordered.headers.location).endsWith(second?.id as string)).toBe(true);
    expect([first?.result, second?.result]).toStrictEqual(['consider', 'clear']);
    expect((await api.listWatchlistMonitorMatches(id)).data.matches).toStrictEqual([{ id: match?.id, enabled: false }]);
  });
});
