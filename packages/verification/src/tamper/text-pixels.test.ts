import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { specimen } from '../mrz/testing.ts';
import { forensicPicture } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import { letterLines } from './letters/find.ts';
import { highestRow, meansOfLines } from './letters/windows.ts';
import type { Traced } from './measure.ts';
import { lettersOfPart, textFeatures } from './text-features.ts';
import { TEXT_MODEL, textPixels } from './text-pixels.ts';

const PITCH = 20;
const LINES = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
const [WIDTH, HEIGHT] = [1000, 640];

/** Top of a line in the picture of `specimen`. */
const topOf = (line: number) => 600 - 2.5 * PITCH * (LINES.length - 1 - line) - 1.4 * PITCH;
const regions: Regions = {
  turn: 0,
  print: [],
  portrait: null,
  ghosts: [],
  zone: LINES.map((text, line) => ({
    text,
    box: { left: 0.045, top: topOf(line) / HEIGHT, width: 0.895, height: (1.8 * PITCH) / HEIGHT },
  })),
};

/** A specimen as a camera sees it: as soft and as noisy as asked, the same each time. */
async function page({ blur = 0.8, noise = 14, ink = 0.85 } = {}): Promise<Buffer> {
  const { data } = await specimen(LINES, { pitch: PITCH });
  const seen = await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(blur)
    .raw()
    .toBuffer();
  let state = 7;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  for (let i = 0; i < seen.length; i += 3) {
    const add = noise * (random() + random()) + 255 * 0.85 * (1 - ink / 0.85);
    for (let k = 0; k < 3; k++) seen[i + k] = Math.max(0, Math.min(255, ink * seen[i + k]! + add));
  }
  return seen;
}

/** The cells of some letters of the second line, from another page. */
function changed(pixels: Buffer, from: Buffer, first: number, count: number): Buffer {
  const all = Buffer.from(pixels);
  for (let y = Math.round(topOf(1) - 0.2 * PITCH); y < topOf(1) + 2 * PITCH; y++) {
    const at = (y * WIDTH + 50 + first * PITCH) * 3;
    from.copy(all, at, at, at + count * PITCH * 3);
  }
  return all;
}

async function pictureOf(pixels: Buffer) {
  const file = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
  return forensicPicture(file, regions);
}

describe('the letters of a line', () => {
  it('are found as connected ink', async () => {
    const lines = letterLines(await pictureOf(await page()), regions.zone, 0);
    expect(lines.map(({ letters }) => letters.length)).toEqual(LINES.map(({ length }) => length));
    // Each stands in a cell of its own, and one after the other.
    for (const { letters } of lines) {
      const steps = letters
        .slice(1)
        .map(({ left, width }, i) => left + width / 2 - letters[i]!.left - letters[i]!.width / 2);
      for (const step of steps) expect(Math.abs(step - PITCH)).toBeLessThan(0.5 * PITCH);
    }
  });

  it.each([
    ['softer', { blur: 1.6 }, 'sharpness-'],
    ['without noise', { noise: 0 }, 'noise-'],
    ['with more noise', { noise: 40 }, 'noise+'],
    ['of paler ink', { ink: 0.6 }, 'depth-'],
  ])('stand out where some are %s', async (_, other, feature) => {
    const pixels = changed(await page(), await page(other), 13, 4);
    const letters = lettersOfPart(await pictureOf(pixels), regions, 'zone').filter(({ line }) => {
      const { top } = line.strip.boxOf(0, 0, 1, 1);
      return top * HEIGHT > topOf(0) + PITCH;
    });
    const values = letters.map(({ features }) => features[feature]!);
    const row = highestRow(letters, values, 4)!;
    expect(letters.indexOf(row.letters[0]!)).toBe(13);
    expect(row.mean).toBeGreaterThan(2);
    const rest = values.filter((_, i) => i < 12 || i > 17).sort((a, b) => a - b);
    expect(rest[rest.length >> 1]).toBeLessThan(1);
  });
});

