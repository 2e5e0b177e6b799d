import { clearBreakdown } from '../../breakdown.ts';
import type { SandboxAnswer } from '../answer.ts';

/** Example identifiers: they belong to no applicant and no media. */
const sampleMatch = {
  applicant_id: '00000000-0000-4000-8000-00000000a001',
  score: 0.9915,
  media_id: '00000000-0000-4000-8000-00000000b001',
  media_type: 'live_photos',
  suspected: true,
};

export const knownFacesAnswer: SandboxAnswer = {
  clear: (_, { tree }) => ({ breakdown: clearBreakdown(tree), properties: { matches: [] } }),
  consider: () => ({
    result: 'consider',
    breakdown: { previously_seen_faces: { result: 'consider' } },
    properties: { matches: [sampleMatch] },
  }),
};
