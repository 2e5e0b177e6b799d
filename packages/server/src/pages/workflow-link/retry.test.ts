import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { browserOf } from '../form/testing/form.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

type Workflow = 'repeatedFace' | 'repeatedPair' | 'secondTry';

const front = 'document-photo/front?type=passport&issuing_country=GBR';
/** Asks for the plain page, which browsers without scripts show. */
const plain = (path: string) => `${path}?file`;

async function work() {
  service.clock.advance(1000);
  await service.settle();
}

/** A run of an applicant whose first name is a trigger of the sandbox, after its first attempt has failed. */
async function failed(workflow: Workflow, first_name: string, link: object = {}) {
  const applicant_id = await service.story.applicant({ first_name });
  const run = await service.run(workflowIds[workflow], { applicant_id, link });
  const browser = browserOf(service, run.link.url);
  await browser.post('');
  await browser.upload(front);
  await browser.upload('face-photo');
  await work();
  const page = (await browser.get()).body;
  return { run, browser, page, main: mainOf(page) };
}

const mainOf = (page: string): string => page.match(/<main.*<\/main>/s)?.[0] ?? '';

/** The task of a run, as its SDK gets it. */
const taskOf = async (run: { id: string; sdk_token: string }) =>
  (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, service.sdkOf(run))).body.task;

const NEUTRAL = 'Alice Ltd needs this once more to verify your identity.';

