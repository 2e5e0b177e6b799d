import { drawMrz } from '@bonafide/verification';
import sharp from 'sharp';
import { face, guilloche, photographed } from '../../../packages/server/src/demo/specimen.ts';
import { symbolOf } from '../../../packages/verification/src/barcode/testing.ts';

/** A label and the value printed below it. */
export type PrintedField = readonly [label: string, value: string];

/** Millimetres of a page by the lines and letters of its MRZ: ICAO Doc 9303-4 to 9303-6. */
const SIZES = { 30: [85.6, 54], 36: [105, 74], 44: [125, 88] } as const;

/** Pixels from side to side of a drawn page. */
const WIDTH = 1500;
/** Millimetres from letter to letter of an MRZ: ICAO Doc 9303-3, 4.2. */
const PITCH = 2.54;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Lines of an MRZ at the foot of a page `height` pixels high that is `millimetres` wide. */
function foot(lines: readonly string[], height: number, millimetres: number): string {
  const pitch = (PITCH * WIDTH) / millimetres;
  const left = (WIDTH - pitch * lines[0]!.length) / 2;
  const top = height - 2.5 * pitch * lines.length - 30;
  const band = `<rect y="${top}" width="${WIDTH}" height="${height - top}" fill="#f7f7f3"/>`;
  return band + drawMrz(lines, { left, bottom: height - 45, pitch }, 'fill="#111"');
}

/** The portrait, the title and printed fields, in rows from the top. */
function print(title: readonly [string, string], fields: readonly PrintedField[], scale: number): string {
  const texts = fields.map(([label, value], i) => {
    const [x, y] = [520 + 480 * (i % 2), 160 + 84 * Math.floor(i / 2)];
    return `<text x="${x}" y="${y}" font-size="18" fill="#50606e">${escaped(label)}</text><text x="${x}" y="${y + 36}" font-size="32" fill="#111">${escaped(value)}</text>`;
  });
  return `<text x="60" y="90" font-size="44" font-weight="bold" fill="#23435c">${title[0]}</text><text x="520" y="90" font-size="44" font-weight="bold" fill="#23435c">${title[1]}</text><g transform="translate(70 150) scale(${scale})">${face}</g>${texts.join('')}`;
}

const page = (height: number, content: string) =>
  photographed(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="DejaVu Sans"><rect width="${WIDTH}" height="${height}" fill="#eef1ea"/>${guilloche(WIDTH, height - 190, '#7fa6b8')}${content}</svg>`,
  );

export interface DrawnSides {
  /** PNG. */
  readonly front: Buffer;
  readonly back?: Buffer;
}

/**
 * Draws a document with an MRZ as given: a page of a passport, or a card, which has the three lines of TD1 on its back.
 * @param title name of the state and of the kind of document
 */
export async function drawWithMrz(
  lines: readonly string[],
  title: readonly [string, string],
  fields: readonly PrintedField[],
): Promise<DrawnSides> {
  const [width, depth] = SIZES[lines[0]!.length as keyof typeof SIZES];
  const height = Math.round((WIDTH * depth) / width);
  if (lines.length < 3) {
    return { front: await page(height, print(title, fields, 1.3) + foot(lines, height, width)) };
  }
  const back = await page(height, foot(lines, height, width));
  return { front: await page(height, print(title, fields, 1.3)), back };
}

/** Draws a driving licence: print on its front, the text as PDF417 on its back. */
export async function drawLicence(
  text: string,
  title: readonly [string, string],
  fields: readonly PrintedField[],
): Promise<DrawnSides> {
  const height = Math.round((WIDTH * 54) / 85.6);
  const symbol = await sharp(await symbolOf(text, 'PDF417', 3))
    .png()
    .toBuffer();
  const { width } = await sharp(symbol).metadata();
  const blank = await page(height, '<rect y="60" width="1500" height="120" fill="#222"/>');
  const left = Math.round((WIDTH - width) / 2);
  const back = await sharp(blank)
    .composite([{ input: symbol, left, top: 260 }])
    .png()
    .toBuffer();
  return { front: await page(height, print(title, fields, 1.3)), back };
}
