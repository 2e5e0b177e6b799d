import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardPicture } from './footage.ts';
import { desktop, phone, type Shop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Counts what a page has to give back: addresses of blobs, timers, listeners outside of its elements, cameras, sockets. */
const counted = `{
  const urls = new Set(), timers = new Set(), listened = new Map(), tracks = [], sockets = [], requests = new Set();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => { const url = createObjectURL.call(URL, blob); urls.add(url); return url; };
  URL.revokeObjectURL = (url) => { urls.delete(url); revokeObjectURL.call(URL, url); };
  for (const [set, clear, once] of [['setTimeout', 'clearTimeout', true], ['setInterval', 'clearInterval', false]]) {
    const [begin, end] = [window[set], window[clear]];
    window[set] = (work, ms) => { const id = begin(() => { if (once) timers.delete(id); work(); }, ms); timers.add(id); return id; };
    window[clear] = (id) => { timers.delete(id); end(id); };
  }
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const outside = (one) => one === window || one === document || one instanceof MediaQueryList;
  EventTarget.prototype.addEventListener = function (name, ...rest) {
    if (outside(this ?? window)) listened.set(name, (listened.get(name) ?? 0) + 1);
    return addEventListener.call(this ?? window, name, ...rest);
  };
  EventTarget.prototype.removeEventListener = function (name, ...rest) {
    if (outside(this ?? window)) listened.set(name, listened.get(name) - 1);
    return removeEventListener.call(this ?? window, name, ...rest);
  };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wish) => { const stream = await open(wish); tracks.push(...stream.getTracks()); return stream; };
  const Socket = WebSocket;
  window.WebSocket = Object.assign(function (url) { const socket = new Socket(url); sockets.push(socket); return socket; }, { OPEN: 1 });
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) { requests.add(this); this.addEventListener('loadend', () => requests.delete(this)); return send.call(this, body); };
  window.left = () => ({
    urls: urls.size, timers: timers.size, listeners: [...listened].filter(([, count]) => count > 0).map(([name]) => name),
    tracks: tracks.filter((one) => one.readyState === 'live').length, sockets: sockets.filter((one) => one.readyState < 2).length,
    requests: requests.size, elements: document.querySelectorAll('.bonafide-sdk').length });
}`;

const nothing = { urls: 0, timers: 0, listeners: [], tracks: 0, sockets: 0, requests: 0, elements: 0 };

type Move = (shop: Shop) => Promise<unknown>;
/** Presses the button of these words. */
const press =
  (key: string): Move =>
  ({ page }) =>
    page.locator(`button:has([data-i18n-token="${key}"])`).click();
const until =
  (selector: string): Move =>
  ({ page }) =>
    page.locator(selector).first().waitFor();
const shutter: Move = ({ page }) => page.locator('.shutter:enabled').click();
const file: Move = async ({ page }) => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('button:has([data-i18n-token="capture.file"])').click(),
  ]);
  await chooser.setFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() });
};

const passport = (options = '') => `[{ type: 'document', options: { documentTypes: { passport: true }, ${options} } }]`;
const face = (variant: string) => `[{ type: 'face', options: { requestedVariant: '${variant}' } }]`;
const film = [press('video.camera'), press('video.record')];

