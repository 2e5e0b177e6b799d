import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk.ts';
import type { Storage } from '../storage/storage.ts';
import { accept } from './accept.ts';
import { makeSlots } from './decode-slots.ts';
import { uploadRules } from './rules.ts';
import { hollowPng, pdf } from './testing/pictures.ts';

const slots = makeSlots(2);
let directory: string;
let storage: Storage;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bonafide-accept-'));
  storage = await openDiskStorage({ directory, key: Buffer.alloc(32, 1) });
});

afterAll(() => rmSync(directory, { recursive: true }));

const noise = (sigma: number) =>
  sharp({
    create: { width: 400, height: 300, channels: 3, noise: { type: 'gaussian', mean: 128, sigma }, background: '#888' },
  });
const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } });

interface Upload {
  bytes: Buffer;
  claimedType?: string;
  fileName?: string;
  kind?: keyof typeof uploadRules;
  quality?: boolean;
}

function upload({ bytes, claimedType, fileName = 'file', kind = 'document', quality = false }: Upload) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 3000) }, (_, i) =>
    bytes.subarray(i * 3000, i * 3000 + 3000),
  );
  return accept(Readable.from(pieces), {
    ...{ storage, account: 'acme', mediaId: 'm1', rules: uploadRules[kind], claimedType, fileName, slots, quality },
  });
}

/** The fields of the refusal, after which nothing may be left. */
async function refusal(options: Upload) {
  const error = await upload(options).then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ type: 'validation_error' });
  for await (const { key } of storage.list()) expect.unreachable(`${key} is left`);
  expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  return error.fields;
}

describe('an upload', () => {
  it('is stored, measured and typed', async () => {
    const bytes = await noise(60).jpeg({ quality: 95 }).toBuffer();
    const file = await upload({ bytes, claimedType: 'image/jpg', fileName: 'Front.JPEG' });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(file).toEqual({
      storageKey: `acme/${sha256.slice(0, 2)}/${sha256}.m1`,
      sha256,
      size: bytes.length,
      type: { format: 'jpg', mediaType: 'image/jpeg', extension: 'jpeg' },
    });
    expect((await buffer(await storage.get(file.storageKey))).equals(bytes)).toBe(true);
    await storage.delete(file.storageKey);
  });

  it('may be a plain grey picture, a PDF, chip data of any size, or a video', async () => {
    const chip = Buffer.from(JSON.stringify({ dg1: [97, -1], dg2: [117, 0], sod: [119] }));
    const webm = Buffer.concat([Buffer.from('1a45dfa38742828477', 'hex'), Buffer.from('ebm')]);
    const kept: Upload[] = [
      { bytes: await grey(400, 300).png({ compressionLevel: 0 }).toBuffer() },
      { bytes: pdf(32 * 1024), claimedType: 'application/pdf' },
      { bytes: chip, claimedType: 'application/octet-stream', fileName: 'passport.json' },
      { bytes: webm, claimedType: 'video/webm;codecs=vp8', kind: 'live_video' },
    ];
    const formats = [];
    for (const one of kept) {
      const file = await upload(one);
      formats.push(file.type.format);
      await storage.delete(file.storageKey);
    }
    expect(formats).toEqual(['png', 'pdf', 'json', 'webm']);
  });

  it('is refused below 32 KB and above 10 MB', async () => {
    const limit = 10 * 1024 * 1024;
    const exact = (size: number) => pdf(size - pdf(0).length);
    expect(await refusal({ bytes: exact(32 * 1024 - 1) })).toEqual({ file: ['must be at least 32 KB'] });
    expect(await refusal({ bytes: exact(limit + 1) })).toEqual({ file: ['must be at most 10 MB'] });
    for (const size of [32 * 1024, limit]) {
      const file = await upload({ bytes: exact(size) });
      expect(file.size).toBe(size);
      await storage.delete(file.storageKey);
    }
  });

  it('is refused when it is empty, under the name that its kind has for it', async () => {
    expect(await refusal({ bytes: Buffer.alloc(0) })).toEqual({ file: ['must not be empty'] });
    expect(await refusal({ bytes: Buffer.alloc(0), kind: 'live_photo' })).toEqual({
      attachment: ['must not be empty'],
    });
    expect(
      await refusal({
        bytes: await noise(9)
          .jpeg()
          .toBuffer()
          .then((b) => b.subarray(0, 900)),
        kind: 'live_photo',
      }),
    ).toEqual({
      attachment_file_size: ['must be at least 32 KB'],
    });
  });

  it('is refused after its first bytes when its type is wrong', async () => {
    let taken = 0;
    const endless = (async function* () {
      for (;;) {
        taken += 1;
        yield Buffer.from('<svg/>'.padEnd(1000));
      }
    })();
    const options = { storage, account: 'acme', mediaId: 'm1', rules: uploadRules.document, fileName: 'a.svg' };
    await expect(accept(endless, { ...options, slots, quality: false })).rejects.toMatchObject({
      fields: { file: ['must be a jpg, png, pdf or json file'] },
    });
    expect(taken).toBe(5);
  });

  it('is refused when its claim contradicts it', async () => {
    expect(await refusal({ bytes: pdf(40_000), claimedType: 'image/png' })).toEqual({
      file: ['was sent with another content type than its content has (application/pdf)'],
    });
  });

  it('is refused above 64 megapixels, also when only a look at the whole file tells', async () => {
    const message = { file: ['must have at most 64 megapixels'] };
    expect(await refusal({ bytes: Buffer.concat([hollowPng(8001, 8000), Buffer.alloc(40_000)]) })).toEqual(message);

    const jpeg = await grey(16, 16).jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(9000, frame + 5);
    jpeg.writeUInt16BE(9000, frame + 7);
    const profile = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), profile, jpeg.subarray(2)]);
    expect(await refusal({ bytes })).toEqual(message);
  });

  it('is refused when it is corrupt', async () => {
    const message = { file: ['is corrupt or incomplete'] };
    const jpeg = await noise(60).jpeg({ quality: 95 }).toBuffer();
    expect(await refusal({ bytes: jpeg.subarray(0, jpeg.length - 3000) })).toEqual(message);
    const png = await noise(60).png().toBuffer();
    expect(await refusal({ bytes: png.subarray(0, png.length - 3000) })).toEqual(message);
    expect(await refusal({ bytes: pdf(40_000).subarray(0, -8) })).toEqual(message);
    expect(await refusal({ bytes: Buffer.from('{"dg1":[300],"dg2":[1],"sod":[1]}') })).toEqual({
      file: ['must hold dg1, dg2 and sod as lists of signed bytes'],
    });
  });

  it('is refused for its quality only when that is asked for', async () => {
    const bytes = await grey(400, 300).png({ compressionLevel: 0 }).toBuffer();
    expect(await refusal({ bytes, quality: true })).toEqual({ detect_blur: ['blur detected in image'] });
    const busy = await upload({ bytes: await noise(60).jpeg({ quality: 95 }).toBuffer(), quality: true });
    await storage.delete(busy.storageKey);
  });

  it('leaves nothing when the client breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield pdf(40_000);
        throw new Error('aborted');
      })(),
    );
    const options = { storage, account: 'acme', mediaId: 'm1', rules: uploadRules.document, fileName: 'a.pdf' };
    await expect(accept(broken, { ...options, slots, quality: false })).rejects.toThrow('aborted');
    expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  });
});
