import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('saved views', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('hold filters and columns of a list, are shared, start the list, and are renamed and deleted', async () => {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    for (const last_name of ['Lovelace', 'Byron']) {
      const applicant_id = await story.applicant({ first_name: 'Ada', last_name }, call);
      await story.document(applicant_id, {}, call);
      await story.check({ applicant_id, report_names: ['document'] }, call);
    }
    await service.settle();
    const rita = await openPerson(service, browser);
    const { page } = rita;
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    const home = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live`;
    const dialog = page.getByRole('dialog');
    const tabs = page.getByRole('navigation', { name: 'Saved views' });
    const tab = (name: string) => tabs.getByRole('link', { name, exact: true });

    await page.goto(`${home}/checks`);
    const heads = page.getByRole('table', { name: 'Checks' }).getByRole('columnheader');
    await heads.nth(6).waitFor();
    expect(await tabs.count()).toBe(0);
    await page.getByLabel('Search', { exact: true }).fill('Lovelace');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.getByText('Columns', { exact: true }).first().press('Enter');
    for (const column of ['Tags', 'Duration']) await page.getByRole('checkbox', { name: column }).press('Space');
    await expect.poll(() => heads.allInnerTexts()).toEqual(['Check', 'Result', 'Applicant', 'Reports', 'Created']);
    await rita.look('views-columns');
    await page.getByRole('button', { name: 'Save as a view' }).press('Enter');
    await dialog.getByLabel('Name', { exact: true }).fill('Lovelace');
    await dialog.getByLabel('Share with all members who see personal data').press('Space');
    await dialog.getByLabel('Start with this view').press('Space');
    await rita.look('views-save');
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect.poll(() => tabs.getByRole('link').allInnerTexts()).toEqual(['All', 'Lovelace · shared']);
    expect(new URL(page.url()).search).toContain('hide=tags%2Ctook');

    // The list starts with the view; all rows are one tab away, and stay there.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Applicants' }).click();
    await rita.heading('Applicants');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Checks' }).click();
    const current = tabs.locator('[aria-current=page]');
    await expect.poll(() => current.allInnerTexts()).toEqual(['Lovelace · shared']);
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('Lovelace');
    await tab('All').press('Enter');
    await expect.poll(() => current.allInnerTexts()).toEqual(['All']);
    await heads.nth(6).waitFor();
    expect(new URL(page.url()).search).toBe('?view=all');

    // Another filter marks the view as changed, until it is saved.
    await tab('Lovelace · shared').press('Enter');
    await expect.poll(() => heads.count()).toBe(5);
    await page.getByLabel('Search', { exact: true }).fill('Byron');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await expect.poll(() => current.allInnerTexts()).toEqual(['Lovelace · shared · changed']);
    await page.getByRole('button', { name: 'Edit view' }).press('Enter');
    await dialog.getByLabel('Name', { exact: true }).fill('Byron');
    await rita.look('views-edit');
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect.poll(() => current.allInnerTexts()).toEqual(['Byron · shared']);

    // Another reviewer sees the view, and can't change it. A name that is taken is refused in place.
    const otto = await openPerson(service, browser, { viewport: { width: 375, height: 740 }, hasTouch: true });
    await otto.open(await invite(service, 'Otto', 'reviewer'));
    await otto.accept();
    await otto.page.goto(`${home}/checks`);
    await otto.page.getByRole('link', { name: 'Byron · shared' }).click();
    await otto.page.getByRole('button', { name: 'Edit view' }).click();
    const others = otto.page.getByRole('dialog');
    await others.getByText('Only its author and administrators can change this view.').waitFor();
    expect(await others.getByRole('button').allInnerTexts()).toEqual(['Save', 'Cancel']);
    await others.getByRole('button', { name: 'Cancel' }).click();
    await otto.page.getByRole('button', { name: 'Save as a new view' }).click();
    await others.getByLabel('Name', { exact: true }).fill('byron');
    await others.getByLabel('Share with all members who see personal data').check();
    await others.getByRole('button', { name: 'Save', exact: true }).click();
    await others.getByText('is the name of another view. Choose another name.').waitFor();
    await others.getByRole('button', { name: 'Cancel' }).click();
    expect(await otto.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(otto.complaints).toEqual([]);
    await otto.close();

    // Filters that a later version lacks are named.
    await page.route('**/saved_views?list=checks', async (route) => {
      const answer = await route.fetch();
      const { views } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { views: views.map((view: object) => ({ ...view, ignored: ['colour'] })) },
      });
    });
    await page.reload();
    await page.getByText('This view has filters or columns that no longer exist: colour.').waitFor();
    await rita.look('views-ignored');
    await page.unroute('**/saved_views?list=checks');

    await page.getByRole('button', { name: 'Edit view' }).press('Enter');
    await dialog.getByRole('button', { name: 'Delete view' }).press('Enter');
    await dialog.getByText('The view is removed for all members.').waitFor();
    await dialog.getByRole('button', { name: 'Delete view' }).press('Enter');
    await expect.poll(() => tabs.count()).toBe(0);
    await heads.nth(6).waitFor();
    expect(new URL(page.url()).search).toBe('');

    // The queue and the applicants have views of their own.
    await page.goto(`${home}/queue?order=oldest`);
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Oldest');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => current.allInnerTexts()).toEqual(['Oldest']);
    await rita.look('views-queue');
    await page.goto(`${home}/applicants?q=Byron`);
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Byrons');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => current.allInnerTexts()).toEqual(['Byrons']);
    await page.goto(`${home.replace('/live', '/sandbox')}/applicants`);
    await page.getByRole('button', { name: 'Save as a view' }).waitFor();
    expect(await tabs.count()).toBe(0);
    expect(rita.complaints).toEqual([]);
    await rita.close();
  });
});
