/**
 * Weights of BlazeFace, short range. Copyright 2022 The MediaPipe Authors, Apache-2.0. Written by `scripts/face-weights.js`,
 * which says what the bytes mean; inlined by `scripts/binary-files.js`.
 */
declare const weights: Uint8Array<ArrayBuffer>;
export default weights;
