import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { captureRoutes } from '../capture/index.ts';
import { liveVideoRoutes, liveVideos } from '../common/live-videos.ts';
import { type MediaResource, mediaFields } from '../common/media.ts';
import { livePhotoRoutes, livePhotos } from '../common/photos.ts';

const { challenge } = liveVideos.schema.properties;

/** Live videos without `languages`, a field of v3; the list shows the challenge. */
const liveVideosOfV2: MediaResource = {
  kind: liveVideos.kind,
  path: liveVideos.path,
  schema: Type.Object({ ...mediaFields, challenge: challenge! }, { title: 'Live video' }),
  toWire: liveVideos.toWire,
  ownerInQuery: true,
};

/** Live photos and live videos of v2; only capture SDKs upload videos. */
export function liveMediaRoutes(instance: FastifyInstance): void {
  livePhotoRoutes(instance, { ...livePhotos, ownerInQuery: true });
  liveVideoRoutes(instance, liveVideosOfV2);
  captureRoutes(instance, liveVideosOfV2);
}
