import { createRequire } from 'node:module';
import sharp from 'sharp';
import { drawnLine, type LineFonts } from '../../../packages/verification/src/text/testing.ts';
import { between, type Random } from '../forgeries/random.ts';

const { resolve } = createRequire(import.meta.url);
const dejavu = (name: string) => resolve(`dejavu-fonts-ttf/ttf/DejaVu${name}.ttf`);

/** Regular and bold; undefined is Noto Sans. */
export type Family = readonly [regular: string | undefined, bold: string | undefined];

/** Families of European letters, for development and for the final figure. */
export const FAMILIES: Readonly<Record<'tune' | 'held', readonly Family[]>> = {
  tune: [
    [dejavu('Sans'), dejavu('Sans-Bold')],
    [dejavu('Serif'), dejavu('Serif-Bold')],
    [undefined, undefined],
  ],
  held: [
    [dejavu('SansCondensed'), dejavu('SansCondensed-Bold')],
    [dejavu('SerifCondensed'), dejavu('SerifCondensed-Bold')],
    [dejavu('Sans'), dejavu('Sans-Bold')],
  ],
};

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  /** The point of the line at `x`. */
  readonly align?: 'start' | 'end' | 'middle';
}

/** A sheet of A4 in points that lines are written on. */
export class Sheet {
  readonly width = 595;
  readonly height = 842;
  #marks: string[] = [];
  #family: Family;
  #fonts: LineFonts;
  #rtl: boolean;

  constructor(family: Family, fonts: LineFonts, rtl: boolean) {
    this.#family = family;
    this.#fonts = fonts;
    this.#rtl = rtl;
  }

  /** Writes a line whose top is at `y`; returns the top of the next. Scripts that run from the right mirror the sheet. */
  async text(
    x: number,
    y: number,
    text: string,
    { size = 10, bold = false, align = 'start' }: Style = {},
  ): Promise<number> {
    const european = this.#family[bold ? 1 : 0];
    const { group, width } = await drawnLine(text, size, { ...this.#fonts, ...(european && { european }) });
    const start = align === 'start' ? x : align === 'end' ? x - width : x - width / 2;
    const left = this.#rtl ? this.width - start - width : start;
    this.#marks.push(`<g transform="translate(${left.toFixed(2)} ${(y + 0.8 * size).toFixed(2)})">${group}</g>`);
    return y + 1.35 * size;
  }

  async lines(x: number, y: number, texts: readonly string[], style: Style = {}): Promise<number> {
    let at = y;
    for (const text of texts) at = await this.text(x, at, text, style);
    return at;
  }

  rule(y: number, left = 50, right = 545): void {
    this.#marks.push(`<path d="M${left} ${y}H${right}" stroke="#555" stroke-width="0.6"/>`);
  }

  frame(x: number, y: number, width: number, height: number): void {
    const left = this.#rtl ? this.width - x - width : x;
    this.#marks.push(
      `<rect x="${left}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#666" stroke-width="0.6"/>`,
    );
  }

  /** The sheet as a raster whose height is `pixels`. */
  async raster(pixels: number): Promise<{ width: number; height: number; data: Buffer }> {
    const scale = pixels / this.height;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(this.width * scale)}" height="${pixels}" viewBox="0 0 ${this.width} ${this.height}"><rect width="100%" height="100%" fill="#fdfdfb"/><g fill="#1c1f24">${this.#marks.join('')}</g></svg>`;
    const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  }
}

/** Share of a photograph's height that its sheet takes. */
const SHEET = 0.93;

/**
 * A sheet as a photograph of 1,500 to 2,500 pixels shows it: folded once or twice, with each part in a light and a slant of its
 * own, tilted by up to 4°, unevenly lit, a little out of focus, as JPEG.
 */
export async function photographed(sheet: Sheet, random: Random): Promise<Buffer> {
  const high = Math.round(between(random, 1500, 2500));
  const flat = await sheet.raster(Math.round(high * SHEET));
  const wide = Math.round(flat.width / SHEET);
  const folds = random() < 0.5 ? [0.34, 0.67] : random() < 0.6 ? [0.5] : [];
  const parts = [0, ...folds].map((from) => ({
    from: from * flat.height,
    slant: between(random, -0.012, 0.012),
    light: between(random, 0.86, 1),
  }));
  const tilt = (between(random, -4, 4) * Math.PI) / 180;
  const narrowing = between(random, -0.025, 0.025);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const out = Buffer.alloc(3 * wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const [dx, dy] = [x - wide / 2, y - high / 2];
      const v = flat.height / 2 + cos * dy - sin * dx;
      let u = (cos * dx + sin * dy) * (1 + (narrowing * dy) / high);
      let part = parts[0]!;
      for (const next of parts) {
        if (next.from > v) break;
        u += next === part ? 0 : part.slant * (next.from - part.from);
        part = next;
      }
      u += flat.width / 2 + part.slant * (v - part.from);
      const to = 3 * (y * wide + x);
      if (u < 0 || v < 0 || u >= flat.width - 1 || v >= flat.height - 1) {
        [out[to], out[to + 1], out[to + 2]] = [92, 82, 70];
        continue;
      }
      const near = Math.min(...folds.map((fold) => Math.abs(v - fold * flat.height)), 99);
      const crease = near < 5 ? 0.82 + 0.036 * near : 1;
      const light = part.light * crease * (1 - (0.12 * x) / wide);
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [fx, fy] = [u - left, v - top];
      const at = 3 * (top * flat.width + left);
      for (let c = 0; c < 3; c++) {
        const upper = flat.data[at + c]! * (1 - fx) + flat.data[at + 3 + c]! * fx;
        const under = at + 3 * flat.width + c;
        const lower = flat.data[under]! * (1 - fx) + flat.data[under + 3]! * fx;
        out[to + c] = light * (upper * (1 - fy) + lower * fy);
      }
    }
  }
  return sharp(out, { raw: { width: wide, height: high, channels: 3 } })
    .blur(between(random, 0.3, 0.7))
    .jpeg({ quality: Math.round(between(random, 70, 92)) })
    .toBuffer();
}
