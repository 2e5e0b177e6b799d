import sharp, { type OverlayOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { cardOnTable } from '../../image/testing.ts';
import { forensicPicture } from '../forensic-picture.ts';
import type { Regions, TextBox } from '../forensics.ts';
import { drawnMarks } from './drawn-marks.ts';
import { greyCopy } from './grey-copy.ts';
import { softwareWindow } from './software-window.ts';

/** Lines from the upper left to the lower right of the card on its table. */
const onCard: Regions = {
  turn: 0,
  zone: [],
  portrait: null,
  ghosts: [],
  print: [0.2, 0.4, 0.75].map((top) => ({ box: { left: 0.2, top, width: 0.6, height: 0.05 }, text: 'NAME' })),
};

const table = async () => (await cardOnTable({})).png().toBuffer();

async function drawnOver(...overlays: OverlayOptions[]): Promise<Buffer> {
  return sharp(await table())
    .composite(overlays)
    .png()
    .toBuffer();
}

const svg = (body: string) => ({ input: Buffer.from(`<svg width="1200" height="800">${body}</svg>`) });

describe('a grey copy', () => {
  const judge = async (bytes: Buffer) => greyCopy(await forensicPicture(bytes, onCard), onCard)[0]!;

  it('is one in warm light on a coloured table, where the picture as a whole has colour', async () => {
    const grey = await sharp(await table())
      .greyscale()
      .toColourspace('srgb')
      .png()
      .toBuffer();
    const warm = await sharp(grey).linear([1, 0.93, 0.76], [4, 2, 0]).jpeg({ quality: 85 }).toBuffer();
    const red = { create: { width: 1200, height: 100, channels: 3 as const, background: '#c33' } };
    const scene = await sharp(warm)
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    expect(await judge(await table())).toMatchObject({ name: 'grey_copy', able: true, result: 'pass' });
    expect(await judge(warm)).toMatchObject({ able: true, result: 'fail' });
    expect(await judge(scene)).toMatchObject({ able: true, result: 'fail' });
  });

  it('is not judged where nothing of a document was found', async () => {
    const nothing = { ...onCard, print: [] };
    const [finding] = greyCopy(await forensicPicture(await table(), nothing), nothing);
    expect(finding).toMatchObject({ able: false, result: 'pass', measure: 0 });
  });
});

describe('marks drawn on a picture', () => {
  const judge = async (bytes: Buffer) => drawnMarks(await forensicPicture(bytes, onCard))[0]!;

  it('are boxes of a pure colour, also after JPEG, and their place is given', async () => {
    const box = svg('<rect x="300" y="200" width="400" height="90" fill="none" stroke="#f00" stroke-width="5"/>');
    const found = await judge(
      await sharp(await drawnOver(box))
        .jpeg({ quality: 80 })
        .toBuffer(),
    );
    expect(found).toMatchObject({ name: 'drawn_marks', result: 'fail', measure: 4 });
    expect(found.place!.left).toBeCloseTo(300 / 1200, 2);
    expect(found.place!.top).toBeCloseTo(200 / 800, 2);
    expect(found.place!.height).toBeCloseTo(90 / 800, 1);
  });

  it('are neither a flag nor a line', async () => {
    const flag = svg('<rect x="300" y="200" width="200" height="120" fill="#f00"/>');
    const line = svg('<path d="M300 200h400" stroke="#f00" stroke-width="5"/>');
    expect(await judge(await drawnOver(flag))).toMatchObject({ result: 'pass' });
    expect(await judge(await drawnOver(line))).toMatchObject({ result: 'pass' });
    expect(await judge(await table())).toMatchObject({ result: 'pass', measure: 0 });
  });
});

describe("a program's window", () => {
  const line = (text: string): TextBox => ({ text, box: { left: 0, top: 0, width: 0.1, height: 0.02 } });
  const judge = async (bytes: Buffer, ...texts: string[]) => {
    const regions = { ...onCard, print: texts.map(line) };
    return softwareWindow(await forensicPicture(bytes, regions), regions)[0]!;
  };

  it('has menus, buttons and a bar with its title', async () => {
    const bars = svg('<rect width="1200" height="32" fill="#d6dbe9"/><path d="M20 10h90v10h-90z" fill="#223"/>');
    const found = await judge(await drawnOver(bars), 'Passport Editor v2', 'File Edit View Help', 'Save', 'NAME');
    expect(found).toMatchObject({ name: 'software_window', result: 'fail', measure: 4 });
    expect(found.reason).toContain('"file edit view help", "save", 1 plain bars');
  });

  it('is not a document that bears one of those words', async () => {
    expect(await judge(await table(), 'HELP', 'PASSPORT', 'NAME')).toMatchObject({ result: 'pass', measure: 1 });
    expect(await judge(await table(), 'PASSPORT', 'SAVE THE PLANET')).toMatchObject({ result: 'pass', measure: 0 });
  });
});
