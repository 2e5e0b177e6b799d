import type { FastifyRequest } from 'fastify';
import { deviceOf, line } from '../../http/sender.ts';
import type { MediaData } from '../../media/media.ts';

/** Characters that are kept of a camera's name. */
const NAME_LENGTH = 200;

/** Characters that are kept of the name and the version of an SDK. */
const SDK_LENGTH = 64;

/** Fields that a capture SDK may send with a file. `sdk_metadata` is JSON text; the form's reader has parsed it. */
interface SdkFields {
  readonly sdk_source?: unknown;
  readonly sdk_version?: unknown;
  readonly sdk_metadata?: { readonly camera_name?: unknown; readonly captureMethod?: unknown } | null;
}

/** Facts of an upload from its request: who sent it and, from a capture SDK, the camera. */
export function captureFacts(request: FastifyRequest): Pick<MediaData, 'camera_name' | 'sender'> {
  const { session } = request;
  if (!session.sdk) return { sender: { token: 'api_token' } };
  const { sdk_source, sdk_version, sdk_metadata } = (request.body ?? {}) as SdkFields;
  const camera_name = line(sdk_metadata?.camera_name, NAME_LENGTH);
  const fields = {
    sdk_source: line(sdk_source, SDK_LENGTH),
    sdk_version: line(sdk_version, SDK_LENGTH),
    capture_method: line(sdk_metadata?.captureMethod, SDK_LENGTH),
  };
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    ...(camera_name && { camera_name }),
    sender: { token: 'sdk_token', ...deviceOf(request, session.ctx), ...known },
  };
}
