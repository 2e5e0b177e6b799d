import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cardOnTable } from '../../image/testing.ts';
import { forensicPicture } from '../forensic-picture.ts';
import type { Regions } from '../forensics.ts';
import { copies } from './copies.ts';

/** Lines from the upper left to the lower right of the card on its table. */
const onCard: Regions = {
  turn: 0,
  zone: [],
  portrait: null,
  ghosts: [],
  print: [0.2, 0.4, 0.75].map((top) => ({ box: { left: 0.12, top, width: 0.75, height: 0.05 }, text: 'NAME' })),
};

/** The card on its table, each pixel made lighter or darker by `at`. */
async function patterned(at: (x: number, y: number) => number): Promise<Buffer> {
  const { data, info } = await (await cardOnTable({})).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const out = Uint8ClampedArray.from(data, (level, i) => {
    const pixel = Math.floor(i / 3);
    return level + at(pixel % info.width, Math.floor(pixel / info.width));
  });
  const raw = { width: info.width, height: info.height, channels: 3 as const };
  return sharp(Buffer.from(out.buffer), { raw }).blur(0.5).jpeg({ quality: 88 }).toBuffer();
}

/** Dots of this period in pixels, in rows at an angle in degrees. */
function dots(period: number, angle: number): (x: number, y: number) => number {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const wave = (along: number) => Math.cos((2 * Math.PI * along) / period);
  return (x, y) => 20 * (wave(x * cos + y * sin) + wave(y * cos - x * sin));
}

const judge = async (bytes: Buffer) => copies(await forensicPicture(bytes, onCard), onCard);

describe('copies', () => {
  it('on paper show the dots of a halftone, at the angle of the strong inks', async () => {
    const [print, screen] = await judge(await patterned(dots(4, 45)));
    expect(print).toMatchObject({ name: 'printed_copy', part: 'whole', result: 'fail' });
    expect(print!.reason).toMatch(
      /^Dot pattern: visible \(measured strength \d+\.\d, maximum 1\.8, a dot every [34]\.\d pixels at 4\d°, at \d+ pixels per inch\)$/,
    );
    expect(screen).toMatchObject({ name: 'screen_copy', result: 'pass', measure: 0 });
  });

  it('on a screen show its pixels, in rows that lie nearly level', async () => {
    const [print, screen] = await judge(await patterned(dots(3, 10)));
    expect(print).toMatchObject({ result: 'pass', measure: 0 });
    expect(screen).toMatchObject({ result: 'fail' });
  });

  it('are neither fine lines nor plain print', async () => {
    const lines = (x: number, y: number) => 30 * Math.cos(1.4 * x + 0.9 * y);
    for (const bytes of [await patterned(lines), await patterned(() => 0)]) {
      expect((await judge(bytes)).map(({ result }) => result)).toEqual(['pass', 'pass']);
    }
  });

  it('are not looked for where a document is small: a pass is not evidence then', async () => {
    const small = await sharp(await patterned(dots(4, 45)))
      .resize(300)
      .toBuffer();
    expect((await judge(small)).map(({ able, result }) => [able, result])).toEqual([
      [false, 'pass'],
      [false, 'pass'],
    ]);
  });
});
