import type { Finding } from '../finding.ts';
import type { DecodedImage } from './decode.ts';

/** Levels between the strongest and the weakest channel from which a pixel is coloured; JPEG gives grey up to about 10. */
const COLOURED = 24;

/** Least share of coloured pixels. Specimens have 1.5 % (a printed example on white) and more, copies without colour none. */
const COLOUR_THRESHOLD = 0.005;

/** A copy without colour: photocopies and scans in grey hide what documents have of it. */
export function colour({ rgb: { width, height, data } }: Pick<DecodedImage, 'rgb'>): Finding {
  let coloured = 0;
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
    if (Math.max(r, g, b) - Math.min(r, g, b) >= COLOURED) coloured++;
  }
  const measure = coloured / (width * height);
  return {
    name: 'colour',
    measure,
    threshold: COLOUR_THRESHOLD,
    result: measure < COLOUR_THRESHOLD ? 'fail' : 'pass',
    reason: `Colour: ${measure < COLOUR_THRESHOLD ? 'missing' : 'present'} (measured ${(100 * measure).toFixed(1)} % coloured pixels, minimum ${100 * COLOUR_THRESHOLD} %)`,
  };
}
