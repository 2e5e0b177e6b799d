import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { browserOf, checkWithForm, typed } from '../../pages/form/testing/form.ts';
import { type Call, useService } from '../../testing/service.ts';
import { greyPng, SMALLEST } from './testing/files.ts';
import { storyOf } from './testing/story.ts';

const service = useService({ settings: { analysis: 'on', trustedProxies: '127.0.0.1,::1' } });

const live = () => ({ token: service.liveToken });
const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const device = { 'user-agent': PIXEL, 'x-forwarded-for': '192.0.2.7' };
const seen = { raw_model: 'Pixel 8', os: 'Android', browser: 'Chrome' };
const unknown = { number_of_ip_reuse_reports: 0, number_of_suspected_ip_reuse_reports: 0 };
const nothing = { ...unknown, ip_reputation: 'NOT_ENOUGH_DATA', biometric_capture: 'unknown_method' };

/** Has no page, so nobody judges its picture. */
const pdf = {
  name: 'passport.pdf',
  type: 'application/pdf',
  bytes: Buffer.from(`%PDF-1.7\n${' '.repeat(SMALLEST)}\nstartxref\n0\n%%EOF\n`),
};

const reportOf = async (id: string, call: Call = live()) => service.get(`/v3.6/reports/${id}`, call);

test('a form of our own shows the device of the applicant, and leaves it to a person', async () => {
  const check = await checkWithForm(service, ['document', 'device_intelligence'], {}, { call: live() });
  const browser = browserOf(service, check.form_uri);
  const from = { headers: device };
  await browser.post('details', typed, from);
  const path = 'document/front?type=passport&issuing_country=GBR';
  expect((await browser.upload(path, pdf, from)).status).toBe(303);
  // The form may be sent from elsewhere: the upload decides about the device.
  const sent = await browser.post('check', {}, { headers: { ...device, 'x-forwarded-for': '203.0.113.9' } });
  expect(sent.status).toBe(303);
  await service.settle();

  const reports = (await service.get(`/v3.6/reports?check_id=${check.id}`, live())).body.reports;
  const { id, status } = reports.find(({ name }: { name: string }) => name === 'device_intelligence');
  expect(status).toBe('awaiting_approval');
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const of = `/operator/v1/accounts/${service.account.id}/reports/${id}`;
  const { leaves } = (await service.get(of, { token: null, headers })).body;
  expect(leaves['device.application_authenticity'].reason).toBe('Some uploads did not use an SDK token');
  const decision = { leaves: { 'device.application_authenticity': 'clear' }, note: 'Uploaded on the form' };
  expect((await service.post(`${of}/decide`, decision, { token: null, headers })).status).toBe(200);
  const { body } = await reportOf(id);
  expect([body.result, body.properties]).toEqual([
    'clear',
    {
      device: { ...seen, ...nothing, single_device_used: null, document_capture: 'unknown_method' },
      ip: { address: '192.0.2.7' },
    },
  ]);
  expect([(await reportOf(id, {})).status, (await reportOf(id, { token: service.other.liveToken })).status]).toEqual([
    404, 404,
  ]);
});

test('a document that an SDK makes of its pictures shows the device that sent them', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ email: 'jane@example.com' }, live());
  const { authorization } = (await story.sdk(applicant_id, live())).headers as { authorization: string };
  const picture = await greyPng();
  const give = async (metadata: object) => {
    const form = new FormData();
    const fields = { sdk_source: 'onfido_web_sdk', sdk_version: '14.0.0', sdk_metadata: JSON.stringify(metadata) };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('media', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'front.png');
    const headers = { ...device, authorization, 'x-forwarded-for': '192.0.2.8' };
    const { status, body } = await service.call('POST', '/v4/binary_media', { token: null, headers, form });
    expect(status).toBe(201);
    return { binary_media: { uuid: body.media_id } };
  };
  const document_media = [await give({ captureMethod: 'live' }), await give({ captureMethod: 'live' })];
  // The pictures come from the device; the client's server may make the document of them.
  const elsewhere = { authorization, 'x-forwarded-for': '203.0.113.9' };
  const made = await service.post('/v4/documents', { document_media }, { token: null, headers: elsewhere });
  expect(made.status).toBe(201);

  const { reports } = await story.completed({ applicant_id, report_names: ['device_intelligence'] }, live());
  expect([reports[0].result, reports[0].properties]).toEqual([
    'clear',
    {
      device: {
        sdk_version: '14.0.0',
        sdk_source: 'onfido-web-sdk',
        authentication_type: 'sdk_token',
        ...seen,
        ...nothing,
        single_device_used: true,
        document_capture: 'live',
      },
      ip: { address: '192.0.2.8' },
    },
  ]);
});
