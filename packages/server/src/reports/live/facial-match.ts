import { compareFaces, type Eyes, faceCosine, samePortrait } from '@bonafide/verification';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import { identityDocuments } from '../media.ts';
import type { ComparedFaces, LeafFinding } from '../outcome.ts';
import type { ApplicantMedia, ReportSubject } from '../types.ts';
import { clear, consider, doubtful, unassessed } from './assessment.ts';
import { type SeenCapture, type SourceFault, toScore, unseen } from './facial-capture.ts';
import type { Tools } from './tools.ts';

/** The main portrait on one file of a document. */
interface FilePortrait {
  readonly id: string;
  /** Same of the sides of one document. */
  readonly document: string;
  readonly embedding: Float32Array;
  readonly eyes: Eyes;
  /** The page of a PDF, from 0. */
  readonly page: number;
}

type Side = Pick<FilePortrait, 'id' | 'document'>;

/** Portraits found on the documents of a report. */
export interface DocumentPortraits {
  readonly portraits: readonly FilePortrait[];
  /** Reasons why files couldn't be read; empty when all could. */
  readonly why: string;
}

export type PortraitTools = Tools<'analyser' | 'step' | 'file'>;

/** The main portrait on every side of the documents that the report looks at. */
export async function documentPortraits({ media }: ReportSubject, tools: PortraitTools): Promise<DocumentPortraits> {
  await tools.step('finding the portrait on the document');
  const portraitOn = async (side: Side, thorough: boolean) => {
    const { bytes, mediaType } = await tools.file(side.id);
    const { main, unreadable } = await tools.analyser.run('portraits', { bytes, mediaType, thorough });
    return { ...side, main, unreadable };
  };
  const seen = await fewAtOnce(sidesOf(media), (side) => portraitOn(side, false));
  // The back of a card has none, and takes four times as long to say so: only where its front shows none either.
  const shown = new Set(seen.filter(({ main }) => main).map(({ document }) => document));
  const sides = await fewAtOnce(seen, (side) => (shown.has(side.document) ? side : portraitOn(side, true)));
  const portraits = sides.flatMap(({ id, document, main }) => (main ? [{ id, document, ...main }] : []));
  const reasons = new Set(sides.flatMap(({ unreadable }) => unreadable ?? []));
  return { portraits, why: reasons.size > 0 ? `: ${[...reasons].join('. ')}` : '' };
}

/** Files that are in memory at once: the two sides of a document. A check may name any number of documents. */
const AT_ONCE = 2;

/** Results of all items of a list, in its order; after one that throws no more items are begun. */
async function fewAtOnce<T, Result>(
  list: readonly T[],
  work: (entry: T) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = [];
  // Shared by the loops, and closed for all of them by the first that throws.
  const rest = (function* () {
    yield* list.entries();
  })();
  const loop = async () => {
    for (const [i, entry] of rest) results[i] = await work(entry);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return results;
}

/** Documents that hold all on one side: another file is another document. */
const ONE_SIDED: ReadonlySet<string> = new Set(['passport']);

/**
 * The files that the report looks at, each with the document that it is a side of: files of one type are, as far as their
 * sides aren't there twice.
 */
function sidesOf(media: ApplicantMedia): Side[] {
  const counts = new Map<string, number>();
  return identityDocuments(media).map(({ id }) => {
    const { type = id, side = null } = media.documents.find((document) => document.id === id) ?? {};
    if (side === null && !ONE_SIDED.has(type)) return { id, document: `${type} 1` };
    const key = `${type} ${side}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { id, document: `${type} ${count}` };
  });
}

type ForScore = Pick<FilePortrait, 'id' | 'document' | 'embedding'>;

/**
 * The portrait that a face is compared with. Sides of one document count as one, by the portrait that is most like the face: the other
 * may be a drawing. Of several documents the least like decides, so that an applicant can't bring their own beside a stolen one.
 */
function comparedPortrait<T extends ForScore>(
  embedding: Float32Array,
  portraits: readonly T[],
): { readonly portrait: T; readonly score: number } | undefined {
  const best = new Map<string, { portrait: T; score: number }>();
  for (const portrait of portraits) {
    const score = toScore(compareFaces(embedding, portrait.embedding));
    if (score > (best.get(portrait.document)?.score ?? -1)) best.set(portrait.document, { portrait, score });
  }
  return [...best.values()].sort((a, b) => a.score - b.score)[0];
}

/** Comparison for the reviewer: both faces, and their similarity. */
export function comparedFaces(
  { embedding, shown }: Pick<SeenCapture, 'embedding' | 'shown'>,
  { portraits }: DocumentPortraits,
): ComparedFaces {
  const compared = embedding ? comparedPortrait(embedding, portraits)?.portrait : undefined;
  const { id, eyes, page } = compared ?? portraits[0] ?? {};
  return {
    portrait: id !== undefined && eyes ? { media_id: id, eyes, ...(page !== undefined && { page }) } : null,
    ...shown,
    cosine: embedding && compared ? faceCosine(embedding, compared.embedding) : null,
  };
}

/** The leaf `face_match`, whose measure is the score. */
export function matchLeaf(
  { embedding, face }: Pick<SeenCapture, 'embedding' | 'face'>,
  { portraits }: { readonly portraits: readonly ForScore[] },
  decision: Pick<DecisionSettings, 'face_match_score' | 'face_mismatch_score'>,
): LeafFinding {
  if (!embedding) return unseen(face);
  const compared = comparedPortrait(embedding, portraits);
  if (!compared) return unassessed('The document shows no portrait to compare with');
  const {
    score,
    portrait: { id },
  } = compared;
  const { face_match_score: match, face_mismatch_score: mismatch } = decision;
  const found = { measure: score, threshold: match, properties: { score, document_id: id } };
  const measured = `measured score ${score}, minimum ${match}`;
  if (score >= match) return clear(`Face similarity: high (${measured})`, found);
  if (score < mismatch) return consider(`Face similarity: low (${measured}). The images show different people`, found);
  return doubtful(`Face similarity: unclear (${measured}). The images may show different people`, found);
}

/** A document's own portrait before the camera, or sent as a photo: the holder of the document has it. */
export function portraitShown(
  { embedding }: Pick<SeenCapture, 'embedding'>,
  { portraits }: DocumentPortraits,
): SourceFault[] {
  if (!embedding || !portraits.some((portrait) => samePortrait(embedding, portrait.embedding))) return [];
  const reason = 'The face and the portrait on the document are so similar that they may be the same image';
  return [{ word: 'document_portrait', reason }];
}
