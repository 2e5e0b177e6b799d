import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('an import of applicants in the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('shows every error first, then creates all rows, and gives a report', async () => {
    const ada = await openPerson(service, browser, { acceptDownloads: true });
    const { page, heading, complaints, look } = ada;
    const file = (rows: string) => ({ name: 'people.csv', mimeType: '', buffer: Buffer.from(rows) });
    const count = async (token: string) => (await service.get('/v3.6/applicants', { token })).headers['x-total-count'];
    await ada.open(await firstInvitation(service));
    await ada.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/applicants`);
    await page.getByRole('link', { name: 'Import applicants' }).press('Enter');
    await heading('Import applicants');
    await look('import');

    await page.getByLabel('CSV file').setInputFiles(file('first_name;last_name;email\nAnna;Berg;nowhere\nBo;;\n'));
    await page.getByRole('button', { name: 'Check the file' }).press('Enter');
    await page.getByText('The file has 2 errors.').waitFor();
    const cells = await page.getByRole('table', { name: 'Errors of the file' }).getByRole('cell').allTextContents();
    expect(cells).toEqual(['2', 'email', 'is invalid', '3', 'last_name', "can't be blank"]);
    await look('import-errors');
    expect(await count(service.liveToken)).toBe('0');

    const rows = 'first_name;last_name;email\nAnna;Berg;anna@example.com\nBo;Ek;bo@example.com\n';
    await page.getByLabel('CSV file').setInputFiles(file(rows));
    await page.getByLabel('Workflow to start for each applicant').selectOption({ index: 1 });
    await page.getByLabel('Links for the applicants').selectOption('Put into the report, I send them');
    await page.getByRole('button', { name: 'Check the file' }).press('Enter');
    await page.getByText('All 2 rows are right.').waitFor();
    await look('import-checked');
    await page.getByRole('button', { name: 'Create 2 applicants' }).press('Enter');
    await page.getByText('2 rows are imported.').waitFor();
    await page.getByText('Created: 2').waitFor();
    await look('import-report');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).press('Enter'),
    ]);
    const report = (await text(await saved.createReadStream())).trim().split('\r\n');
    expect(report[0]).toBe('row,outcome,applicant_id,workflow_run_id,link,error');
    const [, , applicant, run, link] = (report[1] as string).split(',');
    const { body } = await service.get(`/v3.6/workflow_runs/${run}`, { token: service.liveToken });
    expect([report.length, body.applicant_id, body.link.url]).toEqual([3, applicant, link]);

    // The same file creates nobody twice, and another environment is another place.
    await page.getByRole('button', { name: 'Check the file' }).press('Enter');
    await page.getByRole('button', { name: 'Create 2 applicants' }).press('Enter');
    await page.getByText('Created earlier from the same file: 2').waitFor();
    expect([await count(service.liveToken), await count(service.sandboxToken)]).toEqual(['2', '0']);
    expect(complaints).toEqual([]);
    await ada.close();
  });
});
