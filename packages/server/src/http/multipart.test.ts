import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { useService } from '../testing/service.ts';
import { FIELD_BYTES, FIELD_COUNT } from './multipart.ts';

const service = useService();

const BOUNDARY = 'x';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const END = `--${BOUNDARY}--\r\n`;

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, bytes: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n${bytes}\r\n`;
const fields = (count: number) => Array.from({ length: count }, (_, i) => field(`f${i}`, '')).join('');

const post = async (path: string, raw: string, token = service.sandboxToken) => {
  const { status, headers, body } = await service.call('POST', path, { raw, token, headers: { 'content-type': TYPE } });
  return { status, connection: headers.connection, body };
};

const tooLarge = (what: string) => ({
  status: 413,
  body: { error: { type: 'payload_too_large', message: `The multipart body ${what}` } },
});

const paths = ['/v3.6/documents', '/v3.6/live_photos', '/v3.6/sdk_token'];

describe.each(paths)('a form for %s', (path) => {
  test('has at most 50 fields', async () => {
    expect(await post(path, fields(FIELD_COUNT + 1) + END)).toMatchObject(tooLarge('has more than 50 fields'));
    const most = await post(path, fields(FIELD_COUNT) + END);
    expect([most.status, most.body.error.type]).toEqual([422, 'validation_error']);
  });

  test('has at most 52 parts, of whatever kind', async () => {
    const parts = (count: number) => `--${BOUNDARY}\r\nx: y\r\n\r\nz\r\n`.repeat(count);
    expect(await post(path, parts(53) + END)).toMatchObject(tooLarge('has more than 52 parts'));
    expect((await post(path, parts(52) + END)).status).toBe(422);
  });

  test('has fields of at most 64 KB', async () => {
    const long = field('type', 'x'.repeat(FIELD_BYTES + 1)) + END;
    expect(await post(path, long)).toMatchObject(tooLarge('has a field of more than 65536 bytes'));
    expect((await post(path, field('type', 'x'.repeat(FIELD_BYTES)) + END)).status).toBe(422);
  });

  test('says so to v1 and v2 in their shapes', async () => {
    if (path !== '/v3.6/documents') return;
    const applicant = await storyOf(service, 'v3.6').applicant();
    for (const version of ['v1', 'v2']) {
      const { status, body } = await post(`/${version}/applicants/${applicant}/documents`, fields(51) + END);
      expect([status, body.error.type, body.error.message]).toEqual([
        413,
        'payload_too_large',
        'The multipart body has more than 50 fields',
      ]);
    }
  });
});

test('an upload has at most the bytes of its largest file and of its fields', async () => {
  const largest = 11 * 1024 * 1024;
  const sent = await post('/v3.6/documents', file('other', 'x'.repeat(largest)) + END);
  expect(sent).toMatchObject(tooLarge(`is larger than ${largest} bytes`));
  // The file itself is refused by its own name, as ever.
  const refused = await post('/v3.6/documents', file('file', `\xff\xd8\xff${'x'.repeat(largest)}`) + END);
  expect([refused.status, refused.body.error.type]).toEqual([422, 'validation_error']);
  // What follows a file that was refused by its first bytes is not a second reason.
  const text = file('file', 'x'.repeat(largest));
  for (const rest of [fields(60) + END, field('type', 'x'.repeat(FIELD_BYTES + 1)) + END, '']) {
    const answer = await post('/v3.6/documents', text + rest);
    expect([answer.status, answer.body.error.fields]).toEqual([
      422,
      { file: ['must be a jpg, png, pdf or json file'] },
    ]);
  }
  const token = await post('/v3.6/sdk_token', file('other', 'x'.repeat(1024 * 1024)) + END);
  expect(token).toMatchObject(tooLarge('is larger than 1048576 bytes'));
});

test('what was refused leaves nothing behind, and harms neither account nor environment', async () => {
  const story = storyOf(service, 'v3.6');
  for (const token of [service.sandboxToken, service.liveToken, service.other.sandboxToken]) {
    const applicant_id = await story.applicant({}, { token });
    const start = field('applicant_id', applicant_id) + field('type', 'passport');
    const picture = file('file', `\xff\xd8\xff\xe0${'x'.repeat(40_000)}`);
    expect((await post('/v3.6/documents', start + picture + fields(60) + END, token)).status).toBe(413);
    const { body } = await service.get(`/v3.6/documents?applicant_id=${applicant_id}`, { token });
    expect(body.documents).toEqual([]);
    expect(await story.document(applicant_id, {}, { token })).toEqual(expect.any(String));
  }
  const stored: unknown[] = [];
  for await (const object of service.services.storage.list({ account: service.account.id })) stored.push(object);
  expect(stored.length).toBe(2);
});

/** Sends 60 MB of a body, which the service may stop reading; returns the answer. */
async function flood(part: string): Promise<string> {
  const { hostname, port } = new URL(service.httpUrl);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v3.6/documents HTTP/1.1',
    'host: localhost',
    `authorization: Token token=${service.sandboxToken}`,
    `content-type: ${TYPE}`,
    `content-length: ${60e6}`,
  ];
  let answer = '';
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const chunk = Buffer.from(part.repeat(Math.ceil(1e6 / part.length)));
  for (let sent = 0; sent + chunk.length < 60e6 && socket.writable; sent += chunk.length) {
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
  }
  socket.end();
  await closed;
  return answer;
}

test.each([
  ['fields', field('a', '')],
  ['parts without a name', `--${BOUNDARY}\r\n\r\n\r\n`],
  ['boundaries', `--${BOUNDARY}\r\n`],
])('60 MB of %s cost no time: they are not parsed beyond the first excess', async (_, part) => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const cpu = process.cpuUsage();
  delay.enable();
  const answer = await flood(part);
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  const [stall, seconds] = [Math.round(delay.max / 1e6), (user + system) / 1e6];
  // Both ends run in this process.
  console.log(`longest stall ${stall} ms (goal 50), processor time ${seconds.toFixed(2)} s (goal 0.2)`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(seconds).toBeLessThan(4);
});
