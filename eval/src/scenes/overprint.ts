import sharp from 'sharp';
import { between, pick, type Random } from '../forgeries/random.ts';

/** Words with which documents are marked, in scripts for which a font is installed. */
export const WORDS = ['SPECIMEN', 'MUSTER', 'SPÉCIMEN', 'SAMPLE', 'VOID', 'COPY', 'ОБРАЗЕЦ', 'ΔΕΙΓΜΑ', 'CAMPIONE'];

/** Degrees. */
const ANGLES = [0, 0, -15, 25, -30, 40, 75, 90, -90, 165, 180];

/** Raw samples of a picture, three channels, rows from the top. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Draws a translucent word across a document at an angle. Without a word it draws none. */
export async function withWordOver(document: Buffer, word: string | null, random: Random): Promise<Samples> {
  const base = await sharp(document)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(1200, 1200, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = base.info;
  const angle = pick(random, ANGLES);
  const along = Math.abs(Math.sin((angle * Math.PI) / 180)) > 0.8 ? height : width;
  const size = word ? (along * between(random, 0.6, 0.9)) / (word.length * 0.78) : 0;
  const place = `x="${width / 2}" y="${height / 2}" text-anchor="middle" dominant-baseline="middle"`;
  const ink = `fill="${pick(random, ['#c22', '#334', '#888', '#1040a0'])}" fill-opacity="${pick(random, [0.3, 0.45, 0.7])}"`;
  const text = `<text ${place} ${ink} font-family="DejaVu Sans" font-weight="bold" font-size="${size}" transform="rotate(${angle} ${width / 2} ${height / 2})">${word ?? ''}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${text}</svg>`;
  const saved = await sharp(base.data)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 80 })
    .toBuffer();
  const data = await sharp(saved).removeAlpha().raw().toBuffer();
  return { width, height, data: new Uint8Array(data) };
}
