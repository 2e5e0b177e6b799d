import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { possible } from '../web-sdk/stage.ts';
import { desktop, EVERY_CAPTURE, type Hosted, openHosted, phone, quick, type Tab } from './hosted.ts';

describe.skipIf(!possible)('the page of a workflow run with the capture SDK', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await openHosted();
  });
  afterAll(() => hosted?.close());

  async function begin(
    { page, keyboard }: Tab,
    url: string,
    [consent, start]: readonly [string, string] = ['I have read the privacy notice', 'Start'],
  ) {
    await page.goto(url);
    await keyboard.press(consent, 'Space');
    await keyboard.follow(start);
  }

  test.each([
    ['phone', { ...phone, colorScheme: 'dark' }],
    ['desktop', desktop],
  ] as const)('captures document, photo and motion on a %s, to an approved run', async (name, device) => {
    const link = { completed_redirect_url: hosted.thanks };
    const run = await hosted.service.run(EVERY_CAPTURE, { link });
    const tab = await hosted.tab(`link-${name}`, device as object);
    const { page, look, button, photograph } = tab;
    await page.addInitScript(quick);
    // A drawn person turns no head: without eyes the SDK uses the clock.
    await page.route('**/lazy/face-vision.js', (route) => route.abort());
    await begin(tab, run.link.url);

    await look('Choose your document');
    await button('Passport').click();
    if (name === 'desktop') await look('Photo page of your passport');
    await photograph(name === 'desktop' ? 'Use this camera' : null);
    await look('Take a selfie');
    await photograph();
    await look('Turn your head');
    expect(await page.locator('#instead').count()).toBe(0);
    await button('Open the camera').click();
    await button('Start recording').click();
    await page.waitForURL(hosted.thanks);
    expect(tab.complaints).toEqual([`asks ${hosted.thanks}`]);

    await expect.poll(async () => (await hosted.service.again(run)).status).toBe('approved');
    const { body: tasks } = await hosted.service.get(`${hosted.service.at}/${run.id}/tasks`);
    const outputs = await Promise.all(
      tasks.map(async ({ id }: { id: string }) => {
        const { task_def_id, output } = (await hosted.service.get(`${hosted.service.at}/${run.id}/tasks/${id}`)).body;
        return Array.isArray(output) ? `${task_def_id} ${output.length}` : task_def_id;
      }),
    );
    expect(outputs).toEqual(['start', 'document_photo 1', 'face_photo 1', 'face_motion 1', 'check']);
    await tab.close();
  });

  test('films the challenge, and says so where nothing can be filmed', async () => {
    const run = await hosted.service.run(workflowIds.videos, { link: { language: 'de_DE' } });
    const tab = await hosted.tab('link-video', { ...phone, allowed: ['camera', 'microphone'] });
    const { page, look, button } = tab;
    await begin(tab, run.link.url, ['Ich habe die Datenschutzhinweise', 'Los geht’s']);
    // In the language that the client asks for, whatever the browser's is.
    await look('Nehmen Sie ein kurzes Video auf');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await button('Kamera öffnen').click();
    await button('Aufnahme starten').click();
    await button('Weiter').click();
    await button('Fertig').click();
    await button('Dieses Video verwenden').click();
    await look('Drehen Sie den Kopf');
    expect((await hosted.service.open(run)).task_def_id).toBe('face_motion');
    await tab.close();

    const old = await hosted.tab('link-old', phone);
    await old.page.addInitScript('delete window.MediaRecorder;');
    await old.page.goto(run.link.url);
    await old.follow('button', 'Dort weitermachen, wo Sie aufgehört haben');
    await old.look('Dieser Schritt braucht eine Kamera');
    await old.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', { ...desktop, colorScheme: 'dark' }],
  ] as const)('says above the camera why it asks again, on a %s', async (name, device) => {
    const { service } = hosted;
    const applicant_id = await service.story.applicant({ first_name: 'Image Integrity - Face Detected' });
    const run = await service.run(workflowIds.repeatedFace, { applicant_id });
    const tab = await hosted.tab(`link-again-camera-${name}`, device as object);
    await begin(tab, run.link.url);
    await service.complete(run, await service.open(run), [{ id: await service.story.document(applicant_id) }]);
    await service.complete(run, await service.open(run), [{ id: await service.story.livePhoto(applicant_id) }]);
    await service.settle();
    await tab.page.goto(run.link.url);
    await tab.look('Try again');
    await tab.keyboard.follow('Continue where you left off');
    await tab.look('Take a selfie');
    expect(await tab.page.locator('.progress:visible, .again li:visible').allInnerTexts()).toEqual([
      'Attempt 2 of 3',
      'We couldn’t find a single, clear face in the photo. Look straight into the camera. Make sure you’re alone.',
    ]);
    await tab.close();
  });

  test('a second tab neither takes back nor takes over what the first has done', async () => {
    const run = await hosted.service.run(workflowIds.sample);
    const first = await hosted.tab('link-first', phone);
    const second = await hosted.tab('link-second', phone);
    await begin(first, run.link.url);
    await second.page.goto(`${run.link.url}/document-photo`);
    for (const tab of [first, second]) await tab.button('Passport').click();
    for (const tab of [first, second]) {
      await tab.photograph(null);
      await tab.look('Take a selfie');
    }
    expect((await hosted.service.open(run)).task_def_id).toBe('face_photo');
    await second.photograph();
    await second.look('Sent');
    await first.page.reload();
    await first.look('Sent');
    await expect.poll(async () => (await hosted.service.again(run)).status).toBe('approved');
    await Promise.all([first.close(), second.close()]);
  });
});
