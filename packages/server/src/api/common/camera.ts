import type { FastifyRequest } from 'fastify';
import type { MediaData } from '../../core/media/media.ts';

/** Characters that are kept of a camera's name. */
const NAME_LENGTH = 200;

/** Facts of the camera from `sdk_metadata`, which is JSON text; the form's reader has parsed it. */
export function cameraFacts({ session, body }: FastifyRequest): Pick<MediaData, 'camera_name'> {
  const { sdk_metadata } = body as { sdk_metadata?: { camera_name?: unknown } | null };
  const name = session.sdk ? sdk_metadata?.camera_name : undefined;
  if (typeof name !== 'string' || name.trim() === '') return {};
  return { camera_name: name.replace(/\p{Cc}+/gu, ' ').slice(0, NAME_LENGTH) };
}
