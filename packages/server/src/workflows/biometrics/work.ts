import { EMBEDDING_MODEL } from '@bonafide/verification';
import { AnalysisFailed } from '../../analysis/analyser.ts';
import { isTooSlow } from '../../analysis/given-up.ts';
import { captureTools } from '../../checks/reports/live-tools.ts';
import { vectorText } from '../../checks/reports/opened-likenesses.ts';
import type { Ctx } from '../../context/ctx.ts';
import { Interrupted } from '../../jobs/worker.ts';
import { type Media, toMedia } from '../../media/media.ts';
import type { CaptureKind } from '../../reports/live/facial.ts';
import { seeCapture } from '../../reports/live/facial.ts';
import type { SeenCapture } from '../../reports/live/facial-capture.ts';
import { listAllMedia } from '../../store/queries/media.ts';
import type { FaceKind } from '../workflow.ts';
import { authenticate, authenticateInSandbox, type FaceAuthentication, noToken, notAnalysed } from './authenticate.ts';
import { type FaceMediaKind, type KeptTemplate, tokensOf } from './token.ts';

/** A face that a step looks at. */
export interface FaceOrder {
  readonly kind: FaceKind;
  readonly applicantId: string;
  /** The account's name for the person. */
  readonly userId: string;
  /** The token that the client holds, where it has presented one. */
  readonly tokenId?: string | undefined;
  /** Ids of the captures that show the face; the newest counts. */
  readonly mediaIds: readonly string[];
  /** Number of times that the job has begun, from 1. */
  readonly attempt: number;
}

/** The output of a step that makes a token. */
export interface TokenOutput {
  readonly created: boolean;
  /** Id of the token; null if none was made. */
  readonly uuid: string | null;
  readonly media_type: FaceMediaKind;
  /** The reason why none was made. */
  readonly reason: string | null;
}

/** Result of a step. */
export interface FaceResult {
  readonly output: TokenOutput | FaceAuthentication;
  /** Template of a token that is to be stored. */
  readonly kept?: KeptTemplate;
}

const captureKinds: Readonly<Record<FaceMediaKind, CaptureKind>> = {
  live_photo: 'livePhotos',
  live_video: 'liveVideos',
  motion_capture: 'motionCaptures',
};

/** Number of attempts of the analysers, as for reports. */
const ATTEMPTS = 3;

/** Looks at the face of a step, outside of any transaction. Throws where the analysis is to be tried again. */
export async function lookAtFace(ctx: Ctx, order: FaceOrder): Promise<FaceResult> {
  const rows = await ctx.read.all(listAllMedia, { applicant_id: order.applicantId });
  const media = rows.map((row) => toMedia(ctx, row)).find(({ id }) => order.mediaIds.includes(id));
  const capture = media && isFaceMedia(media) ? media : undefined;
  if (!capture) return gone(order);
  return order.kind === 'biometric_token' ? tokenFrom(ctx, order, capture) : authenticated(ctx, order, capture);
}

type FaceMedia = Media & { readonly kind: FaceMediaKind };

/** Returns whether a face is taken from such media. */
export function isFaceMedia(media: Media): media is FaceMedia {
  return Object.hasOwn(captureKinds, media.kind);
}

/** The capture was deleted since. */
function gone({ kind }: FaceOrder): FaceResult {
  const reason = 'The capture of the face no longer exists';
  if (kind === 'face_authentication') return { output: notAnalysed(reason) };
  return { output: { created: false, uuid: null, media_type: 'live_photo', reason } };
}

async function tokenFrom(ctx: Ctx, order: FaceOrder, media: FaceMedia): Promise<FaceResult> {
  const facts = { media_id: media.id, media_type: media.kind };
  const resultOf = (kept: KeptTemplate): FaceResult => {
    const uuid = ctx.services.ids.uuid();
    return { output: { created: true, uuid, media_type: media.kind, reason: null }, kept };
  };
  if (ctx.sandbox) return resultOf({ ...facts, model: null, template: null });
  const seen = await see(ctx, order, media);
  const against = 'failed' in seen ? seen.failed : obstacle(seen);
  if ('failed' in seen || against !== null || !seen.embedding)
    return { output: { created: false, uuid: null, media_type: media.kind, reason: against } };
  return resultOf({ ...facts, model: EMBEDDING_MODEL, template: vectorText(seen.embedding) });
}

/** The reason why no template is made of a face: there is not one, or the capture is of a picture. */
function obstacle({ embedding, face, spoofing, liveness }: SeenCapture): string | null {
  if (!embedding) return face.reason;
  const against = [face, spoofing, ...(liveness ? [liveness] : [])].find(({ result }) => result === 'consider');
  return against?.reason ?? null;
}

async function authenticated(ctx: Ctx, order: FaceOrder, media: FaceMedia): Promise<FaceResult> {
  const tokens = (await tokensOf(ctx, order.userId)).filter(
    ({ id, status }) => status === 'approved' && id === (order.tokenId ?? id),
  );
  if (ctx.sandbox) return { output: await authenticateInSandbox(ctx, order.applicantId, tokens) };
  if (tokens.length === 0) return { output: noToken };
  const seen = await see(ctx, order, media);
  if ('failed' in seen) return { output: notAnalysed(seen.failed) };
  return { output: authenticate(seen, tokens, ctx.account.settings) };
}

/** Analyses a capture; returns the reason if it can't. */
async function see(
  ctx: Ctx,
  { applicantId, attempt }: FaceOrder,
  media: FaceMedia,
): Promise<SeenCapture | { readonly failed: string }> {
  if (ctx.services.settings.analysis === 'off') return { failed: 'Face analysis is turned off on this service' };
  if (attempt > ATTEMPTS) return { failed: 'The analysis ended the process' };
  const tools = { ...captureTools(ctx, applicantId), step: async () => {} };
  try {
    return await seeCapture(captureKinds[media.kind], media.id, { tools, siblings: [] });
  } catch (error) {
    if (error instanceof AnalysisFailed && error.reason === 'stopped') throw new Interrupted(error.message);
    if (attempt < ATTEMPTS && !isTooSlow(error)) throw error;
    return { failed: 'The face could not be analysed' };
  }
}
