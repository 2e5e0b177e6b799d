import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { assessDocument, seeDocument } from '../image-assessment/assess.ts';
import { assessPhoto } from '../image-assessment/assess-photo.ts';
import { decode } from './decode.ts';
import { cardOnTable } from './testing.ts';
import { UnreadableImage } from './unreadable.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), whole.length - 4);
  return whole;
}

/** A grey PNG by hand, whose size and pixels need not fit. */
function png(width: number, height: number, pixels: Buffer, ...parts: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const data = chunk('IDAT', deflateSync(pixels));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...parts, data, chunk('IEND', Buffer.alloc(0))]);
}

/** The reason why neither kind of picture is accepted, or the names of all that fails. */
async function judge(bytes: Uint8Array): Promise<string | string[]> {
  const photo = await assessPhoto(bytes).catch(reasonOf);
  const seen = await seeDocument(bytes).catch(reasonOf);
  if (typeof seen === 'string' || typeof photo === 'string') {
    expect(photo).toBe(seen);
    return photo as string;
  }
  const { quality, origin } = assessDocument(seen);
  const findings = [...quality, ...origin];
  for (const { measure, reason } of [...findings, ...photo.quality, ...photo.origin]) {
    expect([Number.isFinite(measure), reason]).toEqual([true, expect.not.stringMatching(/NaN|undefined|Infinity/)]);
  }
  return findings.filter(({ result }) => result === 'fail').map(({ name }) => name);
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableImage) return error.reason;
  throw error;
}

const card = async () => (await cardOnTable()).jpeg({ quality: 90 }).toBuffer();

describe('a file that is not a whole picture', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'unsupported'],
    ['one byte', Buffer.from([0xff]), 'unsupported'],
    ['a JPEG of its first bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'undecodable'],
    ['a JPEG without a scan', Buffer.from('ffd8ffd9', 'hex'), 'undecodable'],
    ['a PNG of its signature', SIGNATURE, 'undecodable'],
    ['a PNG without width', png(0, 10, Buffer.alloc(10)), 'undecodable'],
    ['a PNG without height', png(10, 0, Buffer.alloc(0)), 'undecodable'],
    ['a PNG of too few pixels', png(100, 100, Buffer.alloc(50)), 'undecodable'],
    ['a PNG of 900 megapixels', png(30_000, 30_000, Buffer.alloc(9)), 'too_many_pixels'],
    ['a PNG one column above the limit', png(64_000_001, 1, Buffer.alloc(9)), 'too_many_pixels'],
  ])('is refused: %s', async (_, bytes, reason) => {
    expect(await judge(bytes)).toBe(reason);
  });

  it('is refused: a JPEG cut short', async () => {
    const bytes = await card();
    expect(await judge(bytes.subarray(0, bytes.length >> 1))).toBe('undecodable');
  });

  it('is refused: a JPEG that claims more pixels than the limit, or none', async () => {
    const bytes = await card();
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
    const sized = (height: number, width: number) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt16BE(height, frame + 5);
      changed.writeUInt16BE(width, frame + 7);
      return changed;
    };
    expect(await judge(sized(65_500, 65_500))).toBe('too_many_pixels');
    expect(await judge(sized(800, 0))).toBe('undecodable');
    expect(await judge(sized(0, 1200))).toBe('undecodable');
  });

  it.each(['gif', 'webp', 'tiff', 'avif'] as const)('is refused: %s, without a look at it', async (format) => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
    expect(await judge(await picture.toFormat(format).toBuffer())).toBe('unsupported');
  });
});

describe('a bomb', () => {
  const bomb = deflateSync(Buffer.alloc(200 << 20));

  it.each([
    ['text', chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))],
    ['colour profile', chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), bomb]))],
  ])('in a %s of a PNG stays packed', async (_, part) => {
    const before = process.memoryUsage().rss;
    // A picture of one pixel, so that nothing but the bomb needs memory.
    expect(await judge(png(1, 1, Buffer.alloc(2), part))).toContain('document');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20);
  });

  it('of as many pixels as are allowed is looked at', async () => {
    const flood = png(8000, 8000, Buffer.alloc(8001 * 8000));
    expect(flood.length).toBeLessThan(100_000);
    expect(await judge(flood)).toContain('document');
  });
});

