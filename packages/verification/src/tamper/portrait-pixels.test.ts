import { describe, expect, it } from 'vitest';
import type { RgbRaster } from '../image/decode.ts';
import { forensicPicture } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import { PORTRAIT_LIMITS, portraitPixels } from './portrait-pixels.ts';
import { asPng, drawnDocument } from './testing.ts';

const FACE = { left: 90 / 480, top: 60 / 320, width: 90 / 480, height: 100 / 320 };

async function judged(
  { width, height, data }: RgbRaster,
  portrait: Regions['portrait'] = FACE,
  ghosts: Regions['ghosts'] = [],
) {
  const regions: Regions = { turn: 0, zone: [], print: [], portrait, ghosts };
  return portraitPixels(await forensicPicture(await asPng({ width, height, data }), regions), regions);
}

/** The head around the face taken from another picture. */
function exchanged(page: RgbRaster, from: RgbRaster): RgbRaster {
  const data = Uint8Array.from(page.data);
  for (let y = 10; y < 195; y++) {
    const [start, end] = [(y * page.width + 61) * 3, (y * page.width + 209) * 3];
    data.set(from.data.subarray(start, end), start);
  }
  return { ...page, data };
}

describe('portrait_pixels', () => {
  it('passes a head with the grain of its document', async () => {
    const [finding] = await judged(drawnDocument());
    expect(finding).toMatchObject({ name: 'portrait_pixels', part: 'portrait', result: 'pass', able: true });
    expect(finding!.measure).toBeLessThan(PORTRAIT_LIMITS.passed);
  });

  it.each([
    ['without grain', 0],
    ['with half the grain', 4],
    ['with twice the grain', 16],
  ])('confirms nothing of a head %s', async (_, grain) => {
    const [finding] = await judged(exchanged(drawnDocument(), drawnDocument({ seed: 2, grain })));
    expect(finding).toMatchObject({ result: 'pass', able: false, place: null });
    expect(finding!.measure).toBeGreaterThan(PORTRAIT_LIMITS.passed);
  });

  it('scores no ghosts, and no face that is too narrow', async () => {
    expect(await judged(drawnDocument(), null, [FACE])).toEqual([]);
    expect(await judged(drawnDocument(), { ...FACE, width: 79 / 480 })).toEqual([]);
    expect(await judged(drawnDocument(), { ...FACE, width: 80 / 480 }, [{ ...FACE, left: 0.6 }])).toHaveLength(1);
  });

  it('finds nothing where the head is like no other place', async () => {
    const page = drawnDocument();
    const dark = exchanged(page, { ...page, data: page.data.map((value) => value >> 2) });
    expect(await judged(dark)).toEqual([]);
  });
});
