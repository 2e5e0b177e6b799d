import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { chipFace, parseChip } from './chip.ts';
import { dataGroup2, facialRecord, tlv } from './testing/facial-record.ts';
import { jpeg2000 } from './testing/jpeg2000.ts';
import { hollowPng } from './testing/pictures.ts';

const WIDTH = 40;
const HEIGHT = 50;

/** A slope of colour: three channels that differ, so that swapped ones show. */
const samples = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT }, (_, i) => [(i % WIDTH) * 6, Math.floor(i / WIDTH) * 5, 99]).flat(),
);

let jpeg: Buffer;
let codestream: Buffer;

beforeAll(async () => {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  jpeg = await sharp(samples, { raw }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  codestream = await jpeg2000(WIDTH, HEIGHT, 3, samples);
});

function box(type: string, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A JP2 file around an RGB codestream. */
function jp2(contents: Buffer): Buffer {
  const size = Buffer.alloc(14);
  size.writeUInt32BE(HEIGHT, 0);
  size.writeUInt32BE(WIDTH, 4);
  size.set([0, 3, 7, 7, 0, 0], 8);
  const rgb = Buffer.from([1, 0, 0, 0, 0, 0, 16]);
  return Buffer.concat([
    box('jP  ', Buffer.from('0d0a870a', 'hex')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', box('ihdr', size), box('colr', rgb)),
    box('jp2c', contents),
  ]);
}

const chip = (dg2: Uint8Array) => ({ dg1: Buffer.from([1]), dg2: Buffer.from(dg2), sod: Buffer.from([1]) });
const face = (picture: Uint8Array, points?: number) => chipFace(chip(dataGroup2(facialRecord(picture, points))));

async function pixels(png: Buffer | null) {
  expect(png?.subarray(1, 4).toString()).toBe('PNG');
  const { data, info } = await sharp(png as Buffer)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, size: [info.width, info.height, info.channels] };
}

describe('chip data', () => {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));

  it('is three lists of bytes, with a sign or without', () => {
    expect(parseChip(json({ dg1: [97, -1, 255], dg2: [-128, 127, 128], sod: [0], location: {} }))).toEqual({
      dg1: Buffer.from([97, 255, 255]),
      dg2: Buffer.from([128, 127, 128]),
      sod: Buffer.from([0]),
    });
  });

  it.each([
    null,
    [],
    'dg1',
    {},
    { dg1: [1], dg2: [1] },
    { dg1: [1], dg2: [1], sod: [] },
    { dg1: [1], dg2: [256], sod: [1] },
    { dg1: [1], dg2: [-129], sod: [1] },
    { dg1: [1], dg2: [1.5], sod: [1] },
    { dg1: [1], dg2: ['1'], sod: [1] },
    { dg1: [1], dg2: [null], sod: [1] },
    { dg1: [1], dg2: 'AQ==', sod: [1] },
    { dg1: [1], dg2: { length: 1, 0: 1 }, sod: [1] },
  ])('is not %j', (value) => {
    expect(parseChip(json(value))).toBeNull();
  });

  it.each(['', '{', '{"dg1":[1],"dg2":[1],"sod":[1]} x', '\xff\xfe{}'])('is not the text %j', (text) => {
    expect(parseChip(Buffer.from(text, 'latin1'))).toBeNull();
  });
});

