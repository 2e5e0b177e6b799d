import type { FastifyInstance } from 'fastify';
import type { Version } from '../../base/versions.ts';
import { listRoute } from '../common/media.ts';
import { idPhotoRoutes, livePhotoRoutes, livePhotos } from '../common/photos.ts';

/** Live photos and, in versions that have them, ID photos. */
export function photoRoutes(instance: FastifyInstance, version: Version): void {
  livePhotoRoutes(instance);
  // A published path of v3.2 (contract 4.1); fixed parts go before `:id` in the router.
  if (version.idPhotos) idPhotoRoutes(instance);
  else listRoute(instance, livePhotos, '/live_photos/live_photos');
}
