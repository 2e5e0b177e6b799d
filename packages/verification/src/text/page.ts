import type { Quad } from './geometry.ts';
import type { TextLine } from './read-lines.ts';

/** A line of text on a page, read from a picture or taken from a PDF. */
export interface PageLine {
  readonly text: string;
  /** Pixels of the page. */
  readonly box: PageBox;
  /** Mean probability of its letters, 0 to 1; absent where nothing had to be recognised, as in a PDF. */
  readonly confidence?: number;
  /** True if a second reading has the same letters; absent if the line was read once. */
  readonly isConfirmed?: boolean;
}

/** Pixels of a page. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageText {
  readonly width: number;
  readonly height: number;
  /** Lines in any order. */
  readonly lines: readonly PageLine[];
  /**
   * Print in scripts other than Latin, in any order. Such a line may stand in `lines`, too, as the Latin letters for which it
   * was taken.
   */
  readonly others?: readonly PageLine[];
  /** Print that was found and could not be read. */
  readonly unread?: readonly PageBox[];
}

export const right = ({ box }: PageLine) => box.left + box.width;
export const bottom = ({ box }: PageLine) => box.top + box.height;
export const middle = ({ box }: PageLine) => box.top + box.height / 2;

/** Rows from top to bottom; within a row from left to right. */
export function inOrder(lines: readonly PageLine[]): PageLine[] {
  const sorted = [...lines].sort((a, b) => middle(a) - middle(b));
  const rows: PageLine[][] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    const near = row && Math.abs(middle(line) - middle(row[0]!)) < Math.min(line.box.height, row[0]!.box.height) / 2;
    if (near) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left));
}

/** Small letters, without accents, spaces as one: for looking words up. Vowel signs of Indian scripts are letters, and stay. */
export function folded(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/(?=\p{M})\p{Script=Inherited}/gu, '')
    .normalize('NFC');
  return bare.toLowerCase().replace(/[’`´]/g, "'").replace(/\s+/g, ' ').trim();
}

/**
 * Builds a page from the reading of a picture: boxes around its quads. The picture must be upright.
 * @param others lines of scripts other than Latin
 *
 * @example
 * import { pageOf } from '@bonafide/verification';
 *
 * pageOf([], { width: 400, height: 250 }).lines; // []
 */
export function pageOf(
  lines: readonly TextLine[],
  { width, height }: { width: number; height: number },
  others: readonly TextLine[] = [],
): PageText {
  const page = { width, height, lines: lines.map(lineOfPage) };
  return others.length === 0 ? page : { ...page, others: others.map(lineOfPage) };
}

const lineOfPage = ({ text, confidence, quad }: TextLine): PageLine => ({ text, confidence, box: boxOf(quad) });

/** The smallest upright box around a quad. */
export function boxOf(quad: Quad): PageBox {
  const [left, top] = [Math.min(...quad.map(({ x }) => x)), Math.min(...quad.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...quad.map(({ x }) => x)), Math.max(...quad.map(({ y }) => y))];
  return { left, top, width: right - left, height: bottom - top };
}

/** `folded` without anything but letters and digits: small print is often read without its blanks. */
export function squeezed(text: string): string {
  return folded(text).replace(/[^\p{L}\d]+/gu, '');
}

/** The part of a line from one of its letters up to another, as if all letters were of one width. */
export function partOf({ text, box }: PageLine, from: number, to: number): PageBox {
  const pitch = box.width / Math.max(1, text.length);
  return { ...box, left: box.left + from * pitch, width: Math.max(1, to - from) * pitch };
}

/** The smallest box around other boxes, at least one. */
export function around(boxes: readonly PageBox[]): PageBox {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  return { left, top, width, height: Math.max(...boxes.map((box) => box.top + box.height)) - top };
}
