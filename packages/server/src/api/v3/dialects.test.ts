import { connect } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { greyPng } from './testing/files.ts';
import { anId, storyOf, unknownId } from './testing/story.ts';

/**
 * Requests as the published clients of v3.6 write them on the wire: the shapes are those of the HTTP libraries on which they
 * stand (github.com/onfido: onfido-php on Guzzle, onfido-python on urllib3, onfido-java on OkHttp, onfido-ruby on Faraday;
 * onfido.net on HttpClient; Go's net/http).
 */
const service = useService({ account: { image_quality: false } });
const story = storyOf(service, 'v3.6');

interface Received {
  /** Status of each answer on the connection, an interim one before. */
  readonly statuses: number[];
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  readonly body: any;
}

/** Writes bytes on a connection of their own; `rest` once an interim answer has come. */
function exchange(first: string | Buffer, rest?: Buffer): Promise<Received> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca: service.ca, servername: hostname }, () => {
      socket.write(first);
    });
    let text = '';
    let waits = rest !== undefined;
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (!waits || !text.includes('\r\n\r\n')) return;
      waits = false;
      socket.write(rest as Buffer);
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(parse(text)));
  });
}

function parse(text: string): Received {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', ...more] = last.split('\r\n\r\n');
  const body = more.join('\r\n\r\n');
  const json = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
  return { statuses, head, body: json === '' ? body : JSON.parse(json) };
}

const authorization = (scheme = 'Token token=') => `Authorization: ${scheme}${service.sandboxToken}`;

/** A request; its length is added where it has a body that is not chunked. */
function request(line: string, headers: readonly string[], body: string | Buffer = '', close = true): Buffer {
  const bytes = Buffer.from(body);
  const isChunked = headers.some((header) => /^transfer-encoding/i.test(header));
  const length = bytes.length > 0 && !isChunked ? [`Content-Length: ${bytes.length}`] : [];
  const lines = [line, 'Host: localhost', ...headers, ...length, ...(close ? ['Connection: close'] : []), '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), bytes]);
}

/** A body in pieces of so many bytes, as a client sends it that doesn't know its length. */
function chunked(bytes: Buffer, size: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16).toUpperCase()}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

interface Part {
  /** Lines before the bytes. */
  readonly head: readonly string[];
  readonly bytes: string | Buffer;
}

