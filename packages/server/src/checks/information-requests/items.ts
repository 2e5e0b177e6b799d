import type { Ctx } from '../../context/ctx.ts';
import { type Media, toMedia } from '../../media/media.ts';
import { addressProofTypes, identityDocumentTypes } from '../../reports/document-types.ts';
import { reportType } from '../../reports/index.ts';
import { latest } from '../../reports/media.ts';
import { documentVideo } from '../../reports/needs.ts';
import type { Report } from '../../reports/records/report.ts';
import { listAllMedia } from '../../store/queries/media.ts';
import type { ScopedReader } from '../../store/store.ts';
import { credentialDocumentTypes } from '../credentials/request.ts';
import { formDocuments } from '../forms/questions.ts';
import type { InformationRequest, RequestableItem } from './request.ts';

/** Items that replace pictures of an identity document. */
export const documentItems: readonly RequestableItem[] = ['document_front', 'document_back', 'document'];

const captureItems = { livePhotos: 'photo', liveVideos: 'video', motionCaptures: 'motion' } as const;

/** Returns whether the pictures of a type of document are a front and a back. */
export const isTwoSided = (type: string | undefined): boolean => formDocuments.get(type ?? '')?.twoSided === true;

/**
 * Items that an applicant can be asked for, for one report. A report that compares faces asks for its capture alone: with another document
 * it would compare the face with a document that nobody has checked. A video of a document comes from capture SDKs alone.
 */
export async function requestableFor(ctx: Ctx, reader: ScopedReader, report: Report): Promise<RequestableItem[]> {
  const { name, family, uses, needs } = reportType(report.name);
  if (name === 'proof_of_address') return ['proof_of_address'];
  if (family === 'facial') return uses.capture ? [captureItems[uses.capture]] : [];
  if (family !== 'document' || needs.includes(documentVideo)) return [];
  const document = await documentOf(ctx, reader, report);
  const inWallets = (credentialDocumentTypes as readonly string[]).includes(document?.type ?? '');
  return [
    ...(identityDocumentTypes.has(document?.type ?? '') ? (['document_front'] as const) : []),
    ...(isTwoSided(document?.type) ? (['document_back'] as const) : []),
    'document',
    ...(inWallets && report.age_over === undefined ? (['credential'] as const) : []),
  ];
}

/** Media of an applicant, of the kinds that answer requests, the newest first. */
async function mediaOf(ctx: Ctx, reader: ScopedReader, applicant_id: string): Promise<Media[]> {
  const rows = await reader.all(listAllMedia, { applicant_id });
  return rows.map((row) => toMedia(ctx, row));
}

/** The identity document that a report looks at: its front, or its first picture. Undefined where it was erased. */
export async function documentOf(
  ctx: Ctx,
  reader: ScopedReader,
  { applicant_id, media: { documents } }: Pick<Report, 'applicant_id' | 'media'>,
): Promise<Media | undefined> {
  const media = await mediaOf(ctx, reader, applicant_id);
  const known = documents.flatMap(({ id }) => media.find((one) => one.id === id) ?? []);
  return known.find(({ side }) => side !== 'back') ?? known[0];
}

/** The answer to a request so far: for each item the media that answer it, none while it is missing. */
export type RequestAnswer = ReadonlyMap<RequestableItem, readonly Media[]>;

/** Finds what the applicant has uploaded for a request since it was made. Of several uploads the latest counts. */
export async function answerTo(
  ctx: Ctx,
  reader: ScopedReader,
  { id, applicant_id, created_at, items }: InformationRequest,
): Promise<RequestAnswer> {
  const media = (await mediaOf(ctx, reader, applicant_id)).filter(
    // Ids are in time order: an upload of the same millisecond comes after the request if its id is greater.
    (one) => one.created_at > created_at || (one.created_at === created_at && one.id > id),
  );
  return new Map(items.map((item) => [item, answering[item](media)]));
}

/** Items without an answer, in the order of the request. */
export const missingIn = (answer: RequestAnswer): RequestableItem[] =>
  [...answer].filter(([, media]) => media.length === 0).map(([item]) => item);

type Find = (media: readonly Media[]) => readonly Media[];

/** The latest upload that matches, as a list; empty for none. */
const newest =
  (matches: (media: Media) => boolean): Find =>
  (media) => {
    const found = latest(media.filter(matches));
    return found ? [found] : [];
  };

/** Returns whether an upload is a picture of an identity document, and neither data of a chip nor a credential. */
const isPicture = ({ kind, type = '', extension, credential }: Media): boolean =>
  kind === 'document' && extension !== 'json' && !credential && identityDocumentTypes.has(type);

const front = newest((media) => isPicture(media) && media.side !== 'back');
const back = newest((media) => isPicture(media) && media.side === 'back');

/** Both sides of a document that has two, or the only one. */
const wholeDocument: Find = (media) => {
  const [first] = front(media);
  if (!first) return [];
  if (!isTwoSided(first.type)) return [first];
  const second = back(media.filter(({ type }) => type === first.type))[0];
  return second ? [first, second] : [];
};

const answering: Readonly<Record<RequestableItem, Find>> = {
  document_front: front,
  document_back: back,
  document: wholeDocument,
  credential: newest(({ kind, credential }) => kind === 'document' && credential === true),
  proof_of_address: newest(
    ({ kind, type = '', issuing_country }) => kind === 'document' && addressProofTypes.has(type) && !!issuing_country,
  ),
  photo: newest(({ kind }) => kind === 'live_photo'),
  video: newest(({ kind }) => kind === 'live_video'),
  motion: newest(({ kind }) => kind === 'motion_capture'),
};
