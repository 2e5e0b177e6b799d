import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DecodeTimeout, UnreadableImage } from '@bonafide/verification';
import { type Analyser, AnalysisFailed } from '../analysis/analyser.ts';
import type { Lane } from '../base/turns.ts';
import type { ReceivedFile } from './receive.ts';
import { refused, type UploadRules } from './rules.ts';

export interface Examining {
  readonly rules: UploadRules;
  /** Decodes pictures, in turns between accounts and applicants. */
  readonly decoder: Analyser;
  readonly lane: Lane;
  /** Opens the stored file, once there is a turn for it. */
  open(): Promise<Readable>;
}

/**
 * Looks whether a whole file can be read: in another process pictures are decoded and chip data is parsed; PDFs must have both
 * ends. Videos pass: their frames are only decoded when asked for.
 *
 * Throws `validation_error`, also for a picture that takes too long to decode; and `TooManyWaiting` or `AnalysisFailed` when
 * nothing could be learned of the picture.
 */
export async function examine(
  { type, decodeWeight }: Pick<ReceivedFile, 'type' | 'decodeWeight'>,
  { rules, decoder, lane, open }: Examining,
): Promise<void> {
  switch (type.format) {
    case 'jpg':
    case 'png':
      await decoder
        .run('decode', async () => ({ bytes: await buffer(await open()) }), { lane, weight: decodeWeight })
        .catch((error: Error) => {
          if (error instanceof UnreadableImage) throw refused(rules, 'content', 'is corrupt or incomplete');
          if (isTimeout(error)) throw refused(rules, 'content', 'takes too long to decode');
          throw error;
        });
      return;
    case 'pdf':
      if (!(await isWholePdf(await open()))) throw refused(rules, 'content', 'is corrupt or incomplete');
      return;
    case 'json':
      if (!(await decoder.run('chip', async () => ({ bytes: await buffer(await open()) }), { lane }))) {
        throw refused(rules, 'content', 'must hold dg1, dg2 and sod as lists of bytes, -128 to 255');
      }
      return;
    default:
  }
}

/** Whether a decoder gave up on a picture for its time: by itself, or because its process was ended. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DecodeTimeout || (error instanceof AnalysisFailed && error.reason === 'timeout');
}

/** Bytes at the start of a PDF that hold its version. */
const PDF_HEAD_BYTES = 8;

/** Bytes at the end of a PDF in which readers look for the marker of its end. */
const PDF_TAIL_BYTES = 1024;

/** A header at the start, and a pointer to the cross-reference table before the end marker (ISO 32000-2, 7.5). */
async function isWholePdf(file: Readable): Promise<boolean> {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const bytes of file as AsyncIterable<Buffer>) {
    if (head.length < PDF_HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, PDF_HEAD_BYTES - head.length)]);
    tail = Buffer.concat([tail, bytes.subarray(-PDF_TAIL_BYTES)]).subarray(-PDF_TAIL_BYTES);
  }
  return /^%PDF-\d\.\d/.test(head.toString('latin1')) && /startxref\s+\d+\s+%%EOF/.test(tail.toString('latin1'));
}
