import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { forensicPicture } from './forensic-picture.ts';
import type { Regions } from './forensics.ts';
import { portraitBorder } from './portrait-border.ts';
import { textPaper } from './text-paper.ts';

const [WIDTH, HEIGHT] = [600, 400];
const NOTHING: Regions = { turn: 0, zone: [], print: [], portrait: null, ghosts: [] };

/** Paper of one grey with noise that is the same each time, softened as a lens does it, and bars for letters. */
async function paper(): Promise<Buffer> {
  const bars = Array.from(
    { length: 20 },
    (_, i) => `<rect x="${60 + i * 14}" y="100" width="4" height="20" fill="#222"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#ccc"/>${bars.join('')}</svg>`;
  const data = await sharp(Buffer.from(svg)).removeAlpha().blur(0.8).raw().toBuffer();
  let state = 3;
  for (let i = 0; i < data.length; i += 3) {
    state = (state * 48271) % 2147483647;
    for (let k = 0; k < 3; k++) data[i + k] = Math.max(0, data[i + k]! + (state % 17) - 8);
  }
  return data;
}

const file = (data: Buffer) =>
  sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();

/** Every pixel of a rectangle changed. */
function painted(
  data: Buffer,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  change: (value: number) => number,
): Buffer {
  for (let y = top; y < top + height; y++) {
    for (let i = (y * WIDTH + left) * 3; i < (y * WIDTH + left + width) * 3; i++) data[i] = change(data[i]!);
  }
  return data;
}

describe('the paper under text', () => {
  const box = { left: 55 / WIDTH, top: 97 / HEIGHT, width: 290 / WIDTH, height: 26 / HEIGHT };
  const regions = { ...NOTHING, print: [{ text: 'ILLILLILLILLILLILLIL', box }] };
  const measured = async (data: Buffer) => textPaper(await forensicPicture(await file(data), regions), regions);

  it('is as rough as the paper around it where nothing was changed', async () => {
    expect(await measured(await paper())).toMatchObject([
      { name: 'text_paper', part: 'print', result: 'pass', able: false, place: null },
    ]);
  });

  it('is smooth where a program filled it', async () => {
    const filled = painted(await paper(), { left: 170, top: 96, width: 70, height: 28 }, (value) =>
      value > 130 ? 204 : value,
    );
    const [finding] = await measured(filled);
    expect(finding).toMatchObject({ result: 'fail', able: true, part: 'print' });
    expect(finding!.place!.left * WIDTH).toBeGreaterThan(140);
    expect((finding!.place!.left + finding!.place!.width) * WIDTH).toBeLessThan(270);
  });
});

describe('the border of a portrait', () => {
  const face = { left: 250 / WIDTH, top: 200 / HEIGHT, width: 80 / WIDTH, height: 100 / HEIGHT };
  const regions = { ...NOTHING, portrait: face };
  const measured = async (data: Buffer) => portraitBorder(await forensicPicture(await file(data), regions), regions);
  const pasted = { left: 221, top: 163, width: 139, height: 171 };

  it('is not found in an untouched picture', async () => {
    expect(await measured(await paper())).toMatchObject([
      { part: 'portrait', result: 'pass', able: false, place: null },
    ]);
  });

  it('is a step from one pixel to the next where a picture was pasted', async () => {
    const [finding] = await measured(painted(await paper(), pasted, (value) => value - 90));
    expect(finding).toMatchObject({ name: 'portrait_border', result: 'fail', able: true });
    expect(Math.round(finding!.place!.left * WIDTH)).toBe(221);
    expect(Math.round(finding!.place!.width * WIDTH)).toBe(139);
  });

  it('that a lens has softened is not a step', async () => {
    const seen = await sharp(
      painted(await paper(), pasted, (value) => value - 90),
      {
        raw: { width: WIDTH, height: HEIGHT, channels: 3 },
      },
    )
      .blur(1)
      .raw()
      .toBuffer();
    expect(await measured(seen)).toMatchObject([{ result: 'pass', able: false }]);
  });

  it('is looked for around ghosts, too', async () => {
    const ghosts = { ...NOTHING, ghosts: [face] };
    const picture = await forensicPicture(await file(painted(await paper(), pasted, (value) => value - 90)), ghosts);
    expect(portraitBorder(picture, ghosts)).toMatchObject([{ part: 'ghost', result: 'fail' }]);
  });

  it('of a face that is too small is not judged', async () => {
    const small = { ...NOTHING, portrait: { ...face, width: 30 / WIDTH } };
    expect(portraitBorder(await forensicPicture(await file(await paper()), small), small)).toEqual([]);
  });
});