/** States, as the steps of the page and the moves that lead there. */
const states: readonly [name: string, device: 'phone' | 'desktop', options: string, moves: Move[]][] = [
  ['welcome', 'phone', "steps: ['welcome', 'document']", []],
  ['a language that is being loaded', 'phone', "language: 'ar'", []],
  ['a picture to confirm', 'phone', `steps: ${passport()}`, [press('capture.camera'), shutter, until('.picture img')]],
  ['a camera', 'phone', `steps: ['face']`, [press('capture.camera'), until('.shutter:enabled')]],
  [
    'a camera that takes the picture by itself',
    'phone',
    "steps: ['welcome', 'face'], useAutoCapture: true",
    [press('welcome.next_button'), until('.ring, .picture')],
  ],
  [
    'a file on its way',
    'desktop',
    `steps: ${passport()}`,
    [file, press('capture.upload'), until('[role=progressbar]')],
  ],
  [
    'a document that is filmed',
    'phone',
    `steps: ${passport("requestedVariant: 'video'")}`,
    [press('video.camera'), press('video.record'), until('.recording')],
  ],
  [
    'a filmed document to confirm',
    'phone',
    `steps: ${passport("requestedVariant: 'video'")}`,
    [press('video.camera'), press('video.record'), press('video.finish'), until('.picture video')],
  ],
  ['a video', 'phone', `steps: ${face('video')}`, [...film, until('.recording')]],
  [
    'a video to confirm',
    'phone',
    `steps: ${face('video')}`,
    [...film, press('video.next'), press('video.finish'), until('.picture video')],
  ],
  [
    'a motion',
    'phone',
    `steps: ${face('motion')}`,
    [press('video.camera'), press('video.record'), until('.recording')],
  ],
  ['a face that is looked for', 'phone', `steps: ${face('motion')}`, [press('video.camera'), until('.below button')]],
  ['a form', 'desktop', "steps: ['data']", [until('form input')]],
  ['a link to a phone', 'desktop', "steps: ['face']", [press('crossdevice.offer'), until('.code svg')]],
  [
    'a link of its own that is awaited',
    'desktop',
    "steps: ['face'], _crossDeviceLinkMethods: ['qr_code']",
    [press('crossdevice.offer'), until('.code svg')],
  ],
  ['a phone’s page without a computer', 'phone', "mobileFlow: true, roomId: 'ZZZZZZ', theme: { name: 'dark' }", []],
  ['a dialog', 'desktop', "steps: ['welcome', 'face'], useModal: true, isModalOpen: true", [until('dialog h1')]],
  ['options that are wrong', 'desktop', "steps: ['selfie'], onError() {}", [until('h1')]],
];

describe.skipIf(!possible)('nothing of the browser SDK is left', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const visit = (script: string, device: 'phone' | 'desktop') =>
    visitShop(stage.browser, stage.service, `${counted}\n${script}`, {
      ...(device === 'phone' ? phone : desktop),
      allowed: ['camera', 'microphone'],
      name: 'left',
    });

  test.each(states)('of %s', async (_, device, options, moves) => {
    const { token } = await stage.admit();
    const shop = await visit(
      `window.handle = Onfido.init({ token: '${token}', useAutoCapture: false, ${options} });`,
      device,
    );
    await shop.page.route('**/v3/documents', () => {});
    await expect.poll(() => shop.page.evaluate('window.ready')).toBe(true);
    for (const move of moves) await move(shop);
    await shop.page.evaluate('handle.tearDown()');
    await expect.poll(() => shop.page.evaluate('left()')).toEqual(nothing);
    // And it stays so: what was waited for may come late.
    await shop.page.waitForLoadState('networkidle');
    expect(await shop.page.evaluate('left()')).toEqual(nothing);
    expect(shop.complaints.filter((text) => !/WebSocket/.test(text))).toEqual([]);
    await shop.close();
  });

  test('in a page that goes through it from beginning to end, but its place', async () => {
    const { token } = await stage.admit();
    const steps = `[...${passport()}, 'face', 'complete']`;
    const shop = await visit(
      `window.handle = Onfido.init({ token: '${token}', useAutoCapture: false, steps: ${steps} });`,
      'phone',
    );
    for (let i = 0; i < 2; i += 1)
      for (const move of [
        press('capture.camera'),
        shutter,
        press('capture.retake'),
        press('capture.camera'),
        shutter,
        press('capture.upload'),
      ])
        await move(shop);
    await until('[data-screen=complete]')(shop);
    const left = { ...nothing, elements: 1 };
    // The colours of the page, and the time of the token, are still looked at.
    await expect.poll(() => shop.page.evaluate('left()')).toEqual({ ...left, timers: 1, listeners: ['change'] });
    await shop.page.evaluate('handle.tearDown()');
    expect(await shop.page.evaluate('left()')).toEqual(nothing);
    await shop.close();
  });
});
