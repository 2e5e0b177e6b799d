/** Pure analysers: buffers in, findings out. They know pictures and names, not applicants, accounts or HTTP. */
export type { Finding } from './finding.ts';
export { BLUR_THRESHOLD, blur } from './image/blur.ts';
export {
  ANALYSIS_SIDE,
  type DecodedImage,
  decode,
  type GreyRaster,
  MAX_PIXELS,
  pngOfSamples,
  toPng,
} from './image/decode.ts';
export { assessQuality, type QualityDetector, qualityDetectors } from './image/quality.ts';
export { UnreadableImage, type UnreadableReason } from './image/unreadable.ts';
