import { facialProcessor } from './live/facial.ts';
import { capture, identityDocument, location, someDocument } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { MediaUse, Need, ReportType } from './types.ts';

const photoTree = {
  face_comparison: ['face_match'],
  image_integrity: ['face_detected', 'source_integrity'],
  visual_authenticity: ['spoofing_detection'],
} as const satisfies BreakdownTree;

const videoTree = {
  ...photoTree,
  visual_authenticity: ['spoofing_detection', 'liveness_detected'],
} as const satisfies BreakdownTree;

const pairedWithDocument: Need = {
  error: 'facial_similarity_photo_without_document',
  missing: ({ applicantProvidesData, reports }) =>
    applicantProvidesData && !reports.some(({ family }) => family === 'document'),
};

const notOnForm: Need = {
  error: 'facial_similarity_video_not_supported',
  missing: ({ applicantProvidesData }) => applicantProvidesData,
};

function facialReport<Name extends string>(
  name: Name,
  kind: NonNullable<MediaUse['capture']>,
  words: string,
): ReportType<Name> {
  const isPhoto = kind === 'livePhotos';
  const tree = isPhoto ? photoTree : videoTree;
  return {
    name,
    family: 'facial',
    acceptsDocumentIds: true,
    uses: { documents: 'identity', capture: kind },
    needs: [isPhoto ? pairedWithDocument : notOnForm, location, someDocument, identityDocument, capture(kind, words)],
    tree,
    process: facialProcessor({ kind, tree, fullyAuto: name === 'facial_similarity_photo_fully_auto' }),
  };
}

export const facialReports = [
  facialReport('facial_similarity_photo', 'livePhotos', 'a live photo'),
  facialReport('facial_similarity_photo_fully_auto', 'livePhotos', 'a live photo'),
  facialReport('facial_similarity_video', 'liveVideos', 'a live video'),
  facialReport('facial_similarity_motion', 'motionCaptures', 'a motion capture'),
] as const;
