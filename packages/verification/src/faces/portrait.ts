import type { Finding } from '../finding.ts';
import type { Region, RgbRaster } from '../image/decode.ts';
import { Rasters } from '../image/rasters.ts';
import { type Candidate, candidates, strongest } from './candidates.ts';
import { compareFaces } from './compare.ts';
import { embed } from './embed.ts';
import { type Eyes, eyesOf } from './eyes.ts';
import { type Face, facesOf, findFaces, type Picture } from './faces.ts';
import { type Box, type Point, scaled, sharesOf } from './geometry.ts';
import { DETECTOR_SIDE } from './nets/detector.ts';
import { THRESHOLDS } from './thresholds.ts';
import { reduced, wholeOf } from './warp.ts';

/** One portrait on a document, as plain data. */
export interface DocumentPortrait {
  /** Box in shares (0 to 1) of the document's width and height, in its given orientation. */
  readonly box: Box;
  readonly eyes: Eyes;
  /** Pixels of the face's width in the picture that it was read from. */
  readonly width: number;
  /** See `embed`. */
  readonly embedding: Float32Array;
}

/** The portraits on one side of a document. Plain data: it crosses threads. */
export interface PortraitAnalysis {
  /** Portraits, the largest first; empty without portraits. */
  readonly portraits: readonly DocumentPortrait[];
  /**
   * Finding on whether all portraits show one person: a replaced portrait seldom comes with a replaced ghost (many documents
   * repeat the portrait, smaller and fainter). Null for fewer than two portraits.
   */
  readonly agree: Finding | null;
}

/** Degrees by which the picture is turned clockwise. */
type Turn = 90 | 180 | 270;

/** Longest side at which a document is searched: at 2000 pixels, portraits of 80 are read as they are. */
const SEARCH_SIDE = 2000;
/**
 * Wider faces gain nothing from more detail: the recognition net sees a chip of 150 pixels, in which the box around a face is
 * 100 wide by its template; a fifth more leaves room for the box's error.
 */
const ENOUGH_WIDTH = 120;
/** Side of the part that is read again, in widths of the face. */
const DETAIL = 3;
/** Least side of the squares searched when the whole shows no face, in the picture's longer side. */
const PART = 0.6;

/**
 * The portraits on one side of a document, each with its embedding, and whether they agree. Throws `UnreadableImage` for bytes
 * that are not a picture.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { analysePortraits } from '@bonafide/verification';
 *
 * const { portraits } = await analysePortraits(await readFile('passport.jpg'));
 * console.log(portraits.length);
 */
export async function analysePortraits(
  picture: Picture | Rasters,
  { thorough = true } = {},
): Promise<PortraitAnalysis> {
  const document = picture instanceof Uint8Array ? new Rasters(picture) : picture;
  const portraits: DocumentPortrait[] = [];
  for (const { raster, face, box, eyes } of await search(document, thorough)) {
    portraits.push({ box, eyes, width: face.width, embedding: await embed(raster, face) });
  }
  return { portraits, agree: agreement(portraits.map(({ embedding }) => embedding)) };
}

function agreement([main, ...others]: readonly Float32Array[]): Finding | null {
  if (!main || others.length === 0) return null;
  const measure = Math.min(...others.map((other) => compareFaces(main, other)));
  return {
    name: 'portraits_agree',
    measure,
    threshold: THRESHOLDS.ghost,
    result: measure < THRESHOLDS.ghost ? 'fail' : 'pass',
    reason: likenessOf(measure),
  };
}

function likenessOf(measure: number): string {
  const { ghost, stranger } = THRESHOLDS;
  const measured = `measured score ${measure.toFixed(3)}, minimum ${ghost}`;
  if (measure >= ghost) return `Similarity of the portraits: high (${measured})`;
  return measure < stranger
    ? `Similarity of the portraits: low (${measured}). They show different people`
    : `Similarity of the portraits: unclear (${measured}). They may show different people`;
}

type Document = RgbRaster | Rasters;

/** A face on a document, in a raster of its own where the picture holds more detail than was searched. */
interface Portrait {
  readonly raster: RgbRaster;
  readonly face: Face;
}

/** A portrait, and where it is on the document as it was given. */
type Placed = Portrait & Pick<DocumentPortrait, 'box' | 'eyes'>;

/**
 * Searches the whole picture, then, if `thorough`, its parts and turned versions. Each step runs only for pictures whose portrait
 * wasn't found yet.
 */