describe('a page that asks again', () => {
  it('says what was wrong, counts the attempts, and asks for what failed alone', async () => {
    const { run, browser, main } = await failed('repeatedFace', 'Image Integrity - Face Detected');
    expect(main).toContain('<p class="progress">Attempt 2 of 3</p>');
    expect(main).toContain('<h1>Try again</h1>');
    expect(main).toContain('<li>We couldn’t find a single, clear face in the photo.');
    expect(main).toContain('<ol><li>a selfie</li></ol>');
    expect(main).not.toContain('(done)');
    expect(main).not.toContain(NEUTRAL);
    expect(await taskOf(run)).toMatchObject({
      kind: 'face_photo',
      retry: { attempt: 2, at_most: 3, reasons: ['no_face'] },
    });

    expect(browser.ledTo(await browser.post(''))).toBe('face-photo');
    const step = (await browser.get(plain('face-photo'))).body;
    expect(step).toContain('<p class="progress">Attempt 2 of 3</p>');
    expect(step).toContain('We couldn’t find a single, clear face in the photo.');
    // Also above the SDK, where scripts run.
    const [above] = (await browser.get('face-photo')).body.match(/<div id="capture".*<div id="sdk-mount"/s) ?? [];
    expect(above).toContain('<p class="progress">Attempt 2 of 3</p>');
    expect(above).toContain('<li>We couldn’t find a single, clear face in the photo.');

    await browser.upload('face-photo');
    await work();
    expect(mainOf((await browser.get()).body)).toContain('Attempt 3 of 3');
    await service.put(`/v3.6/applicants/${run.applicant_id}`, { first_name: 'Jane' });
    await browser.upload('face-photo');
    await work();
    expect((await service.again(run)).status).toBe('approved');
    const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
    expect(tasks.map(({ task_def_id }: { task_def_id: string }) => task_def_id)).toEqual([
      ...['start', 'document_photo', 'face_photo', 'check', 'face_photo', 'check', 'face_photo', 'check'],
    ]);
  });

  it.each([
    ['Image Integrity - Image Quality', 'unclear', 'The photo was not clear enough to read.'],
    ['Image Integrity - Supported Document', 'unsupported', 'We can’t accept this document.'],
  ])('names the fault of a document: %s', async (first_name, reason, words) => {
    const { run, browser, main } = await failed('repeatedPair', first_name);
    expect(main).toContain('Attempt 2 of 2');
    expect(main).toContain(`<li>${words}`);
    // Requested steps that follow the repeated ones are still to come.
    expect(main.match(/<ol>.*<\/ol>/s)?.[0].match(/<li>/g)).toHaveLength(3);
    expect((await taskOf(run)).retry).toEqual({ attempt: 2, at_most: 2, reasons: [reason] });
    await browser.upload(front);
    // The face was not at fault.
    expect((await taskOf(run)).retry).toEqual({ attempt: 2, at_most: 2, reasons: [] });
    const again = mainOf((await browser.get()).body);
    expect(again.match(/<ol>.*<\/ol>/s)?.[0]).toBe(
      '<ol><li>a selfie</li><li>a bill, statement or letter that shows your address</li></ol>',
    );
    expect((await browser.get(plain('face-photo'))).body).not.toContain(words);
  });

  it('counts other steps of the same kind, and lists only those that are asked for', async () => {
    const face = await failed('secondTry', 'Face Comparison - Face Match');
    expect(face.main).toContain('Attempt 2 of 3');
    expect(face.main).toContain('<li>We couldn’t match your face with the photo on your document.');
    expect(face.main).toContain('<ol><li>a selfie</li></ol>');
    expect((await taskOf(face.run)).retry).toEqual({ attempt: 2, at_most: 3, reasons: ['face_differs'] });
    await face.browser.upload('face-photo');
    await work();
    expect((await taskOf(face.run)).retry).toEqual({ attempt: 3, at_most: 3, reasons: ['face_differs'] });
    await service.put(`/v3.6/applicants/${face.run.applicant_id}`, { first_name: 'Jane' });
    await face.browser.upload('face-photo');
    await work();
    expect((await service.again(face.run)).status).toBe('approved');

    const document = await failed('secondTry', 'Image Integrity - Image Quality');
    expect(document.main).toContain('<p class="progress">Attempt 2</p>');
    expect(document.main.match(/<ol>.*<\/ol>/s)?.[0].match(/<li>/g)).toHaveLength(1);
    expect((await taskOf(document.run)).retry).toEqual({ attempt: 2, at_most: null, reasons: ['unclear'] });
  });

  it('never names a suspected forgery', async () => {
    const pages = [];
    for (const first_name of [
      'Visual Authenticity - Fonts',
      'Visual Authenticity - Security Features',
      'Data Validation - Document Numbers',
      'Visual Authenticity - Spoofing Detection',
      'Image Integrity - Source Integrity',
    ]) {
      const { run, main } = await failed('repeatedPair', first_name);
      expect(main).toContain(NEUTRAL);
      expect((await taskOf(run)).retry, first_name).toEqual({ attempt: 2, at_most: 2, reasons: [] });
      pages.push(main.replaceAll(/action="[^"]*"/g, ''));
    }
    expect(new Set(pages).size).toBe(1);
  });

  it('uses the language of the reader', async () => {
    const trigger = 'Face Comparison - Face Match';
    for (const [language, attempt, words] of [
      ['de', 'Versuch 2 von 3', 'Wir konnten Ihr Gesicht dem Foto auf dem Dokument nicht zuordnen.'],
      ['ar', 'المحاولة 2 من 3', 'لم نتمكن من مطابقة وجهك'],
    ]) {
      const { main } = await failed('repeatedFace', trigger, { language });
      expect(main).toContain(attempt);
      expect(main).toContain(words);
    }
  });

  it('is absent at the first attempt, and for another run or environment', async () => {
    const run = await service.run(workflowIds.repeatedFace);
    const main = mainOf((await browserOf(service, run.link.url).get()).body);
    expect([main.includes('Attempt'), main.includes('<h1>Verify your identity</h1>')]).toEqual([false, true]);
    expect((await taskOf(run)).retry).toBeNull();
    const { run: other } = await failed('repeatedFace', 'Image Integrity - Face Detected');
    const path = `/v3.6/sdk/workflow_runs/${other.id}`;
    expect((await service.get(path, service.sdkOf(run))).status).toBe(404);
    expect((await service.get(path, { token: service.account.liveToken })).status).toBe(401);
  });
});
