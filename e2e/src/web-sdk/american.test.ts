import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseCountry, desktop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';
import { linkOf, takeUp, visitDesktop } from './two-devices.ts';

describe.skipIf(!possible)('American English', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const american = { locale: 'en-US' };

  test('is for a browser that asks for it, and stays on a phone that asks for British English', async () => {
    const shop = await visitDesktop(stage, 'american', "steps: ['document', 'complete'],", american);
    await shop.look('Choose your document');
    expect(await shop.page.getByRole('region').getAttribute('lang')).toBe('en-US');
    await chooseCountry(shop.page, 'United States');
    await shop.page.getByRole('button', { name: /^Driver’s license/ }).click();
    await shop.page.locator('.actions .button:has(.icon-phone)').click();
    const other = await takeUp(stage, await linkOf(shop));
    await other.heading('Is this your computer?').waitFor();
    expect(await other.page.locator('.sdk').getAttribute('lang')).toBe('en-US');
    await other.button('No, cancel').click();
    await other.heading('You canceled verification').waitFor();
    await shop.look('Verification was canceled on the phone');
    expect(other.complaints).toEqual([]);
    await Promise.all([other.close(), shop.close()]);
  });

  test('has dates, labels and codes as in the United States', async () => {
    const data = { type: 'data', options: { required: ['dob', 'email', 'phone_number', 'address'] } };
    const visit = async (locale: string) => {
      const { token } = await stage.admit();
      const script = `Onfido.init({ token: '${token}', steps: [${JSON.stringify(data)}], ...notes });`;
      const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, locale, name: 'american-data' });
      await shop.look('Your details');
      await shop.page.getByLabel('Country', { exact: true }).selectOption('USA');
      await shop.page.locator('datalist option[value=TX]').waitFor({ state: 'attached' });
      expect(await shop.page.locator('datalist option').count()).toBe(62);
      const labels = await shop.page.locator('label.field, .date label').allInnerTexts();
      await shop.close();
      return labels.filter((label) => label !== 'Country');
    };
    expect(await visit('en-US')).toEqual([
      ...['Month', 'Day', 'Year', 'Email address', 'Phone number', 'Street address'],
      ...['Apartment, suite, or unit (optional)', 'City', 'State', 'ZIP or postal code'],
    ]);
    expect(await visit('en-GB')).toEqual([
      ...['Day', 'Month', 'Year', 'E-mail address', 'Phone number', 'House number and street'],
      ...['Flat, building or district (optional)', 'Town or city', 'State', 'Postcode'],
    ]);
  });
});
