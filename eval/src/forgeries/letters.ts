import type { RgbRaster } from '@bonafide/verification';
import { luma, type PixelBox } from './raster.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Four corners, from the upper left clockwise. */
export type Corners = readonly [Point, Point, Point, Point];

/** Share of ink in each column of a box, 0 to 1: darker than the middle between its paper and its print. */
function inkColumns(canvas: RgbRaster, box: PixelBox): number[] {
  const greys: number[] = [];
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) greys.push(luma(canvas.data, (y * canvas.width + x) * 3));
  }
  const sorted = [...greys].sort((a, b) => a - b);
  const threshold = (sorted[Math.floor(sorted.length * 0.04)]! + sorted[Math.floor(sorted.length * 0.7)]!) / 2;
  return Array.from({ length: box.width }, (_, x) => {
    let dark = 0;
    for (let y = 0; y < box.height; y++) if (greys[y * box.width + x]! < threshold) dark++;
    return dark / box.height;
  });
}

/** Rows of a box that its print takes, from its first to its last. */
export function inkRows(canvas: RgbRaster, box: PixelBox): readonly [top: number, bottom: number] {
  const turned: RgbRaster = { width: box.height, height: box.width, data: new Uint8Array(box.width * box.height * 3) };
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const from = ((box.top + y) * canvas.width + box.left + x) * 3;
      turned.data.set(canvas.data.subarray(from, from + 3), (x * box.height + y) * 3);
    }
  }
  const rows = inkColumns(turned, { left: 0, top: 0, width: box.height, height: box.width });
  const most = Math.max(...rows);
  const inked = rows.flatMap((ink, y) => (ink > most * 0.15 ? [y] : []));
  return [box.top + (inked[0] ?? 0), box.top + (inked.at(-1) ?? box.height - 1) + 1];
}

/**
 * Cells of the letters of a zone's line, which stand equally far apart: the start and the pitch for which least ink lies
 * between letters are taken. Glyphs of OCR-B fill 50 of 72 units of their pitch.
 */
export function zoneCells(canvas: RgbRaster, corners: Corners, count: number): PixelBox[] | null {
  const [p, q, r, s] = corners;
  const [from, to] = [
    { x: (p.x + s.x) / 2, y: (p.y + s.y) / 2 },
    { x: (q.x + r.x) / 2, y: (q.y + r.y) / 2 },
  ];
  const height = (Math.hypot(s.x - p.x, s.y - p.y) + Math.hypot(r.x - q.x, r.y - q.y)) / 2;
  const length = to.x - from.x;
  if (length < count * 4 || height < 6) return null;
  const ink = inkAlong(canvas, from, to, height);
  const inked = ink.flatMap((value, x) => (value > 0.08 ? [x] : []));
  const [first, last] = [inked[0] ?? 0, inked.at(-1) ?? ink.length - 1];
  let best = { cost: Number.POSITIVE_INFINITY, start: 0, pitch: 1 };
  const guess = (last - first + 1) / (count - 1 + 50 / 72);
  for (let pitch = guess * 0.96; pitch <= guess * 1.04; pitch += guess * 0.002) {
    const start0 = first - pitch * 0.15;
    for (let start = start0 - pitch * 0.4; start <= start0 + pitch * 0.4; start += Math.max(0.25, pitch * 0.03)) {
      let cost = 0;
      for (let i = 0; i <= count; i++) cost += ink[Math.round(start + i * pitch)] ?? 0;
      const outside = Math.max(0, first - start) + Math.max(0, last - (start + count * pitch));
      cost += 0.02 * Math.max(0, Math.abs(outside) - pitch * 0.5);
      if (cost < best.cost) best = { cost, start, pitch };
    }
  }
  return Array.from({ length: count }, (_, i) => {
    const x = from.x + best.start + i * best.pitch;
    const middle = from.y + ((to.y - from.y) * (best.start + (i + 0.5) * best.pitch)) / length;
    return {
      left: Math.round(x),
      top: Math.round(middle - height / 2),
      width: Math.round(best.pitch),
      height: Math.round(height),
    };
  });
}

/** Ink of columns along a line that may be tilted. */
function inkAlong(canvas: RgbRaster, from: Point, to: Point, height: number): number[] {
  const length = Math.round(to.x - from.x);
  const rows = Math.round(height * 0.8);
  const straight: RgbRaster = { width: length, height: rows, data: new Uint8Array(length * rows * 3) };
  for (let x = 0; x < length; x++) {
    const middle = from.y + ((to.y - from.y) * x) / length;
    for (let y = 0; y < rows; y++) {
      const cx = Math.min(canvas.width - 1, Math.max(0, Math.round(from.x + x)));
      const cy = Math.min(canvas.height - 1, Math.max(0, Math.round(middle - rows / 2 + y)));
      const at = (cy * canvas.width + cx) * 3;
      straight.data.set(canvas.data.subarray(at, at + 3), (y * length + x) * 3);
    }
  }
  return inkColumns(straight, { left: 0, top: 0, width: length, height: rows });
}

/** Widths of letters in a sans serif face, relative to a digit. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[il.,:;'!|Ij]/, 0.5],
  [/[ tfr/()-]/, 0.6],
  [/[MW@mw]/, 1.4],
  [/[A-ZÄÖÜ]/, 1.12],
];
const widthOf = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1;

/**
 * Cells of the letters of a printed line. Where ink falls into as many pieces as there are letters, each piece is one;
 * else the line is divided by the usual widths of letters, each border moved to where least ink is.
 */
export function printCells(canvas: RgbRaster, box: PixelBox, text: string): PixelBox[] {
  const ink = inkColumns(canvas, box);
  const runs: [number, number][] = [];
  for (const [x, value] of ink.entries()) {
    const last = runs.at(-1);
    if (value <= 0.04) continue;
    if (last && x - last[1] <= 1) last[1] = x;
    else runs.push([x, x]);
  }
  const [top, bottom] = inkRows(canvas, box);
  const cell = (start: number, end: number): PixelBox => ({
    left: box.left + start,
    width: Math.max(2, end - start),
    top: Math.max(box.top, top - 1),
    height: Math.min(box.top + box.height, bottom + 1) - Math.max(box.top, top - 1),
  });
  const letters = [...text];
  if (runs.length === letters.filter((letter) => letter !== ' ').length) {
    let i = 0;
    return letters.map((letter) => {
      const run = letter === ' ' ? undefined : runs[i++];
      const before = runs[i - 1] ?? [0, 0];
      return run ? cell(run[0] - 1, run[1] + 2) : cell(before[1] + 1, before[1] + 3);
    });
  }
  const [first, last] = [runs[0]?.[0] ?? 0, (runs.at(-1)?.[1] ?? box.width - 1) + 1];
  const total = letters.reduce((sum, letter) => sum + widthOf(letter), 0);
  const scale = (last - first) / total;
  const borders = [first];
  let x = first;
  for (const letter of letters.slice(0, -1)) {
    x += widthOf(letter) * scale;
    const reach = Math.max(1, Math.round(scale * 0.3));
    let best = Math.round(x);
    for (let d = -reach; d <= reach; d++) {
      const at = Math.round(x) + d;
      if ((ink[at] ?? 1) < (ink[best] ?? 1)) best = at;
    }
    borders.push(best);
  }
  borders.push(last);
  return letters.map((_, i) => cell(borders[i]!, borders[i + 1]!));
}
