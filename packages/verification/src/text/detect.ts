import type { RgbRaster } from '../image/decode.ts';
import { net } from './engine.ts';
import { type Point, type Quad, quadAround, smallestRectangle } from './geometry.ts';

/** Least probability of a pixel that belongs to text (PP-OCR's own). */
const PIXEL = 0.3;
/** Least mean probability of a box of text. PP-OCR's own is 0.6; faint print on guilloche lies below. */
const BOX = 0.5;
/** The detector sees the core of a line; area times this over perimeter is what is added around it (PP-OCR's own). */
const UNCLIP = 1.6;
/** Lines lower than this, in pixels of the detector's picture, are dust. */
const LEAST_HEIGHT = 3;
/** More boxes than any page has lines: a bound on time. */
const MOST_BOXES = 300;

/** Mean and deviation of each plane, blue first, that the nets were trained with. */
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

/**
 * Detects text: boxes around lines, longer side level, in pixels of the raster, in no order.
 *
 * PP-OCRv4's detector (M. Liao et al., "Real-time scene text detection with differentiable binarization", AAAI 2020).
 * @param side pixels of the longest side of the picture that the detector sees
 */
export async function detect(source: RgbRaster, side: number): Promise<Quad[]> {
  const scale = Math.min(2, side / Math.max(source.width, source.height));
  const round = (pixels: number) => Math.max(32, Math.round((pixels * scale) / 32) * 32);
  const [width, height] = [round(source.width), round(source.height)];
  const { default: sharp } = await import('sharp');
  const small = await sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: scale > 1 ? 'cubic' : 'linear' })
    .raw()
    .toBuffer();
  const { data } = await (await net('detector')).run(planesOf(small, width * height), [1, 3, height, width]);
  const [sx, sy] = [source.width / width, source.height / height];
  return boxes(data, width, height).map(
    (quad) => quad.map(({ x, y }) => ({ x: (x + 0.5) * sx - 0.5, y: (y + 0.5) * sy - 0.5 })) as unknown as Quad,
  );
}

function planesOf(rgb: Uint8Array, pixels: number): Float32Array {
  const planes = new Float32Array(pixels * 3);
  for (let plane = 0; plane < 3; plane++) {
    const [mean, factor] = [MEAN[plane]! * 255, 1 / (DEVIATION[plane]! * 255)];
    for (let i = 0, from = 2 - plane, to = plane * pixels; i < pixels; i++, from += 3) {
      planes[to + i] = (rgb[from]! - mean) * factor;
    }
  }
  return planes;
}

/** Boxes around the connected parts of a map of probabilities. */
export function boxes(map: Float32Array, width: number, height: number): Quad[] {
  const seen = new Uint8Array(width * height);
  const found: Quad[] = [];
  for (let start = 0; start < map.length && found.length < MOST_BOXES; start++) {
    if (seen[start] || map[start]! < PIXEL) continue;
    const { edge, mean } = component(map, width, height, start, seen);
    if (edge.length < 4 || mean < BOX) continue;
    const box = smallestRectangle(edge);
    if (box.height + 1 < LEAST_HEIGHT) continue;
    const [w, h] = [box.width + 1, box.height + 1];
    const grow = ((w * h) / (2 * (w + h))) * UNCLIP * 2;
    found.push(quadAround(box.middle, w + grow, h + grow, box.tilt));
  }
  return found;
}

/** Border pixels and mean probability of the part that holds `start`; marks it as seen. */
function component(map: Float32Array, width: number, height: number, start: number, seen: Uint8Array) {
  const edge: Point[] = [];
  const stack = [start];
  seen[start] = 1;
  let [sum, count] = [0, 0];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    sum += map[at]!;
    count++;
    let inside = 0;
    for (let i = 0; i < NEIGHBOURS.length; i += 2) {
      const nx = x + NEIGHBOURS[i]!;
      const ny = y + NEIGHBOURS[i + 1]!;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const next = ny * width + nx;
      if (map[next]! < PIXEL) continue;
      inside++;
      if (seen[next]) continue;
      seen[next] = 1;
      stack.push(next);
    }
    if (inside < 4) edge.push({ x, y });
  }
  return { edge, mean: sum / count };
}

/** Steps to the neighbours of a pixel, across and down. */
const NEIGHBOURS = [1, 0, -1, 0, 0, 1, 0, -1];
