import { type Block, ink, MARGIN, muted, openPaper, type PaperOptions, type Structure } from './paper.ts';
import { paragraph } from './printable.ts';
import type { Badge, Company, Drawn, Fact, Picture, Row, Tone } from './sheet-content.ts';

/** A4 pages filled from top to bottom; what does not fit is drawn on the next one. */
export interface Sheet {
  /** Prints the company and the kind of document. */
  masthead(company: Company, kind: string): void;
  title(text: string, badge: Badge): void;
  banner(text: string): void;
  note(text: string): void;
  /** Prints the result and its reasons. */
  verdict(badge: Badge, reasons: readonly string[]): void;
  section(title: string, badge?: Badge): void;
  /** Prints facts, with a portrait beside them if given. */
  facts(facts: readonly Fact[], portrait?: Picture): void;
  /** Pictures side by side, each with its caption. */
  pictures(pictures: readonly Picture[]): void;
  /** Strokes of a pen on a ground of their own. */
  drawn(drawn: Drawn, alt: string): void;
  table(labelHead: string, valueHead: string, rows: readonly Row[]): void;
  /** Numbers the pages and gives the file. */
  finish(): Promise<Uint8Array>;
}

const PADDING = 3.5;
/** Distance from the edge of a table to its text. */
const INSET = 6;
const INDENT = 14;
const LABEL_SHARE = 0.44;
const LONGEST_LABEL = 200;
const HEAD_HEIGHT = 18;
const PORTRAIT = { width: 96, height: 120 } as const;
const PICTURE_HEIGHT = 138;
const GAP = 14;
const DRAWN_WIDTH = 240;

const line = '#dde2e8';
const ground = '#f4f6f8';
// Text on its background has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
const colours: Record<Tone, { text: string; ground: string }> = {
  good: { text: '#11633a', ground: '#e2f4e9' },
  warning: { text: '#7f4a00', ground: '#fdf0d5' },
  bad: { text: '#8f1d1d', ground: '#fbe4e4' },
  neutral: { text: '#4a5461', ground: '#edf0f3' },
};

interface LaidRow {
  readonly row: Row;
  readonly label: Block;
  readonly value: Block;
  readonly height: number;
  /** Height that must stay on the same page: this row, and the first of the rows under its heading. */
  readonly kept: number;
}

