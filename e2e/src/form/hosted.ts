import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { type Check, checkWithForm, everything } from '../../../packages/server/src/pages/form/testing/form.ts';
import { workflowDirectory } from '../../../packages/server/src/workflows/testing/write.ts';
import { cardPicture } from '../web-sdk/footage.ts';
import { desktop, phone } from '../web-sdk/shop.ts';
import { openStage } from '../web-sdk/stage.ts';
import { branding, openTab, type TabOptions } from './browser.ts';

export { desktop, phone };

/** A workflow that asks for a document, a photo, and motion of the face. */
export const EVERY_CAPTURE = '99999999-9999-4999-8999-999999999999';

const everyCapture = {
  id: EVERY_CAPTURE,
  version: 1,
  name: 'Every kind of capture',
  steps: [
    ...['document_photo', 'face_photo', 'face_motion'].map((task) => ({ task })),
    { task: 'check', reports: ['document', 'facial_similarity_photo'] },
  ],
  decide: [{ check: 'clear', outcome: 'approve' }, { outcome: 'review' }],
};

/** Waits of seconds take a tenth of their time. */
export const quick =
  'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms >= 1000 ? ms / 10 : ms);';

export type Hosted = Awaited<ReturnType<typeof openHosted>>;

/** A service in the time of the world with pages of its own, a browser with a camera, and a shop to go back to. */
export async function openHosted() {
  const directory = workflowDirectory();
  writeFileSync(join(directory, 'every-capture.json'), JSON.stringify(everyCapture));
  const stage = await openStage(() =>
    startWithWorkflows({ realTime: true, settings: { workflows: directory }, account: branding }),
  );
  const { service, browser } = stage;
  const shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>'));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const origin = service.baseUrl;

  return {
    ...stage,
    /** The page of a client that an applicant is led to in the end. */
    thanks: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`,
    card: { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await cardPicture() },

    /** A form that asks for everything, or for what these reports need. */
    form: (reports: readonly string[] = everything, more: object = {}): Promise<Check> =>
      checkWithForm(service, reports, more),

    /** A tab that may use the camera, and may ask nobody but the service for anything. */
    async tab(name: string, options: TabOptions = {}) {
      const tab = await openTab(browser, name, { origin, allowed: ['camera'], ...desktop, ...options });
      await tab.page.addInitScript(
        "document.addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective, e.blockedURI));",
      );
      // Without its eyes the camera waits for a press, which would race with a picture that it takes by itself.
      await tab.page.route('**/lazy/*-vision.js', (route) => route.abort());
      return {
        ...tab,
        /**
         * Takes a picture with the camera in the page, and sends it.
         *
         * @param open the button that opens the camera; null where the camera opens by itself
         */
        async photograph(open: string | null = 'Take a photo') {
          if (open !== null) await tab.button(open).click();
          await tab.page.locator('.shutter:enabled').click();
          await tab.button('Use this photo').click();
        },
        /** Chooses a file by the button of this name. */
        async choose(label: string, file: { name: string; mimeType: string; buffer: Buffer }) {
          const [chooser] = await Promise.all([tab.page.waitForEvent('filechooser'), tab.button(label).click()]);
          await chooser.setFiles(file);
        },
      };
    },

    async close() {
      shop.close();
      await stage.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export type Tab = Awaited<ReturnType<Hosted['tab']>>;
