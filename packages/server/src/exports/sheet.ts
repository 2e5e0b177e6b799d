import { Cursor, colours, type LaidBadge, layBadge } from './cursor.ts';
import { type Block, ink, MARGIN, muted, openPaper, type Paper, type PaperOptions } from './paper.ts';
import { paragraph } from './printable.ts';
import type { Badge, Company, Drawn, Fact, Picture, Row, Tone } from './sheet-content.ts';
import { HEAD_HEIGHT, INSET, layRows, writeRow } from './sheet-rows.ts';

const LABEL_SHARE = 0.44;
const PORTRAIT = { width: 96, height: 120 } as const;
const PICTURE_HEIGHT = 138;
const GAP = 14;
const DRAWN_WIDTH = 240;

/** Opens an empty document. */
export async function openSheet(options: PaperOptions): Promise<Sheet> {
  return new Sheet(await openPaper(options));
}

/** A4 pages filled from top to bottom; what does not fit is drawn on the next one. */
export class Sheet {
  readonly #paper: Paper;
  readonly #cursor: Cursor;

  constructor(paper: Paper) {
    this.#paper = paper;
    this.#cursor = new Cursor(paper);
  }

  /** Prints the company and the kind of document. */
  masthead({ name, colour, logo }: Company, kind: string): void {
    const paper = this.#paper;
    const cursor = this.#cursor;
    const { y, parent } = cursor;
    const label = paper.block(kind, paper.width * 0.4, { size: 9, colour: muted });
    const company = paper.block(paragraph(name, 120), paper.width * 0.55, { weight: 'bold', size: 12 });
    const height = logo ? 30 : company.height;
    if (logo) {
      const width = Math.min(160, (logo.width / logo.height) * height);
      paper.picture(logo.bytes, { x: MARGIN, y, width, height }, `Logo of ${name}`, parent);
      paper.write('P', company, { x: MARGIN + width + 10, y: y + (height - company.height) / 2 }, parent);
    } else paper.write('P', company, { x: MARGIN, y }, parent);
    paper.write('P', label, { x: MARGIN + paper.width - label.width, y: y + (height - label.height) / 2 }, parent);
    cursor.y += height + 8;
    cursor.rule(MARGIN, paper.width, colour ?? ink, 1.2);
    cursor.y += 16;
  }

  title(text: string, badge: Badge): void {
    const cursor = this.#cursor;
    const title = this.#paper.block(text, this.#paper.width * 0.7, { weight: 'bold', size: 20 });
    this.#paper.write('H1', title, { x: MARGIN, y: cursor.y }, cursor.parent);
    this.#writeBadgeAtRight(layBadge(this.#paper, badge, 12), 3);
    cursor.y += title.height + 12;
  }

  banner(text: string): void {
    this.#box([this.#boxed(text, 'warning', 'bold')], 'warning');
  }

  note(text: string): void {
    this.#box([this.#boxed(text, 'neutral', 'regular')], 'neutral');
  }

  /** Prints the result and its reasons. */
  verdict({ text, tone }: Badge, reasons: readonly string[]): void {
    const head = this.#boxed(text, tone, 'bold', 11);
    this.#box([head, ...reasons.map((reason) => this.#boxed(reason, tone, 'regular'))], tone);
  }

  section(title: string, badge?: Badge): void {
    const paper = this.#paper;
    const cursor = this.#cursor;
    cursor.heading = '';
    cursor.y += 16;
    const text = paper.block(title, paper.width * 0.7, { weight: 'bold', size: 13 });
    // Stays with the first of the rows below.
    cursor.makeRoom(text.height + 96);
    cursor.parent = paper.element('Sect', paper.root);
    paper.write('H2', text, { x: MARGIN, y: cursor.y }, cursor.parent);
    if (badge) this.#writeBadgeAtRight(layBadge(paper, badge, 9.5), 1);
    cursor.y += text.height + 7;
    cursor.heading = title;
  }

  /** Prints facts, with a portrait beside them if given. */
  facts(facts: readonly Fact[], portrait?: Picture): void {
    const paper = this.#paper;
    const cursor = this.#cursor;
    const beside = portrait ? PORTRAIT.width + GAP : 0;
    const frame = { x: MARGIN + beside, width: paper.width - beside, share: portrait ? 0.32 : LABEL_SHARE };
    const rows = facts.map((fact) => ({ ...fact, depth: 0 }));
    const placed = layRows(paper, rows, frame);
    const firstRows = placed.slice(0, 5).reduce((sum, { height }) => sum + height, 0);
    let portraitEnd = portrait ? this.#portrait(portrait, firstRows) : 0;
    const table = paper.element('Table', cursor.parent);
    cursor.rule(frame.x, frame.width);
    for (const row of placed) {
      const before = cursor.y;
      cursor.makeRoom(row.kept);
      // The portrait is on the page before.
      if (cursor.y < before) portraitEnd = 0;
      writeRow(cursor, table, row, frame);
    }
    table.end();
    cursor.y = Math.max(cursor.y + 12, portraitEnd);
  }

