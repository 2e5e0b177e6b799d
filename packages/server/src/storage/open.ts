import { join } from 'node:path';
import type { Turns } from '../base/turns.ts';
import type { MediaLocation } from '../config/media-location.ts';
import type { Settings } from '../config/settings.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskBlobs } from './disk.ts';
import { withFallback } from './fallback.ts';
import { meteredBlobs } from './metered.ts';

/** Settings that say where the bytes of media are. */
export type MediaSettings = Pick<
  Settings,
  | ('data' | 'mediaFallback' | 's3Bucket' | 's3Prefix' | 's3Endpoint' | 's3Region' | 's3PathStyle')
  | ('s3AccessKey' | 's3SecretKey' | 's3Timeout')
>;

/** The place of new media: the bucket of the settings, else the folder `media` of the data directory. */
export function mediaLocation({ s3Bucket, s3Prefix }: MediaSettings): MediaLocation {
  return s3Bucket === null ? { kind: 'disk' } : { kind: 's3', bucket: s3Bucket, prefix: s3Prefix };
}

/** Opens the blobs of media, over two stores if the settings have a fall-back store. */
export async function openMediaBlobs(settings: MediaSettings, metrics: Metrics): Promise<BlobStore> {
  const open = async (at: MediaLocation) => meteredBlobs(await openBlobs(at, settings), metrics, at.kind);
  const current = await open(mediaLocation(settings));
  const { mediaFallback } = settings;
  return mediaFallback === null ? current : withFallback(current, await open(mediaFallback));
}

/**
 * The same for another process, which counts nothing.
 * @param writes turns in which copies to a disk write and sync
 */
export async function openStoredBlobs(settings: MediaSettings, writes: Turns): Promise<BlobStore> {
  const current = await openBlobs(mediaLocation(settings), settings, writes);
  const { mediaFallback } = settings;
  return mediaFallback === null ? current : withFallback(current, await openBlobs(mediaFallback, settings, writes));
}

/**
 * Opens the blobs at a location. The S3 client is loaded for a bucket alone, and connects with the first request.
 * @param writes turns in which copies to a disk write and sync
 * @param parts folder for parts of uploads to a bucket, made if missing
 * @param durable `later`: blobs on a disk are durable only after `sync`
 */
export async function openBlobs(
  at: MediaLocation,
  settings: MediaSettings,
  writes?: Turns,
  parts = join(settings.data, 'media', 'parts'),
  durable?: 'later',
): Promise<BlobStore> {
  const media = join(settings.data, 'media');
  if (at.kind === 'disk') return openDiskBlobs(at.directory ?? media, writes, durable);
  const { openS3Blobs } = await import('./s3.ts');
  const { s3AccessKey: accessKeyId, s3SecretKey: secretAccessKey } = settings;
  const given = accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null;
  const { profile = null } = at;
  const bucket = {
    bucket: at.bucket,
    prefix: at.prefix,
    endpoint: at.endpoint === undefined ? settings.s3Endpoint : at.endpoint,
    region: at.region ?? settings.s3Region,
    pathStyle: at.pathStyle ?? settings.s3PathStyle === 'on',
    credentials: profile === null ? given : null,
    profile,
    timeout: settings.s3Timeout,
  };
  return openS3Blobs(bucket, parts);
}
