import { clearBreakdown } from './breakdown.ts';
import { knownFacesProcessor } from './live/known-faces.ts';
import { photoIfAsked } from './needs.ts';
import type { BreakdownTree, ReportType } from './types.ts';

const tree = { previously_seen_faces: [], image_integrity: [] } as const satisfies BreakdownTree;

/** Example identifiers: they belong to no applicant and no media. */
const sampleMatch = {
  applicant_id: '00000000-0000-4000-8000-00000000a001',
  score: 0.9915,
  media_id: '00000000-0000-4000-8000-00000000b001',
  media_type: 'live_photos',
  suspected: true,
};

export const knownFaces: ReportType<'known_faces'> = {
  name: 'known_faces',
  family: 'other',
  uses: {},
  needs: [photoIfAsked],
  tree,
  /** Without a photo, video or motion capture of the applicant there is no face to look for. */
  unmet({ media: { livePhotos, liveVideos, motionCaptures } }) {
    if (livePhotos.length + liveVideos.length + motionCaptures.length > 0) return undefined;
    return {
      status: 'withdrawn',
      result: null,
      sub_result: null,
      breakdown: {},
      properties: { error: 'No live photo, live video or motion capture was uploaded' },
    };
  },
  sandbox: {
    clear: () => ({ breakdown: clearBreakdown(tree), properties: { matches: [] } }),
    consider: () => ({
      result: 'consider',
      breakdown: { previously_seen_faces: { result: 'consider' } },
      properties: { matches: [sampleMatch] },
    }),
  },
  process: knownFacesProcessor(tree),
};
