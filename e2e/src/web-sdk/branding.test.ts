import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, phone, type Shop, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage, unsignedToken } from './stage.ts';

const yellow = { display_name: 'Alice & Sons', colour: '#ffe600' };
const nothing = { display_name: null, colour: null };

/** A word on a transparent ground, to which the service gives a ground of its own. */
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect x="20" y="70" width="360" height="60" fill="#14508c"/></svg>`;

const inSdk = "document.querySelector('.bonafide-sdk').shadowRoot";
const mark = `${inSdk}.querySelector('.brand')?.outerHTML ?? null`;
/** Returns whether the logo has a picture, and its size in CSS pixels. */
const logoSize = `(({ naturalWidth, width, height }) => [naturalWidth > 0, width, height])(${inSdk}.querySelector('.brand img'))`;
const buttonColours = `(({ color, backgroundColor, borderTopColor }) => [color, backgroundColor, borderTopColor])(
  getComputedStyle(${inSdk}.querySelector('.button')))`;

/** Black on yellow, with an edge that has a contrast of 3 with white. */
const onYellow = ['rgb(0, 0, 0)', 'rgb(255, 230, 0)', 'rgb(151, 137, 0)'];
const ofTheSdk = ['rgb(255, 255, 255)', 'rgb(20, 80, 140)', 'rgb(20, 80, 140)'];

describe.skipIf(!possible)('the company of a token', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** Changes what applicants see of the first account. */
  async function brand(settings: object, logo?: Buffer): Promise<void> {
    const { service } = stage;
    const path = `/operator/v1/accounts/${service.account.id}`;
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    expect((await service.call('PATCH', path, { token: null, headers, json: settings })).status).toBe(200);
    await service.call('DELETE', `${path}/logo`, { token: null, headers });
    const upload = { token: null, headers: { ...headers, 'content-type': 'image/png' }, raw: logo as Buffer };
    if (logo) expect((await service.call('PUT', `${path}/logo`, upload)).status).toBe(200);
  }

  const visit = (name: string, token: string, options = '', device: Visit = desktop): Promise<Shop> =>
    visitShop(
      stage.browser,
      stage.service,
      `window.handle = Onfido.init({ token: '${token}', ...notes, ${options} });`,
      { colorScheme: 'light', ...device, name: `branding-${name}` },
    );
  /** The mark once its picture is there. */
  const shown = (shop: Shop) => shop.page.locator('.brand > *').first().waitFor();

  test('its name, logo and colour are on the first screen', async () => {
    await brand(yellow, await sharp(Buffer.from(drawn)).png().toBuffer());
    const { token } = await stage.admit();
    const shop = await visit('first', token);
    await shop.page.getByRole('img', { name: 'Alice & Sons' }).waitFor();
    await expect.poll(() => shop.page.evaluate(logoSize)).toEqual([true, 51, 28]);
    expect(await shop.page.evaluate(buttonColours)).toEqual(onYellow);
    await shop.close();
  });

  test('its logo is on every screen, on the camera and in the end', async () => {
    await brand(yellow, await sharp(Buffer.from(drawn)).png().toBuffer());
    const { token } = await stage.admit();
    const logoOf = (shop: Shop) => shop.page.getByRole('img', { name: 'Alice & Sons' }).waitFor();
    const shop = await visit('phone', token, 'showExitButton: true,', phone);
    await shop.button('Start').click();
    await shop.look('Choose your document');
    await logoOf(shop);
    await shop.button('Exit').click();
    await shop.page.getByRole('alertdialog').getByRole('button', { name: 'Exit' }).click();
    await shop.look('You’ve exited verification');
    await logoOf(shop);
    await shop.close();

    const face = await visit('camera', token, "steps: ['face'],", phone);
    await face.button('Take a photo').click();
    await face.look('Look straight ahead with your face in the oval');
    await logoOf(face);
    await face.close();
  });

  test('its name takes the place of a logo that was replaced meanwhile', async () => {
    await brand(yellow, await sharp(Buffer.from(drawn)).png().toBuffer());
    const { token } = await stage.admit();
    await brand(yellow);
    const shop = await visit('replaced', token);
    await shown(shop);
    expect(await shop.page.evaluate(mark)).toBe('<p class="brand"><bdi>Alice &amp; Sons</bdi></p>');
    await shop.close();
  });

  test('a token that has expired still says whose page it is', async () => {
    const claims = { exp: 1, urls: { onfido_api_url: stage.service.baseUrl }, branding: { name: 'Alice & Sons' } };
    const shop = await visit('expired', unsignedToken(claims));
    await shop.heading('Your session has expired').waitFor();
    expect(await shop.page.evaluate(mark)).toBe('<p class="brand"><bdi>Alice &amp; Sons</bdi></p>');
    await shop.close();
  });

  test('options of the page win', async () => {
    await brand(yellow);
    const { token } = await stage.admit();
    const own = await visit(
      'own',
      token,
      "enterpriseFeatures: { cobrand: { text: 'Shop' } }, theme: { config: { colorIcon: '#222' } },",
    );
    await shown(own);
    expect(await own.page.evaluate(mark)).toBe('<p class="brand"><bdi>Shop</bdi></p>');
    await own.look('Verify your identity for Shop');
    expect(await own.page.evaluate(buttonColours)).toEqual(ofTheSdk);
    await own.page.evaluate('handle.setOptions({ enterpriseFeatures: undefined, theme: undefined })');
    await own.page.locator('.brand', { hasText: 'Alice & Sons' }).waitFor();
    expect(await own.page.evaluate(buttonColours)).toEqual(onYellow);
    await own.page.evaluate('handle.setOptions({ showBranding: false })');
    await own.page.locator('.brand').waitFor({ state: 'detached' });
    await own.heading('Let’s verify your identity').waitFor();
    expect(await own.page.getByText('Alice & Sons').count()).toBe(0);
    await own.close();
  });

  test('in dark surroundings the colour is lightened where it can’t be seen', async () => {
    await brand({ ...yellow, colour: '#00136b' });
    const { token } = await stage.admit();
    const shop = await visit('dark', token, '', { ...desktop, colorScheme: 'dark' });
    await shop.look('Verify your identity for Alice & Sons');
    expect(await shop.page.evaluate(buttonColours)).toEqual([
      'rgb(255, 255, 255)',
      'rgb(0, 19, 107)',
      'rgb(104, 115, 167)',
    ]);
    await shop.close();
  });

  test('another account shows itself, and an account is the same in both environments', async () => {
    await brand(nothing);
    const { service } = stage;
    const nameWith = async (token: string): Promise<string> => {
      const applicant = await service.post('/v3.6/applicants', { first_name: 'Ada', last_name: 'Low' }, { token });
      const made = await service.post('/v3.6/sdk_token', { applicant_id: applicant.body.id }, { token });
      const shop = await visit('other', made.body.token);
      await shown(shop);
      const text = await shop.page.locator('.brand').innerText();
      await shop.close();
      return text;
    };
    expect([await nameWith(service.sandboxToken), await nameWith(service.liveToken)]).toEqual([
      'Alice Ltd',
      'Alice Ltd',
    ]);
    expect(await nameWith(service.other.sandboxToken)).toBe('Mallory Ltd');
  });
});