function multipart(boundary: string, parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ head, bytes }) => [
    Buffer.from([`--${boundary}`, ...head, '', ''].join('\r\n')),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

/** How each library writes a field, a file and the boundary. */
const libraries = {
  guzzle: {
    boundary: '2f9c1b7d0f3a4e5b8c6d7e8f9a0b1c2d3e4f5a6b',
    field: (name: string, value: string) => [
      `Content-Disposition: form-data; name="${name}"`,
      `Content-Length: ${value.length}`,
    ],
    file: (name: string, size: number) => [
      `Content-Disposition: form-data; name="file"; filename="${name}"`,
      `Content-Length: ${size}`,
      'Content-Type: image/png',
    ],
    yes: 'true',
  },
  urllib3: {
    boundary: 'd9ff1e36e3b1d1b1a3f8a9b1a7c5e2f4',
    field: (name: string) => [`Content-Disposition: form-data; name="${name}"`],
    file: (name: string) => [
      `Content-Disposition: form-data; name="file"; filename="${name}"`,
      'Content-Type: image/png',
    ],
    yes: 'True',
  },
  okhttp: {
    boundary: '0b2c1d1f-52a8-4c9f-9d4c-2f0a5b7f9d11',
    field: (name: string, value: string) => [
      `Content-Disposition: form-data; name="${name}"`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${value.length}`,
    ],
    file: (name: string, size: number) => [
      `Content-Disposition: form-data; name="file"; filename="${name}"`,
      'Content-Type: image/png',
      `Content-Length: ${size}`,
    ],
    yes: 'true',
  },
  faraday: {
    boundary: '-----------RubyMultipartPost-8d9e1c7b5a3f2e1d0c9b8a7f6e5d4c3b',
    field: (name: string) => [`Content-Disposition: form-data; name="${name}"`],
    file: (name: string, size: number) => [
      `Content-Disposition: form-data; name="file"; filename="${name}"`,
      `Content-Length: ${size}`,
      'Content-Type: image/png',
      'Content-Transfer-Encoding: binary',
    ],
    yes: 'true',
  },
  'HttpClient of .NET': {
    boundary: '"3f2b7a1c-9d8e-4f6a-b5c4-1d2e3f4a5b6c"',
    field: (name: string) => [
      'Content-Type: text/plain; charset=utf-8',
      `Content-Disposition: form-data; name=${name}`,
    ],
    file: (name: string) => [
      'Content-Type: image/png',
      `Content-Disposition: form-data; name=file; filename=${name}; filename*=utf-8''${name}`,
    ],
    yes: 'True',
  },
  'net/http of Go': {
    boundary: 'c0b1e2d3f4a5968778695a4b3c2d1e0f00112233445566778899aabbccdd',
    field: (name: string) => [`Content-Disposition: form-data; name="${name}"`],
    file: (name: string) => [
      `Content-Disposition: form-data; name="file"; filename="${name}"`,
      'Content-Type: application/octet-stream',
    ],
    yes: 'true',
  },
} as const;

const names = Object.keys(libraries) as (keyof typeof libraries)[];

/** An upload of a passport as a library writes it. */
async function upload(library: keyof typeof libraries, applicant: string, fileName = 'passport.png') {
  const { boundary, field, file, yes } = libraries[library];
  const png = await greyPng();
  const fields = { type: 'passport', applicant_id: applicant, side: 'front', validate_image_quality: yes };
  const parts = [
    ...Object.entries(fields).map(([name, value]) => ({ head: field(name, value), bytes: value })),
    { head: file(fileName, png.length), bytes: png },
  ];
  return {
    type: `Content-Type: multipart/form-data; boundary=${boundary}`,
    body: multipart(boundary.replaceAll('"', ''), parts),
  };
}

test.each(names)('uploads of %s are read, with their boolean', async (library) => {
  const applicant = await story.applicant();
  const { type, body } = await upload(library, applicant);
  const line = 'POST /v3.6/documents HTTP/1.1';
  const { statuses, body: answer } = await exchange(
    request(line, [authorization(), 'Accept: application/json', type], body),
  );
  // The account lacks the feature: the boolean was read as true.
  expect([statuses, answer.error?.type, Object.keys(answer.error?.fields ?? {})]).toEqual([
    [422],
    'validation_error',
    ['validate_image_quality'],
  ]);
});

test.each(names)('uploads of %s in chunks are read, with the name of the file', async (library) => {
  const applicant = await story.applicant();
  const { type, body } = await upload(library, applicant);
  const asked = Buffer.from(body.toString('latin1').replace(/\r\n\r\n(true|True)\r\n/, '\r\n\r\nfalse\r\n'), 'latin1');
  const fits = asked.toString('latin1').replace(/Content-Length: 4\r\n\r\nfalse/, 'Content-Length: 5\r\n\r\nfalse');
  const headers = [authorization(), type, 'Transfer-Encoding: chunked', 'Accept-Encoding: gzip'];
  const line = 'POST /v3.6/documents/ HTTP/1.1';
  const { statuses, body: answer } = await exchange(request(line, headers, chunked(Buffer.from(fits, 'latin1'), 8192)));
  expect([statuses, answer.id, answer.file_name, answer.file_type]).toEqual([[201], anId, 'passport.png', 'png']);
  const listed = await service.get(`/v3.6/documents/?applicant_id=${applicant}`);
  expect(listed.body.documents.map(({ id }: { id: string }) => id)).toEqual([answer.id]);
});

test.each([
  ['Müller Pass.png', 'Müller Pass.png'],
  ['C:\\scans\\front.png', 'front.png'],
  ['/home/jane/front.png', 'front.png'],
  ['a\\"b.png', 'a"b.png'],
  ['%22quoted%22.png', '"quoted".png'],
])('a file that is named %s', async (sent, kept) => {
  const applicant = await story.applicant();
  const { type, body } = await upload('urllib3', applicant, sent);
  const text = Buffer.from(body.toString('latin1').replace('\r\n\r\nTrue\r\n', '\r\n\r\nFalse\r\n'), 'latin1');
  const line = 'POST /v3.6/documents HTTP/1.1';
  const { statuses, body: answer } = await exchange(request(line, [authorization(), type], text));
  expect([statuses, Buffer.from(answer.file_name, 'latin1').toString()]).toEqual([[201], kept]);
});

test('an upload waits for 100 Continue, as Guzzle and curl send large bodies', async () => {
  const applicant = await story.applicant();
  const { type, body } = await upload('guzzle', applicant);
  const headers = [authorization(), type, 'Expect: 100-Continue', `Content-Length: ${body.length}`];
  const first = request('POST /v3.6/documents HTTP/1.1', headers);
  const { statuses } = await exchange(first, body);
  expect(statuses).toEqual([100, 422]);
});

test('HTTP/1.0 is answered, and the connection ends with the answer', async () => {
  const lines = ['GET /v3.6/ping HTTP/1.0', authorization(), '', ''].join('\r\n');
  const { statuses, head, body } = await exchange(lines);
  expect([statuses, body]).toEqual([[200], 'OK']);
  expect(head.toLowerCase()).not.toContain('transfer-encoding');
});

test.each(['Token token=', 'token token=', 'TOKEN token=', 'Token TOKEN='])('%s names a token', async (scheme) => {
  const headers = [authorization(scheme), 'Content-Type: application/json', 'Accept: application/json'];
  expect((await exchange(request('GET /v3.6/applicants/?page=1&per_page=1 HTTP/1.1', headers))).statuses).toEqual([
    200,
  ]);
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
    request('POST /v3.6/checks/ HTTP/1.1', json, JSON.stringify({ applicant_id, ...check, ...nulls })),
  );
  expect([begun.statuses, begun.body.tags, begun.body.webhook_ids]).toEqual([[201], [], null]);
  for (const body of ['', 'null', '{}']) {
    const { statuses } = await exchange(request(`POST /v3.6/checks/${begun.body.id}/resume HTTP/1.1`, json, body));
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
  const run = await exchange(request('POST /v3.6/workflow_runs HTTP/1.1', json, JSON.stringify(unset)));
  expect([run.statuses, run.body.error.message]).toEqual([
    [404],
    `Could not find the following resource: Workflow with id=${unknownId}`,
  ]);
});

test('a body of JSON in chunks is read', async () => {
  const body = Buffer.from(JSON.stringify({ first_name: 'Zoë', last_name: 'Müller' }));
  const json = [authorization(), 'Content-Type: application/json'];
  const inChunks = request('POST /v3.6/applicants HTTP/1.1', [...json, 'Transfer-Encoding: chunked'], chunked(body, 3));
  const { statuses, body: made } = await exchange(inChunks);
  expect([statuses, Buffer.from(made.first_name, 'latin1').toString()]).toEqual([[201], 'Zoë']);
});

test('a packed body is unpacked, within the limits of plain ones', async () => {
  const json = [authorization(), 'Content-Type: application/json'];
  const send = (headers: readonly string[], body: Buffer) =>
    exchange(request('POST /v3.6/applicants HTTP/1.1', [...json, ...headers], body));
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
  const { type, body: form } = await upload('faraday', applicant);
  const line = 'POST /v3.6/documents HTTP/1.1';
  const headers = [authorization(), type, 'Content-Encoding: gzip'];
  expect((await exchange(request(line, headers, gzipSync(form)))).statuses).toEqual([422]);
});
