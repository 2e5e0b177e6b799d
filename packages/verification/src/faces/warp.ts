import type { RgbRaster } from '../image/decode.ts';
import { type Box, type Similarity, scaleOf } from './geometry.ts';

/**
 * A square of `side` × `side` pixels cut out of a picture: `toPicture` says where each of its pixels lies in the picture.
 * Beyond the picture it is black, as the nets have learnt.
 */
export function warp(picture: RgbRaster, toPicture: Similarity, side: number): RgbRaster {
  const { a, b, tx, ty } = toPicture;
  const data = new Uint8Array(side * side * 3);
  // Bilinear sampling sees two pixels a way; where a pixel stands for more, several samples share it, against aliasing.
  const samples = Math.max(1, Math.ceil(scaleOf(toPicture) / 2));
  const share = 1 / (samples * samples);
  const edge: [number, number, number] = [0, 0, 0];
  const { width, height, data: from } = picture;
  const row = 3 * width;
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      edge[0] = edge[1] = edge[2] = 0;
      for (let v = 0; v < samples; v++) {
        const sy = y + (v + 0.5) / samples;
        for (let u = 0; u < samples; u++) {
          const sx = x + (u + 0.5) / samples;
          const px = a * sx - b * sy + tx - 0.5;
          const py = b * sx + a * sy + ty - 0.5;
          const left = Math.floor(px);
          const top = Math.floor(py);
          if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
            addAtEdge(picture, px, py, edge);
            continue;
          }
          // Written out, since this runs a million times a picture.
          const fx = px - left;
          const fy = py - top;
          const far = fy * (1 - fx);
          const farRight = fy * fx;
          const near = 1 - fx - far;
          const nearRight = fx - farRight;
          const at = top * row + 3 * left;
          const below = at + row;
          red += near * from[at]! + nearRight * from[at + 3]! + far * from[below]! + farRight * from[below + 3]!;
          green +=
            near * from[at + 1]! + nearRight * from[at + 4]! + far * from[below + 1]! + farRight * from[below + 4]!;
          blue +=
            near * from[at + 2]! + nearRight * from[at + 5]! + far * from[below + 2]! + farRight * from[below + 5]!;
        }
      }
      data[i] = (red + edge[0]) * share + 0.5;
      data[i + 1] = (green + edge[1]) * share + 0.5;
      data[i + 2] = (blue + edge[2]) * share + 0.5;
    }
  }
  return { width: side, height: side, data };
}

/** The box around a whole picture. */
export function wholeOf({ width, height }: RgbRaster): Box {
  return { left: 0, top: 0, width, height };
}

/** The similarity that maps a square of `side` pixels to `box`, enlarged or reduced, from its top left corner on. */
export function squareOf(box: Box, side: number): Similarity {
  return { a: Math.max(box.width, box.height) / side, b: 0, tx: box.left, ty: box.top };
}

/** Swaps left and right of a square. */
export function mirrored({ width, height, data }: RgbRaster): RgbRaster {
  const flipped = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    let to = (y + 1) * width * 3;
    for (let from = y * width * 3, end = to; from < end; from += 3) {
      to -= 3;
      flipped[to] = data[from]!;
      flipped[to + 1] = data[from + 1]!;
      flipped[to + 2] = data[from + 2]!;
    }
  }
  return { width, height, data: flipped };
}

/** Adds the colour between pixels, where some of the pixels may be outside the picture. */
function addAtEdge({ width, height, data }: RgbRaster, x: number, y: number, sum: [number, number, number]): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < -1 || top < -1 || left >= width || top >= height) return;
  const fx = x - left;
  const fy = y - top;
  const near = top >= 0 ? 1 - fy : 0;
  const far = top + 1 < height ? fy : 0;
  if (left >= 0) {
    add(data, (top * width + left) * 3, near * (1 - fx), sum);
    add(data, ((top + 1) * width + left) * 3, far * (1 - fx), sum);
  }
  if (left + 1 < width) {
    add(data, (top * width + left + 1) * 3, near * fx, sum);
    add(data, ((top + 1) * width + left + 1) * 3, far * fx, sum);
  }
}

function add(data: Uint8Array, place: number, weight: number, sum: [number, number, number]): void {
  if (weight === 0) return;
  sum[0] += weight * data[place]!;
  sum[1] += weight * data[place + 1]!;
  sum[2] += weight * data[place + 2]!;
}

/** The picture at a longest side of at most `side` pixels, never enlarged, each pixel the mean of those it covers. */
export function reduced(picture: RgbRaster, side: number): { raster: RgbRaster; scale: number } {
  const { width, height } = picture;
  const scale = Math.min(1, side / Math.max(width, height));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  return { raster: shrunk(picture, wholeOf(picture), size), scale };
}

/** A square part of the picture at `side` × `side` pixels, black beyond the picture; fast where it is reduced. */
export function cut(picture: RgbRaster, part: Box, side: number): RgbRaster {
  const place = squareOf(part, side);
  if (place.a < 1) return warp(picture, place, side);
  return shrunk(picture, { ...part, width: side * place.a, height: side * place.a }, { width: side, height: side });
}

/** Each pixel the mean of those that it covers of a part of the picture, whole pixels only. */
function shrunk(picture: RgbRaster, part: Box, { width, height }: { width: number; height: number }): RgbRaster {
  const data = new Uint8Array(width * height * 3);
  const columns = Array.from({ length: width }, (_, x) => span(x, width, part.left, part.width, picture.width));
  for (let y = 0, i = 0; y < height; y++) {
    const [top, bottom] = span(y, height, part.top, part.height, picture.height);
    for (const [left, right] of columns) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let v = top; v < bottom; v++) {
        const end = (v * picture.width + right) * 3;
        for (let from = (v * picture.width + left) * 3; from < end; from += 3) {
          red += picture.data[from]!;
          green += picture.data[from + 1]!;
          blue += picture.data[from + 2]!;
        }
      }
      const count = Math.max(1, (bottom - top) * (right - left));
      data[i++] = red / count + 0.5;
      data[i++] = green / count + 0.5;
      data[i++] = blue / count + 0.5;
    }
  }
  return { width, height, data };
}

/** First pixel, and the pixel after the last, that pixel `i` of `size` covers of a part; none beyond the picture. */
function span(i: number, size: number, start: number, length: number, end: number): [number, number] {
  const first = Math.round(start + (i * length) / size);
  const next = Math.max(first + 1, Math.round(start + ((i + 1) * length) / size));
  return [Math.min(end, Math.max(0, first)), Math.min(end, Math.max(0, next))];
}
