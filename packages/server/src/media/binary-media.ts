import { timingSafeEqual } from 'node:crypto';
import { getApplicant } from '../applicants/get.ts';
import { type FieldErrors, invalid, notFound, problem } from '../base/errors.ts';
import type { MediaKind } from '../base/media-kind.ts';
import type { Ctx } from '../context/ctx.ts';
import { missing } from '../context/missing.ts';
import { claimBinaryMedia, findMedia } from '../store/queries/media.ts';
import type { ScopedTx } from '../store/store.ts';
import { type Media, type MediaData, toMedia } from './media.ts';
import { addTransientMedia, findTransientMedium } from './transient-media.ts';
import type { NewMedia } from './upload.ts';

/**
 * Adds a picture or video that a document will be made of. A video needs a proof that its sender holds the token and that
 * it arrived as it was recorded: the HMAC-SHA256 of its bytes, with the `uuid` claim of the token as key. Throws as
 * `addMedia` does.
 *
 * @param proof as the client sent it
 */
export async function addBinaryMedia(
  ctx: Ctx,
  media: Pick<NewMedia, 'applicantId' | 'upload' | 'facts'>,
  proof: string | undefined,
): Promise<Media> {
  const file = media.upload?.file;
  if (file?.type.mediaType.startsWith('video/')) assertProof(proof, file.videoHmac as Buffer);
  return addTransientMedia(ctx, 'binary_media', media);
}

function assertProof(proof: string | undefined, expected: Buffer): void {
  if (!proof) throw invalid({ 'x-video-auth': ["can't be blank"] });
  const digest = digestOf(proof);
  if (!digest || !timingSafeEqual(digest, expected)) {
    throw invalid({ 'x-video-auth': ["is not the HMAC-SHA256 of the media with the token's uuid"] });
  }
}

/** No published description says how the digest is written, so it is taken in both ways that are in use. */
function digestOf(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Target of binary media, and the facts that are then known. */
interface Claim {
  readonly media: Media;
  readonly kind: MediaKind;
  readonly facts: Partial<MediaData>;
}

/** A document has a front, a back, and a video. */
const MOST = { pictures: 2, videos: 1 };

/**
 * Makes binary media of an applicant a document: the pictures become its front and back, each a document of its own as if it had
 * been uploaded so, and the video becomes the first one's video. Returns the first document.
 *
 * Throws `resource_not_found` for media that are unknown, of another applicant, or have expired; `validation_error` for media
 * that are part of a document already, and for media that make no document.
 */
export async function makeDocument(ctx: Ctx, applicantId: string, ids: readonly string[]): Promise<Media> {
  await getApplicant(ctx, applicantId);
  if (new Set(ids).size < ids.length) throw wrong('lists the same media id twice');
  return ctx.transaction(async (tx) => {
    if (!(await tx.lock({ activeApplicant: applicantId })).activeApplicant) throw problem('gone');
    const parts: Media[] = [];
    for (const id of ids) parts.push(await partOf(ctx, tx, applicantId, id));
    const isVideo = ({ media_type }: Media) => media_type.startsWith('video/');
    const pictures = parts.filter((part) => !isVideo(part));
    const videos = parts.filter(isVideo);
    const [first] = pictures;
    if (!first) throw wrong('must include an image');
    if (pictures.length > MOST.pictures || videos.length > MOST.videos) {
      throw wrong(`must include at most ${MOST.pictures} images and ${MOST.videos} video`);
    }
    const sides = pictures.length === MOST.pictures ? (['front', 'back'] as const) : [null];
    const claims: Claim[] = [
      ...pictures.map((media, i): Claim => {
        return { media, kind: 'document', facts: { type: 'unknown', side: sides[i] ?? null, issuing_country: null } };
      }),
      ...videos.map((media): Claim => ({ media, kind: 'document_video', facts: { document_id: first.id } })),
    ];
    const created_at = ctx.now();
    for (const { media, kind, facts } of claims) {
      const { id, file_name, extension, media_type, camera_name, sender } = media;
      const sent = { ...(camera_name && { camera_name }), ...(sender && { sender }) };
      const data: MediaData = { file_name, extension, media_type, ...sent, ...facts };
      const changed = await tx.run(claimBinaryMedia, { id, kind, created_at, data: ctx.vault.seal(id, data) });
      if (changed === 0) throw wrong(USED);
    }
    return first;
  });
}

const USED = 'includes media of another document';

const wrong = (message: string) => invalid({ document_media: [message] } satisfies FieldErrors);

async function partOf(ctx: Ctx, tx: ScopedTx, applicantId: string, id: string): Promise<Media> {
  const row = await findTransientMedium(ctx, 'binary_media', id, tx);
  if (row?.applicant_id === applicantId) return toMedia(ctx, row);
  for (const kind of ['document', 'document_video'] as const) {
    if ((await tx.first(findMedia, { id, kind }))?.applicant_id === applicantId) throw wrong(USED);
  }
  throw row ? notFound('BinaryMedia', id) : await missing(ctx, 'BinaryMedia', id, tx);
}
