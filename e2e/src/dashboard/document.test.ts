import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { drawPassport } from '../../../packages/server/src/demo/specimen.ts';
import { startService } from '../../../packages/server/src/testing/service.ts';
import { executablePath, openBrowser } from '../chromium.ts';
import { invite, openPerson } from './member.ts';

test.skipIf(!executablePath)('what analysers found is drawn where they found it', async () => {
  const service = await startService({ settings: { analysis: 'on' } });
  const browser = await openBrowser();
  try {
    const call = { token: service.liveToken };
    const person = { first_name: 'Maja Elin', last_name: 'Lindqvist', dob: '1985-08-12' };
    const { body: applicant } = await service.post('/v3.6/applicants', person, call);
    const form = new FormData();
    form.append('applicant_id', applicant.id);
    form.append('type', 'passport');
    form.append('file', new Blob([new Uint8Array(await drawPassport({}))], { type: 'image/png' }), 'passport.png');
    await service.call('POST', '/v3.6/documents', { ...call, form });
    const order = { applicant_id: applicant.id, report_names: ['document'] };
    const { body: check } = await service.post('/v3.6/checks', order, call);
    await service.settle();

    const { page, complaints, look, ...member } = await openPerson(service, browser);
    await member.open(await invite(service, 'Rita', 'reviewer'));
    await member.accept();
    const path = `/dashboard/accounts/${service.account.id}/live/reports/${check.report_ids[0]}`;
    await page.goto(service.baseUrl + path);
    const compared = page.locator('section.compare').filter({ hasText: 'Date of birth' });
    await compared.waitFor();
    // The applicant gave another year than the document has.
    expect(await compared.locator('mark').allInnerTexts()).toEqual(['8', '5', '9', '0']);

    // Pointing at a value marks its place in the picture.
    await expect.poll(() => page.evaluate("document.querySelector('.picture img').naturalWidth")).toBeGreaterThan(0);
    const picture = await page.locator('.picture img').boundingBox();
    await page.getByRole('row', { name: /^Date of birth/ }).hover();
    const born = await page.locator('.box.pointed').boundingBox();
    if (!picture || !born) throw new Error('Nothing is drawn');
    const drawn = [(born.x - picture.x) / picture.width, (born.y - picture.y) / picture.height];
    // The text starts at 520 of 1,500, and stands on the line 630 of 1,056.
    expect(drawn[0]).toBeCloseTo(520 / 1500, 1);
    expect(drawn[1]).toBeCloseTo(600 / 1056, 1);
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    await look('document');
    expect(complaints).toEqual([]);
    await member.close();
  } finally {
    await browser.close();
    await service.close();
  }
});
