import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { specimen } from '../mrz/testing.ts';
import { type ForensicPicture, forensicPicture } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import { stripOf } from './strip.ts';
import { zoneLines } from './zone-letters.ts';
import { zonePrint } from './zone-print.ts';

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

/** A specimen as a camera sees it: somewhat soft, not on the grid of its pixels, with noise that is the same each time. */
async function page(weight = 0): Promise<Buffer> {
  const { data } = await specimen(LINES, { pitch: PITCH, weight });
  const seen = await sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .affine([1, 0.0007, 0.0003, 1], { background: '#f4f2ee' })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .blur(0.8)
    .raw()
    .toBuffer();
  let state = 7;
  const noise = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  for (let i = 0; i < seen.length; i += 3) {
    const add = 14 * (noise() + noise());
    for (let k = 0; k < 3; k++) seen[i + k] = Math.max(0, Math.min(255, 0.85 * seen[i + k]! + add));
  }
  return seen;
}

/** The cell of a letter, in pixels. */
const cellOf = (line: number, index: number) => ({
  left: Math.round(50 + index * PITCH),
  top: Math.round(topOf(line) + 0.2 * PITCH),
  width: PITCH,
  height: Math.round(1.4 * PITCH),
});

async function measured(pixels: Buffer) {
  const file = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
  const findings = await zonePrint(await forensicPicture(file, regions), regions);
  return Object.fromEntries(findings.map((finding) => [finding.name, finding]));
}

function copied(from: Buffer, to: Buffer, source: ReturnType<typeof cellOf>, target: ReturnType<typeof cellOf>): void {
  for (let y = 0; y < source.height; y++) {
    const at = ((source.top + y) * WIDTH + source.left) * 3;
    from.copy(to, ((target.top + y) * WIDTH + target.left) * 3, at, at + source.width * 3);
  }
}

describe('the letters of a zone', () => {
  it('are found on their grid', async () => {
    const file = await sharp(await page(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .png()
      .toBuffer();
    const lines = zoneLines(await forensicPicture(file, regions), regions);
    expect(lines.map(({ pitch }) => Math.round(pitch))).toEqual([PITCH, PITCH]);
    expect(lines.map(({ letters }) => letters.map(({ letter }) => letter).join(''))).toEqual(LINES);
    // The grid begins at column 50, and every cell is a pitch wide.
    for (const { letters } of lines) {
      for (const { box, index } of letters) expect(box.left * WIDTH).toBeCloseTo(50 + index * PITCH, -1);
    }
  });

  it('that were all printed pass, which is not evidence', async () => {
    expect(await measured(await page())).toMatchObject({
      zone_glyphs: { result: 'pass', able: false, part: 'zone', place: null },
      zone_clones: { result: 'pass', able: false, part: 'zone', place: null },
    });
  });

  it('of another weight stand out, at their place', async () => {
    const [pixels, bold] = [await page(), await page(9)];
    for (const index of [13, 14, 15, 16]) copied(bold, pixels, cellOf(1, index), cellOf(1, index));
    const { zone_glyphs } = await measured(pixels);
    expect(zone_glyphs).toMatchObject({ result: 'fail', able: true });
    const { left, top } = zone_glyphs!.place!;
    expect(Math.floor((left * WIDTH - 45) / PITCH)).toBeGreaterThanOrEqual(13);
    expect(Math.floor((left * WIDTH - 45) / PITCH)).toBeLessThanOrEqual(16);
    expect(top * HEIGHT).toBeGreaterThan(topOf(1) - PITCH);
  });

  it('copied within the picture are known by their pixels', async () => {
    const [before, pixels] = [await page(), await page()];
    copied(before, pixels, cellOf(1, 14), cellOf(1, 9));
    const text = [...LINES[1]!];
    text[9] = text[14]!;
    const zone = [regions.zone[0]!, { ...regions.zone[1]!, text: text.join('') }];
    const file = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .png()
      .toBuffer();
    const findings = await zonePrint(await forensicPicture(file, regions), { ...regions, zone });
    expect(findings.find(({ name }) => name === 'zone_clones')).toMatchObject({ result: 'fail', able: true });
  });

  it('of a page without a zone give no finding', async () => {
    const file = await sharp(await page(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .png()
      .toBuffer();
    const none = { ...regions, zone: [] };
    expect(await zonePrint(await forensicPicture(file, none), none)).toEqual([]);
  });
});

describe('a strip', () => {
  const picture = (width: number, height: number, data: Uint8Array): ForensicPicture => ({
    width,
    height,
    left: 0,
    top: 0,
    jpeg: null,
    rgb: { width, height, data: new Uint8Array(width * height * 3) },
    grey: { width, height, data },
  });

  it('holds the same pixels whichever way the picture lies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 3, max: 12 }),
        fc.infiniteStream(fc.nat(255)),
        (w, h, values) => {
          const upright = Uint8Array.from({ length: w * h }, () => values.next().value as number);
          // Turned to the left by a quarter, so that it must be turned to the right by one.
          const lying = new Uint8Array(w * h);
          for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) lying[(w - 1 - x) * h + y] = upright[y * w + x]!;
          const whole = { left: 0, top: 0, width: 1, height: 1 };
          const [a, b] = [stripOf(picture(w, h, upright), whole, 0)!, stripOf(picture(h, w, lying), whole, 1)!];
          expect([b.width, b.height, [...b.grey]]).toEqual([a.width, a.height, [...a.grey]]);
          const { left, top } = b.boxOf(0, 0, 1, 1);
          // The first pixel of the strip is the last of the first column of the picture.
          expect([Math.round(left * h), Math.round(top * w)]).toEqual([0, w - 1]);
        },
      ),
      { numRuns: 50 },
    );
  });
});
