import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ReadResult } from 'zxing-wasm/reader';
import { type GreyRaster, greyOf, type RgbRaster } from '../image/decode.ts';
import type { Point } from '../image/point.ts';
import { partsOf } from './close.ts';
import { type Bars, barsOf } from './tilt.ts';

/** Longest side, in pixels, of the picture that is worth handing in: more detail only takes time. */
export const BARCODE_SIDE = 2400;

/** Symbols that documents carry: cards PDF417, seals any. */
export type BarcodeFormat = (typeof FORMATS)[number];
const FORMATS = ['PDF417', 'QRCode', 'DataMatrix', 'Aztec'] as const;

export interface Barcode {
  readonly format: BarcodeFormat;
  /** The text as encoded, with its control characters. */
  readonly text: string;
  /** The bytes as encoded, which a text can't hold where they are not characters. */
  readonly bytes: Uint8Array;
  /** Pixels of the given picture: top left, top right, bottom right, bottom left of the symbol. */
  readonly corners: readonly Point[];
  /** Share of the error correction that reading left unused, 0 to 1. */
  readonly reserve: number;
}

export interface BarcodeReading {
  /** Best read first; the same text stands once. */
  readonly barcodes: readonly Barcode[];
  /** A PDF417 or QR symbol is there that couldn't be read. */
  readonly unread: boolean;
}

/** A text read with less of its error correction left than this may be wrong, so the search for a better one continues. */
const ENOUGH_RESERVE = 0.25;

/**
 * Degrees that the reader copes with by itself: PDF417 is not found when its rows are tilted by more (measured on drawn
 * licences). Turns by 90 degrees are its own, too.
 */
const TOLERATED_TILT = 1.5;

/** Turns to try where a symbol was seen and not read, though no tilt was measured. */
const BLIND_TILTS = [-4, 4, -8, 8, -12, 12];

/** Pictures whose longest side is shorter are also looked at enlarged: modules of one pixel are too small. */
const SMALL_SIDE = 1200;

/** Symbols of cards and most seals, and the other symbols of seals. */
const USUAL: readonly BarcodeFormat[] = ['PDF417', 'QRCode'];
const OF_SEALS: readonly BarcodeFormat[] = ['DataMatrix', 'Aztec'];

/**
 * Reads the DataMatrix and Aztec symbols of a picture: two attempts at most, and five where a symbol was seen. Separate from
 * `readBarcodes`, since few documents carry them.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { BARCODE_SIDE, decodeRgb, readSquareCodes } from '@bonafide/verification';
 *
 * const { rgb } = await decodeRgb(await readFile('visa.jpg'), { side: BARCODE_SIDE });
 * console.log((await readSquareCodes(rgb)).map(({ bytes }) => bytes.length));
 */
export async function readSquareCodes(picture: RgbRaster | GreyRaster): Promise<readonly Barcode[]> {
  const grey = picture.data.length === picture.width * picture.height ? picture : greyOf(picture);
  const found = new Map<string, Barcode>();
  const isSmall = Math.max(grey.width, grey.height) < SMALL_SIDE;
  let seen = false;
  for (const scale of isSmall ? [1, 2, 1.5] : [1, 0.6, 0.8, 1.25]) {
    // Later scales are for a symbol that was seen alone.
    if (found.size > 0 || (!seen && scale !== 1 && scale !== 0.6 && scale !== 2)) break;
    const view = viewOf(grey, 0, scale);
    for (const result of await readView(view, OF_SEALS)) {
      if (!result.isValid) seen = true;
      else addBarcode(found, barcodeOf(result, view));
    }
  }
  return [...found.values()];
}

/**
 * Reads the PDF417 and QR symbols of a picture with ZXing. Tries turned and enlarged views until one reads well, and the part
 * that looks like bars: 33 attempts at most, each up to 0.1 s of a processor. Time doesn't end the search, since the result may
 * not depend on how busy the machine is.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { BARCODE_SIDE, decodeRgb, readBarcodes } from '@bonafide/verification';
 *
 * const { rgb } = await decodeRgb(await readFile('back.jpg'), { side: BARCODE_SIDE });
 * const { barcodes } = await readBarcodes(rgb);
 * console.log(barcodes.map(({ format, text }) => `${format}: ${text}`));
 */
export async function readBarcodes(picture: RgbRaster | GreyRaster): Promise<BarcodeReading> {
  const grey = picture.data.length === picture.width * picture.height ? picture : greyOf(picture);
  const found = new Map<string, Barcode>();
  let seen = false;
  const scales = Math.max(grey.width, grey.height) < SMALL_SIDE ? [1, 2, 1.5] : [1, 0.6];
  let bars: Bars | undefined;
  const steps: (() => Iterable<View>)[] = [
    () => looks(grey, [0], scales),
    () => {
      bars = barsOf(grey);
      return looks(grey, measuredTilts(bars), scales);
    },
    () => (bars && (seen || bars.squares >= MANY_SQUARES) ? closer(grey, bars) : []),
    () => (seen ? looks(grey, BLIND_TILTS, scales) : []),
  ];
  for (const step of steps) {
    for (const view of step()) {
      for (const result of await readView(view)) {
        if (!result.isValid) seen = true;
        else addBarcode(found, barcodeOf(result, view));
      }
      const sure = [...found.values()].some(({ reserve }) => reserve >= ENOUGH_RESERVE);
      if (sure) return reading(found, seen);
    }
  }
  return reading(found, seen);
}

