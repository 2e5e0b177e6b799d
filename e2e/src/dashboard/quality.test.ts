import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../packages/server/src/api/dashboard/testing/browser.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { firstInvitation, onStage, openPerson } from './member.ts';

describe.skipIf(!executablePath)('the page Quality', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('shows the decisions of all reviewers, and exports them', async () => {
    const ada = await openPerson(service, browser);
    const { page, complaints } = ada;
    await ada.open(await firstInvitation(service));
    await ada.accept({ 'Email address': 'ada@example.com', 'Your name': 'Ada' });
    const live = { token: service.account.liveToken };
    const story = storyOf(service, 'v3.6');
    const rita = await signedIn(service, 'reviewer', { name: 'Rita' });
    const otto = await signedIn(service, 'reviewer', { name: 'Otto' });
    for (const [member, seconds, result] of [
      [rita, 20, 'clear'],
      [rita, 50, 'consider'],
      [otto, 90, 'clear'],
    ] as const) {
      const applicant = await story.applicant({}, live);
      await story.document(applicant, {}, live);
      const asked = { applicant_id: applicant, report_names: ['document'] };
      const { report_ids } = (await story.check(asked, live)).body;
      await service.settle();
      const path = `/accounts/${service.account.id}/live/reports/${report_ids[0]}`;
      expect((await member.post(`${path}/claim`)).status).toBe(200);
      service.clock.advance(seconds * 1000);
      const decision = result === 'clear' ? { result } : { result, sub_result: 'suspected' };
      expect((await member.post(`${path}/decide`, { ...decision, note: 'I compared all fields' })).status).toBe(200);
    }

    await page.goto(`${service.baseUrl}/dashboard/accounts/${service.account.id}/live/overview`);
    await ada.heading('Overview');
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await ada.heading('Quality');
    const people = page.getByRole('table', { name: 'By reviewer', exact: true });
    await people.getByRole('row', { name: 'Otto 1 1 min' }).waitFor();
    expect(await people.getByRole('row').count()).toBe(3);
    await page
      .getByRole('table', { name: 'By report type', exact: true })
      .getByRole('row', { name: 'Document 3 50 s' })
      .waitFor();
    await ada.look('quality');

    await page.getByLabel('From', { exact: true }).fill('2024-01-01');
    await page.getByLabel('To', { exact: true }).fill('2024-01-31');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.getByText('Nobody decided a report in this period', { exact: true }).waitFor();
    await ada.look('quality-empty');
    await page.goBack();
    await people.waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV', exact: true }).click(),
    ]);
    const lines = (await text(await file.createReadStream())).split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      'row,value,name,decisions,ended,overturned,clear_share,overturned_share,p50_seconds,p90_seconds,second_looks,agreed,agreement,agreement_low,agreement_high',
      'period,,,3,3,0,0.6667,0.0000,50,90,0,0,,,',
    ]);
    expect(complaints).toEqual([]);
    await ada.close();
  });
});
