import type { FastifyInstance } from 'fastify';
import { documentVideoUploadRoutes } from './document-videos.ts';
import { liveVideoUploadRoutes } from './live-videos.ts';
import { motionCaptureUploadRoutes } from './motion-captures.ts';

/** What only capture SDKs call, under every version of v3 (section 21 of the supplement). */
export function captureRoutes(instance: FastifyInstance): void {
  liveVideoUploadRoutes(instance);
  documentVideoUploadRoutes(instance);
  motionCaptureUploadRoutes(instance);
}
