import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phone, type Shop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** A small phone, turned. */
const turned = { ...phone, viewport: { width: 568, height: 320 } };

const root = "document.querySelector('.bonafide-sdk').shadowRoot";

/** Controls that can't be scrolled into view, or that something else covers there; runs in the page. */
const unreachable = `[...${root}.querySelectorAll('.sdk :is(button, input, select, a)')].filter((one) => {
  if (one.type === 'file' || one.disabled || one.getClientRects().length === 0) return false;
  one.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = one.getBoundingClientRect();
  return [0.1, 0.5, 0.9].some((part) => {
    const y = top + height * part;
    const hit = y < 0 || y > innerHeight ? null : ${root}.elementFromPoint(left + width / 2, y);
    return !hit || !one.contains(hit);
  });
}).map((one) => one.id || one.innerText)`;

/** Pixels of an element that are seen: the part of its box that nothing covers; runs in the page. */
const seenOf = (selector: string) => `(() => {
  const one = ${root}.querySelector('${selector}');
  const { left, top, width, height } = one.getBoundingClientRect();
  let seen = 0;
  for (let y = Math.ceil(top) + 1; y < top + height - 1; y += 1)
    if (one.contains(${root}.elementFromPoint(left + width / 2, y))) seen += 1;
  return seen;
})()`;

describe.skipIf(!possible)('a phone that is turned', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(steps: string, name: string): Promise<Shop> {
    const { token } = await stage.admit();
    const script = `Onfido.init({ token: '${token}', steps: ${steps}, showExitButton: true, ...notes });`;
    return visitShop(stage.browser, stage.service, script, { ...turned, name });
  }

  const enlarge = (shop: Shop, size: string) =>
    shop.page.evaluate(`document.documentElement.style.fontSize = '${size}'`);

  test.each(['100%', '200%'])('reaches every field of a form, with letters of %s', async (size) => {
    const fields = "['first_name', 'last_name', 'dob', 'nationality', 'email', 'phone_number', 'address']";
    const shop = await visit(`['welcome', { type: 'data', options: { required: ${fields} } }, 'face']`, 'turned-data');
    await shop.button('Start').click();
    await shop.page.getByLabel('First names').waitFor();
    await enlarge(shop, size);
    expect(await shop.page.evaluate(unreachable)).toEqual([]);
    await shop.close();
  });

  test('shows the whole button of the camera, and the photo above the buttons', async () => {
    const shop = await visit("['welcome', 'document', 'face']", 'turned-camera');
    await shop.button('Start').click();
    await shop.button('Driving licence').click();
    await shop.button('Take a photo').click();
    await shop.button('Take the photo').and(shop.page.locator(':enabled')).waitFor();
    // The camera shows no document. The hint is the longest text above the button.
    await shop.page.getByText('Fit the whole document into the frame').first().waitFor();
    await shop.look('Fit the front of your document into the frame', { focus: false });
    await shop.button('Take the photo').click();
    await shop.look('Check your photo');
    // The whole photo is in view, and its words follow.
    expect(await shop.page.evaluate(seenOf('.picture'))).toBeGreaterThan(60);
    expect(await shop.page.evaluate(unreachable)).toEqual([]);
    await shop.close();
  });

  test('asks before the exit in whole words, with letters twice as large on a narrow phone', async () => {
    const shop = await visit("['welcome', 'face']", 'turned-exit');
    await shop.page.setViewportSize({ width: 320, height: 568 });
    await enlarge(shop, '200%');
    await shop.button('Exit').click();
    await shop.page.locator('dialog.sure[open]').waitFor();
    const lines = await shop.page.evaluate(`(() => {
      const range = document.createRange();
      const text = ${root}.querySelector('.sure h2').firstChild;
      return text.data.split(' ').map((word) => {
        const at = text.data.indexOf(word);
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return range.getClientRects().length;
      });
    })()`);
    expect(lines).toEqual([1, 1]);
    await shop.close();
  });
});
