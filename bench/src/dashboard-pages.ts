import { signUp } from '../../e2e/src/dashboard/sign-up.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { executablePath, launchBrowser } from './browser.ts';
import { measureChecksScroll } from './checks-scroll.ts';
import { ask, postCall } from './client.ts';
import type { Dashboard } from './dashboard.ts';
import { freshPlace } from './database.ts';
import { person } from './invented-people.ts';
import { firstInvitation } from './member.ts';
import { measureQueuePage } from './queue-page.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** Reports that wait in the queue of the live environment. */
const WAITING = 200;

/** Requests at a time that make checks. */
const AT_A_TIME = 16;

/**
 * Measures the time in which the queue of the dashboard answers a key, and the scrolling of the list of checks, on a service of
 * its own. The browser reaches it by plain HTTP, as a browser of the same machine may.
 */
export async function measureDashboardPages(store: StoreChoice, options: BenchOptions): Promise<Line[]> {
  if (!executablePath) {
    process.stderr.write('dashboard-pages is skipped: it needs Chromium (CHROMIUM names one)\n');
    return [];
  }
  const place = await freshPlace(store);
  let service: RunningService | undefined;
  const browser = await launchBrowser();
  try {
    service = await startService(place);
    // Without lists, a report on a watchlist waits for a person in live; in sandbox none does.
    await makeChecks(service, service.live_token, WAITING);
    await makeChecks(service, service.sandbox_token, options.scrolledChecks);
    const signedUp = await browser.newContext();
    await signUp(await signedUp.newPage(), await firstInvitation(service));
    const storageState = await signedUp.storageState();
    await signedUp.close();
    const dashboard: Dashboard = {
      url: `${service.http_base_url}/dashboard/accounts/${service.accountId}`,
      newContext: () => browser.newContext({ storageState, viewport: { width: 1280, height: 800 } }),
    };
    return [
      ...(await measureQueuePage(dashboard, { waiting: WAITING, loads: options.rounds })),
      ...(await measureChecksScroll(dashboard, { checks: options.scrolledChecks, turns: options.rounds })),
    ];
  } finally {
    await browser.close();
    await service?.stop();
    await place.drop();
  }
}

/** Sets of reports that need nothing but an applicant. */
const reportSets = [
  ['watchlist_standard'],
  ['watchlist_enhanced', 'identity_enhanced'],
  ['watchlist_standard', 'identity_enhanced'],
];

/** Makes checks of invented people, ten each. */
async function makeChecks(service: RunningService, token: string, count: number): Promise<void> {
  const applicants: string[] = [];
  for (let n = 0; n < count / 10; n++) {
    const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, person(n)));
    applicants.push(id);
  }
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next++;
      const order = {
        applicant_id: applicants[n % applicants.length],
        report_names: token === service.live_token ? ['watchlist_standard'] : reportSets[n % reportSets.length],
        privacy_notices_read_consent_given: true,
      };
      await ask(service, postCall('/v3.6/checks', token, order));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
