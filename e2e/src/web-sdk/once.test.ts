import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage, unsignedToken } from './stage.ts';

const passport = "{ type: 'document', options: { documentTypes: { passport: true } } }";
const front = async () => ({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });

describe.skipIf(!possible)('a page gets of the browser SDK', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const visit = async (options: string, more = '') => {
    const { token } = await stage.admit();
    const script = `window.handle = Onfido.init({ token: '${token}', ...notes, ${options} }); ${more}`;
    return visitShop(stage.browser, stage.service, script, { ...desktop, name: 'once' });
  };

  test.each([
    ['with a last screen', `[${passport}, 'complete']`, 'Thank you'],
    ['without', `[${passport}]`, 'Sent'],
  ])('once that all is sent, whatever it changes then, %s', async (_, steps, title) => {
    const changes = "{ language: 'en_US', showExitButton: false, theme: { name: 'dark' } }";
    const more = `handle.addEventListener('complete', ({ data }) => note('event', data.document.type));`;
    const done = `(data) => { note('onComplete', data.document.type); handle.setOptions(${changes}); }`;
    const shop = await visit(`steps: ${steps}, onComplete: ${done}`, more);
    await shop.choose('Choose a file', await front());
    await shop.button('Use this photo').click();
    await shop.look(title);
    await shop.page.evaluate(`handle.setOptions({ language: 'de' })`);
    await shop.page.locator('.bonafide-sdk [lang=de] h1').waitFor();
    expect([shop.received('onComplete'), shop.received('event')]).toEqual([['passport'], ['passport']]);
    await shop.close();
  });

  test('once about an error, however often it changes something else', async () => {
    const wrong =
      "crossDevicePolicy: 'never', onError: (error) => { note('onError', error.type); handle.setOptions({ showExitButton: true }); }";
    const shop = await visit(wrong);
    await shop.look('Verification can’t start', { focus: false });
    await shop.page.evaluate(`handle.setOptions({ language: 'en_GB' })`);
    expect(shop.received('onError')).toEqual(['invalid_sdk_parameter']);
    // What is mended and wrong again is reported again.
    await shop.page.evaluate(`handle.setOptions({ crossDevicePolicy: 'enable' })`);
    await shop.look(welcomeTitle);
    await shop.page.evaluate(`handle.setOptions({ crossDevicePolicy: 'never' })`);
    await expect.poll(() => shop.received('onError')).toEqual(Array(2).fill('invalid_sdk_parameter'));
    await shop.close();
  });

  test('what was beneath, whenever the kind of error says nothing', async () => {
    const claims = { urls: { onfido_api_url: stage.service.baseUrl }, payload: {} };
    const script = `Onfido.init({ token: '${unsignedToken(claims)}', steps: [${passport}], ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...desktop, name: 'once' });
    await shop.choose('Choose a file', await front());
    await shop.button('Use this photo').click();
    await shop.look('Something went wrong');
    const message = 'The service refused the request';
    expect(shop.received('onError')).toEqual([
      { type: 'exception', message, exception: { name: 'SdkProblem', message } },
    ]);
    await shop.close();
  });

  test('nothing of a token that a phone has yet to get', async () => {
    const script =
      "window.handle = Onfido.init({ mobileFlow: true, roomId: 'ZZZZZZ', ...notes }); handle.setOptions({ showExitButton: true });";
    const shop = await visitShop(stage.browser, stage.service, script, { ...phone, name: 'once' });
    await shop.look('Start again on your computer');
    await shop.page.evaluate('handle.setOptions({ showExitButton: false })');
    await shop.look('Start again on your computer');
    expect(shop.received('onError')).toMatchObject([{ exception: { name: 'cross_device_connection_lost' } }]);
    await shop.close();
  });

  test('and a screen reader reads each thing once', async () => {
    const shop = await visit(`steps: ['welcome', ${passport}, 'complete']`);
    await shop.heading(welcomeTitle).waitFor();
    await shop.page.evaluate(`(() => {
      const voice = document.querySelector('.bonafide-sdk').shadowRoot.querySelector('[role=status]');
      new MutationObserver(() => voice.textContent && note('voice', voice.textContent)).observe(voice, { childList: true });
    })()`);
    await shop.button('Start').click();
    const tiny = { name: 'tiny.txt', mimeType: 'text/plain', buffer: Buffer.from('tiny') };
    await shop.choose('Choose a file', tiny);
    await shop.page.locator('.alert').waitFor();
    await shop.choose('Choose a file', await front());
    await shop.page.getByRole('list', { name: 'What we see in your photo' }).waitFor();
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    expect(shop.received('voice')).toEqual([
      'We can’t read this kind of file. Choose a JPG, PNG or PDF.',
      'All corners, Sharp, No glare',
      'Checking your photo…',
    ]);
    await shop.close();
  });

  test('nothing that moves the focus: the applicant continues typing', async () => {
    const shop = await visit("steps: [{ type: 'data', options: { required: ['first_name', 'email'] } }]");
    const email = shop.page.getByLabel('E-mail address');
    await email.fill('ada@');
    await shop.page.evaluate(`handle.setOptions({ theme: { name: 'dark' } })`);
    await shop.page.locator('.bonafide-sdk [data-theme=dark]').waitFor();
    await shop.page.keyboard.type('example.com');
    expect(await email.inputValue()).toBe('ada@example.com');
    // And who is elsewhere in the page stays there.
    await shop.page.evaluate(
      `(() => { const field = document.createElement('input'); field.id = 'mine'; document.body.append(field); field.focus(); handle.setOptions({ theme: { name: 'light' } }); })()`,
    );
    await shop.page.locator('.bonafide-sdk [data-theme=light]').waitFor();
    expect(await shop.page.evaluate('document.activeElement.id')).toBe('mine');
    await shop.close();
  });
});
