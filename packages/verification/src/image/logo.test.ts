import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { redrawLogo } from './logo.ts';

/** A word-like bar of one colour in the middle of a transparent or coloured ground. */
async function logo(colour: string, { width = 200, height = 50, ground = '#00000000' } = {}) {
  const bar = await sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 4, background: ground } }).composite([{ input: bar }]);
}

async function cornerOf(bytes: Buffer): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe('a logo is redrawn', () => {
  it('on white where it is dark and transparent, on dark where it is light', async () => {
    const dark = await redrawLogo(await (await logo('#123456')).png().toBuffer());
    expect([dark.width, dark.height]).toEqual([212, 62]);
    expect(await cornerOf(dark.bytes)).toEqual([255, 255, 255]);
    const light = await redrawLogo(await (await logo('#f4f4f4')).png().toBuffer());
    expect(await cornerOf(light.bytes)).toEqual([18, 22, 28]);
    expect((await sharp(light.bytes).metadata()).hasAlpha).toBe(false);
  });

  it('without padding where it is opaque, and never larger than its box', async () => {
    const small = await redrawLogo(await (await logo('#ff0000', { ground: '#00ff00' })).jpeg().toBuffer());
    expect([small.width, small.height]).toEqual([200, 50]);
    const large = await redrawLogo(
      await (await logo('#ff0000', { width: 2000, height: 500, ground: '#00ff00' })).webp().toBuffer(),
    );
    expect([large.width, large.height]).toEqual([512, 128]);
    expect((await sharp(large.bytes).metadata()).format).toBe('png');
  });

  it('without metadata and without bytes behind the picture', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-WORDS' } };
    const bytes = await (await logo('#ff0000')).withExif(exif).png().toBuffer();
    expect(bytes.includes('SECRET-WORDS')).toBe(true);
    const { bytes: drawn } = await redrawLogo(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]));
    expect(drawn.includes('SECRET-WORDS')).toBe(false);
    expect(drawn.includes('<script>')).toBe(false);
  });
});

describe('a logo is refused', () => {
  const blank = (width: number, height: number, alpha = 1) =>
    sharp({ create: { width, height, channels: 4, background: { r: 1, g: 2, b: 3, alpha } } })
      .png()
      .toBuffer();

  it.each([
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"/>'),
      /PNG, JPEG or/,
    ],
    ['GIF', () => sharp(Buffer.from('<svg width="90" height="40"/>')).gif().toBuffer(), /PNG, JPEG or/],
    ['half a file', async () => (await blank(300, 100)).subarray(0, 150), /corrupt or incomplete/],
    ['too many pixels', () => blank(2100, 2100), /at most 4 megapixels/],
    ['too small', () => blank(90, 15), /at least 16 pixels/],
    ['a line', () => blank(400, 20), /10 times longer/],
    ['nothing to see', () => blank(90, 40, 0), /wholly transparent/],
  ])('%s', async (_, make, message) => {
    await expect(redrawLogo(await make())).rejects.toThrow(message);
  });
});
