import { decode, UnreadableImage } from '@bonafide/verification';
import type { FileType } from './checked-type.ts';
import { parseChip } from './chip.ts';
import { checkPixels } from './receive.ts';
import { refused, type UploadRules } from './rules.ts';

/**
 * Looks whether a whole file can be read: pictures are decoded, PDFs must have both ends, chip data must be well formed.
 * Videos pass: their frames are only decoded when asked for. Throws `validation_error`.
 */
export async function examine(bytes: Uint8Array, type: FileType, rules: UploadRules): Promise<void> {
  switch (type.format) {
    case 'jpg':
    case 'png':
      checkPixels(bytes, type.format, rules);
      await decode(bytes).catch((error) => {
        throw error instanceof UnreadableImage ? refused(rules, 'content', 'is corrupt or incomplete') : error;
      });
      return;
    case 'pdf':
      if (!isWholePdf(bytes)) throw refused(rules, 'content', 'is corrupt or incomplete');
      return;
    case 'json':
      if (!parseChip(bytes))
        throw refused(rules, 'content', 'must hold dg1, dg2 and sod as lists of bytes, -128 to 255');
      return;
    default:
  }
}

/** Bytes at the end of a PDF in which readers look for the marker of its end. */
const PDF_TAIL_BYTES = 1024;

/** A header at the start, and a pointer to the cross-reference table before the end marker (ISO 32000-2, 7.5). */
function isWholePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  const tail = Buffer.from(bytes.subarray(-PDF_TAIL_BYTES)).toString('latin1');
  return /^%PDF-\d\.\d/.test(head) && /startxref\s+\d+\s+%%EOF/.test(tail);
}
