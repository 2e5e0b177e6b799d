import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testFile } from '../../../../verification/src/testing/data.ts';
import { useService } from '../../testing/service.ts';
import { notFound, outcome, storyOf, unknownId, validationError, versions } from './testing/story.ts';

const service = useService({ settings: { analysis: 'on' } });

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);
  const extract = (document_id: unknown, token?: string) =>
    service.post(`/${version}/extractions`, { document_id }, token === undefined ? {} : { token });

  test('in sandbox says the same of every document, whatever its type', async () => {
    const sarah = {
      document_classification: { issuing_country: 'GBR', document_type: 'driving_licence' },
      extracted_data: {
        document_number: '200407512345',
        first_name: 'SARAH',
        last_name: 'MORGAN',
        date_of_birth: '1976-03-11',
        date_of_expiry: '2031-05-28',
        gender: 'Female',
      },
    };
    for (const [last_name, upload] of [
      ['Ruiz', { type: 'driving_licence' }],
      ['Consider', { type: 'driving_licence', side: 'back', issuing_country: 'USA' }],
      ['Ruiz', { type: 'passport', side: 'front' }],
      ['rejected', { type: 'national_identity_card', issuing_country: 'FRA' }],
      ['Ruiz', { type: 'unknown' }],
      ['Ruiz', { type: 'utility_bill' }],
    ] as const) {
      const document_id = await story().document(await story().applicant({ last_name }), upload);
      expect(outcome(await extract(document_id))).toEqual({ status: 200, body: { document_id, ...sarah } });
    }
  });

  test('in sandbox says what the document type of the last name says', async () => {
    const front = await story().document(await story().applicant({ last_name: 'CA DL 2018 front only' }), {
      type: 'driving_licence',
    });
    expect((await extract(front)).body.extracted_data.document_number).toBe('X0000018');
    const licence = await story().applicant({ last_name: 'NY DL 2017' });
    const { body } = await extract(await story().document(licence));
    expect(body.document_classification).toEqual({
      issuing_country: 'USA',
      document_type: 'driving_licence',
      issuing_state: 'NY',
    });
    expect(body.extracted_data).toMatchObject({
      gender: 'Male',
      full_name: 'JORDAN LEE SPECIMEN',
      address_1: '200 SAMPLE AVENUE',
      address_2: 'ALBANY',
    });
  });

  test('in live says what is read', async () => {
    const [truth] = (
      JSON.parse(readFileSync(testFile('documents_mrz/ground_truth.json'), 'utf8')) as {
        file: string;
        mrz: { format: string; lines: string[]; all_valid: boolean; fields: Record<string, string> } | null;
      }[]
    ).filter(({ file }) => file === 'FRA-Passport-2010.jpg');
    const token = service.liveToken;
    const applicant_id = await story().applicant({}, { token });
    const bytes = readFileSync(testFile(`documents_mrz/${truth!.file}`));
    const { body } = await story().upload(
      'documents',
      { applicant_id, type: 'passport' },
      { name: truth!.file, bytes, type: /png$/.test(truth!.file) ? 'image/png' : 'image/jpeg' },
      { token },
    );
    const answer = await extract(body.id, token);
    expect(answer.status).toBe(200);
    const [line1, line2] = truth!.mrz!.lines;
    expect(answer.body.extracted_data).toMatchObject({
      mrz_line_1: line1,
      mrz_line_2: line2,
      document_type: 'passport',
    });
    expect(outcome(await extract(body.id, service.other.liveToken))).toEqual(notFound('Document', body.id));
    expect(outcome(await extract(body.id))).toEqual(notFound('Document', body.id));
  });

  test('what is not a document is answered beside its id', async () => {
    const token = service.liveToken;
    const document_id = await story().document(await story().applicant({}, { token }), {}, { token });
    expect(outcome(await extract(document_id, token))).toEqual({
      status: 422,
      body: {
        document_id,
        error: { type: 'extraction_failed', message: 'Failed to extract data from the provided document' },
      },
    });
  });

  test('unknown documents, and documents of others', async () => {
    expect(outcome(await extract(unknownId))).toEqual(notFound('Document', unknownId));
    expect(outcome(await service.post(`/${version}/extractions`, {}))).toEqual(
      validationError({ document_id: ["can't be blank"] }),
    );
    const document_id = await story().document(await story().applicant());
    const { sandboxToken, liveToken } = service.other;
    for (const token of [sandboxToken, liveToken, service.liveToken]) {
      expect(outcome(await extract(document_id, token))).toEqual(notFound('Document', document_id));
    }
  });
});
