import type { Rasters } from '../image/rasters.ts';
import { copyMove } from './copy-move.ts';
import { forensicPicture } from './forensic-picture.ts';
import type { Forensics, Regions } from './forensics.ts';
import { GENUINE_MEASURES } from './genuine/measures.ts';
import { heatOf } from './heat.ts';
import { jpegHistory } from './jpeg-history.ts';
import type { Measure, Traced } from './measure.ts';
import { noise } from './noise.ts';
import { portraitBorder } from './portrait-border.ts';
import { portraitPixels } from './portrait-pixels.ts';
import { textPaper } from './text-paper.ts';
import { textPixels } from './text-pixels.ts';
import { zonePrint } from './zone-print.ts';

const MEASURES: readonly Measure[] = [
  jpegHistory,
  noise,
  copyMove,
  zonePrint,
  textPaper,
  portraitBorder,
  portraitPixels,
  ...GENUINE_MEASURES,
];

/**
 * Measures whether the pixels of a document's parts were changed. Every finding says whether this very picture allows the
 * measure. Throws `UnreadableImage` or `DecodeTimeout` for bytes that can't be decoded.
 */
export async function assessForensics(bytes: Uint8Array, regions: Regions, rasters?: Rasters): Promise<Forensics> {
  const picture = await forensicPicture(bytes, regions, rasters);
  const traced: Traced[] = [];
  for (const measure of MEASURES) traced.push(...(await measure(picture, regions)));
  // Counts what the others measured.
  traced.push(...textPixels(picture, regions, traced));
  return { findings: traced.map(({ spots, ...finding }) => finding), heat: heatOf(picture, traced) };
}
