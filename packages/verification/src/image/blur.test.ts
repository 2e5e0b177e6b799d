import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BLUR_THRESHOLD, blur, edgeSteepness, laplacianVariance } from './blur.ts';
import { decode } from './decode.ts';
import { assessQuality } from './quality.ts';

const raster = (width: number, data: number[]) => ({
  width,
  height: data.length / width,
  data: Uint8Array.from(data),
});

/** Lines of dark bars on white: what a page of print looks like from afar. */
async function page(width: number, height: number) {
  const bars = Array.from({ length: Math.floor(height / 20) }, (_, line) =>
    Array.from({ length: Math.floor(width / 15) - 2 }, (_, i) => {
      const letter = ((i * 7 + line * 3) % 5) + 4;
      return `<rect x="${15 + i * 15}" y="${4 + line * 20}" width="${letter}" height="12"/>`;
    }).join(''),
  ).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${bars}</svg>`;
  return sharp(await sharp(Buffer.from(svg)).png().toBuffer());
}

describe('variance of the Laplacian', () => {
  it('measures the values inside the border', () => {
    const values = [0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0];
    // Inner pixels (1,1) and (2,1): -40 and +10; mean -15, variance 625.
    expect(laplacianVariance(raster(4, values))).toBe(625);
  });

  it('is 0 for a plane surface, an even slope, and rasters without an inside', () => {
    expect(laplacianVariance(raster(3, [7, 7, 7, 7, 7, 7, 7, 7, 7]))).toBe(0);
    expect(laplacianVariance(raster(4, [0, 5, 10, 15, 5, 10, 15, 20, 10, 15, 20, 25]))).toBe(0);
    expect(laplacianVariance(raster(2, [0, 255, 255, 0]))).toBe(0);
    expect(laplacianVariance(raster(3, [0, 255, 0, 255, 0, 255]))).toBe(0);
  });
});

describe('steepness of edges', () => {
  /** Rows of 12 pixels, all the same. */
  const rows = (...row: number[]) => raster(12, Array.from({ length: 12 }, () => row).flat());
  const turned = ({ width, height, data }: ReturnType<typeof rows>) => ({
    width: height,
    height: width,
    data: data.map((_, i) => data[(i % height) * width + Math.floor(i / height)]!),
  });

  it('is 1 for a step, 2 for a thin line, and less the slower the step', () => {
    const step = rows(0, 0, 0, 0, 0, 0, 90, 90, 90, 90, 90, 90);
    expect(edgeSteepness(step)).toBe(1);
    expect(edgeSteepness(turned(step))).toBe(1);
    expect(edgeSteepness(rows(0, 0, 0, 0, 0, 0, 90, 0, 0, 0, 0, 0))).toBe(2);
    // Over three pixels: slopes 60 in the middle and 30 beside it.
    expect(edgeSteepness(rows(0, 0, 0, 0, 0, 30, 60, 90, 90, 90, 90, 90))).toBeCloseTo(0.5);
  });

  it('does not depend on contrast', () => {
    expect(edgeSteepness(rows(0, 0, 0, 0, 0, 0, 200, 200, 200, 200, 200, 200))).toBe(1);
    expect(edgeSteepness(rows(50, 50, 50, 50, 50, 50, 60, 60, 60, 60, 60, 60))).toBe(1);
  });

  it('is 0 without an edge', () => {
    expect(edgeSteepness(rows(7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7))).toBe(0);
    expect(edgeSteepness(rows(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33))).toBe(0);
    expect(
      edgeSteepness(
        raster(
          4,
          Array.from({ length: 16 }, (_, i) => (i % 2) * 255),
        ),
      ),
    ).toBe(0);
  });
});

describe('blur', () => {
  it('passes a sharp page and fails the same page out of focus', async () => {
    const sharpPage = await decode(await (await page(1000, 700)).jpeg().toBuffer());
    const soft = await decode(await (await page(1000, 700)).blur(3).jpeg().toBuffer());
    expect(blur(sharpPage.grey)).toMatchObject({ name: 'blur', threshold: BLUR_THRESHOLD, result: 'pass' });
    expect(blur(soft.grey)).toMatchObject({ name: 'blur', threshold: BLUR_THRESHOLD, result: 'fail' });
  });

  it('passes a small and pale page on a large empty table, but not when it is out of focus', async () => {
    const small = await (await page(300, 200)).linear(0.25, 120).png().toBuffer();
    const table = sharp({ create: { width: 1000, height: 700, channels: 3, background: '#777' } });
    const whole = sharp(
      await table
        .composite([{ input: small }])
        .png()
        .toBuffer(),
    );
    expect(blur((await decode(await whole.clone().jpeg().toBuffer())).grey).result).toBe('pass');
    expect(blur((await decode(await whole.clone().blur(2).jpeg().toBuffer())).grey).result).toBe('fail');
  });

  it('does not take noise for sharpness', async () => {
    const noise = { create: { width: 1000, height: 700, channels: 3, background: '#808080' } } as const;
    const grain = await sharp({ create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 8 } } })
      .png()
      .toBuffer();
    const soft = await (await page(1000, 700)).linear(0.6, 40).blur(2).png().toBuffer();
    const noisy = sharp(soft).composite([{ input: grain, blend: 'soft-light' }]);
    expect(blur((await decode(await noisy.jpeg({ quality: 90 }).toBuffer())).grey).result).toBe('fail');
  });

  it('says what it measured', () => {
    const step = Array.from({ length: 8 }, () => [0, 0, 0, 0, 90, 90, 90, 90]).flat();
    expect(blur(raster(8, step))).toEqual({
      name: 'blur',
      measure: 1,
      threshold: 0.5,
      result: 'pass',
      reason: 'Sharpness: sufficient (measured edge steepness 1.00, minimum 0.5)',
    });
  });
});

describe('quality', () => {
  const rgb = { width: 3, height: 3, data: new Uint8Array(27).fill(7) };
  const image = { width: 3, height: 3, grey: raster(3, new Array(9).fill(7)), rgb };

  it('fails a picture in which nothing is to be seen', async () => {
    expect((await assessQuality(image)).map(({ name, result }) => [name, result])).toEqual([['blur', 'fail']]);
  });

  it('asks every detector, in order', async () => {
    const found = (name: string) => ({ name, measure: 1, threshold: 1, result: 'pass', reason: '' }) as const;
    const findings = await assessQuality(image, [async () => found('glare'), () => found('cutoff')]);
    expect(findings.map(({ name }) => name)).toEqual(['glare', 'cutoff']);
  });
});
