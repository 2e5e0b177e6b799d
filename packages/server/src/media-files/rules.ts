import { type FieldErrors, type FileFault, invalid, type Problem } from '../base/errors.ts';
import type { MediaKind } from '../base/media-kind.ts';
import { type Format, formats } from './format.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Rules for uploads of one kind, and the field that a refusal names. */
export interface UploadRules {
  /** The part of a form that holds the file. */
  readonly part: string;
  readonly formats: readonly Format[];
  /** Bytes. */
  readonly smallest: number;
  /** Bytes. */
  readonly largest: number;
  /** The field of the error for each reason. */
  readonly fields: Readonly<Record<Reason, string>>;
}

export type Reason = 'empty' | 'size' | 'type' | 'content';

const faults: Readonly<Record<Reason, FileFault>> = {
  empty: 'size',
  size: 'size',
  type: 'format',
  content: 'unreadable',
};

const under = (field: string): UploadRules['fields'] => ({ empty: field, size: field, type: field, content: field });
const attachment = {
  empty: 'attachment',
  size: 'attachment_file_size',
  type: 'attachment_content_type',
  content: 'attachment',
};

const part = 'file';
const videoFormats: readonly Format[] = ['mp4', 'mov', 'webm'];
const videoBytes = { smallest: 1, largest: 50 * MB };
const pictureBytes = { smallest: 32 * KB, largest: 10 * MB };
const video: UploadRules = { part, formats: videoFormats, ...videoBytes, fields: attachment };

const signing: UploadRules = { part, formats: ['pdf'], smallest: 2 * KB, largest: 3 * MB, fields: under('file') };

/** Kind by which an upload is judged: its own, or a document of v1 and v2, which know no chip data. */
export type UploadKind = MediaKind | 'earlier_document';

/**
 * Contract 4.6. No source limits videos, which come
 * from capture SDKs only: 50 MB is about a minute of 720p as browsers record it.
 */
export const uploadRules: Readonly<Record<UploadKind, UploadRules>> = {
  document: { part, formats: ['jpg', 'png', 'pdf', 'json'], ...pictureBytes, fields: under('file') },
  earlier_document: { part, formats: ['jpg', 'png', 'pdf'], ...pictureBytes, fields: under('file') },
  live_photo: { part, formats: ['jpg', 'png'], ...pictureBytes, fields: attachment },
  id_photo: { part, formats: ['jpg', 'png', 'pdf'], ...pictureBytes, fields: attachment },
  live_video: video,
  motion_capture: video,
  document_video: video,
  signing_document: signing,
  // The service makes these itself.
  signed_document: signing,
  signature_receipt: signing,
  // Pictures of a small camera may be small, too; they are not evidence of their own.
  snapshot: { part, formats: ['jpg', 'png'], ...pictureBytes, smallest: 1, fields: attachment },
  // Of videos their own bounds hold.
  binary_media: {
    part: 'media',
    formats: ['jpg', 'png', 'pdf', ...videoFormats],
    ...pictureBytes,
    fields: under('media'),
  },
  // A scanned page or a text may be short.
  case_file: { part, formats: ['pdf', 'jpg', 'png', 'txt'], smallest: 1, largest: 10 * MB, fields: under('file') },
};

/**
 * Bytes of JSON with the data of a chip, five a byte: ten times what chips hold, 15 to 40 KB with their portrait (ICAO
 * 9303-10).
 */
const CHIP_BYTES = 2 * MB;

/** Least and most bytes of a file. Chip data has no lower limit: a small portrait makes a small file. */
export function bytesOf(rules: UploadRules, format: Format): Pick<UploadRules, 'smallest' | 'largest'> {
  if (videoFormats.includes(format)) return videoBytes;
  return format === 'json' ? { smallest: 1, largest: CHIP_BYTES } : rules;
}

/** Most bytes of a file of any format that the rules allow. */
export function largestOf(rules: UploadRules): number {
  return Math.max(...rules.formats.map((format) => bytesOf(rules, format).largest));
}

/** The error for a file that broke a rule. */
export function refused(rules: UploadRules, reason: Reason, message: string): Problem {
  return invalid({ [rules.fields[reason]]: [message] } satisfies FieldErrors, faults[reason]);
}

/** The error for an upload without a file. */
export function missingFile(rules: UploadRules): Problem {
  return invalid({ [rules.fields.empty]: ["can't be blank"] } satisfies FieldErrors);
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
