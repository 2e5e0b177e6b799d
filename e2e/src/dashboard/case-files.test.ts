import { text } from 'node:stream/consumers';
import type { Browser, Download } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

const textOf = async (download: Download) => text(await download.createReadStream());

if (!executablePath) console.warn('The files of a case are not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the files of a case', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage));

  test('are chosen by keyboard or dropped, downloaded and removed', async () => {
    const story = storyOf(service, 'v3.6');
    const applicant = await story.applicant({ first_name: 'Ada', last_name: 'Lovelace' }, { token: service.liveToken });
    const rita = await openPerson(service, browser);
    await rita.page.clock.setFixedTime('2026-01-15T11:30:00Z');
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    const address = `${service.baseUrl}/dashboard/accounts/${service.account.id}/live/applicants/${applicant}`;
    await rita.page.goto(address);
    await rita.heading(/Ada Lovelace/);
    const files = rita.page.getByRole('region', { name: 'Files', exact: true });
    const field = files.getByLabel('Attach files', { exact: true });
    const names = () => files.locator('.name').allInnerTexts();

    // By keyboard: the field opens the dialog of the browser.
    await field.focus();
    const [chooser] = await Promise.all([rita.page.waitForEvent('filechooser'), rita.page.keyboard.press('Space')]);
    expect(chooser.isMultiple()).toBe(true);
    const words = 'She called: the bank confirms the transfer on Monday.\n';
    await chooser.setFiles({ name: 'call.txt', mimeType: 'text/plain', buffer: Buffer.from(words) });
    await files.getByLabel('Remark (optional)').fill('Call of 14 January');
    await files.getByLabel('Remark (optional)').press('Enter');
    await files.getByRole('button', { name: 'Download call.txt' }).waitFor();
    await files.getByText('Call of 14 January').waitFor();
    expect(await rita.page.evaluate("document.querySelector('#case-file').files.length")).toBe(0);
    expect(await files.getByLabel('Remark (optional)').inputValue()).toBe('');

    // By mouse: two files at once. The second is refused, and stays in the field.
    const dropped = await rita.page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['A page of notes'], 'notes with a long name of many words, as people name files.txt'));
      transfer.items.add(new File(['\u0000'], 'program.exe'));
      return transfer;
    })()`);
    const form = files.locator('form');
    await form.dispatchEvent('dragover', { dataTransfer: dropped });
    expect(await form.getAttribute('class')).toContain('dragged');
    await form.dispatchEvent('drop', { dataTransfer: dropped });
    await expect.poll(() => form.getAttribute('class')).not.toContain('dragged');
    await files.getByRole('button', { name: 'Attach', exact: true }).click();
    await files.getByText('must be a pdf, jpg, png or txt file').waitFor();
    await expect.poll(names).toEqual(['notes with a long name of many words, as people name files.txt', 'call.txt']);
    expect(
      await rita.page.evaluate("Array.from(document.querySelector('#case-file').files, ({ name }) => name)"),
    ).toEqual(['program.exe']);
    await rita.look('case-files');
    await rita.page.setViewportSize({ width: 375, height: 800 });
    expect(await rita.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    await rita.page.setViewportSize({ width: 1280, height: 800 });

    const [download] = await Promise.all([
      rita.page.waitForEvent('download'),
      files.getByRole('button', { name: 'Download call.txt' }).press('Enter'),
    ]);
    expect([download.suggestedFilename(), await textOf(download)]).toEqual(['call.txt', words]);

    // Another reviewer may not remove the file of Rita, and an auditor only sees that it is there.
    for (const [name, role, buttons] of [
      ['Otto', 'reviewer', 1],
      ['Audrey', 'auditor', 0],
    ] as const) {
      const other = await openPerson(service, browser);
      await other.open(await invite(service, name, role));
      if (role === 'reviewer') await other.accept();
      else {
        await other.page.getByLabel('Password').fill('correct horse battery staple');
        await other.page.getByRole('button', { name: 'Open the dashboard' }).click();
        await other.page.waitForURL(/accounts/);
      }
      await other.page.goto(address);
      await other.heading(/Ada Lovelace/);
      const row = other.page.getByRole('listitem').filter({ hasText: 'Call of 14 January' });
      await row.waitFor();
      expect(await row.getByRole('button').count()).toBe(buttons);
      expect(other.complaints).toEqual([]);
      await other.close();
    }

    await files.getByRole('button', { name: 'Remove call.txt' }).press('Enter');
    const dialog = rita.page.getByRole('dialog', { name: 'Remove this file?' });
    await dialog.getByText('call.txt is deleted with its remark.').waitFor();
    await rita.look('case-file-remove');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect.poll(names).toEqual(['notes with a long name of many words, as people name files.txt']);
    const panel = rita.page.getByRole('region', { name: 'Case', exact: true });
    await panel.getByText('Removed a file', { exact: true }).waitFor();
    await panel.getByText('Attached a file, which was removed later').waitFor();
    expect(rita.complaints).toEqual([]);
    await rita.close();
  });
});
