/** A connected group of bright pixels. */
export interface Spot {
  /** Indices into the raster. */
  readonly pixels: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Finds spots of bright pixels after a morphological opening by squares of `2 * opening + 1` pixels. The opening removes thinner
 * parts, and so separates spots with a thin connection.
 *
 * @param depth see `depthsOf`
 */
export function spotsOf(depth: Uint16Array, width: number, opening: number): Spot[] {
  const height = depth.length / width;
  const seen = new Uint8Array(depth.length);
  const taken = new Int32Array(depth.length);
  const spots: Spot[] = [];
  for (let start = 0; start < depth.length; start++) {
    if (seen[start] || depth[start]! <= opening) continue;
    const core = [start];
    seen[start] = 1;
    const pixels: number[] = [];
    const spot = { left: width, top: height, right: 0, bottom: 0 };
    for (let at = 0; at < core.length; at++) {
      const x = core[at]! % width;
      const y = (core[at]! - x) / width;
      for (const [u, v] of [
        [x + 1, y],
        [x - 1, y],
        [x, y + 1],
        [x, y - 1],
      ] as const) {
        const next = v * width + u;
        if (u < 0 || v < 0 || u >= width || v >= height || seen[next] || depth[next]! <= opening) continue;
        seen[next] = 1;
        core.push(next);
      }
      const [left, right] = [Math.max(0, x - opening), Math.min(width - 1, x + opening)];
      const [top, bottom] = [Math.max(0, y - opening), Math.min(height - 1, y + opening)];
      for (let v = top; v <= bottom; v++) {
        for (let i = v * width + left; i <= v * width + right; i++) {
          if (taken[i] === spots.length + 1) continue;
          taken[i] = spots.length + 1;
          pixels.push(i);
        }
      }
      spot.left = Math.min(spot.left, left);
      spot.right = Math.max(spot.right, right);
      spot.top = Math.min(spot.top, top);
      spot.bottom = Math.max(spot.bottom, bottom);
    }
    spots.push({ pixels, ...spot });
  }
  return spots;
}

/**
 * Chessboard distance of each bright pixel (at least `least`) from the nearest darker pixel; 0 for darker pixels. Pixels outside
 * the raster count as bright (two passes, A. Rosenfeld, J. L. Pfaltz, 1968).
 */
export function depthsOf(levels: Uint8Array, width: number, least: number): Uint16Array {
  const height = levels.length / width;
  const far = width + height;
  const depth = new Uint16Array(levels.length);
  const at = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? far : depth[y * width + x]!);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (levels[y * width + x]! < least) continue;
      depth[y * width + x] = 1 + Math.min(at(x - 1, y), at(x - 1, y - 1), at(x, y - 1), at(x + 1, y - 1), far);
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const i = y * width + x;
      if (depth[i] === 0) continue;
      const next = Math.min(at(x + 1, y), at(x + 1, y + 1), at(x, y + 1), at(x - 1, y + 1));
      depth[i] = Math.min(depth[i]!, 1 + next);
    }
  }
  return depth;
}
