import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('The dashboard is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the case of a person', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('has the waiting reports of all checks, which are decided one after the other, and notes', async () => {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, call);
    const reports: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await story.document(applicant_id, {}, call);
      const { report_ids } = (await story.check({ applicant_id, report_names: ['document'] }, call)).body;
      await service.settle();
      service.clock.advance(60_000);
      reports.push(report_ids[0]);
    }
    const rita = await openPerson(service, browser);
    await rita.page.clock.setFixedTime('2026-01-15T11:30:00Z');
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    const address = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live`;
    await rita.page.goto(`${address}/applicants/${applicant_id}`);
    await rita.heading(/Ada Lovelace/);
    const panel = rita.page.getByRole('region', { name: 'Case', exact: true });
    await panel.getByText('2 reports wait for a review.').waitFor();
    await rita.page.getByRole('button', { name: 'Add to blocklist' }).waitFor();
    await panel.getByLabel('Note', { exact: true }).fill('Called her: she lives in Leeds now.');
    await panel.getByLabel('Status', { exact: true }).selectOption({ label: 'Escalated' });
    await panel.getByRole('button', { name: 'Add to the case' }).press('Enter');
    await panel.getByText('Status set: Escalated').waitFor();
    await panel.getByText('Called her: she lives in Leeds now.').waitFor();
    expect(await panel.getByLabel('Note', { exact: true }).inputValue()).toBe('');
    await rita.look('case');

    // Snoozed, the reports leave the queue, and come back at once.
    await panel.getByLabel('Keep out of the queue for').selectOption({ label: '3 days' });
    await panel.getByRole('button', { name: 'Snooze', exact: true }).press('Enter');
    await panel.getByText('Out of the review queue until').waitFor();
    await rita.look('case-snoozed');
    await panel.getByRole('button', { name: 'Bring back now' }).press('Enter');
    await panel.getByRole('button', { name: 'Snooze', exact: true }).waitFor();

    await panel.getByRole('button', { name: 'Review these reports' }).press('Enter');
    for (const [index, report] of reports.entries()) {
      await rita.page.waitForURL(`${address}/reports/${report}?applicant=${applicant_id}`);
      await rita.page.getByRole('button', { name: /Clear the report/ }).waitFor();
      await rita.page.keyboard.press('1');
      await rita.page.getByRole('button', { name: /^Undo/ }).nth(index).waitFor();
      await rita.page.keyboard.press('Enter');
    }
    // After the last report, the page of the person is open again.
    await rita.page.waitForURL(`${address}/applicants/${applicant_id}`);
    await rita.store();
    await rita.page.reload();
    await panel.getByLabel('Status', { exact: true }).selectOption({ label: 'Closed' });
    await panel.getByRole('button', { name: 'Add to the case' }).press('Enter');
    await panel.getByText('Status set: Closed').waitFor();
    expect(await panel.getByText('wait for a review').count()).toBe(0);
    expect(rita.complaints).toEqual([]);
    await rita.close();
  });
});
