import type { GreyRaster } from '../image/decode.ts';

/** `COSINES[8 * u + x]`: the orthonormal DCT-II of 8 samples (ITU-T T.81, A.3.3). */
const COSINES = Float64Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

const half = new Float64Array(64);

/**
 * Coefficients of the 8 by 8 pixels of a raster from (left, top) on, written to `into`: frequency (x, y) at `8 * y + x`,
 * in the unit of the quantisation tables of JPEG, for x and y below `below`. The block must lie in the raster.
 */
export function blockDct({ width, data }: GreyRaster, left: number, top: number, into: Float64Array, below = 8): void {
  for (let y = 0; y < 8; y++) {
    const at = (top + y) * width + left;
    for (let u = 0; u < below; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += COSINES[8 * u + x]! * data[at + x]!;
      half[8 * u + y] = sum;
    }
  }
  for (let u = 0; u < below; u++) {
    for (let v = 0; v < below; v++) {
      let sum = 0;
      for (let y = 0; y < 8; y++) sum += COSINES[8 * v + y]! * half[8 * u + y]!;
      into[8 * v + u] = sum;
    }
  }
}
