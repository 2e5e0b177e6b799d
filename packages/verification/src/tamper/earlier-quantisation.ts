import type { RgbRaster } from '../image/decode.ts';
import { blockDct } from './block-dct.ts';
import type { ForensicPicture } from './forensic-picture.ts';

/** The quantisation that most of a picture went through before its file was written, and how far each block carries it. */
export interface EarlierQuantisation {
  /** Steps by frequency, `8 * y + x`; 0 where the picture shows none. */
  readonly steps: Uint8Array;
  /** Pixels of the raster at which its first whole block begins. */
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  /** Natural logarithm of the likelihood that a block went through it over that it did not; 0 where nothing can be said. */
  readonly evidence: Float32Array;
}

/** Column and row, 0 to 7, at which the first whole block begins. */
interface Grid {
  readonly gridX: number;
  readonly gridY: number;
}

/** Rounding of coefficients after the earlier quantisation. */
interface Coding {
  /** Unit of a coefficient's value, by frequency, in the unit of the tables. */
  readonly units: readonly number[];
  /** Deviation of a coefficient between the two quantisations, in the unit of the tables. */
  readonly deviation: number;
}

/** Frequencies that are looked at, in the zig-zag order of ITU-T T.81; higher ones are quantised to nothing. */
const FREQUENCIES = [1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40];

/** Largest step that is tried: the steps of libjpeg at quality 40 and above. */
const MOST_STEP = 60;

/** Deviation of a coefficient by rounding of samples and colours to whole numbers, in the unit of the tables. */
const ROUNDING = 0.55;

/** Share of coefficients that follow no quantisation: clipped samples, stamps, noise. */
const STRAY = 0.05;

/** Coefficients from here on are ignored: they are rare. */
const REACH = 600;

/** Coefficients that are needed at a frequency to find its step, and what each must gain by it in the mean (in nats). */
const LEAST_COEFFICIENTS = 60;
const LEAST_GAIN = 0.12;

/** Frequencies whose step must be found. By chance, 31 specimens without any earlier quantisation show one at most. */
const LEAST_FREQUENCIES = 5;

/** Blocks that are looked at to find the steps; to find the grid, so many at so many of the lowest frequencies. */
const STEP_BLOCKS = 16_000;
const GRID_BLOCKS = 400;
const GRID_FREQUENCIES = 8;

/** Noise of the present file's quantisation, as variance, above which nothing is found on another grid than its own. */
const MOST_NOISE = 6;

/**
 * Finds the quantisation that a picture went through before its present file, from gaps and peaks in the histograms of its
 * coefficients, and how well each block fits it. The grid of the earlier file is searched, too: a picture that was cut
 * after it, or that is stored as PNG, has it anywhere.
 *
 * The model is that of T. Bianchi and A. Piva, "Image forgery localization via block-grained analysis of JPEG artifacts"
 * (IEEE TIFS 7(3), 2012): a coefficient that was a multiple of the earlier step, plus rounding, is quantised again by the
 * present step; one of content that came later is spread evenly over neighbouring values.
 *
 * Null where the picture shows no earlier quantisation: it was reduced or enlarged since, saved much worse, or never was
 * a JPEG before.
 *
 * @param includes whether the evidence of the block at these pixels is needed; others cost no time
 */
export function earlierQuantisation(
  picture: ForensicPicture,
  includes: (left: number, top: number) => boolean,
): EarlierQuantisation | null {
  const { jpeg } = picture;
  if (!jpeg) {
    const coding = { units: FREQUENCIES.map(() => 0.5), deviation: ROUNDING };
    const grid = gridOf(picture, coding);
    return grid && historyAt(picture, grid, coding, includes);
  }
  const units = FREQUENCIES.map((frequency) => jpeg.luma[frequency]!);
  const aligned = historyAt(picture, jpeg, { units, deviation: ROUNDING }, includes);
  if (aligned) return aligned;
  // On another grid than the file's, its quantisation is noise of the width of its steps.
  const noise = units.reduce((sum, unit) => sum + unit ** 2 / 12, 0) / units.length;
  const coding = { units: FREQUENCIES.map(() => 0.5), deviation: Math.sqrt(ROUNDING ** 2 + noise) };
  const grid = noise <= MOST_NOISE ? gridOf(picture, coding) : null;
  return grid && historyAt(picture, grid, coding, includes);
}

