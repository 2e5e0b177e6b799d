import type { GreyRaster } from '../../image/decode.ts';
import { spectrumOf } from '../../image/fft.ts';
import type { PixelBox } from '../forensic-picture.ts';

/** Side, in pixels, of the squares whose spectra are looked at; a power of two. */
const TILE = 128;
const HALF = TILE / 2;

/** Most squares across and down. */
const ACROSS = 6;
const DOWN = 4;

/** Slowest pattern that is looked at, in cycles a pixel: letters and their lines are slower. */
const SLOWEST = 0.07;
/** Steps of the spectrum beside its axes that are ignored: lines of print and blocks of JPEG lie there. */
const OFF_AXIS = 5;

/** Dots printed or lit in rows and columns, all over a picture. */
export interface Lattice {
  /**
   * Strength of the weaker of its two directions above the spectrum at the same distance from the middle, in natural logarithms,
   * as the median of all squares.
   */
  readonly strength: number;
  /** Cycles a pixel. */
  readonly frequency: number;
  /** Degrees from level, 0 to 90. */
  readonly angle: number;
}

/**
 * The strongest lattice of a part of a picture: a peak of the spectrum at one place in most squares, with another at right
 * angles to it and as far from the middle. Guilloches, which bend, and fine lines, which run in one direction, have none.
 * Undefined where the part is smaller than a square. Halftone screens are such lattices (ISO 12647-1, 3.35), and so are the
 * pixels of a screen.
 *
 * @returns the squares that were looked at, too
 */
export function latticeOf(grey: GreyRaster, part: PixelBox): { lattice: Lattice; tiles: number } | undefined {
  const tiles = tilesOf(grey, part).map((tile) => excessOf(spectrumOf(tile, TILE)));
  if (tiles.length === 0) return undefined;
  const common = tiles.length === 1 ? tiles[0]! : medians(tiles);
  let best: Lattice = { strength: 0, frequency: 0, angle: 0 };
  for (let y = -HALF + 2; y <= 0; y++) {
    for (let x = -HALF + 2; x < HALF - 2; x++) {
      const strength = common[(y + HALF) * TILE + x + HALF]!;
      if (strength <= best.strength || !isLookedAt(x, y)) continue;
      const both = Math.min(strength, mateOf(common, x, y));
      if (both <= best.strength) continue;
      const angle = (Math.atan2(-y, x) * 180) / Math.PI;
      best = { strength: both, frequency: Math.hypot(x, y) / TILE, angle: angle % 90 };
    }
  }
  return { lattice: best, tiles: tiles.length };
}

function isLookedAt(x: number, y: number): boolean {
  const radius = Math.hypot(x, y);
  return radius >= SLOWEST * TILE && radius <= HALF - 2 && Math.abs(x) >= OFF_AXIS && Math.abs(y) >= OFF_AXIS;
}

/** The highest value within 2 steps of a quarter turn from a place, which the upper half of the spectrum may mirror. */
function mateOf(common: Float64Array, x: number, y: number): number {
  const [mx, my] = x > 0 ? [y, -x] : [-y, x];
  let highest = 0;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [px, py] = [mx + dx, Math.min(0, my + dy)];
      highest = Math.max(highest, common[(py + HALF) * TILE + px + HALF] ?? 0);
    }
  }
  return highest;
}

function tilesOf({ width, height, data }: GreyRaster, part: PixelBox): Float64Array[] {
  if (width < TILE || height < TILE || part.width < TILE || part.height < TILE) return [];
  const [across, down] = [
    Math.min(ACROSS, Math.floor(part.width / TILE)),
    Math.min(DOWN, Math.floor(part.height / TILE)),
  ];
  const tiles: Float64Array[] = [];
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) {
      const left = start(part.left + ((i + 0.5) * part.width) / across, width);
      const top = start(part.top + ((j + 0.5) * part.height) / down, height);
      const tile = new Float64Array(TILE * TILE);
      for (let y = 0; y < TILE; y++) {
        for (let x = 0; x < TILE; x++) tile[y * TILE + x] = data[(top + y) * width + left + x]!;
      }
      tiles.push(tile);
    }
  }
  return tiles;
}

const start = (middle: number, size: number) => Math.min(Math.max(0, Math.round(middle) - HALF), size - TILE);

/** Ring of each place of the upper half of a spectrum: its whole pixels from the middle. */
const RINGS = Uint8Array.from({ length: (HALF + 1) * TILE }, (_, i) =>
  Math.hypot((i % TILE) - HALF, Math.floor(i / TILE) - HALF),
);

/** Logarithms of the upper half of a spectrum above the median of their ring; each the highest of its neighbours. */
function excessOf(spectrum: Float64Array): Float64Array {
  const rings = Array.from({ length: HALF }, () => [] as number[]);
  const excess = new Float64Array(RINGS.length);
  for (let i = 0; i < excess.length; i++) {
    excess[i] = Math.log(1 + spectrum[i]!);
    rings[RINGS[i]!]?.push(excess[i]!);
  }
  const middle = rings.map((ring) => Float64Array.from(ring).sort()[ring.length >> 1] ?? 0);
  for (let i = 0; i < excess.length; i++) excess[i] = RINGS[i]! < HALF - 1 ? excess[i]! - middle[RINGS[i]!]! : 0;
  const across = new Float64Array(excess.length);
  for (let i = 0; i < excess.length; i++) {
    const left = i % TILE === 0 ? i : i - 1;
    const right = i % TILE === TILE - 1 ? i : i + 1;
    across[i] = Math.max(excess[left]!, excess[i]!, excess[right]!);
  }
  const highest = new Float64Array(excess.length);
  for (let i = 0; i < excess.length; i++) {
    const above = i < TILE ? i : i - TILE;
    const below = i + TILE < excess.length ? i + TILE : i;
    highest[i] = Math.max(across[above]!, across[i]!, across[below]!);
  }
  return highest;
}

/** Median of all squares at each place: a feature of only some squares is not a screen. */
function medians(tiles: readonly Float64Array[]): Float64Array {
  const values = new Float64Array(tiles.length);
  const result = new Float64Array(tiles[0]!.length);
  for (let i = 0; i < result.length; i++) {
    for (let t = 0; t < tiles.length; t++) values[t] = tiles[t]![i]!;
    result[i] = values.sort()[(tiles.length - 1) >> 1]!;
  }
  return result;
}
