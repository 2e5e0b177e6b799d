import { type FieldErrors, invalid, type Problem } from '../base/errors.ts';
import type { MediaKind } from '../store/schema.ts';
import { type Format, formats } from './format.ts';

const KB = 1024;
const MB = 1024 * KB;

/** What an upload of one kind may be, and how a refusal names its reason. */
export interface UploadRules {
  readonly formats: readonly Format[];
  /** Bytes. */
  readonly smallest: number;
  /** Bytes. */
  readonly largest: number;
  /** The field of the error for each reason. */
  readonly fields: Readonly<Record<Reason, string>>;
}

export type Reason = 'empty' | 'size' | 'type' | 'content';

const file = { empty: 'file', size: 'file', type: 'file', content: 'file' };
const attachment = {
  empty: 'attachment',
  size: 'attachment_file_size',
  type: 'attachment_content_type',
  content: 'attachment',
};
const video: UploadRules = { formats: ['mp4', 'mov', 'webm'], smallest: 1, largest: 50 * MB, fields: attachment };

/**
 * Sections 4 and 8 of the v3 document, section 3 (fields), 6 and 8 of its supplement. No source limits videos, which come
 * from capture SDKs only: 50 MB is about a minute of 720p as browsers record it.
 */
export const uploadRules: Readonly<Record<MediaKind, UploadRules>> = {
  document: { formats: ['jpg', 'png', 'pdf', 'json'], smallest: 32 * KB, largest: 10 * MB, fields: file },
  live_photo: { formats: ['jpg', 'png'], smallest: 32 * KB, largest: 10 * MB, fields: attachment },
  id_photo: { formats: ['jpg', 'png', 'pdf'], smallest: 32 * KB, largest: 10 * MB, fields: attachment },
  live_video: video,
  motion_capture: video,
  document_video: video,
  // Pictures of a small camera may be small, too; they are no evidence of their own.
  snapshot: { formats: ['jpg', 'png'], smallest: 1, largest: 10 * MB, fields: attachment },
};

/** Least bytes of a file. Chip data has no lower limit: a small portrait makes a small file. */
export function smallest(rules: UploadRules, format: Format): number {
  return format === 'json' ? 1 : rules.smallest;
}

/** The error for a file that broke a rule. */
export function refused(rules: UploadRules, reason: Reason, message: string): Problem {
  return invalid({ [rules.fields[reason]]: [message] } satisfies FieldErrors);
}

/** `jpg, png or pdf`, for messages. */
export function formatNames(rules: UploadRules): string {
  const names = rules.formats.map((format) => formats[format].extensions[0] as string);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

/** `32 KB`, for messages. */
export function sizeName(bytes: number): string {
  return bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`;
}
