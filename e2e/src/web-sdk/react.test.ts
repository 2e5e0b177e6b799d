import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** An app of a customer, who has the SDK from npm and mounts it as React's own examples have it with such things. */
const app = `
import { createElement as h, StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { init } from '@bonafide/web-sdk';

function Capture(options) {
  const place = useRef(null);
  useEffect(() => {
    note('effect', 'mount');
    const handle = init({ ...options, containerEl: place.current });
    return () => {
      note('effect', 'unmount');
      void handle.tearDown();
    };
  }, [options.token, options.language]);
  return h('div', { ref: place });
}

function App(options) {
  const [shown, show] = useState(true);
  const [language, setLanguage] = useState('en_US');
  return h('main', {},
    h('button', { onClick: () => show(!shown) }, 'Toggle'),
    h('button', { onClick: () => setLanguage('fr') }, 'In French'),
    shown && h(Capture, { ...options, language }));
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

  test('is mounted by React in strict mode, shown and hidden, and loads its languages as the bundler put them', async () => {
    const { token } = await stage.admit();
    const start = `const { start } = await import('/shop/app.js'); start({ token: '${token}', ...notes });`;
    const scripts = await bundle();
    const visit = { ...desktop, name: 'react', scripts };
    const shop = await visitShop(stage.browser, stage.service, start, visit, '<div id="app"></div>');
    const places = () => shop.page.locator('.bonafide-sdk').count();

    await shop.look('Let’s verify your identity');
    expect(shop.received('effect')).toEqual(['mount', 'unmount', 'mount']);
    expect(await places()).toBe(1);

    await shop.button('Toggle').click();
    await expect.poll(places).toBe(0);
    await shop.button('Toggle').click();
    await shop.look('Let’s verify your identity', { focus: false });

    await shop.button('In French').click();
    await shop.look('Vérifions votre identité', { focus: false });
    expect(await places()).toBe(1);
    expect(shop.received('onError')).toEqual([]);
    expect(shop.complaints).toEqual([]);
    await shop.close();
  });
});
