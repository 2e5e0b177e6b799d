import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { type Receiver, startReceiver } from '../../../packages/server/src/webhooks/testing/receiver.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { openTab } from '../form/browser.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';
import { desktop, phone, type Visit, visitShop } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

describe.skipIf(!possible)('a passkey in a workflow run', () => {
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

  const begin = (workflow: 'passkeyMadeByDevice' | 'passkeyUsedByDevice', customer_user_id: string) =>
    stage.service.run(workflowIds[workflow], { customer_user_id });

  /** The status in the webhook of a run, and what its step has come to. */
  async function endOf(run: { id: string }) {
    const objects = () => receiver.received.map(({ body }) => JSON.parse(String(body)).payload.object);
    await expect.poll(() => objects().some(({ id }) => id === run.id)).toBe(true);
    const { status } = objects().find(({ id }) => id === run.id);
    return { status, ...(await stage.service.again(run)).output.passkey };
  }

  async function follow(run: { id: string; sdk_token: string }, options: Visit) {
    const script = `Onfido.init({ token: '${run.sdk_token}', workflowRunId: '${run.id}', ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { colorScheme: 'light', ...options });
    await shop.button('Start').click();
    return shop;
  }

  test('is made in the SDK, and used by the person who is back', async () => {
    const run = await begin('passkeyMadeByDevice', 'sue');
    const shop = await follow(run, { ...phone, name: 'phone-passkey' });
    const device = await addAuthenticator(shop.page);
    await shop.look('Create a passkey');
    await shop.button('Create a passkey').click();
    await shop.look('Thank you');
    expect(shop.received('onComplete')).toEqual([{}]);
    const made = await endOf(run);
    expect(made).toMatchObject({ status: 'approved', enrolled: true, username: 'sue', reason: null });
    const [passkey] = (await stage.service.get('/v3.6/passkeys/sue')).body.passkeys;
    expect(passkey).toMatchObject({ id: made.passkey_id, application_domain: 'localhost', state: 'ACTIVE' });

    const back = await begin('passkeyUsedByDevice', 'sue');
    const again = await follow(back, { ...desktop, name: 'desktop-passkey' });
    const answers = await addAuthenticator(again.page, device);
    await again.look('Use your passkey');
    // The person declines once.
    await answers.refuse(true);
    await again.button('Use my passkey').click();
    await again.page
      .locator('.alert')
      .filter({ hasText: 'That didn’t work. Try again, or continue without a passkey.' })
      .waitFor();
    await again.look('Use your passkey', { focus: false });
    await answers.refuse(false);
    await again.button('Use my passkey').click();
    await again.look('Thank you');
    expect(await endOf(back)).toMatchObject({ status: 'approved', authenticated: true, passkey_id: made.passkey_id });
    await again.close();
    await shop.close();
  });

  test('is not there for a stranger, who continues without', async () => {
    const run = await begin('passkeyUsedByDevice', 'stranger');
    const shop = await follow(run, { ...phone, name: 'phone-no-passkey' });
    await addAuthenticator(shop.page);
    await shop.button('Use my passkey').click();
    await shop.page.locator('.alert').filter({ hasText: 'You have no passkey for this page.' }).waitFor();
    await shop.look('Use your passkey', { focus: false });
    await shop.button('Continue').click();
    await shop.look('Thank you');
    expect(await endOf(run)).toMatchObject({ status: 'declined', authenticated: false, reason: 'no_passkey' });
    await shop.close();
  });

  test('is made and used on the page of the run', async () => {
    const run = await begin('passkeyMadeByDevice', 'tom');
    const tab = await openTab(stage.browser, 'link-passkey', phone);
    const device = await addAuthenticator(tab.page);
    await tab.page.goto(run.link.url);
    await tab.follow('button', 'Start');
    await tab.look('Create a passkey');
    await tab.button('Create a passkey').click();
    await tab.look('Sent');
    expect(await endOf(run)).toMatchObject({ status: 'approved', enrolled: true, username: 'tom' });

    const back = await begin('passkeyUsedByDevice', 'tom');
    const again = await openTab(stage.browser, 'link-passkey-used', desktop);
    const answers = await addAuthenticator(again.page, device);
    await again.page.goto(back.link.url);
    await again.follow('button', 'Start');
    await answers.refuse(true);
    await again.button('Use my passkey').click();
    await again.page.getByText('That didn’t work. Try again, or continue without a passkey.').waitFor();
    await again.look('Use your passkey');
    await answers.refuse(false);
    await again.button('Use my passkey').click();
    await again.look('Sent');
    expect(await endOf(back)).toMatchObject({ status: 'approved', authenticated: true, username: 'tom' });
    await again.close();
    await tab.close();

    // Without scripts there is the way without.
    const third = await begin('passkeyUsedByDevice', 'tom');
    const bare = await stage.browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false });
    const bareTab = await bare.newPage();
    await bareTab.goto(third.link.url);
    await bareTab.getByRole('button', { name: 'Start' }).click();
    expect(await bareTab.locator('noscript p').innerText()).toContain('This browser can’t use passkeys here');
    expect(await bareTab.getByRole('button').allInnerTexts()).toEqual(['Continue without a passkey']);
    await bare.close();

    // Until its script is there the button waits, and the applicant may go on without it.
    const plain = await openTab(stage.browser, 'link-passkey-plain', { ...phone, scripts: false });
    await plain.page.goto(third.link.url);
    await plain.follow('button', 'Start');
    await plain.look('Use your passkey');
    expect(await plain.page.getByRole('button').allInnerTexts()).toEqual([
      'Use my passkey',
      'Continue without a passkey',
    ]);
    expect(await plain.button('Use my passkey').isDisabled()).toBe(true);
    await plain.follow('button', 'Continue without a passkey');
    await plain.look('Sent');
    expect(await endOf(third)).toMatchObject({ status: 'declined', authenticated: false, reason: 'skipped' });
    await plain.close();
  });
});
