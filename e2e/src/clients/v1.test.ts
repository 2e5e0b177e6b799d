import { createReadStream } from 'node:fs';
import { Agent } from 'node:https';
import { buffer } from 'node:stream/consumers';
import {
  type Applicant,
  type ApplicantRequest,
  type Check,
  type Document,
  type LivePhoto,
  Onfido,
  OnfidoApiError,
  type Report,
  type Webhook,
  WebhookEventVerifier,
} from 'onfido1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Service, startService } from './service.ts';
import {
  anId,
  aSignedToken,
  aTime,
  aWebhookToken,
  failureOf,
  passportPage,
  portrait,
  samplePostcode,
  temporaryFile,
  unknownId,
} from './story.ts';

const carol = {
  firstName: 'Carol',
  lastName: 'Example',
  email: 'carol@example.test',
  dob: '1970-06-15',
  address: { flatNumber: '2', street: 'Bridge Street', town: 'York', postcode: 'YO1 6DD', country: 'GBR' },
  idNumbers: [{ type: 'driving_licence', value: 'A1234567', stateCode: 'CA' }],
} satisfies ApplicantRequest;

async function refusalOf(call: Promise<unknown>): Promise<OnfidoApiError> {
  const error = await failureOf(call);
  expect(error).toBeInstanceOf(OnfidoApiError);
  return error as OnfidoApiError;
}

