import { type Block, MARGIN, muted, type Paper, type Structure } from './paper.ts';
import type { Badge, Tone } from './sheet-content.ts';

const line = '#dde2e8';
const ground = '#f4f6f8';
// Text on its background has a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
export const colours: Record<Tone, { text: string; ground: string }> = {
  good: { text: '#11633a', ground: '#e2f4e9' },
  warning: { text: '#7f4a00', ground: '#fdf0d5' },
  bad: { text: '#8f1d1d', ground: '#fbe4e4' },
  neutral: { text: '#4a5461', ground: '#edf0f3' },
};

/** A badge whose text is broken into lines. */
export interface LaidBadge {
  readonly block: Block;
  readonly tone: Tone;
  readonly width: number;
  readonly height: number;
}

/** Returns a badge with its size; `size` is the size of its letters, in points. */
export function layBadge(paper: Paper, { text, tone }: Badge, size: number): LaidBadge {
  const block = paper.block(text, paper.width * 0.5, { weight: 'bold', size, colour: colours[tone].text });
  return { block, tone, width: Math.ceil(block.width) + size * 1.4, height: block.height + size * 0.4 };
}

/** The place on the pages at which the next content is drawn. All lengths are points. */
export class Cursor {
  readonly paper: Paper;
  /** Distance of the next content from the top edge of the page. */
  y = MARGIN;
  /** Structure element of the next content. */
  parent: Structure;
  /** Title that is repeated at the top of each new page; empty for none. */
  heading = '';

  constructor(paper: Paper) {
    this.paper = paper;
    this.parent = paper.root;
  }

  turnPage(): void {
    const { paper, heading } = this;
    paper.turnPage();
    this.y = MARGIN;
    if (heading === '') return;
    const text = paper.block(`${heading} (continued)`, paper.width, { size: 8, colour: muted });
    paper.repeat(text, { x: MARGIN, y: MARGIN - 20 });
  }

  /** Starts a new page if the height doesn't fit. Content taller than a page can't be kept together. */
  makeRoom(needed: number): void {
    const { bottom, height } = this.paper;
    if (this.y + needed > bottom && this.y > MARGIN && needed <= height) this.turnPage();
  }

  /** Draws a horizontal line. */
  rule(x: number, width: number, colour = line, thickness = 0.5): void {
    this.paper.decorate((doc) =>
      doc
        .moveTo(x, this.y)
        .lineTo(x + width, this.y)
        .lineWidth(thickness)
        .strokeColor(colour)
        .stroke(),
    );
  }

  /** Fills a rectangle that the next content is drawn on. */
  fill(x: number, width: number, height: number, colour = ground): void {
    this.paper.decorate((doc) => doc.rect(x, this.y, width, height).fill(colour));
  }

  /** Writes a badge whose box begins `below` the cursor. */
  writeBadge(tag: string, badge: LaidBadge, { x, below }: { x: number; below: number }, parent = this.parent): void {
    const { block, tone, width, height } = badge;
    const { size } = block.style;
    const top = this.y + below;
    this.paper.decorate((doc) => doc.roundedRect(x, top, width, height, size * 0.5).fill(colours[tone].ground));
    this.paper.write(tag, block, { x: x + size * 0.7, y: top + size * 0.2 }, parent);
  }
}
