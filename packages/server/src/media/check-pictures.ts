import { buffer } from 'node:stream/consumers';
import { AnalysisFailed } from '../analysis/analyser.ts';
import { isOfMachine, isTooSlow } from '../analysis/given-up.ts';
import type { Ctx } from '../context/ctx.ts';
import { storedWeight } from '../media-files/decode-weight.ts';
import type { PrintedPicture, UploadedPicture } from '../media-files/printed-picture.ts';
import type { VideoFrame } from '../media-files/video-frame.ts';
import type { Report } from '../reports/records/report.ts';
import { listAllMedia } from '../store/queries/media.ts';
import { forClient, laneOf } from './for-client.ts';
import { mediaBytes } from './get.ts';
import { type Media, toMedia } from './media.ts';
import { videoFrames } from './video-frames.ts';

/** Most pictures of documents in one file. */
const MOST_DOCUMENTS = 6;

/** Media types that can be shown. The data of a chip gives a portrait, no picture of a document. */
const SHOWN: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'application/pdf']);
const CHIP = 'application/json';

/** Source of the portrait of a check. */
export type PortraitSource = 'live_photo' | 'live_video' | 'chip' | 'document';

export interface CheckPictures {
  readonly portrait?: { readonly picture: PrintedPicture; readonly source: PortraitSource };
  readonly documents: readonly { readonly picture: PrintedPicture; readonly media: Media }[];
}

/**
 * The pictures of a check: the documents that its reports looked at, and the applicant's portrait from the live capture,
 * the chip, or a document. Each is read and made small in a process apart; one that can't be shown is left out.
 */
export async function picturesOf(
  ctx: Ctx,
  { applicant_id }: { applicant_id: string },
  reports: readonly Report[],
): Promise<CheckPictures> {
  const rows = await ctx.read.all(listAllMedia, { applicant_id });
  const uploads = new Map(rows.map((row) => [row.id, toMedia(ctx, row)]));
  const of = (kind: keyof Report['media']): Media[] => {
    const ids = new Set(reports.flatMap(({ media }) => (media[kind] ?? []).map(({ id }) => id)));
    return [...ids].flatMap((id) => uploads.get(id) ?? []);
  };
  const files = of('documents').slice(0, MOST_DOCUMENTS);
  const documents: CheckPictures['documents'][number][] = [];
  for (const file of files.filter(({ media_type }) => SHOWN.has(media_type))) {
    const picture = await printed(ctx, 'printedPicture', file);
    if (picture) documents.push({ picture, media: file });
  }
  const captures = { photos: of('live_photos'), videos: [...of('live_videos'), ...of('motion_captures')] };
  const portrait = await portraitOf(ctx, { ...captures, documents: files });
  return { documents, ...(portrait && { portrait }) };
}

async function portraitOf(
  ctx: Ctx,
  { photos, videos, documents }: { photos: readonly Media[]; videos: readonly Media[]; documents: readonly Media[] },
): Promise<CheckPictures['portrait']> {
  const { analysis } = ctx.services.settings;
  const sources = [
    ...photos.map((media) => ['live_photo', () => printed(ctx, 'printedPicture', media)] as const),
    ...videos.map((media) => ['live_video', () => firstFrame(ctx, media)] as const),
    ...documents
      .filter(({ media_type }) => media_type === CHIP)
      .map((media) => ['chip', () => printed(ctx, 'printedPicture', media)] as const),
    // Nets find it: where nothing is analysed none are loaded.
    ...(analysis === 'off' || ctx.sandbox ? [] : documents.filter(({ media_type }) => media_type !== CHIP)).map(
      (media) => ['document', () => printed(ctx, 'portraitOn', media)] as const,
    ),
  ];
  for (const [source, read] of sources) {
    const picture = await read();
    if (picture) return { picture, source };
  }
  return undefined;
}

async function printed(ctx: Ctx, task: 'printedPicture' | 'portraitOn', media: Media): Promise<PrintedPicture | null> {
  const { media_type: mediaType } = media;
  const format = mediaType === 'image/png' ? 'png' : mediaType === 'image/jpeg' ? 'jpg' : undefined;
  const weight = format ? await storedWeight(format, await mediaBytes(ctx, media)) : 0;
  const read = async () => ({ bytes: await buffer(await mediaBytes(ctx, media)), mediaType });
  return shown(ctx, task, { applicantId: media.applicant_id, weight, read });
}

async function firstFrame(ctx: Ctx, media: Media): Promise<PrintedPicture | null> {
  let frame: VideoFrame | undefined;
  try {
    [frame] = await videoFrames(ctx, media, 1);
  } catch (error) {
    if (isOfMachine(error)) await forClient(Promise.reject(error));
    // No program for videos, or one that it can't read: the document does without.
  }
  if (!frame) return null;
  const { bytes } = frame;
  const read = async () => ({ bytes, mediaType: 'image/jpeg' });
  return shown(ctx, 'printedPicture', { applicantId: media.applicant_id, weight: 0, read });
}

interface Readable {
  readonly applicantId: string;
  readonly weight: number;
  read(): Promise<UploadedPicture>;
}

async function shown(
  ctx: Ctx,
  task: 'printedPicture' | 'portraitOn',
  { applicantId, weight, read }: Readable,
): Promise<PrintedPicture | null> {
  const { analyser, decoder } = ctx.services;
  // Decoders load no nets.
  const pool = task === 'portraitOn' ? analyser : decoder;
  try {
    return await pool.run(task, read, { lane: laneOf(ctx, applicantId), weight });
  } catch (error) {
    // It took too long or brought its process down, as it would again.
    const crashed = error instanceof AnalysisFailed && error.reason === 'crashed';
    return crashed || isTooSlow(error) ? null : forClient(Promise.reject(error));
  }
}