/** Opens an empty document. */
export async function openSheet(options: PaperOptions): Promise<Sheet> {
  const paper = await openPaper(options);
  const { root, width } = paper;
  let parent: Structure = root;
  let y = MARGIN;
  let heading = '';

  function turnPage(): void {
    paper.turnPage();
    y = MARGIN;
    if (heading === '') return;
    const text = paper.block(`${heading} (continued)`, width, { size: 8, colour: muted });
    paper.repeat(text, { x: MARGIN, y: MARGIN - 20 });
  }

  /** Starts a new page if the height doesn't fit. Content taller than a page can't be kept together. */
  function makeRoom(needed: number): void {
    if (y + needed > paper.bottom && y > MARGIN && needed <= paper.height) turnPage();
  }

  function rule(from = MARGIN, wide = width, colour = line, thick = 0.5): void {
    const at = y;
    paper.decorate((doc) =>
      doc
        .moveTo(from, at)
        .lineTo(from + wide, at)
        .lineWidth(thick)
        .strokeColor(colour)
        .stroke(),
    );
  }

  interface LaidBadge {
    readonly block: Block;
    readonly tone: Tone;
    readonly width: number;
    readonly height: number;
  }

  function layBadge({ text, tone }: Badge, size: number): LaidBadge {
    const block = paper.block(text, width * 0.5, { weight: 'bold', size, colour: colours[tone].text });
    return { block, tone, width: Math.ceil(block.width) + size * 1.4, height: block.height + size * 0.4 };
  }

  /** `top`: of its box. */
  function writeBadge(tag: string, badge: LaidBadge, x: number, top: number, to: Structure): void {
    const { size } = badge.block.style;
    paper.decorate((doc) =>
      doc.roundedRect(x, top, badge.width, badge.height, size * 0.5).fill(colours[badge.tone].ground),
    );
    paper.write(tag, badge.block, { x: x + size * 0.7, y: top + size * 0.2 }, to);
  }

  /** Text on a ground of its tone, with a bar at its left edge. */
  function box(blocks: readonly Block[], tone: Tone): void {
    const tall = blocks.reduce((sum, { height }) => sum + height, 0) + 4 * (blocks.length - 1) + 16;
    makeRoom(tall);
    const top = y;
    paper.decorate((doc) => {
      doc.rect(MARGIN, top, width, tall).fill(colours[tone].ground);
      doc.rect(MARGIN, top, 3, tall).fill(colours[tone].text);
    });
    y += 8;
    for (const block of blocks) {
      paper.write('P', block, { x: MARGIN + 14, y }, parent);
      y += block.height + 4;
    }
    y += 4 + 12;
  }

  function boxed(text: string, tone: Tone, weight: 'regular' | 'bold'): Block {
    return paper.block(text, width - 28, { weight, size: 9, colour: colours[tone].text });
  }

  function layRows(rows: readonly Row[], wide: number, share: number): LaidRow[] {
    const placed = rows.map((row) => {
      const indent = INSET + Math.min(row.depth, 6) * INDENT;
      const label = paper.block(paragraph(row.label, LONGEST_LABEL), wide * share - 10 - indent, {
        weight: row.strong ? 'bold' : 'regular',
        colour: row.strong || row.depth === 0 ? ink : muted,
      });
      const value = paper.block(row.value, wide * (1 - share) - INSET);
      const height = Math.max(label.height, value.height, row.tone ? 14 : 12) + 2 * PADDING;
      return { row, label, value, height, kept: height };
    });
    // From the last to the first: a row keeps the first of those under it, and the last row is never alone on a page.
    const most = paper.height - HEAD_HEIGHT;
    for (let at = placed.length - 2; at >= 0; at--) {
      const [one, next] = [placed[at]!, placed[at + 1]!];
      const isLastButOne = at === placed.length - 2 && placed.length > 2;
      if (next.row.depth <= one.row.depth && !isLastButOne) continue;
      placed[at] = { ...one, kept: Math.min(most, one.height + next.kept) };
    }
    return placed;
  }

  function writeRow(table: Structure, placed: LaidRow, x: number, wide: number, share: number): void {
    const { row, label, value, height } = placed;
    const indent = INSET + Math.min(row.depth, 6) * INDENT;
    const element = paper.element('TR', table);
    const centred = row.tone ? PADDING + 0.8 : PADDING;
    paper.write('TH', label, { x: x + indent, y: y + centred }, element);
    const left = x + wide * share;
    if (row.tone) writeBadge('TD', layBadge({ text: row.value, tone: row.tone }, 8), left, y + PADDING - 0.2, element);
    else paper.write('TD', value, { x: left, y: y + PADDING }, element);
    element.end();
    y += height;
    rule(x, wide);
  }

  return {
    masthead({ name, colour, logo }, kind) {
      const label = paper.block(kind, width * 0.4, { size: 9, colour: muted });
      const company = paper.block(paragraph(name, 120), width * 0.55, { weight: 'bold', size: 12 });
      const tall = logo ? 30 : company.height;
      if (logo) {
        const wide = Math.min(160, (logo.width / logo.height) * tall);
        paper.picture(logo.bytes, { x: MARGIN, y, width: wide, height: tall }, `Logo of ${name}`, parent);
        const beside = { x: MARGIN + wide + 10, y: y + (tall - company.height) / 2 };
        paper.write('P', company, beside, parent);
      } else paper.write('P', company, { x: MARGIN, y }, parent);
      paper.write('P', label, { x: MARGIN + width - label.width, y: y + (tall - label.height) / 2 }, parent);
      y += tall + 8;
      rule(MARGIN, width, colour ?? ink, 1.2);
      y += 16;
    },
    title(text, badge) {
      const title = paper.block(text, width * 0.7, { weight: 'bold', size: 20 });
      paper.write('H1', title, { x: MARGIN, y }, parent);
      const placed = layBadge(badge, 12);
      writeBadge('P', placed, MARGIN + width - placed.width, y + 3, parent);
      y += title.height + 12;
    },
    banner: (text) => box([boxed(text, 'warning', 'bold')], 'warning'),
    note: (text) => box([boxed(text, 'neutral', 'regular')], 'neutral'),
    verdict({ text, tone }, reasons) {
      const head = paper.block(text, width - 28, { weight: 'bold', size: 11, colour: colours[tone].text });
      box([head, ...reasons.map((reason) => boxed(reason, tone, 'regular'))], tone);
    },
    section(title, badge) {
      heading = '';
      y += 16;
      const text = paper.block(title, width * 0.7, { weight: 'bold', size: 13 });
      // Stays with the first of the rows below.
      makeRoom(text.height + 96);
      parent = paper.element('Sect', root);
      paper.write('H2', text, { x: MARGIN, y }, parent);
      if (badge) {
        const placed = layBadge(badge, 9.5);
        writeBadge('P', placed, MARGIN + width - placed.width, y + 1, parent);
      }
      y += text.height + 7;
      heading = title;
    },
    facts(facts, portrait) {
      const beside = portrait ? PORTRAIT.width + GAP : 0;
      const share = portrait ? 0.32 : LABEL_SHARE;
      const placed = layRows(
        facts.map((fact) => ({ ...fact, depth: 0 })),
        width - beside,
        share,
      );
      let edge = 0;
      if (portrait) {
        const caption = paper.block(portrait.caption, PORTRAIT.width, { size: 7.5, colour: muted });
        const tall = PORTRAIT.height + 3 + caption.height;
        makeRoom(
          Math.max(
            tall,
            placed.slice(0, 5).reduce((sum, { height }) => sum + height, 0),
          ),
        );
        const top = y;
        paper.decorate((doc) => doc.rect(MARGIN, top, PORTRAIT.width, PORTRAIT.height).fill(ground));
        paper.picture(portrait.bytes, { x: MARGIN, y, ...PORTRAIT }, portrait.caption, parent);
        paper.write('Caption', caption, { x: MARGIN, y: y + PORTRAIT.height + 2 }, parent);
        edge = y + tall + 6;
      }
      const table = paper.element('Table', parent);
      rule(MARGIN + beside, width - beside);
      for (const row of placed) {
        const before = y;
        makeRoom(row.kept);
        if (y < before) edge = 0;
        writeRow(table, row, MARGIN + beside, width - beside, share);
      }
      table.end();
      y = Math.max(y + 12, edge);
    },
    pictures(pictures) {
      const columns = Math.min(2, pictures.length);
      const wide = (width - GAP * (columns - 1)) / columns;
      for (let first = 0; first < pictures.length; first += columns) {
        const shown = pictures.slice(first, first + columns);
        const captions = shown.map(({ caption }) => paper.block(caption, wide, { size: 8, colour: muted }));
        const tall = PICTURE_HEIGHT + 4 + Math.max(...captions.map(({ height }) => height));
        makeRoom(tall);
        shown.forEach((picture, column) => {
          const x = MARGIN + column * (wide + GAP);
          const top = y;
          paper.decorate((doc) => doc.rect(x, top, wide, PICTURE_HEIGHT).fill(ground));
          const inner = { x: x + 4, y: y + 4, width: wide - 8, height: PICTURE_HEIGHT - 8 };
          paper.picture(picture.bytes, inner, picture.caption, parent);
          paper.write('Caption', captions[column]!, { x, y: y + PICTURE_HEIGHT + 3 }, parent);
        });
        y += tall + 10;
      }
    },
    drawn({ strokes, width: wide, height: tall }, alt) {
      const scale = DRAWN_WIDTH / wide;
      const box = { x: MARGIN, y, width: DRAWN_WIDTH, height: tall * scale };
      makeRoom(box.height);
      box.y = y;
      paper.decorate((doc) => doc.rect(box.x, box.y, box.width, box.height).fill(ground));
      paper.pen(strokes, { ...box, scale }, alt, parent);
      y += box.height + 12;
    },
    table(labelHead, valueHead, rows) {
      const placed = layRows(rows, width, LABEL_SHARE);
      const style = { weight: 'bold', size: 8, colour: muted } as const;
      const heads = [paper.block(labelHead, width * LABEL_SHARE - 10, style), paper.block(valueHead, width / 2, style)];
      const places = [MARGIN + INSET, MARGIN + width * LABEL_SHARE];
      const table = paper.element('Table', parent);
      const writeGround = () => {
        const top = y;
        paper.decorate((doc) => doc.rect(MARGIN, top, width, HEAD_HEIGHT - 1).fill(ground));
      };
      makeRoom(HEAD_HEIGHT + (placed[0]?.kept ?? 0));
      writeGround();
      const element = paper.element('TR', table);
      heads.forEach((head, at) => void paper.write('TH', head, { x: places[at]!, y: y + 3 }, element));
      element.end();
      y += HEAD_HEIGHT;
      for (const row of placed) {
        if (y + row.kept > paper.bottom) {
          turnPage();
          writeGround();
          heads.forEach((head, at) => void paper.repeat(head, { x: places[at]!, y: y + 3 }));
          y += HEAD_HEIGHT;
        }
        writeRow(table, row, MARGIN, width, LABEL_SHARE);
      }
      table.end();
      y += 12;
    },
    finish: () => paper.finish(),
  };
}
