import { describe, expect, test } from 'vitest';
import { pdf } from '../../media-files/testing/pictures.ts';
import { useService } from '../../testing/service.ts';
import { anId, gone, notFound, outcome, startOfTime, storyOf, unknownId, validationError } from './testing/story.ts';

const service = useService();
const story = () => storyOf(service, 'v3.6');
const contract = () => ({ name: 'contract.pdf', bytes: pdf(4000), type: 'application/pdf' });
const send = (fields: Record<string, string>, file = contract(), call = {}) =>
  story().upload('signing_documents', fields, file, call);

describe('signing documents', () => {
  test('have exactly these keys on upload, retrieve and list, and keep their bytes', async () => {
    const applicant_id = await story().applicant();
    const { status, body } = await send({ applicant_id });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: anId,
        created_at: startOfTime,
        file_name: 'contract.pdf',
        file_type: 'pdf',
        file_size: contract().bytes.length,
        href: `/v3.6/signing_documents/${body.id}`,
        download_href: `/v3.6/signing_documents/${body.id}/download`,
        applicant_id,
      },
    });
    expect((await service.get(body.href)).body).toEqual(body);
    const { body: second } = await send({ applicant_id }, { ...contract(), name: 'terms.pdf' });
    const list = await service.get(`/v3.6/signing_documents?applicant_id=${applicant_id}`);
    expect(list.body).toEqual({ signing_documents: [second, body] });
    const { headers, bytes } = await service.get(body.download_href);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe('attachment; filename="contract.pdf"');
    expect(bytes.equals(contract().bytes)).toBe(true);
  });

  test('are PDFs of 2 KB to 3 MB, of an applicant that there is', async () => {
    const applicant_id = await story().applicant();
    const refusal = async (file: ReturnType<typeof contract>) => outcome(await send({ applicant_id }, file));
    expect(await refusal({ ...contract(), bytes: pdf(100) })).toEqual(
      validationError({ file: ['must be at least 2 KB'] }),
    );
    expect(await refusal({ ...contract(), bytes: pdf(3 * 1024 * 1024) })).toEqual(
      validationError({ file: ['must be at most 3 MB'] }),
    );
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4000)]);
    expect(await refusal({ name: 'contract.png', bytes: png, type: 'image/png' })).toEqual(
      validationError({ file: ['must be a pdf file'] }),
    );
    const cut = contract().bytes.subarray(0, 3000);
    expect(await refusal({ ...contract(), bytes: cut })).toEqual(
      validationError({ file: ['is corrupt or incomplete'] }),
    );
    const none = await story().upload('signing_documents', { applicant_id });
    expect(outcome(none)).toEqual(validationError({ file: ["can't be blank"] }));
    expect(outcome(await send({ applicant_id: unknownId }))).toEqual(notFound('Applicant', unknownId));
    const list = await service.get(`/v3.6/signing_documents?applicant_id=${applicant_id}`);
    expect(list.body).toEqual({ signing_documents: [] });
  });

  test('are of one account and environment, of no other kind, and go with their applicant', async () => {
    const applicant_id = await story().applicant();
    const { body } = await send({ applicant_id });
    const unknown = notFound('SigningDocument', body.id);
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      expect(outcome(await service.get(body.href, { token }))).toEqual(unknown);
      expect(outcome(await service.get(body.download_href, { token }))).toEqual(unknown);
      expect(outcome(await send({ applicant_id }, contract(), { token }))).toEqual(notFound('Applicant', applicant_id));
    }
    expect(outcome(await service.get(`/v3.6/documents/${body.id}`))).toEqual(notFound('Document', body.id));
    expect((await service.get(`/v3.2/signing_documents/${body.id}`)).status).toBe(404);
    const documents = await service.get(`/v3.6/documents?applicant_id=${applicant_id}`);
    expect(documents.body).toEqual({ documents: [] });
    await service.del(`/v3.6/applicants/${applicant_id}`);
    expect(outcome(await service.get(body.href))).toEqual(gone);
  });
});
