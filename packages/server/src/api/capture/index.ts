import type { FastifyInstance } from 'fastify';
import { liveVideos } from '../common/live-videos.ts';
import { analyticsRoutes } from './analytics.ts';
import { chipChallengeRoutes } from './chip-challenges.ts';
import { configurationRoutes } from './configuration.ts';
import { digitalCredentialRoutes } from './digital-credentials.ts';
import { documentVideoUploadRoutes } from './document-videos.ts';
import { liveVideoUploadRoutes } from './live-videos.ts';
import { motionCaptureUploadRoutes } from './motion-captures.ts';
import { snapshotUploadRoutes } from './snapshots.ts';
import { stepUpRoutes } from './step-ups.ts';

/**
 * Routes that only capture SDKs call, under v2 and every version of v3 (contract 14).
 *
 * @param videos how the version shows live videos
 */
export function captureRoutes(instance: FastifyInstance, videos = liveVideos): void {
  liveVideoUploadRoutes(instance, videos);
  chipChallengeRoutes(instance);
  documentVideoUploadRoutes(instance);
  motionCaptureUploadRoutes(instance);
  snapshotUploadRoutes(instance);
  configurationRoutes(instance);
  analyticsRoutes(instance, '/analytics');
  stepUpRoutes(instance);
  digitalCredentialRoutes(instance);
}
