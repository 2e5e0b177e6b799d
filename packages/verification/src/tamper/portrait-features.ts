import type { ForensicPicture, PixelBox } from './forensic-picture.ts';
import { borderOf } from './portrait-border.ts';
import { repetition, strongestRepetition } from './resampling.ts';
import type { Features } from './score.ts';
import { TILE_MARGIN, TILE_VALUES, type Tile, tileOf } from './tile.ts';

/** Distance from the face within which the picture is compared with it, in widths of the face. */
const REACH = 4;

/** Tiles of each area that are looked at. */
const MOST_TILES = 2500;

/** Tiles of one brightness and texture that each area must have to be compared. */
const LEAST_ALIKE = 2;

/** Tiles of both areas that must be alike. */
const LEAST_TILES = 16;

/** Share of the head, in its widths, across which forgers blend it into the document. */
const BLEND = 0.14;

/** Repetition that pictures show by chance, as a natural logarithm. */
const CHANCE = Math.log(5);

/** Width of a face, in pixels, at which sizes of differences count as they are: noise makes them larger on narrower faces. */
const USUAL_WIDTH = 80;

/**
 * Differences between the pixels of a head and the document around it, for tiles of one brightness and texture; null where too
 * few are alike. `head` compares the head with the document, `border` the border of the head with its inside. Each difference
 * comes with its size, since a new portrait may be smoother or rougher, and with that by the width of the face. The other
 * features describe how the whole picture was taken.
 * @param faces all faces of the picture: their heads are not surroundings
 */
export function portraitFeatures(
  picture: ForensicPicture,
  face: PixelBox,
  faces: readonly PixelBox[],
): Features | null {
  const head = headOf(face);
  const heads = faces.map((face) => shrunk(headOf(face), -0.1));
  const inside = tilesOf(picture, shrunk(head, BLEND), () => true);
  const border = tilesOf(picture, shrunk(head, -0.06), (x, y) => !contains(shrunk(head, 0.1), x, y));
  const around = tilesOf(picture, reachOf(face), (x, y) => !heads.some((head) => contains(head, x, y)));
  const beside = differences(inside, around);
  if (!beside) return null;
  const across = differences(border, inside) ?? new Float64Array(TILE_VALUES.length);
  const width = Math.log(face.width / USUAL_WIDTH);
  const middle = (name: (typeof TILE_VALUES)[number]) =>
    medianOf(around.map(({ values }) => values[TILE_VALUES.indexOf(name)]!));
  return {
    ...featuresOf('head', beside, width),
    ...featuresOf('border', across, width),
    ...repetitionOf(picture, face, heads),
    step: borderOf(picture, face).share,
    width,
    noise: middle('residual'),
    detail: middle('fine') - middle('middle'),
    coefficients: middle('coefficients'),
    quantisation: picture.jpeg ? Math.log(picture.jpeg.luma[9]! + picture.jpeg.luma[18]!) : 0,
  };
}

function featuresOf(area: string, differences: Float64Array, width: number): Record<string, number> {
  return Object.fromEntries(
    TILE_VALUES.flatMap((name, i) => {
      const value = differences[i]!;
      return [
        [`${area} ${name}`, value],
        [`${area} ${name} either way`, Math.abs(value)],
        [`${area} ${name} by width`, Math.abs(value) * width],
      ];
    }),
  );
}

/**
 * Strength of repetition in the document, as in resampled pictures, above the level of chance; and the part of it that the head
 * lacks.
 */
function repetitionOf({ grey }: ForensicPicture, face: PixelBox, heads: readonly PixelBox[]) {
  const whole = repetition(grey, reachOf(face), (x, y) => !heads.some((head) => contains(head, x, y)));
  const part = whole && repetition(grey, shrunk(headOf(face), BLEND), () => true);
  if (!whole || !part) return { repetition: 0, 'repetition lost': 0 };
  const found = strongestRepetition(whole, part);
  const beyond = Math.max(0, found.whole - CHANCE);
  return { repetition: beyond, 'repetition lost': beyond * Math.max(0, CHANCE - found.part) };
}

