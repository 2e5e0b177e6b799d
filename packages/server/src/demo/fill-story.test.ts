import { expect, test } from 'vitest';
import { signedIn } from '../api/dashboard/testing/browser.ts';
import { DAY_MS } from '../base/clock.ts';
import { openClient } from '../cli/client.ts';
import { connectOperator } from '../cli/operator.ts';
import { useService } from '../testing/service.ts';
import { runFillStory } from './fill-story.ts';

const service = useService({ realTime: true });

test('the demo fills both environments of an account, and leaves its limits as they were', async () => {
  const client = await openClient({ url: service.baseUrl, ca: service.ca });
  const flags = { url: service.baseUrl, ca: service.caFile, operatorKey: service.operatorKey };
  const operator = await connectOperator(flags, { out: () => {}, err: () => {}, env: {} });
  const account = service.account.id;
  const limits = async () => {
    const { rate_limit_sandbox, rate_limit_live } = await operator.call('GET', `/accounts/${account}`);
    return { rate_limit_sandbox, rate_limit_live };
  };
  const before = await limits();
  try {
    const tokens = { sandbox: service.sandboxToken, live: service.liveToken };
    const lines: string[] = [];
    await runFillStory({ operator, client, account, tokens }, (line) => lines.push(line), { sandbox: 6, live: 8 });
    expect(lines.join('\n')).toContain('0 days ago: 6 sandbox and 8 live checks');
    expect(lines.at(-1)).toContain(`\n  ${service.services.urls.entrance}\n`);
    expect(service.services.urls.entrance).toMatch(/^http:\/\/localhost:\d+\/dashboard$/);
    // The checks are of many days, none of them to come, and the clock shows the time again.
    const now = Date.now();
    const dates = async (path: string, key: string, token: string) =>
      (await service.get(`/v3.6/${path}`, { token })).body[key].map((one: { created_at: string }) => one.created_at);
    const made = await dates('applicants?per_page=20', 'applicants', tokens.sandbox);
    expect(new Set(made.map((at: string) => at.slice(0, 10))).size).toBe(6);
    const ages = made.map((at: string) => (now - Date.parse(at)) / DAY_MS);
    expect(ages.every((age: number) => age >= 0 && age < 31)).toBe(true);
    expect(Math.max(...ages) - Math.min(...ages)).toBeGreaterThan(20);
    expect(Math.abs(service.services.clock.now() - now)).toBeLessThan(60_000);
    const counted = async (token: string) => (await service.get('/v3.6/applicants', { token })).body.applicants.length;
    expect([await counted(tokens.sandbox), await counted(tokens.live)]).toEqual([6, 8]);
    expect(await limits()).toEqual(before);
    const of = async (path: string, token = tokens.live) => (await service.get(`/v3.6/${path}`, { token })).body;
    expect((await of('workflow_runs')).length).toBe(6);
    expect((await of('workflow_runs', tokens.sandbox)).length).toBe(6);
    const { applicants } = await of('applicants?per_page=20');
    const watched = await Promise.all(
      applicants.map(({ id }: { id: string }) => of(`watchlist_monitors?applicant_id=${id}`)),
    );
    expect(watched.filter(({ monitors }) => monitors.length > 0).length).toBe(3);
    expect((await of('webhooks', tokens.sandbox)).webhooks.map(({ events }: { events: string[] }) => events)).toEqual([
      ['check.completed'],
    ]);
    // What has waited for days was decided.
    const waits = await operator.call('GET', `/accounts/${account}/reports?per_page=50`);
    expect(waits.reports.length).toBeGreaterThan(0);
    const { members } = await operator.call('GET', '/members');
    expect(members.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Dana', 'Otto', 'Rita']);
    // Nothing that the demo leaves is too old: invitations can be accepted, and the list was confirmed today.
    expect(members.map(({ state }: { state: string }) => state)).toEqual(['invited', 'invited', 'invited']);
    const rita = await signedIn(service, 'reviewer');
    expect((await rita.get(`/accounts/${account}/live/overview`)).body.to_do).toEqual([]);
    const days = (await rita.get(`/accounts/${account}/sandbox/overview`)).body.refused_uploads;
    const refused = ['quality', 'unreadable', 'format', 'size'].map((reason) =>
      days.map((day: Record<string, number>) => day[reason]).reduce((one: number, other: number) => one + other),
    );
    expect(refused).toEqual([1, 1, 1, 1]);
    await service.settle();
    const { body } = await service.get('/v3.6/applicants', { token: tokens.sandbox });
    const last = body.applicants.find(({ first_name }: { first_name: string }) => first_name.startsWith('Image'));
    const checks = (await service.get(`/v3.6/checks?applicant_id=${last.id}`, { token: tokens.sandbox })).body.checks;
    expect(checks.map(({ result }: { result: string }) => result)).toEqual(['consider']);
  } finally {
    await operator.close();
    await client.close();
  }
});
