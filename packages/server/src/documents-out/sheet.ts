import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { joinRightToLeft, paragraph, withoutMissingGlyphs } from './printable.ts';
import { placeSignature, type SignatureNote } from './signature.ts';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

export interface Badge {
  text: string;
  tone: Tone;
}

export interface Fact {
  label: string;
  value: string;
  tone?: Tone;
}

export interface Row extends Fact {
  /** Steps of indentation. */
  depth: number;
  strong?: boolean;
}

/** A4 pages filled from top to bottom; what does not fit goes on the next one. */
export interface Sheet {
  title(text: string, badge: Badge): void;
  banner(text: string): void;
  note(text: string): void;
  section(title: string, badge: Badge): void;
  facts(facts: readonly Fact[]): void;
  table(labelHead: string, valueHead: string, rows: readonly Row[]): void;
  /** Numbers the pages and gives the file. */
  finish(): Promise<Uint8Array>;
}

// All lengths are points (1/72 inch).
const MARGIN = 52;
const FOOT = 64;
const PADDING = 3.5;
/** From the edge of a table to its text. */
const INSET = 6;
const INDENT = 14;
const LABEL_SHARE = 0.44;
/** Least room under a heading, so that it never stands alone at the foot of a page. */
const KEEP_WITH_HEADING = 110;
const LONGEST_LABEL = 200;

const ink = '#1c2430';
const muted = '#5a6573';
const line = '#dde2e8';
// Text on its background has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
const colours: Record<Tone, { text: string; ground: string }> = {
  good: { text: '#11633a', ground: '#e2f4e9' },
  warning: { text: '#7f4a00', ground: '#fdf0d5' },
  bad: { text: '#8f1d1d', ground: '#fbe4e4' },
  neutral: { text: '#4a5461', ground: '#edf0f3' },
};

interface Toolkit {
  PDFDocument: new (options: PDFKit.PDFDocumentOptions) => PDFKit.PDFDocument;
  regular: Buffer;
  bold: Buffer;
}

let toolkit: Promise<Toolkit> | undefined;

