import { centreOf, type Quad, quadAround, sizeOf, tiltOf } from '../text/geometry.ts';
import type { TextLine } from '../text/read-lines.ts';

/** Rows of a zone lie this many of their boxes' heights apart, at least and at most. */
const APART = [0.9, 5.5] as const;
/** Radians that rows of one zone, or pieces of one row, may be turned against each other. */
const SAME_TILT = 0.06;
/** Shortest row, as its length over its height: 30 characters in a box with wide margins above and below. */
const SHORTEST = 9;

/** A line that some reader, however roughly, has read. */
export type FoundLine = Pick<TextLine, 'text' | 'quad'>;

/** Rows that may be a zone, from top to bottom, all of them as long as the longest. */
export type Rows = readonly Quad[];

/**
 * Finds candidate MRZs: one, two or three parallel rows with fillers or with long runs of capitals and digits in them. The
 * likeliest comes first.
 */
export function findRows(lines: readonly FoundLine[]): Rows[] {
  const rows = rowsOf(lines.filter(({ text }) => mrzLikeness(text) > 0));
  const blocks: Row[][] = [];
  for (const row of rows.sort((a, b) => down(a.quad) - down(b.quad))) {
    const block = blocks.find((rows) => follows(rows.at(-1)!, row));
    if (block) block.push(row);
    else blocks.push([row]);
  }
  const found = blocks
    .flatMap(windows)
    .map((block) => ({ block, score: block.reduce((sum, row) => sum + row.score, 0) }));
  found.sort((a, b) => b.score - a.score);
  return found.map(({ block }) => sameLength(block.map(({ quad }) => quad)));
}

/** The quads whose middle lies on none of a zone's rows. */
export function outside(quads: readonly Quad[], rows: Rows): Quad[] {
  return quads.filter((quad) => {
    const on = rows.some((row) => {
      const [{ width, height }, [from, to]] = [sizeOf(row), reach(row, quad)];
      return Math.abs(across(row, quad)) < height / 2 && Math.abs(from + to) < width;
    });
    return !on;
  });
}

interface Row {
  readonly quad: Quad;
  readonly score: number;
}

/** Scores how much a text looks like a row of an MRZ, or a piece of one; 0 when it doesn't. */
export function mrzLikeness(text: string): number {
  const bare = text.replace(/[《〈＜‹«]/g, '<').replace(/ /g, '');
  const fillers = bare.match(/</g)?.length ?? 0;
  const known = bare.match(/[A-Z0-9<]/g)?.length ?? 0;
  if (known < 0.8 * bare.length || bare.length < 3) return 0;
  if (fillers >= 2) return fillers + known / 4;
  // A row may have no filler at all, as the second one of some passports.
  return bare.length >= 24 && /\d/.test(bare) && !text.includes(' ') ? known / 4 : 0;
}

/** Pieces side by side are one row. */
function rowsOf(lines: readonly FoundLine[]): Row[] {
  const rows: Row[] = [];
  for (const { quad, text } of [...lines].sort((a, b) => sizeOf(b.quad).width - sizeOf(a.quad).width)) {
    const at = rows.findIndex((row) => besides(row.quad, quad));
    if (at < 0) rows.push({ quad, score: mrzLikeness(text) });
    else rows[at] = { quad: spanning(rows[at]!.quad, [quad]), score: rows[at]!.score + mrzLikeness(text) };
  }
  return rows.filter(({ quad }) => sizeOf(quad).width >= SHORTEST * sizeOf(quad).height);
}

/** The middle of `other` lies on the line through `quad`. */
function besides(quad: Quad, other: Quad): boolean {
  const height = sizeOf(quad).height;
  return Math.abs(across(quad, other)) < height / 2 && Math.abs(sizeOf(other).height - height) < height * 0.6;
}

/** `below` is the next row of the zone that `above` belongs to. */
function follows({ quad: above }: Row, { quad: below }: Row): boolean {
  const [a, b] = [sizeOf(above), sizeOf(below)];
  const apart = across(above, below) / Math.max(a.height, b.height);
  const [left, right] = reach(above, above);
  const [from, to] = reach(above, below);
  const shared = Math.min(right, to) - Math.max(left, from);
  return (
    apart > APART[0] &&
    apart < APART[1] &&
    Math.abs(tiltOf(above) - tiltOf(below)) < SAME_TILT &&
    shared > 0.6 * Math.min(a.width, b.width) &&
    Math.min(a.height, b.height) > 0.5 * Math.max(a.height, b.height)
  );
}

/** Every run of two or three rows: print above or below may look like a row of the zone. A single one stands alone. */
function windows(block: readonly Row[]): (readonly Row[])[] {
  if (block.length === 1) return [block];
  return [3, 2].flatMap((rows) => block.slice(rows - 1).map((_, from) => block.slice(from, from + rows)));
}

function sameLength(rows: readonly Quad[]): Rows {
  return rows.map((row) => spanning(row, rows));
}

/** The row, made long enough to reach as far as all of `others` do along it. */
function spanning(row: Quad, others: readonly Quad[]): Quad {
  const all = [row, ...others].map((other) => reach(row, other));
  const [left, right] = [Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))];
  const [tilt, { x, y }, { height }] = [tiltOf(row), centreOf(row), sizeOf(row)];
  const shift = (left + right) / 2;
  return quadAround({ x: x + shift * Math.cos(tilt), y: y + shift * Math.sin(tilt) }, right - left, height, tilt);
}

/** The span of `other` along `row`, measured from the middle of `row`. */
function reach(row: Quad, other: Quad): readonly [number, number] {
  const [tilt, middle] = [tiltOf(row), centreOf(row)];
  const along = other.map(({ x, y }) => (x - middle.x) * Math.cos(tilt) + (y - middle.y) * Math.sin(tilt));
  return [Math.min(...along), Math.max(...along)];
}

/** Distance of the middle of `other` below the line through `row`. */
function across(row: Quad, other: Quad): number {
  const [tilt, a, b] = [tiltOf(row), centreOf(row), centreOf(other)];
  return (b.y - a.y) * Math.cos(tilt) - (b.x - a.x) * Math.sin(tilt);
}

const down = (quad: Quad) => centreOf(quad).y;