/** The head around a face, as a portrait on a document shows it. */
function headOf({ left, top, width, height }: PixelBox): PixelBox {
  return { left: left - 0.32 * width, width: 1.64 * width, top: top - 0.5 * height, height: 1.85 * height };
}

function reachOf({ left, top, width, height }: PixelBox): PixelBox {
  return {
    left: left - REACH * width,
    width: (2 * REACH + 1) * width,
    top: top - REACH * width,
    height: 2 * REACH * width + height,
  };
}

/** The box without a share of its width on every side. */
function shrunk({ left, top, width, height }: PixelBox, share: number): PixelBox {
  const by = share * width;
  return { left: left + by, top: top + by, width: width - 2 * by, height: height - 2 * by };
}

const contains = ({ left, top, width, height }: PixelBox, x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height;

/** Tiles on the grid of the file whose middle is wanted, spread evenly where there are many. */
function tilesOf(picture: ForensicPicture, box: PixelBox, includes: (x: number, y: number) => boolean): Tile[] {
  const { width, height } = picture.grey;
  const [gridX, gridY] = [picture.jpeg?.gridX ?? 0, picture.jpeg?.gridY ?? 0];
  const first = (from: number, grid: number) => grid + 8 * Math.ceil((Math.max(TILE_MARGIN, from) - grid) / 8);
  const right = Math.min(width - TILE_MARGIN, box.left + box.width);
  const bottom = Math.min(height - TILE_MARGIN, box.top + box.height);
  const places: [number, number][] = [];
  for (let y = first(box.top, gridY); y + 8 <= bottom; y += 8)
    for (let x = first(box.left, gridX); x + 8 <= right; x += 8) if (includes(x + 4, y + 4)) places.push([x, y]);
  const stride = Math.max(1, places.length / MOST_TILES);
  const tiles: Tile[] = [];
  for (let i = 0; i < places.length; i += stride) {
    const [x, y] = places[Math.floor(i)]!;
    const tile = tileOf(picture, x, y);
    if (tile) tiles.push(tile);
  }
  return tiles;
}

/** Brightness and texture of a tile, in steps that are compared as one. */
const kindOf = ({ level, texture }: Tile) => 16 * Math.round(Math.log2(0.5 + texture) + 4) + Math.floor(level / 64);

function byKind(tiles: readonly Tile[]): Map<number, Tile[]> {
  const kinds = new Map<number, Tile[]>();
  for (const tile of tiles) {
    const kind = kindOf(tile);
    const like = kinds.get(kind);
    if (like) like.push(tile);
    else kinds.set(kind, [tile]);
  }
  return kinds;
}

/** Differences of two areas, tiles of one kind compared; null where too few are alike. */
function differences(one: readonly Tile[], other: readonly Tile[]): Float64Array | null {
  const kinds = byKind(other);
  const sums = new Float64Array(TILE_VALUES.length);
  let alike = 0;
  for (const [kind, tiles] of byKind(one)) {
    const like = kinds.get(kind);
    if (!like || like.length < LEAST_ALIKE || tiles.length < LEAST_ALIKE) continue;
    const weight = Math.min(tiles.length, like.length);
    for (const [i, value] of differencesOf(tiles, like).entries()) sums[i]! += weight * value;
    alike += weight;
  }
  return alike < LEAST_TILES ? null : sums.map((sum) => sum / alike);
}

/** Differences of the medians of two areas. */
function differencesOf(one: readonly Tile[], other: readonly Tile[]): Float64Array {
  const median = (tiles: readonly Tile[], i: number) => medianOf(tiles.map(({ values }) => values[i]!));
  return Float64Array.from(TILE_VALUES, (_, i) => median(one, i) - median(other, i));
}

function medianOf(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}
