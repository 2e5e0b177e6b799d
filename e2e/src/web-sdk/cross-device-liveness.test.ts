import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, possible, type Stage } from './stage.ts';
import { type Cut, cutOf, linkOf, takeUp, visitDesktop } from './two-devices.ts';

const steps = "steps: [{ type: 'document', options: { documentTypes: { passport: true } } }, 'face', 'complete'],";

describe.skipIf(!possible)('when one side goes away', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  /** A phone that was let in, and has photographed the passport. */
  async function halfDone(name: string) {
    const shop = await visitDesktop(stage, name, steps);
    const computer = await cutOf(shop.page);
    await shop.page.reload();
    await shop.button('Continue on your phone').click();
    const link = await linkOf(shop);
    let line: Cut | undefined;
    const other = await takeUp(stage, link, undefined, async (page) => {
      line = await cutOf(page);
    });
    await other.prove(shop);
    await other.photograph('Photo page of your passport');
    await other.heading('Take a selfie').waitFor();
    return { shop, link, other, computer, line: line as Cut };
  }
  const wholeOf = (shop: { received(event: string): unknown[] }) =>
    expect(shop.received('onComplete')).toMatchObject([
      { document_front: { type: 'passport', side: 'front' }, face: { variant: 'standard' } },
    ]);

  it('the phone comes back by itself', async () => {
    const { shop, other, line } = await halfDone('alive-back');
    await line.off();
    await shop.look('Your phone isn’t connected');
    expect(shop.received('analytics').at(-1)).toBe('CROSS_DEVICE_CONNECTION_LOST');
    line.on();
    await shop.look('Now use your phone');
    await other.photograph('Take a selfie');
    await other.heading('Done').waitFor();
    await shop.look('Thank you');
    wholeOf(shop);
    expect(other.complaints.filter((text) => !/WebSocket/.test(text))).toEqual([]);
    await Promise.all([other.close(), shop.close()]);
  });

  it('the phone loads its page again, needs no number, and continues', async () => {
    const { shop, other } = await halfDone('alive-reload');
    await other.page.reload();
    await other.photograph('Take a selfie');
    await other.heading('Done').waitFor();
    await shop.look('Thank you');
    wholeOf(shop);
    expect(shop.received('analytics').filter((name) => name === 'CROSS_DEVICE_START')).toHaveLength(1);
    await Promise.all([other.close(), shop.close()]);
  });

  it('another phone does the rest', async () => {
    const { shop, link, other } = await halfDone('alive-other');
    await other.close();
    await shop.look('Your phone isn’t connected');
    await shop.button('Get a new link').click();
    await expect.poll(() => linkOf(shop)).not.toBe(link);
    const second = await takeUp(stage, await linkOf(shop));
    await second.prove(shop);
    await second.photograph('Take a selfie');
    await shop.look('Thank you');
    wholeOf(shop);
    await Promise.all([second.close(), shop.close()]);
  });

  it('the computer does the rest', async () => {
    const { shop, other } = await halfDone('alive-here');
    await other.close();
    await shop.look('Your phone isn’t connected');
    await shop.button('Use this computer').click();
    await shop.look('Take a selfie');
    await shop.button('Take a photo').click();
    await shop.page.locator('.shutter:enabled').click();
    await shop.button('Use this photo').click();
    await shop.look('Thank you');
    wholeOf(shop);
    await shop.close();
  });

  it('the phone dies with its last picture sent', async () => {
    const { shop, other } = await halfDone('alive-last');
    // It says what it has as soon as the service has it, before the end is seen.
    await other.page.evaluate(`{
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) { if (!String(text).includes('client success')) send.call(this, text); };
    }`);
    await other.photograph('Take a selfie');
    await shop.look('Thank you');
    wholeOf(shop);
    await Promise.all([other.close(), shop.close()]);
  });

  it('the computer vanishes: the phone says so after three seconds, and nothing is lost when it returns', async () => {
    const { shop, other, computer } = await halfDone('alive-computer');
    await other.button('Take a photo').click();
    await other.page.locator('.shutter:enabled').click();
    await other.button('Use this photo').waitFor();
    await computer.off();
    await other.heading('Start again on your computer').waitFor();
    await other.shot('cross-phone-unanswered');
    await shop.look('You’re offline');
    computer.on();
    await other.button('Use this photo').click();
    await other.heading('Done').waitFor();
    await shop.look('Thank you');
    wholeOf(shop);
    await Promise.all([other.close(), shop.close()]);
  });

  it('what was captured while the computer was away is sent when it is back', async () => {
    const { shop, other, computer } = await halfDone('alive-sent');
    await other.button('Take a photo').click();
    await other.page.locator('.shutter:enabled').click();
    await other.button('Use this photo').waitFor();
    await computer.off();
    await other.button('Use this photo').click();
    // A slow phone covers its screen before everything is sent, since the computer doesn't answer.
    await other.page.locator('h1', { hasText: /^Done$/ }).waitFor({ state: 'attached' });
    computer.on();
    await shop.look('Thank you');
    wholeOf(shop);
    await Promise.all([other.close(), shop.close()]);
  });

  it('the page of the computer is closed: the phone can’t continue', async () => {
    const { shop, other } = await halfDone('alive-closed');
    await shop.close();
    await other.heading('Start again on your computer').waitFor();
    await other.page.reload();
    await other.heading('Start again on your computer').waitFor();
    await other.close();
  });

  it('a computer that was let down by the network finds that the phone has gone meanwhile', async () => {
    const { shop, other, computer } = await halfDone('alive-both');
    await computer.off();
    await shop.look('You’re offline');
    await other.close();
    computer.on();
    await shop.look('Your phone isn’t connected');
    await shop.close();
  });
});
