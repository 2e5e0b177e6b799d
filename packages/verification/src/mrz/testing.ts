import sharp from 'sharp';
import { decodeRgb, type RgbRaster } from '../image/decode.ts';
import { drawMrz } from './ocr-b.ts';

/**
 * A page of 1000 by 640 pixels with a made-up heading of bars and a zone at its foot.
 *
 * @param pitch pixels from letter to letter
 * @param weight added to the strokes, in units of the outlines, whose own strokes are 10 wide; below 0 they become finer
 */
export async function specimen(lines: readonly string[], { pitch = 20, weight = 0 } = {}): Promise<RgbRaster> {
  const colour = weight < 0 ? PAPER : '#000';
  const stroke = weight === 0 ? '' : `stroke="${colour}" stroke-width="${Math.abs(weight)}"`;
  const letters = drawMrz(lines, { left: 50, bottom: 600, pitch }, stroke);
  const paper = `<rect width="1000" height="640" fill="${PAPER}"/><rect x="60" y="60" width="420" height="14" fill="#446"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640">${paper}${letters}</svg>`;
  return (await decodeRgb(await sharp(Buffer.from(svg)).png().toBuffer(), { side: 1000 })).rgb;
}

const PAPER = '#f4f2ee';
