import { once } from 'node:events';
import { withoutControls } from './printable.ts';
import { type ShapingFont, toleratingMissingAnchors } from './shaping.ts';
import { placeSignature, type SignatureNote } from './signature.ts';
import { type Fonts, type Line, linesOf, type Run } from './text-lines.ts';
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

// All lengths are points (1/72 inch).
export const MARGIN = 52;
const FOOT = 60;
/** Of a line, as a multiple of the size of its letters. */
const LINE_HEIGHT = 1.36;
/** From the top of a line to the line that letters stand on. */
const ASCENT = 1.04;

export const ink = '#1c2430';
export const muted = '#5a6573';

interface Style {
  readonly weight?: Weight;
  readonly size?: number;
  readonly colour?: string;
}

export interface PaperOptions {
  /** Stands in the metadata, which hold nothing else about the content, and at the foot of each page. */
  readonly title: string;
  readonly createdAt: Date;
  readonly compress: boolean;
  /** Everything that will be printed, in any order: the fonts for it are loaded first. */
  readonly text: string;
  readonly han: HanForm;
  /** Leaves room for it: the file is to be signed. */
  readonly signature?: SignatureNote | undefined;
}

/** A text, laid out in lines. */
export interface Block {
  readonly lines: readonly Line[];
  readonly style: Required<Style>;
  readonly height: number;
  /** Of its longest line. */
  readonly width: number;
}

export type Structure = PDFKit.PDFStructureElement;

/** A4 pages that text, boxes and pictures are drawn on, with their structure for screen readers. */
export interface Paper {
  readonly width: number;
  /** Lower edge of what may be printed on. */
  readonly bottom: number;
  /** The page is as tall as this between its margins. */
  readonly height: number;
  readonly root: Structure;
  element(tag: string, parent: Structure, alt?: string): Structure;
  block(text: string, width: number, style?: Style): Block;
  /** Writes lines as the content of a new structure element. */
  write(tag: string, block: Block, at: { x: number; y: number }, parent: Structure): void;
  /** Draws what is decoration or repeats itself, for which screen readers don't stop. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void;
  /** Writes text that screen readers skip, such as a heading that is repeated. */
  repeat(block: Block, at: { x: number; y: number }): void;
  /** `bytes`: JPEG or PNG. */
  picture(
    bytes: Uint8Array,
    box: { x: number; y: number; width: number; height: number },
    alt: string,
    parent: Structure,
  ): void;
  turnPage(): void;
  finish(): Promise<Uint8Array>;
}