/** Views at each tilt and scale, each made when it is asked for. */
function* looks(grey: GreyRaster, tilts: readonly number[], scales: readonly number[]): Iterable<View> {
  for (const tilt of tilts) for (const scale of scales) yield viewOf(grey, tilt, scale);
}

/** Squares from which bars are worth a closer look though the reader saw no symbol: print and guilloche have fewer. */
const MANY_SQUARES = 12;

function* closer(grey: GreyRaster, bars: Bars): Iterable<View> {
  for (const { picture, left, top, scale } of partsOf(grey, bars)) {
    for (const tilt of [...measuredTilts(bars), 0]) {
      const { image, back } = viewOf(picture, tilt, scale);
      const placed = (point: Point) => {
        const { x, y } = back(point);
        return { x: x + left, y: y + top };
      };
      yield { image, back: placed };
    }
  }
}

function reading(found: ReadonlyMap<string, Barcode>, seen: boolean): BarcodeReading {
  const barcodes = [...found.values()].sort((a, b) => b.reserve - a.reserve);
  return { barcodes, unread: seen && barcodes.length === 0 };
}

/** The turn that sets the bars upright, and less of it: measuring gives too much rather than too little. */
function measuredTilts(bars: Bars | undefined): number[] {
  if (bars === undefined || Math.abs(bars.tilt) <= TOLERATED_TILT) return [];
  return [-0.83 * bars.tilt, -bars.tilt];
}

/** A picture turned about its centre and enlarged, in RGBA. */
interface View {
  readonly image: { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer>; colorSpace: 'srgb' };
  /** Maps a point of the view to the picture. */
  readonly back: (point: Point) => Point;
}

/** `tilt` in degrees clockwise. The view is as large as the whole picture needs, white around it; bilinear. */
function viewOf({ width, height, data }: GreyRaster, tilt: number, scale: number): View {
  const sin = Math.sin((tilt * Math.PI) / 180);
  const cos = Math.cos((tilt * Math.PI) / 180);
  const viewWidth = Math.ceil(scale * (width * Math.abs(cos) + height * Math.abs(sin)));
  const viewHeight = Math.ceil(scale * (width * Math.abs(sin) + height * Math.abs(cos)));
  const back = ({ x, y }: Point): Point => {
    const dx = (x + 0.5 - viewWidth / 2) / scale;
    const dy = (y + 0.5 - viewHeight / 2) / scale;
    return { x: dx * cos + dy * sin + width / 2 - 0.5, y: -dx * sin + dy * cos + height / 2 - 0.5 };
  };
  const rgba = new Uint32Array(viewWidth * viewHeight).fill(0xffffffff);
  const asIs = tilt === 0 && scale === 1;
  if (asIs) {
    // The last column and row lack neighbours: they stay white, as in any other view.
    for (let y = 0; y < height - 1; y++) {
      for (let i = y * width, end = i + width - 1; i < end; i++) rgba[i] = 0xff000000 | (data[i]! * 0x010101);
    }
  }
  for (let y = 0, to = 0; y < viewHeight && !asIs; y++) {
    let { x: px, y: py } = back({ x: 0, y });
    for (let x = 0; x < viewWidth; x++, to++, px += cos / scale, py -= sin / scale) {
      if (px < 0 || py < 0 || px >= width - 1 || py >= height - 1) continue;
      const left = px | 0;
      const top = py | 0;
      const i = top * width + left;
      const upper = data[i]! + (px - left) * (data[i + 1]! - data[i]!);
      const lower = data[i + width]! + (px - left) * (data[i + width + 1]! - data[i + width]!);
      rgba[to] = 0xff000000 | (((upper + (py - top) * (lower - upper) + 0.5) | 0) * 0x010101);
    }
  }
  const bytes = new Uint8ClampedArray(rgba.buffer);
  return { image: { width: viewWidth, height: viewHeight, data: bytes, colorSpace: 'srgb' }, back };
}

function barcodeOf(result: ReadResult, { back }: View): Barcode {
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  return {
    format: FORMATS.find((format) => format === result.format) ?? 'QRCode',
    text: result.text,
    // A copy: the memory of the reader is used again.
    bytes: Uint8Array.from(result.bytes),
    corners: [topLeft, topRight, bottomRight, bottomLeft].map(back),
    reserve: reserveOf(result),
  };
}

function reserveOf({ extra }: ReadResult): number {
  try {
    const { UEC } = JSON.parse(extra) as { UEC?: number };
    return UEC ?? 0;
  } catch {
    return 0;
  }
}

function addBarcode(found: Map<string, Barcode>, barcode: Barcode): void {
  const earlier = found.get(barcode.text);
  if (!earlier || earlier.reserve < barcode.reserve) found.set(barcode.text, barcode);
}

async function readView({ image }: View, formats = USUAL): Promise<ReadResult[]> {
  const zxing = await loadReader();
  return zxing.readBarcodes(image, {
    formats: [...formats],
    // Any other mode rewrites control characters, by which the elements of a card are parted.
    textMode: 'Plain',
    returnErrors: true,
    maxNumberOfSymbols: 8,
  });
}

type Reader = typeof import('zxing-wasm/reader');
let loading: Promise<Reader> | undefined;

/** WebAssembly from the disk: left alone, the library fetches it from the network. */
function loadReader(): Promise<Reader> {
  loading ??= (async () => {
    const reader = await import('zxing-wasm/reader');
    const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const wasm = await readFile(file);
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
    await reader.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
    return reader;
  })();
  return loading;
}
