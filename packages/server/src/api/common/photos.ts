import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import type { MediaData } from '../../media/media.ts';
import { repeatsSnapshot, snapshotIds } from '../../media/snapshots.ts';
import { addMedia } from '../../media/upload.ts';
import { captureFacts } from './capture-facts.ts';
import { parsedField } from './json-field.ts';
import { applicantOf, type MediaResource, mediaFields, presentMedia, readingRoutes } from './media.ts';
import { versionOf } from './versions.ts';

const Photo = Type.Object(mediaFields, { title: 'Photo' });

export const livePhotos: MediaResource = {
  kind: 'live_photo',
  path: 'live_photos',
  schema: Photo,
  toWire: (media, version) => presentMedia('live_photos', media, version),
};

const idPhotos: MediaResource = {
  kind: 'id_photo',
  path: 'id_photos',
  schema: Photo,
  toWire: (media, version) => presentMedia('id_photos', media, version),
};

/** Live photos: upload, list, read, download. */
export function livePhotoRoutes(instance: FastifyInstance, resource = livePhotos): void {
  uploadRoute(instance, resource, {
    snapshot_uuids: Type.Optional(
      Type.String({ description: 'JSON text with an SDK token: an array of the `uuid`s of snapshots' }),
    ),
    advanced_validation: Type.Optional(
      Type.Boolean({ default: true, description: 'Refuse a photo without exactly one face' }),
    ),
  });
  readingRoutes(instance, resource);
}

/** ID photos: upload, list, read, download. */
export function idPhotoRoutes(instance: FastifyInstance): void {
  uploadRoute(instance, idPhotos, {});
  readingRoutes(instance, idPhotos);
}

function uploadRoute(instance: FastifyInstance, resource: MediaResource, more: object): void {
  const app = typed(instance);
  app.post(
    `/${resource.path}`,
    {
      config: { sdk: true },
      ...takesFile(resource.kind),
      schema: {
        tags: [resource.path.replaceAll('_', ' ')],
        summary: 'Upload a photo',
        description: 'jpg or png (id photos also pdf), 32 KB to 10 MB.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          applicant_id: Type.Optional(Type.String()),
          advanced_validation: Type.Optional(Type.Boolean()),
          snapshot_uuids: Type.Optional(Type.String()),
          ...more,
        }),
        response: { 201: Photo },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const applicantId = await applicantOf(session, body.applicant_id);
      const isLivePhoto = resource.kind === 'live_photo';
      const media = await addMedia(session.ctx, {
        kind: resource.kind,
        applicantId,
        upload,
        quality: isLivePhoto && (body.advanced_validation ?? true),
        facts: isLivePhoto ? await livePhotoFacts(request, applicantId, body.snapshot_uuids) : captureFacts(request),
      });
      return reply.code(201).send(resource.toWire(media, versionOf(request)) as never);
    },
  );
}

/** Facts of a live photo from its request and its snapshots. Throws `validation_error`. */
async function livePhotoFacts(
  request: FastifyRequest,
  applicantId: string,
  uuids: string | undefined,
): Promise<Pick<MediaData, 'repeats_snapshot' | 'camera_name' | 'sender'>> {
  const { session, upload } = request;
  const facts = captureFacts(request);
  if (!session.sdk) return facts;
  const snapshots = snapshotIds(uuids === undefined || uuids === '' ? [] : parsedField(uuids));
  if (!upload || snapshots.length === 0) return facts;
  const { sha256 } = upload.file;
  return { ...facts, repeats_snapshot: await repeatsSnapshot(session.ctx, { applicantId, sha256, snapshots }) };
}
