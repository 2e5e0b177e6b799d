import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TObject } from 'typebox';
import { recordDownload } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import type { MediaKind } from '../../base/media-kind.ts';
import type { Version } from '../../base/versions.ts';
import type { Ctx } from '../../context/ctx.ts';
import { sendFile } from '../../http/files.ts';
import type { Session } from '../../http/session.ts';
import { typed } from '../../http/typed.ts';
import { type VideoSubject, videoFrame } from '../../media/derived.ts';
import { getMedia, listMediaOf, mediaBytes } from '../../media/get.ts';
import type { Media } from '../../media/media.ts';
import { noteRefusedUpload } from '../../media/refused.ts';
import { DateTime, Href, Id, IdParams } from './schemas.ts';
import { versionOf } from './versions.ts';

/** The keys that every kind of media shows. */
export const mediaFields = {
  id: Id,
  created_at: DateTime,
  file_name: Type.String(),
  file_type: Type.String(),
  file_size: Type.Integer({ description: 'Bytes' }),
  href: Href,
  download_href: Href,
};

/** One kind of media on the wire. */
export interface MediaResource {
  readonly kind: MediaKind;
  /** Path segment, and key of the list. */
  readonly path: string;
  readonly schema: TObject;
  toWire(media: Media, version: Version): object;
  /** True if `applicant_id` of the query names the applicant of the media, as clients of v2 send it. */
  readonly ownerInQuery?: true;
  /** The entry of a list, where it differs. */
  presentListed?(media: Media, version: Version): object;
}

/** Fields of every kind of media; the type of the file is its media type, except for documents. */
export function presentMedia(path: string, media: Media, version: Version) {
  const href = `/${version.name}/${path}/${media.id}`;
  return {
    id: media.id,
    created_at: isoSeconds(media.created_at),
    file_name: media.file_name,
    file_type: media.media_type,
    file_size: media.file_size,
    href,
    download_href: `${href}/download`,
  };
}

/**
 * The applicant of an upload: the SDK token's applicant, else the applicant that the body names. An upload with the token of
 * another applicant is refused; reports on the device of the named applicant show that.
 */
export async function applicantOf({ ctx, sdk }: Session, applicantId: string | undefined): Promise<string> {
  if (sdk && applicantId && applicantId !== sdk.applicantId) {
    await noteRefusedUpload(ctx, applicantId, 'other_applicant');
    throw invalid({ applicant_id: ['must be the applicant of the SDK token'] });
  }
  const id = sdk?.applicantId ?? applicantId;
  if (!id) throw invalid({ applicant_id: ["can't be blank"] });
  return id;
}

/** Sends the stored bytes of media. */
export async function sendMedia(ctx: Ctx, reply: FastifyReply, media: Media): Promise<FastifyReply> {
  await recordDownload(ctx, { action: 'media_downloaded', object_id: media.id, details: { kind: media.kind } });
  const body = await mediaBytes(ctx, media);
  return sendFile(reply, { body, mediaType: media.media_type, fileName: media.file_name, size: media.file_size });
}

/** The list of one kind of media of an applicant. */
export function listRoute(instance: FastifyInstance, resource: MediaResource, url = `/${resource.path}`): void {
  const { kind, path, schema } = resource;
  typed(instance).get(
    url,
    {
      schema: {
        tags: [path.replaceAll('_', ' ')],
        summary: 'List the uploads of an applicant, newest first',
        querystring: Type.Object({ applicant_id: Type.String({ minLength: 1 }) }),
        response: { 200: Type.Object({ [path]: Type.Array(schema) }) },
      },
    },
    async (request) => {
      const version = versionOf(request);
      const media = await listMediaOf(request.session.ctx, kind, request.query.applicant_id);
      return { [path]: media.map((upload) => (resource.presentListed ?? resource.toWire)(upload, version)) } as never;
    },
  );
}

const OwnerQuery = Type.Object({ applicant_id: Type.Optional(Type.String()) });

const ownerQuery = ({ ownerInQuery }: MediaResource) => (ownerInQuery ? { querystring: OwnerQuery } : {});

/** Media of the resource's kind by the id in the path. Media of another applicant than the query names are unknown. */
async function mediaOf(request: FastifyRequest, { kind, ownerInQuery }: MediaResource): Promise<Media> {
  const { id } = request.params as { id: string };
  // An empty parameter names no applicant.
  const owner = (ownerInQuery && (request.query as { applicant_id?: string }).applicant_id) || undefined;
  return getMedia(request.session.ctx, kind, id, owner);
}

/** The routes that every kind of media has: list, retrieve, download. */
export function readingRoutes(instance: FastifyInstance, resource: MediaResource): void {
  const app = typed(instance);
  const { path, schema } = resource;
  const tags = [path.replaceAll('_', ' ')];
  const query = ownerQuery(resource);
  listRoute(instance, resource);

  app.get(
    `/${path}/:id`,
    { schema: { tags, summary: 'Retrieve an upload', params: IdParams, ...query, response: { 200: schema } } },
    async (request) => resource.toWire(await mediaOf(request, resource), versionOf(request)) as never,
  );

  app.get(
    `/${path}/:id/download`,
    { schema: { tags, summary: 'Download the file as it was uploaded', params: IdParams, ...query } },
    async (request, reply) => sendMedia(request.session.ctx, reply, await mediaOf(request, resource)),
  );
}

/** One frame of a kind of media that is a video; `subject` is its name in an error. */
export function frameRoute(instance: FastifyInstance, resource: MediaResource, subject: VideoSubject): void {
  const { path } = resource;
  const tags = [path.replaceAll('_', ' ')];
  typed(instance).get(
    `/${path}/:id/frame`,
    { schema: { tags, summary: 'One frame of the video, JPEG', params: IdParams, ...ownerQuery(resource) } },
    async (request, reply) => {
      const video = await mediaOf(request, resource);
      const { ctx } = request.session;
      const body = await videoFrame(ctx, video, subject);
      const details = { kind: video.kind, part: 'frame' };
      await recordDownload(ctx, { action: 'media_downloaded', object_id: video.id, details });
      return sendFile(reply, { body, mediaType: 'image/jpeg', fileName: `frame_${video.id}.jpeg` });
    },
  );
}
