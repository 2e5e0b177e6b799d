import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Version } from '../../base/versions.ts';
import { frameRoute, type MediaFace, mediaFields, presentMedia, readingRoutes } from '../common/media.ts';

export const motionCaptures: MediaFace = {
  kind: 'motion_capture',
  path: 'motion_captures',
  schema: Type.Object(mediaFields, { title: 'Motion capture' }),
  present: (media, version) => presentMedia('motion_captures', media, version),
};

/** Motion captures: list, read, download, one frame. They are uploaded by capture SDKs only. */
export function motionCaptureRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.motionCaptures) return;
  readingRoutes(instance, motionCaptures);
  frameRoute(instance, motionCaptures, 'motion capture');
}
