import type { Quad } from '../text/geometry.ts';
import type { FieldName, Format, Span } from './formats.ts';
import type { ZoneReading } from './merge.ts';

/** Places of MRZ fields, in pixels of the raster; names as a whole and, where a format has them in one, each part. */
export type ZonePlaces = Readonly<Partial<Record<FieldName, Quad>>>;

/**
 * Computes the place of each field of an MRZ. The reader knows the step of each character along a line; a field reaches half a
 * pitch beyond its first and its last one.
 * @param rows the lines' quads, as long as `reading` was read from them
 */
export function placesOf(
  format: Format,
  lines: readonly string[],
  reading: ZoneReading,
  rows: readonly Quad[],
): ZonePlaces {
  const spans = format.fields.flatMap(({ name, at }) => [
    [name, at] as const,
    ...(name === 'names' ? parts(at, lines) : []),
  ]);
  const places: Partial<Record<FieldName, Quad>> = {};
  for (const [name, at] of spans) places[name] ??= partOf(rows[at[0]]!, reading[at[0]]!.middles, at);
  return places;
}

/** Surname and given names within the field of both: two fillers part them. */
function parts([line, start, end]: Span, lines: readonly string[]): [FieldName, Span][] {
  const text = lines[line]!.slice(start, end).replace(/<+$/, '');
  const gap = text.indexOf('<<');
  if (gap < 0) return [['surname', [line, start, start + Math.max(1, text.length)]]];
  return [
    ['surname', [line, start, start + gap]],
    ['givenNames', [line, start + gap + 2, start + text.length]],
  ];
}

function partOf(row: Quad, middles: readonly number[], [, start, end]: Span): Quad {
  const pitch = (middles.at(-1)! - middles[0]!) / (middles.length - 1);
  const from = Math.max(0, middles[start]! - pitch / 2);
  const to = Math.min(1, middles[end - 1]! + pitch / 2);
  return between(row, from, to);
}

/** The part of a line's quad between two shares of its length. */
export function between([tl, tr, br, bl]: Quad, from: number, to: number): Quad {
  const on = (a: Quad[number], b: Quad[number], share: number) => ({
    x: a.x + share * (b.x - a.x),
    y: a.y + share * (b.y - a.y),
  });
  return [on(tl, tr, from), on(tl, tr, to), on(bl, br, to), on(bl, br, from)];
}
