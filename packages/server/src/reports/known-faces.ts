import { knownFacesProcessor } from './live/known-faces.ts';
import { photoIfAsked } from './needs.ts';
import type { BreakdownTree } from './outcome.ts';
import type { ReportType } from './types.ts';

const tree = { previously_seen_faces: [], image_integrity: [] } as const satisfies BreakdownTree;

export const knownFaces: ReportType<'known_faces'> = {
  name: 'known_faces',
  family: 'other',
  uses: {},
  needs: [photoIfAsked],
  tree,
  /** Ends the report without a photo, video or motion capture of the applicant, since there is no face to search for. */
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
  process: knownFacesProcessor(tree),
};
