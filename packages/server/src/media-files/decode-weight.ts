import { MAX_PIXELS } from '@bonafide/verification';
import { headerReader, type PictureFormat, type PictureHeader } from './picture-header.ts';
import { refused, type UploadRules } from './rules.ts';

/** Bytes of samples that a picture may decode to: the most pixels, with four channels of 8 bits. */
const MOST_DECODED_BYTES = 4 * MAX_PIXELS;

/**
 * Factor of memory over samples for a picture that its decoder holds whole: a progressive JPEG of 64 megapixels took 0.45 GB and
 * an interlaced PNG 0.28 to 0.35 GB, others up to 0.15 GB.
 */
const WHOLE_FACTOR = 2;

/** Weighs a picture by its header, which may come in pieces. */
export interface Weigher {
  /** Takes the next piece. Throws `validation_error` once a header in it states more than a picture may have. */
  push(bytes: Uint8Array): void;
  /** Bytes of memory that decoding takes; without a header, as much as any picture may take. */
  weight(): number;
}

/** Weighs a JPEG or PNG that is uploaded under rules. */
export function weigher(format: PictureFormat, rules: UploadRules): Weigher {
  const reader = headerReader(format);
  let header: PictureHeader | undefined;
  return {
    push(bytes) {
      if (header) return;
      header = reader.push(bytes);
      if (!header) return;
      if (header.width * header.height > MAX_PIXELS) {
        throw refused(rules, 'content', `must have at most ${MAX_PIXELS / 1e6} megapixels`);
      }
      if (header.decodedBytes > MOST_DECODED_BYTES) {
        throw refused(rules, 'content', `must decode to at most ${MOST_DECODED_BYTES / 1e6} MB of pixels`);
      }
    },
    weight: () => weightOf(header),
  };
}

/** Bytes of memory that decoding a stored JPEG or PNG takes. Reads no further than its header. */
export async function storedWeight(format: PictureFormat, file: AsyncIterable<Uint8Array>): Promise<number> {
  const reader = headerReader(format);
  for await (const bytes of file) {
    const header = reader.push(bytes);
    if (header) return weightOf(header);
  }
  return weightOf(undefined);
}

function weightOf(header: PictureHeader | undefined): number {
  if (!header) return WHOLE_FACTOR * MOST_DECODED_BYTES;
  return header.decodedBytes * (header.whole ? WHOLE_FACTOR : 1);
}
