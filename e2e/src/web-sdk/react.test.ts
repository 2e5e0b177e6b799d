import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** An app of a customer. Steps and functions are written in the render, as React's own examples do. */
const app = `
import { createElement as h, StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Verification } from '@bonafide/web-sdk/react';

function App(options) {
  const [shown, show] = useState(true);
  const [language, setLanguage] = useState('en_US');
  const [exits, setExits] = useState('before');
  const [token, setToken] = useState(options.token);
  const handle = useRef(null);
  useEffect(() => {
    note('effect', 'mount');
    return () => note('effect', 'unmount');
  }, []);
  return h('main', {},
    h('button', { onClick: () => show(!shown) }, 'Toggle'),
    h('button', { onClick: () => { setLanguage('fr'); setExits('after'); } }, 'In French'),
    h('button', { onClick: () => setToken(options.other) }, 'Another applicant'),
    h('button', { onClick: () => note('handle', handle.current?.options.language ?? null) }, 'Handle'),
    shown && h(Verification, {
      token, language, handleRef: handle, className: 'capture', showExitButton: true,
      steps: ['welcome', { type: 'document', options: { documentTypes: { passport: true, driving_licence: true } } }],
      onReady: () => note('ready', token === options.token),
      onScreen: ({ screen }) => note('screen', screen),
      onUserExit: (why) => note('exit', [exits, why]),
      onError: (error) => note('onError', error),
    }));
}

export const start = (options) =>
  createRoot(document.getElementById('app')).render(h(StrictMode, null, h(App, options)));
`;

/** The app as a bundler makes it: scripts by name. */
async function bundle(): Promise<Record<string, string>> {
  const { output } = await build({
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    input: 'app',
    platform: 'browser',
    logLevel: 'silent',
    // Only this build of React mounts everything twice.
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === 'app' ? `${import.meta.dirname}/app.js` : null),
        load: (id) => (id.endsWith('/app.js') ? app : null),
      },
    ],
    output: { format: 'esm', entryFileNames: 'app.js', chunkFileNames: '[name].js' },
    write: false,
  });
  return Object.fromEntries(output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : '']));
}

describe.skipIf(!possible)('the browser SDK from npm', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  test('is a component of React: mounted in strict mode, with the options and functions of the latest render', async () => {
    const { token } = await stage.admit();
    const { token: other } = await stage.admit();
    const start = `const { start } = await import('/shop/app.js'); start({ token: '${token}', other: '${other}' });`;
    const scripts = await bundle();
    const visit = { ...desktop, name: 'react', scripts };
    const shop = await visitShop(stage.browser, stage.service, start, visit, '<div id="app"></div>');
    const places = () => shop.page.locator('.capture .bonafide-sdk').count();

    await shop.look(welcomeTitle);
    expect(shop.received('effect')).toEqual(['mount', 'unmount', 'mount']);
    expect(await places()).toBe(1);

    await shop.button('Toggle').click();
    await expect.poll(places).toBe(0);
    await shop.button('Handle').click();
    await shop.button('Toggle').click();
    await shop.look(welcomeTitle, { focus: false });
    await shop.button('Handle').click();
    await expect.poll(() => shop.received('handle')).toEqual([null, 'en_US']);

    // A render changes words and functions, and leaves the applicant at the present screen.
    await shop.button('Start').click();
    await shop.look('Choose your document');
    await shop.button('In French').click();
    await shop.look('Choisissez votre document', { focus: false });
    expect(await places()).toBe(1);
    await shop.button('Quitter').click();
    await shop.page.getByRole('alertdialog').getByRole('button', { name: 'Quitter' }).click();
    await expect.poll(() => shop.received('exit')).toEqual([['after', 'user_exit']]);
    expect(shop.received('screen').slice(-3)).toEqual(['welcome', 'type', 'ended']);

    await shop.button('Another applicant').click();
    await shop.look('Vérifiez votre identité pour Alice Ltd', { focus: false });
    expect(new Set(shop.received('ready'))).toEqual(new Set([true]));
    expect(shop.received('onError')).toEqual([]);
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });

  test('gives the camera back when React unmounts it', async () => {
    const { token } = await stage.admit();
    const start = `const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => (window.stream = await open(wish));
      const { start } = await import('/shop/app.js'); start({ token: '${token}' });`;
    const visit = { ...desktop, name: 'react-camera', scripts: await bundle() };
    const shop = await visitShop(stage.browser, stage.service, start, visit, '<div id="app"></div>');
    await shop.button('Start').click();
    await shop.button('Passport').click();
    await shop.button('Use this camera').click();
    await shop.page.locator('.shutter:enabled').waitFor();
    await shop.button('Toggle').click();
    await expect.poll(() => shop.page.evaluate('stream.getTracks()[0].readyState')).toBe('ended');
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });
});
