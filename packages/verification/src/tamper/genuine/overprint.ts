import type { RgbRaster } from '../../image/decode.ts';
import { detect } from '../../text/detect.ts';
import {
  centreOf,
  commonTilt,
  type Point,
  type Quad,
  quadAround,
  sizeOf,
  tiltOf,
  turnedAbout,
} from '../../text/geometry.ts';
import { onHead } from '../../text/read-lines.ts';
import { recognise } from '../../text/recognise.ts';
import { withoutThinPrint } from './thin-print.ts';

/** A reading of print over the rest, askew or of thick letters, with its corners in pixels of the raster. */
export interface OverprintLine {
  readonly text: string;
  readonly quad: Quad;
}

/**
 * Pixels of the longest side of the pictures that the detector sees: letters as high as a fifth of a card are found where
 * they are as small as those that it was trained with.
 */
const SIDES = [480, 736];

/** Radians by which a line is askew: print of a page that is photographed at a slant differs by less from line to line. */
const ASKEW = (8 * Math.PI) / 180;

/** Longest and shortest part of an overprint that is looked at: its width in heights. */
const LEAST_LENGTH = 1.3;

/** Lines that are looked at in one picture; a bound on time. */
const MOST_LINES = 6;

/** Readings below are ornaments. */
const LEAST_CONFIDENCE = 0.6;

/**
 * Reads print that runs askew over a document, and thick letters at any tilt, also translucent ones. The detector sees only those letters of it that no other print crosses, so
 * that every find is read again with room on either side, and upside down where it stands on end.
 *
 * @param upright the picture turned so that its other print stands upright
 */
export async function readOverprints(upright: RgbRaster): Promise<OverprintLine[]> {
  const found: Quad[] = [];
  for (const side of SIDES) {
    const quads = await detect(upright, side);
    const common = commonTilt(quads);
    const askew = quads.filter((quad) => isAskew(quad, common) && !found.some((other) => overlap(other, quad)));
    found.push(...askew.sort((a, b) => sizeOf(b).width - sizeOf(a).width).slice(0, MOST_LINES - found.length));
  }
  const lines = [...(await readAll(upright, found)), ...(await readThick(upright))];
  for (const degrees of STEEP) lines.push(...(await readSteep(upright, degrees)));
  return lines;
}

/** Pixels of the longest side at which the detector looks for thick letters, where all other print is gone. */
const THICK_SIDES = [256, 480];

/** Least length of a line of thick letters, as a share of the picture's longer side, and least height, as one of its shorter side. */
const THICK = { length: 0.2, height: 0.08 };

/** Lines of thick letters that are read; a bound on time. */
const MOST_THICK = 4;

async function readThick(upright: RgbRaster): Promise<OverprintLine[]> {
  const thick = await withoutThinPrint(upright);
  const least = {
    width: THICK.length * Math.max(thick.width, thick.height),
    height: THICK.height * Math.min(thick.width, thick.height),
  };
  const found: Quad[] = [];
  for (const side of THICK_SIDES) {
    const quads = (await detect(thick, side)).filter((quad) => {
      const { width, height } = sizeOf(quad);
      return width >= least.width && height >= least.height;
    });
    const added = quads.filter((quad) => !found.some((other) => overlap(other, quad)));
    found.push(...added.sort((a, b) => sizeOf(b).height - sizeOf(a).height).slice(0, MOST_THICK - found.length));
  }
  const lines: OverprintLine[] = [];
  for (const quad of found) {
    // The detector does not know which end of a line comes first.
    const [ahead, back] = [await recognise(thick, quad), await recognise(thick, onHead(quad))];
    const upward = back.confidence > ahead.confidence ? onHead(quad) : quad;
    const han = await recognise(thick, upward, 'han');
    const readings = [ahead, back, ...(HAN.test(han.text) ? [han] : [])];
    // With room: the detector may miss a letter at either end.
    for (const wider of withRoom(upward).slice(1, 4)) readings.push(await recognise(thick, wider));
    for (const { text, confidence } of readings) {
      if (confidence >= LEAST_CONFIDENCE && text.trim().length > 1) lines.push({ text: text.trim(), quad: upward });
    }
  }
  const scale = upright.width / thick.width;
  return lines.map(({ text, quad }) => ({
    text,
    quad: quad.map(({ x, y }) => ({ x: x * scale, y: y * scale })) as unknown as Quad,
  }));
}