/** Loaded when the first document is asked for: start-up pays neither for the library nor for 1.4 MB of fonts. */
function loadToolkit(): Promise<Toolkit> {
  toolkit ??= (async () => {
    const require = createRequire(import.meta.url);
    const font = (name: string) => readFile(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
    const [pdfkit, regular, bold] = await Promise.all([import('pdfkit'), font('DejaVuSans'), font('DejaVuSans-Bold')]);
    return { PDFDocument: pdfkit.default, regular, bold };
  })();
  return toolkit;
}

/**
 * Opens an empty document. `title` goes into its metadata, which hold nothing else about the content. DejaVu Sans, embedded
 * as a subset, shows Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters; others are shown by code point,
 * and the tagged text keeps them as they are.
 */
export async function openSheet(options: {
  title: string;
  createdAt: Date;
  compress: boolean;
  /** Leaves room for it: the file is to be signed. */
  signature?: SignatureNote | undefined;
}): Promise<Sheet> {
  const { PDFDocument, regular, bold } = await loadToolkit();
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
  doc.registerFont('regular', regular).registerFont('bold', bold);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(doc, 'end');

  doc.addPage().font('regular');
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - FOOT;
  const root = doc.struct('Document');
  doc.addStructure(root);
  let parent = root;
  let y = MARGIN;
  let heading = '';

  // The library has no public way to ask a font what it covers.
  const covered = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } })._font
    .font;
  const shown = (text: string) =>
    joinRightToLeft(withoutMissingGlyphs(text, (codePoint) => covered.hasGlyphForCodePoint(codePoint)));

  function artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    doc.markContent('Artifact', { type });
    draw();
    doc.endMarkedContent();
  }

  interface Style {
    font?: 'regular' | 'bold';
    size?: number;
    colour?: string;
    width?: number;
    lineGap?: number;
  }

  function set({ font = 'regular', size = 9, colour = ink }: Style): void {
    doc.font(font).fontSize(size).fillColor(colour);
  }

  function height(text: string, style: Style): number {
    set(style);
    return text === ''
      ? 0
      : doc.heightOfString(shown(text), { width: style.width ?? width, lineGap: style.lineGap ?? 1 });
  }

  /** Writes text at a place, as the content of a new structure element. */
  function write(tag: string, text: string, x: number, top: number, style: Style, to = parent): void {
    const visible = shown(text);
    const element = doc.struct(tag, visible === text ? {} : { actual: text }, () => {
      set(style);
      if (visible !== '') doc.text(visible, x, top, { width: style.width ?? width, lineGap: style.lineGap ?? 1 });
    });
    to.add(element);
  }

  function badgeWidth(text: string, size: number): number {
    set({ font: 'bold', size });
    return Math.ceil(doc.widthOfString(shown(text))) + 2 * size * 0.7;
  }

  function writeBadge(tag: string, { text, tone }: Badge, x: number, top: number, size: number, to = parent): void {
    const pad = size * 0.7;
    const wide = badgeWidth(text, size);
    artifact(() => doc.roundedRect(x, top - size * 0.3, wide, size * 1.78, size * 0.5).fill(colours[tone].ground));
    write(tag, text, x + pad, top, { font: 'bold', size, colour: colours[tone].text, width: wide }, to);
  }

  function rule(top: number): void {
    artifact(() =>
      doc
        .moveTo(MARGIN, top)
        .lineTo(MARGIN + width, top)
        .lineWidth(0.5)
        .strokeColor(line)
        .stroke(),
    );
  }

  function turnPage(): void {
    doc.addPage();
    y = MARGIN;
    if (heading === '') return;
    artifact(() => {
      set({ size: 8, colour: muted });
      doc.text(`${heading} (continued)`, MARGIN, MARGIN - 18, { lineBreak: false });
    }, 'Pagination');
  }

  function makeRoom(needed: number): void {
    if (y + needed > bottom) turnPage();
  }

  function box(text: string, tone: Tone, font: 'regular' | 'bold'): void {
    const style: Style = { font, size: 9.5, colour: colours[tone].text, width: width - 24, lineGap: 2 };
    const tall = height(text, style) + 16;
    makeRoom(tall);
    artifact(() => {
      doc.rect(MARGIN, y, width, tall).fill(colours[tone].ground);
      doc.rect(MARGIN, y, 3, tall).fill(colours[tone].text);
    });
    write('P', text, MARGIN + 14, y + 9, style);
    y += tall + 14;
  }

  function writeRow(table: PDFKit.PDFStructureElement, row: Row): void {
    const labelWidth = width * LABEL_SHARE - 10;
    const indent = INSET + Math.min(row.depth, 6) * INDENT;
    const text = paragraph(row.label, LONGEST_LABEL);
    const labelStyle: Style = {
      font: row.strong ? 'bold' : 'regular',
      colour: row.strong || row.depth === 0 ? ink : muted,
      width: labelWidth - indent,
    };
    const valueStyle: Style = { width: width * (1 - LABEL_SHARE) };
    const tall = Math.max(height(text, labelStyle), height(row.value, valueStyle), 11) + 2 * PADDING;
    if (y + tall > bottom) turnPage();
    const element = doc.struct('TR');
    table.add(element);
    write('TH', text, MARGIN + indent, y + PADDING, labelStyle, element);
    const x = MARGIN + width * LABEL_SHARE;
    if (row.tone) writeBadge('TD', { text: row.value, tone: row.tone }, x, y + PADDING + 0.5, 8, element);
    else write('TD', row.value, x, y + PADDING, valueStyle, element);
    element.end();
    y += tall;
    rule(y);
  }

  return {
    title(text, badge) {
      const style: Style = { font: 'bold', size: 22 };
      write('H1', text, MARGIN, y, style);
      writeBadge('P', badge, MARGIN + width - badgeWidth(badge.text, 13), y + 6, 13);
      y += height(text, style) + 14;
    },
    banner: (text) => box(text, 'warning', 'bold'),
    note: (text) => box(text, 'neutral', 'regular'),
    section(title, badge) {
      heading = '';
      y += 18;
      makeRoom(KEEP_WITH_HEADING);
      parent = doc.struct('Sect');
      root.add(parent);
      const style: Style = { font: 'bold', size: 14, width: width * 0.7 };
      write('H2', title, MARGIN, y, style);
      writeBadge('P', badge, MARGIN + width - badgeWidth(badge.text, 10), y + 2.5, 10);
      y += height(title, style) + 6;
      heading = title;
    },
    facts(facts) {
      const table = doc.struct('Table');
      parent.add(table);
      rule(y);
      for (const fact of facts) writeRow(table, { ...fact, depth: 0 });
      table.end();
      y += 12;
    },
    table(labelHead, valueHead, rows) {
      const table = doc.struct('Table');
      parent.add(table);
      makeRoom(60);
      const head: Style = { font: 'bold', size: 8, colour: muted };
      const element = doc.struct('TR');
      table.add(element);
      artifact(() => doc.rect(MARGIN, y, width, 17).fill('#f4f6f8'));
      write('TH', labelHead, MARGIN + INSET, y + 4, head, element);
      write('TH', valueHead, MARGIN + width * LABEL_SHARE, y + 4, head, element);
      element.end();
      y += 18;
      for (const row of rows) writeRow(table, row);
      table.end();
      y += 12;
    },
    async finish() {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        const top = doc.page.height - FOOT + 26;
        artifact(() => {
          set({ size: 8, colour: muted });
          doc.text(options.title, MARGIN, top, { lineBreak: false });
          const number = `Page ${page + 1} of ${count}`;
          doc.text(number, MARGIN + width - doc.widthOfString(number), top, { lineBreak: false });
        }, 'Pagination');
      }
      root.end();
      if (options.signature) placeSignature(doc, options.signature);
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
