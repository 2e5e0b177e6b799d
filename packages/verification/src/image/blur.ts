import type { Finding } from '../finding.ts';
import type { GreyRaster } from './decode.ts';

/**
 * Least variance of the Laplacian of a picture that counts as sharp, at a longest side of `ANALYSIS_SIDE` pixels.
 *
 * Measured on 48 specimen documents, untouched and blurred after reduction to that size: untouched 539 to 8689 (median
 * 1778), Gaussian blur of 1 pixel 66 to 962 (median 241), of 2 pixels 3 to 59, of 3.5 pixels 1 to 6. At 150 none of the
 * sharp ones is flagged and none of the ones blurred by 2 pixels or more passes. Pictures smaller than that size are
 * measured as they are: enlarging them made 16 of the 48 sharp ones fall below.
 */
export const BLUR_THRESHOLD = 150;

/**
 * Blur, by the variance of the Laplacian (J. L. Pech-Pacheco et al., "Diatom autofocusing in brightfield microscopy: a
 * comparative study", ICPR 2000): edges of a sharp picture bend steeply, those of a blurred one don't.
 */
export function blur(image: GreyRaster): Finding {
  const measure = laplacianVariance(image);
  const result = measure < BLUR_THRESHOLD ? 'fail' : 'pass';
  return {
    name: 'blur',
    measure,
    threshold: BLUR_THRESHOLD,
    result,
    reason: `Variance of the Laplacian is ${measure.toFixed(0)}; at least ${BLUR_THRESHOLD} is sharp`,
  };
}

/** Variance of the 4-neighbour Laplacian over all pixels but the border's; 0 for a raster of less than 3 by 3. */
export function laplacianVariance({ width, height, data }: GreyRaster): number {
  const count = (width - 2) * (height - 2);
  if (width < 3 || height < 3) return 0;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y++) {
    const end = (y + 1) * width - 1;
    for (let i = y * width + 1; i < end; i++) {
      const value = data[i - 1]! + data[i + 1]! + data[i - width]! + data[i + width]! - 4 * data[i]!;
      sum += value;
      squares += value * value;
    }
  }
  return squares / count - (sum / count) ** 2;
}
