import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The lists of an account are not tried in a browser: there is no Chromium');

const jane = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane.doe@example.com',
  phone_number: '+442079460018',
  address: { building_number: '10', street: 'Downing Street', town: 'London', postcode: 'SW1A 2AA', country: 'GBR' },
};

describe.skipIf(!executablePath)('blocklist and allowlist', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  const call = () => ({ token: service.account.liveToken });
  const addressOf = (path: string, environment = 'live', account = service.account.id) =>
    `${service.baseUrl}/dashboard/accounts/${account}/${environment}/${path}`;

  async function signedIn(name: string, role: 'admin' | 'auditor' | 'developer' | 'reviewer') {
    const member = await openPerson(service, browser);
    await member.open(await invite(service, name, role));
    await member.accept();
    return member;
  }

  /** A live check on a document of Jane, processed: the id of its report. */
  async function checked(): Promise<string> {
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant(jane, call());
    await story.document(applicant_id, {}, call());
    const { body } = await story.check({ applicant_id, report_names: ['document'] }, call());
    await service.settle();
    return body.report_ids[0];
  }

  test('a reviewer blocks values of a report, later reports hit them, and an administrator allows and removes', async () => {
    const first = await checked();
    const rita = await signedIn('Rita', 'reviewer');
    const { page } = rita;
    const entries = (of = page, name = 'Blocklist') => of.getByRole('table', { name }).getByRole('row');

    // The page is opened by key. An empty list says what to do.
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await rita.heading('Block and allow');
    await page.getByText('The blocklist is empty', { exact: true }).waitFor();
    await rita.look('lists-empty');
    await page.getByRole('link', { name: 'Allowlist', exact: true }).press('Enter');
    await page.getByText('The allowlist is empty', { exact: true }).waitFor();
    // Reviewers add to the blocklist alone.
    expect(await page.getByRole('button', { name: 'Add an entry', exact: true }).count()).toBe(0);

    // Values come from the report, and one reason is enough for all that are chosen.
    await page.goto(addressOf(`reports/${first}`));
    await rita.heading(/Jane Doe/);
    await page.getByText('Nothing was analysed. Decide the whole report yourself.', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Hits on your lists' }).count()).toBe(0);
    const block = page.getByRole('button', { name: 'Add to blocklist', exact: true });
    await block.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add to blocklist', exact: true });
    const choice = (text: string) => dialog.getByRole('checkbox', { name: text, exact: true });
    await choice('Email address: jane.doe@example.com').waitFor();
    await dialog.getByLabel('Why?').fill('Three forged payslips in March');
    await dialog.getByRole('button', { name: 'Add to blocklist', exact: true }).press('Enter');
    await dialog.getByRole('alert').getByText('Choose a value.', { exact: true }).waitFor();
    await rita.look('block-dialog');
    await choice('Email address: jane.doe@example.com').press('Space');
    await choice('Phone number: +442079460018').press('Space');
    await dialog.getByLabel('Expires').selectOption({ label: 'After 30 days' });
    await dialog.getByRole('button', { name: 'Add to blocklist', exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await block.press('Enter');
    await choice('Phone number: +442079460018, on the blocklist').waitFor();
    expect(await choice('Phone number: +442079460018, on the blocklist').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // The next report of the person has both hits, although nothing was analysed.
    const second = await checked();
    await page.goto(addressOf(`reports/${second}`));
    const listed = 'On the blocklist: Email address, Phone number.';
    await page
      .getByText(`${listed} Nothing was analysed. Decide the whole report yourself.`, { exact: true })
      .waitFor();
    const hits = page.getByRole('region', { name: 'Hits on your lists' });
    expect(await hits.getByRole('listitem').count()).toBe(2);
    const hit = hits.getByRole('listitem').filter({ hasText: 'jane.doe@example.com' });
    await hit.getByText('Three forged payslips in March', { exact: true }).waitFor();
    await hit.getByText('Blocklist', { exact: true }).waitFor();
    expect(await hit.innerText()).toMatch(/Added by Rita, \d+ \w+ \d{4}, \d\d:\d\d/);
    await rita.look('list-hits');

    // An administrator adds by keyboard. The form says what is wrong at its field.
    const adam = await signedIn('Adam', 'admin');
    await adam.page.goto(addressOf('lists'));
    await adam.page.getByRole('button', { name: 'Add an entry', exact: true }).press('Enter');
    const form = adam.page.getByRole('dialog', { name: 'Add an entry', exact: true });
    await form.getByLabel('List', { exact: true }).selectOption({ label: 'Allowlist' });
    await form.getByLabel('Kind', { exact: true }).selectOption({ label: 'Email address' });
    await form.getByLabel('Email address', { exact: true }).fill('jane.doe@example.com');
    await form.getByLabel('Why?').fill('Her bank confirmed the payslips');
    await form.getByLabel('Why?').press('Tab');
    await adam.page.keyboard.press('Tab');
    await adam.page.keyboard.press('Enter');
    await form.getByRole('alert').getByText('is on the blocklist already', { exact: true }).waitFor();
    await adam.look('add-entry-refused');
    await adam.page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });

    // So the administrator removes the entry, and allows the value.
    await expect.poll(() => entries(adam.page).count()).toBe(3);
    await adam.look('lists-block');
    await adam.page.getByRole('button', { name: 'Remove: jane.doe@example.com', exact: true }).press('Enter');
    const removal = adam.page.getByRole('dialog', { name: 'Remove an entry', exact: true });
    await adam.look('remove-entry');
    await removal.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect.poll(() => entries(adam.page).count()).toBe(2);
    await adam.page.getByRole('link', { name: 'Allowlist', exact: true }).click();
    await adam.page.getByRole('button', { name: 'Add an entry', exact: true }).click();
    await form.getByLabel('Kind', { exact: true }).selectOption({ label: 'Postal address' });
    await form.getByLabel('Street and house number', { exact: true }).fill('10 Downing Street');
    await form.getByLabel('Postcode', { exact: true }).fill('SW1A 2AA');
    await form.getByLabel('Country', { exact: true }).selectOption({ label: 'United Kingdom' });
    await form.getByLabel('Why?').fill('Our own office');
    await adam.look('add-entry');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await adam.page.getByRole('status').getByText('The entry is on the allowlist.', { exact: true }).waitFor();
    await entries(adam.page, 'Allowlist').filter({ hasText: '10 Downing Street, SW1A 2AA, GBR' }).waitFor();
    await adam.look('lists-allow');

    // The filter is part of the address.
    await adam.page.goto(addressOf('lists'));
    await adam.page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Postal address' });
    await adam.page.getByRole('button', { name: 'Filter', exact: true }).click();
    await adam.page.waitForURL(/kind=address/);
    await adam.page.getByText('No entries of this kind', { exact: true }).waitFor();
    await adam.page.goto(addressOf('lists?kind=phone'));
    await entries(adam.page).filter({ hasText: '+442079460018' }).waitFor();

    // A report that was decided keeps its hits. A new one has the remaining one, and the allowed address.
    const third = await checked();
    await page.goto(addressOf(`reports/${third}`));
    await page.getByText(/^On the blocklist: Phone number\. Nothing was analysed\./).waitFor();
    expect(await hits.getByRole('listitem').count()).toBe(2);
    await hits.getByText('Our own office', { exact: true }).waitFor();
    await page.goto(addressOf(`reports/${second}`));
    await page.locator('.choices strong').first().waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('She is the person whom the entry means');
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Review the next report Enter' }).waitFor();
    await rita.store();
    await expect.poll(async () => (await service.get(`/v3.6/reports/${second}`, call())).body.result).toBe('consider');
    await page.goto(addressOf(`reports/${second}`));
    await page.getByText('A reviewer decided this report.', { exact: true }).waitFor();
    expect(await hits.getByRole('listitem').count()).toBe(2);
    await rita.look('list-hits-decided');
    // With every button that a member can have, the page is as wide as the narrowest phone.
    await adam.page.goto(addressOf(`reports/${second}`));
    await adam.page.getByRole('button', { name: 'Overturn', exact: true }).waitFor();
    await adam.page.setViewportSize({ width: 360, height: 800 });
    expect(await adam.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await adam.look('list-hits-admin');

    // An auditor reads, and a developer sees no personal data of the live environment.
    const otto = await signedIn('Otto', 'auditor');
    await otto.page.goto(addressOf('lists'));
    await entries(otto.page).filter({ hasText: '+442079460018' }).waitFor();
    for (const name of ['Add an entry', 'Remove: +442079460018']) {
      expect(await otto.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await otto.page.goto(addressOf(`reports/${second}`));
    await otto.page.getByRole('region', { name: 'Hits on your lists' }).waitFor();
    expect(await otto.page.getByRole('button', { name: 'Add to blocklist', exact: true }).count()).toBe(0);
    const dora = await signedIn('Dora', 'developer');
    expect(await dora.page.getByRole('link', { name: 'Block and allow', exact: true }).count()).toBe(0);

    // The sandbox has entries of its own, which it compares with nothing.
    await adam.page.goto(addressOf('lists', 'sandbox'));
    await adam.page
      .getByText('The sandbox stores entries, but compares no report with them. Test names decide its results.', {
        exact: true,
      })
      .waitFor();
    await adam.page.getByText('The blocklist is empty', { exact: true }).waitFor();
    await adam.page.getByRole('button', { name: 'Add an entry', exact: true }).click();
    await form.getByLabel('Document number', { exact: true }).fill('SPECI2014');
    await form.getByLabel('Why?').fill('Tries the form');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await entries(adam.page).filter({ hasText: 'SPECI2014' }).waitFor();
    await adam.look('lists-sandbox');

    // Another account has none of it.
    const { body } = await service.post(
      `/operator/v1/accounts/${service.other.id}/members`,
      { email: 'olga@example.com', name: 'Olga', role: 'admin' },
      { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } },
    );
    const olga = await openPerson(service, browser);
    await olga.open(body.invitation_url);
    await olga.accept();
    await olga.page.goto(addressOf('lists', 'live', service.other.id));
    await olga.page.getByText('The blocklist is empty', { exact: true }).waitFor();
    for (const member of [rita, adam, otto, dora, olga]) {
      expect(member.complaints).toEqual([]);
      await member.close();
    }
  });
});
