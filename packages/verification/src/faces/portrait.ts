import type { Finding } from '../finding.ts';
import { decodeRgb, type Region, type RgbRaster } from '../image/decode.ts';
import { type Candidate, candidates, strongest } from './candidates.ts';
import { compareFaces } from './compare.ts';
import { embed } from './embed.ts';
import { type Face, facesOf, findFaces, PICTURE_SIDE, type Picture } from './faces.ts';
import type { Box } from './geometry.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A face on a document, in a raster of its own where the picture holds more detail than was searched. */
export interface Portrait {
  readonly raster: RgbRaster;
  readonly face: Face;
}

export interface Portraits {
  /** The largest face. */
  readonly main: Portrait;
  /** Smaller ones, the largest first: many documents repeat the portrait, smaller and fainter. */
  readonly others: readonly Portrait[];
  /** Degrees by which the picture was turned clockwise to find them. */
  readonly turned: Turn;
}

type Turn = 0 | 90 | 180 | 270;

/** Wider faces gain nothing from more detail: the nets look at 150 pixels. */
const ENOUGH_WIDTH = 200;
/** Side of what is read again, in widths of the face. */
const DETAIL = 3;
/** Sides of the parts searched when the whole shows no face, in parts of the picture's; they overlap. */
const PART = 0.6;

/**
 * The portraits on a document, or undefined where there is none. Looks at the whole, then at quarters, then at the whole
 * turned. Throws `UnreadableImage` for bytes that are no picture.
 */
export async function findPortraits(document: Picture): Promise<Portraits | undefined> {
  const whole = await opened(document);
  const { raster } = whole;
  const [largest, ...rest] = await portraitsIn(raster);
  if (largest) {
    const others = rest.map((face): Portrait => ({ raster, face }));
    return { main: await detailed(document, whole, largest), others, turned: 0 };
  }
  for (const turn of [90, 270, 180] as const) {
    const turned = rotated(raster, turn);
    const [main, ...others] = (await findFaces(turned)).map((face): Portrait => ({ raster: turned, face }));
    if (main) return { main, others, turned: turn };
  }
  return undefined;
}

/**
 * Whether the portraits on one document are of one person: a replaced portrait seldom comes with a replaced ghost.
 * Undefined where there is only one.
 */
export async function portraitsAgree({ main, others }: Portraits): Promise<Finding | undefined> {
  if (others.length === 0) return undefined;
  const embedding = await embed(main.raster, main.face);
  const scores = await Promise.all(
    others.map(async ({ raster, face }) => compareFaces(embedding, await embed(raster, face))),
  );
  const measure = Math.min(...scores);
  return {
    name: 'portraits_agree',
    measure,
    threshold: THRESHOLDS.ghost,
    result: measure < THRESHOLDS.ghost ? 'fail' : 'pass',
    reason: `The portraits on the document are alike by ${measure.toFixed(3)}; below ${THRESHOLDS.ghost} they show two people`,
  };
}

interface Whole {
  readonly raster: RgbRaster;
  /** Pixels of the picture unreduced. */
  readonly width: number;
  readonly height: number;
}

async function opened(document: Picture): Promise<Whole> {
  if (!(document instanceof Uint8Array)) return { raster: document, width: document.width, height: document.height };
  const { rgb, width, height } = await decodeRgb(document, { side: PICTURE_SIDE });
  return { raster: rgb, width, height };
}

async function portraitsIn(raster: RgbRaster): Promise<Face[]> {
  const found = await findFaces(raster);
  if (found.length > 0) return found;
  const near: Candidate[] = [];
  for (const part of quarters(raster)) near.push(...(await candidates(raster, part, THRESHOLDS.candidate)));
  return facesOf(raster, strongest(near));
}

function quarters({ width, height }: RgbRaster): Box[] {
  const [w, h] = [width * PART, height * PART];
  return [0, 1].flatMap((row) =>
    [0, 1].map((column) => ({ left: column * (width - w), top: row * (height - h), width: w, height: h })),
  );
}

/** The same portrait, read again from the bytes where it is small and they hold more pixels of it. */
async function detailed(document: Picture, { raster, width, height }: Whole, face: Face): Promise<Portrait> {
  if (!(document instanceof Uint8Array) || face.width >= ENOUGH_WIDTH || width === raster.width)
    return { raster, face };
  const region = regionOf(face.box, width / raster.width, { width, height });
  const { rgb } = await decodeRgb(document, { side: 2 * DETAIL * ENOUGH_WIDTH, region });
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
