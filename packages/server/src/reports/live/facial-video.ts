import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FramesAnalysis } from '@bonafide/verification';
import { Problem } from '../../base/errors.ts';
import type { VideoFrame } from '../../media-files/video-frame.ts';
import type { LeafFinding } from '../outcome.ts';
import { clear, consider, doubtful } from './assessment.ts';
import {
  notAssessed,
  nothingShown,
  type SeenCapture,
  type ShownFaces,
  type SourceEvidence,
  type SourceFault,
  signalsOf,
  spoofingLeaf,
  unseen,
} from './facial-capture.ts';
import { videoNames } from './facial-container.ts';
import { lookOf } from './facial-look.ts';
import type { PhotoTools } from './facial-photo.ts';
import { nameFaults, reuse } from './facial-source.ts';
import type { Tools, UploadedFile } from './tools.ts';

/** Pictures of a video that are analysed: what `analyseFrames` is made for, at most. */
const FRAMES = 16;

/** Other videos of the applicant that a video is compared with, the latest ones. */
const MOST_SIBLINGS = 10;

export type VideoTools = PhotoTools & Tools<'frames'>;

/**
 * Analyses a live video or motion capture: its face, whether the head turned as asked, signs of a picture, and whether the
 * same video was used before. `siblings` are the applicant's other videos, the newest first. Throws
 * `frame_extraction_unavailable`: without ffmpeg no video can be analysed.
 */
export async function seeVideo(id: string, tools: VideoTools, siblings: readonly string[]): Promise<SeenCapture> {
  await tools.step('extracting images from the video');
  const file = await tools.file(id);
  const frames = await framesOf(id, tools);
  const reused = await reusedChallenge(file, tools, siblings);
  if (!frames) {
    const face = doubtful(notAssessed.noPicture.reason);
    const source = videoSource(file, reused.length > 0 ? reused : undefined);
    return { face, embedding: null, spoofing: face, source, liveness: face, look: null, shown: nothingShown };
  }
  await tools.step('analysing the face in the video');
  const { challenge } = file;
  const { analysis, hashes } = await tools.analyser.run('liveVideo', { frames, ...(challenge && { challenge }) });
  const videoHash = lookOf(hashes);
  const face = faceOf(analysis);
  return {
    face,
    embedding: analysis.best?.embedding ?? null,
    spoofing: spoofingOf(analysis, face, tools),
    source: videoSource(file, [...reused, ...reuse('challenge_reuse', await tools.sameLook(videoHash))]),
    liveness: livenessOf(analysis),
    look: videoHash,
    shown: shownOf(id, analysis),
  };
}

/** The faces of the film that a reviewer steps through. */
function shownOf(media_id: string, { frames, best, signals }: FramesAnalysis): ShownFaces {
  const seen = frames.flatMap(({ at, eyes }, index) => (eyes ? [{ index, place: { media_id, at, eyes } }] : []));
  const compared = seen.findIndex(({ index }) => index === best?.index);
  return {
    captured: seen.map(({ place }) => place),
    compared: compared < 0 ? null : compared,
    signals: signalsOf(signals),
  };
}

/** Pictures of a video; undefined where it can't be decoded. */
async function framesOf(id: string, tools: Tools<'frames'>): Promise<VideoFrame[] | undefined> {
  try {
    return await tools.frames(id, FRAMES);
  } catch (error) {
    if (error instanceof Problem && error.type === 'frame_extraction_failed') return undefined;
    throw error;
  }
}

/** One face, of one person, in enough of the video. */
function faceOf({ faces, person }: FramesAnalysis): LeafFinding {
  const wrong = [...faces, person].find(({ result }) => result === 'fail');
  const { reason, measure, threshold } = wrong ?? faces[0]!;
  return (wrong ? consider : clear)(reason, {
    ...(measure !== null && { measure }),
    ...(threshold !== null && { threshold }),
  });
}

/** Signs of a picture are a doubt, unless the face didn't live either: then there is nothing left to ask a person. */
function spoofingOf(
  { genuineness, signals, liveness }: FramesAnalysis,
  face: LeafFinding,
  { decision }: Tools<'decision'>,
): LeafFinding {
  if (genuineness === null) return unseen(face);
  const { doubt, ...leaf } = spoofingLeaf({ genuineness, signals }, decision);
  if (!doubt) return leaf;
  return liveness.result === 'fail' ? { ...leaf, result: 'consider' } : { ...leaf, doubt };
}

/** Digits that were to be recited can't be recognised here: with them, a reviewer must confirm that they were said. */
function livenessOf({ liveness, recited }: FramesAnalysis): LeafFinding {
  const { result, reason, measure, threshold } = liveness;
  const found = { ...(measure !== null && { measure }), ...(threshold !== null && { threshold }) };
  if (result === 'fail') return consider(reason, found);
  if (recited) return doubtful(`${reason}. ${recited.reason}`, found);
  return result === 'pass' ? clear(reason, found) : doubtful(reason, found);
}

/** `reused` is undefined where no analyser can see the video. */
function videoSource({ bytes, cameraName }: UploadedFile, reused: readonly SourceFault[] | undefined): SourceEvidence {
  const assessed = { ...nameFaults(videoNames(bytes), cameraName), ...(reused && { challenge_reuse: reused }) };
  return { assessed, doubts: [] };
}

/** The same bytes, sent by the applicant as the answer to another challenge. */
async function reusedChallenge(
  { bytes, challenge }: UploadedFile,
  tools: Tools<'file'>,
  siblings: readonly string[],
): Promise<SourceFault[]> {
  if (!challenge) return [];
  const digest = digestOf(bytes);
  for (const id of siblings.slice(0, MOST_SIBLINGS)) {
    const other = await tools.file(id);
    if (isDeepStrictEqual(other.challenge, challenge) || !digestOf(other.bytes).equals(digest)) continue;
    return [{ word: 'challenge_reuse', reason: 'The applicant sent the same video for another challenge' }];
  }
  return [];
}

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
