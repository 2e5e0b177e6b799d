import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { headerReader, type PictureFormat, pictureHeader } from './picture-header.ts';
import { hollowPng } from './testing/pictures.ts';

const plain = (channels: 3 | 4 = 3) => sharp({ create: { width: 123, height: 45, channels, background: '#8090a0' } });

/** Facts of a picture's header, read at once and byte by byte. */
async function stated(picture: Sharp, format: PictureFormat) {
  const bytes = await picture.toBuffer();
  const header = pictureHeader(bytes, format);
  const reader = headerReader(format);
  let piecemeal: typeof header;
  for (const byte of bytes) piecemeal ??= reader.push(Buffer.from([byte]));
  expect(piecemeal).toEqual(header);
  return header;
}

const size = { width: 123, height: 45 };
const PIXELS = 123 * 45;

describe('the header of a PNG', () => {
  it('is in its first bytes', () => {
    const png = hollowPng(65_000, 3);
    expect(pictureHeader(png.subarray(0, 29), 'png')).toMatchObject({ width: 65_000, height: 3 });
    expect(pictureHeader(png.subarray(0, 28), 'png')).toBeUndefined();
  });

  it.each<[string, Sharp, number]>([
    ['RGB', plain().png(), 3],
    ['RGB and alpha', plain(4).png(), 4],
    ['RGB, 16 bits', plain().toColourspace('rgb16').png(), 6],
    ['grey', plain().toColourspace('b-w').png(), 1],
    ['grey, 16 bits', plain().toColourspace('grey16').png(), 2],
    ['a palette', plain().png({ palette: true, colours: 2 }), 4],
  ])('states the size, samples and interlace of %s', async (_, picture, bytes) => {
    const decodedBytes = PIXELS * bytes;
    expect(await stated(picture.clone(), 'png')).toEqual({ ...size, decodedBytes, whole: false });
    expect(await stated(picture.png({ progressive: true }), 'png')).toEqual({ ...size, decodedBytes, whole: true });
  });
});

describe('the header of a JPEG', () => {
  it.each<[string, Sharp, number]>([
    ['colour', plain().jpeg(), 3],
    ['grey', plain().toColourspace('b-w').jpeg(), 1],
    ['CMYK', plain().toColourspace('cmyk').jpeg(), 4],
  ])('states the size, components and order of %s', async (_, picture, bytes) => {
    const decodedBytes = PIXELS * bytes;
    expect(await stated(picture.clone(), 'jpg')).toEqual({ ...size, decodedBytes, whole: false });
    expect(await stated(picture.jpeg({ progressive: true }), 'jpg')).toEqual({ ...size, decodedBytes, whole: true });
  });

  it('is found after more EXIF and profile than the head of the file holds', async () => {
    const jpeg = await plain().jpeg().toBuffer();
    const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd, 0xc0)]);
    const fill = Buffer.from([0xff, 0xff]);
    const large = Buffer.concat([jpeg.subarray(0, 2), segment, segment, fill, jpeg.subarray(2)]);
    expect(pictureHeader(large, 'jpg')).toMatchObject(size);
    expect(pictureHeader(large.subarray(0, 4100), 'jpg')).toBeUndefined();
  });

  it('is found after stray bytes, which decoders pass over', async () => {
    const jpeg = await plain().jpeg().toBuffer();
    const stray = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('00c0ff0000ffd0', 'hex'), jpeg.subarray(2)]);
    expect(pictureHeader(stray, 'jpg')).toMatchObject(size);
    expect(await sharp(stray, { failOn: 'error' }).metadata()).toMatchObject(size);
  });

  it('is of the picture, not of the preview in its EXIF', async () => {
    const preview = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const jpeg = await plain().jpeg().toBuffer();
    const length = Buffer.alloc(2);
    length.writeUInt16BE(preview.length + 2);
    const app1 = Buffer.concat([Buffer.from([0xff, 0xe1]), length, preview]);
    const whole = Buffer.concat([jpeg.subarray(0, 2), app1, jpeg.subarray(2)]);
    expect(pictureHeader(whole, 'jpg')).toMatchObject(size);
  });

  it.each(['', 'ffd8', 'ffd8ff', 'ffd8ffe0', 'ffd8ffe0ffff', 'ffd8000000000000000000', 'ffd8ffe00000ffe00000ffe00000'])(
    'is unknown of %s',
    (hex) => {
      expect(pictureHeader(Buffer.from(hex, 'hex'), 'jpg')).toBeUndefined();
    },
  );
});
