import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { frameRoute, type MediaFace, mediaFields, presentMedia, readingRoutes } from '../common/media.ts';
import type { Behaviour } from './versions.ts';

export const motionCaptures: MediaFace = {
  kind: 'motion_capture',
  path: 'motion_captures',
  schema: Type.Object(mediaFields, { title: 'Motion capture' }),
  present: (media, minor) => presentMedia('motion_captures', media, minor),
};

/** Motion captures: list, read, download, one frame. They are uploaded by capture SDKs only. */
export function motionCaptureRoutes(instance: FastifyInstance, version: Behaviour): void {
  if (version.generation === '3.2') return;
  readingRoutes(instance, motionCaptures);
  frameRoute(instance, motionCaptures, 'motion capture');
}
