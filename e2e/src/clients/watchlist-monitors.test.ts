import { Agent } from 'node:https';
import { Configuration, DefaultApi } from 'onfido6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';
import { anId, aTime } from './story.ts';

/** The published client of v3.6 with watchlist monitors, against both versions that serve them. */
describe.each(['v3.2', 'v3.6'])('watchlist monitors in %s', (version) => {
  let service: Service;
  let api: DefaultApi;
  let applicantId: string;
  beforeAll(async () => {
    service = await startService();
    const baseOptions = { httpsAgent: new Agent({ ca: service.ca }) };
    const basePath = `${service.baseUrl}/${version}`;
    api = new DefaultApi(new Configuration({ apiToken: service.sandboxToken, basePath, baseOptions }));
    applicantId = (await api.createApplicant({ first_name: 'Alice', last_name: 'Example' })).data.id;
  });
  afterAll(() => service.close());

  const create = async (report_name: 'watchlist_standard' | 'watchlist_aml') =>
    (await api.createWatchlistMonitor({ applicant_id: applicantId, report_name, tags: ['kept'] })).data;

  it.each(['watchlist_standard', 'watchlist_aml'] as const)('creates, finds and deletes one of %s', async (name) => {
    const monitor = await create(name);
    expect(monitor).toStrictEqual({
      ...{ id: anId, applicant_id: applicantId, report_name: name, tags: ['kept'] },
      ...{ created_at: aTime, deleted_at: null, is_sandbox: true },
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

  it('changes matches', async () => {
    const applicant = (await api.createApplicant({ first_name: 'Alice', last_name: 'Consider' })).data.id;
    const monitor = (await api.createWatchlistMonitor({ applicant_id: applicant, report_name: 'watchlist_aml' })).data;
    await service.settle();
    const [match] = (await api.listWatchlistMonitorMatches(monitor.id)).data.matches ?? [];
    expect(match).toStrictEqual({ id: anId, enabled: true });
    const change = { disable: [match?.id as string] };
    expect((await api.updateWatchlistMonitorMatch(monitor.id, change)).data).toStrictEqual({
      matches: [{ id: match?.id, enabled: false }],
    });
  });
});
