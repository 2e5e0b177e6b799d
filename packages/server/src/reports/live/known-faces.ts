import { latest } from '../media.ts';
import type { BreakdownTree, LeafFinding } from '../outcome.ts';
import type { CaptureRef, ReportProcessor } from '../types.ts';
import { clear, consider, verdictOf } from './assessment.ts';
import { type CaptureKind, type CaptureTools, captureTypes, seeCapture } from './facial.ts';
import { toScore, unseen } from './facial-capture.ts';
import type { KnownFace, Tools } from './tools.ts';

export type KnownFacesTools = CaptureTools & Tools<'knownFaces'>;

/** The live analysis of a known faces report (contract 9.4): the latest face against those of other applicants. */
export function knownFacesProcessor(tree: BreakdownTree): ReportProcessor<KnownFacesTools> {
  return async ({ media }, tools) => {
    const captures = (Object.keys(captureTypes) as CaptureKind[]).flatMap((kind) =>
      media[kind].map((ref): CaptureRef & { kind: CaptureKind } => ({ ...ref, kind })),
    );
    const capture = latest(captures);
    if (!capture) throw new Error('The report has nothing to look for a face in');
    const { embedding, face } = await seeCapture(capture.kind, capture.id, { tools, siblings: media[capture.kind] });
    await tools.step('looking for the face among other applicants');
    const known = embedding ? await tools.knownFaces(embedding, tools.decision.known_face_score) : null;
    const seen = known ? seenLeaf(known, tools.decision.known_face_score) : unseen(face);
    const leaves = { previously_seen_faces: seen, image_integrity: face };
    return verdictOf(
      { family: 'other', tree },
      { leaves, properties: { matches: (known ?? []).map(toMatch) } },
      tools.decision,
    );
  };
}

function seenLeaf(known: readonly KnownFace[], threshold: number): LeafFinding {
  const [best] = known;
  if (!best) return clear(`No face of another applicant is alike by ${threshold}`, { threshold });
  const people = new Set(known.map(({ applicant_id }) => applicant_id)).size;
  const whose = people === 1 ? 'another applicant' : `${people} other applicants`;
  return consider(`The face was seen with ${whose}`, { measure: toScore(best.score), threshold });
}

const toMatch = ({ applicant_id, score, media_id, media_type }: KnownFace) => ({
  applicant_id,
  score: toScore(score),
  media_id,
  media_type,
  suspected: true,
});
