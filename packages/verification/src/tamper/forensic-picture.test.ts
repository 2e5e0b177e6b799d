import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { boxOfPixels, type ForensicPicture, forensicPicture, pixelsOf } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import { jpegHeaderOf } from './jpeg-header.ts';

const NOTHING: Regions = { turn: 0, zone: [], print: [], portrait: null, ghosts: [] };

/** A slope of grey with pixels of chance, the same each time. */
function grain(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let i = 0; i < width * height; i++) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    data.fill(60 + ((i % width) >> 1) + ((state >> 16) % 40), 3 * i, 3 * i + 3);
  }
  return data;
}

const drawn = (width: number, height: number) => sharp(grain(width, height), { raw: { width, height, channels: 3 } });

/** Mean step between columns (or rows) `phase - 1` and `phase` of each 8, of all 8 phases. */
function steps({ grey: { width, height, data } }: ForensicPicture, across: 1 | 0): number[] {
  const sums = new Array<number>(8).fill(0);
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const step = Math.abs(data[y * width + x]! - data[across ? y * width + x - 1 : (y - 1) * width + x]!);
      sums[(across ? x : y) % 8]! += step;
    }
  }
  return sums;
}

const steepest = (values: readonly number[]) => values.indexOf(Math.max(...values));

describe('the picture that forensics look at', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('knows the grid of the stored file under orientation %i', async (orientation) => {
    const bytes = await drawn(157, 131).jpeg({ quality: 8 }).withMetadata({ orientation }).toBuffer();
    const picture = await forensicPicture(bytes, NOTHING);
    expect([picture.width, picture.height]).toEqual(orientation < 5 ? [157, 131] : [131, 157]);
    expect([picture.jpeg?.gridX, picture.jpeg?.gridY]).toEqual([
      steepest(steps(picture, 1)),
      steepest(steps(picture, 0)),
    ]);
  });

  it('turns the tables with the picture', async () => {
    const file = (orientation: number) => drawn(64, 64).jpeg({ quality: 50 }).withMetadata({ orientation }).toBuffer();
    const [upright, turned] = await Promise.all(
      [1, 6].map(async (orientation) => forensicPicture(await file(orientation), NOTHING)),
    );
    const at = (picture: ForensicPicture | undefined, x: number, y: number) => picture?.jpeg?.luma[8 * y + x];
    expect(at(turned, 7, 0)).toBe(at(upright, 0, 7));
    expect(at(upright, 7, 0)).not.toBe(at(upright, 0, 7));
  });

  it('has no quantisation where the file is a PNG', async () => {
    expect((await forensicPicture(await drawn(40, 40).png().toBuffer(), NOTHING)).jpeg).toBeNull();
  });

  it('keeps the parts of a large picture in their own pixels', async () => {
    const bytes = await drawn(6000, 4000).jpeg({ quality: 60 }).toBuffer();
    const portrait = { left: 0.5, top: 0.25, width: 0.1, height: 0.2 };
    const picture = await forensicPicture(bytes, { ...NOTHING, portrait });
    expect([picture.width, picture.height]).toEqual([6000, 4000]);
    expect([picture.left, picture.top, picture.rgb.width, picture.rgb.height]).toEqual([2880, 920, 840, 960]);
    expect(pixelsOf(picture, portrait)).toEqual({ left: 120, top: 80, width: 600, height: 800 });
    expect(boxOfPixels(picture, { left: 120, top: 80, width: 600, height: 800 })).toEqual(portrait);
    expect(pixelsOf(picture, { left: 0, top: 0, width: 0.1, height: 0.1 })).toBeNull();
    expect([picture.jpeg?.gridX, picture.jpeg?.gridY]).toEqual([
      steepest(steps(picture, 1)),
      steepest(steps(picture, 0)),
    ]);
  });

  it('keeps no more than its budget of a document that fills a large picture', async () => {
    const bytes = await drawn(6000, 4000).jpeg({ quality: 60 }).toBuffer();
    const picture = await forensicPicture(bytes, NOTHING);
    expect(picture.rgb.width * picture.rgb.height).toBeLessThanOrEqual(16_000_000);
    expect(picture.left * 2 + picture.rgb.width).toBe(6000);
  });
});

describe('the header of a JPEG', () => {
  it('has the steps that libjpeg derives from its quality', async () => {
    const header = jpegHeaderOf(await drawn(32, 32).jpeg({ quality: 50 }).toBuffer());
    // Table K.1 of ITU-T T.81 is what quality 50 stands for.
    expect([...header!.luma.subarray(0, 10)]).toEqual([16, 11, 10, 16, 24, 40, 51, 61, 12, 12]);
    expect([...header!.chroma!.subarray(0, 4)]).toEqual([17, 18, 24, 47]);
    expect(header).toMatchObject({ fullLuma: true, progressive: false });
  });

  it('is found in progressive and grey files, too', async () => {
    expect(jpegHeaderOf(await drawn(32, 32).jpeg({ progressive: true }).toBuffer())?.progressive).toBe(true);
    expect(jpegHeaderOf(await drawn(32, 32).toColourspace('b-w').jpeg().toBuffer())?.chroma).toBeNull();
  });

  it('is null or a table of steps above 0, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (rest) => {
        const header = jpegHeaderOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, 0, 67, ...rest]));
        expect(header === null || header.luma.every((step) => step > 0)).toBe(true);
      }),
    );
  });
});
