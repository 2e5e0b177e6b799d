import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeRgb } from './decode.ts';
import { Rasters } from './rasters.ts';

async function noisy(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, noise, background: '#808080' } })
    .png()
    .toBuffer();
}

describe('the sizes of a picture', () => {
  it('are those that decoding it for each gives', async () => {
    const bytes = await noisy(300, 200);
    const rasters = new Rasters(bytes);
    for (const side of [400, 300, 150, 75]) expect(await rasters.at(side)).toEqual(await decodeRgb(bytes, { side }));
  });

  it('are made once each, and the picture itself serves wherever it is small enough', async () => {
    const rasters = new Rasters(await noisy(60, 40));
    expect(await rasters.at(30)).toBe(await rasters.at(30));
    expect((await rasters.at(60)).rgb).toBe((await rasters.at(2000)).rgb);
  });

  it('are upright, on white', async () => {
    const clear = { create: { width: 8, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
    const { width, height, rgb } = await new Rasters(
      await sharp(clear).withMetadata({ orientation: 6 }).png().toBuffer(),
    ).at(4);
    expect([width, height, rgb.width, rgb.height]).toEqual([4, 8, 2, 4]);
    expect(new Set(rgb.data)).toEqual(new Set([255]));
  });

  it('have parts, cut out before they are reduced', async () => {
    const bytes = await noisy(300, 200);
    const region = { left: 100, top: 20, width: 160, height: 120 };
    for (const side of [200, 80]) {
      const { rgb } = await decodeRgb(bytes, { side, region });
      expect(await new Rasters(bytes).part(region, side)).toEqual(rgb);
    }
  });

  it('are correct for a picture too large to be kept, too', async () => {
    const bytes = await sharp({ create: { width: 24_100, height: 1000, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const rasters = new Rasters(bytes);
    const { width, height, rgb } = await rasters.at(241);
    expect([width, height, rgb.width, rgb.height]).toEqual([24_100, 1000, 241, 10]);
    expect([...(await rasters.part({ left: 9, top: 9, width: 1, height: 1 }, 1)).data]).toEqual([0x33, 0x66, 0x99]);
  });

  it('are absent for files that are not a picture', async () => {
    await expect(new Rasters(Buffer.from('GIF89a')).at(100)).rejects.toMatchObject({ reason: 'unsupported' });
  });
});
