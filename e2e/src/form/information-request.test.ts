import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseCountry } from '../web-sdk/shop.ts';
import { possible } from '../web-sdk/stage.ts';
import { desktop, type Hosted, openHosted, phone, quick } from './hosted.ts';

describe.skipIf(!possible)('the page on which an applicant answers an information request', () => {
  let hosted: Hosted;
  beforeAll(async () => {
    hosted = await openHosted();
  });
  afterAll(() => hosted?.close());

  const proof = { type: 'utility_bill', issuing_country: 'GBR' };
  const live = () => ({ token: hosted.service.liveToken });

  /** An applicant whose report waits for a reviewer, since nothing analyses it here. */
  async function waiting(name: string) {
    const { service } = hosted;
    const { story } = service;
    const address = { street: 'High Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
    const applicant_id = await story.applicant({ email: 'jane@example.com', address }, live());
    await story.document(applicant_id, { type: 'driving_licence', side: 'front' }, live());
    if (name === 'facial_similarity_photo') await story.livePhoto(applicant_id, live());
    if (name === 'facial_similarity_video') await story.liveVideo(applicant_id, undefined, live());
    if (name === 'facial_similarity_motion') await story.motionCapture(applicant_id, undefined, live());
    if (name === 'proof_of_address') await story.document(applicant_id, proof, live());
    const { body } = await service.post('/v3.6/checks', { applicant_id, report_names: [name] }, live());
    const id: string = body.report_ids[0];
    const report = async () => (await service.get(`/v3.6/reports/${id}`, live())).body;
    await expect.poll(async () => (await report()).status).toBe('awaiting_approval');
    return { id, report };
  }

  async function ask(report: string, body: object) {
    const asked = await hosted.service.post(`/v3.6/reports/${report}/information_requests`, body, live());
    expect(asked.status).toBe(201);
    return asked.body;
  }

  test.each([
    ['phone', { ...phone, colorScheme: 'dark' }],
    ['desktop', desktop],
  ] as const)('takes another document on a %s, and says that it was sent', async (name, device) => {
    const { id, report } = await waiting('document');
    const message = 'The back of your licence was missing.\nA passport is enough.';
    const asked = await ask(id, { items: ['document'], message });
    const tab = await hosted.tab(`request-${name}`, device as object);
    await tab.page.goto(asked.url);
    await tab.look('Verify your identity');
    expect(await tab.page.getByText('A passport is enough.').count()).toBe(1);
    await tab.keyboard.follow('Start');
    await tab.look('Choose your document');
    await tab.button('Passport').click();
    if (name === 'desktop') await tab.look('Photo page of your passport');
    await tab.photograph(name === 'desktop' ? 'Use this camera' : null);
    await tab.look('Sent');
    await expect.poll(async () => (await report()).status).toBe('awaiting_approval');
    const { documents } = await report();
    expect(documents.length).toBe(1);
    const { body: answered } = await hosted.service.get(`/v3.6/information_requests/${asked.id}`, live());
    expect([answered.status, answered.media_ids]).toEqual(['answered', [documents[0].id]]);
    await tab.page.goto(asked.url);
    await tab.look('Sent');
    expect(tab.complaints).toEqual([]);
    await tab.close();
  });

  test('takes both sides of a card, and nothing before the second', async () => {
    const { id, report } = await waiting('document');
    const asked = await ask(id, { items: ['document'] });
    const tab = await hosted.tab('request-card', phone);
    await tab.page.goto(asked.url);
    await tab.keyboard.follow('Start');
    await chooseCountry(tab.page, 'United Kingdom');
    await tab.button('Driving licence').click();
    await tab.photograph(null);
    await tab.look('Back of your document');
    expect((await report()).status).toBe('awaiting_data');
    await tab.photograph();
    await tab.look('Sent');
    await expect.poll(async () => (await report()).documents.length).toBe(2);
    await tab.close();
  });

  test.each([
    ['facial_similarity_photo', 'photo', 'live_photos'],
    ['facial_similarity_video', 'video', 'live_videos'],
    ['facial_similarity_motion', 'motion', 'motion_captures'],
  ] as const)('takes the face of a %s', async (name, item, media) => {
    const { id, report } = await waiting(name);
    const asked = await ask(id, { items: [item] });
    const tab = await hosted.tab(`request-${item}`, { ...phone, allowed: ['camera', 'microphone'] });
    await tab.page.addInitScript(quick);
    // A drawn person turns no head: without eyes the SDK uses the clock.
    await tab.page.route('**/lazy/face-vision.js', (route) => route.abort());
    await tab.page.goto(asked.url);
    await tab.keyboard.follow('Start');
    if (item === 'photo') {
      await tab.look('Take a selfie');
      await tab.photograph();
    } else {
      await tab.look(item === 'video' ? 'Record a short video' : 'Turn your head');
      await tab.button('Open the camera').click();
      await tab.button('Start recording').click();
    }
    if (item === 'video') {
      await tab.button('Next').click();
      await tab.button('Done').click();
      await tab.button('Use this video').click();
    }
    await tab.look('Sent');
    const { body: answered } = await hosted.service.get(`/v3.6/information_requests/${asked.id}`, live());
    expect(answered.status).toBe('answered');
    await expect.poll(async () => (await report()).status).toBe('awaiting_approval');
    expect((await report())[media]).toEqual(answered.media_ids.map((id: string) => ({ id })));
    await tab.close();
  });

  test('takes a bill without scripts, and nothing after that', async () => {
    const { id, report } = await waiting('proof_of_address');
    const asked = await ask(id, { items: ['proof_of_address'], language: 'de' });
    const tab = await hosted.tab('request-bill', { ...desktop, scripts: false });
    await tab.page.goto(asked.url);
    await tab.keyboard.follow('Los geht’s');
    await tab.look('Ihr Adressnachweis');
    await tab.keyboard.to('type ');
    await tab.page.keyboard.press('ArrowDown');
    await tab.keyboard.type('Ausstellendes Land', 'Vereinigtes K');
    await tab.keyboard.follow('Weiter');
    await tab.look('Adressnachweis hochladen');
    await tab.keyboard.file('Wählen Sie eine Datei', 'bill.png', hosted.card.buffer);
    await tab.keyboard.follow('Hochladen');
    await tab.look('Gesendet');
    await expect.poll(async () => (await report()).status).toBe('awaiting_approval');
    const { body: answered } = await hosted.service.get(`/v3.6/information_requests/${asked.id}`, live());
    expect([answered.status, answered.media_ids.length]).toEqual(['answered', 1]);
    await tab.page.goto(`${asked.url}/proof`);
    await tab.look('Gesendet');
    // Neither another secret nor another request opens it.
    const other = await tab.page.goto(`${asked.url.slice(0, -4)}AAAA`);
    expect(other?.status()).toBe(404);
    await tab.close();
  });
});
