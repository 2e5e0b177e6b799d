import { sameName } from '@bonafide/verification';
import { latest } from '../media.ts';
import type { BreakdownTree, LeafFinding } from '../outcome.ts';
import type { CaptureRef, ReportApplicant, ReportProcessor } from '../types.ts';
import { clear, consider, verdictOf } from './assessment.ts';
import { type CaptureKind, type CaptureTools, captureTypes, seeCapture } from './facial.ts';
import { toScore, unseen } from './facial-capture.ts';
import type { KnownFace, Tools } from './tools.ts';

export type KnownFacesTools = CaptureTools & Tools<'knownFaces' | 'keepFace'>;

/**
 * The live analysis of a known faces report (contract 9.4): compares the latest face with the faces of other applicants. It keeps
 * the face, so that reports of other applicants find it without any facial similarity report.
 */
export function knownFacesProcessor(tree: BreakdownTree): ReportProcessor<KnownFacesTools> {
  return async ({ media, applicant }, tools) => {
    const captures = (Object.keys(captureTypes) as CaptureKind[]).flatMap((kind) =>
      media[kind].map((ref): CaptureRef & { kind: CaptureKind } => ({ ...ref, kind })),
    );
    const capture = latest(captures);
    if (!capture) throw new Error('The report has no capture of a face');
    const { embedding, face } = await seeCapture(capture.kind, capture.id, { tools, siblings: media[capture.kind] });
    await tools.step('searching for the face among other applicants');
    const known = embedding ? await tools.knownFaces(embedding, tools.decision.known_face_score) : null;
    const type = captureTypes[capture.kind];
    if (embedding && face.result === 'clear') await tools.keepFace({ id: capture.id, type }, embedding);
    const seen = known ? seenLeaf(known, tools.decision.known_face_score) : unseen(face);
    const leaves = { previously_seen_faces: seen, image_integrity: face };
    return verdictOf(
      { family: 'other', tree },
      { leaves, properties: { matches: (known ?? []).map((face) => toMatch(face, applicant)) } },
      tools.decision,
    );
  };
}

function seenLeaf(known: readonly KnownFace[], threshold: number): LeafFinding {
  const [best] = known;
  if (!best) return clear('No other applicant has a similar face', { threshold });
  const people = new Set(known.map(({ applicant_id }) => applicant_id)).size;
  const whose = people === 1 ? 'another applicant' : `${people} other applicants`;
  return consider(`The same face was seen with ${whose}`, { measure: toScore(best.score), threshold });
}

function toMatch({ applicant_id, score, media_id, media_type, name }: KnownFace, applicant: ReportApplicant) {
  const suspected = namesDiffer(`${applicant.first_name} ${applicant.last_name}`, name);
  return { applicant_id, score: toScore(score), media_id, media_type, suspected };
}

/**
 * Returns whether two applicants have different names. Order, accents, initials and left-out middle names are not a difference; a
 * different spelling is. Names in letters that can't be written in A to Z are the same where they are equal.
 */
function namesDiffer(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return plain(one) !== plain(other) && sameName(one, other) !== 'same';
}
