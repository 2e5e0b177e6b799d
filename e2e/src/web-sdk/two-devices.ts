import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { desktop, phone, type Shop, type Visit, visitShop } from './shop.ts';
import type { Stage } from './stage.ts';

/*
 * A computer, and a phone that continues its flow.
 */

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
prepareZXingModule({ overrides: { wasmBinary } });

/** A page on a computer, for a new applicant. */
export async function visitDesktop({ admit, browser, service }: Stage, name: string, options = '', more: Visit = {}) {
  const { applicant, token } = await admit();
  const script = `Onfido.init({ token: '${token}', ${options} ...notes });`;
  return { applicant, token, ...(await visitShop(browser, service, script, { ...desktop, ...more, name })) };
}

/** A tab of a phone at the address of a link. */
export async function takeUp(
  { browser, service }: Stage,
  link: string,
  options: BrowserContextOptions = phone,
  before: (page: Page) => Promise<unknown> = async () => {},
) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
  await context.grantPermissions(['camera'], { origin: service.baseUrl });
  const page = await context.newPage();
  const complaints: string[] = [];
  const metadata: Record<string, unknown>[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeFunction('noteMetadata', (text: string) => metadata.push(JSON.parse(text)));
  await page.addInitScript(`{
    const { append } = FormData.prototype;
    FormData.prototype.append = function (name, value, ...rest) {
      if (name === 'sdk_metadata') noteMetadata(value);
      return append.call(this, name, value, ...rest);
    };
  }`);
  await before(page);
  await page.goto(link);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  return {
    page,
    context,
    complaints,
    /** Metadata of each upload. */
    metadata,
    button,
    heading,
    async shot(name: string): Promise<void> {
      if (process.env.SDK_SHOTS) await page.screenshot({ path: join(process.env.SDK_SHOTS, `${name}.png`) });
    },
    /** Confirms the computer and picks the number that it shows. */
    async prove(shop: Shop): Promise<void> {
      await button('Yes, continue').click();
      await button(await shop.page.locator('.number').innerText()).click();
    },
    /** Takes a picture and sends it, on the screen of this title. */
    async photograph(title: string): Promise<void> {
      await heading(title).waitFor();
      await button('Take a photo').click();
      await page.locator('.shutter:enabled').click();
      await button('Use this photo').click();
    },
    close: () => context.close(),
  };
}

/** The link that a computer shows in words. Another tab may be open. */
export const linkOf = (shop: Shop): Promise<string> => shop.page.locator('.link').innerText();

/** The link in the code that a computer shows, as an independent reader reads it from the screen. */
export async function scan(shop: Shop): Promise<string> {
  const drawing = await shop.page.locator('.code svg').screenshot();
  const png = await sharp(drawing)
    .resize(640)
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' })
    .png()
    .toBuffer();
  const [found] = await readBarcodes(png, { formats: ['QRCode'], textMode: 'Plain' });
  return found?.text ?? '';
}

/** Ways in which a test disturbs the sockets of a page. */
export interface Cut {
  /** Breaks open connections, and lets none open any more. */
  off(): Promise<void>;
  /** Lets the page connect again. */
  on(): void;
}

/** Puts itself between a page and the sockets that it opens after its next load. */
export async function cutOf(page: Page): Promise<Cut> {
  let isOff = false;
  const lines: (() => Promise<void>)[] = [];
  await page.routeWebSocket(/socket\.io/, (line) => {
    if (isOff) return void line.close();
    const server = line.connectToServer();
    lines.push(async () => {
      await Promise.all([line.close(), server.close()]);
    });
  });
  return {
    async off() {
      isOff = true;
      await Promise.all(lines.splice(0).map((end) => end()));
    },
    on() {
      isOff = false;
    },
  };
}
