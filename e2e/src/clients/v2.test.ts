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
  OnfidoError,
  Region,
  type Report,
  type Webhook,
  WebhookEventVerifier,
} from 'onfido2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Service, startService } from './service.ts';
import {
  allEvents,
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

const bob = {
  firstName: 'Bob',
  lastName: 'Example',
  email: 'bob@example.test',
  dob: '1985-12-31',
  address: { buildingNumber: '1', street: 'High Street', town: 'Leeds', postcode: 'LS1 1AA', country: 'GBR' },
  idNumbers: [{ type: 'ssn', value: '123-45-6789' }],
  phoneNumber: '+442079460999',
  location: { ipAddress: '127.0.0.1', countryOfResidence: 'GBR' },
} satisfies ApplicantRequest;

/** Bob as the client returns him: keys in camel case, the rest as on the wire. */
const bobAsRead = {
  id: anId,
  createdAt: aTime,
  sandbox: true,
  firstName: 'Bob',
  lastName: 'Example',
  email: 'bob@example.test',
  dob: '1985-12-31',
  deleteAt: null,
  href: expect.stringMatching(/^\/v3\.6\/applicants\/[0-9a-f-]{36}$/),
  address: {
    flatNumber: null,
    buildingName: null,
    subStreet: null,
    state: null,
    line1: null,
    line2: null,
    line3: null,
    ...bob.address,
  },
  idNumbers: [{ type: 'ssn', value: '123-45-6789', stateCode: null }],
  phoneNumber: '+442079460999',
  location: { ipAddress: '127.0.0.1', countryOfResidence: 'GBR' },
};

async function refusalOf(call: Promise<unknown>): Promise<OnfidoApiError> {
  const error = await failureOf(call);
  expect(error).toBeInstanceOf(OnfidoApiError);
  return error as OnfidoApiError;
}

describe('client 2.9', () => {
  let service: Service;
  let receiver: Receiver;
  let onfido: Onfido;
  let page: { path: string; bytes: Buffer; remove(): Promise<void> };
  let face: { path: string; bytes: Buffer; remove(): Promise<void> };

  beforeAll(async () => {
    const [pageBytes, faceBytes] = await Promise.all([passportPage(), portrait()]);
    [service, receiver] = await Promise.all([startService(), startReceiver()]);
    page = { bytes: pageBytes, ...(await temporaryFile('passport.png', pageBytes)) };
    face = { bytes: faceBytes, ...(await temporaryFile('face.jpg', faceBytes)) };
    onfido = client(service.sandboxToken);
  });

  afterAll(async () => {
    await service?.close();
    await receiver?.close();
    await page?.remove();
    await face?.remove();
  });

  function client(apiToken: string): Onfido {
    const made = new Onfido({ apiToken, region: Region.EU, unknownApiUrl: `${service.baseUrl}/v3.6` });
    made.axiosInstance.defaults.httpsAgent = new Agent({ ca: service.ca });
    return made;
  }

  const pageFile = () => ({
    contents: createReadStream(page.path),
    filepath: 'passport.png',
    contentType: 'image/png',
  });
  const faceFile = () => ({ contents: createReadStream(face.path), filepath: 'face.jpg', contentType: 'image/jpeg' });

  async function prepareApplicant(fields: ApplicantRequest = {}): Promise<string> {
    const { id } = await onfido.applicant.create({ ...bob, ...fields });
    await onfido.document.upload({ applicantId: id, file: pageFile(), type: 'passport' });
    await onfido.livePhoto.upload({ applicantId: id, file: faceFile() });
    return id;
  }

  it('creates, finds, updates, deletes, restores and lists applicants', async () => {
    const applicant: Applicant = await onfido.applicant.create({
      ...bob,
      consents: [{ name: 'privacy_notices_read', granted: true }],
    });
    expect(applicant).toStrictEqual(bobAsRead);
    expect(await onfido.applicant.find(applicant.id)).toStrictEqual(applicant);
    const updated = await onfido.applicant.update(applicant.id, { email: null, dob: '1986-01-01' });
    expect(updated).toStrictEqual({ ...applicant, email: null, dob: '1986-01-01' });

    await onfido.applicant.delete(applicant.id);
    expect((await refusalOf(onfido.applicant.find(applicant.id))).type).toBe('gone');
    const all = await onfido.applicant.list({ includeDeleted: true });
    expect(all.find(({ id }) => id === applicant.id)).toStrictEqual({ ...updated, deleteAt: aTime });
    await onfido.applicant.restore(applicant.id);
    expect(await onfido.applicant.find(applicant.id)).toStrictEqual(updated);

    const second = await onfido.applicant.create(bob);
    expect(await onfido.applicant.list({ page: 1, perPage: 1 })).toStrictEqual([second]);
    expect(await onfido.applicant.list({ page: 2, perPage: 1 })).toStrictEqual([updated]);
    expect(await onfido.applicant.list({ page: 3, perPage: 1 })).toStrictEqual([]);
  });

  it('uploads, finds, lists and downloads documents', async () => {
    const { id: applicantId } = await onfido.applicant.create(bob);
    const document: Document = await onfido.document.upload({
      applicantId,
      file: { ...pageFile(), filepath: 'scans/passport.png' },
      type: 'passport',
      side: 'front',
      issuingCountry: 'GBR',
      validateImageQuality: false,
      location: { ipAddress: '127.0.0.1', countryOfResidence: 'GBR' },
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
      href: `/v3.6/documents/${document.id}`,
      downloadHref: `/v3.6/documents/${document.id}/download`,
    });
    expect(await onfido.document.find(document.id)).toStrictEqual(document);
    expect(await onfido.document.list(applicantId)).toStrictEqual([document]);
    const download = await onfido.document.download(document.id);
    expect(download.contentType).toBe('image/png');
    expect((await buffer(download.asStream())).equals(page.bytes)).toBe(true);
  });

  it('uploads, finds, lists and downloads live photos', async () => {
    const { id: applicantId } = await onfido.applicant.create(bob);
    const photo: LivePhoto = await onfido.livePhoto.upload({
      applicantId,
      file: faceFile(),
      advancedValidation: 'false',
    });
    expect(photo).toStrictEqual({
      id: anId,
      createdAt: aTime,
      fileName: 'face.jpg',
      fileType: 'image/jpeg',
      fileSize: face.bytes.length,
      href: `/v3.6/live_photos/${photo.id}`,
      downloadHref: `/v3.6/live_photos/${photo.id}/download`,
    });
    expect(await onfido.livePhoto.find(photo.id)).toStrictEqual(photo);
    expect(await onfido.livePhoto.list(applicantId)).toStrictEqual([photo]);
    const download = await onfido.livePhoto.download(photo.id);
    expect(download.contentType).toBe('image/jpeg');
    expect((await buffer(download.asStream())).equals(face.bytes)).toBe(true);
  });

  it('knows live videos', async () => {
    const { id } = await onfido.applicant.create(bob);
    expect(await onfido.liveVideo.list(id)).toStrictEqual([]);
    for (const call of [
      () => onfido.liveVideo.find(unknownId),
      () => onfido.liveVideo.download(unknownId),
      () => onfido.liveVideo.frame(unknownId),
    ]) {
      expect((await refusalOf(call())).type).toBe('resource_not_found');
    }
  });

  it('runs a check from creation to its reports and its PDF', async () => {
    const applicantId = await prepareApplicant({ lastName: 'Consider' });
    const check: Check = await onfido.check.create({
      applicantId,
      reportNames: ['document', 'facial_similarity_photo'],
      tags: ['older hand'],
    });
    expect(check).toStrictEqual({
      id: anId,
      createdAt: aTime,
      status: 'in_progress',
      redirectUri: null,
      result: null,
      sandbox: true,
      tags: ['older hand'],
      resultsUri: expect.stringContaining(`/checks/${check.id}`),
      formUri: null,
      paused: false,
      version: '3.6',
      reportIds: [anId, anId],
      href: `/v3.6/checks/${check.id}`,
      applicantId,
      applicantProvidesData: false,
      privacyNoticesReadConsentGiven: null,
      webhookIds: null,
    });

    await service.settle();
    const done = { ...check, status: 'complete', result: 'consider' };
    expect(await onfido.check.find(check.id)).toStrictEqual(done);
    expect(await onfido.check.list(applicantId)).toStrictEqual([done]);
    await onfido.check.resume(check.id);
    expect(await onfido.check.find(check.id)).toStrictEqual(done);
    const download = await onfido.check.download(check.id);
    expect(download.contentType).toBe('application/pdf');
    expect((await buffer(download.asStream())).subarray(0, 5).toString()).toBe('%PDF-');

    const reports: Report[] = await onfido.report.list(check.id);
    expect(reports.map(({ name, result, subResult }) => [name, result, subResult])).toEqual([
      ['facial_similarity_photo', 'consider', null],
      ['document', 'consider', 'suspected'],
    ]);
    expect(reports.map(({ id }) => id)).toEqual(check.reportIds);
    const report = reports.at(-1);
    expect(Object.keys(report!).sort()).toEqual(
      [
        ...['breakdown', 'checkId', 'createdAt', 'documents', 'href', 'id'],
        ...['name', 'properties', 'result', 'status', 'subResult'],
      ].sort(),
    );
    await onfido.report.resume(report!.id);
    await onfido.report.cancel(report!.id);
    expect(await onfido.report.find(report!.id)).toStrictEqual(report);
  });

  it('makes, changes and removes webhooks, and verifies what they bring', async () => {
    const webhook: Webhook = await onfido.webhook.create({ url: receiver.url, environments: ['sandbox'] });
    expect(webhook).toStrictEqual({
      id: anId,
      url: receiver.url,
      token: aWebhookToken,
      enabled: true,
      href: `/v3.6/webhooks/${webhook.id}`,
      events: expect.any(Array),
      environments: ['sandbox'],
      payloadVersion: 3,
      name: null,
      oauthEnabled: false,
      oauthServerUrl: null,
      oauthServerClientId: null,
      oauthServerClientSecret: null,
      oauthServerScope: null,
    });
    expect([...webhook.events].sort()).toEqual(allEvents);
    const updated = await onfido.webhook.update(webhook.id, { events: ['check.completed'] });
    expect(updated).toStrictEqual({ ...webhook, events: ['check.completed'] });
    expect(await onfido.webhook.find(webhook.id)).toStrictEqual(updated);
    expect(await onfido.webhook.list()).toStrictEqual([updated]);

    // Without a number of social security: that one would need its consent.
    const { id: applicantId } = await onfido.applicant.create({ ...bob, idNumbers: [] });
    const check = await onfido.check.create({ applicantId, reportNames: ['identity_enhanced'] });
    await service.settle();
    expect(receiver.deliveries).toHaveLength(1);
    const [{ body, headers }] = receiver.deliveries as [Receiver['deliveries'][number]];
    const signature = String(headers['x-sha2-signature']);
    expect(new WebhookEventVerifier(webhook.token).readPayload(body, signature)).toStrictEqual({
      resourceType: 'check',
      action: 'check.completed',
      object: {
        id: check.id,
        status: 'complete',
        completedAtIso8601: aTime,
        href: expect.stringMatching(new RegExp(`^https?://[^/]+/v3\\.6/checks/${check.id}$`)),
      },
    });
    expect(() => new WebhookEventVerifier('another').readPayload(body, signature)).toThrow(OnfidoError);

    await onfido.webhook.delete(webhook.id);
    expect((await refusalOf(onfido.webhook.find(webhook.id))).type).toBe('resource_not_found');
  });

  it('makes SDK tokens and picks addresses', async () => {
    const { id: applicantId } = await onfido.applicant.create(bob);
    expect(await onfido.sdkToken.generate({ applicantId, referrer: '*://*/*' })).toEqual(aSignedToken);
    const addresses = await onfido.address.pick(samplePostcode);
    expect(addresses.length).toBeGreaterThan(0);
    for (const { postcode, country } of addresses) expect([postcode, country]).toEqual([samplePostcode, 'GBR']);
  });

  it('reads errors, with their fields and without, of calls and of downloads', async () => {
    const invalid = await refusalOf(onfido.applicant.create({ ...bob, firstName: '' }));
    expect(invalid).toMatchObject({
      statusCode: 422,
      type: 'validation_error',
      fields: { first_name: [expect.any(String)] },
      message: expect.stringMatching(
        /^There was a validation error on this request \(status code 422\) \| \{"first_name":/,
      ),
    });
    expect(invalid.isClientError()).toBe(true);

    const missing = `Could not find the following resource: Document with id=${unknownId} (status code 404)`;
    expect(await refusalOf(onfido.document.download(unknownId))).toMatchObject({
      statusCode: 404,
      type: 'resource_not_found',
      fields: undefined,
      message: missing,
    });
    expect(await refusalOf(client('api_sandbox.nobody').webhook.list())).toMatchObject({
      statusCode: 401,
      type: 'authorization_error',
      fields: undefined,
    });
  });
});
