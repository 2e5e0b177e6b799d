/** Faces: find, count, compare, the portrait on a document, how a head is held, and signs of a picture of a picture. */
export { compareFaces, cosineOfScore, faceCosine, samePortrait } from './compare.ts';
export { type FaceDistribution, faceDistribution } from './distribution.ts';
export { EMBEDDING_LENGTH, EMBEDDING_MODEL, embed } from './embed.ts';
export type { Eyes } from './eyes.ts';
export { type Face, faceCount, findFaces, type Picture as FacePicture, rasterOf } from './faces.ts';
export type { Landmarks } from './landmarks.ts';
export { analysePortraits, type DocumentPortrait, type PortraitAnalysis } from './portrait.ts';
export { type HeadPose, headPose } from './pose.ts';
export { analyseSelfie, type SelfieAnalysis, type SelfiePerson } from './selfie.ts';
export { THRESHOLDS as FACE_THRESHOLDS } from './thresholds.ts';
