import type { Finding } from '../finding.ts';
import { blur } from './blur.ts';
import type { DecodedImage } from './decode.ts';

/** Looks at one quality of a picture. */
export type QualityDetector = (image: DecodedImage) => Finding | Promise<Finding>;

/** Every quality that an upload is judged by. A new detector is a new line here. */
export const qualityDetectors: readonly QualityDetector[] = [(image) => blur(image.grey)];

/**
 * The findings of `detectors`, in their order, whatever they found.
 *
 * @example
 * import { assessQuality, decode, pngOfSamples } from '@bonafide/verification';
 *
 * const png = await pngOfSamples(new Uint8Array(300), { width: 10, height: 10, channels: 3 });
 * const findings = await assessQuality(await decode(png));
 * console.log(findings.filter(({ result }) => result === 'fail').map(({ name }) => name));
 */
export async function assessQuality(
  image: DecodedImage,
  detectors: readonly QualityDetector[] = qualityDetectors,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const detect of detectors) findings.push(await detect(image));
  return findings;
}
