import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import {
  codeSent,
  outputOfSignature,
  runAwaitingSignature,
} from '../../../packages/server/src/api/v3/testing/signing.ts';
import { type Receiver, startReceiver } from '../../../packages/server/src/webhooks/testing/receiver.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { openTab } from '../form/browser.ts';
import { desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

/** Draws a wave over the middle of the field. */
async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Field in which you draw your signature' });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('The field is not shown');
  const at = (part: number): [number, number] => [
    box.x + box.width * (0.1 + 0.8 * part),
    box.y + box.height * (0.5 + 0.3 * Math.sin(part * 12)),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1) await page.mouse.move(...at(step / 24));
  await page.mouse.up();
}

/** The documents of a page, once they are there. */
async function documentsOn(page: Page, role: 'button' | 'link') {
  const documents = page.getByRole(role, { name: /^(contract|terms)\.pdf/ });
  await documents.first().waitFor();
  return documents.all();
}

/** Opens each document; whether a browser shows it in its tab is the browser's part. */
async function readAll(page: Page, role: 'button' | 'link'): Promise<void> {
  for (const [i, document] of (await documentsOn(page, role)).entries()) {
    const [tab] = await Promise.all([page.waitForEvent('popup'), document.click()]);
    await tab.close();
    // The SDK takes no other press before it has the document.
    if (role === 'button') await expect.poll(() => page.getByText('(opened)').count()).toBe(i + 1);
  }
}

describe.skipIf(!possible)('a signature in a workflow run', () => {
  let stage: Stage<RunService>;
  let receiver: Receiver;
  beforeAll(async () => {
    stage = await openStage(() => startWithWorkflows({ realTime: true }));
    receiver = await startReceiver();
    await stage.service.post('/v3.6/webhooks', { url: receiver.url, events: ['workflow_run.completed'] });
  });
  afterAll(async () => {
    await receiver?.close();
    await stage?.close();
  });

  /** The status in the webhook of a run, and the files that it has. */
  async function endOf(run: { id: string }) {
    const objects = () => receiver.received.map(({ body }) => JSON.parse(String(body)).payload.object);
    await expect.poll(() => objects().some(({ id }) => id === run.id)).toBe(true);
    const { status } = objects().find(({ id }) => id === run.id);
    const { properties } = await outputOfSignature(stage.service, run);
    return { status, signed: properties.signed_documents.length, receipt: properties.receipt_document.id };
  }

  async function follow(run: { id: string; sdk_token: string }, options: Visit) {
    const script = `Onfido.init({ token: '${run.sdk_token}', workflowRunId: '${run.id}', ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { colorScheme: 'light', ...options });
    await shop.button('Start').click();
    return shop;
  }

  test('is given in the SDK, with a name', async () => {
    const run = await runAwaitingSignature(stage.service, workflowIds.signedByApplicant);
    const shop = await follow(run, { ...phone, name: 'phone-signature' });
    await shop.look('Sign documents');
    await shop.button('Sign').click();
    for (const words of ['Open each document first', 'Enter your full name, or draw your signature'])
      await shop.page.getByText(words, { exact: true }).waitFor();
    await shop.look('Sign documents', { focus: false });
    await readAll(shop.page, 'button');
    await expect.poll(() => shop.page.getByText('(opened)').count()).toBe(2);
    await shop.page.getByLabel('Your full name').fill('Jane Doe');
    await shop.page.getByLabel('I have read these documents, and I sign them electronically.').check();
    await shop.button('Sign').click();
    await shop.look('Thank you');
    expect(shop.received('onComplete')).toEqual([{}]);
    expect(await endOf(run)).toMatchObject({ status: 'approved', signed: 2 });
    await shop.close();
  });

  test('is drawn in the SDK, and confirmed by the code that was sent', async () => {
    const run = await runAwaitingSignature(stage.service, workflowIds.signedWithCode);
    const shop = await follow(run, { ...desktop, name: 'desktop-signature' });
    await shop.look('Sign documents');
    await readAll(shop.page, 'button');
    await draw(shop.page);
    await shop.button('Clear').click();
    await draw(shop.page);
    await shop.page.getByLabel('I have read').check();
    await shop.button('Send me a code').click();
    await shop.page.getByText('We have sent it to your phone …123.').waitFor();
    const code = await codeSent(stage.service);
    await shop.page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
    await shop.button('Sign').click();
    await shop.page.locator('.wrong').filter({ hasText: 'This code is not correct' }).waitFor();
    await shop.look('Sign documents', { focus: false });
    await shop.page.getByLabel('Code', { exact: true }).fill(code);
    await shop.page.keyboard.press('Enter');
    await shop.look('Thank you');
    const { status, signed, receipt } = await endOf(run);
    expect([status, signed]).toEqual(['approved', 1]);
    const at = `/v3.6/advanced_electronic_signature/documents?workflow_run_id=${run.id}&id=${receipt}`;
    expect((await stage.service.get(at)).bytes.includes('Signature that the applicant has drawn')).toBe(true);
    await shop.close();
  });

  test('is downloaded and read where pages can open no tab', async () => {
    const run = await runAwaitingSignature(stage.service, workflowIds.signedByApplicant);
    const first = 'window.open = () => null;';
    const shop = await follow(run, { ...phone, name: 'phone-no-tabs', first });
    await shop.heading('Sign documents').waitFor();
    for (const document of await documentsOn(shop.page, 'button')) {
      const [file] = await Promise.all([shop.page.waitForEvent('download'), document.click()]);
      expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    }
    await expect.poll(() => shop.page.getByText('(opened)').count()).toBe(2);
    await shop.close();
  });

  test('is drawn on the page of the run', async () => {
    const run = await runAwaitingSignature(stage.service, workflowIds.signedByApplicant);
    const tab = await openTab(stage.browser, 'link-signature', phone);
    await expect.poll(async () => (await stage.service.again(run)).status).toBe('awaiting_input');
    await tab.page.goto(run.link.url);
    await tab.follow('button', 'Start');
    await tab.look('Sign documents');
    await readAll(tab.page, 'link');
    await draw(tab.page);
    await tab.page.getByLabel('I have read').check();
    await tab.look('Sign documents');
    await tab.button('Sign').click();
    await tab.look('Sent');
    expect(await endOf(run)).toMatchObject({ status: 'approved', signed: 2 });
    await tab.close();
  });
});
