import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { dimensions } from './dimensions.ts';
import { hollowPng } from './testing/pictures.ts';

const grey = () => sharp({ create: { width: 123, height: 45, channels: 3, background: '#808080' } });

describe('dimensions', () => {
  it('are read from the first bytes of a PNG', () => {
    const png = hollowPng(65_000, 3);
    expect(dimensions(png, 'png')).toEqual({ width: 65_000, height: 3 });
    expect(dimensions(png.subarray(0, 24), 'png')).toEqual({ width: 65_000, height: 3 });
    expect(dimensions(png.subarray(0, 23), 'png')).toBeUndefined();
  });

  it.each([false, true])('are read from a JPEG, progressive: %s', async (progressive) => {
    const jpeg = await grey().jpeg({ progressive }).toBuffer();
    expect(dimensions(jpeg, 'jpg')).toEqual({ width: 123, height: 45 });
  });

  it('are found after more EXIF and profile than the head of the file holds', async () => {
    const jpeg = await grey().jpeg().toBuffer();
    const segment = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd, 0xc0)]);
    const fill = Buffer.from([0xff, 0xff]);
    const large = Buffer.concat([jpeg.subarray(0, 2), segment, segment, fill, jpeg.subarray(2)]);
    expect(dimensions(large, 'jpg')).toEqual({ width: 123, height: 45 });
    expect(dimensions(large.subarray(0, 4100), 'jpg')).toBeUndefined();
  });

  it('are of the picture, not of the preview in its EXIF', async () => {
    const preview = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const jpeg = await grey().jpeg().toBuffer();
    const length = Buffer.alloc(2);
    length.writeUInt16BE(preview.length + 2);
    const app1 = Buffer.concat([Buffer.from([0xff, 0xe1]), length, preview]);
    expect(dimensions(Buffer.concat([jpeg.subarray(0, 2), app1, jpeg.subarray(2)]), 'jpg')).toEqual({
      width: 123,
      height: 45,
    });
  });

  it.each(['', 'ffd8', 'ffd8ff', 'ffd8ffe0', 'ffd8ffe0ffff', 'ffd8000000000000000000', 'ffd8ffe00000ffe00000ffe00000'])(
    'are unknown of the JPEG %s',
    (hex) => {
      expect(dimensions(Buffer.from(hex, 'hex'), 'jpg')).toBeUndefined();
    },
  );
});