describe('text_pixels', () => {
  /** A finding of another measure of the MRZ, too low to be a sign by itself. */
  const weak = (name: string, measure: number, threshold: number): Traced => ({
    name,
    part: 'zone',
    measure,
    threshold,
    able: true,
    result: 'pass',
    place: null,
    reason: 'Below its threshold',
  });
  const [compressed, shaped] = [weak('jpeg_history', 8, 30), weak('zone_glyphs', 5.8, 6.2)];
  const judged = async (pixels: Buffer, others: readonly Traced[] = []) =>
    textPixels(await pictureOf(pixels), regions, others);

  it('passes letters that were printed together, which is not evidence', async () => {
    const [finding, ...more] = await judged(await page());
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      name: 'text_pixels',
      part: 'zone',
      result: 'pass',
      able: false,
      place: null,
      threshold: TEXT_MODEL.zone.doubted,
    });
    expect(finding!.measure).toBeLessThan(TEXT_MODEL.zone.doubted);
  });

  it('adds up weak signs: two of them are a doubt, at the letters that stand out', async () => {
    const pixels = changed(await page(), await page({ noise: 60, blur: 0.4 }), 13, 6);
    for (const others of [[], [compressed], [shaped]]) {
      expect((await judged(pixels, others))[0]).toMatchObject({ result: 'pass', able: false });
    }
    const [finding] = await judged(pixels, [compressed, shaped]);
    expect(finding).toMatchObject({ part: 'zone', result: 'fail', able: true });
    const { left, width, top } = finding!.place!;
    expect((left * WIDTH - 50) / PITCH).toBeGreaterThanOrEqual(11.5);
    expect(((left + width) * WIDTH - 50) / PITCH).toBeLessThanOrEqual(20.5);
    expect(top * HEIGHT).toBeGreaterThan(topOf(0) + PITCH);
    expect(Math.max(...finding!.spots!.map(({ strength }) => strength))).toBe(2);
  });

  it('counts what other measures of the part found, and of no other part', async () => {
    const picture = await pictureOf(await page());
    const letters = lettersOfPart(picture, regions, 'zone');
    const odds = letters.map(() => 0);
    const found = { name: 'noise', measure: Math.E - 1 };
    expect(textFeatures(letters, odds, [{ ...found, part: 'zone' }], 'zone')).toMatchObject({ noise: 1 });
    expect(textFeatures(letters, odds, [{ ...found, part: 'print' }], 'zone')).toMatchObject({ noise: Number.NaN });
  });

  it('says nothing of a part without letters', async () => {
    expect(textPixels(await pictureOf(await page()), { ...regions, zone: [] }, [])).toEqual([]);
    expect(textFeatures([], [], [], 'print')).toBeNull();
  });
});

describe('rows of letters', () => {
  it('never reach from one line into the next', () => {
    const lines = fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 6 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 4 }), (values, size) => {
        const letters = values.flatMap((row, line) => row.map(() => ({ line })));
        const row = highestRow(letters, values.flat(), size);
        const means = values.flatMap((of) =>
          of.slice(size - 1).map((_, i) => of.slice(i, i + size).reduce((sum, value) => sum + value, 0) / size),
        );
        expect(row === null).toBe(means.length === 0);
        if (!row) return;
        expect(row.mean).toBe(Math.max(...means));
        expect(new Set(row.letters.map(({ line }) => line)).size).toBe(1);
      }),
    );
  });

  it('have a mean for each line that is long enough', () => {
    const letters = [{ line: 'a' }, { line: 'a' }, { line: 'b' }, { line: 'a' }];
    expect(meansOfLines(letters, [1, 2, 9, 6], 2)).toEqual([3]);
    expect(meansOfLines(letters, [1, 2, 9, 6], 1)).toEqual([3, 9]);
  });
});
