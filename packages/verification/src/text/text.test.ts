import { createRequire } from 'node:module';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeRgb, type RgbRaster } from '../image/decode.ts';
import { withBlanks } from './blanks.ts';
import { boxes } from './detect.ts';
import { type Quad, quadAround, sizeOf, smallestRectangle, tiltOf } from './geometry.ts';
import { withNumbers } from './other-scripts.ts';
import { folded, inOrder, pageOf, squeezed } from './page.ts';
import { readText } from './read-lines.ts';
import { confidenceOf, lettersOf } from './recognise.ts';
import { turn, warp } from './warp.ts';

const fontfile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

async function letter(...lines: readonly string[]): Promise<RgbRaster> {
  const drawn = await Promise.all(
    lines.map((text) =>
      sharp({ text: { text, font: 'DejaVu Sans 11', fontfile, dpi: 180, rgba: true } })
        .png()
        .toBuffer(),
    ),
  );
  const page = sharp({ create: { width: 900, height: 600, channels: 3, background: '#ffffff' } });
  const bytes = await page
    .composite(drawn.map((input, i) => ({ input, left: 60, top: 60 + 70 * i })))
    .png()
    .toBuffer();
  return (await decodeRgb(bytes, { side: 900 })).rgb;
}

describe('text of a picture', () => {
  const written = ['Statement of account', 'Erika Mustermann', '14 Sample Street', 'London NW9 5BE', '12.04.2025'];

  it('is read line by line, where it stands', async () => {
    const { lines } = await readText(await letter(...written));
    // Blanks are what the recogniser is worst at.
    expect(lines.map(({ text }) => squeezed(text))).toEqual(written.map(squeezed));
    for (const [i, { quad, confidence }] of lines.entries()) {
      expect(confidence).toBeGreaterThan(0.9);
      expect(Math.abs(quad[0].x - 60)).toBeLessThan(15);
      expect(Math.abs(quad[0].y - 60 - 70 * i)).toBeLessThan(20);
    }
  });

  it.each([1, 2, 3] as const)('is read after %d quarter turns', async (quarters) => {
    const picture = await letter(...written);
    const found = await readText(turn(picture, quarters));
    expect(found.turn).toBe(4 - quarters);
    expect(found.lines.map(({ text }) => squeezed(text))).toEqual(written.map(squeezed));
    expect([found.upright.width, found.upright.height]).toEqual([picture.width, picture.height]);
  });

  it('is absent on a bare page', async () => {
    expect((await readText(await letter())).lines).toEqual([]);
  });
});

describe('geometry', () => {
  it('finds the rectangle that points were set around', () => {
    const tilts = fc.double({ min: -1.4, max: 1.4, noNaN: true });
    fc.assert(
      fc.property(tilts, fc.integer({ min: 60, max: 300 }), fc.integer({ min: 5, max: 50 }), (tilt, width, height) => {
        const found = smallestRectangle(quadAround({ x: 40, y: 70 }, width, height, tilt));
        expect(found.width).toBeCloseTo(width, 3);
        expect(found.height).toBeCloseTo(height, 3);
        expect(Math.sin(found.tilt - tilt)).toBeCloseTo(0, 5);
        expect([found.middle.x, found.middle.y].map(Math.round)).toEqual([40, 70]);
      }),
    );
  });

  it('measures quads', () => {
    const quad = quadAround({ x: 0, y: 0 }, 100, 20, 0.3);
    expect(sizeOf(quad).width).toBeCloseTo(100);
    expect(sizeOf(quad).height).toBeCloseTo(20);
    expect(tiltOf(quad)).toBeCloseTo(0.3);
  });

  it('boxes the parts of a map that are likely enough', () => {
    const [width, height] = [64, 32];
    const map = new Float32Array(width * height);
    const fill = (x0: number, y0: number, x1: number, y1: number, value: number) => {
      for (let y = y0; y < y1; y++) map.fill(value, y * width + x0, y * width + x1);
    };
    fill(10, 10, 40, 18, 0.9);
    fill(50, 10, 60, 18, 0.35); // as a whole too faint
    const found = boxes(map, width, height);
    expect(found).toHaveLength(1);
    expect(sizeOf(found[0]!).width).toBeGreaterThan(30);
  });
});

