import { rmSync } from 'node:fs';
import { Agent } from 'node:https';
import {
  type Applicant,
  type ApplicantBuilder,
  type ApplicantConsent,
  type Check,
  type CompleteTaskBuilder,
  Configuration,
  DefaultApi,
  type Document,
  FileTransfer,
  type IdPhoto,
  type LivePhoto,
  type ModelError,
  OnfidoInvalidSignatureError,
  type Report,
  type Webhook,
  type WebhookEvent,
  WebhookEventVerifier,
  type WorkflowRun,
  type WorkflowRunBuilder,
} from 'onfido6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workflowDirectory, workflowIds } from '../../../packages/server/src/workflows/testing/write.ts';
import { chipData } from './chip.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Service, startService } from './service.ts';
import {
  allEvents,
  anId,
  aSignedToken,
  aTime,
  aWebhookToken,
  emptyAddress,
  failureOf,
  passportPage,
  portrait,
  samplePostcode,
  unknownId,
} from './story.ts';

// The client decodes downloads as text unless it is set otherwise.
const asBytes = { responseType: 'arraybuffer' } as const;

const alice = {
  first_name: 'Alice',
  last_name: 'Example',
  email: 'alice@example.test',
  dob: '1990-01-31',
  phone_number: '+442079460123',
  address: { building_number: '100', street: 'Main Street', town: 'London', postcode: 'SW4 6EH', country: 'GBR' },
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
  id_numbers: [{ type: 'passport', value: '999999999' }],
} satisfies ApplicantBuilder;

const aliceOnTheWire = {
  id: anId,
  created_at: aTime,
  sandbox: true,
  first_name: 'Alice',
  last_name: 'Example',
  email: 'alice@example.test',
  dob: '1990-01-31',
  delete_at: null,
  href: expect.stringMatching(/^\/v3\.6\/applicants\/[0-9a-f-]{36}$/),
  address: { ...emptyAddress, ...alice.address },
  id_numbers: [{ type: 'passport', value: '999999999', state_code: null }],
  phone_number: '+442079460123',
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
};

interface Answer {
  status: number;
  body: ModelError;
}

/** Status and body of the answer that made a call fail. */
async function refusalOf(call: Promise<unknown>): Promise<Answer> {
  const { response } = (await failureOf(call)) as { response: { status: number; data: unknown } };
  const { status, data } = response;
  return { status, body: (Buffer.isBuffer(data) ? JSON.parse(data.toString()) : data) as ModelError };
}

/** The published answer for an identifier that is nobody's. */
function notFound(resource: string, id = unknownId): Answer {
  const message = `Could not find the following resource: ${resource} with id=${id}`;
  return { status: 404, body: { error: { type: 'resource_not_found', message } } };
}