function historyAt(
  picture: ForensicPicture,
  grid: Grid,
  coding: Coding,
  includes: (left: number, top: number) => boolean,
): EarlierQuantisation | null {
  const blocks = blocksOf(picture, grid);
  const count = blocks.columns * blocks.rows;
  const stride = Math.max(1, Math.ceil(count / STEP_BLOCKS));
  const looked = Array.from({ length: count }, (_, block) => block).filter((block) => {
    const [column, row] = [block % blocks.columns, Math.floor(block / blocks.columns)];
    return block % stride === 0 || includes(grid.gridX + 8 * column, grid.gridY + 8 * row);
  });
  const values = valuesOf(picture, grid, coding, looked, FREQUENCIES.length);
  const found = values.map((of, i) => stepOf(of, coding.units[i]!, coding.deviation));
  if (found.filter((step) => step !== null).length < LEAST_FREQUENCIES) return null;
  const steps = new Uint8Array(64);
  const evidence = new Float32Array(count);
  for (const [i, frequency] of FREQUENCIES.entries()) {
    const step = found[i];
    if (!step) continue;
    steps[frequency] = step.step;
    const of = values[i]!;
    for (let j = 0; j < looked.length; j++) {
      const value = Math.abs(of[j]!);
      if (value >= step.least && value < step.gains.length) evidence[looked[j]!]! += step.gains[value]!;
    }
  }
  return { ...blocks, steps, evidence };
}

function blocksOf({ grey }: ForensicPicture, { gridX, gridY }: Grid) {
  const columns = Math.max(0, Math.floor((grey.width - gridX) / 8));
  const rows = Math.max(0, Math.floor((grey.height - gridY) / 8));
  return { columns, rows, left: gridX, top: gridY };
}

/** Coefficients of some blocks of a grid at the first so many frequencies; 0 in blocks that are clipped. */
function valuesOf(
  picture: ForensicPicture,
  grid: Grid,
  { units }: Coding,
  looked: readonly number[],
  frequencies: number,
): Int16Array[] {
  const { columns } = blocksOf(picture, grid);
  const taken = FREQUENCIES.slice(0, frequencies);
  const below = 1 + Math.max(...taken.map((frequency) => Math.max(frequency & 7, frequency >> 3)));
  const values = taken.map(() => new Int16Array(looked.length));
  const coefficients = new Float64Array(64);
  for (let j = 0; j < looked.length; j++) {
    const block = looked[j]!;
    const [left, top] = [grid.gridX + 8 * (block % columns), grid.gridY + 8 * Math.floor(block / columns)];
    if (isClipped(picture.rgb, left, top)) continue;
    blockDct(picture.grey, left, top, coefficients, below);
    for (let i = 0; i < taken.length; i++) values[i]![j] = Math.round(coefficients[taken[i]!]! / units[i]!);
  }
  return values;
}

/** Returns whether a block has samples at the end of their range: clipping there changes all its coefficients. */
function isClipped({ width, data }: RgbRaster, left: number, top: number): boolean {
  for (let y = top; y < top + 8; y++) {
    for (let i = 3 * (y * width + left), end = i + 24; i < end; i++) {
      if (data[i] === 255 || data[i] === 0) return true;
    }
  }
  return false;
}

