import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { nullableArray } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import type { Media } from '../../media/media.ts';
import { frameRoute, type MediaResource, mediaFields, presentMedia, readingRoutes } from './media.ts';

const LiveVideo = Type.Object(
  {
    ...mediaFields,
    challenge: nullableArray(
      Type.Object({
        type: Type.String(),
        query: Type.Unsafe<number[] | string>({ description: 'Three digits to recite, or the turn to make' }),
      }),
    ),
    languages: nullableArray(Type.Object({ source: Type.String(), language_code: Type.String() })),
  },
  { title: 'Live video' },
);

function presentLiveVideo(video: Media, version: Version) {
  return {
    ...presentMedia('live_videos', video, version),
    challenge: video.challenge ?? null,
    languages: video.languages ?? null,
  };
}

export const liveVideos: MediaResource = {
  kind: 'live_video',
  path: 'live_videos',
  schema: LiveVideo,
  toWire: presentLiveVideo,
  // Published lists omit the challenge.
  presentListed: (video, version) => ({ ...presentLiveVideo(video, version), challenge: null }),
};

/** Live videos: list, read, download, one frame. Only capture SDKs upload them. */
export function liveVideoRoutes(instance: FastifyInstance, resource = liveVideos): void {
  readingRoutes(instance, resource);
  frameRoute(instance, resource, 'video');
}
