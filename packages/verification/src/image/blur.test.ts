import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BLUR_THRESHOLD, blur, laplacianVariance } from './blur.ts';
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
  it('is that of the values inside the border', () => {
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

describe('blur', () => {
  it('passes a sharp page and fails the same page out of focus', async () => {
    const sharpPage = await decode(await (await page(1000, 700)).jpeg().toBuffer());
    const soft = await decode(await (await page(1000, 700)).blur(3).jpeg().toBuffer());
    expect(blur(sharpPage.grey)).toMatchObject({ name: 'blur', threshold: BLUR_THRESHOLD, result: 'pass' });
    expect(blur(soft.grey)).toMatchObject({ name: 'blur', threshold: BLUR_THRESHOLD, result: 'fail' });
  });

  it('says what it measured', () => {
    expect(blur(raster(4, [0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0]))).toEqual({
      name: 'blur',
      measure: 625,
      threshold: 150,
      result: 'pass',
      reason: 'Variance of the Laplacian is 625; at least 150 is sharp',
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
