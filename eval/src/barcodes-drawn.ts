import { BARCODE_SIDE, decodeRgb, readBarcodes } from '@bonafide/verification';
import sharp, { type Sharp } from 'sharp';
import { aamvaText, cardWithBarcode } from '../../packages/verification/src/barcode/testing.ts';
import type { Measurement } from './measurement.ts';

const TABLE = '#4a3b2c';

type Capture = (card: Sharp) => Promise<Sharp>;

/** A picture once more: operations of sharp that follow each other need the result of the previous one. */
const again = async (picture: Sharp) => sharp(await picture.png().toBuffer());

const scaled =
  (width: number): Capture =>
  async (card) =>
    card.resize(width);

const turned =
  (degrees: number, width = 1400): Capture =>
  async (card) =>
    (await again(card.rotate(degrees, { background: TABLE }))).resize(width);

/** A card of so many pixels on a table of 2400 by 1800, as photographs of cards are. */
const onTable =
  (width: number, degrees: number, blur: number): Capture =>
  async (card) => {
    const small = await (await again(card.resize(width))).rotate(degrees, { background: TABLE }).png().toBuffer();
    const size = await sharp(small).metadata();
    const table = sharp({ create: { width: 2400, height: 1800, channels: 3, background: TABLE } });
    const [left, top] = [Math.round((2400 - size.width) / 2), Math.round((1800 - size.height) / 2)];
    const scene = await again(table.composite([{ input: small, left, top }]));
    return blur > 0 ? scene.blur(blur) : scene;
  };

const CAPTURES: Readonly<Record<string, readonly Capture[]>> = {
  'at 600 to 1000 pixels a card': [600, 700, 800, 1000].map(scaled),
  'tilted by 3 to 70°': [3, 7, 12, 20, 30, 45, 70].map((degrees) => turned(degrees)),
  'tilted by 5 to 25°, small': [5, 12, 25].map((degrees) => turned(degrees, 900)),
  blurred: [1, 2, 3].map((deviation) => async (card) => card.blur(deviation)),
  'pale and dark': [async (card) => card.linear(0.25, 120), async (card) => card.linear(0.25, 0)],
  'photographed on a table': (
    [
      [450, 0, 0],
      [600, 0, 0],
      [600, 9, 0],
      [800, 4, 1],
      [1000, 0, 2],
      [1000, 15, 1],
      [1300, 6, 2.2],
    ] as const
  ).map(([width, degrees, blur]) => onTable(width, degrees, blur)),
};

/** Backs of licences with a barcode that we draw, in pictures as they are taken. */
export async function drawnBarcodes(): Promise<Measurement[]> {
  const text = aamvaText();
  const card = await cardWithBarcode(text);
  const rows: Measurement[] = [];
  for (const [what, captures] of Object.entries(CAPTURES)) {
    let right = 0;
    for (const capture of captures) {
      const picture = await (await capture(sharp(card))).jpeg({ quality: 80 }).toBuffer();
      const { rgb } = await decodeRgb(picture, { side: BARCODE_SIDE });
      if ((await readBarcodes(rgb)).barcodes[0]?.text === text) right++;
    }
    rows.push({ what: `drawn backs of licences, ${what}`, right, of: captures.length });
  }
  return rows;
}