async function search(document: Document, thorough: boolean): Promise<Placed[]> {
  const whole = await opened(document);
  const portraits = [];
  for (const face of await (thorough ? portraitsIn : findFaces)(whole.raster)) {
    const { raster } = whole;
    const place = { box: sharesOf(face.box, raster), eyes: eyesOf(face.landmarks, raster) };
    portraits.push({ ...(await detailed(document, whole, face)), ...place });
  }
  if (portraits.length > 0 || !thorough) return portraits;
  const { raster: small, scale } = reduced(whole.raster, DETECTOR_SIDE);
  for (const turned of [90, 270, 180] as const) {
    const seen = rotated(small, turned);
    const hints = await candidates(seen, wholeOf(seen), THRESHOLDS.candidate);
    if (hints.length === 0) continue;
    const raster = rotated(whole.raster, turned);
    const faces = await facesOf(
      raster,
      hints.map(({ box, score }) => ({ box: scaled(box, 1 / scale), score })),
    );
    if (faces.length === 0) continue;
    return faces.map((face) => ({
      raster,
      face,
      box: unturned(sharesOf(face.box, raster), turned),
      eyes: unturnedEyes(eyesOf(face.landmarks, raster), turned),
    }));
  }
  return [];
}

interface Whole {
  readonly raster: RgbRaster;
  /** Pixels of the picture unreduced. */
  readonly width: number;
  readonly height: number;
}

async function opened(document: Document): Promise<Whole> {
  if (!(document instanceof Rasters)) return { raster: document, width: document.width, height: document.height };
  const { rgb, width, height } = await document.at(SEARCH_SIDE);
  return { raster: rgb, width, height };
}

async function portraitsIn(raster: RgbRaster): Promise<Face[]> {
  const found = await findFaces(raster);
  if (found.length > 0) return found;
  const near: Candidate[] = [];
  for (const part of squares(raster)) near.push(...(await candidates(raster, part, THRESHOLDS.candidate)));
  return facesOf(raster, strongest(near));
}

/**
 * Squares that cover the picture and overlap, since squares are what the detector looks at: two side by side where the picture
 * is as long as a card, four where it is nearer to a square.
 */
function squares({ width, height }: RgbRaster): Box[] {
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  // A card is 1.586 times as long as high, passports 1.42: their height is their square.
  const side = shorter <= longer * (PART + 0.05) ? Math.max(shorter, longer * PART) : longer * PART;
  const starts = (length: number) => (length > side ? [0, length - side] : [(length - side) / 2]);
  return starts(height).flatMap((top) => starts(width).map((left) => ({ left, top, width: side, height: side })));
}

/** The same portrait, read again where it is small and the picture unreduced has more pixels of it. */
async function detailed(document: Document, { raster, width, height }: Whole, face: Face): Promise<Portrait> {
  if (!(document instanceof Rasters) || face.width >= ENOUGH_WIDTH || width === raster.width) return { raster, face };
  const region = regionOf(face.box, width / raster.width, { width, height });
  const rgb = await document.part(region, 2 * DETAIL * ENOUGH_WIDTH);
  const [main] = await findFaces(rgb);
  return main && main.width > face.width ? { raster: rgb, face: main } : { raster, face };
}

function regionOf(box: Box, scale: number, whole: { width: number; height: number }): Region {
  const side = box.width * DETAIL;
  const edge = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value * scale)));
  const left = edge(box.left + (box.width - side) / 2, whole.width);
  const top = edge(box.top + (box.height - side) / 2, whole.height);
  return {
    left,
    top,
    width: edge(box.left + (box.width + side) / 2, whole.width) - left,
    height: edge(box.top + (box.height + side) / 2, whole.height) - top,
  };
}

/** Maps a box in shares of the turned picture back to the picture before the turn. */
function unturned({ left, top, width, height }: Box, turned: Turn): Box {
  if (turned === 180) return { left: 1 - left - width, top: 1 - top - height, width, height };
  const size = { width: height, height: width };
  return turned === 90 ? { left: top, top: 1 - left - width, ...size } : { left: 1 - top - height, top: left, ...size };
}

/** Maps eyes in shares of the turned picture back to the picture before the turn. */
function unturnedEyes({ left, right, aspect }: Eyes, turned: Turn): Eyes {
  const back = ({ x, y }: Point): Point => {
    const { left, top } = unturned({ left: x, top: y, width: 0, height: 0 }, turned);
    return { x: left, y: top };
  };
  return { left: back(left), right: back(right), aspect: turned === 180 ? aspect : 1 / aspect };
}

/** The picture turned clockwise. */
function rotated({ width, height, data }: RgbRaster, turn: Turn): RgbRaster {
  const size = turn === 180 ? { width, height } : { width: height, height: width };
  const result = new Uint8Array(data.length);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 3) {
      const [u, v] =
        turn === 90 ? [height - 1 - y, x] : turn === 180 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x];
      const to = (v * size.width + u) * 3;
      result[to] = data[from]!;
      result[to + 1] = data[from + 1]!;
      result[to + 2] = data[from + 2]!;
    }
  }
  return { ...size, data: result };
}
