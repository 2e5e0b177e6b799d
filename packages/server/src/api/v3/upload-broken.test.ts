import { connect } from 'node:tls';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { useService } from '../../testing/service.ts';
import { stored } from './testing/disk.ts';
import { greyPng, LARGEST } from './testing/files.ts';
import { outcome, storyOf } from './testing/story.ts';

const service = useService();
let applicant: string;
let png: Buffer;
beforeAll(async () => {
  applicant = await storyOf(service, 'v3.6').applicant();
  png = await greyPng(400_000);
});

const malformed = {
  status: 400,
  body: { error: { type: 'bad_request', message: 'The multipart body is malformed' } },
};

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
const END = '\r\n--b--\r\n';
const fields = () => field('applicant_id', applicant) + field('type', 'passport');
const whole = () => Buffer.concat([Buffer.from(fields() + fileHead), png, Buffer.from(END)]);

const post = (raw: Buffer, type = 'multipart/form-data; boundary=b') =>
  service.call('POST', '/v3.6/documents', { raw, headers: { 'content-type': type } });

/** A connection on which a test writes what it likes, and what came back when it closed. */
function wire(head: string[]) {
  const socket = connect({ host: 'localhost', port: Number(new URL(service.baseUrl).port), ca: service.ca });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(Buffer.concat(chunks).toString())));
  socket.write(
    [
      'POST /v3.6/documents HTTP/1.1',
      'Host: localhost',
      `Authorization: Token token=${service.sandboxToken}`,
      'Content-Type: multipart/form-data; boundary=b',
      ...head,
      '\r\n',
    ].join('\r\n'),
  );
  return { socket, closed };
}

const OFTEN = { interval: 10 };

/** Waits until every file has its row, which leaves `rows`. */
async function calm(rows: number) {
  await expect.poll(() => stored(service), OFTEN).toEqual({ files: rows, rows });
}

/** Waits until the server is writing a file. */
async function underWay() {
  const incoming = async () => {
    const { files, rows } = await stored(service);
    return files - rows;
  };
  await expect.poll(incoming, OFTEN).toBe(1);
}

test('chunked transfer, in pieces that split every boundary', async () => {
  const { socket, closed } = wire(['Transfer-Encoding: chunked', 'Connection: close']);
  const body = whole();
  const cuts = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 400, 1000, 4096, 4100, 70_000, body.length - 3];
  let from = 0;
  for (const to of [...cuts, body.length]) {
    const piece = body.subarray(from, to);
    socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
    from = to;
  }
  socket.write('0\r\n\r\n');
  const answer = await closed;
  expect(answer).toMatch(/^HTTP\/1.1 201 Created\r\n/);
  const id = /"id":"([0-9a-f-]+)"/.exec(answer)?.[1];
  expect((await service.get(`/v3.6/documents/${id}/download`)).bytes.equals(png)).toBe(true);
});

test('pieces that end like the beginning of a boundary', async () => {
  const pieces = ['\r\n--', '\r', 'between', '\r\n', 'end'].map((text) => Buffer.from(text));
  const { storage } = service.services;
  const put = storage.put.bind(storage);
  let taken = 0;
  const counted = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const bytes of source) {
      const { length } = bytes;
      yield bytes;
      taken += length;
    }
  };
  const spy = vi.spyOn(storage, 'put').mockImplementation((owner, source) => put(owner, counted(source)));
  const { socket, closed } = wire(['Transfer-Encoding: chunked', 'Connection: close']);
  const write = (piece: Buffer) =>
    socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
  write(Buffer.concat([Buffer.from(fields() + fileHead), png]));
  await expect.poll(() => taken, OFTEN).toBe(png.length);
  let sent = png.length;
  // The parser holds the beginning of a boundary back until the next piece shows that it is not a boundary.
  const held = [4, 1, 0, 2, 0];
  for (const [index, piece] of pieces.entries()) {
    write(piece);
    sent += piece.length;
    await expect.poll(() => taken, OFTEN).toBe(sent - held[index]!);
  }
  write(Buffer.from(END));
  socket.write('0\r\n\r\n');
  const answer = await closed;
  spy.mockRestore();
  expect(answer).toMatch(/^HTTP\/1.1 201 Created\r\n/);
  const id = /"id":"([0-9a-f-]+)"/.exec(answer)?.[1];
  const { bytes } = await service.get(`/v3.6/documents/${id}/download`);
  expect(bytes.equals(Buffer.concat([png, ...pieces]))).toBe(true);
});

