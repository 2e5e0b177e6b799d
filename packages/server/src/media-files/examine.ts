import { assessQuality, decode, type Finding, UnreadableImage } from '@bonafide/verification';
import { type FieldErrors, invalid } from '../base/errors.ts';
import type { FileType } from './checked-type.ts';
import { parseChip } from './chip.ts';
import { checkPixels } from './receive.ts';
import { refused, type UploadRules } from './rules.ts';

/** How the wire of v3 names what a quality detector found (section 4 of the v3 document). */
const qualityErrors: Readonly<Record<string, FieldErrors>> = {
  blur: { detect_blur: ['blur detected in image'] },
  cutoff: { detect_cutoff: ['cutoff document detected in image'] },
  document: { document_detection: ['no document in image'] },
};

export interface ExamineOptions {
  readonly rules: UploadRules;
  /** Also refuse pictures in which a quality detector found a fault. Other files pass. */
  readonly quality: boolean;
}

/**
 * Looks whether a whole file can be read: pictures are decoded, PDFs must have both ends, chip data must be well formed.
 * Videos pass: their frames are only decoded when asked for. The findings are those of the quality detectors, if asked.
 * Throws `validation_error`.
 */
export async function examine(bytes: Uint8Array, type: FileType, options: ExamineOptions): Promise<Finding[]> {
  const { rules } = options;
  switch (type.format) {
    case 'jpg':
    case 'png':
      return examinePicture(bytes, type.format, options);
    case 'pdf':
      if (!isWholePdf(bytes)) throw refused(rules, 'content', 'is corrupt or incomplete');
      return [];
    case 'json':
      if (!parseChip(bytes)) throw refused(rules, 'content', 'must hold dg1, dg2 and sod as lists of signed bytes');
      return [];
    default:
      return [];
  }
}

async function examinePicture(
  bytes: Uint8Array,
  format: 'jpg' | 'png',
  { rules, quality }: ExamineOptions,
): Promise<Finding[]> {
  checkPixels(bytes, format, rules);
  const image = await decode(bytes).catch((error) => {
    throw error instanceof UnreadableImage ? refused(rules, 'content', 'is corrupt or incomplete') : error;
  });
  if (!quality) return [];
  const findings = await assessQuality(image);
  const faults = findings
    .filter(({ result }) => result === 'fail')
    .map(({ name, reason }) => qualityErrors[name] ?? { [name]: [reason] });
  if (faults.length > 0) throw invalid(Object.assign({}, ...faults));
  return findings;
}

/** Bytes at the end of a PDF in which readers look for the marker of its end. */
const PDF_TAIL_BYTES = 1024;

/** A header at the start, and a pointer to the cross-reference table before the end marker (ISO 32000-2, 7.5). */
function isWholePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  const tail = Buffer.from(bytes.subarray(-PDF_TAIL_BYTES)).toString('latin1');
  return /^%PDF-\d\.\d/.test(head) && /startxref\s+\d+\s+%%EOF/.test(tail);
}
