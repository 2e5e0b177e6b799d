/** Clips of a face: who is seen, whether the head turned as asked, and whether it is a head at all. */
export { analyseFrames, type ChallengePart, type FramesAnalysis, type SeenFrame } from './analyse.ts';
export type { Observation } from './observation.ts';
export type { VideoFrame } from './watch.ts';
