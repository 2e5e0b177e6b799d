import { compareFaces, EMBEDDING_MODEL, samePortrait } from '@bonafide/verification';
import { getApplicant } from '../../applicants/get.ts';
import { invalid } from '../../base/errors.ts';
import { vectorOf } from '../../checks/reports/opened-likenesses.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import { type SeenCapture, sourceLeaf, toScore, unseen } from '../../reports/live/facial-capture.ts';
import type { LeafFinding } from '../../reports/outcome.ts';
import { sandboxFaceResult } from '../../reports/sandbox/face-authentication.ts';
import type { BiometricToken } from './token.ts';

/** Result of a face authentication. */
export interface FaceAuthentication {
  /** `clear`: the same person, live. `consider`: not so. `review`: no program can decide, a person must. */
  readonly result: 'clear' | 'consider' | 'review';
  /** The token that is most like the face; null where none could be compared. */
  readonly uuid: string | null;
  /** Similarity of both, 0 to 1; null if nothing was compared. */
  readonly score: number | null;
  /** Null where the result is clear. */
  readonly reason: string | null;
}

type Thresholds = Pick<DecisionSettings, 'face_match_score' | 'face_mismatch_score'>;

const nothing = { uuid: null, score: null } as const;

export const noToken: FaceAuthentication = {
  ...nothing,
  result: 'consider',
  reason: 'This person has no approved biometric token',
};

/** Result for a face that can't be analysed: manual review. */
export const notAnalysed = (why: string): FaceAuthentication => ({ ...nothing, result: 'review', reason: why });

/** The pre-determined result of sandbox, for the newest approved token. */
export async function authenticateInSandbox(
  ctx: Ctx,
  applicantId: string,
  tokens: readonly BiometricToken[],
): Promise<FaceAuthentication> {
  const [token] = tokens;
  return token ? { uuid: token.id, ...sandboxFaceResult(await getApplicant(ctx, applicantId)) } : noToken;
}

/** A result of the sandbox that its client has chosen. Throws `validation_error` for a clear result without a token to compare with. */
export function chosenResult({ uuid }: FaceAuthentication, result: FaceAuthentication['result']): FaceAuthentication {
  if (result === 'clear' && uuid === null) {
    throw invalid({ result: ["can't be clear: the person has no approved biometric token"] });
  }
  if (result === 'review') return notAnalysed(CHOSEN);
  return { uuid, result, score: uuid === null ? null : SCORES[result], reason: result === 'clear' ? null : CHOSEN };
}

const CHOSEN = 'The client chose this result';
const SCORES = { clear: 0.9, consider: 0.1 } as const;

/**
 * Compares a face with the approved tokens of a person; the most alike counts. As in a facial similarity report, a fault
 * of the capture counts beside the score, and doubts that no program can settle are left to a reviewer.
 *
 * @param tokens approved ones
 */
export function authenticate(
  seen: SeenCapture,
  tokens: readonly BiometricToken[],
  thresholds: Thresholds,
): FaceAuthentication {
  if (tokens.length === 0) return noToken;
  const comparable = tokens.filter(({ model }) => model === EMBEDDING_MODEL);
  if (comparable.length === 0)
    return notAnalysed('The biometric tokens were made with an earlier face model and must be created again');
  const { embedding } = seen;
  const best = embedding && mostAlike(embedding, comparable);
  const leaves = [
    seen.face,
    best ? matchFinding(best, thresholds) : unseen(seen.face),
    seen.spoofing,
    sourceLeaf(seen.source),
    ...(seen.liveness ? [seen.liveness] : []),
  ];
  const against = leaves.filter(({ result }) => result === 'consider');
  const doubts = leaves.filter(({ doubt }) => doubt);
  const found = { uuid: best?.token.id ?? null, score: best?.score ?? null };
  if (against.length > 0) return { ...found, result: 'consider', reason: reasonsOf(against) };
  if (doubts.length > 0) return { ...found, result: 'review', reason: reasonsOf(doubts) };
  return { ...found, result: 'clear', reason: null };
}

interface Alike {
  readonly token: BiometricToken;
  /** 0 to 1, as `compareFaces` gives it. */
  readonly score: number;
  /** Both seem to be one picture. */
  readonly samePicture: boolean;
}

function mostAlike(embedding: Float32Array, tokens: readonly BiometricToken[]): Alike | undefined {
  const compared = tokens.map((token): Alike => {
    const template = vectorOf(token.template as string);
    const score = toScore(compareFaces(embedding, template));
    return { token, score, samePicture: samePortrait(embedding, template) };
  });
  return compared.sort((a, b) => b.score - a.score)[0];
}

function matchFinding(
  { score, samePicture }: Alike,
  { face_match_score: match, face_mismatch_score: mismatch }: Thresholds,
): LeafFinding {
  if (score < mismatch)
    return { result: 'consider', reason: `The similarity of the faces is ${score}, below ${mismatch}` };
  if (samePicture)
    return { result: null, doubt: true, reason: 'The face seems to be the same image as the face of the token' };
  if (score >= match) return { result: 'clear', reason: `The similarity of the faces is ${score}` };
  return {
    result: null,
    doubt: true,
    reason: `The similarity of the faces is ${score}, between ${mismatch} and ${match}`,
  };
}

const reasonsOf = (leaves: readonly LeafFinding[]) => leaves.map(({ reason }) => reason).join('. ');
