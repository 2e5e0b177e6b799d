import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('the command palette', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  const applicant = async (first_name: string, token = service.liveToken): Promise<string> =>
    (await service.post('/v3.6/applicants', { first_name, last_name: 'Lovelace', dob: '1985-12-10' }, { token })).body
      .id;

  test('opens pages, actions, applicants and objects by keyboard', async () => {
    const story = storyOf(service, 'v3.6');
    await applicant('Ada');
    const augusta = await applicant('Augusta', service.sandboxToken);
    await story.document(augusta);
    const { body: check } = await story.check({ applicant_id: augusta, report_names: ['document'] });
    await applicant('Alien', service.other.liveToken);
    await service.settle();
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();

    const palette = page.getByRole('dialog', { name: 'Search' });
    const field = palette.getByRole('combobox');
    const option = (name: string | RegExp) => palette.getByRole('option', { name });
    const open = () => page.keyboard.press('Control+k');
    await open();
    await option('Review queue').waitFor();
    // A reviewer may not see members.
    expect(await option('Members').count()).toBe(0);
    await look('palette');
    await field.fill('chec');
    await expect.poll(() => palette.getByRole('option').allTextContents()).toEqual(['ChecksGC']);
    await field.press('Enter');
    await heading('Checks');
    await palette.waitFor({ state: 'detached' });

    // Escape closes, also with a text; the key does nothing in another dialog.
    await open();
    await field.fill('zzz');
    await palette.getByText('Nothing found.').waitFor();
    await field.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await open();
    expect(await palette.count()).toBe(0);
    await page.keyboard.press('Escape');

    // People of this account and environment, by name.
    await open();
    await field.fill('lovelace');
    await option(/^Ada Lovelace/).waitFor();
    expect(await palette.getByRole('option').allTextContents()).toEqual(['Ada Lovelace1985-12-10']);
    await look('palette-found');
    await field.press('Enter');
    await heading('Ada Lovelace');

    // An id, or an address with one, in any environment of the member.
    await open();
    await field.fill(`https://example.com/dashboard/checks/${check.id}`);
    await option(/^Check/).click();
    await heading('Check · Augusta Lovelace');
    await page.getByText('Test data only. Results are predetermined.').waitFor();
    await open();
    await field.fill(augusta);
    await option(/^Applicant.*Sandbox$/).waitFor();
    await field.press('Enter');
    await heading('Augusta Lovelace');

    // By mouse, an action.
    await page.getByRole('button', { name: /^Search/ }).click();
    await option('Switch to Live').click();
    await heading('Review queue');
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('a developer without personal data finds objects by id alone, and nothing of another account', async () => {
    const ada = await applicant('Ada');
    const alien = await applicant('Alien', service.other.liveToken);
    const { page, complaints, heading, ...member } = await openPerson(service, browser, {
      viewport: { width: 390, height: 700 },
    });
    await member.open(await invite(service, 'Dora', 'developer'));
    await member.accept();
    const palette = page.getByRole('dialog', { name: 'Search' });
    const field = palette.getByRole('combobox');
    await page.getByRole('button', { name: /^Search/ }).click();
    await field.fill('lovelace');
    await palette.getByText('Nothing found.').waitFor();
    await field.fill(alien);
    await palette.getByText('Nothing found.').waitFor();
    await field.fill(ada);
    await palette.getByRole('option', { name: /^Applicant/ }).click();
    await page.waitForURL(new RegExp(ada));
    expect(await page.getByText('Lovelace').count()).toBe(0);
    expect(complaints).toEqual([]);
    await member.close();
  });
});
