import type { Page } from 'playwright-core';
import type { Shown } from './scenes.ts';

/** Contents of the service's ready file. */
export interface Ready {
  readonly http_base_url: string;
  readonly live_token: string;
}

interface Listed {
  readonly id: string;
  readonly applicant_id: string;
  readonly reports: readonly { readonly id: string; readonly name: string; readonly status: string }[];
}

/** Facts that decide which report the picture of a review shows. */
interface Read {
  readonly id: string;
  readonly doubts: readonly string[];
  readonly leaves: Readonly<Record<string, { readonly values?: readonly { readonly differing: readonly number[] }[] }>>;
}

/** Returns whether a doubt says that sources differ, so that the page marks the letters. */
const differs = ({ doubts, leaves }: Read): boolean =>
  doubts.some((path) => leaves[path]?.values?.some(({ differing }) => differing.length > 0));

/** Milliseconds between two looks at what the service has still to analyse. */
const LOOK_MS = 1000;

/** Adds to what the demo has made a workflow run and a webhook, waits for the analysis, and names what the scenes show. */
export async function makeScenes(
  page: Page,
  base: string,
  ready: Ready,
): Promise<Shown & { readonly account: string }> {
  await page.goto(`${base}/dashboard`);
  await page.locator('h1').first().waitFor();
  const ask = <T>(path: string, body?: object) =>
    page.evaluate(
      async ([address, sent]) => {
        const headers = { 'x-bonafide-dashboard': '1', 'content-type': 'application/json' };
        const init = sent ? { method: 'POST', headers, body: sent } : {};
        return (await fetch(`/dashboard/api${address}`, init)).json();
      },
      [path, body && JSON.stringify(body)] as const,
    ) as Promise<T>;
  const { accounts } = await ask<{ accounts: { id: string }[] }>('/session');
  const account = accounts[0]?.id as string;
  const live = `/accounts/${account}/live`;

  const { checks } = await analysed(() => ask<{ checks: Listed[] }>(`${live}/checks?limit=100`));
  const reportOf = (name: string, status: string) =>
    checks.flatMap(({ reports }) => reports).find((one) => one.name.startsWith(name) && one.status === status)
      ?.id as string;
  const documents = checks
    .flatMap(({ reports }) => reports)
    .filter(({ name, status }) => name === 'document' && status === 'awaiting_approval');
  const read = await Promise.all(documents.map(({ id }) => ask<Read>(`${live}/reports/${id}`)));
  const document = (read.filter(differs).toSorted((a, b) => a.doubts.length - b.doubts.length)[0] ?? read[0])
    ?.id as string;
  const check = checks.find(({ reports }) => reports.some(({ id }) => id === document)) as Listed;

  const { workflows } = await ask<{ workflows: { id: string }[] }>(`${live}/workflows`);
  const begun = await fetch(`${ready.http_base_url}/v3.6/workflow_runs`, {
    method: 'POST',
    headers: { authorization: `Token token=${ready.live_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workflow_id: workflows[0]?.id, applicant_id: check.applicant_id }),
  });
  const run = ((await begun.json()) as { id: string }).id;
  const webhook = { url: 'https://example.com/events', name: 'Onboarding', events: ['check.completed'] };
  await ask(`${live}/webhooks`, { ...webhook, environments: ['live'] });
  const { requests } = await ask<{ requests: { id: string }[] }>(`${live}/requests`);
  return {
    account,
    check: check.id,
    applicant: check.applicant_id,
    run,
    document,
    face: reportOf('facial_similarity', 'complete'),
    hit: reportOf('watchlist', 'awaiting_approval'),
    request: requests[0]?.id as string,
  };
}

/** The checks, once no report waits for its analysis. */
async function analysed(list: () => Promise<{ checks: Listed[] }>): Promise<{ checks: Listed[] }> {
  for (;;) {
    const found = await list();
    const busy = found.checks.some(({ reports }) => reports.some(({ status }) => status === 'awaiting_data'));
    if (!busy) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
