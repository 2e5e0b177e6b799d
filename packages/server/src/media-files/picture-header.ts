/** Facts in the header of a picture. Pixels are as stored, before any turn that EXIF requests. */
export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** Bytes of its decoded samples: width × height × channels × depth, the depth in whole bytes. */
  readonly decodedBytes: number;
  /** An interlaced PNG or progressive JPEG: a decoder holds all of it in memory at once. */
  readonly whole: boolean;
}

export type PictureFormat = 'jpg' | 'png';

/** The header of a picture that is in memory, without decoding anything; undefined when it isn't in `bytes`. */
export function pictureHeader(bytes: Uint8Array, format: PictureFormat): PictureHeader | undefined {
  return headerReader(format).push(bytes);
}

/** Reads the header of a picture that comes in pieces. */
export interface HeaderReader {
  /** Takes the next piece; the header once it was in the pieces, which for a JPEG may be after megabytes of EXIF. */
  push(bytes: Uint8Array): PictureHeader | undefined;
}

export function headerReader(format: PictureFormat): HeaderReader {
  return format === 'png' ? new PngHeaderReader() : new JpegHeaderReader();
}

/** Signature (8 bytes), length and name of the IHDR chunk (8), and its data (13): ISO/IEC 15948, 11.2.2. */
const PNG_HEADER_BYTES = 29;

/** Channels of each colour type once decoded. A palette may have transparent colours. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

class PngHeaderReader implements HeaderReader {
  readonly #head = Buffer.alloc(PNG_HEADER_BYTES);
  #read = 0;

  push(bytes: Uint8Array): PictureHeader | undefined {
    if (this.#read < PNG_HEADER_BYTES) {
      const piece = bytes.subarray(0, PNG_HEADER_BYTES - this.#read);
      this.#head.set(piece, this.#read);
      this.#read += piece.length;
    }
    if (this.#read < PNG_HEADER_BYTES) return undefined;
    const [width, height] = [this.#head.readUInt32BE(16), this.#head.readUInt32BE(20)];
    const [depth, colourType, interlace] = [this.#head[24]!, this.#head[25]!, this.#head[28]!];
    const decodedBytes = width * height * (PNG_CHANNELS[colourType] ?? 4) * (depth > 8 ? 2 : 1);
    return { width, height, decodedBytes, whole: interlace !== 0 };
  }
}

/** Bytes of a frame header that count, after its marker: length, precision, height, width, components. */
const FRAME_HEADER_BYTES = 8;

/**
 * Walks the marker segments up to the frame header, SOF (ISO/IEC 10918-1, B.1.1 and B.2.2). Stray bytes between segments
 * are ignored, as decoders do.
 */
class JpegHeaderReader implements HeaderReader {
  #at: 'marker' | 'code' | 'length' | 'frame' = 'marker';
  #marker = 0;
  #skip = 2; // SOI
  #found: PictureHeader | undefined;
  readonly #kept: number[] = [];

  push(bytes: Uint8Array): PictureHeader | undefined {
    for (let i = 0; i < bytes.length && !this.#found; ) {
      const skipped = Math.min(this.#skip, bytes.length - i);
      if (skipped > 0) {
        this.#skip -= skipped;
        i += skipped;
      } else this.#take(bytes[i++]!);
    }
    return this.#found;
  }

  #take(byte: number): void {
    switch (this.#at) {
      case 'marker':
        if (byte === 0xff) this.#at = 'code';
        return;
      case 'code':
        if (byte === 0xff) return; // A marker may be preceded by any number of fill bytes.
        this.#marker = byte;
        this.#at = isFrameHeader(byte) ? 'frame' : hasLength(byte) ? 'length' : 'marker';
        return;
      case 'length':
        if (this.#kept.push(byte) < 2) return;
        this.#skip = Math.max(this.#uint16(0) - 2, 0);
        this.#kept.length = 0;
        this.#at = 'marker';
        return;
      case 'frame':
        if (this.#kept.push(byte) < FRAME_HEADER_BYTES) return;
        this.#found = this.#header();
    }
  }

  #header(): PictureHeader {
    const [depth, height, width, components] = [this.#kept[2]!, this.#uint16(3), this.#uint16(5), this.#kept[7]!];
    const decodedBytes = width * height * components * (depth > 8 ? 2 : 1);
    return { width, height, decodedBytes, whole: isProgressive(this.#marker) };
  }

  #uint16(at: number): number {
    return (this.#kept[at]! << 8) | this.#kept[at + 1]!;
  }
}

/** SOF0 to SOF15, among which DHT (C4), JPG (C8) and DAC (CC) are something else. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** SOF2, 6, 10 and 14 (ISO/IEC 10918-1, table B.1). */
function isProgressive(marker: number): boolean {
  return (marker & 3) === 2;
}

/**
 * Returns whether a marker has a length. A stuffed zero, TEM, restarts, and the start and end of an image have none (ISO/IEC
 * 10918-1, table B.1).
 */
function hasLength(marker: number): boolean {
  return marker !== 0 && marker !== 1 && !(marker >= 0xd0 && marker <= 0xd9);
}
