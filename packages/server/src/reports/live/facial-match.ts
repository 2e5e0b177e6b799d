import { compareFaces } from '@bonafide/verification';
import { identityDocuments } from '../media.ts';
import type { ReportSubject } from '../types.ts';
import { clear, consider, doubtful, type LeafFinding, unassessed } from './assessment.ts';
import type { DecisionSettings } from './decision.ts';
import { type SeenCapture, toScore, unseen } from './facial-capture.ts';
import type { LiveTools } from './tools.ts';

/** The main portrait on one file of a document. */
interface FilePortrait {
  readonly id: string;
  readonly type: string;
  readonly embedding: Float32Array;
}

/** What was found on the documents of a report. */
export interface DocumentPortraits {
  readonly portraits: readonly FilePortrait[];
  /** Why files couldn't be read; empty when all could. */
  readonly why: string;
}

/** The main portrait on every side of the documents that the report looks at. */
export async function documentPortraits({ media }: ReportSubject, tools: LiveTools): Promise<DocumentPortraits> {
  await tools.step('looking for the portrait on the document');
  const sides = await Promise.all(
    identityDocuments(media).map(async ({ id }) => {
      const { bytes, mediaType } = await tools.file(id);
      const { main, unreadable } = await tools.analyser.run('portraits', { bytes, mediaType });
      return { id, type: media.documents.find((document) => document.id === id)?.type ?? id, main, unreadable };
    }),
  );
  const portraits = sides.flatMap(({ id, type, main }) => (main ? [{ id, type, embedding: main }] : []));
  const reasons = new Set(sides.flatMap(({ unreadable }) => unreadable ?? []));
  return { portraits, why: reasons.size > 0 ? `: ${[...reasons].join('. ')}` : '' };
}

/**
 * The leaf `face_match`, whose measure is the score. Sides of one document count as one, by the portrait that is most like the face: the other may be a
 * drawing. Of several documents the least like decides, so that nobody brings their own beside a stolen one.
 */
export function matchLeaf(
  { embedding, face }: Pick<SeenCapture, 'embedding' | 'face'>,
  { portraits }: DocumentPortraits,
  decision: Pick<DecisionSettings, 'face_match_score' | 'face_mismatch_score'>,
): LeafFinding {
  if (!embedding) return unseen(face);
  const best = new Map<string, { id: string; score: number }>();
  for (const { id, type, embedding: portrait } of portraits) {
    const score = toScore(compareFaces(embedding, portrait));
    if (score > (best.get(type)?.score ?? -1)) best.set(type, { id, score });
  }
  const [compared] = [...best.values()].sort((a, b) => a.score - b.score);
  if (!compared) return unassessed('There is no portrait to compare with');
  const { score, id } = compared;
  const { face_match_score: match, face_mismatch_score: mismatch } = decision;
  const found = { measure: score, threshold: match, properties: { score, document_id: id } };
  const alike = `The face and the portrait are alike by ${score}`;
  if (score >= match) return clear(`${alike}; one person's are by at least ${match}`, found);
  if (score < mismatch) return consider(`${alike}; below ${mismatch} they are of two people`, found);
  return doubtful(`${alike}; between ${mismatch} and ${match} it can't be told`, found);
}
