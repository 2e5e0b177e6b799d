/** Pixels as they are stored, before any turn that EXIF asks for. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that the header of a picture states, without decoding anything.
 *
 * `bytes` may be the start of a file only. Undefined when the header isn't (wholly) in it: that of a PNG is always in
 * its first 24 bytes, that of a JPEG may come after hundreds of kilobytes of EXIF and colour profile.
 */
export function dimensions(bytes: Uint8Array, format: 'jpg' | 'png'): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return format === 'png' ? pngDimensions(view) : jpegDimensions(view);
}

/** Signature (8 bytes), length and name of the IHDR chunk (8), width, height (ISO/IEC 15948, 11.2.2). */
function pngDimensions(view: DataView): Dimensions | undefined {
  if (view.byteLength < 24) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the marker segments up to the frame header, SOF (ISO/IEC 10918-1, B.1.1 and B.2.2). */
function jpegDimensions(view: DataView): Dimensions | undefined {
  let at = 2; // after SOI
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // A marker may be preceded by any number of fill bytes.
      continue;
    }
    if (isFrameHeader(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, among which DHT (C4), JPG (C8) and DAC (CC) are something else. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
