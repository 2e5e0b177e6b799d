import type { FastifyInstance } from 'fastify';
import type { Version } from '../../base/versions.ts';
import { frameRoute, readingRoutes } from '../common/media.ts';
import { motionCaptures } from '../common/motion-captures.ts';

/** Motion captures: list, read, download, one frame. Only capture SDKs upload them. */
export function motionCaptureRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.motionCaptures) return;
  readingRoutes(instance, motionCaptures);
  frameRoute(instance, motionCaptures, 'motion capture');
}
