import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { chooseCountry, desktop, phone, type Shop, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Names and hints of the documents that are offered. */
const documents = (shop: Shop): Promise<string[]> => shop.page.locator('.choice .words').allInnerTexts();

const read = "document.querySelector('.bonafide-sdk').shadowRoot";

describe.skipIf(!possible)('the issuing country', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** A page for an applicant who lives at an address. */
  async function visit(steps: string, { address, ...options }: Visit & { address?: object } = {}) {
    const person = { first_name: 'Ada', last_name: 'Lovelace', ...(address && { address }) };
    const { id } = (await stage.service.post('/v3.6/applicants', person)).body;
    const { token } = (await stage.service.post('/v3.6/sdk_token', { applicant_id: id, referrer: '*://*/*' })).body;
    const script = `window.handle = Onfido.init({ token: '${token}', steps: ${steps}, ...notes });`;
    return visitShop(stage.browser, stage.service, script, { ...phone, ...options });
  }

  const chosen = (shop: Shop) => shop.page.locator('#country').inputValue();
  const voice = (shop: Shop) => shop.page.locator('[role="status"]').allInnerTexts();

  test('is the country where the applicant lives, and its documents have its own names', async () => {
    const address = { country: 'CHL', line1: 'Calle Ejemplo 1', town: 'Santiago', postcode: '8320000' };
    const shop = await visit("['document']", { address, name: 'country-home', locale: 'en-GB' });
    await expect
      .poll(() => documents(shop))
      .toEqual([
        'Passport\nThe page with your photo',
        'Licencia de conductor\nDriving licence · Front and back',
        'Cédula de identidad\nIdentity card · Front and back',
        'Residence permit\nFront and back',
      ]);
    await shop.look('Choose your document', { focus: false });
    expect(await chosen(shop)).toBe('Chile');
    expect(await shop.page.locator('.choice .name bdi').nth(1).getAttribute('lang')).toBe('es');
    await shop.button('Cédula de identidad').click();
    await shop.heading('Front of your document').waitFor();
    expect(shop.received('analytics')).toEqual([
      ...['DOCUMENT_TYPE_SELECT', 'ID_DOCUMENT_COUNTRY_SELECT', 'DOCUMENT_CAPTURE_FRONT'],
    ]);
    await shop.button('Back').click();
    await chooseCountry(shop.page, 'United Kingdom');
    // No identity card is issued there, and its own language needs no translation.
    expect(await documents(shop)).toEqual([
      'Passport\nThe page with your photo',
      'Driving licence\nFront and back',
      'Biometric residence permit\nFront and back',
    ]);
    await shop.button('Driving licence').click();
    await shop.button('Back').click();
    await expect.poll(() => chosen(shop)).toBe('United Kingdom');
    await shop.close();
  });

  test('is otherwise the country of the browser, and a proof of address may come from any', async () => {
    const shop = await visit("['poa']", { name: 'country-poa', locale: 'de-AT' });
    await shop.button('Stromrechnung').or(shop.button('Kontoauszug')).first().waitFor();
    await expect.poll(() => chosen(shop)).toBe('Österreich');
    await chooseCountry(shop.page, 'Réunion');
    await shop.close();
  });

  test.each([
    ['Latin names on a page from right to left', 'ar', 'ألمانيا', 'right'],
    ['Arabic names on a page from left to right', 'en_US', 'Egypt', 'left'],
  ] as const)('has %s stand in line with the other words', async (_, language, country, edge) => {
    const shop = await visit("['document']", { name: `country-${language}` });
    await shop.page.locator('#country').waitFor();
    await shop.page.evaluate(`handle.setOptions({ language: '${language}' })`);
    await shop.page.locator(`.sdk[lang="${language.replace('_', '-')}"] #country`).waitFor();
    await chooseCountry(shop.page, country);
    const edges = await shop.page.evaluate<
      number[]
    >(`[...${read}.querySelectorAll('.choice .words > span')].map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Math.round(range.getBoundingClientRect().${edge});
    })`);
    expect(edges.length).toBe(8);
    expect(new Set(edges).size).toBe(1);
    await shop.look(language === 'ar' ? 'اختر وثيقتك' : 'Choose your document', { focus: false });
    await shop.close();
  });

  test('is searched by keyboard, in the language of the page and in English, without accents', async () => {
    const shop = await visit("['document']", { ...desktop, name: 'country-keyboard', locale: 'de-DE' });
    const { page } = shop;
    const field = page.getByRole('combobox', { name: 'Ausstellendes Land' });
    await field.waitFor();
    const state = async () => {
      const active = await field.getAttribute('aria-activedescendant');
      return [await field.getAttribute('aria-expanded'), active && (await page.locator(`#${active}`).innerText())];
    };
    const options = () => page.getByRole('option').allInnerTexts();
    expect([await field.inputValue(), ...(await state())]).toEqual(['Deutschland', 'false', null]);
    // The focus of the keyboard selects the text, so that typing replaces it.
    await page.evaluate(`${read}.querySelector('h1').focus()`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('osterr');
    expect([await options(), await state()]).toEqual([['Österreich'], ['true', 'Österreich']]);
    await page.keyboard.press('Escape');
    expect([await field.inputValue(), ...(await state())]).toEqual(['Deutschland', 'false', null]);
    await field.fill('Niger');
    expect(await options()).toEqual(['Niger', 'Nigeria']);
    await page.keyboard.press('ArrowDown');
    expect(await state()).toEqual(['true', 'Nigeria']);
    await page.keyboard.press('ArrowDown');
    expect(await state()).toEqual(['true', 'Niger']);
    await page.keyboard.press('ArrowUp');
    expect(await violations(page, ['page-has-heading-one'])).toEqual([]);
    await page.keyboard.press('Enter');
    expect([await field.inputValue(), ...(await state())]).toEqual(['Nigeria', 'false', null]);
    await field.fill('Atlantis');
    expect([await page.getByText('Kein Land gefunden').first().isVisible(), ...(await state())]).toEqual([
      true,
      ...['false', null],
    ]);
    await page.keyboard.press('Tab');
    // A text that names no country is not taken; the whole name in English is.
    expect(await field.inputValue()).toBe('Nigeria');
    await field.fill('austria');
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe('Österreich');
    expect((await voice(shop)).join()).toContain(
      'Österreich: Reisepass, Führerschein, Personalausweis, Aufenthaltstitel',
    );
    // The list of all countries begins at the chosen one.
    await field.click();
    expect(await state()).toEqual(['true', 'Österreich']);
    expect(await options()).not.toContain('Antarktis');
    await page.getByRole('option', { name: 'Frankreich', exact: true }).click();
    expect(await field.inputValue()).toBe('Frankreich');
    expect(await documents(shop)).toContain('Carte nationale d’identité\nPersonalausweis · Vorder- und Rückseite');
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });

  test('lies over the documents while it is open, within the SDK', async () => {
    const small = { ...phone, viewport: { width: 568, height: 320 }, name: 'country-landscape', locale: 'en-GB' };
    const shop = await visit("['document']", small);
    await shop.page.locator('#country').click();
    const box = await shop.page.locator('#countries').boundingBox();
    expect(box).not.toBeNull();
    const { y, height } = box as { y: number; height: number };
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(320);
    expect(await violations(shop.page, ['page-has-heading-one'])).toEqual([]);
    await shop.close();
  });

  test('is asked for on its own where one document is wanted, of the countries that issue it', async () => {
    const card = "[{ type: 'document', options: { documentTypes: { national_identity_card: true } } }]";
    const shop = await visit(card, { name: 'country-alone', locale: 'en-GB' });
    const { page, button } = shop;
    await button('Continue').waitFor();
    await shop.look('Which country issued your document?', { focus: false });
    expect(await chosen(shop)).toBe('');
    await button('Continue').click();
    expect(await page.locator('#country-missing').isVisible()).toBe(true);
    await page.locator('#country').fill('United');
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['United Arab Emirates', 'United States']);
    await chooseCountry(page, 'Ireland');
    expect(await page.locator('#country-missing').isVisible()).toBe(false);
    await button('Continue').click();
    await shop.look('Front of your document');
    await shop.close();
  });

  test.each([
    [
      'one document of one country',
      '{ documentTypes: { driving_licence: { country: "ESP" } } }',
      'Front of your document',
    ],
    ['a passport, which names its country', '{ documentTypes: { passport: true } }', 'Photo page of your passport'],
    [
      'one document, where the page hides countries',
      '{ documentTypes: { residence_permit: true }, hideCountrySelection: true }',
      'Front of your document',
    ],
  ])('is not asked for with %s', async (_, options, title) => {
    const shop = await visit(`[{ type: 'document', options: ${options} }]`, { name: 'country-fixed' });
    await shop.heading(title).waitFor();
    await shop.close();
  });

  test('is not asked for where the page fixes the country of every document', async () => {
    const types = '{ passport: true, driving_licence: { country: "ESP" } }';
    const shop = await visit(`[{ type: 'document', options: { documentTypes: ${types} } }]`, { name: 'country-types' });
    await shop.button('Driving licence').waitFor();
    expect(await shop.page.locator('#country').count()).toBe(0);
    await shop.close();
  });

  test('is loaded while the applicant reads the first screen', async () => {
    const shop = await visit("['welcome', 'document']", { name: 'country-early' });
    const asked: string[] = [];
    shop.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await shop.page.reload();
    const loaded = () => asked.some((path) => path.endsWith('/lazy/country-choice.js'));
    await expect.poll(loaded).toBe(true);
    expect(await shop.page.locator('[data-screen="welcome"]').count()).toBe(1);
    await shop.close();
  });

  test('says that it can’t be loaded, and is loaded again', async () => {
    const shop = await visit("['document']", { name: 'country-offline' });
    await shop.page.route('**/lazy/country-choice.js*', (route) => route.abort());
    await shop.page.reload();
    await shop.page.locator('.form .alert').waitFor();
    await shop.page.unroute('**/lazy/country-choice.js*');
    await shop.button('Try again').click();
    await shop.button('Passport').waitFor();
    await shop.close();
  });
});
