import type { RgbRaster } from '../image/decode.ts';
import { detect } from '../text/detect.ts';
import { centreOf, type Point, type Quad, quadAround, sizeOf, tiltOf } from '../text/geometry.ts';
import { warp } from '../text/warp.ts';

/** Height of MRZ lines in the second reading, in pixels: the same as on a page that fills the picture. */
const HEIGHT = 40;
/** Most pixels of its longer side: a bound on time. */
const MOST_SIDE = 1216;
/** A zone is at most so many heights of its lines long, 44 characters of half a height, with room at both ends. */
const LENGTH = 26;
/** Margin above and below a line that was found, in heights: two rows, up to two apart. */
const REACH = 4.5;
/** Radians within which lines count as parallel. */
const PARALLEL = 0.12;

/**
 * Detects lines again and closer: only around pieces that look like parts of an MRZ, set straight and enlarged. A detector that
 * sees the picture as a whole misses runs of fillers on a tilted or small MRZ.
 * @param pieces lines that each look like a part of an MRZ
 * @returns quads in pixels of the raster, level with the pieces; none without pieces
 */
export async function lookAgain(raster: RgbRaster, pieces: readonly Quad[]): Promise<Quad[]> {
  const [longest] = [...pieces].sort((a, b) => sizeOf(b).width - sizeOf(a).width);
  if (!longest) return [];
  const tilt = tiltOf(longest);
  const { height } = sizeOf(longest);
  const near = pieces.filter(
    (piece) =>
      Math.abs(tiltOf(piece) - tilt) < PARALLEL && Math.abs(across(longest, tilt, centreOf(piece))) < REACH * height,
  );
  const along = near.flatMap((piece) => piece.map((point) => project(point, tilt)));
  const [left, right] = [Math.min(...along.map(({ x }) => x)), Math.max(...along.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...along.map(({ y }) => y)), Math.max(...along.map(({ y }) => y))];
  // Pieces may be any part of it: as long again to either side as a zone can be beyond them.
  const room = Math.max(height, LENGTH * height - (right - left));
  const middle = back({ x: (left + right) / 2, y: (top + bottom) / 2 }, tilt);
  const [width, tall] = [right - left + 2 * room, bottom - top + 2 * (REACH - 1) * height];
  const area = quadAround(middle, width, tall, tilt);
  const scale = Math.min(HEIGHT / height, MOST_SIDE / width);
  const size = { width: Math.round(width * scale), height: Math.round(tall * scale) };
  const found = await detect(warp(raster, area, size), Math.max(size.width, size.height));
  const [origin] = area;
  const [cos, sin] = [Math.cos(tilt) / scale, Math.sin(tilt) / scale];
  const place = ({ x, y }: Point): Point => ({ x: origin.x + x * cos - y * sin, y: origin.y + x * sin + y * cos });
  return found.map((quad) => quad.map(place) as unknown as Quad);
}

/** A point in axes along and across lines of a tilt, and back. */
const project = ({ x, y }: Point, tilt: number): Point => ({
  x: x * Math.cos(tilt) + y * Math.sin(tilt),
  y: y * Math.cos(tilt) - x * Math.sin(tilt),
});
const back = (point: Point, tilt: number): Point => project(point, -tilt);

const across = (line: Quad, tilt: number, point: Point) => project(point, tilt).y - project(centreOf(line), tilt).y;
