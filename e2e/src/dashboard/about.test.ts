import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BILL, paper } from '../../../packages/server/src/api/v3/testing/address-paper.ts';
import { storyOf } from '../../../packages/server/src/api/v3/testing/story.ts';
import type { TestService } from '../../../packages/server/src/testing/service.ts';
import { executablePath } from '../chromium.ts';
import { invite, onStage, openPerson } from './member.ts';

if (!executablePath) console.warn('What reports are about is not tried in a browser: there is no Chromium');

describe.skipIf(!executablePath)('the page of a report', () => {
  let service: TestService;
  let browser: Browser;
  onStage((stage) => ({ service, browser } = stage), { settings: { analysis: 'on' } });

  test('shows the paper and both addresses, or the data that sources were asked about', async () => {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const address = {
      building_number: '10',
      street: 'Sample Street',
      town: 'London',
      postcode: 'SW4 6EH',
      country: 'GBR',
    };
    const applicant_id = await story.applicant(
      { first_name: 'Jane', last_name: 'Doe', dob: '1990-01-31', address },
      call,
    );
    // The letter O in place of a zero: no more than a slip of reading.
    const lines = BILL.map((line) => (line === '1 Sample Street' ? '1O Sample Street' : line));
    const file = { name: 'bill.pdf', bytes: await paper(lines, {}, { pages: 2 }), type: 'application/pdf' };
    await story.upload('documents', { applicant_id, type: 'utility_bill', issuing_country: 'GBR' }, file, call);
    for (const name of ['proof_of_address', 'identity_enhanced']) {
      expect((await service.post('/v3.6/checks', { applicant_id, report_names: [name] }, call)).status).toBe(201);
      await service.settle();
      service.clock.advance(1000);
    }
    const { page, complaints, look, heading, ...rita } = await openPerson(service, browser);
    await rita.open(await invite(service, 'Rita', 'reviewer'));
    await rita.accept();
    await page.getByRole('button', { name: 'Review the next report' }).click();
    await heading(/Proof of address · Jane Doe/);
    const picture = page.getByRole('img', { name: 'Proof of address 1' });
    await picture.waitFor();
    await expect.poll(() => page.evaluate("document.querySelector('.picture img').naturalWidth > 0")).toBe(true);
    await page.getByRole('button', { name: 'Image 2' }).waitFor();
    const marked = page.locator('.compare mark');
    expect(await marked.allTextContents()).toEqual(['1', '0', '1', 'O']);
    await page
      .locator('.choices button.clear')
      .getByText('I compared the document with the applicant’s name and address')
      .waitFor();
    await look('about-paper');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');

    // No picture and no answer: nothing was compared, so no reason is offered, and `1` and `Enter` decide nothing.
    await heading(/Identity enhanced · Jane Doe/);
    await page.locator('.choices button.clear').getByText('Needs a reason').waitFor();
    const data = page.getByRole('region', { name: 'Data of the report' });
    await data.getByText('10, Sample Street, London, SW4 6EH, GBR').waitFor();
    await look('about-identity');
    await page.keyboard.press('1');
    await page.getByRole('alert').getByText('This decision needs a reason.').waitFor();
    expect(await page.getByText('Decided:').count()).toBe(0);
    await page.getByLabel('Reason').selectOption('The applicant proved the data with a document.');
    await page.locator('.choices button.clear').click();
    await page.getByText(/Decided: Clear/).waitFor();
    await rita.store();
    const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
    const path = `/operator/v1/accounts/${service.account.id}/reports`;
    const { reports } = (await service.get(`${path}?status=complete`, operator)).body;
    const notes = [];
    for (const { id } of reports) notes.push((await service.get(`${path}/${id}`, operator)).body.decisions[0].note);
    expect(notes).toEqual([
      'I compared the document with the applicant’s name and address and found no problem.',
      'The applicant proved the data with a document.',
    ]);
    expect(complaints).toEqual([]);
    await rita.close();
  });
});
