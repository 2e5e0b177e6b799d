import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';

/** Forms of Han characters: simplified Chinese, traditional Chinese, Japanese or Korean. */
export type HanForm = 'sc' | 'tc' | 'jp' | 'kr';

export type Weight = 'regular' | 'bold';

/** A part of a family: the package ships one file for each set of characters. */
export interface Slice {
  readonly family: string;
  /** `latin`, `arabic`, `119`, … */
  readonly name: string;
  /** First and last code points of its ranges. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** OpenType `wght`; headings are semi-bold. */
const WEIGHTS: Record<Weight, number> = { regular: 400, bold: 600 };

const require = createRequire(import.meta.url);

/** Noto Sans for Latin, Greek, Cyrillic and Devanagari; everything that documents print of themselves is in it. */
export const MAIN_FAMILY = 'noto-sans';

/** Scripts that documents rarely print, each with a family of its own. fontkit cannot put Burmese vowels in their places. */
const RARER = [
  ...['bengali', 'tamil', 'telugu', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'sinhala'],
  ...['khmer', 'ethiopic'],
];

/** Families in which a character is searched for, in this order. The other three Han families help with rare characters. */
export function familiesFor(han: HanForm): string[] {
  const forms = [han, ...(['sc', 'tc', 'jp', 'kr'] as const).filter((form) => form !== han)];
  const names = ['noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai', ...forms.map((form) => `noto-sans-${form}`)];
  return [MAIN_FAMILY, ...names, ...RARER.map((script) => `noto-sans-${script}`)];
}

/** A TrueType font for scripts that Noto Sans lacks: Armenian, Georgian, symbols and more. */
export function lastResort(weight: Weight): Promise<Buffer> {
  const name = weight === 'bold' ? 'DejaVuSans-Bold' : 'DejaVuSans';
  return readFile(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
}

const families = new Map<string, Promise<Slice[]>>();

/** The slices of a family, as its package lists them. */
export function slicesOf(family: string): Promise<Slice[]> {
  let slices = families.get(family);
  if (!slices) {
    slices = readSlices(family);
    families.set(family, slices);
  }
  return slices;
}

async function readSlices(family: string): Promise<Slice[]> {
  const list = await readFile(require.resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8');
  return Object.entries(JSON.parse(list) as Record<string, string>).map(([name, ranges]) => ({
    family,
    name: name.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map(rangeOf),
  }));
}

/** `U+304`, `U+600-6FF` */
function rangeOf(range: string): readonly [number, number] {
  const [first = '', last = first] = range.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

export function sliceHas({ ranges }: Slice, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Fonts that were made, 30 to 150 KB each: a process draws many documents in few scripts. */
const slices = new LRUCache<string, Promise<Buffer>>({ max: 96 });

/**
 * A slice as a TrueType font of one weight. The packages ship variable WOFF2 files. Fontkit can neither fix an axis nor embed a
 * part of them; HarfBuzz can.
 */
export function fontOf(slice: Slice, weight: Weight): Promise<Buffer> {
  const key = `${slice.family} ${slice.name} ${weight}`;
  let font = slices.get(key);
  if (!font) {
    font = makeFont(slice, weight);
    slices.set(key, font);
    // A later document tries again.
    font.catch(() => slices.delete(key));
  }
  return font;
}

async function makeFont({ family, name, ranges }: Slice, weight: Weight): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font');
  const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${name}-wght-normal.woff2`);
  return subsetFont(await readFile(file), charactersOf(ranges), {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHTS[weight] },
  });
}

/** Characters of the ranges, with spaces and hyphens if the file has them, so that a name in one script stays in one font. */
function charactersOf(ranges: Slice['ranges']): string {
  const characters = [' ', '-'];
  for (const [first, last] of ranges) {
    for (let codePoint = first; codePoint <= last; codePoint++) {
      const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
      if (!isSurrogate) characters.push(String.fromCodePoint(codePoint));
    }
  }
  return characters.join('');
}

/** Countries (ISO 3166-1 alpha-3) whose documents decide how Han characters are drawn. */
const hanCountries: Readonly<Record<string, HanForm>> = {
  CHN: 'sc',
  SGP: 'sc',
  MYS: 'sc',
  TWN: 'tc',
  HKG: 'tc',
  MAC: 'tc',
  JPN: 'jp',
  KOR: 'kr',
  PRK: 'kr',
};

/**
 * The form of Han characters that the data suggest: Kana and Hangul stand in one country's names alone; else a country of
 * the applicant or the document decides, else simplified Chinese.
 *
 * @param text everything that is printed
 * @param countries ISO 3166-1 alpha-3, the most significant first
 */
export function hanFormOf(text: string, countries: readonly (string | null | undefined)[]): HanForm {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  return countries.flatMap((country) => hanCountries[country ?? ''] ?? [])[0] ?? 'sc';
}
