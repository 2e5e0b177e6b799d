import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { codeSent, drawnSignature, outputOfSignature, runAwaitingSignature } from './testing/signing.ts';
import { anId, notFound, outcome, validationError } from './testing/story.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '1000' } });
});
afterAll(() => service.close());

type Run = { id: string; sdk_token: string };

/** The capture SDK of a run that waits for a signature. */
function sdkOf(run: Run, task: string) {
  const call = service.sdkOf(run);
  const at = `/v3.6/sdk/workflow_runs/${run.id}/tasks/${task}/signature`;
  return {
    at,
    view: (language = 'en') => service.get(`${at}?language=${language}`, call),
    open: (document: string) => service.get(`${at}/documents/${document}`, call),
    sendCode: () => service.post(`${at}/code`, {}, call),
    sign: (data: unknown) => service.complete(run, { id: task }, data, call),
  };
}

async function asked(workflow: string, person?: object) {
  const run: Run = await runAwaitingSignature(service, workflow, person);
  service.clock.advance(1000);
  await service.settle();
  const { body } = await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, service.sdkOf(run));
  expect(body.task).toMatchObject({ kind: expect.stringContaining('_electronic_signature'), input: {} });
  const task: string = body.task.id;
  return { run, task, sdk: sdkOf(run, task) };
}

/** Opens all documents, as one must before. */
async function readAll(sdk: ReturnType<typeof sdkOf>): Promise<void> {
  for (const { id } of (await sdk.view()).body.documents) await sdk.open(id);
}

const wrong = (fields: object) => validationError({ data: [fields] });
const outcomeOf = (status: number, body: object) => ({ status, body });

