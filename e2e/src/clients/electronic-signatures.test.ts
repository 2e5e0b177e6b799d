import { rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { Configuration, DefaultApi, FileTransfer } from 'onfido6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPdf, workflowDirectory, workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { type Service, startService } from './service.ts';
import { anId } from './story.ts';

const workflows = workflowDirectory();
let service: Service;
let api: DefaultApi;
beforeAll(async () => {
  service = await startService({ settings: { workflows } });
  const baseOptions = { httpsAgent: new Agent({ ca: service.ca }) };
  const basePath = `${service.baseUrl}/v3.6`;
  api = new DefaultApi(new Configuration({ apiToken: service.sandboxToken, basePath, baseOptions }));
});
afterAll(async () => {
  await service.close();
  rmSync(workflows, { recursive: true, force: true });
});

const contract = () => new FileTransfer(plainPdf('Contract'), 'sample_signing_document.pdf');

async function signingApplicant() {
  const { data: applicant } = await api.createApplicant({ first_name: 'Jane', last_name: 'Doe' });
  const { data: document } = await api.uploadSigningDocument(applicant.id, contract());
  return { applicant, document };
}

/** The published client of v3.6, as its own integration suite calls it. */
describe('the published client', () => {
  it('uploads, finds, lists and downloads signing documents', async () => {
    const { applicant, document } = await signingApplicant();
    expect(document).toMatchObject({
      ...{ id: anId, applicant_id: applicant.id, file_name: 'sample_signing_document.pdf', file_type: 'pdf' },
      file_size: plainPdf('Contract').length,
    });
    expect((await api.findSigningDocument(document.id)).data).toEqual(document);
    expect((await api.listSigningDocuments(applicant.id)).data.signing_documents).toEqual([document]);
    const { headers, data } = await api.downloadSigningDocument(document.id);
    expect(headers['content-type']).toBe('application/pdf');
    expect(String(data.buffer.slice(0, 4))).toBe('%PDF');
    expect(data.filename).toBe('sample_signing_document.pdf');
    const unknown = api.downloadSigningDocument('00000000-0000-0000-0000-000000000000');
    await expect(unknown).rejects.toMatchObject({ response: { status: 404 } });
  });

  it.each(['simple', 'advanced'] as const)('downloads what a task %s_electronic_signature made', async (kind) => {
    const { applicant } = await signingApplicant();
    const workflow_id = workflowIds[`${kind}Signature`];
    const { data: run } = await api.createWorkflowRun({ applicant_id: applicant.id, workflow_id });
    const { id } = (await api.listTasks(run.id)).data[1] as { id: string };
    const output = await expect
      .poll(async () => (await api.findTask(run.id, id)).data.output)
      .not.toBeNull()
      .then(async () => (await api.findTask(run.id, id)).data.output as SignatureOutput);
    const { signed_documents, receipt_document } = output.properties;
    const ids = [...signed_documents, receipt_document].map((file) => file.id);
    for (const fileId of ids) {
      const file =
        kind === 'simple'
          ? await api.downloadSesDocument(run.id, fileId)
          : await api.downloadAesDocument(run.id, fileId);
      expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(String(file.data.buffer.slice(0, 5))).toBe('%PDF-');
    }
  });
});

interface SignatureOutput {
  readonly properties: { signed_documents: { id: string }[]; receipt_document: { id: string } };
}