describe('an empty picture', () => {
  it.each([
    ['of one pixel', 1, 1, '#888'],
    ['one pixel high', 900, 1, '#888'],
    ['one pixel wide', 1, 900, '#888'],
    ['all white', 1000, 700, '#fff'],
    ['all black', 1000, 700, '#000'],
  ])('%s shows no document, and is blurred', async (_, width, height, background) => {
    const blank = sharp({ create: { width, height, channels: 3, background } });
    for (const bytes of [await blank.clone().png().toBuffer(), await blank.clone().jpeg().toBuffer()]) {
      expect(await judge(bytes)).toEqual(expect.arrayContaining(['document', 'blur', 'contrast']));
    }
  });

  it('is dark when it is black, and not when it is white', async () => {
    const blank = (background: string) =>
      sharp({ create: { width: 99, height: 99, channels: 3, background } })
        .png()
        .toBuffer();
    expect(await judge(await blank('#000'))).toContain('darkness');
    expect(await judge(await blank('#fff'))).not.toContain('darkness');
    expect(await judge(await blank('#fff'))).not.toContain('glare');
  });
});

describe('an odd encoding', () => {
  it('of a good picture has no faults: CMYK, grey of 16 bits, progressive, palette', async () => {
    const scene = async () => sharp(await (await cardOnTable()).png().toBuffer());
    expect(await judge(await (await scene()).toColourspace('cmyk').jpeg({ quality: 90 }).toBuffer())).toEqual([]);
    expect(await judge(await (await scene()).toColourspace('rgb16').png().toBuffer())).toEqual([]);
    expect(await judge(await (await scene()).jpeg({ quality: 90, progressive: true }).toBuffer())).toEqual([]);
    expect(await judge(await (await scene()).png({ palette: true }).toBuffer())).toEqual([]);
    expect(await judge(await (await scene()).greyscale().toColourspace('grey16').png().toBuffer())).toEqual(['colour']);
  });

  it('shows CMYK white as white', async () => {
    const white = sharp({ create: { width: 16, height: 16, channels: 3, background: '#fff' } });
    const { grey } = await decode(await white.toColourspace('cmyk').jpeg().toBuffer());
    expect(Math.min(...grey.data)).toBeGreaterThan(250);
  });

  it('is looked at in its first picture when it is animated', async () => {
    const still = await (await cardOnTable()).png().toBuffer();
    const control = Buffer.alloc(8);
    control.writeUInt32BE(2, 0);
    const animated = Buffer.concat([still.subarray(0, 33), chunk('acTL', control), still.subarray(33)]);
    expect(await judge(animated)).toEqual([]);
  });
});

describe('EXIF', () => {
  /** Stored forms of a picture that each orientation sets upright (CIPA DC-008, 4.6.4, "Orientation"). */
  const stored: readonly ((picture: Sharp) => Sharp)[] = [
    (picture) => picture,
    (picture) => picture.flop(),
    (picture) => picture.rotate(180),
    (picture) => picture.flip(),
    // sharp mirrors first, wherever it is asked to.
    (picture) => picture.flop().rotate(270),
    (picture) => picture.rotate(270),
    (picture) => picture.flop().rotate(90),
    (picture) => picture.rotate(90),
  ];

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i gives the picture that a viewer shows', async (orientation) => {
    const upright = await (await cardOnTable({ shift: [60, 30] })).resize(900).png().toBuffer();
    const turned = await stored[orientation - 1]!(sharp(upright)).png().toBuffer();
    const bytes = await sharp(turned).withMetadata({ orientation }).png().toBuffer();
    const { width, height, grey } = await decode(bytes);
    expect([width, height]).toEqual([900, 600]);
    expect(Buffer.compare(grey.data, (await decode(upright)).grey.data)).toBe(0);
    expect(await judge(bytes)).toEqual([]);
    expect((await assessPhoto(bytes)).hash).toBe((await assessPhoto(upright)).hash);
  });

  it.each([0, 9, 255])('orientation %i, which has no meaning, is ignored', async (orientation) => {
    const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const tag = bytes.indexOf(Buffer.from('120103000100000006', 'hex'));
    expect(tag).toBeGreaterThan(0);
    bytes[tag + 8] = orientation;
    expect(await decode(bytes)).toMatchObject({ width: 40, height: 20 });
  });
});

describe('a picture that is something else, too', () => {
  const archive = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF');

  it('fails for what it holds, and for nothing else', async () => {
    const jpeg = await card();
    const still = await (await cardOnTable()).png().toBuffer();
    const inside = (part: Buffer) => Buffer.concat([still.subarray(0, 33), part, still.subarray(33)]);
    expect(await judge(jpeg)).toEqual([]);
    expect(await judge(Buffer.concat([jpeg, archive]))).toEqual(['foreign_data']);
    expect(await judge(Buffer.concat([jpeg, Buffer.alloc(300_000, 1), archive]))).toEqual(['foreign_data']);
    expect(await judge(Buffer.concat([still, pdf]))).toEqual(['foreign_data']);
    expect(await judge(inside(chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), pdf]))))).toEqual([
      'foreign_data',
    ]);
    expect(await judge(inside(chunk('prVt', pdf)))).toEqual(['foreign_data']);
  });
});
