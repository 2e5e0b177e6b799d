import { latest } from '../media.ts';
import type { BreakdownTree, LeafFinding } from '../outcome.ts';
import type { MediaUse, ReportProcessor } from '../types.ts';
import { verdictOf } from './assessment.ts';
import { faceLeaf, type SeenCapture, sourceLeaf } from './facial-capture.ts';
import { comparedFaces, documentPortraits, matchLeaf, type PortraitTools, portraitShown } from './facial-match.ts';
import { seePhoto } from './facial-photo.ts';
import { seeVideo, type VideoTools } from './facial-video.ts';
import type { KnownFace, Tools } from './tools.ts';

export type CaptureKind = NonNullable<MediaUse['capture']>;

/** Names of the kinds of captures on the wire. */
export const captureTypes: Readonly<Record<CaptureKind, KnownFace['media_type']>> = {
  livePhotos: 'live_photos',
  liveVideos: 'live_videos',
  motionCaptures: 'motion_captures',
};

/** Tools for the analysis of a capture of any kind. */
export type CaptureTools = VideoTools;

/** Functions that analyse captures of each kind. */
const analyses: Readonly<
  Record<CaptureKind, (id: string, tools: CaptureTools, siblings: readonly string[]) => Promise<SeenCapture>>
> = {
  livePhotos: seePhoto,
  liveVideos: seeVideo,
  motionCaptures: seeVideo,
};

/** Analyses a capture of the applicant. `siblings` are others of its kind. */
export function seeCapture(
  kind: CaptureKind,
  id: string,
  { tools, siblings }: { tools: CaptureTools; siblings: readonly { readonly id: string }[] },
): Promise<SeenCapture> {
  const others = siblings.map((sibling) => sibling.id).filter((other) => other !== id);
  return analyses[kind](id, tools, others);
}

export interface FacialReport {
  readonly kind: CaptureKind;
  readonly tree: BreakdownTree;
  /** Never asks a person: an uncertain report becomes `consider`. */
  readonly fullyAuto: boolean;
}

export type FacialTools = CaptureTools & PortraitTools & Tools<'keepFace' | 'keepLook'>;

/** The live analysis of a facial similarity report (contract 9.3). */
export function facialProcessor({ kind, tree, fullyAuto }: FacialReport): ReportProcessor<FacialTools> {
  return async (subject, tools) => {
    const captures = subject.media[kind];
    const capture = latest(captures);
    if (!capture) throw new Error(`The report has no media of type ${captureTypes[kind]}`);
    const [seen, portraits] = await Promise.all([
      seeCapture(kind, capture.id, { tools, siblings: captures }),
      documentPortraits(subject, tools),
    ]);
    await tools.step('comparing faces');
    const source = { ...seen.source, doubts: [...seen.source.doubts, ...portraitShown(seen, portraits)] };
    const match = matchLeaf(seen, portraits, tools.decision);
    const leaves: Record<string, LeafFinding> = {
      'face_comparison.face_match': match,
      'image_integrity.face_detected': faceLeaf(seen.face, portraits),
      'image_integrity.source_integrity': sourceLeaf(source),
      'visual_authenticity.spoofing_detection': seen.spoofing,
      ...(seen.liveness && { 'visual_authenticity.liveness_detected': seen.liveness }),
    };
    const media = { id: capture.id, type: captureTypes[kind] };
    if (seen.embedding && seen.face.result === 'clear') await tools.keepFace(media, seen.embedding);
    if (seen.look) await tools.keepLook(media, seen.look);
    const properties = match.measure === undefined ? {} : { score: match.measure };
    const assessment = { leaves, properties, faces: comparedFaces(seen, portraits) };
    return verdictOf(
      { family: 'facial', tree },
      assessment,
      fullyAuto ? { decision_uncertain: 'consider' } : tools.decision,
    );
  };
}