describe('warping', () => {
  const picture: RgbRaster = { width: 3, height: 2, data: Uint8Array.from({ length: 18 }, (_, i) => i * 10) };

  it('leaves alone what is straight already', () => {
    const quad: Quad = [
      { x: -0.5, y: -0.5 },
      { x: 2.5, y: -0.5 },
      { x: 2.5, y: 1.5 },
      { x: -0.5, y: 1.5 },
    ];
    // Quads count from the centres of pixels, so the sample at the middle of each cell is the pixel itself.
    expect(Array.from(warp(picture, quad, { width: 3, height: 2 }).data)).toEqual(Array.from(picture.data));
  });

  it('turns there and back', () => {
    for (const quarters of [0, 1, 2, 3] as const) {
      expect(turn(turn(picture, quarters), ((4 - quarters) % 4) as 0 | 1 | 2 | 3)).toEqual(picture);
    }
  });
});

describe('decoding', () => {
  it('leaves out repetitions and blanks', () => {
    const steps = [1, 1, 0, 1, 2, 2, 0].flatMap((best) => [0, 1, 2].map((c) => (c === best ? 0.8 : 0.1)));
    const letters = lettersOf(Float32Array.from(steps), 7, 3, ['', 'A', 'B']);
    expect(letters.map(({ letter }) => letter).join('')).toBe('AAB');
    expect(letters.map(({ from, to }) => [from * 7, to * 7].map(Math.round))).toEqual([
      [0, 2],
      [3, 4],
      [4, 6],
    ]);
    expect(confidenceOf(letters)).toBeCloseTo(0.8);
    expect(lettersOf(new Float32Array(), 0, 3, ['', 'A', 'B'])).toEqual([]);
    expect(confidenceOf([])).toBe(0);
  });

  it.each([
    // Letters of 8 pixels, 2 apart; words 8 apart.
    ['JANESMITH', [4], 'JANE SMITH'],
    ['1SAMPLEST', [1, 7], '1 SAMPLE ST'],
    ['JANESMITH', [], 'JANESMITH'],
    // Figures of one number, and what stands before a comma.
    ['12345', [3], '12345'],
    ['LEEDS,UK', [5], 'LEEDS,UK'],
  ])('of %s with wide gaps after %j gives %s', (text, wide, expected) => {
    const places = Array.from(text, (_, i) => 4 + 10 * i + 6 * wide.filter((gap) => gap <= i).length);
    const width = places.at(-1)! + 12;
    const data = new Uint8Array(width * 32).fill(220);
    for (const left of places) for (let y = 4; y < 28; y++) data.fill(30, y * width + left, y * width + left + 8);
    const letters = Array.from(text, (letter, i) => ({
      letter,
      probability: 0.9,
      from: (places[i]! + 2) / width,
      to: (places[i]! + 6) / width,
    }));
    const spaced = withBlanks(letters, { width, height: 32, data });
    expect(spaced.map(({ letter }) => letter).join('')).toBe(expected);
  });
});

describe('pages', () => {
  it('have boxes for quads, and lines in order', () => {
    const quad = quadAround({ x: 50, y: 20 }, 40, 10, 0);
    const page = pageOf(
      [
        { text: 'below', confidence: 1, quad: quadAround({ x: 50, y: 60 }, 40, 10, 0) },
        { text: 'right', confidence: 1, quad: quadAround({ x: 150, y: 22 }, 40, 10, 0) },
        { text: 'left', confidence: 1, quad },
      ],
      { width: 200, height: 100 },
    );
    expect(inOrder(page.lines).map(({ text }) => text)).toEqual(['left', 'right', 'below']);
    expect(inOrder(page.lines)[0]?.box).toEqual({ left: 30, top: 15, width: 40, height: 10 });
  });

  it('are looked up without accents, capitals or blanks', () => {
    expect(folded('  Délivrée   LE ')).toBe('delivree le');
    expect(squeezed("Driver's  License")).toBe('driverslicense');
  });
});

describe('numbers in lines of other scripts', () => {
  it.each<[string, string, 'ara' | 'hin' | 'jpn', string | null]>([
    ['الدمام 32241', '32241 pll', 'ara', 'الدمام 32241'],
    ['8743 شارع 12', '12 el 8743', 'ara', '8743 شارع 12'],
    ['مواليد 1580', '19V0 le', 'ara', 'مواليد'],
    ['الدمام', '32241 pll', 'ara', 'الدمام'],
    ['मकान नं. 78', '.78', 'hin', 'मकान नं. 78'],
    ['जयपुर - 302007', 'q-302001', 'hin', null],
    ['खाता संख्या: 447 0082', '44710082', 'hin', null],
    ['जन्म 1985', '', 'hin', 'जन्म 1985'],
    ['2丁目7番13号', '2713', 'jpn', '2丁目7番13号'],
  ])('%s, read as %s by the other reader', (text, latin, reader, becomes) => {
    expect(withNumbers(text, latin, reader)).toBe(becomes);
  });
});
