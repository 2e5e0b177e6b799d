import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { sampleWorkflow } from '../../../packages/server/src/workflows/sample.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson, PASSWORD } from './member.ts';

/** More than a page of the list, and than a window shows. */
const CHECKS = 120;

/** Rows that are elsewhere in the page than before, by more than rounding, while it scrolls from the top by less than a row a step. */
const JUMPS = `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const places = () => [...document.querySelectorAll('tbody tr[aria-rowindex]')].map((row) => row.getBoundingClientRect().top).join();
  scrollTo(0, 0);
  // A busy browser measures the first rows some frames later.
  for (let last, same = 0; same < 5; ) {
    await drawn();
    const now = places();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  let before = {};
  let jumps = 0;
  for (let y = 0; y < 2400; y += 40) {
    scrollTo(0, y);
    await drawn();
    const now = {};
    for (const row of document.querySelectorAll('tbody tr[aria-rowindex]')) {
      const top = row.getBoundingClientRect().top + scrollY;
      if (Math.abs(top - (before[row.ariaRowIndex] ?? top)) > 0.5) jumps += 1;
      now[row.ariaRowIndex] = top;
    }
    before = now;
  }
  return jumps;
})()`;

describe.skipIf(!executablePath)('lists of the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('lead an administrator from the overview to the export of an applicant', async () => {
    const call = { token: service.liveToken };
    const made = async (last_name: string) =>
      (await service.post('/v3.6/applicants', { first_name: 'Ada', last_name, dob: '1985-12-10' }, call)).body.id;
    const crowd = await made('Crowd');
    for (let n = 0; n < CHECKS; n += 1) {
      const asked = { applicant_id: crowd, report_names: ['watchlist_standard'], tags: ['many'] };
      await service.post('/v3.6/checks', asked, call);
    }
    const applicant = await made('Lovelace');
    await storyOf(service, 'v3.6').document(applicant, {}, call);
    const asked = { applicant_id: applicant, report_names: ['document', 'watchlist_standard'], tags: ['gold'] };
    const check = (await service.post('/v3.6/checks', asked, call)).body.id;
    const begun = { workflow_id: sampleWorkflow.id, applicant_id: applicant };
    const run = (await service.post('/v3.6/workflow_runs', begun, call)).body.id;
    await service.settle();

    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    const open = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

    await member.open(await invite(service, 'Ada', 'admin'));
    await member.accept();
    await open('Overview');
    await page.getByRole('link', { name: /reports to review/ }).waitFor();
    await look('overview');

    // The rows in view are in the page, and others come as it scrolls.
    await open('Checks');
    const rows = page.getByRole('table', { name: 'Checks' }).getByRole('row');
    await rows.nth(5).waitFor();
    await look('checks');
    expect(await rows.count()).toBeLessThan(70);
    // A check that comes meanwhile leaves the keyboard where it is.
    const fourth = rows.nth(4).getByRole('link').first();
    const held = await fourth.getAttribute('href');
    await fourth.focus();
    await service.post('/v3.6/checks', { applicant_id: crowd, report_names: ['watchlist_standard'] }, call);
    await page.locator(`tr[aria-rowindex="6"] a[href="${held}"]`).waitFor();
    expect(await page.evaluate("document.activeElement?.getAttribute('href')")).toBe(held);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.locator(`table[aria-rowcount="${CHECKS + 3}"]`).waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.locator(`tr[aria-rowindex="${CHECKS + 3}"]`).waitFor();
    expect(await rows.count()).toBeLessThan(70);
    // Rows stay where they are while others come and go, also as the blocks of a phone.
    expect(await page.evaluate(JUMPS)).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(JUMPS)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('More filters').click();
    await page.getByLabel('Tag', { exact: true }).fill('gold');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL(/tag=gold/);
    await page.getByRole('link', { name: new RegExp(`^${check.slice(0, 8)}`) }).click();
    await heading('Check · Ada Lovelace');
    await look('check');

    await open('Applicants');
    await page.getByLabel('Search').fill('lovel 1985-12-10');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=lovel/);
    await look('applicants');
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await heading('Applicant · Ada Lovelace');
    await page.getByRole('button', { name: 'Show the images' }).click();
    await page.getByRole('img', { name: /Passport|Driving|Document|Unknown/ }).waitFor();
    await look('applicant');
    service.clock.advance(5 * 60_000);
    await page.getByRole('button', { name: 'Export as ZIP' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button').first().click();
    expect((await download).suggestedFilename()).toBe(`applicant_${applicant}.zip`);

    await open('Workflows');
    await page.getByRole('link', { name: run }).waitFor();
    await look('workflows');
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.getByText('No runs', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/sandbox\/workflows$/);
    // `dashboard_url` of a run names neither account nor environment.
    await page.goto(`${service.baseUrl}/dashboard/results/${run}`);
    await heading(/^Run/);
    await look('run');
    expect(complaints).toEqual([]);
    await member.close();
  });
});