  /** Pictures side by side, each with its caption. */
  pictures(pictures: readonly Picture[]): void {
    const paper = this.#paper;
    const cursor = this.#cursor;
    const columns = Math.min(2, pictures.length);
    const width = (paper.width - GAP * (columns - 1)) / columns;
    for (let first = 0; first < pictures.length; first += columns) {
      const shown = pictures.slice(first, first + columns);
      const captions = shown.map(({ caption }) => paper.block(caption, width, { size: 8, colour: muted }));
      const height = PICTURE_HEIGHT + 4 + Math.max(...captions.map((caption) => caption.height));
      cursor.makeRoom(height);
      const { y, parent } = cursor;
      for (const [column, { bytes, caption }] of shown.entries()) {
        const x = MARGIN + column * (width + GAP);
        cursor.fill(x, width, PICTURE_HEIGHT);
        const inner = { x: x + 4, y: y + 4, width: width - 8, height: PICTURE_HEIGHT - 8 };
        paper.picture(bytes, inner, caption, parent);
        paper.write('Caption', captions[column]!, { x, y: y + PICTURE_HEIGHT + 3 }, parent);
      }
      cursor.y += height + 10;
    }
  }

  /** Strokes of a pen on a ground of their own. */
  drawn({ strokes, ...size }: Drawn, alt: string): void {
    const cursor = this.#cursor;
    const scale = DRAWN_WIDTH / size.width;
    const height = size.height * scale;
    cursor.makeRoom(height);
    cursor.fill(MARGIN, DRAWN_WIDTH, height);
    this.#paper.pen(strokes, { x: MARGIN, y: cursor.y, scale }, alt, cursor.parent);
    cursor.y += height + 12;
  }

  table(labelHead: string, valueHead: string, rows: readonly Row[]): void {
    const paper = this.#paper;
    const cursor = this.#cursor;
    const frame = { x: MARGIN, width: paper.width, share: LABEL_SHARE };
    const labelWidth = paper.width * LABEL_SHARE;
    const placed = layRows(paper, rows, frame);
    const style = { weight: 'bold', size: 8, colour: muted } as const;
    const heads = [
      { text: paper.block(labelHead, labelWidth - 10, style), x: MARGIN + INSET },
      { text: paper.block(valueHead, paper.width / 2, style), x: MARGIN + labelWidth },
    ];
    const writeHeads = (write: (text: Block, at: { x: number; y: number }) => void) => {
      cursor.fill(MARGIN, paper.width, HEAD_HEIGHT - 1);
      for (const { text, x } of heads) write(text, { x, y: cursor.y + 3 });
      cursor.y += HEAD_HEIGHT;
    };

    const table = paper.element('Table', cursor.parent);
    cursor.makeRoom(HEAD_HEIGHT + (placed[0]?.kept ?? 0));
    const element = paper.element('TR', table);
    writeHeads((text, at) => paper.write('TH', text, at, element));
    element.end();
    for (const row of placed) {
      if (cursor.y + row.kept > paper.bottom) {
        cursor.turnPage();
        writeHeads((text, at) => paper.repeat(text, at));
      }
      writeRow(cursor, table, row, frame);
    }
    table.end();
    cursor.y += 12;
  }

  /** Numbers the pages and gives the file. */
  finish(): Promise<Uint8Array> {
    return this.#paper.finish();
  }

  /** Draws a portrait that stays on a page with the rows beside it. Returns the distance of its lower end from the top. */
  #portrait({ bytes, caption: words }: Picture, besideHeight: number): number {
    const paper = this.#paper;
    const cursor = this.#cursor;
    const caption = paper.block(words, PORTRAIT.width, { size: 7.5, colour: muted });
    const height = PORTRAIT.height + 3 + caption.height;
    cursor.makeRoom(Math.max(height, besideHeight));
    const { y, parent } = cursor;
    cursor.fill(MARGIN, PORTRAIT.width, PORTRAIT.height);
    paper.picture(bytes, { x: MARGIN, y, ...PORTRAIT }, words, parent);
    paper.write('Caption', caption, { x: MARGIN, y: y + PORTRAIT.height + 2 }, parent);
    return y + height + 6;
  }

  #writeBadgeAtRight(badge: LaidBadge, below: number): void {
    this.#cursor.writeBadge('P', badge, { x: MARGIN + this.#paper.width - badge.width, below });
  }

  /** Text on a ground of its tone, with a bar at its left edge. */
  #box(blocks: readonly Block[], tone: Tone): void {
    const cursor = this.#cursor;
    const height = blocks.reduce((sum, block) => sum + block.height, 0) + 4 * (blocks.length - 1) + 16;
    cursor.makeRoom(height);
    this.#paper.decorate((doc) => {
      doc.rect(MARGIN, cursor.y, this.#paper.width, height).fill(colours[tone].ground);
      doc.rect(MARGIN, cursor.y, 3, height).fill(colours[tone].text);
    });
    cursor.y += 8;
    for (const block of blocks) {
      this.#paper.write('P', block, { x: MARGIN + 14, y: cursor.y }, cursor.parent);
      cursor.y += block.height + 4;
    }
    cursor.y += 4 + 12;
  }

  #boxed(text: string, tone: Tone, weight: 'regular' | 'bold', size = 9): Block {
    return this.#paper.block(text, this.#paper.width - 28, { weight, size, colour: colours[tone].text });
  }
}
