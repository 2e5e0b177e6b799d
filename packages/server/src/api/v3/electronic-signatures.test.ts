import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signatureOf } from '../../exports/testing/signature.ts';
import { opensslVerify, pdfsig } from '../../exports/testing/validators.ts';
import { pdf } from '../../media-files/testing/pictures.ts';
import type { Call } from '../../testing/service.ts';
import { plainPdf, workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, validationError } from './testing/story.ts';

let service: RunService;
/** A client's own server, with documents to sign. */
let host: Server;
beforeAll(async () => {
  service = await startWithWorkflows();
  host = createServer((request, response) => {
    if (request.url !== '/contract.pdf') return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'application/pdf' }).end(plainPdf('Contract of the client'));
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  host.close();
  await service.close();
});

const urlOf = (path: string) => `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function signer(bytes = plainPdf('Contract'), call: Call = {}) {
  const applicant_id = await service.story.applicant({}, call);
  const file = { name: 'contract.pdf', bytes, type: 'application/pdf' };
  const sent = await service.story.upload('signing_documents', { applicant_id }, file, call);
  expect(sent.status).toBe(201);
  return { applicant_id, document: sent.body.id as string };
}

async function taskOf(run: { id: string }, call: Call = {}) {
  const { body } = await service.get(`${service.at}/${run.id}/tasks`, call);
  return (await service.get(`${service.at}/${run.id}/tasks/${body[1].id}`, call)).body;
}

async function process() {
  service.clock.advance(service.services.settings.sandboxDelay);
  await service.settle();
}

const fileOf = (kind: string, run: { id: string }, id: string, call: Call = {}) =>
  service.get(
    `/v3.6/${kind}_electronic_signature/documents?workflow_run_id=${run.id}&${kind === 'qualified' ? 'file_id' : 'id'}=${id}`,
    call,
  );

describe.each(['simple', 'advanced'] as const)('a task %s_electronic_signature in sandbox', (kind) => {
  test('stands at index 1 at once, completes by itself, and has signed documents and a receipt', async () => {
    const { applicant_id } = await signer();
    const run = await service.run(workflowIds[`${kind}Signature`], { applicant_id });
    expect(run.status).toBe('processing');
    const early = await taskOf(run);
    expect(early).toMatchObject({ task_def_id: `${kind}_electronic_signature`, input: {} });
    await process();
    const { output } = await taskOf(run);
    const count = kind === 'simple' ? 2 : 1;
    expect(output).toEqual({
      properties: {
        signed_documents: Array.from({ length: count }, () => ({ id: anId })),
        receipt_document: { id: anId },
      },
    });
    expect((await service.again(run)).status).toBe('approved');
    const { properties } = output;
    for (const { id } of [...properties.signed_documents, properties.receipt_document]) {
      const { status, headers, bytes } = await fileOf(kind, run, id);
      expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
      opensslVerify(bytes);
      expect(pdfsig(bytes)).toMatch(/Total document signed[\s\S]*Signature is Valid/);
    }
  });
});

test('a signed document begins with the bytes that were read, and any change of it shows', async () => {
  const contract = plainPdf('Contract');
  const { applicant_id } = await signer(contract);
  const run = await service.run(workflowIds.advancedSignature, { applicant_id });
  await process();
  const { output } = await taskOf(run);
  const { bytes } = await fileOf('advanced', run, output.properties.signed_documents[0].id);
  expect(bytes.subarray(0, contract.length).equals(contract)).toBe(true);
  expect(signatureOf(bytes)).toMatchObject({ holds: true, certificate: { subject: 'CN=Bonafide evidence' } });
  const tampered = Buffer.from(bytes);
  tampered.write('Kontract', contract.indexOf('Contract'), 'latin1');
  expect(signatureOf(tampered).holds).toBe(false);
  expect(pdfsig(tampered)).toContain('Digest Mismatch');
  expect(() => opensslVerify(tampered)).toThrow();
  const evidence = await service.get(`${service.at}/${run.id}/signed_evidence_file`);
  expect(evidence.status).toBe(200);
  const folder = await service.get(`${service.at}/${run.id}/evidence_folder`);
  expect(folder.bytes.toString('latin1')).toContain('signature_receipt_');
});

test('a document of an address is fetched; a qualified signature of sandbox has no receipt', async () => {
  const custom_data = { document_to_sign_url: urlOf('/contract.pdf') };
  const run = await service.run(workflowIds.qualifiedSignature, { custom_data });
  await process();
  const { output } = await taskOf(run);
  expect(output).toEqual({ properties: { signed_documents: [{ id: anId }] } });
  const { bytes } = await fileOf('qualified', run, output.properties.signed_documents[0].id);
  expect(bytes.subarray(0, plainPdf('Contract of the client').length)).toEqual(plainPdf('Contract of the client'));
  const listed = await service.get(`/v3.6/signing_documents?applicant_id=${run.applicant_id}`);
  expect(listed.body.signing_documents).toMatchObject([{ file_name: 'contract.pdf' }]);
});

describe('a run fails with the reason where', () => {
  const errorOf = async (workflow: string, body: Record<string, unknown>, call: Call = {}) => {
    const run = await service.run(workflow, body, call);
    await process();
    const after = await service.again(run, call);
    expect(after.status).toBe('error');
    expect(after.error.type).toBe('signature_failed');
    return after.error.message;
  };
  const urlError = (document_to_sign_url: unknown) =>
    errorOf(workflowIds.qualifiedSignature, { custom_data: { document_to_sign_url } });

  test('its document can not be fetched', async () => {
    expect(await urlError(urlOf('/nothing'))).toBe(
      'The document could not be fetched: start.document_to_sign_url answered 404',
    );
    expect(await urlError('https://10.0.0.1/contract.pdf')).toBe(
      'The document could not be fetched: start.document_to_sign_url could not be reached: 10.0.0.1 is a private or reserved address',
    );
    expect(await urlError(7)).toBe('start.document_to_sign_url is not a valid URL');
  });

  test('there is nothing to sign, or it can not be signed', async () => {
    expect(await errorOf(workflowIds.advancedSignature, {})).toBe('The applicant has no signing document');
    const { applicant_id } = await signer(pdf(3000));
    expect(await errorOf(workflowIds.advancedSignature, { applicant_id })).toBe('The document contract.pdf is damaged');
  });

  test('it could change after the signature, or must not be added to', async () => {
    const script = { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> ' };
    const layers = { objects: ['<< /Type /OCG /Name (Small print) >>'] };
    const reference = '<< /TransformMethod /DocMDP /TransformParams << /P 1 >> >>';
    const certified = { objects: [`<< /Type /Sig /Reference [${reference}] >>`] };
    for (const [more, reason] of [
      [script, 'has JavaScript'],
      [layers, 'has layers that can be hidden'],
      [certified, 'is certified, and its certificate forbids changes'],
    ] as const) {
      const { applicant_id } = await signer(plainPdf('Contract', more));
      expect(await errorOf(workflowIds.advancedSignature, { applicant_id })).toBe(
        `The document contract.pdf ${reason}`,
      );
    }
  });

  test('its trailer has what looks like the place of the signature', async () => {
    const { PDFDocument, PDFString } = await import('@cantoo/pdf-lib');
    const document = await PDFDocument.load(plainPdf('Contract'));
    const lookalike = PDFString.of(`/ByteRange [ 0 9999999999 9999999999 9999999999 ] <${'00'.repeat(4000)}>`);
    document.context.trailerInfo.ID = document.context.obj([PDFString.of('x'), lookalike]);
    const bytes = Buffer.from(await document.save({ useObjectStreams: false }));
    const { applicant_id } = await signer(bytes);
    expect(await errorOf(workflowIds.advancedSignature, { applicant_id })).toBe(
      'The document contract.pdf cannot be added to',
    );
  });

  test('there are more documents than an applicant is asked to sign', async () => {
    const { applicant_id } = await signer();
    const file = { name: 'contract.pdf', bytes: plainPdf('Contract'), type: 'application/pdf' };
    for (let count = 1; count < 11; count += 1)
      expect((await service.story.upload('signing_documents', { applicant_id }, file)).status).toBe(201);
    // None of them is read for that.
    const read = vi.spyOn(service.services.storage, 'get');
    expect(await errorOf(workflowIds.advancedSignature, { applicant_id })).toBe(
      'There are more than 10 documents to sign',
    );
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  test('a qualified signature is asked for in live, without a trust service', async () => {
    const live = { token: service.liveToken };
    expect(await errorOf(workflowIds.qualifiedSignature, {}, live)).toBe(
      'No trust service is set up. A qualified signature needs a trust service',
    );
  });

  test('an advanced signature has nowhere to send its code', async () => {
    const { applicant_id } = await signer();
    expect(await errorOf(workflowIds.signedWithCode, { applicant_id })).toBe(
      'The applicant has no phone number nor e-mail address for the code',
    );
  });
});

test('files are found by run, kind and id, in one account and environment, until the applicant goes', async () => {
  const { applicant_id, document } = await signer();
  const run = await service.run(workflowIds.simpleSignature, { applicant_id });
  await process();
  const { output } = await taskOf(run);
  const [{ id }] = output.properties.signed_documents;
  expect(outcome(await fileOf('advanced', run, id))).toEqual(notFound('SignedDocument', id));
  expect(outcome(await fileOf('simple', run, document))).toEqual(notFound('SignedDocument', document));
  expect((await service.get(`/v3.6/simple_electronic_signature/documents?id=${id}`)).body.error.fields).toHaveProperty(
    'workflow_run_id',
  );
  for (const token of [service.liveToken, service.other.sandboxToken]) {
    expect(outcome(await fileOf('simple', run, id, { token }))).toEqual(notFound('WorkflowRun', run.id));
  }
  expect(sha256((await fileOf('simple', run, id)).bytes)).toHaveLength(64);
  await service.del(`/v3.6/applicants/${applicant_id}`);
  expect(outcome(await fileOf('simple', run, id))).toEqual(gone);
});

test('a client does not sign in place of the applicant, and an SDK not before the documents were opened', async () => {
  const { applicant_id } = await signer();
  const run = await service.run(workflowIds.signedByApplicant, { applicant_id });
  const refused = validationError({ task_id: ['must be signed by the applicant on the page of the run'] });
  const task = await taskOf(run);
  const given = { name: 'Jane Doe', consent: 'en' };
  const byClient = async () => outcome(await service.complete(run, task, given));
  const bySdk = async () => outcome(await service.complete(run, task, given, service.sdkOf(run)));
  expect(await byClient()).toEqual(refused);
  await process();
  expect(await byClient()).toEqual(refused);
  expect(await bySdk()).toEqual(validationError({ data: [{ documents: ["can't be blank"] }] }));
  expect((await service.again(run)).status).toBe('awaiting_input');
});
