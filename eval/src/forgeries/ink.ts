import { createRequire } from 'node:module';
import type { RgbRaster } from '@bonafide/verification';
import sharp from 'sharp';
import { specimen } from '../../../packages/verification/src/mrz/testing.ts';
import { luma, type PixelBox, rasterOf, sharpOf } from './raster.ts';

export type Typeface =
  | 'OCR-B'
  | 'DejaVu Sans'
  | 'DejaVu Sans Bold'
  | 'DejaVu Sans Condensed'
  | 'DejaVu Sans Mono'
  | 'DejaVu Serif';

const fontFile = (face: Typeface) =>
  createRequire(import.meta.url).resolve(
    `dejavu-fonts-ttf/ttf/${face
      .replace('DejaVu ', 'DejaVu')
      .replace(/ (Bold)$/, '-$1')
      .replaceAll(' ', '')}.ttf`,
  );

/** Ink that a text leaves at each pixel, 0 to 255, cut to its letters. */
export interface Stencil {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * A text as ink.
 * @param size height in pixels after cutting; a text wider than `most` is squeezed
 */
export async function stencil(text: string, face: Typeface, size: { height: number; most: number }): Promise<Stencil> {
  const letters = face === 'OCR-B' ? await zoneInk(text) : await printInk(text, face);
  const height = Math.max(1, Math.round(size.height));
  const width = Math.max(1, Math.round(Math.min(size.most, (letters.width * height) / letters.height)));
  const { data, info } = await sharp(letters.data, { raw: { ...letters, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

async function printInk(text: string, face: Typeface): Promise<Stencil> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const family = face.replace(' Bold', '');
  const drawn = sharp({
    text: {
      text: escaped,
      fontfile: fontFile(face),
      font: `${family}${face.endsWith('Bold') ? ' Bold' : ''} 40`,
      dpi: 144,
      rgba: true,
    },
  });
  const { data, info } = await drawn.extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  return trimmed({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

async function zoneInk(text: string): Promise<Stencil> {
  const pitch = Math.floor(Math.min(60, 900 / text.length));
  const page = await specimen([text], { pitch });
  const top = 600 - Math.ceil(pitch * 1.2);
  const width = Math.min(page.width - 48, Math.ceil(pitch * text.length) + 4);
  const part = await rasterOf(sharpOf(page).extract({ left: 48, top, width, height: 640 - top }));
  const data = Uint8Array.from({ length: part.width * part.height }, (_, i) => {
    const grey = luma(part.data, i * 3);
    return grey > 230 ? 0 : 255 - grey;
  });
  return trimmed({ ...part, data });
}

function trimmed({ width, height, data }: Stencil): Stencil {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! < 40) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  if (right < left) return { width, height, data };
  const [w, h] = [right - left + 1, bottom - top + 1];
  const part = Uint8Array.from({ length: w * h }, (_, i) => data[(top + Math.floor(i / w)) * width + left + (i % w)]!);
  return { width: w, height: h, data: part };
}

/** Draws ink onto a picture, changing it; `strength` below 1 lets the paper show through. */
export function print(
  canvas: RgbRaster,
  ink: Stencil,
  { left, top }: { left: number; top: number },
  colour: readonly number[],
  strength = 1,
): void {
  for (let y = 0; y < ink.height; y++) {
    for (let x = 0; x < ink.width; x++) {
      const [cx, cy] = [Math.round(left) + x, Math.round(top) + y];
      const share = (ink.data[y * ink.width + x]! / 255) * strength;
      if (share <= 0 || cx < 0 || cy < 0 || cx >= canvas.width || cy >= canvas.height) continue;
      const at = (cy * canvas.width + cx) * 3;
      for (let k = 0; k < 3; k++)
        canvas.data[at + k] = Math.round(canvas.data[at + k]! * (1 - share) + colour[k]! * share);
    }
  }
}

/** Colour of the print in a box: the mean of its darkest twentieth. */
export function inkColour(canvas: RgbRaster, box: PixelBox): number[] {
  const pixels: number[] = [];
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) pixels.push((y * canvas.width + x) * 3);
  }
  pixels.sort((a, b) => luma(canvas.data, a) - luma(canvas.data, b));
  const darkest = pixels.slice(0, Math.max(1, Math.floor(pixels.length / 20)));
  return [0, 1, 2].map((k) => darkest.reduce((sum, at) => sum + canvas.data[at + k]!, 0) / darkest.length);
}
