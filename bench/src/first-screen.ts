import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import type { Bench } from './bench.ts';
import { CPU_RATE, executablePath, launchBrowser } from './browser.ts';
import { ask, postCall, samplePerson } from './client.ts';
import { median } from './load.ts';
import type { Line } from './table.ts';

/** Resolves packages of the folder that has the published browser SDK; as seen from `bench/dist`. */
const { resolve } = createRequire(new URL('../../e2e/src/published-sdk/package.json', import.meta.url));

/** Milliseconds in which an applicant sees the first screen. */
const MOST_MS = 1_000;

/** Bits per second and milliseconds of each request. */
interface Net {
  readonly name: string;
  readonly bits: number;
  readonly latency: number;
}

/**
 * The two that are called Fast 3G: that of WebPageTest and Lighthouse (a round trip of 150 ms, 1.6 Mbit/s), and that of
 * Chromium's tools, which makes of it 562.5 ms and 1.44 Mbit/s for each request.
 */
const nets: readonly Net[] = [
  { name: 'Fast 3G (150 ms)', bits: 1_638_400, latency: 150 },
  { name: 'Fast 3G (562 ms)', bits: 1_474_560, latency: 562.5 },
];

/** A client and the page that uses it: the measurement waits for the first button that the applicant can press. */
interface Client {
  readonly script: string;
  readonly style?: string;
}

const shop = ({ script, style }: Client, token: string) => `<!doctype html><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${style ? `<link rel="stylesheet" href="${style}">` : ''}
<div id="onfido-mount"></div>
<script>
const shown = () => {
  const mount = document.getElementById('onfido-mount');
  const inside = [mount, ...[...mount.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? [])];
  if (inside.some((one) => [...one.querySelectorAll('button')].some((button) => button.getClientRects().length > 0)))
    requestAnimationFrame(() => setTimeout(() => { window.firstScreen = performance.now(); }));
  else requestAnimationFrame(shown);
};
requestAnimationFrame(shown);
</script>
<script src="${script}"></script>
<script>Onfido.init({ token: ${JSON.stringify(token)}, containerId: 'onfido-mount', steps: ['welcome', 'document', 'face', 'complete'] });</script>`;

/** Milliseconds from the start of the page, which is there at once, to its first screen, with nothing remembered. */
async function timeOf(browser: Browser, base: string, client: Client, token: string, net: Net): Promise<number> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.route(`${base}/shop`, (route) => route.fulfill({ contentType: 'text/html', body: shop(client, token) }));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: net.latency,
      downloadThroughput: net.bits / 8,
      uploadThroughput: net.bits / 16,
    });
    await page.goto(`${base}/shop`, { waitUntil: 'commit' });
    const handle = await page.waitForFunction('window.firstScreen', undefined, { timeout: 60_000 });
    return (await handle.jsonValue()) as number;
  } finally {
    await context.close();
  }
}

/** Serves the published SDK of 2020, the last one under a free licence, as a content network would: compressed. */
async function servePublished(): Promise<Server> {
  execFileSync(process.execPath, ['scripts/install-published.js', 'e2e/src/published-sdk']);
  const folder = dirname(resolve('onfido-sdk-ui/package.json'));
  const files = Object.fromEntries(
    ['onfido.min.js', 'style.css'].map((name) => [`/${name}`, gzipSync(readFileSync(join(folder, 'dist', name)))]),
  );
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.css') ? 'text/css' : 'text/javascript';
    response.writeHead(files[url] ? 200 : 404, { 'content-type': type, 'content-encoding': 'gzip' }).end(files[url]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Measures how long an applicant on a slow phone and a slow network waits for the first screen of the browser SDK. */
export async function measureFirstScreen({ options, service }: Bench): Promise<Line[]> {
  if (!executablePath) {
    process.stderr.write('first-screen is skipped: it needs Chromium (CHROMIUM names one)\n');
    return [];
  }
  const api = service.sandbox_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', api, samplePerson));
  const call = postCall('/v3.6/sdk_token', api, { applicant_id: id, referrer: '*://*/*' });
  const { token } = await ask<{ token: string }>(service, call);
  const [browser, published] = await Promise.all([launchBrowser(), servePublished()]);
  const beside = `http://127.0.0.1:${(published.address() as AddressInfo).port}`;
  const ours: Client = { script: '/sdk/v0/onfido.min.js' };
  const theirs: Client = { script: `${beside}/onfido.min.js`, style: `${beside}/style.css` };
  const lines: Line[] = [];
  try {
    for (const net of nets) {
      const times: number[] = [];
      const timesOfTheirs: number[] = [];
      for (let i = 0; i < options.rounds; i++) {
        times.push(await timeOf(browser, service.base_url, ours, token, net));
        timesOfTheirs.push(await timeOf(browser, service.base_url, theirs, token, net));
      }
      const p50 = median(times);
      lines.push({
        what: `first screen, ${net.name}, CPU ÷ ${CPU_RATE}`,
        p50,
        figure: `${(median(timesOfTheirs) / p50).toFixed(1)} × faster than onfido-sdk-ui 6.4.0`,
        target: `< ${MOST_MS} ms`,
        met: p50 < MOST_MS,
      });
    }
  } finally {
    await browser.close();
    published.close();
  }
  return lines;
}