/** Words of Chinese characters have two and more. */
const HAN = /\p{sc=Han}{2}/u;

/** Degrees by which the picture is turned for print that runs steeply: of letters that climb so, the detector makes one block. */
const STEEP = [60, -60];

/** Radians to either side of level within which print of the turned picture is the overprint, and not the document's own. */
const NEARLY_LEVEL = (25 * Math.PI) / 180;

/** Least length of a steep overprint, in heights of its letters and as a share of the picture's longer side. */
const STEEP_LENGTH = { heights: 2.5, share: 0.15 };

/** Steep lines that are looked at for each turn; a bound on time. */
const MOST_STEEP = 2;

/** Reads steep lines. Quads of the turned picture are mapped back. */
async function readSteep(upright: RgbRaster, degrees: number): Promise<OverprintLine[]> {
  const turned = await turnedBy(upright, degrees);
  const quads = (await detect(turned, SIDES[1]!)).filter((quad) => {
    const { width, height } = sizeOf(quad);
    const least = STEEP_LENGTH.share * Math.max(upright.width, upright.height);
    return Math.abs(tiltOf(quad)) < NEARLY_LEVEL && width > STEEP_LENGTH.heights * height && width > least;
  });
  const longest = quads.sort((a, b) => sizeOf(b).width - sizeOf(a).width).slice(0, MOST_STEEP);
  const middle = { x: turned.width / 2, y: turned.height / 2 };
  const [dx, dy] = [upright.width / 2 - middle.x, upright.height / 2 - middle.y];
  return (await readAll(turned, longest)).map(({ text, quad }) => ({
    text,
    quad: turnedAbout(quad, (-degrees * Math.PI) / 180, middle).map(({ x, y }) => ({
      x: x + dx,
      y: y + dy,
    })) as unknown as Quad,
  }));
}

async function turnedBy({ width, height, data }: RgbRaster, degrees: number): Promise<RgbRaster> {
  const { default: sharp } = await import('sharp');
  const { data: turned, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .rotate(degrees, { background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: turned };
}

async function readAll(raster: RgbRaster, quads: readonly Quad[]): Promise<OverprintLine[]> {
  const lines: OverprintLine[] = [];
  for (const quad of quads) {
    for (const wider of withRoom(quad)) {
      const { text, confidence } = await recognise(raster, wider);
      if (confidence >= LEAST_CONFIDENCE && text.trim().length > 3) lines.push({ text: text.trim(), quad: wider });
    }
  }
  return lines;
}

function isAskew(quad: Quad, common: number): boolean {
  const { width, height } = sizeOf(quad);
  const off = Math.abs(tiltOf(quad) - common) % Math.PI;
  return width >= LEAST_LENGTH * height && Math.min(off, Math.PI - off) >= ASKEW;
}

function overlap(a: Quad, b: Quad): boolean {
  const [p, q] = [centreOf(a), centreOf(b)];
  return Math.hypot(p.x - q.x, p.y - q.y) < Math.min(sizeOf(a).width, sizeOf(b).width) / 2;
}

/** A find as it is, with half of its length on either side, and with all of it on one. */
function withRoom(quad: Quad): Quad[] {
  const { width, height } = sizeOf(quad);
  const [middle, tilt] = [centreOf(quad), tiltOf(quad)];
  const shifted = (share: number): Point => ({
    x: middle.x + share * width * Math.cos(tilt),
    y: middle.y + share * width * Math.sin(tilt),
  });
  const boxes = [
    quad,
    ...[0, -0.5, 0.5].map((share) => quadAround(shifted(share), 2 * width, height, tilt)),
    quadAround(middle, 2.8 * width, 1.1 * height, tilt),
  ];
  // On end it may be read either way.
  return Math.abs(Math.sin(tilt)) > 0.9 ? boxes.flatMap((box) => [box, onHead(box)]) : boxes;
}