describe('a body that is not a multipart body', () => {
  test.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['another boundary', 'multipart/form-data; boundary=c'],
  ])('%s', async (_, type) => {
    const { rows } = await stored(service);
    expect(outcome(await post(whole(), type))).toEqual(malformed);
    await calm(rows);
  });

  test.each<[string, () => Buffer]>([
    ['is empty', () => Buffer.alloc(0)],
    ['is not multipart at all', () => Buffer.from('hello')],
    ['ends within the file', () => whole().subarray(0, 200_000)],
    ['ends within the head of the file', () => Buffer.from(fields() + fileHead.slice(0, 60))],
    ['lacks its end', () => whole().subarray(0, -END.length)],
    [
      'ends within a second file',
      () => Buffer.concat([whole().subarray(0, -4), Buffer.from('\r\n'), whole().subarray(0, 9000)]),
    ],
    [
      'ends within a file that nobody asked for',
      () => Buffer.from(fileHead.replace('"file"', '"other"') + 'x'.repeat(9000)),
    ],
    ['ends within its last boundary', () => whole().subarray(0, -4)],
  ])('%s', async (_, body) => {
    const { rows } = await stored(service);
    expect(outcome(await post(body()))).toEqual(malformed);
    await calm(rows);
  });

  test('of 10 MB without a boundary is answered all the same', async () => {
    expect(outcome(await post(Buffer.alloc(LARGEST), 'multipart/form-data'))).toEqual(malformed);
  });

  test('of a hundred fields more is refused at the first one too many', async () => {
    const more = Array.from({ length: 100 }, (_, i) => field(`x${i}`, 'y')).join('');
    const body = Buffer.concat([Buffer.from(fields() + more + fileHead), png, Buffer.from(END)]);
    const message = 'The multipart body has more than 50 fields';
    expect(outcome(await post(body))).toEqual({
      status: 413,
      body: { error: { type: 'payload_too_large', message } },
    });
  });
});

describe('a client that breaks off', () => {
  const length = () => `Content-Length: ${whole().length}`;

  test.each([
    ['after the headers', 0],
    ['within the fields', 40],
    ['at the first bytes of the file', 300],
    ['in the middle', 200_000],
    ['before the last bytes', 400_200],
  ])('%s leaves nothing', async (_, sent) => {
    const { rows } = await stored(service);
    const { socket, closed } = wire([length()]);
    socket.write(whole().subarray(0, sent));
    // The server has begun to write when something lies in its folder of incoming files.
    if (sent > 5000) await underWay();
    socket.destroy();
    await closed;
    await calm(rows);
  });

  test('within a file that has been refused already leaves nothing', async () => {
    const { rows } = await stored(service);
    const { socket, closed } = wire(['Content-Length: 1000000']);
    socket.write(Buffer.concat([Buffer.from(fields() + fileHead), Buffer.alloc(100_000)]));
    // A second request is answered after the server has looked at the first.
    expect((await post(Buffer.alloc(0))).status).toBe(400);
    socket.destroy();
    await closed;
    await calm(rows);
  });

  test('between the file and the fields after it leaves nothing', async () => {
    const { rows } = await stored(service);
    const first = Buffer.concat([
      Buffer.from(fileHead),
      png,
      Buffer.from(`\r\n${field('type', 'passport').slice(0, 20)}`),
    ]);
    const { socket, closed } = wire([`Content-Length: ${first.length + 1000}`]);
    socket.write(first);
    await underWay();
    socket.destroy();
    await closed;
    await calm(rows);
  });

  test('in chunks leaves nothing', async () => {
    const { rows } = await stored(service);
    const { socket, closed } = wire(['Transfer-Encoding: chunked']);
    const piece = whole().subarray(0, 100_000);
    socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
    await underWay();
    socket.destroy();
    await closed;
    await calm(rows);
  });

  test('after its last byte has an upload that is whole, or none', async () => {
    for (let i = 0; i < 10; i += 1) {
      const { socket, closed } = wire([length()]);
      socket.write(whole(), () => socket.destroy());
      await closed;
    }
    // However many came through: every file has its row.
    const loose = async () => {
      const { files, rows } = await stored(service);
      return files - rows;
    };
    await expect.poll(loose, OFTEN).toBe(0);
  });

  test('whose upload is refused leaves nothing', async () => {
    const { rows } = await stored(service);
    const body = Buffer.concat([Buffer.from(field('applicant_id', applicant) + fileHead), png, Buffer.from(END)]);
    for (let i = 0; i < 10; i += 1) {
      const { socket, closed } = wire([`Content-Length: ${body.length}`]);
      socket.write(body, () => socket.destroy());
      await closed;
    }
    await calm(rows);
  });
});

test('an upload that is too large is refused without being read to its end', async () => {
  const { rows } = await stored(service);
  const { socket, closed } = wire(['Content-Length: 1000000000', 'Connection: close']);
  socket.write(Buffer.concat([Buffer.from(fields() + fileHead), png]));
  const block = Buffer.alloc(1024 * 1024);
  let sent = 0;
  const more = () => {
    while (!socket.destroyed && sent < 200) {
      sent += 1;
      if (!socket.write(block)) {
        socket.once('drain', more);
        return;
      }
    }
  };
  more();
  await closed;
  expect(sent).toBeLessThan(100);
  await calm(rows);
});

test('a file part without a name is taken by what it holds', async () => {
  const head = '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const answer = await post(Buffer.concat([Buffer.from(fields() + head), png, Buffer.from(END)]));
  expect([answer.status, answer.body.file_name, answer.body.file_type]).toEqual([201, 'file', 'png']);
});