/** Opens an empty document (PDF 1.7, tagged, in English) with the fonts for its text. */
export async function openPaper(options: PaperOptions): Promise<Paper> {
  // Start-up doesn't pay for the library: it is loaded when the first document is asked for.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    compress: options.compress,
    // An empty name keeps the library from embedding Helvetica, which this document doesn't use.
    font: '',
    info: { Title: options.title, Producer: 'Bonafide', Creator: 'Bonafide', CreationDate: options.createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(doc, 'end');
  const fontsOf = await registerFonts(doc, options);

  doc.addPage();
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - FOOT;
  const root = doc.struct('Document');
  doc.addStructure(root);

  function block(text: string, within: number, { weight = 'regular', size = 9, colour = ink }: Style = {}): Block {
    const fonts = fontsOf[weight];
    const lines = text === '' ? [] : linesOf(text, within / size, fonts);
    const widths = lines.map((line) => line.reduce((sum, run) => sum + fonts.widthOf(run), 0));
    return {
      lines,
      style: { weight, size, colour },
      height: lines.length * size * LINE_HEIGHT,
      width: Math.max(0, ...widths) * size,
    };
  }

  function draw({ lines, style: { weight, size, colour } }: Block, { x, y }: { x: number; y: number }): void {
    doc.fontSize(size).fillColor(colour);
    for (const [index, line] of lines.entries()) {
      let left = x;
      for (const run of line) {
        const place = { x: left, y: y + (index * LINE_HEIGHT + ASCENT) * size };
        if (run.reordered) withActualText(doc, run.shaped, () => drawRun(doc, run, place));
        else drawRun(doc, run, place);
        left += fontsOf[weight].widthOf(run) * size;
      }
    }
  }

  function artifact(type: 'Layout' | 'Pagination', paint: () => void): void {
    doc.markContent('Artifact', { type });
    paint();
    doc.endMarkedContent();
  }

  const paper: Paper = {
    width,
    bottom,
    height: bottom - MARGIN,
    root,
    block,
    element(tag, parent, alt) {
      const element = doc.struct(tag, alt === undefined ? {} : { alt });
      parent.add(element);
      return element;
    },
    write(tag, text, at, parent) {
      parent.add(doc.struct(tag, {}, () => draw(text, at)));
    },
    decorate: (paint) => artifact('Layout', () => paint(doc)),
    repeat: (text, at) => artifact('Pagination', () => draw(text, at)),
    picture(bytes, { x, y, width: wide, height: tall }, alt, parent) {
      const paint = () => doc.image(Buffer.from(bytes), x, y, { fit: [wide, tall], align: 'center', valign: 'center' });
      parent.add(doc.struct('Figure', { alt }, paint));
    },
    turnPage() {
      doc.addPage();
    },
    async finish() {
      const { count } = doc.bufferedPageRange();
      const small: Style = { size: 7.5, colour: muted };
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        const y = doc.page.height - FOOT + 22;
        const number = block(`Page ${page + 1} of ${count}`, width, small);
        paper.repeat(block(options.title, width, small), { x: MARGIN, y });
        paper.repeat(number, { x: MARGIN + width - number.width, y });
      }
      root.end();
      if (options.signature) placeSignature(doc, options.signature);
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
  return paper;
}

/** `y`: of the line that letters stand on. */
function drawRun(doc: PDFKit.PDFDocument, { font, shaped }: Run, { x, y }: { x: number; y: number }): void {
  // With a list of features, even an empty one, the library shapes the run as a whole and not word by word.
  doc.font(font).text(shaped, x, y, { lineBreak: false, baseline: 'alphabetic', features: [] });
}

/**
 * Draws text that readers are to copy and to search as given (ISO 32000-1, 14.9.4). The mark stands right around the text
 * object, since Poppler places it by the coordinates that hold where it ends; the library offers no such place.
 */
function withActualText(doc: PDFKit.PDFDocument, text: string, draw: () => void): void {
  const open = doc as unknown as { addContent(content: string): unknown };
  const { addContent } = open;
  open.addContent = (content) => {
    if (content === 'BT') doc.markContent('Span', { actual: text });
    addContent.call(doc, content);
    if (content === 'ET') doc.endMarkedContent();
    return doc;
  };
  try {
    draw();
  } finally {
    open.addContent = addContent;
  }
}

/**
 * Parts of fonts in one document: each takes some 30 ms to make. Names and addresses in four scripts need ten; what comes after
 * the first 48, in the order of the text, is shown by code points.
 */
const MOST_SLICES = 48;

const nameOf = ({ family, name }: Slice, weight: Weight) => `${family}-${name}-${weight}`;

/** Loads the fonts for a text into a document. */
async function registerFonts(doc: PDFKit.PDFDocument, { text, han }: PaperOptions): Promise<Record<Weight, Fonts>> {
  /** The library has no public way to ask a font what it covers. */
  function fontBehind(name: string): ShapingFont & { hasGlyphForCodePoint(at: number): boolean } {
    return (doc.font(name) as unknown as { _font: { font: ReturnType<typeof fontBehind> } })._font.font;
  }

  const covers = (name: string, codePoint: number): boolean => fontBehind(name).hasGlyphForCodePoint(codePoint);

  const registered = new Set<string>();
  async function register(slice: Slice, weight: Weight): Promise<string> {
    const name = nameOf(slice, weight);
    if (!registered.has(name)) {
      doc.registerFont(name, await fontOf(slice, weight));
      toleratingMissingAnchors(fontBehind(name));
    }
    registered.add(name);
    return name;
  }

  const order: Record<Weight, Map<number, string>> = { regular: new Map(), bold: new Map() };
  const last = { regular: 'last-regular', bold: 'last-bold' } as const;
  for (const weight of ['regular', 'bold'] as const) {
    doc.registerFont(last[weight], await lastResort(weight));
    toleratingMissingAnchors(fontBehind(last[weight]));
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

/** What documents print of themselves, with the characters that stand for those without a glyph. */
const OWN = `${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}–…›`;

function codePointsOf(text: string): Set<number> {
  const printed = withoutControls(text);
  // Labels begin with a capital.
  const all = OWN + printed + printed.toUpperCase();
  return new Set(Array.from(all, (character) => character.codePointAt(0)!));
}
