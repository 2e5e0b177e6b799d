import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { MemberRole } from '../../../packages/server/src/base/member-roles.ts';
import { type StartOptions, startService, type TestService } from '../../../packages/server/src/testing/service.ts';
import { openBrowser } from '../chromium.ts';
import { violations } from '../form/browser.ts';
import { PASSWORD } from './sign-up.ts';

export { PASSWORD };

/** Folder for pictures of the pages, for a reviewer of the design. */
const shots = process.env.DASHBOARD_SHOTS;

const desktop = { width: 1280, height: 800 };

/** Starts a service and a browser for the tests of a block, and closes both after them. */
export function onStage(
  take: (stage: { readonly service: TestService; readonly browser: Browser }) => void,
  options: StartOptions = {},
): void {
  let service: TestService | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await startService(options);
    browser = await openBrowser();
    take({ service, browser });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
}

/**
 * A browser of a person in which every fault of a page is a complaint: what a script throws or prints as an error, and every
 * request to another origin.
 */
export async function openPerson(
  service: Pick<TestService, 'baseUrl'>,
  browser: Browser,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: desktop, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // An answer that is refused has a status that the browser reports.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const own = request.url().startsWith(`${service.baseUrl}/`) || /^(blob|data):/.test(request.url());
    if (!own) complaints.push(`asks ${request.url()}`);
  });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  return {
    page,
    complaints,
    heading,
    /** Looks at the page by axe, light and dark; leaves pictures where they are asked for. */
    async look(name: string): Promise<void> {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${name}, ${colorScheme}`).toEqual([]);
        for (const width of shots ? [390, 1280, 1920] : []) {
          await page.setViewportSize({ width, height: desktop.height });
          await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: width === 390 });
        }
      }
      await page.setViewportSize(desktop);
    },
    /** Opens an invitation on the page of welcome. */
    open: (invitationUrl: string) => page.goto(`${service.baseUrl}/dashboard/welcome#${invitationUrl.split('#')[1]}`),
    /** Accepts the invitation that is open, and waits for the review queue. */
    async accept(fields: Readonly<Record<string, string>> = {}): Promise<void> {
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Open the dashboard' }).click();
      await heading('Review queue');
    },
    /** Stores the decisions that can still be undone, as closing the tab does. */
    async store(): Promise<void> {
      await page.evaluate("dispatchEvent(new Event('pagehide'))");
      await expect.poll(() => page.locator('.held > div, .decide .undo').count()).toBe(0);
    },
    close: () => context.close(),
  };
}

/** An operator's invitation of a member to the first account. */
export async function invite(service: TestService, name: string, role: MemberRole): Promise<string> {
  const { body } = await service.post(
    `/operator/v1/accounts/${service.account.id}/members`,
    { email: `${name.toLowerCase()}@example.com`, name, role },
    { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } },
  );
  return body.invitation_url;
}

/** The invitation of the first administrator. */
export async function firstInvitation(service: TestService): Promise<string> {
  const asked = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
  return (await service.post('/operator/v1/members/first_invitation', undefined, asked)).body.invitation_url;
}
