import { clearBreakdown } from '../../breakdown.ts';
import { selectMedia } from '../../media.ts';
import type { SandboxAnswer } from '../answer.ts';
import { facialTriggers } from '../triggers.ts';

export const facialAnswer: SandboxAnswer = {
  clear({ media }, { tree, uses }) {
    const document_id = selectMedia(uses, media).documents[0]?.id ?? null;
    const properties = {
      'face_comparison.face_match': { score: 0.6512, document_id },
      'visual_authenticity.spoofing_detection': { score: 0.9512 },
    };
    return { breakdown: clearBreakdown(tree, { properties }), properties: {} };
  },
  consider: () => facialTriggers.consider,
};
