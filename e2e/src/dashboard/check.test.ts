import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('the page of a check', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('shows reports and points that need a look first, and folds the rest', async () => {
    const story = storyOf(service, 'v3.6');
    const report_names = ['watchlist_standard', 'document'];
    const checkOf = async (first_name: string, last_name: string): Promise<string> => {
      const applicant_id = await story.applicant({ first_name, last_name });
      await story.document(applicant_id);
      return (await story.completed({ applicant_id, report_names })).check.id;
    };
    const [suspected, clear] = [
      await checkOf('Image Integrity - Supported Document', 'Doe'),
      await checkOf('Ada', 'Lovelace'),
    ];
    const { page, complaints, look, heading, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    const open = async (id: string, name: string) => {
      await page.goto(`${service.baseUrl}/dashboard/checks/${id}`);
      await heading(`Check · ${name}`);
    };
    const shown = async () =>
      (await page.getByRole('region', { name: 'Reports', exact: true }).innerText()).split('\n').filter((line) => line);

    await open(suspected, 'Image Integrity - Supported Document Doe');
    const folded = [
      ...['Document', 'Consider', 'Image integrity', 'Consider', 'Supported document', 'Consider'],
      ...['Image quality', 'Clear', 'Conclusive document quality', 'Clear', 'Colour picture', 'Clear'],
      ...['7 points without a finding', 'Watchlist standard', 'Clear', '3 points without a finding', 'API response'],
    ];
    expect(await shown()).toEqual(folded);
    await look('check-consider');
    await page.getByText('3 points without a finding').click();
    await page.getByText('Sanction', { exact: true }).waitFor();
    await page.getByText('3 points without a finding').click();
    await page.getByText('Sanction', { exact: true }).waitFor({ state: 'hidden' });
    // Paper has no disclosures to open.
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Sanction', { exact: true }).waitFor();
    await page.emulateMedia({ media: 'screen' });

    await open(clear, 'Ada Lovelace');
    expect((await shown()).slice(0, 9)).toEqual([
      ...['Watchlist standard', 'Clear', '3 points without a finding', 'Sanction', 'Clear'],
      ...['Politically exposed person', 'Clear', 'Legal and regulatory warnings', 'Clear'],
    ]);
    await look('check-clear');
    expect(complaints).toEqual([]);
    await member.close();
  });
});
