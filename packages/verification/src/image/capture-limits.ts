/**
 * Limits by which captured pictures are judged. The service judges uploads by these limits, and the browser SDK gives its hints by
 * the same limits. This file imports nothing, so that the SDK can contain it.
 */
export const CAPTURE_LIMITS = {
  /** Longest side in pixels of the picture in which sharpness is measured. */
  side: 1000,

  /**
   * Least brightness (0 to 255) of the brightest twentieth of a document. 48 specimen documents and 6 letters have 205 to 255; at a
   * third of their light 61 to 78, at half of it 103 to 129.
   */
  documentLight: 110,

  /**
   * Least steepness of the edges of a picture that counts as sharp, at a longest side of `side` pixels.
   *
   * Measured on 48 specimen documents, filling the picture and on a table of twice their size: untouched 0.87 to 1.63, with
   * noise of 8 levels 0.89 and more; Gaussian blur of 1 pixel 0.56 to 0.95; of 2 pixels 0.17 to 0.39, with noise of 8 levels
   * 0.22 to 0.47. Of 148 photos of people 143 have more than this; blurred by 2 pixels all have at most 0.23.
   */
  sharpness: 0.5,

  /** Share of the pixels, the steepest ones, that are taken for edges. */
  edgeShare: 0.02,

  /** Least slope of an edge, in levels over two pixels, summed over three rows: below it there is only noise. */
  edgeSlope: 24,

  /** All three channels at or above this: the sensor has seen nothing but light. */
  saturated: 245,

  /**
   * Least brightness of the brightest twentieth of a face. 13 portraits have 155 to 235. The service's detector loses the first of
   * these faces at 45, and most of them at 24.
   */
  faceLight: 60,

  /** Width in pixels to which a face is scaled before its sharpness is measured. A fixed width makes the measure independent of distance. */
  faceSide: 112,

  /**
   * Least steepness of the edges of a face at that width. 13 portraits have 0.48 to 1.00, blurred by 5 pixels of 1280 0.11 to 0.25.
   * The service's detector loses the first of these faces at a blur of 8 pixels, where the measure is 0.10 at most.
   */
  faceSharpness: 0.3,
} as const;
