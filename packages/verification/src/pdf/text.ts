import type { PdfiumModule } from './module.ts';

/** A run of text on one line, without large gaps: cells of a table are lines of their own. */
export interface PdfLine {
  readonly text: string;
  /** Pixels of the page's raster. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** More characters than this on one page are not read: a page of small print has about 10,000. */
const MOST_CHARACTERS = 50_000;

/** Gap, in heights of the line, that parts two cells; a wide blank is about half a height. */
const CELL_GAP = 1.2;

interface Glyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The text layer of a page, in its own order, positioned on a raster of `width` by `height` pixels. */
export function linesOf(
  module: PdfiumModule,
  page: number,
  { width, height }: { width: number; height: number },
): PdfLine[] {
  const text = module._FPDFText_LoadPage(page);
  if (text === 0) return [];
  const memory = module.wasmExports.malloc(40);
  try {
    const lines: PdfLine[] = [];
    let line: Glyph[] = [];
    // Of the inked glyphs of the line so far: a line may have as many as a page, and is not to be walked for each.
    let [last, highest]: [Glyph | undefined, number] = [undefined, 0];
    const end = () => {
      const textLine = lineOf(line);
      if (textLine) lines.push(textLine);
      line = [];
      [last, highest] = [undefined, 0];
    };
    const count = Math.min(module._FPDFText_CountChars(text), MOST_CHARACTERS);
    for (let i = 0; i < count; i++) {
      const code = module._FPDFText_GetUnicode(text, i);
      // PDFium puts a line break between lines by itself; U+0002 and U+FFFE stand for a hyphen at the end of a line.
      if (code === 0x0d || code === 0x0a) end();
      if (code < 0x20 || code > 0x10ffff || code === 0xfffe) continue;
      const glyph = glyphAt(module, { text, page, index: i, code, memory, width, height });
      if (glyph.text !== ' ') {
        // Boxes are tight, and the box of a comma says nothing about the height of the line.
        highest = Math.max(highest, glyph.bottom - glyph.top);
        if (last && glyph.left - last.right > CELL_GAP * highest) end();
        [last, highest] = [glyph, Math.max(highest, glyph.bottom - glyph.top)];
      }
      line.push(glyph);
    }
    end();
    return lines;
  } finally {
    module.wasmExports.free(memory);
    module._FPDFText_ClosePage(text);
  }
}

interface GlyphAt {
  readonly text: number;
  readonly page: number;
  readonly index: number;
  readonly code: number;
  /** Address at which PDFium writes four doubles and two integers. */
  readonly memory: number;
  readonly width: number;
  readonly height: number;
}

function glyphAt(module: PdfiumModule, { text, page, index, code, memory, width, height }: GlyphAt): Glyph {
  module._FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24);
  // The heap may have grown, and moved, since the last look.
  const view = new DataView(module.HEAPU8.buffer, memory, 40);
  const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => view.getFloat64(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  const device = (x: number, y: number): [number, number] => {
    module._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory + 32, memory + 36);
    const view = new DataView(module.HEAPU8.buffer, memory, 40);
    return [view.getInt32(32, true), view.getInt32(36, true)];
  };
  const [x1, y1] = device(left, top);
  const [x2, y2] = device(right, bottom);
  return {
    text: code === 0xa0 ? ' ' : String.fromCodePoint(code),
    left: Math.min(x1, x2),
    right: Math.max(x1, x2),
    top: Math.min(y1, y2),
    bottom: Math.max(y1, y2),
  };
}

function lineOf(glyphs: readonly Glyph[]): PdfLine | undefined {
  const inked = glyphs.filter(({ text }) => text !== ' ');
  if (inked.length === 0) return undefined;
  const left = Math.min(...inked.map((glyph) => glyph.left));
  const top = Math.min(...inked.map((glyph) => glyph.top));
  const text = glyphs
    .map((glyph) => glyph.text)
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  return {
    text,
    box: {
      left,
      top,
      width: Math.max(...inked.map((glyph) => glyph.right)) - left,
      height: Math.max(...inked.map((glyph) => glyph.bottom)) - top,
    },
  };
}