describe('a signature in the capture SDK', () => {
  test('shows the documents, notes which were opened, and signs', async () => {
    const { run, sdk } = await asked(workflowIds.signedByApplicant);
    const view = (await sdk.view('de-AT')).body;
    const document = { id: anId, file_name: 'contract.pdf', opened: false };
    expect(view).toEqual({
      documents: [document, { ...document, file_name: expect.any(String) }],
      consent: {
        language: 'de',
        sentence: 'Ich habe diese Dokumente gelesen und unterschreibe sie elektronisch.',
      },
      code: null,
    });
    expect((await sdk.view('xx')).body.consent.language).toBe('en');
    expect(outcome(await sdk.sign({}))).toEqual(
      wrong({ documents: ["can't be blank"], name: ["can't be blank"], consent: ["can't be blank"] }),
    );
    // Neither says that the applicant has read it.
    const first = view.documents[0].id;
    const head = service.call('HEAD', `${sdk.at}/documents/${first}`, service.sdkOf(run));
    // JSON that announces a body and has none.
    await expect(head).rejects.toThrow(SyntaxError);
    expect((await sdk.view()).body.documents[0].opened).toBe(false);
    for (const { id } of view.documents) {
      const { status, headers, bytes } = await sdk.open(id);
      expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
        ...[200, 'application/pdf', '%PDF-'],
      ]);
    }
    expect((await sdk.view()).body.documents.map(({ opened }: { opened: boolean }) => opened)).toEqual([true, true]);
    expect(outcome(await sdk.sign({ name: 'Jane Doe', consent: 'xx' }))).toEqual(
      wrong({ consent: ["can't be blank"] }),
    );
    expect(outcome(await sdk.sign({ name: 'Jane Doe', consent: 'de' }))).toEqual(outcomeOf(200, {}));
    await service.settle();
    const { properties } = await outputOfSignature(service, run);
    expect(properties.signed_documents).toHaveLength(2);
    expect((await service.again(run)).status).toBe('approved');
    expect((await sdk.view()).status).toBe(401);
  });

  test('takes a drawn one, and the receipt shows it', async () => {
    const { run, sdk } = await asked(workflowIds.signedByApplicant);
    await readAll(sdk);
    expect(outcome(await sdk.sign({ drawn: '1 2', consent: 'en' }))).toEqual(wrong({ drawn: ['is invalid'] }));
    expect((await sdk.sign({ drawn: drawnSignature, consent: 'en' })).status).toBe(200);
    await service.settle();
    const { properties } = await outputOfSignature(service, run);
    const id = properties.receipt_document.id;
    const at = `/v3.6/simple_electronic_signature/documents?workflow_run_id=${run.id}&id=${id}`;
    const { bytes } = await service.get(at);
    // Structure of tagged PDF names the drawing for screen readers.
    expect(bytes.includes('Signature that the applicant has drawn')).toBe(true);
  });

  test('of an advanced one wants the code that was sent', async () => {
    const { run, sdk } = await asked(workflowIds.signedWithCode);
    await readAll(sdk);
    const sign = (code?: string) => sdk.sign({ name: 'Jane Doe', consent: 'en', code });
    expect((await sdk.view()).body.code).toEqual({ sent: null });
    expect(outcome(await sign())).toEqual(wrong({ code: ["can't be blank"] }));
    expect(outcome(await sdk.sendCode())).toEqual(outcomeOf(200, {}));
    const sent = { by: 'sms', to: '…123' };
    expect((await sdk.view()).body.code).toEqual({ sent: { ...sent, usable: true } });
    const first = await codeSent(service);
    const other = first === '000000' ? '000001' : '000000';
    expect(outcome(await sign(other))).toEqual(wrong({ code: ['is invalid'] }));
    service.clock.advance(10 * MINUTE_MS);
    expect((await sdk.view()).body.code).toEqual({ sent: { ...sent, usable: false } });
    expect(outcome(await sign(first))).toEqual(wrong({ code: ['has expired'] }));
    await sdk.sendCode();
    expect((await sign(await codeSent(service))).status).toBe(200);
    await service.settle();
    expect((await service.again(run)).status).toBe('approved');
  });

  test('refuses what no SDK sends', async () => {
    const { run, task, sdk } = await asked(workflowIds.signedByApplicant);
    await readAll(sdk);
    for (const data of [null, 'Jane', 7, [], [{ id: run.id }], { name: 7, drawn: {}, consent: ['en'] }]) {
      const { status, body } = await sdk.sign(data);
      expect([data, status, body.error.type]).toEqual([data, 422, 'validation_error']);
    }
    expect((await sdk.open(run.id)).status).toBe(404);
    expect((await sdkOf(run, 'start').view()).status).toBe(422);
    expect((await sdkOf(run, 'start').open(run.id)).status).toBe(422);
    // Its name is too long to be one.
    expect((await sdk.sign({ name: 'x'.repeat(201), consent: 'en' })).body.error.fields).toEqual({
      data: [{ name: ['is invalid'] }],
    });
    // A client of the API can't sign for the applicant.
    expect((await service.complete(run, { id: task }, { name: 'Jane Doe', consent: 'en' })).status).toBe(422);
    expect((await service.get(sdk.at)).status).toBe(401);
    expect(await outputOfSignature(service, run)).toBeNull();
  });

  test('neither another run, another account nor the other environment reaches it', async () => {
    const { run, task, sdk } = await asked(workflowIds.signedByApplicant);
    const [{ id: document }] = (await sdk.view()).body.documents;
    const live = await service.run(
      workflowIds.passkeyUsed,
      { customer_user_id: 'maria', applicant_id: await service.story.applicant({}, { token: service.liveToken }) },
      { token: service.liveToken },
    );
    const { run: another } = await asked(workflowIds.signedByApplicant);
    for (const { sdk_token } of [live, another]) {
      const stranger = sdkOf({ ...run, sdk_token }, task);
      expect(outcome(await stranger.view())).toEqual(notFound('WorkflowRun', run.id));
      expect((await stranger.open(document)).status).toBe(404);
      expect((await stranger.sendCode()).status).toBe(404);
      expect((await stranger.sign({ name: 'Jane Doe', consent: 'en' })).status).toBe(404);
    }
    const token = service.other.sandboxToken;
    expect((await service.complete(run, { id: task }, { name: 'Jane Doe', consent: 'en' }, { token })).status).toBe(
      404,
    );
    expect((await sdk.view()).body.documents[0].opened).toBe(false);
  });
});
