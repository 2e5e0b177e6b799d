import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decode, pngOfSamples, toPng } from './decode.ts';
import { UnreadableImage } from './unreadable.ts';

/** A noisy picture, so that no part of the file can go missing unnoticed. */
function noise(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, noise, background: '#808080' } });
}

function reasonOf(bytes: Uint8Array): Promise<string> {
  return decode(bytes).then(
    () => 'decoded',
    (error) => (error instanceof UnreadableImage ? error.reason : `unknown error: ${error}`),
  );
}

/** A PNG that claims its size and holds no pixels. */
function hollowPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // 8 bits, RGB
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(0))]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

describe('decode', () => {
  it('gives the size of the picture and a grey raster of at most 1000 pixels a side', async () => {
    const image = await decode(await noise(1600, 800).jpeg().toBuffer());
    expect(image).toMatchObject({ width: 1600, height: 800, grey: { width: 1000, height: 500 } });
    expect(image.grey.data).toHaveLength(500_000);
  });

  it('never enlarges', async () => {
    const image = await decode(await noise(40, 30).png().toBuffer());
    expect(image).toMatchObject({ width: 40, height: 30, grey: { width: 40, height: 30 } });
  });

  it('turns the picture as its EXIF orientation says', async () => {
    const half = { create: { width: 20, height: 20, channels: 3, background: '#000000' } } as const;
    const image = sharp({ create: { width: 40, height: 20, channels: 3, background: '#ffffff' } });
    const turned = await image
      .composite([{ input: half, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const { width, height, grey } = await decode(turned);
    expect([width, height]).toEqual([20, 40]);
    expect([grey.data[0], grey.data.at(-1)]).toEqual([0, 255]); // the rest is at the top
  });

  it('shows what is transparent as white', async () => {
    const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    expect(new Set((await decode(await clear.png().toBuffer())).grey.data)).toEqual(new Set([255]));
  });

  it('takes grey, 16-bit and CMYK pictures', async () => {
    const grey = await noise(64, 64).greyscale().jpeg().toBuffer();
    const deep = await noise(64, 64).toColourspace('rgb16').png().toBuffer();
    const cmyk = await noise(64, 64).toColourspace('cmyk').jpeg().toBuffer();
    for (const bytes of [grey, deep, cmyk]) expect((await decode(bytes)).grey.data).toHaveLength(64 * 64);
  });

  it.each(['jpeg', 'progressive', 'png'])('refuses a %s that was cut short anywhere', async (kind) => {
    const picture = noise(300, 200);
    const bytes = await (kind === 'png'
      ? picture.png()
      : picture.jpeg({ progressive: kind === 'progressive' })
    ).toBuffer();
    expect(await reasonOf(bytes)).toBe('decoded');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 12, max: bytes.length - 50 }), async (length) => {
        expect(await reasonOf(bytes.subarray(0, length))).toBe('undecodable');
      }),
      { numRuns: 30 },
    );
  });

  it('refuses more than 64 megapixels before it decodes them', async () => {
    expect(await reasonOf(hollowPng(8001, 8000))).toBe('too_many_pixels');
    expect(await reasonOf(hollowPng(8000, 8000))).toBe('undecodable');
  });

  it.each(['', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'GIF89a', '%PDF-1.7', 'II*\0'])(
    'refuses %j without handing it to the decoder',
    async (text) => {
      expect(await reasonOf(Buffer.from(text))).toBe('unsupported');
    },
  );
});

describe('PNG', () => {
  it('is made of a JPEG, upright', async () => {
    const png = await toPng(await noise(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { format, width, height, orientation } = await sharp(png).metadata();
    expect([format, width, height, orientation]).toEqual(['png', 20, 40, undefined]);
  });

  it('is made of samples, unchanged', async () => {
    const samples = Uint8Array.from([255, 0, 0, 0, 255, 0]);
    const png = await pngOfSamples(samples, { width: 2, height: 1, channels: 3 });
    expect(new Uint8Array(await sharp(png).raw().toBuffer())).toEqual(samples);
  });

  it('is not made of something else', async () => {
    await expect(toPng(Buffer.from('GIF89a'))).rejects.toMatchObject({ reason: 'unsupported' });
  });
});
