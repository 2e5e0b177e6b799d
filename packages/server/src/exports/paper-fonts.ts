import type { Font } from 'fontkit';
import { withoutControls } from './printable.ts';
import { placeMarksWithoutAnchors } from './shaping.ts';
import type { Fonts, Run } from './text-lines.ts';
import {
  familiesFor,
  fontOf,
  type HanForm,
  lastResort,
  MAIN_FAMILY,
  type Slice,
  sliceHas,
  slicesOf,
  type Weight,
} from './typefaces.ts';

/**
 * Maximum number of font parts in one document; each takes about 30 ms to make. Names and addresses in four scripts need ten. Text that
 * needs more than 48 parts is shown as code points.
 */
const MOST_SLICES = 48;

const nameOf = ({ family, name }: Slice, weight: Weight) => `${family}-${name}-${weight}`;

/** The text of a document, and how its Han characters are drawn. */
export interface PrintedText {
  readonly text: string;
  readonly han: HanForm;
}

/** Loads the fonts for a text into a document. */
export async function registerFonts(
  doc: PDFKit.PDFDocument,
  { text, han }: PrintedText,
): Promise<Record<Weight, Fonts>> {
  // Loaded as pdfkit loads it: one copy, whose correction holds for both.
  const { create } = await import('fontkit');
  /** Fonts by name, to look up the characters of a font, which pdfkit doesn't tell. */
  const parsed = new Map<string, Font>();
  const covers = (name: string, codePoint: number): boolean =>
    (parsed.get(name) as Font).hasGlyphForCodePoint(codePoint);

  function add(name: string, file: Buffer): void {
    const font = create(file);
    placeMarksWithoutAnchors(font);
    parsed.set(name, font);
    doc.registerFont(name, file);
  }

  const registered = new Set<string>();
  async function register(slice: Slice, weight: Weight): Promise<string> {
    const name = nameOf(slice, weight);
    if (!registered.has(name)) add(name, await fontOf(slice, weight));
    registered.add(name);
    return name;
  }

  const order: Record<Weight, Map<number, string>> = { regular: new Map(), bold: new Map() };
  const last = { regular: 'last-regular', bold: 'last-bold' } as const;
  for (const weight of ['regular', 'bold'] as const) {
    add(last[weight], await lastResort(weight));
  }

  async function find(codePoint: number, weight: Weight): Promise<string | undefined> {
    for (const family of familiesFor(han)) {
      for (const slice of await slicesOf(family)) {
        if (!sliceHas(slice, codePoint)) continue;
        // Names in other scripts are printed in one weight: a bold one would double what is loaded and embedded.
        const drawn = family === MAIN_FAMILY ? weight : 'regular';
        if (registered.size >= MOST_SLICES && !registered.has(nameOf(slice, drawn))) continue;
        const name = await register(slice, drawn);
        if (covers(name, codePoint)) return name;
      }
    }
    return covers(last[weight], codePoint) ? last[weight] : undefined;
  }

  for (const codePoint of codePointsOf(text)) {
    for (const weight of ['regular', 'bold'] as const) {
      const name = await find(codePoint, weight);
      if (name !== undefined) order[weight].set(codePoint, name);
    }
  }

  const widths = new Map<string, number>();
  function widthOf({ font, shaped }: Run): number {
    const key = `${font} ${shaped}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = doc.font(font).fontSize(1).widthOfString(shaped, { features: [] });
      widths.set(key, width);
    }
    return width;
  }

  const fonts = (weight: Weight): Fonts => ({
    fontFor: (codePoint) => order[weight].get(codePoint),
    has: covers,
    widthOf,
  });
  return { regular: fonts('regular'), bold: fonts('bold') };
}

/** Characters of the documents' own texts, with replacements for characters without a glyph. */
const OWN = `${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}–…›`;

function codePointsOf(text: string): Set<number> {
  const printed = withoutControls(text);
  // Labels begin with a capital.
  const all = OWN + printed + printed.toUpperCase();
  return new Set(Array.from(all, (character) => character.codePointAt(0)!));
}
