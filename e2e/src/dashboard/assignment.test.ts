import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('assigned reports', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  /** A live check on a document, whose report waits for a reviewer. */
  async function waiting(first_name: string): Promise<string> {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant({ first_name, last_name: 'Lovelace' }, call);
    await story.document(applicant_id, {}, call);
    const { report_ids } = (await story.check({ applicant_id, report_names: ['document'] }, call)).body;
    await service.settle();
    service.clock.advance(60_000);
    return report_ids[0];
  }

  test('are taken, handed out and reviewed first, and show when they are due', async () => {
    const ada = await waiting('Ada');
    await waiting('Grace');
    const reports = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports`;
    const rita = await openPerson(service, browser);
    // Ada's report is due at 13:30, Grace's a minute later.
    await rita.page.clock.setFixedTime('2026-01-15T11:30:00Z');
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    const cells = async (name: string) =>
      (await rita.page.getByRole('row', { name }).getByRole('cell').allInnerTexts()).slice(-2);
    await rita.page.getByRole('cell', { name: 'Grace Lovelace', exact: true }).waitFor();
    expect([await cells('Ada'), await cells('Grace')]).toEqual([
      ['Due in 2 h', '–'],
      ['Due in 2 h 1 min', '–'],
    ]);

    // Rita takes a report that is due later: it is the first that she gets.
    await rita.page.getByRole('row', { name: 'Grace' }).getByRole('link', { name: 'Document' }).click();
    await rita.heading(/Grace Lovelace/);
    expect(await rita.page.getByRole('button', { name: 'Assign', exact: true }).count()).toBe(0);
    await rita.page.getByRole('button', { name: 'Assign to me' }).press('Enter');
    await rita.page.getByText('Assigned to Rita (you)').waitFor();
    await rita.look('assignment-own');
    await rita.page.goBack();
    await rita.heading('Review queue');
    await expect.poll(() => cells('Grace')).toEqual(['Due in 2 h 1 min', 'Rita']);
    await rita.page.getByLabel('Assigned to').selectOption({ label: 'Me (1)' });
    await rita.page.getByRole('row', { name: 'Ada' }).waitFor({ state: 'detached' });
    expect(new URL(rita.page.url()).searchParams.get('assigned')).toBe('me');
    await rita.page.getByLabel('Assigned to').selectOption({ label: 'Nobody (1)' });
    await rita.page.getByRole('row', { name: 'Ada' }).waitFor();
    await rita.page.getByLabel('Assigned to').selectOption({ label: 'Anyone' });
    await rita.page.getByRole('row', { name: 'Grace' }).waitFor();
    await rita.page.keyboard.press('t');
    await rita.heading(/Grace Lovelace/);
    await rita.page.getByRole('button', { name: 'Unassign' }).press('Enter');
    await rita.page.getByRole('button', { name: 'Assign to me' }).waitFor();

    // An administrator gives Rita the other one.
    const adam = await openPerson(service, browser);
    await adam.page.clock.setFixedTime('2026-01-15T11:30:00Z');
    await adam.open(await invite(service, 'Adam', 'admin'));
    await adam.accept();
    await adam.page.goto(`${reports}/${ada}`);
    await adam.heading(/Ada Lovelace/);
    await adam.page.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    const dialog = adam.page.getByRole('dialog', { name: 'Assign the review' });
    const members = () => dialog.getByLabel('Member').locator('option').allInnerTexts();
    await expect.poll(members).toEqual(['Nobody', 'Rita', 'Adam (you)']);
    await dialog.getByLabel('Member').selectOption({ label: 'Rita' });
    await adam.look('assignment-dialog');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await adam.page.getByText('Assigned to Rita', { exact: true }).waitFor();
    // Leaving the page gives the claim back.
    await adam.page.getByRole('link', { name: /^Review queue/ }).click();
    await adam.heading('Review queue');
    expect(adam.complaints).toEqual([]);

    // Three hours later both are late.
    await rita.page.clock.setFixedTime('2026-01-15T14:30:00Z');
    await rita.page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/queue`);
    await rita.heading('Review queue');
    await expect.poll(() => cells('Ada')).toEqual(['Overdue by 1 h', 'Rita']);
    expect(await rita.page.getByRole('row', { name: 'Grace' }).locator('.chip.bad').innerText()).toBe(
      'Overdue by 59 min',
    );
    await rita.look('assignment-queue');
    await rita.page.keyboard.press('t');
    await rita.heading(/Ada Lovelace/);
    await rita.page.getByText('Overdue by 1 h').waitFor();
    expect(rita.complaints).toEqual([]);
    for (const member of [rita, adam]) await member.close();
  });

  test('are assigned several at once, without those that somebody else has taken meanwhile', async () => {
    for (const name of ['Joan', 'Hedy', 'Mary']) await waiting(name);
    const rita = await openPerson(service, browser);
    await rita.open(await invite(service, 'Rosalind', 'reviewer'));
    await rita.accept();
    const adam = await openPerson(service, browser);
    await adam.open(await invite(service, 'Alan', 'admin'));
    await adam.accept();
    const select = (who: typeof rita, name: string) =>
      who.page.getByRole('checkbox', { name: `Select Document, ${name} Lovelace` });
    const assigned = async (who: typeof rita, name: string) =>
      (
        await who.page
          .getByRole('row', { name: `${name} Lovelace` })
          .getByRole('cell')
          .allInnerTexts()
      ).at(-1);

    // Without updates, Alan's page shows what was true before.
    await adam.page.route(/\/queue\?/, () => {});
    await select(rita, 'Joan').press('Space');
    await rita.page.getByText('1 report selected').waitFor();
    expect(await rita.page.getByRole('button', { name: 'Assign', exact: true }).count()).toBe(0);
    await rita.look('selection-one');
    await rita.page.getByRole('button', { name: 'Assign to me' }).press('Enter');
    await rita.page.getByText('Assigned: 1.', { exact: true }).waitFor();
    await expect.poll(() => assigned(rita, 'Joan')).toBe('Rosalind');

    for (const name of ['Joan', 'Hedy', 'Mary']) await select(adam, name).check();
    await adam.page.getByText('3 reports selected').waitFor();
    await adam.page.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    const dialog = adam.page.getByRole('dialog', { name: 'Assign the review' });
    await dialog.getByLabel('Member').selectOption({ label: 'Alan (you)' });
    await adam.look('selection-dialog');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await adam.page.getByText('Assigned: 2. Not assigned: 1.').waitFor();
    await adam.page.unroute(/\/queue\?/);
    await expect.poll(() => assigned(adam, 'Mary')).toBe('Alan');
    expect([await assigned(adam, 'Joan'), await assigned(adam, 'Hedy')]).toEqual(['Rosalind', 'Alan']);
    await adam.look('selection-done');
    await select(adam, 'Hedy').check();
    await adam.page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await select(adam, 'Hedy').isChecked()).toBe(false);

    expect([rita.complaints, adam.complaints]).toEqual([[], []]);
    for (const member of [rita, adam]) await member.close();
  });
});
