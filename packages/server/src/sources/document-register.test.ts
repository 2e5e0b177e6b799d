import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Analyser } from '../analysis/analyser.ts';
import { greyPng } from '../api/v3/testing/files.ts';
import { notFound, outcome, storyOf } from '../api/v3/testing/story.ts';
import { type IssuedDocument, openDocumentRegister } from '../demo/document-register.ts';
import { label, passportPrint, readingOf, td3, zoneOf } from '../reports/live/document/testing.ts';
import { startService, type TestService } from '../testing/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonafide-register-'));
const demo = new URL('../../demo/registers/demo.yaml', import.meta.url);

/** The document in the pictures, as its register has it. */
const issued: IssuedDocument = {
  number: 'P12345678',
  surname: 'VRTOVEC',
  forenames: 'ISKRA',
  born: '19650205',
  likeness: 0.97,
};
const client = { clientId: 'demo', clientSecret: 'published-secret-of-the-demo-0001' };
const portrait = Buffer.from('a portrait');

let service: TestService;
let register: Awaited<ReturnType<typeof openDocumentRegister>>;

beforeAll(async () => {
  register = await openDocumentRegister({ ...client, documents: [issued] });
  const file = join(folder, 'sources.yaml');
  writeFileSync(file, readFileSync(demo, 'utf8').replaceAll('http://127.0.0.1:18951', register.url), { mode: 0o600 });
  service = await startService({
    settings: { analysis: 'on', dataSources: file },
    account: { report_assurance: 'on' },
  });
  const { analysis } = readingOf({
    zone: zoneOf(td3({ names: 'VRTOVEC<<ISKRA', number: issued.number })),
    printed: {
      ...passportPrint,
      surname: label('VRTOVEC'),
      givenNames: label('ISKRA'),
      documentNumber: label(issued.number),
    },
    print: ['UNITED STATES OF AMERICA', 'PASSPORT', 'VRTOVEC', 'ISKRA', issued.number],
    pixels: { zone: 'unchanged', print: 'unchanged', portrait: 'unchanged' },
  });
  const results: Record<string, (input: { file?: { id: string } }) => unknown> = {
    documentSides: ({ file }) => analysis.sides.map((side) => ({ ...side, id: file?.id })),
    portraitOn: () => ({ bytes: portrait, width: 1, height: 1 }),
    quality: () => [],
  };
  const { services } = service;
  const run: Analyser['run'] = async (name, input) => (results[name]?.(input as never) ?? {}) as never;
  // Other services of this process share the analyser itself.
  (services as { analyser: Analyser }).analyser = { ...services.analyser, run };
});
afterAll(async () => {
  await service?.close();
  await register?.close();
  rmSync(folder, { recursive: true });
});

const live = () => ({ token: service.liveToken });

/** A live document report, and the operator's view of it. */
async function report() {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name: 'Iskra', last_name: 'Vrtovec', dob: '1965-02-05' }, live());
  const png = { name: 'a.png', bytes: await greyPng(), type: 'image/png' };
  const upload = await story.upload('documents', { applicant_id, type: 'passport' }, png, live());
  expect(upload.status).toBe(201);
  const { reports } = await story.completed({ applicant_id, report_names: ['document'] }, live());
  const { id } = reports[0];
  const of = `/operator/v1/accounts/${service.account.id}/reports/${id}`;
  const operate = async (path = '') =>
    (await service.get(`${of}${path}`, { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } }))
      .body;
  return { id, operate, shown: async () => (await service.get(`/v3.6/reports/${id}`, live())).body };
}

const DATABASE = 'compromised_document.document_database';

describe('a document report', () => {
  test('is cleared by the register of the issuer, and nobody else reads the answer', async () => {
    const { id, operate, shown } = await report();
    const seen = await shown();
    expect([seen.status, seen.result, seen.sub_result]).toEqual(['complete', 'clear', 'clear']);
    expect(seen.properties.assurance).toMatchObject({
      validity: 3,
      data_proved: true,
      record: 2,
      not_excluded: ['copied_signed_data', 'other_holder'],
    });
    expect(seen.properties.assurance.proved.slice(0, 2)).toEqual([
      {
        by: 'issuer_record',
        what: ['first_name', 'last_name', 'date_of_birth', 'document_number'],
        issuer: 'USA',
      },
      { by: 'issuer_portrait', what: ['portrait'], issuer: 'USA' },
    ]);
    expect(register.received.at(-1)).toEqual({
      transaction: expect.stringMatching(/^[0-9a-f]{32}$/),
      document: { class: 'PP', number: 'P12345678', expires: '14/10/2030' },
      holder: { surname: 'VRTOVEC', forenames: 'ISKRA', born: '19650205' },
      portrait: portrait.toString('base64'),
    });
    const { source_answers } = await operate('/source_answers');
    expect(source_answers).toMatchObject([{ source: 'demo-register', kind: 'document_register', tries: 1 }]);
    expect(outcome(await service.get(`/v3.6/reports/${id}`, { token: service.other.liveToken }))).toEqual(
      notFound('Report', id),
    );
    expect(outcome(await service.get(`/v3.6/reports/${id}`))).toEqual(notFound('Report', id));
  });

  test.each<[string, readonly IssuedDocument[], string, object]>([
    [
      'has cancelled it',
      [{ ...issued, cancelled: true }],
      'consider',
      { result: 'consider', reason: 'The register demo-register says that the document is cancelled, lost or stolen' },
    ],
    [
      'does not have it',
      [],
      'consider',
      { result: 'consider', reason: 'The register demo-register has no document with the number P12345678' },
    ],
    [
      'has it under another name',
      [{ ...issued, surname: 'STRANGER' }],
      'consider',
      { result: 'consider', reason: 'The register demo-register has another surname than VRTOVEC' },
    ],
    [
      'has another date of birth',
      [{ ...issued, born: '19650206' }],
      'awaiting_approval',
      { result: null, doubt: true, reason: 'The register demo-register has another date of birth than 1965-02-05' },
    ],
  ])('is not cleared where the register %s', async (_, documents, end, leaf) => {
    register.become(documents);
    const { operate, shown } = await report();
    const seen = await shown();
    expect(seen.result ?? seen.status).toBe(end);
    expect((await operate()).leaves[DATABASE]).toMatchObject(leaf);
  });

  test('waits for a person where the portrait in the register is another', async () => {
    register.become([{ ...issued, likeness: 0.4 }]);
    const { operate, shown } = await report();
    expect((await shown()).status).toBe('awaiting_approval');
    expect((await operate()).leaves['visual_authenticity.picture_face_integrity'].reason).toBe(
      'The register demo-register says that its portrait shows another person',
    );
  });

  test('is judged as without a register where the register is down, and tried again before', async () => {
    register.become([issued], 503);
    const { operate, shown } = await report();
    expect((await shown()).status).toBe('awaiting_data');
    for (const seconds of [1, 2, 4]) {
      service.clock.advance(seconds * 1000);
      await service.settle();
    }
    const seen = await shown();
    expect([seen.status, seen.properties.assurance?.record ?? 0]).toEqual(['awaiting_approval', 0]);
    expect((await operate()).leaves[DATABASE].result).toBe(null);
  });

  test('gets a new access token where the register does not take the known one', async () => {
    register.become([issued]);
    register.revoke();
    const before = register.tokens();
    const { shown } = await report();
    expect([(await shown()).result, register.tokens() - before]).toEqual(['clear', 1]);
    await report();
    expect(register.tokens() - before).toBe(1);
  });
});
