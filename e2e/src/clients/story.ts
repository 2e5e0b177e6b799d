import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect } from 'vitest';

/** Well formed, and the identifier of nothing. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

/** A postcode of the sample that comes with the service. */
export const samplePostcode = 'S2 2DF';

export const anId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const aSignedToken = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
export const aWebhookToken = expect.stringMatching(/^[\w-]{32}$/);

export const emptyAddress = {
  flat_number: null,
  building_number: null,
  building_name: null,
  street: null,
  sub_street: null,
  town: null,
  state: null,
  postcode: null,
  country: null,
  line1: null,
  line2: null,
  line3: null,
};

/** Events of a v3.6 webhook that asked for none in particular. */
export const allEvents = [
  'audit_log.created',
  'check.completed',
  'check.form_completed',
  'check.reopened',
  'check.started',
  'check.withdrawn',
  'report.awaiting_approval',
  'report.cancelled',
  'report.completed',
  'report.resumed',
  'report.withdrawn',
  'watchlist_monitor.matches_updated',
  'workflow_run.completed',
  'workflow_run_evidence_folder.created',
  'workflow_task.completed',
  'workflow_task.started',
  'workflow_timeline_file.created',
];

/** A picture of 256 × 192 pixels that doesn't compress: about 140 KB as PNG, the same bytes each time. */
export function passportPage(): Promise<Buffer> {
  return noise(256, 192).png().toBuffer();
}

/** Another one as JPEG, about 100 KB. */
export function portrait(): Promise<Buffer> {
  return noise(320, 400).jpeg({ quality: 95 }).toBuffer();
}

function noise(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let index = 0; index < pixels.length; index += 1) {
    // The "minimal standard" generator of Park and Miller, 1988.
    state = (state * 48_271) % 2_147_483_647;
    pixels[index] = state >> 8;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Writes a file for a client that reads from disk; `remove` deletes it. */
export async function temporaryFile(name: string, bytes: Buffer): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bonafide-client-'));
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The error that a call ends in; a call that succeeds fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded, though it should have failed');
}
