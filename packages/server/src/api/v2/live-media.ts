import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { captureRoutes } from '../capture/index.ts';
import { liveVideoRoutes, liveVideos } from '../common/live-videos.ts';
import { type MediaFace, mediaFields } from '../common/media.ts';
import { livePhotoRoutes, livePhotos } from '../common/photos.ts';

const { challenge } = liveVideos.schema.properties;

/** Without the languages that came later; its list shows the challenge. */
const liveVideosOfV2: MediaFace = {
  kind: liveVideos.kind,
  path: liveVideos.path,
  schema: Type.Object({ ...mediaFields, challenge: challenge! }, { title: 'Live video' }),
  present: liveVideos.present,
  ownerInQuery: true,
};

/** Live photos and live videos of v2; the videos are uploaded by capture SDKs only. */
export function liveMediaRoutes(instance: FastifyInstance): void {
  livePhotoRoutes(instance, { ...livePhotos, ownerInQuery: true });
  liveVideoRoutes(instance, liveVideosOfV2);
  captureRoutes(instance, liveVideosOfV2);
}
