import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { codeSent, drawnSignature, outputOfSignature, runAwaitingSignature } from '../../api/v3/testing/signing.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { signatureOf } from '../../exports/testing/signature.ts';
import { plainPdf, workflowIds } from '../../workflows/testing/write.ts';
import { browserOf } from '../form/testing/form.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

async function asked(workflow: string, person?: object) {
  const run = await runAwaitingSignature(service, workflow, person);
  const browser = browserOf(service, run.link.url);
  expect((await browser.get()).body).toContain('We’re checking what you sent');
  service.clock.advance(1000);
  await service.settle();
  expect((await service.again(run)).status).toBe('awaiting_input');
  await browser.post('');
  return { run, browser };
}

const documentsIn = (body: string) => [...body.matchAll(/documents\/([0-9a-f-]{36})"/g)].map(([, id]) => id as string);

/** The newest mail, as the operator sees it. */
async function newestMail() {
  const call = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
  const { body: list } = await service.get('/operator/v1/mails', call);
  return (await service.get(`/operator/v1/accounts/${service.account.id}/mails/${list.mails[0].id}`, call)).body;
}

const codeIn = ({ text }: { text: string }) => /: (\d{6}) is your code/.exec(text)?.[1] as string;

describe('the page of a signature', () => {
  test('has its documents read, a name and consent, and signs', async () => {
    const { run, browser } = await asked(workflowIds.signedByApplicant);
    const path = 'simple-electronic-signature';
    const page = await browser.get(path);
    const ids = documentsIn(page.body);
    expect([page.status, ids.length]).toEqual([200, 2]);
    const early = await browser.post(path, { do: 'sign' });
    expect(early.status).toBe(422);
    const missing = [
      'Open each document first',
      'Enter your full name, or draw your signature',
      'Confirm that you sign',
    ];
    for (const words of missing) expect(early.body).toContain(words);
    for (const id of ids) {
      const { status, headers, bytes } = await browser.get(`${path}/documents/${id}`);
      expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
    }
    expect((await browser.get(path)).body.match(/\(opened\)/g)).toHaveLength(2);
    expect((await browser.get(`${path}/documents/${run.id}`)).status).toBe(404);
    const signed = await browser.post(path, { do: 'sign', name: 'Jane  Doe ', consent: 'yes' });
    expect(signed.status).toBe(303);
    expect((await service.again(run)).status).toBe('processing');
    expect(await outputOfSignature(service, run)).toBeNull();
    await service.settle();
    const { properties } = await outputOfSignature(service, run);
    expect(properties.signed_documents).toHaveLength(2);
    expect((await service.again(run)).status).toBe('approved');
    const { receipt_document } = properties;
    const at = `/v3.6/simple_electronic_signature/documents?workflow_run_id=${run.id}&id=${receipt_document.id}`;
    expect(signatureOf((await service.get(at)).bytes).holds).toBe(true);
    expect((await browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes' })).status).toBe(303);
    expect((await outputOfSignature(service, run)).properties.receipt_document).toEqual(receipt_document);
  });

  test('takes a drawn signature instead of a name', async () => {
    const { run, browser } = await asked(workflowIds.signedByApplicant);
    const path = 'simple-electronic-signature';
    for (const id of documentsIn((await browser.get(path)).body)) await browser.get(`${path}/documents/${id}`);
    const draw = (drawn: string) => browser.post(path, { do: 'sign', consent: 'yes', drawn });
    for (const drawn of [
      '1 2 3',
      '10 10 20 20',
      '0 0 1001 0',
      '0 0 500 401',
      '0 0 -9 300',
      'a b',
      `${'9 9 '.repeat(9000)}0 0`,
    ]) {
      const refused = await draw(drawn);
      expect([drawn.slice(0, 20), refused.status]).toEqual([drawn.slice(0, 20), 422]);
      expect(refused.body).toMatch(/Draw your signature again, larger|too large/);
    }
    expect((await draw(drawnSignature)).status).toBe(303);
    await service.settle();
    expect((await service.again(run)).status).toBe('approved');
  });

  test('of an advanced one wants the code that was sent, which lives ten minutes and five guesses', async () => {
    const { run, browser } = await asked(workflowIds.signedWithCode);
    const path = 'advanced-electronic-signature';
    const [id] = documentsIn((await browser.get(path)).body);
    await browser.get(`${path}/documents/${id}`);
    const sign = (code: string) => browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes', code });
    expect((await sign('123456')).body).toContain('Ask for a code and enter it');
    expect((await browser.post(path, { do: 'code' })).status).toBe(303);
    expect((await browser.get(path)).body).toContain('your phone …123');
    const first = await codeSent(service);
    const other = first === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) expect((await sign(other)).body).toContain('This code is not correct');
    expect((await sign(first)).body).toContain('This code has expired');
    await browser.post(path, { do: 'code' });
    const second = await codeSent(service);
    service.clock.advance(10 * MINUTE_MS);
    expect((await sign(second)).body).toContain('This code has expired');
    await browser.post(path, { do: 'code' });
    expect((await sign(await codeSent(service))).status).toBe(303);
    await service.settle();
    expect((await outputOfSignature(service, run)).properties.signed_documents).toHaveLength(1);
  });

  test('sends the code by mail to an applicant without a phone', async () => {
    const { run, browser } = await asked(workflowIds.signedWithCode, { email: 'jane@example.com' });
    const path = 'advanced-electronic-signature';
    const [id] = documentsIn((await browser.get(path)).body);
    await browser.get(`${path}/documents/${id}`);
    const sign = (code: string) => browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes', code });
    await browser.post(path, { do: 'code' });
    await service.settle();
    expect((await browser.get(path)).body).toContain('your e-mail address j…@example.com');
    const first = await newestMail();
    expect(first).toMatchObject({ kind: 'signature_code', to: 'jane@example.com', state: 'kept', check_id: null });
    expect(first.html).toContain(`<strong>${codeIn(first)}</strong>`);

    await browser.post(path, { do: 'code' });
    await service.put(`/v3.6/applicants/${run.applicant_id}`, { email: 'other@example.com' });
    expect((await sign(codeIn(first))).body).toContain('This code is not correct');

    await browser.post(path, { do: 'code' });
    await service.settle();
    const third = await newestMail();
    expect(third.to).toBe('other@example.com');
    expect((await browser.get(path)).body).toContain('your e-mail address o…@example.com');
    expect((await sign(codeIn(third))).status).toBe(303);
    await service.settle();
    expect((await outputOfSignature(service, run)).properties.signed_documents).toHaveLength(1);
  });

  test.each([
    [
      'de',
      'Ihr Code zum Unterschreiben für Alice Ltd',
      '<html lang="de">',
      /: \d{6} ist Ihr Code zum Unterschreiben\. /,
    ],
    ['ar', 'رمزك للتوقيع لدى Alice Ltd', '<html lang="ar" dir="rtl">', /: \d{6} هو رمزك للتوقيع\. /],
    ['lb', 'Your code to sign for Alice Ltd', '<html lang="en-GB">', /: \d{6} is your code to sign\. /],
  ])('sends the code in the language of the page: %s', async (language, subject, root, sentence) => {
    const { browser } = await asked(workflowIds.signedWithCode, { email: 'jane@example.com' });
    const headers = { 'accept-language': language };
    await browser.post('advanced-electronic-signature', { do: 'code' }, { headers });
    await service.settle();
    const mail = await newestMail();
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(root);
    expect(mail.text).toMatch(sentence);
  });

  test('sends five codes an hour by mail, too', async () => {
    const { browser } = await asked(workflowIds.signedWithCode, { email: 'jane@example.com' });
    const path = 'advanced-electronic-signature';
    for (let count = 0; count < 5; count += 1) expect((await browser.post(path, { do: 'code' })).status).toBe(303);
    const sixth = await browser.post(path, { do: 'code' });
    expect([sixth.status, sixth.body.includes('Too many codes were sent')]).toEqual([422, true]);
    service.clock.advance(HOUR_MS);
    expect((await browser.post(path, { do: 'code' })).status).toBe(303);
  });

  test('notes each document that is opened, however often another was', async () => {
    const { run, browser } = await asked(workflowIds.signedByApplicant);
    const path = 'simple-electronic-signature';
    const [first, second] = documentsIn((await browser.get(path)).body);
    const opened = async () => (await browser.get(path)).body.match(/\(opened\)/g)?.length ?? 0;
    const at = `${browser.root}/${path}/documents/${first}`;
    // Shows nothing of it.
    await service.call('HEAD', at, { token: null, headers: { 'sec-fetch-site': 'same-origin' } });
    expect(await opened()).toBe(0);
    for (let count = 0; count < 201; count += 1) await browser.get(`${path}/documents/${first}`);
    expect(await opened()).toBe(1);
    await browser.get(`${path}/documents/${second}`);
    expect(await opened()).toBe(2);
    await browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes' });
    await service.settle();
    expect((await service.again(run)).status).toBe('approved');
  });

  test('signs nothing but what the applicant has read', async () => {
    const { run, browser } = await asked(workflowIds.signedByApplicant);
    const path = 'simple-electronic-signature';
    for (const id of documentsIn((await browser.get(path)).body)) await browser.get(`${path}/documents/${id}`);
    const other = vi
      .spyOn(service.services.storage, 'get')
      .mockImplementation(async () => Readable.from([plainPdf('Other')]));
    await browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes' });
    await service.settle().finally(() => other.mockRestore());
    const ended = await service.again(run);
    const message = 'The document contract.pdf is not the document that the applicant read';
    expect([ended.status, ended.error]).toEqual(['error', { type: 'signature_failed', message }]);
    expect(await outputOfSignature(service, run)).toBeNull();
  });

  test('ends the run after twenty wrong codes', async () => {
    const { run, browser } = await asked(workflowIds.signedWithCode);
    const path = 'advanced-electronic-signature';
    const [id] = documentsIn((await browser.get(path)).body);
    await browser.get(`${path}/documents/${id}`);
    service.clock.advance(HOUR_MS);
    for (let code = 0; code < 4; code += 1) {
      expect((await service.again(run)).status).toBe('awaiting_input');
      await browser.post(path, { do: 'code' });
      const right = await codeSent(service);
      const other = right === '000000' ? '000001' : '000000';
      for (let guess = 0; guess < 5; guess += 1)
        await browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes', code: other });
    }
    const ended = await service.again(run);
    const error = { type: 'signature_failed', message: 'The applicant entered a wrong code 20 times' };
    expect([ended.status, ended.error]).toEqual(['error', error]);
    await browser.post(path, { do: 'code' });
    await browser.post(path, { do: 'sign', name: 'Jane Doe', consent: 'yes', code: await codeSent(service) });
    expect([(await service.again(run)).status, await outputOfSignature(service, run)]).toEqual(['error', null]);
  });

  test('sends five codes an hour', async () => {
    const { browser } = await asked(workflowIds.signedWithCode);
    const path = 'advanced-electronic-signature';
    service.clock.advance(HOUR_MS);
    for (let count = 0; count < 5; count += 1) expect((await browser.post(path, { do: 'code' })).status).toBe(303);
    const sixth = await browser.post(path, { do: 'code' });
    expect([sixth.status, sixth.body.includes('Too many codes were sent')]).toEqual([422, true]);
  });
});
