import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { DAY_MS } from '../../../packages/server/src/base/clock.ts';
import { browserOf } from '../../../packages/server/src/pages/form/testing/form.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('asking the applicant', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { account: { image_quality: false } });

  async function waiting(first_name: string): Promise<string> {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const email = `${first_name.toLowerCase()}@example.com`;
    const applicant = await story.applicant({ first_name, last_name: 'Lovelace', email }, call);
    await story.document(applicant, { type: 'driving_licence', side: 'front' }, call);
    const { body } = await story.check({ applicant_id: applicant, report_names: ['document'] }, call);
    await service.settle();
    return body.report_ids[0];
  }

  test('goes by keyboard from the report to the link, and the answer brings the report back', async () => {
    const report = await waiting('Ada');
    service.clock.advance(60_000);
    const second = await waiting('Grace');
    const { page, complaints, heading, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Ada Lovelace/);
    await page.getByRole('button', { name: /Ask the applicant/ }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Ask the applicant' });
    const send = dialog.getByRole('button', { name: 'Ask the applicant' });
    await send.waitFor();
    await send.press('Enter');
    await dialog.getByText('Choose what you need.').waitFor();
    await dialog.getByLabel('New photo of the back').press('Space');
    await dialog.getByLabel('Language').selectOption({ label: 'German' });
    const message = dialog.getByLabel('Message to the applicant');
    await expect.poll(() => message.inputValue()).toContain('noch einmal');
    await message.fill('Bitte fotografieren Sie die Rückseite.');
    await look('ask-applicant');
    await dialog.getByLabel('Send the link').selectOption({ label: 'I will copy the link' });
    await send.press('Enter');
    await dialog.getByText('Send this link to the applicant:').waitFor();
    const url = (await dialog.locator('code').textContent()) as string;
    await look('ask-applicant-link');
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await heading(/Grace Lovelace/);

    // By mail, and cancelled.
    await page.keyboard.press('a');
    await dialog.getByLabel('Another document').check();
    await send.click();
    await heading('Review queue');
    const table = page.getByRole('table', { name: 'Waiting for the applicant' });
    await table.getByText('Grace Lovelace').waitFor();
    await look('queue-asked');
    await table.getByRole('row', { name: /Grace/ }).getByRole('link', { name: 'Document' }).click();
    await heading(/Grace Lovelace/);
    await page.getByText('You can decide again once the applicant has answered').waitFor();
    await look('report-asked');
    await page.getByRole('button', { name: 'Cancel the request' }).click();
    await page.getByRole('button', { name: /Clear/ }).waitFor();
    expect((await service.get(`/v3.6/reports/${second}`, { token: service.liveToken })).body.status).toBe(
      'awaiting_approval',
    );

    await browserOf(service, url).upload('back', { name: 'back.png' });
    await service.settle();
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports/${report}`);
    await heading(/Ada Lovelace/);
    await page.getByText('Bitte fotografieren Sie die Rückseite.').waitFor();
    await page.getByText('Answered', { exact: true }).waitFor();
    await page.getByText('Findings before the answer').click();
    await look('report-answered');
    expect(complaints).toEqual([]);
    await member.close();
  });

  test('shows what came back without an answer', async () => {
    const report = await waiting('Alan');
    const path = `/v3.6/reports/${report}/information_requests`;
    const body = { items: ['document_front'], expires_in_hours: 24 };
    await service.post(path, body, { token: service.liveToken });
    service.clock.advance(DAY_MS);
    await service.settle();
    const { page, heading, ...member } = await openPerson(service, browser, { viewport: { width: 390, height: 844 } });
    await member.open(await invite(service, 'Ruth', 'reviewer'));
    await member.accept();
    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/reports/${report}`);
    await heading(/Alan Lovelace/);
    await page.getByText('No answer', { exact: true }).waitFor();
    await page.getByText(/The API asked for/).waitFor();
    await member.close();
  });
});
