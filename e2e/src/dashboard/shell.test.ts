import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('what every page of the dashboard has', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('keys open pages, lead to the search, and can be turned off', async () => {
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    expect(await page.title()).toBe('Review queue · Bonafide');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await heading('Checks');
    await page.keyboard.press('/');
    await page.keyboard.type('gc?');
    expect(await page.getByLabel('Search').inputValue()).toBe('gc?');
    await page.getByLabel('Search').press('Enter');
    await page.waitForURL(/q=gc/);
    await heading('Checks');

    await page.getByRole('button', { name: /^Keyboard shortcuts/ }).focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Review queue').waitFor();
    // A reviewer may not see members: no key leads there.
    expect(await keys.getByText('Members').count()).toBe(0);
    await look('keys');
    await keys.getByLabel('Use single-letter shortcuts in this browser').uncheck();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await heading('Checks');
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('the queue asks for its data once, before the script of all pages has come', async () => {
    const { page, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Ruth', 'reviewer'));
    await member.accept();
    // The page of the acceptance reads its data again once its stream begins: those requests must not count.
    const queue = page.url();
    await page.goto('about:blank');
    // What the service says has changed would be read again, and all of it after a stream that failed: this one never begins.
    await page.route('**/dashboard/api/events', () => {});
    const place = `/accounts/${service.account.id}/live`;
    const lists = ['queue?', 'queue/workflow_runs?', 'queue/information_requests?', 'saved_views?list=queue'];
    const first = ['/session', ...lists.map((list) => `${place}/${list}`)];
    const asked: string[] = [];
    const all = new Promise<void>((resolve) => {
      page.on('request', (request) => {
        const path = request.url().split('/dashboard/api')[1];
        if (path !== undefined && path !== '/events') asked.push(path);
        if (first.every((one) => asked.includes(one))) resolve();
      });
    });
    await page.route(/files.main-/, (route) => all.then(() => route.continue()));
    await page.goto(queue);
    await page.getByText('This account has no checks in this environment yet.').waitFor();
    // The frame of the page asks for the number of mentions itself.
    await expect.poll(() => asked).toEqual([...first, `${place}/mentions/unread`]);
    await member.close();
  });

  test('a page that fails shows the id of the request, and is tried again', async () => {
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rosa', 'reviewer'));
    await member.accept();
    const applicants = /dashboard.api.accounts.*applicants/;
    const error = { type: 'internal_error', message: 'There was an internal error' };
    await page.route(applicants, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'req-7' }, json: { error } }),
    );
    await page.getByRole('link', { name: 'Applicants' }).click();
    await page.getByRole('alert').filter({ hasText: 'Request id req-7' }).waitFor();
    await look('failed');
    await page.unroute(applicants);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No applicants').waitFor();
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('the environment is said in words, and a narrow window has a menu', async () => {
    const call = { token: service.sandboxToken };
    const applicant = (await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Lovelace' }, call)).body
      .id;
    await storyOf(service, 'v3.6').document(applicant, {}, call);
    const asked = { applicant_id: applicant, report_names: ['document'] };
    const { body: check } = await service.post('/v3.6/checks', asked, call);
    await service.settle();
    const { page, complaints, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Dana', 'developer'));
    await member.accept();
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.getByRole('link', { name: 'Checks' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.getByText('Test data only. Results are predetermined.').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Checks' }).click();
    await heading('Checks');
    // The menu closes with the choice.
    await page.getByRole('link', { name: 'Checks', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: check.id }).click();
    await heading('Check · Ada Lovelace');
    await page.getByText('Visual authenticity').waitFor();
    const [inner, scroll] = await page.evaluate<number[]>('[innerWidth, document.documentElement.scrollWidth]');
    expect(scroll).toBeLessThanOrEqual(inner as number);

    // On paper the check stands alone.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByText('Visual authenticity').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await member.close();
  });
});
