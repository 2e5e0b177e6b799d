import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../../packages/server/src/api/v3/testing/runs.ts';
import { HOUR_MS, isoSeconds, MINUTE_MS } from '../../../packages/server/src/base/clock.ts';
import { startReceiver } from '../../../packages/server/src/webhooks/testing/receiver.ts';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { cardPicture } from './footage.ts';
import { chooseCountry, desktop, phone, type Visit, visitShop, welcomeTitle } from './shop.ts';
import { openStage, possible, type Stage } from './stage.ts';

const inSdk = "document.querySelector('.bonafide-sdk').shadowRoot";

/** A property of every element that a selector finds. */
const each = (page: Page, selector: string, property: string): Promise<string[]> =>
  page.evaluate(`[...${inSdk}.querySelectorAll('${selector}')].map((one) => one.${property})`);

const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true });

/** Waits between tries take a fiftieth of their time. */
const quick = 'const slow = setTimeout; window.setTimeout = (work, ms) => slow(work, ms / 50);';

interface Run {
  readonly id: string;
  readonly applicant_id: string;
  readonly sdk_token: string;
}

describe.skipIf(!possible)('a workflow run in the browser SDK', () => {
  let stage: Stage<RunService>;
  let card: Buffer;
  beforeAll(async () => {
    [stage, card] = await Promise.all([openStage(() => startWithWorkflows({ realTime: true })), cardPicture()]);
  });
  afterAll(() => stage?.close());

  const begin = (workflow: keyof typeof workflowIds, more: Record<string, unknown> = {}): Promise<Run> =>
    stage.service.run(workflowIds[workflow], more);

  async function visit(run: Run, options: Visit & { before?: string; more?: string; token?: string } = {}) {
    const { before = '', more = '', token = run.sdk_token, ...rest } = options;
    const script = `${before}\nOnfido.init({ token: '${token}', workflowRunId: '${run.id}', ${more} ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { colorScheme: 'light', ...desktop, ...rest });
    const { page, look, button } = shop;
    return {
      ...shop,
      /** Photographs what the screen of this title asks for. */
      async photograph(title: string) {
        await look(title);
        await button('Take a photo').click();
        await button('Take the photo').and(page.locator(':enabled')).click();
        await button('Use this photo').click();
      },
      /** Sends a file for what the screen of this title asks for. */
      async give(title: string, label = 'Choose a file') {
        await look(title);
        await shop.choose(label, { name: 'front.jpg', mimeType: 'image/jpeg', buffer: card });
        await button('Use this photo').click();
      },
    };
  }

  const statusOf = async (run: Run) => (await stage.service.again(run)).status;
  const documentsOf = async ({ applicant_id }: Run) =>
    (await stage.service.get(`/v3.6/documents?applicant_id=${applicant_id}`)).body.documents as { id: string }[];
  const tasksOf = async (run: Run) =>
    (await stage.service.get(`${stage.service.at}/${run.id}/tasks`)).body as { id: string; task_def_id: string }[];
  const outputOf = async (run: Run, name: string) => {
    const task = (await tasksOf(run)).find(({ task_def_id }) => task_def_id === name);
    return (await stage.service.get(`${stage.service.at}/${run.id}/tasks/${task?.id}`)).body.output;
  };

  test('goes from the welcome to an approval, which the client gets as an event', async () => {
    const receiver = await startReceiver();
    const { body: webhook } = await stage.service.post('/v3.6/webhooks', {
      url: receiver.url,
      events: ['workflow_run.completed'],
    });
    const run = await begin('sample');
    const shop = await visit(run, { ...phone, name: 'workflow-phone' });
    await shop.look(welcomeTitle);
    await shop.button('Start').click();
    await shop.look('Choose your document');
    await back(shop.page).click();
    await shop.look(welcomeTitle);
    await shop.button('Start').click();
    await chooseCountry(shop.page, 'France');
    await shop.button('Permis de conduire').click();
    await shop.photograph('Front of your document');
    await shop.photograph('Back of your document');
    // What is done is not gone back over.
    await shop.heading('Take a selfie').waitFor();
    expect(await back(shop.page).count()).toBe(0);
    await shop.photograph('Take a selfie');
    await shop.look('Thank you');
    expect(shop.received('onError')).toEqual([]);
    expect(shop.complaints).toEqual([]);

    const documents = await documentsOf(run);
    const [data] = shop.received('onComplete') as { document_front: { id: string }; document_back: { id: string } }[];
    expect([data?.document_front.id, data?.document_back.id].sort()).toEqual(documents.map(({ id }) => id).sort());
    expect(await outputOf(run, 'document_photo')).toEqual([
      { id: data?.document_front.id, type: 'document' },
      { id: data?.document_back.id, type: 'document' },
    ]);
    expect(data).toMatchObject({ face: { variant: 'standard' } });
    const capture = (side: string) => [`DOCUMENT_CAPTURE_${side}`, `DOCUMENT_CAPTURE_CONFIRMATION_${side}`, 'UPLOAD'];
    expect(shop.received('analytics')).toEqual([
      ...['WELCOME', 'DOCUMENT_TYPE_SELECT', 'WELCOME', 'DOCUMENT_TYPE_SELECT', 'ID_DOCUMENT_COUNTRY_SELECT'],
      ...[...capture('FRONT'), ...capture('BACK')],
      ...['FACIAL_INTRO', 'FACIAL_CAPTURE', 'FACIAL_CAPTURE_CONFIRMATION', 'UPLOAD'],
    ]);
    await shop.close();
    await expect.poll(() => statusOf(run)).toBe('approved');
    await expect.poll(() => receiver.received.length).toBe(1);
    const { payload } = JSON.parse(String(receiver.received[0]?.body));
    expect([payload.action, payload.object.id, payload.object.status]).toEqual([
      ...['workflow_run.completed', run.id, 'approved'],
    ]);
    await stage.service.del(`/v3.6/webhooks/${webhook.id}`);
    await receiver.close();
  });

  test('asks again for the step that failed alone, and says why', async () => {
    const first_name = 'Image Integrity - Face Detected';
    const applicant_id = await stage.service.story.applicant({ first_name });
    const run = await begin('repeatedFace', { applicant_id });
    const shop = await visit(run, {
      ...phone,
      before: quick,
      name: 'workflow-retry',
      more: 'disableWelcomeScreen: true,',
    });
    await shop.look('Choose your document');
    await shop.button('Passport').click();
    await shop.photograph('Photo page of your passport');
    await shop.photograph('Take a selfie');
    await shop.page.getByText('Attempt 2 of 3', { exact: true }).waitFor();
    await shop.look('Take a selfie');
    const reason =
      'We couldn’t find a single, clear face in the photo. Look straight into the camera. Make sure you’re alone.';
    expect(await shop.page.locator('.alert').innerText()).toBe(`Attempt 2 of 3\n${reason}`);
    expect(await shop.page.locator('[role=status]').innerText()).toBe(`Attempt 2 of 3. ${reason}`);
    await stage.service.put(`/v3.6/applicants/${applicant_id}`, { first_name: 'Jane' });
    await shop.photograph('Take a selfie');
    await shop.look('Thank you');
    await expect.poll(() => statusOf(run)).toBe('approved');
    expect(await documentsOf(run)).toHaveLength(1);
    await shop.close();
  });

  test('takes a profile by keyboard alone, and what else it asks for', async () => {
    const run = await begin('profile');
    const shop = await visit(run, { name: 'workflow-profile', more: 'disableWelcomeScreen: true,' });
    const { page, look } = shop;
    await look('Your details');
    await page.locator('#last_name').waitFor();
    const inner = `${inSdk}.activeElement`;
    const at = () => page.evaluate<string>(`${inner}?.id || ${inner}?.innerText`);
    const tabTo = async (id: string) => {
      for (let i = 0; i < 30 && (await at()) !== id; i += 1) await page.keyboard.press('Tab');
      expect(await at()).toBe(id);
    };
    const write = async (id: string, text: string) => {
      await tabTo(id);
      await page.keyboard.type(text);
    };
    // Nothing at all, then something that is wrong.
    await tabTo('first_name');
    await page.keyboard.press('Enter');
    await page.getByText('Fill in this field').first().waitFor();
    expect(await at()).toBe('first_name');
    await look('Your details', { focus: false });
    expect(await each(page, '[aria-invalid=true]', 'id')).toEqual([
      ...['first_name', 'last_name', 'country_residence'],
    ]);
    const region = page.locator('[role=status]');
    expect(await region.innerText()).toBe('Check: First names, Last names, Country where you live');
    await write('first_name', '  Grace   Brewster ');
    await write('last_name', 'R2D2');
    await write('dob-day', '9');
    await write('dob-month', 'dec');
    await write('dob-year', '1906');
    await write('email', 'grace@example');
    await write('phone_number', '07700 900123');
    await write('country_residence', 'United K');
    await page.keyboard.press('Tab');
    await tabTo('Continue');
    await page.keyboard.press('Space');
    const wrongs = () => page.locator('.wrong:visible').allInnerTexts();
    await expect
      .poll(wrongs)
      .toEqual([
        'A name has letters only',
        'Enter an address such as name@example.com',
        'Begin with the country code, such as +44',
      ]);
    await look('Your details', { focus: false });
    expect(await at()).toBe('last_name');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Hopper');
    await tabTo('email');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('grace@example.com');
    await tabTo('phone_number');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('0044 7700 900123');
    await tabTo('phone_number_consent_granted');
    await page.keyboard.press('Space');
    // Half an address is not accepted.
    await write('address.country', 'United K');
    await write('address.line1', '1 High Street');
    await page.keyboard.press('Enter');
    await expect.poll(wrongs).toEqual(['Fill in this field', 'Fill in this field']);
    await write('address.town', 'London');
    await write('address.postcode', 'sw4 6eh');
    await page.keyboard.press('Enter');

    await look('Choose your document');
    expect(await outputOf(run, 'profile_data')).toEqual({
      first_name: 'Grace Brewster',
      last_name: 'Hopper',
      dob: '1906-12-09',
      email: 'grace@example.com',
      phone_number: '+447700900123',
      phone_number_consent_granted: true,
      country_residence: 'GBR',
      address: { country: 'GBR', line1: '1 High Street', town: 'London', postcode: 'SW4 6EH' },
    });
    await shop.button('Passport').click();
    await shop.give('Photo page of your passport');
    await look('Choose a proof of address');
    // The country of the address that the applicant has typed.
    expect(await page.locator('#country').inputValue()).toBe('United Kingdom');
    await shop.button('Utility bill').click();
    await shop.give('Utility bill');
    await shop.photograph('Take a selfie');
    await look('Thank you');
    expect(shop.received('onComplete')).toMatchObject([
      { document: { type: 'passport' }, poa: { type: 'utility_bill' }, data: { last_name: 'Hopper' } },
    ]);
    expect(shop.complaints).toEqual([]);
    await shop.close();
    await expect.poll(() => statusOf(run)).toBe('approved');
  });

  test('sends typed data again with the token that the page renews', async () => {
    const run = await begin('profile');
    const { applicant_id } = run;
    const { body } = await stage.service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' });
    const renew = `onTokenExpired: async () => { note('renewed', true); return '${body.token}'; },`;
    const shop = await visit(run, { ...phone, name: 'workflow-renewed', more: `disableWelcomeScreen: true, ${renew}` });
    await shop.page.route('**/complete', (route) =>
      route.request().headers().authorization === `Bearer ${run.sdk_token}`
        ? route.fulfill({ status: 401, contentType: 'application/json', body: '{"error":{"type":"expired_token"}}' })
        : route.continue(),
    );
    await shop.page.locator('#first_name').fill('Ann');
    await shop.page.locator('#last_name').fill('Lee');
    await shop.page.locator('#country_residence').selectOption('GBR');
    await shop.button('Continue').click();
    await shop.look('Choose your document');
    expect(await outputOf(run, 'profile_data')).toMatchObject({ first_name: 'Ann', last_name: 'Lee' });
    expect([shop.received('renewed'), shop.received('onError')]).toEqual([[true], []]);
    await shop.close();
  });

  test('shows what the service alone finds wrong with a profile beside its field', async () => {
    const run = await begin('profile');
    const shop = await visit(run, { ...phone, name: 'workflow-refused', more: 'disableWelcomeScreen: true,' });
    await shop.page.locator('#first_name').fill('Ann');
    await shop.page.locator('#last_name').fill('Lee');
    await shop.page.locator('#country_residence').selectOption('USA');
    await shop.page.locator('[id="address.country"]').selectOption('USA');
    await shop.page.locator('[id="address.line1"]').fill('5 Main Street');
    await shop.page.locator('[id="address.town"]').fill('Springfield');
    // No state has these letters.
    await shop.page.locator('[id="address.state"]').fill('zz');
    await shop.page.locator('[id="address.postcode"]').fill('12345');
    await shop.button('Continue').click();
    await shop.page.getByText('Check this field').waitFor();
    await shop.look('Your details', { focus: false });
    expect(await each(shop.page, '[aria-invalid=true]', 'id')).toEqual(['address.state']);
    await shop.page.locator('[id="address.state"]').fill('ca');
    await shop.button('Continue').click();
    await shop.look('Choose your document');
    await shop.close();
  });

  test('continues after a reload, without sending anything twice', async () => {
    const run = await begin('sample');
    const shop = await visit(run, { ...phone, name: 'workflow-reload', more: 'disableWelcomeScreen: true,' });
    await shop.button('Passport').click();
    await shop.photograph('Photo page of your passport');
    await shop.look('Take a selfie');
    await shop.page.reload();
    await shop.photograph('Take a selfie');
    await shop.look('Thank you');
    expect(await documentsOf(run)).toHaveLength(1);
    await shop.close();
  });

  test('completes a task once, though the answer gets lost and the network goes', async () => {
    const run = await begin('sample');
    const shop = await visit(run, {
      ...phone,
      name: 'workflow-offline',
      before: quick,
      more: 'disableWelcomeScreen: true,',
    });
    let tries = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await shop.page.route('**/complete', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      // The service gets it, and the page gets no answer.
      await route.fetch();
      await shop.context.setOffline(true);
      await held;
      await route.abort();
    });
    await shop.button('Passport').click();
    await shop.photograph('Photo page of your passport');
    await shop.look('One moment');
    release();
    await shop.page.getByText('You’re offline.').first().waitFor();
    await shop.context.setOffline(false);
    await shop.look('Take a selfie');
    expect(tries).toBe(2);
    expect(await documentsOf(run)).toHaveLength(1);
    expect(await outputOf(run, 'document_photo')).toHaveLength(1);
    await shop.close();
  });

  test('says when the service can’t be asked, and asks again', async () => {
    const run = await begin('sample');
    let down = true;
    const shop = await visit(run, { name: 'workflow-down', before: quick });
    await shop.page.route('**/sdk/workflow_runs/*', (route) =>
      down ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await shop.button('Start').click();
    await shop.look('Something went wrong');
    down = false;
    await shop.button('Try again').click();
    await shop.look('Choose your document');
    expect(shop.received('onError')).toEqual([]);
    await shop.close();
  });

  test('waits while its client has something to do', async () => {
    const run = await begin('client');
    const shop = await visit(run, { name: 'workflow-client', before: quick, more: 'disableCompleteScreen: true,' });
    await shop.button('Start').click();
    await shop.look('One moment');
    await shop.page.getByText('This is taking longer than usual.').first().waitFor();
    await shop.look('One moment', { focus: false });
    const [, task] = await tasksOf(run);
    await stage.service.complete(run, task as { id: string }, { first_name: 'Ann' });
    await shop.look('Sent');
    expect(shop.received('onComplete')).toEqual([{}]);
    await shop.close();
  });

  test('is tried in the demonstration', async () => {
    const context = await stage.browser.newContext({ ignoreHTTPSErrors: true, ...desktop });
    await context.grantPermissions(['camera'], { origin: stage.service.baseUrl });
    const page = await context.newPage();
    await page.goto(`${stage.service.baseUrl}/demo`);
    await page.getByLabel('Who leads the applicant').selectOption('workflow');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('.sdk').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Passport' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: card });
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await page.getByRole('button', { name: 'Take a photo' }).click();
    await page.getByRole('button', { name: 'Take the photo' }).and(page.locator(':enabled')).click();
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await page.getByText('workflow_run.completed approved').waitFor();
    if (process.env.SDK_SHOTS) await page.screenshot({ path: join(process.env.SDK_SHOTS, 'workflow-demo.png') });
    await context.close();
  });

  describe('that ends', () => {
    test('while the applicant is at it: abandoned', async () => {
      // The applicant begins an hour ago, with five minutes for the run. Then the clock shows the present time.
      const { movableClock } = stage.service.services;
      movableClock?.setBack(HOUR_MS);
      const expires_at = isoSeconds(Date.now() - HOUR_MS + 5 * MINUTE_MS);
      const run = await begin('sample', { link: { expires_at } });
      const shop = await visit(run, { ...phone, name: 'workflow-abandoned', more: 'disableWelcomeScreen: true,' });
      await shop.button('Passport').click();
      await shop.heading('Photo page of your passport').waitFor();
      movableClock?.setBack(0);
      await expect.poll(() => statusOf(run)).toBe('abandoned');
      await shop.photograph('Photo page of your passport');
      await shop.look('This verification has expired');
      expect(shop.received('onError')).toEqual([
        { type: 'workflow_abandoned', message: 'The time of the workflow run is over' },
      ]);
      expect(shop.received('onComplete')).toEqual([]);
      await shop.close();
    });

    test('with an error', async () => {
      // In earnest the check lacks what a register needs.
      const run = await stage.service.run(workflowIds.checkOnly, {}, { token: stage.service.liveToken });
      expect(run.status).toBe('error');
      const shop = await visit(run, { name: 'workflow-error' });
      await shop.look('Verification can’t continue', { focus: false });
      expect(shop.received('onError')).toEqual([
        { type: 'workflow_error', message: 'The workflow run has ended with an error' },
      ]);
      await shop.close();
    });

    test('before the page is opened: the applicant has done its part', async () => {
      const run = await begin('nothing');
      const shop = await visit(run, { name: 'workflow-over', more: 'disableWelcomeScreen: true,' });
      await shop.look('Thank you');
      expect(shop.received('onComplete')).toEqual([{}]);
      await shop.close();
    });
  });

  describe('with', () => {
    const ended = async (run: Run, options: Parameters<typeof visit>[1], answer?: object) => {
      const shop = await visit(run, options);
      if (answer) {
        await shop.page.route('**/sdk/workflow_runs/*', (route) =>
          route.fulfill({ contentType: 'application/json', body: JSON.stringify({ id: run.id, ...answer }) }),
        );
        await shop.page.reload();
      }
      // A run that can't be followed is noticed before the applicant begins.
      await shop.look('Verification can’t start', { focus: false });
      const errors = shop.received('onError');
      await shop.close();
      return errors;
    };
    const unknown = {
      type: 'workflow_error',
      message: 'workflowRunId names no workflow run that the token is for',
    };

    test('the token of another run, or of another applicant', async () => {
      const [run, other] = [await begin('sample'), await begin('sample')];
      expect(await ended(run, { name: 'workflow-foreign', token: other.sdk_token })).toEqual([unknown]);
      const { token } = await stage.admit();
      expect(await ended(run, { name: 'workflow-foreign', token })).toEqual([unknown]);
    });

    test('a token that nobody signed', async () => {
      const run = await begin('sample');
      const token = run.sdk_token.replace(/[^.]+$/, 'AAAA');
      expect(await ended(run, { name: 'workflow-token', token })).toEqual([
        { type: 'invalid_token', message: 'The service does not accept the token' },
      ]);
    });

    test('a token of its applicant that was made by hand', async () => {
      const run = await begin('sample');
      const { body } = await stage.service.post('/v3.6/sdk_token', {
        applicant_id: run.applicant_id,
        referrer: '*://*/*',
      });
      const shop = await visit(run, { name: 'workflow-hand', token: body.token });
      await shop.button('Start').click();
      await shop.look('Choose your document');
      await shop.close();
    });

    test('a task that this version does not know', async () => {
      const task = { id: 'nfc_1', task_def_id: 'nfc', kind: 'nfc_scan', input: {} };
      expect(await ended(await begin('sample'), { name: 'workflow-new' }, { status: 'awaiting_input', task })).toEqual([
        {
          type: 'unsupported_sdk_version',
          message: 'This version of the SDK does not know nfc_scan of the workflow run',
        },
      ]);
    });

    test('a browser that can’t film the challenge', async () => {
      const before = 'delete window.MediaRecorder;';
      expect(await ended(await begin('videos'), { name: 'workflow-video', before })).toEqual([
        { type: 'unsupported', message: "This browser can't film, which the task face_video needs" },
      ]);
    });
  });

  test('films a face where the run asks for that', async () => {
    const run = await begin('videos');
    const shop = await visit(run, { ...phone, name: 'workflow-video', allowed: ['camera', 'microphone'] });
    await shop.button('Start').click();
    await shop.look('Record a short video');
    await shop.button('Open the camera').click();
    await shop.button('Start recording').click();
    await shop.button('Next').click();
    await shop.button('Done').click();
    await shop.look('Check your video');
    await shop.button('Use this video').click();
    await shop.look('Turn your head');
    expect(await outputOf(run, 'face_video')).toEqual([{ id: expect.any(String) }]);
    await shop.close();
  });
});

describe.skipIf(!possible)('what an applicant types', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  async function visit(options: object, more = '', rest: Visit = {}) {
    const { token } = await stage.admit();
    const steps = JSON.stringify([{ type: 'data', options }]);
    const script = `Onfido.init({ token: '${token}', steps: [...${steps}, 'complete'], ${more} ...notes });`;
    return visitShop(stage.browser, stage.service, script, { ...desktop, colorScheme: 'light', ...rest });
  }
  const address = { country: 'USA', line1: '1600 Amphitheatre Parkway', town: 'Mountain View', postcode: '94043' };

  test('begins with the known data, and gets to the page', async () => {
    const known = { first_name: 'Ada', last_name: 'Lovelace', dob: '1990-12-10', email: 'ada@example.com', address };
    const shop = await visit({ ...known, ssn_enabled: true }, '', { name: 'data-known', colorScheme: 'dark' });
    await shop.page.locator('#ssn').waitFor();
    await shop.look('Your details');
    await shop.button('Continue').click();
    await expect
      .poll(() => shop.page.locator('.wrong:visible').allInnerTexts())
      .toEqual(['Fill in this field', 'Fill in this field']);
    await shop.page.locator('[id="address.state"]').fill('ca');
    await shop.page.locator('#ssn').fill('123456789');
    await shop.button('Continue').click();
    await shop.look('Thank you');
    expect(shop.received('onComplete')).toEqual([
      { data: { ...known, address: { ...address, state: 'CA' }, ssn: '123-45-6789' } },
    ]);
    await shop.close();
  });

  test('asks people elsewhere for nothing of the USA', async () => {
    const shop = await visit({ ssn_enabled: true }, '', { ...phone, name: 'data-elsewhere' });
    await shop.page.locator('#dob-day').waitFor();
    await shop.look('Your details');
    expect(await shop.page.locator('[id="address.state"]:visible, #ssn:visible').count()).toBe(0);
    await shop.page.locator('#first_name').fill('Émile');
    await shop.page.locator('#last_name').fill('Durand');
    // A whole date where the first part belongs.
    await shop.page.locator('#dob-day').fill('4 March 1985');
    await shop.page.locator('#dob-day').blur();
    expect(await each(shop.page, '.date input', 'value')).toEqual(['4', 'March', '1985']);
    await shop.close();
  });

  test('is kept when the applicant goes back and comes again', async () => {
    const { token } = await stage.admit();
    const steps = "['welcome', { type: 'data', options: { required: ['first_name', 'dob'] } }, 'document']";
    const script = `Onfido.init({ token: '${token}', steps: ${steps}, ...notes });`;
    const shop = await visitShop(stage.browser, stage.service, script, { ...phone, name: 'data-back' });
    await shop.button('Start').click();
    await shop.page.locator('#first_name').fill('Ada');
    await shop.page.locator('#dob-day').fill('31');
    await shop.page.locator('#dob-month').fill('2');
    await shop.page.locator('#dob-year').fill('90');
    await shop.button('Continue').click();
    await shop.page.getByText('Enter a real date').waitFor();
    await shop.look('Your details', { focus: false });
    await back(shop.page).click();
    await shop.button('Start').click();
    await shop.page.locator('#dob-month').fill('3');
    await shop.button('Continue').click();
    await shop.look('Choose your document');
    await back(shop.page).click();
    await shop.page.locator('#first_name').waitFor();
    expect(await each(shop.page, 'input', 'value')).toEqual(['Ada', '31', '3', '90']);
    await shop.close();
  });

  test('is written from right to left where that is the way', async () => {
    const shop = await visit({ required: ['first_name', 'dob', 'address'] }, "language: 'ar',", {
      ...phone,
      name: 'data-ar',
    });
    await shop.page.locator('#first_name').waitFor();
    await shop.look('بياناتك');
    await shop.page.locator('#first_name').fill('ليلى');
    await shop.page.locator('#dob-day').fill('٣١');
    await shop.page.locator('#dob-month').fill('مارس');
    await shop.page.locator('#dob-year').fill('١٩٨٠');
    await shop.page.locator('[id="address.country"]').selectOption('JOR');
    await shop.page.locator('[id="address.line1"]').fill('شارع الملكة 1');
    await shop.page.locator('[id="address.town"]').fill('عمّان');
    await shop.page.locator('.actions .button').click();
    await shop.page.getByText('يرجى ملء هذا الحقل').waitFor();
    await shop.look('بياناتك', { focus: false });
    await shop.page.locator('[id="address.postcode"]').fill('11118');
    await shop.page.locator('.actions .button').click();
    await shop.page.locator('[data-screen=complete]').waitFor();
    expect(shop.received('onComplete')).toMatchObject([{ data: { first_name: 'ليلى', dob: '1980-03-31' } }]);
    await shop.close();
  });
});