describe('client 6.x', () => {
  let service: Service;
  let receiver: Receiver;
  let api: DefaultApi;
  let page: Buffer;
  let face: Buffer;
  let workflows: string;

  function client(
    credentials: { apiToken: string } | { oauthClientId: string; oauthClientSecret: string },
  ): DefaultApi {
    const baseOptions = { httpsAgent: new Agent({ ca: service.ca }) };
    return new DefaultApi(new Configuration({ ...credentials, basePath: `${service.baseUrl}/v3.6`, baseOptions }));
  }

  async function createApplicant(fields: Partial<ApplicantBuilder> = {}): Promise<string> {
    return (await api.createApplicant({ ...alice, ...fields })).data.id;
  }

  /** An applicant with a passport page and a portrait. */
  async function prepareApplicant(fields: Partial<ApplicantBuilder> = {}) {
    const applicantId = await createApplicant(fields);
    const document = await api.uploadDocument('passport', applicantId, new FileTransfer(page, 'passport.png'));
    const photo = await api.uploadLivePhoto(applicantId, new FileTransfer(face, 'face.jpg'));
    return { applicantId, documentId: document.data.id, photoId: photo.data.id };
  }

  beforeAll(async () => {
    workflows = workflowDirectory();
    [service, receiver, page, face] = await Promise.all([
      startService({ settings: { workflows } }),
      startReceiver(),
      passportPage(),
      portrait(),
    ]);
    api = client({ apiToken: service.sandboxToken });
  });

  afterAll(async () => {
    await service?.close();
    await receiver?.close();
    rmSync(workflows, { recursive: true });
  });

  it('pings', async () => {
    const answer = await api.ping();
    // The client wraps whatever isn't JSON.
    expect(answer.data).toEqual({ buffer: 'OK', filename: '' });
    expect(answer.status).toBe(200);
  });

  describe('applicants', () => {
    it('creates one', async () => {
      const answer = await api.createApplicant(alice);
      const applicant: Applicant = answer.data;
      expect(answer.status).toBe(201);
      expect(applicant).toStrictEqual(aliceOnTheWire);
      expect(applicant.href).toBe(`/v3.6/applicants/${applicant.id}`);
    });

    it('creates one of names alone', async () => {
      const { data } = await api.createApplicant({ first_name: 'Zoë', last_name: 'Müller' });
      expect(data).toStrictEqual({
        ...aliceOnTheWire,
        first_name: 'Zoë',
        last_name: 'Müller',
        email: null,
        dob: null,
        address: null,
        id_numbers: [],
        phone_number: null,
        location: null,
      });
    });

    it('finds and updates it, and leaves what is not named', async () => {
      const id = await createApplicant();
      expect((await api.findApplicant(id)).data).toStrictEqual({ ...aliceOnTheWire, id });
      const { data, status } = await api.updateApplicant(id, { first_name: 'Alicia' });
      expect(status).toBe(200);
      expect(data).toStrictEqual({ ...aliceOnTheWire, id, first_name: 'Alicia' });
      expect((await api.findApplicant(id)).data).toStrictEqual(data);
    });

    it('deletes it, refuses it while it is scheduled, and restores it', async () => {
      const id = await createApplicant();
      const deleted = await api.deleteApplicant(id);
      expect([deleted.status, deleted.data]).toEqual([204, '']);

      const gone = { status: 410, body: { error: { type: 'gone', message: expect.any(String) } } };
      expect(await refusalOf(api.findApplicant(id))).toStrictEqual(gone);
      expect(await refusalOf(api.listDocuments(id))).toStrictEqual(gone);
      const all = (await api.listApplicants(1, 500, true)).data.applicants;
      expect(all.find((applicant) => applicant.id === id)).toStrictEqual({ ...aliceOnTheWire, id, delete_at: aTime });
      const current = (await api.listApplicants(1, 500)).data.applicants;
      expect(current.some((applicant) => applicant.id === id)).toBe(false);

      expect((await api.restoreApplicant(id)).status).toBe(204);
      expect((await api.findApplicant(id)).data).toStrictEqual({ ...aliceOnTheWire, id });
    });

    it('does not restore one that is not scheduled', async () => {
      const id = await createApplicant();
      const { status, body } = await refusalOf(api.restoreApplicant(id));
      expect(status).toBe(422);
      expect(body.error).toStrictEqual({
        type: 'validation_error',
        message: 'There was a validation error on this request',
        fields: expect.stringContaining(id),
      });
    });

    it('lists pages until there is no next one, newest first', async () => {
      const made: string[] = [];
      for (let count = 0; count < 5; count += 1) made.unshift(await createApplicant());

      const seen: string[] = [];
      let total = '';
      for (let next: number | undefined = 1; next !== undefined; ) {
        const { data, headers } = await api.listApplicants(next, 2);
        expect(data.applicants.length).toBeLessThanOrEqual(2);
        seen.push(...data.applicants.map((applicant) => applicant.id));
        total = String(headers['x-total-count']);
        const link: string | undefined = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
        const query = link === undefined ? undefined : new URL(link, service.baseUrl).searchParams;
        if (query) expect([query.get('page'), query.get('per_page')]).toEqual([String(next + 1), '2']);
        next = query ? Number(query.get('page')) : undefined;
      }
      expect(seen.slice(0, 5)).toEqual(made);
      expect(new Set(seen).size).toBe(seen.length);
      expect(total).toBe(String(seen.length));
    });

    it('keeps consents', async () => {
      const id = await createApplicant({ consents: [{ name: 'privacy_notices_read', granted: true }] });
      const first: ApplicantConsent[] = (await api.findApplicantConsents(id)).data;
      expect(first).toStrictEqual([{ name: 'privacy_notices_read', granted: true, granted_at: aTime }]);

      await api.updateApplicant(id, { consents: [{ name: 'privacy_notices_read', granted: false }] });
      expect((await api.findApplicantConsents(id)).data).toStrictEqual([
        { name: 'privacy_notices_read', granted: false, granted_at: null },
      ]);
      expect((await api.findApplicantConsents(await createApplicant())).data).toStrictEqual([]);
    });
  });

  describe('documents', () => {
    function documentOnTheWire(fields: object) {
      return {
        id: anId,
        created_at: aTime,
        file_name: 'passport.png',
        file_type: 'png',
        file_size: page.length,
        type: 'passport',
        side: null,
        issuing_country: null,
        applicant_id: anId,
        href: expect.stringMatching(/^\/v3\.6\/documents\/[0-9a-f-]{36}$/),
        download_href: expect.stringMatching(/^\/v3\.6\/documents\/[0-9a-f-]{36}\/download$/),
        ...fields,
      };
    }

    it('uploads, finds, lists and downloads one', async () => {
      const applicantId = await createApplicant();
      const file = new FileTransfer(page, 'scans/passport.png');
      const location = { ip_address: '127.0.0.1', country_of_residence: 'GBR' } as const;
      const answer = await api.uploadDocument(
        'passport',
        applicantId,
        file,
        undefined,
        'front',
        'GBR',
        false,
        location,
      );
      const document: Document = answer.data;
      expect(answer.status).toBe(201);
      expect(document).toStrictEqual(
        documentOnTheWire({ side: 'front', issuing_country: 'GBR', applicant_id: applicantId }),
      );

      expect((await api.findDocument(document.id)).data).toStrictEqual(document);
      expect((await api.listDocuments(applicantId)).data).toStrictEqual({ documents: [document] });
      const { data, headers } = await api.downloadDocument(document.id, asBytes);
      expect(headers['content-type']).toBe('image/png');
      expect(data).toBeInstanceOf(FileTransfer);
      expect(data.filename).toBe('passport.png');
      expect(data.buffer.equals(page)).toBe(true);
    });

    it('takes the least there is', async () => {
      const applicantId = await createApplicant();
      const { data } = await api.uploadDocument('unknown', applicantId, new FileTransfer(face, 'page.jpeg'));
      expect(data).toStrictEqual(
        documentOnTheWire({
          file_name: 'page.jpeg',
          file_type: 'jpeg',
          file_size: face.length,
          type: 'unknown',
          applicant_id: applicantId,
        }),
      );
    });

    it('gives the face out of chip data', async () => {
      const applicantId = await createApplicant();
      const chip = new FileTransfer(chipData(face), 'chip.json');
      const document = await api.uploadDocument(
        'passport',
        applicantId,
        chip,
        'passport',
        'front',
        undefined,
        false,
        {},
      );
      expect(document.data.file_type).toBe('json');

      const { data, headers } = await api.downloadNfcFace(document.data.id, asBytes);
      expect(headers['content-type']).toBe('image/png');
      expect(data.buffer.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    });

    it('has neither a chip face nor a video of a plain picture', async () => {
      const { documentId } = await prepareApplicant();
      expect((await refusalOf(api.downloadNfcFace(documentId))).status).toBe(404);
      expect((await refusalOf(api.downloadDocumentVideo(documentId))).status).toBe(404);
    });

    it('refuses unknown ids and files that are too small', async () => {
      expect(await refusalOf(api.findDocument(unknownId))).toStrictEqual(notFound('Document'));
      expect(await refusalOf(api.downloadDocument(unknownId, asBytes))).toStrictEqual(notFound('Document'));
      expect(await refusalOf(api.listDocuments(unknownId))).toStrictEqual(notFound('Applicant'));
      const small = new FileTransfer(page.subarray(0, 1000), 'passport.png');
      const { status, body } = await refusalOf(api.uploadDocument('passport', await createApplicant(), small));
      expect([status, body.error?.type]).toEqual([422, 'validation_error']);
      expect(Object.keys(body.error?.fields ?? {})).toEqual(['file']);
    });
  });

  describe('photos', () => {
    it('uploads, finds, lists and downloads a live photo', async () => {
      const applicantId = await createApplicant();
      const answer = await api.uploadLivePhoto(applicantId, new FileTransfer(face, 'face.jpg'), true);
      const photo: LivePhoto = answer.data;
      expect(answer.status).toBe(201);
      expect(photo).toStrictEqual({
        id: anId,
        created_at: aTime,
        file_name: 'face.jpg',
        file_type: 'image/jpeg',
        file_size: face.length,
        href: `/v3.6/live_photos/${photo.id}`,
        download_href: `/v3.6/live_photos/${photo.id}/download`,
      });

      expect((await api.findLivePhoto(photo.id)).data).toStrictEqual(photo);
      expect((await api.listLivePhotos(applicantId)).data).toStrictEqual({ live_photos: [photo] });
      const { data, headers } = await api.downloadLivePhoto(photo.id, asBytes);
      expect([headers['content-type'], data.filename]).toEqual(['image/jpeg', 'face.jpg']);
      expect(data.buffer.equals(face)).toBe(true);
    });

    it('refuses a live photo whose name asks for two faces, unless nobody looks', async () => {
      const applicantId = await createApplicant();
      const file = new FileTransfer(face, 'two_faces.jpg');
      const { status, body } = await refusalOf(api.uploadLivePhoto(applicantId, file, true));
      expect([status, body.error?.type]).toEqual([422, 'validation_error']);
      expect(Object.keys(body.error?.fields ?? {})).toEqual(['face_detection']);
      expect((await api.uploadLivePhoto(applicantId, file, false)).status).toBe(201);
    });

    it('uploads, finds, lists and downloads an ID photo', async () => {
      const applicantId = await createApplicant();
      const answer = await api.uploadIdPhoto(applicantId, new FileTransfer(page, 'portrait.png'));
      const photo: IdPhoto = answer.data;
      expect(answer.status).toBe(201);
      expect(photo).toStrictEqual({
        id: anId,
        created_at: aTime,
        file_name: `${photo.id}.png`,
        file_type: 'image/png',
        file_size: page.length,
        href: `/v3.6/id_photos/${photo.id}`,
        download_href: `/v3.6/id_photos/${photo.id}/download`,
      });

      expect((await api.findIdPhoto(photo.id)).data).toStrictEqual(photo);
      expect((await api.listIdPhotos(applicantId)).data).toStrictEqual({ id_photos: [photo] });
      const { data, headers } = await api.downloadIdPhoto(photo.id, asBytes);
      expect([headers['content-type'], data.filename]).toEqual(['image/png', `${photo.id}.png`]);
      expect(data.buffer.equals(page)).toBe(true);
    });
  });

  it('runs a workflow task by task, and reads its reports in the output', async () => {
    const applicantId = await createApplicant();
    const { data: begun } = await api.createWorkflowRun({
      workflow_id: workflowIds.reports,
      applicant_id: applicantId,
    } as WorkflowRunBuilder);
    const { id } = begun;
    const complete = async (prefix: string, data: object) => {
      const task = (await api.listTasks(id)).data.find((one) => one.id?.startsWith(prefix));
      const answer = await api.completeTask(id, String(task?.id), { data } as CompleteTaskBuilder);
      expect([answer.status, answer.data]).toEqual([200, {}]);
    };
    await complete('profile', { first_name: 'Alice', last_name: 'Example' });
    const document = await api.uploadDocument('passport', applicantId, new FileTransfer(page, 'passport.png'));
    await complete('document_photo', [{ id: document.data.id }]);
    const photo = await api.uploadLivePhoto(applicantId, new FileTransfer(face, 'face.jpg'));
    await complete('face_photo', [{ id: photo.data.id }]);
    await service.settle();
    const run: WorkflowRun = (await api.findWorkflowRun(id)).data;
    expect(run.status).toBe('approved');
    const report = { breakdown: expect.anything(), properties: expect.anything(), uuid: anId };
    const { doc, selfie } = run.output as Record<string, object>;
    expect(doc).toStrictEqual({
      ...report,
      result: 'clear',
      status: 'complete',
      sub_result: 'clear',
      repeat_attempts: {
        attempts_clear_rate: 0,
        attempts_count: 1,
        repeat_attempts: [],
        report_id: '00000000-0000-0000-0000-000000000000',
        unique_mismatches_count: 0,
      },
    });
    expect(selfie).toStrictEqual({ ...report, result: 'clear', status: 'complete', sub_result: null });
  });

  it('extracts from a driving licence the answer that published clients compare with', async () => {
    const file = new FileTransfer(page, 'licence.png');
    const { data: document } = await api.uploadDocument('driving_licence', await createApplicant(), file);
    const { data } = await api.extract({ document_id: document.id });
    expect(data).toStrictEqual({
      document_id: document.id,
      document_classification: { issuing_country: 'GBR', document_type: 'driving_licence' },
      extracted_data: {
        document_number: '200407512345',
        first_name: 'SARAH',
        last_name: 'MORGAN',
        gender: 'Female',
        date_of_birth: '1976-03-11',
        date_of_expiry: '2031-05-28',
      },
    });
  });

  it('knows live videos, which only capture apps upload', async () => {
    expect((await api.listLiveVideos(await createApplicant())).data).toStrictEqual({ live_videos: [] });
    expect(await refusalOf(api.findLiveVideo(unknownId))).toStrictEqual(notFound('LiveVideo'));
    expect(await refusalOf(api.downloadLiveVideo(unknownId, asBytes))).toStrictEqual(notFound('LiveVideo'));
    expect(await refusalOf(api.downloadLiveVideoFrame(unknownId, asBytes))).toStrictEqual(notFound('LiveVideo'));
  });

  describe('checks', () => {
    function checkOnTheWire(fields: object) {
      return {
        id: anId,
        created_at: aTime,
        status: 'in_progress',
        redirect_uri: null,
        result: null,
        sandbox: true,
        tags: [],
        results_uri: expect.stringMatching(/^https?:\/\/.+\/checks\/[0-9a-f-]{36}$/),
        form_uri: null,
        paused: false,
        version: '3.6',
        report_ids: [anId, anId],
        href: expect.stringMatching(/^\/v3\.6\/checks\/[0-9a-f-]{36}$/),
        applicant_id: anId,
        applicant_provides_data: false,
        privacy_notices_read_consent_given: null,
        webhook_ids: null,
        ...fields,
      };
    }

    it('creates one that completes by itself, finds and lists it', async () => {
      const { applicantId, documentId } = await prepareApplicant();
      const answer = await api.createCheck({
        applicant_id: applicantId,
        report_names: ['document', 'facial_similarity_photo'],
        document_ids: [documentId],
        tags: ['first'],
        privacy_notices_read_consent_given: true,
      });
      const check: Check = answer.data;
      const given = { applicant_id: applicantId, tags: ['first'], privacy_notices_read_consent_given: true };
      expect(answer.status).toBe(201);
      expect(check).toStrictEqual(checkOnTheWire(given));

      await service.settle();
      const done = { ...check, status: 'complete', result: 'clear' };
      expect((await api.findCheck(check.id)).data).toStrictEqual(done);
      expect((await api.listChecks(applicantId)).data).toStrictEqual({ checks: [done] });
    });

    it('waits for the result when asked to', async () => {
      const { applicantId } = await prepareApplicant({ last_name: 'Consider' });
      const { data } = await api.createCheck({
        applicant_id: applicantId,
        report_names: ['document', 'identity_enhanced'],
        asynchronous: false,
      });
      expect(data).toStrictEqual(checkOnTheWire({ applicant_id: applicantId, status: 'complete', result: 'consider' }));
    });

    it('resumes one that is not paused, changing nothing', async () => {
      const applicantId = await createApplicant();
      const { data } = await api.createCheck({ applicant_id: applicantId, report_names: ['watchlist_standard'] });
      await service.settle();
      const before = (await api.findCheck(data.id)).data;
      expect((await api.resumeCheck(data.id)).status).toBe(204);
      expect((await api.findCheck(data.id)).data).toStrictEqual(before);
      expect(await refusalOf(api.resumeCheck(unknownId))).toStrictEqual(notFound('Check'));
    });

    it('downloads it as a PDF at once', async () => {
      const { applicantId } = await prepareApplicant();
      const { data: check } = await api.createCheck({ applicant_id: applicantId, report_names: ['document'] });
      const { data, headers } = await api.downloadCheck(check.id, asBytes);
      expect(headers['content-type']).toBe('application/pdf');
      expect(data.filename).toMatch(/^[\w.-]+\.pdf$/);
      expect(data.buffer.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await refusalOf(api.downloadCheck(unknownId, asBytes))).toStrictEqual(notFound('Check'));
    });

    it('refuses names that are not reports, and reports without their documents', async () => {
      const applicant_id = await createApplicant();
      const report_names = ['palm_reading' as 'document'];
      expect((await refusalOf(api.createCheck({ applicant_id, report_names }))).body.error?.type).toBe(
        'invalid_reports_names',
      );
      expect(await refusalOf(api.createCheck({ applicant_id, report_names: ['document'] }))).toStrictEqual({
        status: 422,
        body: { error: { type: 'missing_documents', message: expect.any(String) } },
      });
    });
  });

  describe('reports', () => {
    const completeReport = {
      id: anId,
      created_at: aTime,
      href: expect.stringMatching(/^\/v3\.6\/reports\/[0-9a-f-]{36}$/),
      status: 'complete',
      sub_result: null,
      check_id: anId,
      documents: expect.any(Array),
      breakdown: expect.any(Object),
      properties: expect.any(Object),
    };

    it('lists the reports of a check, the last one of the request first, and finds each', async () => {
      const { applicantId, documentId, photoId } = await prepareApplicant({
        first_name: 'Visual Authenticity - Fonts',
      });
      const { data: check } = await api.createCheck({
        applicant_id: applicantId,
        report_names: ['document', 'facial_similarity_photo', 'watchlist_standard'],
        asynchronous: false,
      });
      const reports: Report[] = (await api.listReports(check.id)).data.reports;
      const common = { ...completeReport, check_id: check.id };
      expect(reports).toStrictEqual([
        { ...common, name: 'watchlist_standard', result: 'clear', documents: [] },
        {
          ...common,
          name: 'facial_similarity_photo',
          result: 'clear',
          live_photos: [{ id: photoId }],
          live_videos: [],
          motion_captures: [],
          id_photos: [],
        },
        { ...common, name: 'document', result: 'consider', sub_result: 'suspected', documents: [{ id: documentId }] },
      ]);
      expect(reports.map((report) => report.id)).toEqual(check.report_ids);

      const document = reports.at(-1);
      if (document?.name !== 'document') throw new Error('The last report is the document report');
      expect(document.breakdown?.visual_authenticity?.result).toBe('consider');
      expect(document.breakdown?.visual_authenticity?.breakdown?.fonts?.result).toBe('consider');
      for (const report of reports) expect((await api.findReport(report.id)).data).toStrictEqual(report);
    });

    it('resumes and cancels one that is not paused, changing nothing', async () => {
      const { applicantId } = await prepareApplicant();
      const { data: check } = await api.createCheck({
        applicant_id: applicantId,
        report_names: ['document'],
        asynchronous: false,
      });
      const [id] = check.report_ids ?? [];
      const before = (await api.findReport(id!)).data;
      expect((await api.resumeReport(id!)).status).toBe(204);
      expect((await api.cancelReport(id!)).status).toBe(204);
      expect((await api.findReport(id!)).data).toStrictEqual(before);
    });

    it('refuses unknown ids', async () => {
      expect(await refusalOf(api.findReport(unknownId))).toStrictEqual(notFound('Report'));
      expect(await refusalOf(api.resumeReport(unknownId))).toStrictEqual(notFound('Report'));
      expect(await refusalOf(api.cancelReport(unknownId))).toStrictEqual(notFound('Report'));
      expect(await refusalOf(api.listReports(unknownId))).toStrictEqual(notFound('Check'));
    });
  });

  describe('webhooks', () => {
    const webhookOnTheWire = {
      id: anId,
      url: 'https://example.test/events',
      token: aWebhookToken,
      enabled: true,
      href: expect.stringMatching(/^\/v3\.6\/webhooks\/[0-9a-f-]{36}$/),
      events: expect.any(Array),
      environments: ['sandbox'],
      payload_version: 3,
      name: null,
      oauth_enabled: false,
      oauth_server_url: null,
      oauth_server_client_id: null,
      oauth_server_client_secret: null,
      oauth_server_scope: null,
    };

    it('creates, finds, updates, lists and deletes one', async () => {
      const answer = await api.createWebhook({ url: 'https://example.test/events' });
      const webhook: Webhook = answer.data;
      expect(answer.status).toBe(201);
      expect(webhook).toStrictEqual(webhookOnTheWire);
      expect([...(webhook.events ?? [])].sort()).toEqual(allEvents);
      expect((await api.findWebhook(webhook.id)).data).toStrictEqual(webhook);

      const changes = { url: 'https://example.test/other', enabled: false, events: ['check.completed' as const] };
      const updated = (await api.updateWebhook(webhook.id, changes)).data;
      expect(updated).toStrictEqual({ ...webhook, ...changes });
      expect((await api.listWebhooks()).data.webhooks).toContainEqual(updated);

      expect((await api.deleteWebhook(webhook.id)).status).toBe(204);
      expect(await refusalOf(api.findWebhook(webhook.id))).toStrictEqual(notFound('Webhook', webhook.id));
      expect((await api.listWebhooks()).data.webhooks).not.toContainEqual(updated);
    });

    it('delivers events that the client verifies, and sends them again when asked', async () => {
      const { data: webhook } = await api.createWebhook({ url: receiver.url });
      const verifier = new WebhookEventVerifier(webhook.token ?? '');
      const { data: check } = await api.createCheck({
        applicant_id: await createApplicant(),
        report_names: ['identity_enhanced'],
        webhook_ids: [webhook.id],
      });
      await service.settle();

      const payloads = (): WebhookEvent[] =>
        receiver.deliveries.map(({ body, headers }) => verifier.readPayload(body, String(headers['x-sha2-signature'])));
      const [reportId] = check.report_ids ?? [];
      const started = event('check', 'check.started', check.id, 'in_progress');
      const reported = event('report', 'report.completed', reportId!, 'complete');
      const completed = event('check', 'check.completed', check.id, 'complete');
      expect(payloads()).toHaveLength(3);
      expect(payloads()).toEqual(expect.arrayContaining([started, reported, completed]));
      for (const { headers } of receiver.deliveries) {
        expect(headers['content-type']).toBe('application/json');
        expect(headers['x-signature']).toMatch(/^[0-9a-f]{40}$/);
      }

      expect((await api.resendWebhooks({ data: [{ resource_id: check.id, event: 'check.completed' }] })).status).toBe(
        204,
      );
      await service.settle();
      expect(payloads().slice(3)).toEqual([completed]);

      const [first] = receiver.deliveries;
      const signature = String(first?.headers['x-sha2-signature']);
      expect(() => verifier.readPayload(`${first?.body} `, signature)).toThrow(OnfidoInvalidSignatureError);
      expect(() => new WebhookEventVerifier('another token').readPayload(first!.body, signature)).toThrow(
        OnfidoInvalidSignatureError,
      );
      await api.deleteWebhook(webhook.id);
    });

    function event(resourceType: string, action: string, id: string, status: string) {
      return {
        payload: {
          resource_type: resourceType,
          action,
          object: {
            id,
            status,
            completed_at_iso8601: aTime,
            href: expect.stringMatching(new RegExp(`^https?://[^/]+/v3\\.6/${resourceType}s/${id}$`)),
          },
        },
      };
    }

    it('refuses an address without https and a check that it does not know', async () => {
      const { status, body } = await refusalOf(api.createWebhook({ url: 'ftp://example.test/events' }));
      expect([status, body.error?.type, Object.keys(body.error?.fields ?? {})]).toEqual([
        422,
        'validation_error',
        ['url'],
      ]);
      const unknown = { data: [{ resource_id: unknownId, event: 'check.completed' as const }] };
      expect((await refusalOf(api.resendWebhooks(unknown))).body.error?.type).toBe('validation_error');
    });
  });

  it('makes SDK tokens', async () => {
    const applicant_id = await createApplicant();
    const { data, status } = await api.generateSdkToken({ applicant_id, referrer: 'https://*.example.test/*' });
    expect(status).toBe(200);
    expect(data).toStrictEqual({ token: aSignedToken });
    expect((await api.generateSdkToken({ applicant_id, application_id: 'test.example.app' })).data).toStrictEqual({
      token: aSignedToken,
    });
    expect(await refusalOf(api.generateSdkToken({ applicant_id: unknownId }))).toStrictEqual(notFound('Applicant'));
  });

  it('picks addresses by postcode, with or without its space', async () => {
    const { data } = await api.findAddresses(samplePostcode);
    expect(data.addresses?.length).toBeGreaterThan(0);
    for (const address of data.addresses ?? []) {
      expect(address).toStrictEqual({
        flat_number: expect.any(String),
        building_number: expect.any(String),
        building_name: expect.any(String),
        street: expect.any(String),
        sub_street: expect.any(String),
        town: expect.any(String),
        postcode: samplePostcode,
        country: 'GBR',
      });
    }
    expect((await api.findAddresses(samplePostcode.replace(' ', ''))).data).toStrictEqual(data);
    expect((await api.findAddresses('ZZ99 9ZZ')).data).toStrictEqual({ addresses: [] });
  });

  describe('who may come in', () => {
    const unauthorised = {
      status: 401,
      body: { error: { type: 'authorization_error', message: expect.any(String) } },
    };

    it('takes OAuth client credentials for the same account and environment', async () => {
      const { id, secret } = service.oauthClient;
      const oauth = client({ oauthClientId: id, oauthClientSecret: secret });
      const applicant = (await oauth.createApplicant(alice)).data;
      expect(applicant).toStrictEqual(aliceOnTheWire);
      expect((await api.findApplicant(applicant.id)).data).toStrictEqual(applicant);
      const stranger = client({ oauthClientId: id, oauthClientSecret: `${secret}x` });
      expect(await refusalOf(stranger.findApplicant(applicant.id))).toStrictEqual(unauthorised);
    });

    it('refuses a token that it never gave', async () => {
      expect(await refusalOf(client({ apiToken: 'api_sandbox.nobody' }).listApplicants())).toStrictEqual(unauthorised);
    });

    it('keeps sandbox and live apart', async () => {
      const id = await createApplicant();
      const live = client({ apiToken: service.liveToken });
      expect(await refusalOf(live.findApplicant(id))).toStrictEqual(notFound('Applicant', id));
      const listed = (await live.listApplicants(1, 500, true)).data.applicants;
      expect(listed.some((applicant) => applicant.id === id)).toBe(false);
    });
  });

  describe('errors', () => {
    it('echoes an id unchanged, even if it is not a UUID', async () => {
      expect(await refusalOf(api.findApplicant('Nobody'))).toStrictEqual(notFound('Applicant', 'Nobody'));
    });

    it('answers which fields are wrong', async () => {
      const { status, body } = await refusalOf(api.createApplicant({ first_name: '', last_name: 'Semi;colon' }));
      expect(status).toBe(422);
      expect(body.error).toStrictEqual({
        type: 'validation_error',
        message: 'There was a validation error on this request',
        fields: { first_name: [expect.any(String)], last_name: [expect.any(String)] },
      });
    });

    it('answers what is wrong in a nested attribute', async () => {
      const address = { country: 'USA', postcode: '22062' } as const;
      const { status, body } = await refusalOf(api.createApplicant({ ...alice, address }));
      expect([status, body.error?.type]).toEqual([422, 'validation_error']);
      expect(Object.keys(body.error?.fields ?? {})).toEqual(['address']);
    });
  });
});
