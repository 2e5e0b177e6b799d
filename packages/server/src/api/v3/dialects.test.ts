import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { uploadBy } from './testing/libraries.ts';
import { chunked, exchange, request } from './testing/raw-requests.ts';
import { storyOf, unknownId } from './testing/story.ts';

/** Requests as the HTTP libraries of the published clients write them on the wire. */
const service = useService({ account: { image_quality: false } });
const story = storyOf(service, 'v3.6');

const authorization = (scheme = 'Token token=') => `Authorization: ${scheme}${service.sandboxToken}`;

test('an upload waits for 100 Continue, as Guzzle and curl send large bodies', async () => {
  const applicant = await story.applicant();
  const { type, body } = await uploadBy('Guzzle (onfido-php 8)', { applicant, judged: true });
  const headers = [authorization(), type, 'Expect: 100-Continue', `Content-Length: ${body.length}`];
  const first = request('POST /v3.6/documents HTTP/1.1', headers);
  const { statuses } = await exchange(service, first, body);
  expect(statuses).toEqual([100, 422]);
});

test('HTTP/1.0 is answered, and the connection ends with the answer', async () => {
  const lines = ['GET /v3.6/ping HTTP/1.0', authorization(), '', ''].join('\r\n');
  const { statuses, head, body } = await exchange(service, lines);
  expect([statuses, body]).toEqual([[200], 'OK']);
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
});

test.each(['Token token=', 'token token=', 'TOKEN token=', 'Token TOKEN='])('%s names a token', async (scheme) => {
  const headers = [authorization(scheme), 'Content-Type: application/json', 'Accept: application/json'];
  expect(
    (await exchange(service, request('GET /v3.6/applicants/?page=1&per_page=1 HTTP/1.1', headers))).statuses,
  ).toEqual([200]);
});

test('absent fields may come as null, and empty bodies as JSON', async () => {
  const json = [authorization(), 'Content-Type: application/json; charset=utf-8'];
  const fields = {
    first_name: 'Jane',
    last_name: 'Doe',
    email: null,
    dob: null,
    address: null,
    id_numbers: null,
    consents: null,
  };
  const made = await exchange(
    service,
    request('POST /v3.6/applicants HTTP/1.1', json, JSON.stringify({ ...fields, location: null, phone_number: null })),
  );
  expect([made.statuses, made.body.email, made.body.id_numbers]).toEqual([[201], null, []]);
  const applicant_id = made.body.id;
  const check = {
    report_names: ['watchlist_standard'],
    document_ids: null,
    tags: null,
    webhook_ids: null,
    consider: null,
  };
  const nulls = { asynchronous: null, redirect_uri: null, sub_result: null, us_driving_licence: null };
  const begun = await exchange(
    service,
    request('POST /v3.6/checks/ HTTP/1.1', json, JSON.stringify({ applicant_id, ...check, ...nulls })),
  );
  expect([begun.statuses, begun.body.tags, begun.body.webhook_ids]).toEqual([[201], [], null]);
  for (const body of ['', 'null', '{}']) {
    const { statuses } = await exchange(
      service,
      request(`POST /v3.6/checks/${begun.body.id}/resume HTTP/1.1`, json, body),
    );
    expect(statuses, body).toEqual([204]);
  }
  const unset = {
    applicant_id,
    workflow_id: unknownId,
    tags: null,
    customer_user_id: null,
    link: null,
    custom_data: null,
  };
  const run = await exchange(service, request('POST /v3.6/workflow_runs HTTP/1.1', json, JSON.stringify(unset)));
  expect([run.statuses, run.body.error.message]).toEqual([
    [404],
    `Could not find the following resource: Workflow with id=${unknownId}`,
  ]);
});

test('a body of JSON in chunks is read', async () => {
  const body = Buffer.from(JSON.stringify({ first_name: 'Zoë', last_name: 'Müller' }));
  const json = [authorization(), 'Content-Type: application/json'];
  const inChunks = request('POST /v3.6/applicants HTTP/1.1', [...json, 'Transfer-Encoding: chunked'], chunked(body, 3));
  const { statuses, body: made } = await exchange(service, inChunks);
  expect([statuses, Buffer.from(made.first_name, 'latin1').toString()]).toEqual([[201], 'Zoë']);
});

test('a packed body is unpacked, within the limits of plain ones', async () => {
  const json = [authorization(), 'Content-Type: application/json'];
  const send = (headers: readonly string[], body: Buffer) =>
    exchange(service, request('POST /v3.6/applicants HTTP/1.1', [...json, ...headers], body));
  const body = gzipSync(Buffer.from(JSON.stringify({ first_name: 'Zoë', last_name: 'Müller' })));
  for (const sent of [
    await send(['Content-Encoding: gzip'], body),
    await send(['Content-Encoding: X-GZIP', 'Transfer-Encoding: chunked'], chunked(body, 5)),
  ]) {
    expect([sent.statuses, Buffer.from(sent.body.first_name, 'latin1').toString()]).toEqual([[201], 'Zoë']);
  }
  const bomb = gzipSync(Buffer.from(JSON.stringify({ first_name: 'a'.repeat(2 * 1024 * 1024) })));
  expect((await send(['Content-Encoding: gzip'], bomb)).statuses).toEqual([413]);
  const huge = gzipSync(Buffer.alloc(65 * 1024 * 1024));
  expect((await send(['Content-Encoding: gzip', 'Transfer-Encoding: chunked'], chunked(huge, 9000))).statuses).toEqual([
    413,
  ]);
  for (const wrong of [Buffer.from('{"first_name":"Zoë"}'), body.subarray(0, 20)]) {
    const { statuses, body: answer } = await send(['Content-Encoding: gzip'], wrong);
    expect([statuses, answer.error.type]).toEqual([[400], 'bad_request']);
  }
  expect((await send(['Content-Encoding: br'], body)).statuses).toEqual([415]);
  expect((await service.get('/v3.6/ping')).status).toBe(200);

  const applicant = await story.applicant();
  const { type, body: form } = await uploadBy('Faraday (onfido-ruby 3)', { applicant, judged: true });
  const line = 'POST /v3.6/documents HTTP/1.1';
  const headers = [authorization(), type, 'Content-Encoding: gzip'];
  expect((await exchange(service, request(line, headers, gzipSync(form)))).statuses).toEqual([422]);
});
