import { type Cursor, layBadge } from './cursor.ts';
import { type Block, ink, muted, type Paper, type Structure } from './paper.ts';
import { paragraph } from './printable.ts';
import type { Row } from './sheet-content.ts';

const PADDING = 3.5;
/** Distance from the edge of a table to its text. */
export const INSET = 6;
const INDENT = 14;
const LONGEST_LABEL = 200;
export const HEAD_HEIGHT = 18;

/** Edges of a table, in points. `share`: part of its width for labels, from 0 to 1. */
export interface TableFrame {
  readonly x: number;
  readonly width: number;
  readonly share: number;
}

interface LaidRow {
  readonly row: Row;
  readonly label: Block;
  readonly value: Block;
  readonly height: number;
  /** Height that must stay on the same page: this row, and the first of the rows under its heading. */
  readonly kept: number;
}

const indentOf = ({ depth }: Row) => INSET + Math.min(depth, 6) * INDENT;

/** Breaks the texts of rows into lines, and finds the heights that must stay on the same page. */
export function layRows(paper: Paper, rows: readonly Row[], { width, share }: TableFrame): LaidRow[] {
  const placed = rows.map((row) => {
    const label = paper.block(paragraph(row.label, LONGEST_LABEL), width * share - 10 - indentOf(row), {
      weight: row.strong ? 'bold' : 'regular',
      colour: row.strong || row.depth === 0 ? ink : muted,
    });
    const value = paper.block(row.value, width * (1 - share) - INSET);
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

/** Writes a row and the line below it. */
export function writeRow(cursor: Cursor, table: Structure, placed: LaidRow, { x, width, share }: TableFrame): void {
  const { row, label, value, height } = placed;
  const { paper, y } = cursor;
  const element = paper.element('TR', table);
  paper.write('TH', label, { x: x + indentOf(row), y: y + (row.tone ? PADDING + 0.8 : PADDING) }, element);
  const left = x + width * share;
  if (row.tone) {
    const badge = layBadge(paper, { text: row.value, tone: row.tone }, 8);
    cursor.writeBadge('TD', badge, { x: left, below: PADDING - 0.2 }, element);
  } else paper.write('TD', value, { x: left, y: y + PADDING }, element);
  element.end();
  cursor.y += height;
  cursor.rule(x, width);
}
