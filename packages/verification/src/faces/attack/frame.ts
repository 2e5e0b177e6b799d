import type { GreyRaster } from '../../image/decode.ts';
import type { Box } from '../geometry.ts';

/** Distance that lines reach beyond the face, in heights of the face. */
const REACH = 0.5;
/** Tilts tried, as shift sideways for each step along the line. */
const TILTS = Array.from({ length: 17 }, (_, i) => (i - 8) * 0.03);
/** Least change from one side of an edge to the other, of 255, two pixels away. */
const STEP = 18;

/**
 * Straight edges beside the face, as sheets of paper and screens have: of its four sides, the second best covered by one edge
 * that runs past the face and half a face further, 0 to 1. One side alone may be a door.
 */
export function frame(image: GreyRaster, box: Box): number {
  const turned = transposed(image);
  const across = { left: box.top, top: box.left, width: box.height, height: box.width };
  return [...besides(image, box), ...besides(turned, across)].sort((a, b) => b - a)[1]!;
}

/** Best covered upright edge at the left of the box, and at its right. */
function besides(image: GreyRaster, box: Box): [number, number] {
  const first = Math.max(0, Math.round(box.top - REACH * box.height));
  const last = Math.min(image.height - 1, Math.round(box.top + (1 + REACH) * box.height));
  const middle = (first + last) / 2;
  const { width } = image;
  const edges = edgesOf(image);
  const lines = TILTS.map((tilt) =>
    Int32Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Math.round(tilt * (first + i - middle))),
  );
  const cover = (x: number) => {
    let best = 0;
    for (const line of lines) {
      let dark = 0;
      let bright = 0;
      for (let i = 0, row = first * width; i < line.length; i++, row += width) {
        const at = x + line[i]!;
        if (at < 0 || at >= width) continue;
        const edge = edges[row + at]!;
        if (edge > 0) bright++;
        else if (edge < 0) dark++;
      }
      best = Math.max(best, dark, bright);
    }
    return best / Math.max(1, last - first + 1);
  };
  let left = 0;
  for (let x = 2; x < box.left; x++) left = Math.max(left, cover(x));
  let right = 0;
  for (let x = Math.ceil(box.left + box.width); x < width - 2; x++) right = Math.max(right, cover(x));
  return [left, right];
}

/** 1 where the picture grows brighter to the right, -1 where darker, else 0. */
function edgesOf({ width, height, data }: GreyRaster): Int8Array {
  const edges = new Int8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let i = y * width + 2; i < (y + 1) * width - 2; i++) {
      const step = data[i + 2]! - data[i - 2]!;
      edges[i] = step > STEP ? 1 : step < -STEP ? -1 : 0;
    }
  }
  return edges;
}

/** The picture with rows and columns exchanged. */
export function transposed({ width, height, data }: GreyRaster): GreyRaster {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) turned[x * height + y] = data[y * width + x]!;
  return { width: height, height: width, data: turned };
}
