import { buffer } from 'node:stream/consumers';
import { registerFonts } from './paper-fonts.ts';
import { placeSignature, type SignatureNote } from './signature.ts';
import { type Fonts, type Line, linesOf, type Run } from './text-lines.ts';
import type { HanForm, Weight } from './typefaces.ts';

// All lengths are points (1/72 inch).
export const MARGIN = 52;
const FOOT = 60;
/** Height of a line, as a multiple of the size of its letters. */
const LINE_HEIGHT = 1.36;
/** Distance from the top of a line to its baseline. */
const ASCENT = 1.04;

/** Thickness of a drawn line. */
const PEN = 1.4;

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

/** A text, broken into lines. */
export interface Block {
  readonly lines: readonly Line[];
  readonly style: Required<Style>;
  readonly height: number;
  /** Width of its longest line. */
  readonly width: number;
}

export type Structure = PDFKit.PDFStructureElement;

/** A place on a page, in points from its upper left corner. */
interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

type TextDocument = InstanceType<Awaited<ReturnType<typeof documentClass>>>;

/** Opens an empty document (PDF 1.7, tagged, in English) with the fonts for its text. */
export async function openPaper(options: PaperOptions): Promise<Paper> {
  const TextDocument = await documentClass();
  const doc = new TextDocument({
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
  return new Paper(doc, await registerFonts(doc, options), options);
}

/** A4 pages that text, boxes and pictures are drawn on, with their structure for screen readers. */
export class Paper {
  readonly width: number;
  /** Lower edge of the printable area. */
  readonly bottom: number;
  /** The page is as tall as this between its margins. */
  readonly height: number;
  readonly root: Structure;
  readonly #doc: TextDocument;
  readonly #fonts: Readonly<Record<Weight, Fonts>>;
  readonly #options: PaperOptions;

  constructor(doc: TextDocument, fonts: Readonly<Record<Weight, Fonts>>, options: PaperOptions) {
    this.#doc = doc;
    this.#fonts = fonts;
    this.#options = options;
    doc.addPage();
    this.width = doc.page.width - 2 * MARGIN;
    this.bottom = doc.page.height - FOOT;
    this.height = this.bottom - MARGIN;
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  element(tag: string, parent: Structure): Structure {
    const element = this.#doc.struct(tag, {});
    parent.add(element);
    return element;
  }

  /** Breaks a text into lines of at most `within` points. */
  block(text: string, within: number, { weight = 'regular', size = 9, colour = ink }: Style = {}): Block {
    const fonts = this.#fonts[weight];
    const lines = text === '' ? [] : linesOf(text, within / size, fonts);
    const widths = lines.map((line) => line.reduce((sum, run) => sum + fonts.widthOf(run), 0));
    return {
      lines,
      style: { weight, size, colour },
      height: lines.length * size * LINE_HEIGHT,
      width: Math.max(0, ...widths) * size,
    };
  }

  /** Writes lines as the content of a new structure element. */
  write(tag: string, block: Block, at: Point, parent: Structure): void {
    parent.add(this.#doc.struct(tag, {}, () => this.#draw(block, at)));
  }

  /** Draws what is decoration or repeats itself, for which screen readers don't stop. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#artifact('Layout', () => draw(this.#doc));
  }

  /** Writes text that screen readers skip, such as a heading that is repeated. */
  repeat(block: Block, at: Point): void {
    this.#artifact('Pagination', () => this.#draw(block, at));
  }

  /** `bytes`: JPEG or PNG. */
  picture(bytes: Uint8Array, { x, y, width, height }: Box, alt: string, parent: Structure): void {
    const fitted = { fit: [width, height], align: 'center', valign: 'center' } satisfies PDFKit.Mixins.ImageOption;
    parent.add(this.#doc.struct('Figure', { alt }, () => void this.#doc.image(Buffer.from(bytes), x, y, fitted)));
  }

  /** Draws strokes, each `[x, y, x, y, …]`; `scale`: points of a unit of theirs. */
  pen(strokes: readonly (readonly number[])[], place: Point & { scale: number }, alt: string, parent: Structure): void {
    const paint = () => {
      this.#doc.lineWidth(PEN).lineCap('round').lineJoin('round').strokeColor(ink);
      for (const stroke of strokes) drawStroke(this.#doc, stroke, place);
      this.#doc.stroke();
    };
    parent.add(this.#doc.struct('Figure', { alt }, paint));
  }

  turnPage(): void {
    this.#doc.addPage();
  }

  /** Writes the title and the number of each page at its foot, and returns the file. */
  async finish(): Promise<Uint8Array> {
    const { signature } = this.#options;
    this.#writeFeet();
    this.root.end();
    if (signature) placeSignature(this.#doc, signature);
    this.#doc.end();
    return buffer(this.#doc);
  }

  #writeFeet(): void {
    const { count } = this.#doc.bufferedPageRange();
    const small: Style = { size: 7.5, colour: muted };
    for (let page = 0; page < count; page += 1) {
      this.#doc.switchToPage(page);
      const y = this.#doc.page.height - FOOT + 22;
      const number = this.block(`Page ${page + 1} of ${count}`, this.width, small);
      this.repeat(this.block(this.#options.title, this.width, small), { x: MARGIN, y });
      this.repeat(number, { x: MARGIN + this.width - number.width, y });
    }
  }

  #draw({ lines, style: { weight, size, colour } }: Block, { x, y }: Point): void {
    const doc = this.#doc;
    doc.fontSize(size).fillColor(colour);
    for (const [index, line] of lines.entries()) {
      let left = x;
      for (const run of line) {
        const place = { x: left, y: y + (index * LINE_HEIGHT + ASCENT) * size };
        if (run.reordered) doc.withActualText(run.shaped, () => drawRun(doc, run, place));
        else drawRun(doc, run, place);
        left += this.#fonts[weight].widthOf(run) * size;
      }
    }
  }

  #artifact(type: 'Layout' | 'Pagination', paint: () => void): void {
    this.#doc.markContent('Artifact', { type });
    paint();
    this.#doc.endMarkedContent();
  }
}

function drawStroke(
  doc: PDFKit.PDFDocument,
  stroke: readonly number[],
  { x, y, scale }: Point & { scale: number },
): void {
  const points = stroke.flatMap((left, at) => (at % 2 === 0 ? [[left, stroke[at + 1] as number] as const] : []));
  const [[left, top] = [0, 0], ...rest] = points;
  doc.moveTo(x + left * scale, y + top * scale);
  // A dot is a stroke that goes nowhere: with round ends it shows.
  for (const [px, py] of rest.length > 0 ? rest : [[left, top] as const]) doc.lineTo(x + px * scale, y + py * scale);
}

/** `y`: of the line that letters stand on. */
function drawRun(doc: PDFKit.PDFDocument, { font, shaped }: Run, { x, y }: Point): void {
  // With a list of features, even an empty one, the library shapes the run as a whole and not word by word.
  doc.font(font).text(shaped, x, y, { lineBreak: false, baseline: 'alphabetic', features: [] });
}

/**
 * A document that can draw text which readers are to copy and to search as given (ISO 32000-1, 14.9.4). The mark stands right
 * around the text object, since Poppler places it by the font and the coordinates that hold where it ends.
 */
async function documentClass() {
  // Start-up doesn't pay for the library: it is loaded when the first document is asked for.
  const { default: PDFDocument } = await import('pdfkit');
  return class extends PDFDocument {
    #actual: string | undefined;

    withActualText(text: string, draw: () => void): void {
      this.#actual = text;
      draw();
      this.#actual = undefined;
    }

    override addContent(content: string): this {
      const mark = this.#actual !== undefined;
      if (mark && content === 'BT') this.markContent('Span', { actual: this.#actual as string });
      super.addContent(content);
      if (mark && content === 'ET') this.endMarkedContent();
      return this;
    }
  };
}
