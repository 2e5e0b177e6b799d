/** Coding of the samples of a JPEG. */
export interface JpegHeader {
  /** Steps of quantisation of luma, 64, row by row: the step of frequency (x, y) at `8 * y + x`. */
  readonly luma: Uint16Array;
  /** The same of the first colour difference; null in grey pictures. */
  readonly chroma: Uint16Array | null;
  /** Luma has samples for every pixel, so the grid of its blocks has 8 pixels. False for odd sampling factors. */
  readonly fullLuma: boolean;
  readonly progressive: boolean;
}

/** Zig-zag order of ITU-T T.81, figure A.6: the place in the block of each value of a table. */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];

interface Component {
  readonly sampling: number;
  readonly table: number;
}

/**
 * Quantisation tables and sampling of a JPEG, read from its segments up to its first scan (ITU-T T.81, B.2.2 and B.2.4.1).
 * Null for other bytes and where a table is missing.
 */
export function jpegHeaderOf(bytes: Uint8Array): JpegHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const tables = new Map<number, Uint16Array>();
  let components: readonly Component[] = [];
  let progressive = false;
  for (const { marker, data } of segmentsOf(bytes)) {
    if (marker === 0xdb) readTables(data, tables);
    if (marker >= 0xc0 && marker <= 0xc2) {
      components = componentsOf(data);
      progressive = marker === 0xc2;
    }
  }
  const luma = tables.get(components[0]?.table ?? -1);
  if (!luma) return null;
  const most = Math.max(...components.map(({ sampling }) => sampling));
  return {
    luma,
    chroma: tables.get(components[1]?.table ?? -1) ?? null,
    fullLuma: components.length === 1 || components[0]!.sampling === most,
    progressive,
  };
}

interface Segment {
  readonly marker: number;
  readonly data: Uint8Array;
}

/** The segments before the first scan. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === 0xda || marker === 0xd9) return;
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    yield { marker, data: bytes.subarray(at + 4, at + 2 + length) };
    at += 2 + Math.max(2, length);
  }
}

function readTables(data: Uint8Array, tables: Map<number, Uint16Array>): void {
  let at = 0;
  while (at < data.length) {
    const [wide, id] = [data[at]! >> 4 !== 0, data[at]! & 15];
    const table = new Uint16Array(64);
    const bytes = wide ? 128 : 64;
    if (at + 1 + bytes > data.length) return;
    for (const [i, place] of ZIGZAG.entries()) {
      table[place] = wide ? (data[at + 1 + 2 * i]! << 8) | data[at + 2 + 2 * i]! : data[at + 1 + i]!;
    }
    // A step of zero divides nothing; no encoder writes it.
    if (table.every((step) => step > 0)) tables.set(id, table);
    at += 1 + bytes;
  }
}

function componentsOf(data: Uint8Array): Component[] {
  return Array.from({ length: data[5] ?? 0 }, (_, i) => ({
    sampling: data[7 + 3 * i] ?? 0,
    table: data[8 + 3 * i] ?? -1,
  }));
}
