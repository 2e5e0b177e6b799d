import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openS3Blobs } from '../s3.ts';

/** Milliseconds: long, so that a slow machine fails no test. */
const TIMEOUT_MS = 10_000;

/** Opens the bucket `media` of a store for tests, with parts in a folder of their own. */
export async function openTestS3(endpoint: string, prefix = '', timeout = TIMEOUT_MS) {
  const parts = mkdtempSync(join(tmpdir(), 'bonafide-s3-'));
  const { AWS_ACCESS_KEY_ID: accessKeyId = 'test', AWS_SECRET_ACCESS_KEY: secretAccessKey = 'test' } = process.env;
  const credentials = { accessKeyId, secretAccessKey };
  const place = { bucket: 'media', prefix, endpoint, region: null, pathStyle: true, profile: null };
  const blobs = await openS3Blobs({ ...place, credentials, timeout }, parts);
  return { blobs, parts, drop: () => rmSync(parts, { recursive: true }) };
}
