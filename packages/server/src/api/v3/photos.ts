import type { FastifyInstance } from 'fastify';
import { listRoute } from '../common/media.ts';
import { idPhotoRoutes, livePhotoRoutes, livePhotos } from '../common/photos.ts';
import type { Behaviour } from './versions.ts';

/** Live photos and, since v3.4, ID photos. */
export function photoRoutes(instance: FastifyInstance, { generation }: Behaviour): void {
  livePhotoRoutes(instance);
  // A published path of v3.2 (contract 4.1); fixed parts go before `:id` in the router.
  if (generation === '3.2') listRoute(instance, livePhotos, '/live_photos/live_photos');
  else idPhotoRoutes(instance);
}
