import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Configuration, DefaultApi, FileTransfer } from 'onfido6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFfmpeg } from '../../../packages/server/src/api/v3/testing/facial.ts';
import { hollowVideo } from '../../../packages/server/src/api/v3/testing/files.ts';
import { plainPdf } from '../../../packages/server/src/workflows/testing/write.ts';
import { prepare, workflowFolder } from '../published-suite/prepare.ts';
import { chipData } from './chip.ts';
import { type Service, startService } from './service.ts';
import { anId, aSignedToken, aTime, failureOf, passportPage, portrait, samplePostcode, unknownId } from './story.ts';

const SIMPLE = 'e0000000-0000-4000-8000-000000000001';

/** The client decodes downloads as text unless it is set otherwise. */
const asBytes = { responseType: 'arraybuffer' } as const;

/** Methods that the service answered with success. */
const answered = new Set<string>();

/** The client, which writes down each call that succeeds. */
function recorded(client: DefaultApi): DefaultApi {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const answer = await value.apply(target, given);
        answered.add(String(name));
        return answer;
      };
    },
  });
}

/** Calls every method of the published client of v3.6, in the account that `npm run test:published` prepares. */
describe.skipIf(!hasFfmpeg)('client 6.x, method by method', () => {
  let workflows: string;
  let service: Service;
  let api: DefaultApi;
  let sample: Record<string, string>;
  let page: Buffer;
  let face: Buffer;

  beforeAll(async () => {
    workflows = workflowFolder();
    const steps = '[{task: simple_electronic_signature, documents: [applicant, {file: terms.pdf}]}]';
    writeFileSync(
      join(workflows, 'simple-signature.yaml'),
      `id: ${SIMPLE}\nversion: 1\nname: Simple\nsteps: ${steps}\ndecide: [{outcome: approve}]\n`,
    );
    service = await startService({ settings: { workflows } });
    sample = await prepare({ ...service, baseUrl: service.httpUrl });
    api = recorded(clientOf(service.sandboxToken));
    [page, face] = await Promise.all([passportPage(), portrait()]);
  });
  afterAll(async () => {
    await service?.close();
    rmSync(workflows, { recursive: true });
  });

  const clientOf = (apiToken: string) =>
    new DefaultApi(new Configuration({ apiToken, basePath: sample.ONFIDO_BASE_PATH as string }));

  const createApplicant = async (last_name = 'Example') =>
    (await api.createApplicant({ first_name: 'Alice', last_name })).data.id;

  /** The id of a workflow by the name of its file. */
  const workflow = (name: string) =>
    /^id: (.+)$/m.exec(readFileSync(join(workflows, `${name}.yaml`), 'utf8'))?.[1] as string;

  const createRun = async (applicant_id: string, workflow_id: string, more: object = {}) =>
    (await api.createWorkflowRun({ applicant_id, workflow_id, ...more })).data.id;

  /** Status, type and first characters of a download. */
  async function beginning(call: Promise<{ status: number; headers: object; data: FileTransfer }>) {
    const { status, headers, data } = await call;
    const start = data.buffer.subarray(0, 10).toString('latin1');
    return [status, (headers as Record<string, string>)['content-type'], start];
  }
  const [pdf, png, jpeg] = ['%PDF-', '\x89PNG\r\n\x1a\n', 'JFIF'].map((text) => expect.stringContaining(text));

  it('pings, picks an address and makes an SDK token', async () => {
    expect((await api.ping()).data).toEqual({ buffer: 'OK', filename: '' });
    const { addresses } = (await api.findAddresses(samplePostcode)).data;
    expect(addresses?.map(({ street, town }) => [street, town])).toEqual(Array(2).fill(['RAWSON CLOSE', 'SHEFFIELD']));
    const applicant_id = await createApplicant();
    expect((await api.generateSdkToken({ applicant_id })).data).toEqual({ token: aSignedToken });
  });

  it('applicants', async () => {
    const id = await createApplicant();
    expect((await api.findApplicant(id)).data).toMatchObject({ id, first_name: 'Alice', last_name: 'Example' });
    const consents = [{ name: 'privacy_notices_read' as const, granted: true }];
    expect((await api.updateApplicant(id, { last_name: 'Other', consents })).data.last_name).toBe('Other');
    expect((await api.findApplicantConsents(id)).data).toEqual([{ ...consents[0], granted_at: aTime }]);
    expect((await api.deleteApplicant(id)).status).toBe(204);
    expect((await api.listApplicants(1, 1, true)).data.applicants).toMatchObject([{ id, delete_at: aTime }]);
    expect((await api.restoreApplicant(id)).status).toBe(204);
    expect((await api.findApplicant(id)).data.delete_at).toBeNull();
  });

  it('documents', async () => {
    const applicant_id = await createApplicant();
    const upload = async (type: 'passport' | 'driving_licence', file: FileTransfer) =>
      (await api.uploadDocument(type, applicant_id, file)).data;
    const licence = await upload('driving_licence', new FileTransfer(page, 'licence.png'));
    expect((await api.findDocument(licence.id)).data).toEqual(licence);
    const { data: file } = await api.downloadDocument(licence.id, asBytes);
    expect([file.filename, file.buffer.equals(page)]).toEqual(['licence.png', true]);
    expect((await api.extract({ document_id: licence.id })).data).toMatchObject({
      document_id: licence.id,
      extracted_data: { first_name: 'SARAH', last_name: 'MORGAN' },
    });
    const chip = await upload('passport', new FileTransfer(chipData(face), 'chip.json'));
    expect(await beginning(api.downloadNfcFace(chip.id, asBytes))).toEqual([200, 'image/png', png]);
    expect((await api.listDocuments(applicant_id)).data.documents.map(({ id }) => id).sort()).toEqual(
      [licence.id, chip.id].sort(),
    );
    const { token } = (await api.generateSdkToken({ applicant_id })).data;
    const form = new FormData();
    form.append('document_id', licence.id);
    form.append('file', new Blob([new Uint8Array(hollowVideo())]), 'licence.mp4');
    const headers = { authorization: `Bearer ${token}` };
    const path = `${sample.ONFIDO_BASE_PATH}/document_video_media`;
    expect((await fetch(path, { method: 'POST', headers, body: form })).status).toBe(201);
    const { data: video } = await api.downloadDocumentVideo(licence.id, asBytes);
    expect([video.filename, video.buffer.equals(hollowVideo())]).toEqual(['licence.mp4', true]);
  });

  it('photos', async () => {
    const applicant_id = await createApplicant();
    const { data: live } = await api.uploadLivePhoto(applicant_id, new FileTransfer(face, 'face.jpg'));
    expect((await api.findLivePhoto(live.id)).data).toEqual(live);
    expect((await api.listLivePhotos(applicant_id)).data).toEqual({ live_photos: [live] });
    expect((await api.downloadLivePhoto(live.id, asBytes)).data.buffer.equals(face)).toBe(true);
    const { data: id } = await api.uploadIdPhoto(applicant_id, new FileTransfer(page, 'portrait.png'));
    expect((await api.findIdPhoto(id.id)).data).toEqual(id);
    expect((await api.listIdPhotos(applicant_id)).data).toEqual({ id_photos: [id] });
    expect((await api.downloadIdPhoto(id.id, asBytes)).data.buffer.equals(page)).toBe(true);
  });

  it('live videos', async () => {
    const { ONFIDO_SAMPLE_APPLICANT_ID: applicant, ONFIDO_SAMPLE_VIDEO_ID_1: id } = sample as {
      [name: string]: string;
    };
    const { data: video } = await api.findLiveVideo(id!);
    expect(video).toMatchObject({ id, file_name: 'video.mov', file_type: 'video/quicktime', file_size: 165_093 });
    const listed = (await api.listLiveVideos(applicant!)).data.live_videos;
    expect(listed).toHaveLength(2);
    // A list leaves the challenge out.
    expect(listed).toContainEqual({ ...video, challenge: null });
    expect((await api.downloadLiveVideo(id!, asBytes)).data.buffer).toHaveLength(165_093);
    expect(await beginning(api.downloadLiveVideoFrame(id!, asBytes))).toEqual([200, 'image/jpeg', jpeg]);
  });

  it('motion captures', async () => {
    const { ONFIDO_SAMPLE_APPLICANT_ID: applicant, ONFIDO_SAMPLE_MOTION_ID_1: id } = sample as {
      [name: string]: string;
    };
    const { data: capture } = await api.findMotionCapture(id!);
    expect(capture).toMatchObject({ id, file_name: `${id}.mp4`, file_type: 'video/mp4', file_size: 2_720_276 });
    const listed = (await api.listMotionCaptures(applicant!)).data.motion_captures;
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(capture);
    expect((await api.downloadMotionCapture(id!, asBytes)).data.buffer).toHaveLength(2_720_276);
    expect(await beginning(api.downloadMotionCaptureFrame(id!, asBytes))).toEqual([200, 'image/jpeg', jpeg]);
  });

  it('checks and reports', async () => {
    const applicant_id = await createApplicant();
    await api.uploadDocument('passport', applicant_id, new FileTransfer(page, 'passport.png'));
    const { data: check } = await api.createCheck({ applicant_id, report_names: ['document'], asynchronous: false });
    expect(check).toMatchObject({ applicant_id, status: 'complete', result: 'clear', report_ids: [anId] });
    expect((await api.findCheck(check.id)).data).toEqual(check);
    expect((await api.listChecks(applicant_id)).data).toEqual({ checks: [check] });
    expect((await api.resumeCheck(check.id)).status).toBe(204);
    expect(await beginning(api.downloadCheck(check.id, asBytes))).toEqual([200, 'application/pdf', pdf]);
    const [report] = (await api.listReports(check.id)).data.reports;
    const id = check.report_ids?.[0] as string;
    expect(report).toMatchObject({ id, name: 'document', check_id: check.id, sub_result: 'clear' });
    expect((await api.findReport(id)).data).toEqual(report);
    for (const call of [api.resumeReport(id), api.cancelReport(id)]) expect((await call).status).toBe(204);
    expect((await api.findReport(id)).data).toEqual(report);
    const feedback = { report_id: id, expected_result: 'consider', feedback_notes: 'Forged' } as const;
    expect((await api.postResultsFeedback(feedback)).data).toEqual(feedback);
    expect((await api.listRepeatAttempts(id)).data).toEqual({
      report_id: id,
      repeat_attempts: [],
      attempts_count: 1,
      attempts_clear_rate: 1,
      unique_mismatches_count: 0,
    });
  });

  it('webhooks', async () => {
    const { data: webhook } = await api.createWebhook({ url: 'https://example.test/events' });
    expect((await api.findWebhook(webhook.id)).data).toEqual(webhook);
    const { data: updated } = await api.updateWebhook(webhook.id, { enabled: false });
    expect(updated).toEqual({ ...webhook, enabled: false });
    expect((await api.listWebhooks()).data).toEqual({ webhooks: [updated] });
    const applicant_id = await createApplicant();
    const report_names = ['identity_enhanced' as const];
    const { data: check } = await api.createCheck({ applicant_id, report_names, asynchronous: false });
    const again = { data: [{ resource_id: check.id, event: 'check.completed' as const }] };
    expect((await api.resendWebhooks(again)).status).toBe(204);
    expect((await api.deleteWebhook(webhook.id)).status).toBe(204);
    expect((await api.listWebhooks()).data).toEqual({ webhooks: [] });
  });

  it('watchlist monitors', async () => {
    const applicant_id = await createApplicant('Consider');
    const { data: monitor } = await api.createWatchlistMonitor({ applicant_id, report_name: 'watchlist_aml' });
    const { id } = monitor;
    await service.settle();
    expect((await api.findWatchlistMonitor(id)).data).toEqual(monitor);
    expect((await api.listWatchlistMonitors(applicant_id)).data).toEqual({ monitors: [monitor] });
    const [match] = (await api.listWatchlistMonitorMatches(id)).data.matches ?? [];
    expect(match).toEqual({ id: anId, enabled: true });
    const off = [{ ...match, enabled: false }];
    const change = { disable: [match?.id as string] };
    expect((await api.updateWatchlistMonitorMatch(id, change)).data).toEqual({ matches: off });
    expect((await api.forceReportCreationFromWatchlistMonitor(id)).status).toBe(201);
    expect((await api.deleteWatchlistMonitor(id)).status).toBe(204);
    expect((await api.listWatchlistMonitors(applicant_id)).data).toEqual({ monitors: [] });
  });

  it('passkeys', async () => {
    const { ONFIDO_SAMPLE_PASSKEY_USERNAME: user, ONFIDO_SAMPLE_PASSKEY_ID: id } = sample as { [name: string]: string };
    const { data: passkey } = await api.findPasskey(user!, id!);
    expect(passkey).toMatchObject({ id, state: 'ACTIVE', created_at: aTime });
    expect((await api.listPasskeys(user!)).data).toEqual({ passkeys: [passkey] });
    const off = { ...passkey, state: 'INACTIVE' };
    expect((await api.updatePasskey(user!, id!, { state: 'INACTIVE' })).data).toEqual(off);
    expect((await api.deletePasskey(user!, id!)).status).toBe(204);
    expect(await failureOf(api.findPasskey(user!, id!))).toMatchObject({ response: { status: 404 } });
    const next = (await prepare({ ...service, baseUrl: service.httpUrl })).ONFIDO_SAMPLE_PASSKEY_ID;
    expect((await api.listPasskeys(user!)).data.passkeys.map((one) => one.id)).toEqual([next]);
    expect((await api.deletePasskeys(user!)).status).toBe(204);
    expect((await api.listPasskeys(user!)).data).toEqual({ passkeys: [] });
  });

  it('workflow runs and tasks', async () => {
    const applicant_id = await createApplicant();
    const id = await createRun(applicant_id, workflow('custom-inputs'), {
      custom_data: { age: 18, is_employed: false },
    });
    const [start, profile] = (await api.listTasks(id)).data;
    expect([start?.task_def_id, profile?.task_def_id]).toEqual(['start', 'profile_data']);
    const data = { first_name: 'Alice', last_name: 'Example' };
    expect((await api.completeTask(id, profile?.id as string, { data })).data).toEqual({});
    expect((await api.findTask(id, profile?.id as string)).data).toMatchObject({ id: profile?.id, output: data });
    await expect.poll(async () => (await api.findWorkflowRun(id)).data.status).toBe('approved');
    const { data: runs } = await api.listWorkflowRuns(1, 'approved', undefined, undefined, 'desc', applicant_id);
    expect(runs.map((run) => run.id)).toEqual([id]);

    const { workflow_timeline_file_id: file } = (await api.createTimelineFile(id)).data;
    expect(file).toEqual(anId);
    expect(await beginning(api.findTimelineFile(id, file, asBytes))).toEqual([200, 'application/pdf', pdf]);
    const zip = expect.stringMatching(/^PK/);
    expect(await beginning(api.downloadEvidenceFolder(id, asBytes))).toEqual([200, 'application/zip', zip]);
    expect(await beginning(api.downloadSignedEvidenceFile(id, asBytes))).toEqual([200, 'application/pdf', pdf]);
  });

  it('signing documents', async () => {
    const applicant_id = await createApplicant();
    const contract = plainPdf('Contract');
    const { data } = await api.uploadSigningDocument(applicant_id, new FileTransfer(contract, 'contract.pdf'));
    const facts = { applicant_id, file_name: 'contract.pdf', file_type: 'pdf', file_size: contract.length };
    expect(data).toMatchObject({ id: anId, ...facts });
    expect((await api.findSigningDocument(data.id)).data).toEqual(data);
    expect((await api.listSigningDocuments(applicant_id)).data).toEqual({ signing_documents: [data] });
    const { data: file, headers } = await api.downloadSigningDocument(data.id, asBytes);
    expect([headers['content-type'], file.filename]).toEqual(['application/pdf', 'contract.pdf']);
    expect(file.buffer.equals(contract)).toBe(true);
    expect(await failureOf(api.downloadSigningDocument(unknownId))).toMatchObject({ response: { status: 404 } });
  });

  it.each([
    ['simple', 'downloadSesDocument'],
    ['advanced', 'downloadAesDocument'],
    ['qualified', 'downloadQesDocument'],
  ] as const)('what a task %s_electronic_signature made', async (kind, method) => {
    const applicant_id = await createApplicant();
    await api.uploadSigningDocument(applicant_id, new FileTransfer(plainPdf('Contract'), 'contract.pdf'));
    const run = await createRun(applicant_id, workflow(`${kind}-signature`));
    const task = (await api.listTasks(run)).data[1]?.id as string;
    const output = async () => (await api.findTask(run, task)).data.output as SignatureOutput | null;
    await expect.poll(output).not.toBeNull();
    const { signed_documents, receipt_document } = (await output())!.properties;
    expect(signed_documents).toHaveLength(kind === 'simple' ? 2 : 1);
    for (const { id } of [...signed_documents, ...(receipt_document ? [receipt_document] : [])])
      expect(await beginning(api[method](run, id, asBytes))).toEqual([200, 'application/pdf', pdf]);
    const live = clientOf(service.liveToken);
    const [first] = signed_documents;
    expect(await failureOf(live[method](run, first!.id))).toMatchObject({ response: { status: 404 } });
  });

  it('has no method left that the service did not answer', () => {
    const methods = Object.getOwnPropertyNames(DefaultApi.prototype).filter((name) => name !== 'constructor');
    expect(methods).toHaveLength(79);
    expect([...answered].sort()).toEqual(methods.sort());
  });
});

interface SignatureOutput {
  readonly properties: { signed_documents: { id: string }[]; receipt_document?: { id: string } };
}
