import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { addMedia } from '../../core/media/upload.ts';
import { takesFile } from '../../http/upload.ts';
import { applicantOf, listRoute, type MediaFace, mediaFields, presentMedia, readingRoutes } from './media.ts';
import { typed } from './route.ts';
import { type Behaviour, minorVersionOf } from './versions.ts';

const Photo = Type.Object(mediaFields, { title: 'Photo' });

const livePhotos: MediaFace = {
  kind: 'live_photo',
  path: 'live_photos',
  schema: Photo,
  present: (media, minor) => presentMedia('live_photos', media, minor),
};

const idPhotos: MediaFace = {
  kind: 'id_photo',
  path: 'id_photos',
  schema: Photo,
  present: (media, minor) => presentMedia('id_photos', media, minor),
};

/** Live photos: upload, list, read, download. */
export function livePhotoRoutes(instance: FastifyInstance, version: Behaviour): void {
  uploadRoute(instance, livePhotos, {
    advanced_validation: Type.Optional(
      Type.Boolean({ default: true, description: 'Refuse a photo without exactly one face' }),
    ),
  });
  readingRoutes(instance, livePhotos);
  // The v3 document gives this path for v3.2; fixed parts go before `:id` in the router.
  if (version.generation === '3.2') listRoute(instance, livePhotos, '/live_photos/live_photos');
}

/** ID photos: upload, list, read, download. */
export function idPhotoRoutes(instance: FastifyInstance, version: Behaviour): void {
  if (version.generation === '3.2') return;
  uploadRoute(instance, idPhotos, {});
  readingRoutes(instance, idPhotos);
}

function uploadRoute(instance: FastifyInstance, face: MediaFace, more: object): void {
  const app = typed(instance);
  app.post(
    `/${face.path}`,
    {
      config: { sdk: true },
      ...takesFile(face.kind, 'advanced_validation'),
      schema: {
        tags: [face.path.replaceAll('_', ' ')],
        summary: 'Upload one',
        description: 'jpg or png (id photos also pdf), 32 KB to 10 MB.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          applicant_id: Type.Optional(Type.String()),
          advanced_validation: Type.Optional(Type.Boolean()),
          ...more,
        }),
        response: { 201: Photo },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const media = await addMedia(session.ctx, {
        kind: face.kind,
        applicantId: applicantOf(session, body.applicant_id),
        upload,
        quality: face.kind === 'live_photo' && (body.advanced_validation ?? true),
        facts: {},
      });
      if (upload) upload.claimed = true;
      return reply.code(201).send(face.present(media, minorVersionOf(request)) as never);
    },
  );
}