/** The grid at which the lowest frequencies show their steps best; null where too few show any. */
function gridOf(picture: ForensicPicture, coding: Coding): Grid | null {
  const { columns, rows } = blocksOf(picture, { gridX: 7, gridY: 7 });
  const every = Math.max(1, Math.floor((columns * rows) / GRID_BLOCKS));
  let best: { grid: Grid; gain: number } | null = null;
  for (let phase = 0; phase < 64; phase++) {
    const grid = { gridX: phase & 7, gridY: phase >> 3 };
    if (grid.gridX === picture.jpeg?.gridX && grid.gridY === picture.jpeg.gridY) continue;
    const across = blocksOf(picture, grid).columns;
    const looked: number[] = [];
    for (let i = 0; i < columns * rows; i += every) looked.push(Math.floor(i / columns) * across + (i % columns));
    const values = valuesOf(picture, grid, coding, looked, GRID_FREQUENCIES);
    const found = values.map((of, i) => stepOf(of, coding.units[i]!, coding.deviation)).filter((step) => step !== null);
    const gain = found.reduce((sum, step) => sum + step.gain, 0);
    if (found.length >= GRID_FREQUENCIES / 2 && gain > (best?.gain ?? 0)) best = { grid, gain };
  }
  return best?.grid ?? null;
}

interface Step {
  readonly step: number;
  /** Mean gain of a coefficient, in nats. */
  readonly gain: number;
  /** Values from which on a coefficient says something. */
  readonly least: number;
  /** Gain of each value, without its sign. */
  readonly gains: Float64Array;
}

function stepOf(values: Int16Array, unit: number, deviation: number): Step | null {
  const reach = Math.ceil(REACH / unit);
  const histogram = new Uint32Array(reach);
  // Values within rounding of zero are the same under every step.
  const least = Math.max(1, Math.ceil((3 * deviation) / unit));
  let [count, beyond] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = Math.abs(values[i]!);
    if (value < least || value >= reach) continue;
    histogram[value]!++;
    count++;
    beyond += value - least;
  }
  if (count < LEAST_COEFFICIENTS) return null;
  // Coefficients fall off geometrically: a step whose multiples are merely where the small values are gains nothing.
  const decay = beyond / (count + beyond);
  const bins: number[] = [];
  for (let value = least; value < reach; value++) if (histogram[value]! > 0) bins.push(value);
  let best: Step | null = null;
  for (let step = 2; step <= MOST_STEP; step++) {
    const gains = gainsOf(step, unit, deviation);
    let sum = 0;
    for (const value of bins) sum += histogram[value]! * gains[value]!;
    if (sum / count <= LEAST_GAIN || sum / count <= (best?.gain ?? 0)) continue;
    let total = 0;
    for (let value = least, share = 1 - decay; value < reach && share > 1e-6; value++, share *= decay) {
      total += share * Math.exp(gains[value]!);
    }
    const gain = sum / count - Math.log(total);
    if (gain > LEAST_GAIN && gain > (best?.gain ?? 0)) best = { step, gain, least, gains };
  }
  return best;
}

const known = new Map<string, Float64Array>();

/** Number of cached tables of gains, enough for a few files. */
const MOST_KNOWN = 4000;

/** Logarithm of how much likelier each value is after two quantisations than after the last alone. */
function gainsOf(step: number, unit: number, deviation: number): Float64Array {
  const key = `${step} ${unit} ${deviation}`;
  const table = known.get(key);
  if (table) return table;
  const gains = new Float64Array(Math.ceil(REACH / unit));
  for (let value = 0; value < gains.length; value++) {
    const [from, to] = [(value - 0.5) * unit, (value + 0.5) * unit];
    let share = 0;
    for (let n = Math.floor((from - 4 * deviation) / step); n * step <= to + 4 * deviation; n++) {
      share += normalBelow((to - n * step) / deviation) - normalBelow((from - n * step) / deviation);
    }
    gains[value] = Math.log(STRAY + (1 - STRAY) * share * (step / unit));
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, gains);
  return gains;
}

/**
 * Normal distribution function, off by 0.0002 at most (S. R. Bowling and others, "A logistic approximation to the cumulative
 * normal distribution", JIEM 2(1), 2009).
 */
function normalBelow(z: number): number {
  return 1 / (1 + Math.exp(-(0.07056 * z ** 3 + 1.5976 * z)));
}
