import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import type { RgbRaster } from '../image/decode.ts';

const require = createRequire(import.meta.url);

/** Forms of Han characters: simplified or traditional Chinese, or Japanese. */
type HanForm = 'sc' | 'tc' | 'jp';

/** Functions of a fontkit font that are used here. */
interface Font {
  readonly unitsPerEm: number;
  layout(text: string): {
    readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
  };
}

const fonts = new Map<string, Promise<Font>>();

/** Noto Sans with some letters: the packages ship one file for each set of characters, chosen by the first letter. */
function fontWith(letters: string, han: HanForm): Promise<Font> {
  const letter = letters[0]!;
  const family = /\p{Script=Arabic}/u.test(letter)
    ? 'noto-sans-arabic'
    : /\p{Script=Hangul}/u.test(letter)
      ? 'noto-sans-kr'
      : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー〒]/u.test(letter)
        ? `noto-sans-${han}`
        : /\p{Script=Thai}/u.test(letter)
          ? 'noto-sans-thai'
          : /\p{Script=Hebrew}/u.test(letter)
            ? 'noto-sans-hebrew'
            : 'noto-sans';
  const folder = `@fontsource-variable/${family}`;
  const slices: Record<string, string> = JSON.parse(readFileSync(require.resolve(`${folder}/unicode.json`), 'utf8'));
  const name = Object.keys(slices).find((slice) => holds(slices[slice]!, letter.codePointAt(0)!)) ?? 'latin';
  const file = require.resolve(`${folder}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`);
  const key = `${file} ${letters}`;
  const known = fonts.get(key) ?? openFont(file, letters);
  fonts.set(key, known);
  return known;
}

/**
 * Opens a font. The files are variable WOFF2, for which fontkit reads no outlines of a chosen weight; HarfBuzz writes them as
 * TrueType.
 */
async function openFont(file: string, letters: string): Promise<Font> {
  const font = await subsetFont(readFileSync(file), letters, {
    targetFormat: 'truetype',
    variationAxes: { wght: 400 },
  });
  return create(font) as unknown as Font;
}

const holds = (ranges: string, codePoint: number): boolean =>
  ranges.split(',').some((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return codePoint >= Number.parseInt(first, 16) && codePoint <= Number.parseInt(last, 16);
  });

/** A line as an SVG group whose baseline begins at 0, and its width in pixels. */
export interface DrawnLine {
  readonly group: string;
  readonly width: number;
}

export interface LineFonts {
  readonly han?: HanForm;
  /** File of a TrueType font for Latin, Greek and Cyrillic letters; Noto Sans without. */
  readonly european?: string;
}

/** Draws a line with shaped letters: Arabic joins them, Devanagari reorders them. */
export async function drawnLine(
  text: string,
  size: number,
  { han = 'sc', european }: LineFonts = {},
): Promise<DrawnLine> {
  // Words are the smallest parts in one font and one direction; words of Arabic and Hebrew run from the right.
  const words = text.split(' ');
  const ordered = /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text) ? words.toReversed() : words;
  let [x, group] = [0, ''];
  for (const word of ordered) {
    for (const part of partsOf(word)) {
      const own = european !== undefined && EUROPEAN.test(part);
      const font = await (own ? fontOfFile(european) : fontWith(part, han));
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(part);
      for (const [i, glyph] of glyphs.entries()) {
        const { xAdvance, xOffset, yOffset } = positions[i]!;
        const place = `translate(${x + xOffset * scale} ${-yOffset * scale}) scale(${scale} ${-scale})`;
        group += `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
        x += xAdvance * scale;
      }
    }
    x += size * 0.3;
  }
  return { group, width: x - size * 0.3 };
}

/** Letters, digits and marks that European fonts have. */
const EUROPEAN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}]+$/u;

function fontOfFile(file: string): Promise<Font> {
  const known = fonts.get(file) ?? Promise.resolve(create(readFileSync(file)) as unknown as Font);
  fonts.set(file, known);
  return known;
}

/** Ideographs and accented Latin letters one by one, since each may stand in another slice; letters of other scripts as far as they run. */
const partsOf = (word: string): string[] =>
  word.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〒]|[\x21-\x7e]+|[\p{Script=Latin}\p{N}\p{P}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Latin}\p{N}\p{P}ー〒]+/gu,
  ) ?? [];

export interface DrawnOptions {
  /** Pixels of an em. */
  readonly size?: number;
  readonly han?: HanForm;
  /** Quality of the JPEG as which the card was saved; 90 without. */
  readonly quality?: number;
}

/** A card of 1000 by 630 pixels with lines of text from top to bottom, as a JPEG. */
export async function drawnCard(
  lines: readonly string[],
  { size = 34, han = 'sc', quality = 90 }: DrawnOptions = {},
): Promise<Buffer> {
  const drawn = await Promise.all(lines.map((text) => drawnLine(text, size, { han })));
  const rows = drawn.map(
    ({ group }, i) => `<g fill="#23262b" transform="translate(60 ${70 + i * size * 1.9})">${group}</g>`,
  );
  // A pattern of thin lines, as documents have.
  const waves = Array.from(
    { length: 30 },
    (_, i) =>
      `<path d="M0 ${i * 22} C 250 ${i * 22 + 30} 750 ${i * 22 - 30} 1000 ${i * 22}" stroke="#c4d3dd" fill="none"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630"><rect width="1000" height="630" fill="#e9eef1"/>${waves.join('')}${rows.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer();
}

/** The samples of a picture. */
export async function rasterOf(bytes: Buffer): Promise<RgbRaster> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