// The client was made for the first minor versions; all of them behave as 3.2.
describe.each(['v3', 'v3.2'])('client 1.5 on %s', (version) => {
  let service: Service;
  let receiver: Receiver;
  let onfido: Onfido;
  let page: { path: string; bytes: Buffer; remove(): Promise<void> };
  let face: { path: string; bytes: Buffer; remove(): Promise<void> };

  const carolAsRead = {
    id: anId,
    createdAt: aTime,
    sandbox: true,
    ...carol,
    deleteAt: null,
    href: expect.stringMatching(new RegExp(`^/${version}/applicants/[0-9a-f-]{36}$`)),
    address: {
      buildingNumber: null,
      buildingName: null,
      subStreet: null,
      state: null,
      line1: null,
      line2: null,
      line3: null,
      ...carol.address,
    },
  };

  beforeAll(async () => {
    const [pageBytes, faceBytes] = await Promise.all([passportPage(), portrait()]);
    [service, receiver] = await Promise.all([startService(), startReceiver()]);
    page = { bytes: pageBytes, ...(await temporaryFile('passport.png', pageBytes)) };
    face = { bytes: faceBytes, ...(await temporaryFile('face.jpg', faceBytes)) };
    onfido = new Onfido({ apiToken: service.sandboxToken, unknownApiUrl: `${service.baseUrl}/${version}/` });
    onfido.axiosInstance.defaults.httpsAgent = new Agent({ ca: service.ca });
  });

  afterAll(async () => {
    await service?.close();
    await receiver?.close();
    await page?.remove();
    await face?.remove();
  });

  it('creates, finds, updates, deletes, restores and lists applicants', async () => {
    const applicant: Applicant = await onfido.applicant.create(carol);
    expect(applicant).toStrictEqual(carolAsRead);
    expect(await onfido.applicant.find(applicant.id)).toStrictEqual(applicant);
    const updated = await onfido.applicant.update(applicant.id, { firstName: 'Caroline' });
    expect(updated).toStrictEqual({ ...applicant, firstName: 'Caroline' });

    await onfido.applicant.delete(applicant.id);
    expect((await refusalOf(onfido.applicant.find(applicant.id))).type).toBe('gone');
    expect(await onfido.applicant.list()).toStrictEqual([]);
    expect(await onfido.applicant.list({ includeDeleted: true })).toStrictEqual([{ ...updated, deleteAt: aTime }]);
    await onfido.applicant.restore(applicant.id);
    expect(await onfido.applicant.list({ page: 1, perPage: 20 })).toStrictEqual([updated]);
  });

  it('uploads chunked documents, finds, lists and downloads them', async () => {
    const { id: applicantId } = await onfido.applicant.create(carol);
    // The file as a bare stream: the client takes name and type from its path.
    const document: Document = await onfido.document.upload({
      applicantId,
      file: createReadStream(page.path),
      type: 'passport',
      side: 'front',
      issuingCountry: 'GBR',
    });
    expect(document).toStrictEqual({
      id: anId,
      createdAt: aTime,
      fileName: 'passport.png',
      fileType: 'png',
      fileSize: page.bytes.length,
      type: 'passport',
      side: 'front',
      issuingCountry: 'GBR',
      applicantId,
      href: `/${version}/documents/${document.id}`,
      downloadHref: `/${version}/documents/${document.id}/download`,
    });
    expect(await onfido.document.find(document.id)).toStrictEqual(document);
    expect(await onfido.document.list(applicantId)).toStrictEqual([document]);
    const download = await onfido.document.download(document.id);
    expect(download.contentType).toBe('image/png');
    expect((await buffer(download.asStream())).equals(page.bytes)).toBe(true);
  });

  it('uploads, finds, lists and downloads live photos', async () => {
    const { id: applicantId } = await onfido.applicant.create(carol);
    const photo: LivePhoto = await onfido.livePhoto.upload({ applicantId, file: createReadStream(face.path) });
    expect(photo).toStrictEqual({
      id: anId,
      createdAt: aTime,
      fileName: 'face.jpg',
      fileType: 'image/jpeg',
      fileSize: face.bytes.length,
      href: `/${version}/live_photos/${photo.id}`,
      downloadHref: `/${version}/live_photos/${photo.id}/download`,
    });
    expect(await onfido.livePhoto.find(photo.id)).toStrictEqual(photo);
    expect(await onfido.livePhoto.list(applicantId)).toStrictEqual([photo]);
    const download = await onfido.livePhoto.download(photo.id);
    expect(download.contentType).toBe('image/jpeg');
    expect((await buffer(download.asStream())).equals(face.bytes)).toBe(true);
  });

  it('knows live videos', async () => {
    const { id } = await onfido.applicant.create(carol);
    expect(await onfido.liveVideo.list(id)).toStrictEqual([]);
    for (const call of [
      () => onfido.liveVideo.find(unknownId),
      () => onfido.liveVideo.download(unknownId),
      () => onfido.liveVideo.frame(unknownId),
    ]) {
      expect((await refusalOf(call())).type).toBe('resource_not_found');
    }
  });

  it('runs a check from creation to its reports', async () => {
    const { id: applicantId } = await onfido.applicant.create(carol);
    const { id: documentId } = await onfido.document.upload({
      applicantId,
      file: createReadStream(page.path),
      type: 'passport',
    });
    await onfido.livePhoto.upload({ applicantId, file: createReadStream(face.path) });
    const check: Check = await onfido.check.create({
      applicantId,
      reportNames: ['document', 'facial_similarity_photo'],
      tags: ['oldest hand'],
    });
    expect(check).toMatchObject({
      id: anId,
      createdAt: aTime,
      status: 'in_progress',
      result: null,
      sandbox: true,
      tags: ['oldest hand'],
      reportIds: [anId, anId],
      href: `/${version}/checks/${check.id}`,
      applicantId,
      applicantProvidesData: false,
      formUri: null,
      redirectUri: null,
    });

    await service.settle();
    const done = { ...check, status: 'complete', result: 'clear' };
    expect(await onfido.check.find(check.id)).toStrictEqual(done);
    expect(await onfido.check.list(applicantId)).toStrictEqual([done]);
    await onfido.check.resume(check.id);
    expect(await onfido.check.find(check.id)).toStrictEqual(done);

    const reports: Report[] = await onfido.report.list(check.id);
    const common = {
      id: anId,
      createdAt: aTime,
      href: expect.stringMatching(/\/reports\/[0-9a-f-]{36}$/),
      status: 'complete',
      result: 'clear',
      checkId: check.id,
      breakdown: expect.any(Object),
      properties: expect.any(Object),
    };
    expect(reports).toStrictEqual([
      { ...common, name: 'facial_similarity_photo', subResult: null, documents: expect.any(Array) },
      { ...common, name: 'document', subResult: 'clear', documents: [{ id: documentId }] },
    ]);
    const [report] = reports;
    await onfido.report.resume(report!.id);
    await onfido.report.cancel(report!.id);
    expect(await onfido.report.find(report!.id)).toStrictEqual(report);
  });

  it('makes, changes and removes webhooks, and verifies what they bring', async () => {
    const webhook: Webhook = await onfido.webhook.create({ url: receiver.url, events: ['check.completed'] });
    expect(webhook).toStrictEqual({
      id: anId,
      url: receiver.url,
      token: aWebhookToken,
      enabled: true,
      href: `/${version}/webhooks/${webhook.id}`,
      events: ['check.completed'],
      environments: ['sandbox'],
    });
    const updated = await onfido.webhook.update(webhook.id, { events: ['check.completed', 'check.started'] });
    expect(updated).toStrictEqual({ ...webhook, events: expect.arrayContaining(['check.completed', 'check.started']) });
    expect(await onfido.webhook.find(webhook.id)).toStrictEqual(updated);
    expect(await onfido.webhook.list()).toStrictEqual([updated]);
    await onfido.webhook.update(webhook.id, { events: ['check.completed'] });

    const { id: applicantId } = await onfido.applicant.create(carol);
    const check = await onfido.check.create({ applicantId, reportNames: ['watchlist_standard'] });
    await service.settle();
    expect(receiver.deliveries).toHaveLength(1);
    const [{ body, headers }] = receiver.deliveries as [Receiver['deliveries'][number]];
    const event = new WebhookEventVerifier(webhook.token).readPayload(body, String(headers['x-sha2-signature']));
    expect(event).toStrictEqual({
      resourceType: 'check',
      action: 'check.completed',
      object: {
        id: check.id,
        status: 'complete',
        completedAtIso8601: aTime,
        href: expect.stringContaining(`/${version}/checks/${check.id}`),
      },
    });

    await onfido.webhook.delete(webhook.id);
    expect((await refusalOf(onfido.webhook.find(webhook.id))).type).toBe('resource_not_found');
  });

  it('makes SDK tokens and picks addresses', async () => {
    const { id: applicantId } = await onfido.applicant.create(carol);
    expect(await onfido.sdkToken.generate({ applicantId, referrer: '*://*/*' })).toEqual(aSignedToken);
    const addresses = await onfido.address.pick(samplePostcode);
    expect(addresses.length).toBeGreaterThan(0);
    for (const { postcode, country } of addresses) expect([postcode, country]).toEqual([samplePostcode, 'GBR']);
  });

  it('reads errors', async () => {
    expect(await refusalOf(onfido.applicant.create({ ...carol, lastName: '' }))).toMatchObject({
      statusCode: 422,
      type: 'validation_error',
      fields: { last_name: [expect.any(String)] },
    });
    expect(await refusalOf(onfido.applicant.find(unknownId))).toMatchObject({
      statusCode: 404,
      type: 'resource_not_found',
      message: `Could not find the following resource: Applicant with id=${unknownId} (status code 404)`,
      fields: undefined,
    });
  });
});
