import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Longer by shorter side of cards and passport pages: other pictures of documents show a table, two sides or a whole booklet. */
const PROPORTIONS = [1.3, 1.75] as const;

export interface Card {
  readonly file: string;
  /** The document alone, PNG, with rounded corners where it is a card. */
  readonly bytes: Buffer;
}

/** Open documents that fill their pictures. */
export async function openCards(data: string): Promise<Card[]> {
  const cards: Card[] = [];
  for (const set of ['documents_mrz', 'documents_front']) {
    if (!existsSync(join(data, set))) continue;
    for (const file of readdirSync(join(data, set)).sort()) {
      if (!/\.(?:jpe?g|png)$/i.test(file)) continue;
      const bytes = readFileSync(join(data, set, file));
      const picture = await sharp(bytes)
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .toBuffer();
      const { width = 1, height = 1 } = await sharp(picture).metadata();
      if (width / height > PROPORTIONS[0] && width / height < PROPORTIONS[1])
        cards.push({ file, bytes: await rounded(picture, width, height) });
    }
  }
  return cards;
}

async function rounded(picture: Buffer, width: number, height: number): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${0.035 * width}"/></svg>`;
  return sharp(picture)
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
}