describe('face on a chip', () => {
  it.each([0, 1, 5])('is read from a JPEG behind %i feature points', async (points) => {
    const { data, size } = await pixels(await face(jpeg, points));
    expect(size).toEqual([WIDTH, HEIGHT, 3]);
    expect(data).toEqual(await sharp(jpeg).raw().toBuffer());
  });

  it('is read from JPEG 2000, bare or in a JP2 file, without loss', async () => {
    for (const picture of [codestream, jp2(codestream)]) {
      const { data, size } = await pixels(await face(picture));
      expect(size).toEqual([WIDTH, HEIGHT, 3]);
      expect(data.equals(samples)).toBe(true);
    }
  });

  it('may be grey', async () => {
    const grey = samples.subarray(0, WIDTH * HEIGHT);
    const png = await face(await jpeg2000(WIDTH, HEIGHT, 1, grey));
    const decoded = await sharp(png as Buffer)
      .extractChannel(0)
      .raw()
      .toBuffer();
    expect(decoded.equals(grey)).toBe(true);
  });

  it('may be in a constructed data block, with padding behind the data group', async () => {
    const dg2 = dataGroup2(facialRecord(jpeg), 0x7f2e);
    expect(await chipFace(chip(Buffer.concat([dg2, Buffer.alloc(20)])))).not.toBeNull();
  });

  it.each<[string, () => Uint8Array]>([
    ['nothing', () => Buffer.alloc(0)],
    ['another data group', () => tlv(0x61, Buffer.from([1]))],
    ['no template', () => tlv(0x75, tlv(0x7f61, tlv(0x02, Buffer.from([0]))))],
    ['no record', () => dataGroup2(Buffer.alloc(0))],
    ['a record of something else', () => dataGroup2(Buffer.from('FIR\x00010\0'.padEnd(200), 'latin1'))],
    ['no face', () => dataGroup2(withUint16(facialRecord(jpeg), 12, 0))],
    ['a record longer than its block', () => dataGroup2(withUint32(facialRecord(jpeg), 8, 0xffffffff))],
    ['a record shorter than its header', () => dataGroup2(withUint32(facialRecord(jpeg), 8, 13))],
    ['a face longer than its record', () => dataGroup2(withUint32(facialRecord(jpeg), 14, 0xffffffff))],
    ['a face shorter than its length', () => dataGroup2(withUint32(facialRecord(jpeg), 14, 3))],
    ['more feature points than bytes', () => dataGroup2(withUint16(facialRecord(jpeg), 18, 0xffff))],
    ['no picture', () => dataGroup2(facialRecord(Buffer.alloc(0)))],
    ['a picture of another kind', () => dataGroup2(facialRecord(hollowPng(10, 10)))],
    ['half a JPEG', () => dataGroup2(facialRecord(jpeg.subarray(0, jpeg.length / 2)))],
    ['half a codestream', () => dataGroup2(facialRecord(codestream.subarray(0, codestream.length / 2)))],
    ['a JP2 file without a codestream', () => dataGroup2(facialRecord(jp2(codestream).subarray(0, 60)))],
    ['a codestream of gigapixels', () => dataGroup2(facialRecord(withUint32(codestream, 8, 0x7fffffff)))],
    ['a codestream of a size below zero', () => dataGroup2(facialRecord(withUint32(codestream, 16, 0x7fffffff)))],
    ['tiles of one pixel', () => dataGroup2(facialRecord(withUint32(withUint32(codestream, 24, 1), 28, 1)))],
    ['tiles of no pixel', () => dataGroup2(facialRecord(withUint32(codestream, 24, 0)))],
    ['a thousand channels', () => dataGroup2(facialRecord(withUint16(codestream, 40, 1000)))],
    ['samples of 16 bits', () => dataGroup2(facialRecord(withUint16(codestream, 42, 0x0f01)))],
  ])('is not found in %s', async (_, dg2) => {
    expect(await chipFace(chip(dg2()))).toBeNull();
  });

  it('is read again after a broken one', async () => {
    expect(await face(codestream.subarray(0, 200))).toBeNull();
    expect(await face(codestream)).not.toBeNull();
  });

  it('is a PNG or nothing, whatever a data group holds', async () => {
    const sound = dataGroup2(facialRecord(jp2(codestream)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.oneof(fc.nat({ max: 250 }), fc.nat({ max: sound.length - 1 })), fc.integer({ min: 0, max: 255 })),
          { minLength: 1, maxLength: 3 },
        ),
        fc.option(fc.nat({ max: sound.length })),
        async (changes, length) => {
          const changed = Buffer.from(sound);
          for (const [at, value] of changes) changed[at] = value;
          const png = await chipFace(chip(changed.subarray(0, length ?? changed.length)));
          expect(png === null || png.subarray(1, 4).toString() === 'PNG').toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function withUint32(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(value, at);
  return changed;
}

function withUint16(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt16BE(value, at);
  return changed;
}
