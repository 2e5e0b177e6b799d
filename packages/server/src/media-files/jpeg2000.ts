import { ByteReader, Malformed } from './byte-reader.ts';

/** Portraits on chips have some 400 by 500 pixels; ten times that is still no reason to hold hundreds of megabytes. */
export const MAX_PORTRAIT_PIXELS = 4_000_000;

/** The codec keeps some kilobytes for every tile that a header states. */
const MAX_TILES = 64;

export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  /** 8 bits each, interleaved. */
  readonly data: Uint8Array;
}

/** Decodes JPEG 2000, as a JP2 file or a bare codestream, grey or RGB of 8 bits. Throws `Malformed`. */
export async function decodeJpeg2000(bytes: Uint8Array): Promise<Samples> {
  const stated = readSize(codestreamOf(bytes));
  const { J2KDecoder, errors } = await loadCodec();
  errors.length = 0;
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, componentCount } = decoder.getFrameInfo();
    const data = Uint8Array.from(decoder.getDecodedBuffer());
    // The codec doesn't throw: it says so in its log and leaves what it had.
    if (errors.length > 0) throw new Malformed(errors[0]);
    if (width !== stated.width || height !== stated.height || componentCount !== stated.channels) {
      throw new Malformed('Another picture than the header states');
    }
    if (data.length !== width * height * componentCount) throw new Malformed('Samples are missing');
    return { ...stated, data };
  } catch (error) {
    if (error instanceof Malformed) throw error;
    codec = undefined; // WebAssembly that trapped can't be trusted with the next portrait.
    throw new Malformed('The codec gave up', { cause: error });
  } finally {
    decoder.delete();
  }
}

/** Codestream of a JP2 file, without its boxes (ISO/IEC 15444-1, I.4). */
function codestreamOf(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xff) return bytes;
  const reader = new ByteReader(bytes);
  while (reader.left > 0) {
    const length = reader.uint(4);
    const type = Buffer.from(reader.take(4)).toString('latin1');
    // A length of 0 means up to the end, of 1 a longer length than any portrait has.
    const content = length === 0 ? reader.rest() : reader.take(boxContent(length));
    if (type === 'jp2c') return content;
  }
  throw new Malformed('No codestream');
}

function boxContent(length: number): number {
  if (length < 8) throw new Malformed('A box of a wrong length');
  return length - 8;
}

/** The SIZ segment (ISO/IEC 15444-1, A.5.1), limited to the sizes of portraits. */
function readSize(codestream: Uint8Array): Omit<Samples, 'data'> {
  const reader = new ByteReader(codestream);
  if (reader.uint(4) !== 0xff4fff51) throw new Malformed('Not a codestream');
  reader.take(4); // length of the segment, capabilities
  const [right, bottom, left, top] = [reader.uint(4), reader.uint(4), reader.uint(4), reader.uint(4)];
  const [tileWidth, tileHeight, tileLeft, tileTop] = [reader.uint(4), reader.uint(4), reader.uint(4), reader.uint(4)];
  const channels = reader.uint(2);
  const [width, height] = [right - left, bottom - top];
  if (width < 1 || height < 1 || width * height > MAX_PORTRAIT_PIXELS) throw new Malformed('A size no portrait has');
  if (tileWidth === 0 || tileHeight === 0) throw new Malformed('Tiles without a size');
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight);
  if (tiles > MAX_TILES) throw new Malformed('More tiles than any portrait has');
  if (channels !== 1 && channels !== 3) throw new Malformed('Neither grey nor RGB');
  for (let channel = 0; channel < channels; channel++) {
    const [depth, horizontal, vertical] = reader.take(3);
    if (depth !== 7 || horizontal !== 1 || vertical !== 1) throw new Malformed('Samples that are not of 8 bits each');
  }
  return { width, height, channels };
}

let codec: ReturnType<typeof startCodec> | undefined;

/** Started with the first portrait, and once, since it compiles WebAssembly. */
function loadCodec() {
  codec ??= startCodec();
  return codec;
}

async function startCodec() {
  const errors: string[] = [];
  const note = (line: string) => {
    if (line.startsWith('[ERROR]')) errors.push(line);
  };
  const { default: load } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs');
  const { J2KDecoder } = await load({ print: note, printErr: note });
  return { J2KDecoder, errors };
}
