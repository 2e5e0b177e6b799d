import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWithForm, typed } from '../../../packages/server/src/pages/form/testing/form.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { invite, openPerson } from '../dashboard/member.ts';
import { visitShop } from '../web-sdk/shop.ts';
import { possible } from '../web-sdk/stage.ts';
import { desktop, type Hosted, openHosted } from './hosted.ts';

/** A day, and zones in which the day begins before or after it does in Greenwich, or without midnight. */
const CASES = [
  ['America/Los_Angeles', '2000-01-01'],
  ['Pacific/Auckland', '2000-01-01'],
  ['Pacific/Kiritimati', '1999-12-31'],
  // Its clocks went from 23:59 to 01:00.
  ['America/Sao_Paulo', '1992-10-25'],
  ['Asia/Kolkata', '2000-02-29'],
] as const;

const partsOf = (dob: string) => dob.split('-').map(Number) as [year: number, month: number, day: number];

describe.skipIf(!possible)('a date of birth', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await openHosted();
  });
  afterAll(() => hosted?.close());

  const applicantOf = async (id: string) => (await hosted.service.get(`/v3.6/applicants/${id}`)).body;

  test.each(CASES)('that is typed in %s as %s is the same day everywhere', async (timezoneId, dob) => {
    const { service, browser } = hosted;
    const [year, month, day] = partsOf(dob);

    // In the browser SDK.
    const run = await service.run(workflowIds.profile);
    const more = "disableWelcomeScreen: true, onError: (error) => note('onError', error),";
    const script = `Onfido.init({ token: '${run.sdk_token}', workflowRunId: '${run.id}', ${more} });`;
    const shop = await visitShop(browser, service, script, { ...desktop, timezoneId });
    const values = { first_name: 'Ann', last_name: 'Lee', 'dob-day': day, 'dob-month': month, 'dob-year': year };
    await shop.page.locator('#dob-day').waitFor();
    for (const [id, value] of Object.entries(values)) await shop.page.locator(`#${id}`).fill(String(value));
    await shop.page.locator('#country_residence').selectOption('GBR');
    await shop.button('Continue').click();
    await shop.heading('Choose your document').waitFor();
    await shop.close();
    expect((await applicantOf(run.applicant_id)).dob).toBe(dob);

    // On the hosted page, in a browser without scripts.
    const check = await checkWithForm(service, ['document', 'identity_enhanced']);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false, timezoneId });
    const page = await context.newPage();
    await page.goto(`${check.form_uri}/details`);
    const form = { ...typed, 'dob-day': String(day), 'dob-month': String(month), 'dob-year': String(year) };
    for (const [name, value] of Object.entries(form)) {
      const control = page.locator(`[name="${name}"]`);
      // The form asks only for what the reports need.
      if ((await control.count()) === 0) continue;
      if (name.endsWith('country') || name.endsWith('residence')) await control.selectOption(value);
      else if (name.startsWith('consents')) await control.check();
      else await control.fill(value);
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/document');
    await page.goto(`${check.form_uri}/check`);
    const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(dob));
    await page.getByText(long, { exact: true }).waitFor();
    await context.close();
    expect((await applicantOf(check.applicant_id)).dob).toBe(dob);

    // A reviewer of the zone sees the day.
    const reviewer = await openPerson(service, browser, { timezoneId });
    await reviewer.open(await invite(service, `Rita-${timezoneId.replaceAll(/\W/g, '')}`, 'reviewer'));
    await reviewer.accept();
    const shownAt = `${service.baseUrl}/dashboard/accounts/${service.account.id}/sandbox/applicants`;
    await reviewer.page.goto(`${shownAt}/${check.applicant_id}`);
    await reviewer.page.getByText(dob).first().waitFor();
    expect(reviewer.complaints).toEqual([]);
    await reviewer.close();
  });
});
