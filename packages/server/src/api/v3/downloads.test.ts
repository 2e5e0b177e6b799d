import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { filesUnder } from './testing/disk.ts';
import { LARGEST, padded, stripes } from './testing/files.ts';
import { outcome, storyOf } from './testing/story.ts';

const service = useService();
let big: Buffer;
beforeAll(async () => {
  big = padded(await stripes(), LARGEST);
});

const media = () => filesUnder(join(service.data, 'media'));

/** A document of 10 MB, and the file that holds it. */
async function stored(): Promise<{ href: string; file: string }> {
  const story = storyOf(service, 'v3.6');
  const before = new Set(media());
  const fields = { applicant_id: await story.applicant(), type: 'passport' };
  const { body } = await story.upload('documents', fields, { name: 'a.png', bytes: big, type: 'image/png' });
  return { href: body.download_href, file: media().find((path) => !before.has(path)) as string };
}

function openMedia(): string[] {
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(join(service.data, 'media')));
}

/** Asks for a download, reads its first bytes and goes away. */
function breakOff(href: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: 'localhost', port: Number(new URL(service.baseUrl).port), ca: service.ca });
    socket.write(
      `GET ${href} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token token=${service.sandboxToken}\r\n\r\n`,
    );
    socket.once('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });
}

test.skipIf(!existsSync('/proc/self/fd'))(
  'a download that is broken off leaves no file open (needs /proc)',
  async () => {
    const { href } = await stored();
    await Promise.all(Array.from({ length: 20 }, () => breakOff(href)));
    await expect.poll(openMedia).toEqual([]);
    expect((await service.get(href)).bytes.equals(big)).toBe(true);
  },
);

test.skipIf(!existsSync('/proc/self/fd'))('HEAD answers the headers alone (needs /proc)', async () => {
  const { href } = await stored();
  const { status, headers, bytes } = await service.call('HEAD', href);
  expect([status, headers['content-length'], headers['content-type'], bytes.length]).toEqual([
    200,
    String(big.length),
    'image/png',
    0,
  ]);
  await expect.poll(openMedia).toEqual([]);
});

test('bytes that were changed on the disk are never sent as whole', async () => {
  for (const at of [100, 0.5, -1]) {
    const { href, file } = await stored();
    const sealed = readFileSync(file);
    const index = at < 0 ? sealed.length - 1 : at < 1 ? Math.floor(sealed.length * at) : at;
    sealed[index]! ^= 1;
    writeFileSync(file, sealed);
    const answer = await service.get(href).catch((error: Error) => error);
    if (answer instanceof Error) expect(answer.message).toMatch(/terminated|fetch failed/);
    else expect(answer.status).toBe(500);
  }
});

test('a file that was cut off or is gone is an error of ours without details', async () => {
  const { href, file } = await stored();
  const sealed = readFileSync(file);
  writeFileSync(file, sealed.subarray(0, sealed.length / 2));
  await expect(service.get(href)).rejects.toThrow();
  rmSync(file);
  expect(outcome(await service.get(href))).toEqual({
    status: 500,
    body: { error: { type: 'internal_server_error', message: 'Something went wrong' } },
  });
});

test('a range is not a thing: the whole file is sent', async () => {
  const { href } = await stored();
  const { status, bytes } = await service.get(href, { headers: { range: 'bytes=0-9' } });
  expect([status, bytes.length]).toEqual([200, big.length]);
});
