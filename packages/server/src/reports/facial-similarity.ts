import { facialTriggers } from '../sandbox/triggers.ts';
import { clearBreakdown } from './breakdown.ts';
import { facialProcessor } from './live/facial.ts';
import { selectMedia } from './media.ts';
import { capture, identityDocument, location, someDocument } from './needs.ts';
import type { BreakdownTree, MediaUse, Need, ReportType } from './types.ts';

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
  const uses: MediaUse = { documents: 'identity', capture: kind };
  return {
    name,
    family: 'facial',
    acceptsDocumentIds: true,
    uses,
    needs: [isPhoto ? pairedWithDocument : notOnForm, location, someDocument, identityDocument, capture(kind, words)],
    tree,
    sandbox: {
      clear({ media }) {
        const document_id = selectMedia(uses, media).documents[0]?.id ?? null;
        const properties = {
          'face_comparison.face_match': { score: 0.6512, document_id },
          'visual_authenticity.spoofing_detection': { score: 0.9512 },
        };
        return { breakdown: clearBreakdown(tree, { properties }), properties: {} };
      },
      consider: () => facialTriggers.consider,
    },
    process: facialProcessor({ kind, tree, fullyAuto: name === 'facial_similarity_photo_fully_auto' }),
  };
}

export const facialReports = [
  facialReport('facial_similarity_photo', 'livePhotos', 'a live photo'),
  facialReport('facial_similarity_photo_fully_auto', 'livePhotos', 'a live photo'),
  facialReport('facial_similarity_video', 'liveVideos', 'a live video'),
  facialReport('facial_similarity_motion', 'motionCaptures', 'a motion capture'),
] as const;
