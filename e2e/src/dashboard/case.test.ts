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
    const email = 'ada@example.com';
    const applicant_id = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace', email }, call);
    await story.applicant({ first_name: 'Bea', last_name: 'Lovelace', email }, call);
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

    // A mention, completed by the keyboard: Otto finds it, and reads it by opening the case.
    const otto = await openPerson(service, browser);
    await otto.page.clock.setFixedTime('2026-01-15T11:30:00Z');
    await otto.open(await invite(service, 'Otto', 'reviewer'));
    await otto.accept();
    await rita.page.reload();
    await rita.heading(/Ada Lovelace/);
    const note = panel.getByLabel('Note', { exact: true });
    await note.pressSequentially('Please look, @');
    const names = panel.getByRole('listbox', { name: 'Members' });
    await names.getByRole('option', { name: 'Otto', exact: true }).waitFor();
    await note.pressSequentially('o');
    await expect.poll(() => names.getByRole('option').allInnerTexts()).toEqual(['Otto']);
    await rita.look('case-mention');
    await note.press('Escape');
    await expect.poll(() => names.count()).toBe(0);
    await note.pressSequentially('t');
    await note.press('Enter');
    expect(await note.inputValue()).toBe('Please look, @Otto ');
    await panel.getByRole('button', { name: 'Add to the case' }).press('Enter');
    await panel.locator('b', { hasText: '@Otto' }).waitFor();
    await otto.page.getByRole('link', { name: /Mentions/ }).click();
    await otto.heading('Mentions');
    await otto.page.getByText('1 new mention').waitFor();
    await otto.page.getByText('Please look, @Otto').waitFor();
    await otto.look('mentions');
    await otto.page.getByRole('link', { name: 'Ada Lovelace', exact: true }).press('Enter');
    await otto.heading(/Ada Lovelace/);
    await expect.poll(() => otto.page.getByText('1 new mention').count()).toBe(0);
    expect(otto.complaints).toEqual([]);
    await otto.close();

    // Tags: added with Enter, offered to other cases, shown in the queue, and removed.
    const tagField = panel.getByLabel('Tag', { exact: true });
    for (const tag of ['Mule', 'pep']) {
      await tagField.fill(tag);
      await tagField.press('Enter');
      await panel.getByRole('button', { name: `Remove the tag ${tag.toLowerCase()}` }).waitFor();
      await expect.poll(() => tagField.inputValue()).toBe('');
    }
    await tagField.fill('two words');
    await tagField.press('Enter');
    await panel.getByText('“two words” is not a tag.').waitFor();
    await tagField.fill('');
    await panel.getByRole('button', { name: 'Remove the tag pep' }).press('Enter');
    await expect.poll(() => panel.getByRole('list', { name: 'Tags' }).innerText()).toMatch(/^mule\s*×$/);
    await rita.look('case-tags');
    await rita.page.goto(`${address}/queue`);
    await rita.page.getByLabel('Tag', { exact: true }).selectOption('mule');
    await rita.page.waitForURL(/tag=mule/);
    const rows = rita.page.getByRole('checkbox', { name: /^Select / });
    await expect.poll(() => rows.count()).toBe(2);
    for (const row of await rows.all()) await row.check();
    await rita.page.getByRole('button', { name: 'Tag', exact: true }).press('Enter');
    const dialog = rita.page.getByRole('dialog', { name: 'Tag 1 case' });
    await dialog.getByLabel('Tag', { exact: true }).fill('vip');
    await rita.look('queue-tag-dialog');
    await dialog.getByLabel('Tag', { exact: true }).press('Enter');
    await dialog.getByText('Changed: 1 of 1 cases.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await expect
      .poll(() => rita.page.getByRole('list', { name: 'Tags' }).allInnerTexts())
      .toEqual(['mule\nvip', 'mule\nvip']);
    await rita.look('queue-tags');
    await rita.page.goto(`${address}/applicants/${applicant_id}`);
    await panel.getByText('2 reports wait for a review.').waitFor();

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

    // An administrator sees who has the same e-mail address, and exports the case.
    const adam = await openPerson(service, browser);
    await adam.open(await invite(service, 'Adam', 'admin'));
    await adam.accept();
    await adam.page.goto(`${address}/applicants/${applicant_id}`);
    await adam.heading(/Ada Lovelace/);
    const related = adam.page.locator('section', { has: adam.page.getByRole('heading', { name: 'Related people' }) });
    await expect
      .poll(() => related.getByRole('listitem').allInnerTexts())
      .toEqual(['Bea Lovelace Same e-mail address']);
    await adam.look('case-export');
    const [archive] = await Promise.all([
      adam.page.waitForEvent('download'),
      adam.page.getByRole('button', { name: 'Export the case', exact: true }).press('Enter'),
    ]);
    expect(archive.suggestedFilename()).toBe(`case_${applicant_id}.zip`);
    expect(adam.complaints).toEqual([]);
    await adam.close();
    expect(rita.complaints).toEqual([]);
    await rita.close();
  });
});
