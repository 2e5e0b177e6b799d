import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import { DAY_MS } from '../../../packages/server/src/base/clock.ts';
import { putDayCount } from '../../../packages/server/src/store/queries/day-counts.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { upkeep } from '../../../packages/server/src/workers/upkeep.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('the insights of the dashboard', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('show the figures of a period by day and by dimension, and export them', async () => {
    const story = storyOf(service, 'v3.6');
    for (const names of [['Doe', 'Doe', 'Consider'], ['Doe'], ['Consider', 'Doe', 'Doe', 'Doe']]) {
      for (const last_name of names) {
        const applicant = await story.applicant({ last_name });
        await story.document(applicant);
        const asked = { applicant_id: applicant, report_names: ['document', 'watchlist_standard'] };
        expect((await service.post('/v3.6/checks', asked)).status).toBe(201);
      }
      await service.settle();
      service.clock.advance(DAY_MS);
    }
    // Live: four weeks in which 90 % of the reports pass, and a day on which 70 % do.
    const live = { account_id: service.account.id, environment: 'live' as const };
    const yesterday = Math.floor(service.clock.now() / DAY_MS) - 1;
    await service.services.store.transaction(async (tx) => {
      for (let ago = 0; ago <= 28; ago++) {
        const [clear, consider] = ago === 0 ? [70, 30] : [90, 10];
        const counts = { reports: 100, clear, consider, unidentified: 0, reviewed: 0, times: '{}', reasons: '{}' };
        await tx.within(live).run(putDayCount, { dimension: 'all', value: '', day: yesterday - ago, ...counts });
      }
    });
    await upkeep(service.services);

    const ada = await openPerson(service, browser);
    const { page, complaints } = ada;
    await ada.open(await firstInvitation(service));
    await ada.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    const at = `${service.baseUrl}/dashboard/accounts/${service.account.id}`;
    const change = 'Pass rate: fell from 90 % to 70 %, 17 Jan. 79.5 % to 100 % would be usual.';
    await page.goto(`${at}/live/overview`);
    await page.getByRole('link', { name: change, exact: true }).click();
    await ada.heading('Insights');
    await page
      .getByRole('region', { name: 'Sudden changes', exact: true })
      .getByText(change, { exact: true })
      .waitFor();
    await ada.look('insights-changes');
    await page.goto(`${at}/live/insights?from=2024-01-01&to=2024-01-31`);
    await page.getByText('No report got a result in this period', { exact: true }).waitFor();

    await page.goto(`${at}/sandbox/overview`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await ada.heading('Insights');
    const types = page.getByRole('table', { name: 'Report type', exact: true });
    const rows = async (table: typeof types) => {
      const texts = await table.getByRole('row').allInnerTexts();
      return texts.slice(1);
    };
    await types.waitFor();
    await expect.poll(async () => (await rows(types)).length).toBe(2);
    // Each plot has a table.
    const volume = page.getByRole('region', { name: 'Reports per day, by result', exact: true });
    await volume.getByText('Show as a table', { exact: true }).click();
    await volume.getByRole('row', { name: '2026-01-17 6 2 0' }).waitFor();
    await ada.look('insights');

    await page.getByLabel('From', { exact: true }).fill('2026-01-17');
    await page.getByLabel('To', { exact: true }).fill('2026-01-17');
    await page.getByLabel('Break down by', { exact: true }).selectOption('country');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const countries = page.getByRole('table', { name: 'Country of the document', exact: true });
    await countries.getByText('GBR', { exact: true }).waitFor();
    expect(page.url()).toContain('from=2026-01-17');
    await page.getByText('Period before: 2', { exact: true }).waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('insights_sandbox_2026-01-17_2026-01-17.csv');
    const lines = (await text(await file.createReadStream())).split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 5).join(','))).toEqual([
      'row,value,name,reports,clear',
      'period,,,8,6',
      'period_before,,,2,2',
      'day,2026-01-17,,8,6',
      'country,GBR,GBR,4,3',
      '',
    ]);
    expect(complaints).toEqual([]);
    await ada.close();
  });
});
