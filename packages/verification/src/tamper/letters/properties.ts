import { hypotenuse } from '../../image/hypotenuse.ts';
import type { ForensicPicture } from '../forensic-picture.ts';
import type { Letter, LetterLine } from './find.ts';

/**
 * Properties of the pixels of one letter and the paper around it. Logarithms are natural; not a number where too few pixels show
 * a property.
 */
export interface Properties {
  /** Logarithm of how much darker the darkest tenth is than the paper, in levels. */
  readonly depth: number;
  /** Logarithm of the steepest steps, in depths a pixel. */
  readonly sharpness: number;
  /** Logarithm of the mean width of strokes, in pixels: twice the ink over the length of its outline. */
  readonly stroke: number;
  /** Logarithm of the mean second difference within the ink, in levels. */
  readonly core: number;
  /** Brightness of the paper beside the ink relative to paper farther off, in depths: cameras sharpen. */
  readonly halo: number;
  /** Logarithm of the mean second difference of bare paper, in levels (J. Immerkær, 1996). */
  readonly noise: number;
  /**
   * Logarithm of the difference of neighbouring pixels of bare paper over the difference of pixels two apart: the share of white
   * noise.
   */
  readonly white: number;
  /** Logarithm of the mean second difference of the colours of bare paper. */
  readonly chroma: number;
  /** Colours of the ink less the colours of its paper, as Cb and Cr (ITU-R BT.601). */
  readonly blue: number;
  readonly red: number;
  /** Logarithm of the noise of bare paper beside the letter over that above and below it. */
  readonly beside: number;
}

/** Share of the depth by which bare paper may be darker than paper. */
const BARE = 0.22;
/** Pixels of bare paper, and of ink without an edge, that are needed. */
const [LEAST_BARE, LEAST_CORE] = [10, 5];

/** The properties of a letter; null where it is too pale to be measured. */
export function propertiesOf(picture: ForensicPicture, line: LetterLine, letter: Letter): Properties | null {
  const { strip } = line;
  const { width: across, grey } = strip;
  const margin = Math.max(2, Math.round(0.18 * line.height));
  const left = Math.max(2, letter.left - margin);
  const right = Math.min(strip.width - 2, letter.left + letter.width + margin);
  const top = Math.max(2, letter.top - margin);
  const bottom = Math.min(strip.height - 2, letter.top + letter.height + margin);
  if (right - left < 4 || bottom - top < 4) return null;
  const { dark, paper } = levelsOf(grey, across, { left, right, top, bottom });
  const depth = paper - dark;
  if (depth < 12) return null;
  const bareLevel = paper - Math.max(6, BARE * depth);
  const inkLevel = paper - 0.6 * depth;

  const steps = new Float64Array((right - left) * (bottom - top));
  let [at, mass, length] = [0, 0, 0];
  const [core, noise, near, far] = [meter(), meter(), meter(), meter()];
  const [one, two, chroma] = [meter(), meter(), meter()];
  const ink = { count: 0, cb: 0, cr: 0 };
  const bare = { count: 0, cb: 0, cr: 0 };
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const i = y * across + x;
      const value = grey[i]!;
      const west = grey[i - 1]!;
      const east = grey[i + 1]!;
      const north = grey[i - across]!;
      const south = grey[i + across]!;
      mass += Math.max(0, Math.min(1.2, (paper - value) / depth));
      const step = hypotenuse(east - west, south - north) / (2 * depth);
      length += step;
      steps[at++] = step;
      if (Math.max(value, west, east, north, south) < inkLevel) {
        add(core, Math.abs(4 * value - west - east - north - south));
        colour(ink, picture, strip.at(x, y));
        continue;
      }
      if (value < bareLevel) continue;
      const least = Math.min(value, west, east, north, south);
      const darkBeside =
        Math.min(grey[i - 2]!, grey[i + 2]!, grey[i - 2 * across]!, grey[i + 2 * across]!, least) < inkLevel;
      add(darkBeside ? near : far, value);
      if (Math.min(least, cornersOf(grey, i, across)) < bareLevel) continue;
      add(noise, immerkaer(grey, i, across));
      add(one, Math.abs(value - east) + Math.abs(value - south));
      add(two, Math.abs(value - grey[i + 2]!) + Math.abs(value - grey[i + 2 * across]!));
      const here = strip.at(x, y);
      colour(bare, picture, here);
      add(chroma, chromaNoise(picture, here, strip.at(x + 1, y), strip.at(x, y + 1)));
    }
  }
  steps.sort();
  const steepest = Math.max(4, Math.round(0.06 * steps.length));
  let steep = 0;
  for (let i = steps.length - 1; i >= Math.max(0, steps.length - steepest); i--) steep += steps[i]!;
  const known = noise.count >= LEAST_BARE;
  const inked = ink.count >= LEAST_CORE;
  const around = known ? aroundOf(line, { left, right, top, bottom }, bareLevel) : Number.NaN;
  return {
    depth: Math.log(depth),
    sharpness: Math.log(steep / steepest),
    stroke: Math.log((2 * mass) / Math.max(1, length)),
    core: inked ? Math.log(0.5 + mean(core)) : Number.NaN,
    halo: near.count >= LEAST_BARE && far.count >= LEAST_BARE ? (mean(near) - mean(far)) / depth : Number.NaN,
    noise: known ? Math.log(0.3 + mean(noise)) : Number.NaN,
    white: known ? Math.log((0.3 + mean(one)) / (0.3 + mean(two))) : Number.NaN,
    chroma: known ? Math.log(0.2 + mean(chroma)) : Number.NaN,
    blue: inked && known ? ink.cb / ink.count - bare.cb / bare.count : Number.NaN,
    red: inked && known ? ink.cr / ink.count - bare.cr / bare.count : Number.NaN,
    beside: known && !Number.isNaN(around) ? Math.log((0.3 + mean(noise)) / (0.3 + around)) : Number.NaN,
  };
}

/** Levels of a part of a strip: the mean of its darkest pixels, and its paper. Luma are whole numbers, so they are counted. */
function levelsOf(
  grey: Float32Array,
  across: number,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): { dark: number; paper: number } {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) counts[grey[y * across + x]!]!++;
  const total = (right - left) * (bottom - top);
  const darkest = Math.max(1, Math.round(0.06 * total));
  let sum = 0;
  for (let level = 0, rest = darkest; rest > 0; level++) {
    const taken = Math.min(rest, counts[level]!);
    sum += taken * level;
    rest -= taken;
  }
  let paper = 0;
  for (let below = counts[0]!; below <= Math.floor(0.72 * total); ) below += counts[++paper]!;
  return { dark: sum / darkest, paper };
}

interface Meter {
  sum: number;
  count: number;
}

const meter = (): Meter => ({ sum: 0, count: 0 });
const mean = ({ sum, count }: Meter) => sum / Math.max(1, count);

function add(to: Meter, value: number): void {
  to.sum += value;
  to.count++;
}

function colour(to: { count: number; cb: number; cr: number }, { rgb: { data } }: ForensicPicture, at: number): void {
  const [r, g, b] = [data[3 * at]!, data[3 * at + 1]!, data[3 * at + 2]!];
  to.cb += -0.1687 * r - 0.3313 * g + 0.5 * b;
  to.cr += 0.5 * r - 0.4187 * g - 0.0813 * b;
  to.count++;
}

/** Change of the colour differences from a pixel to its neighbours: grey noise leaves none. */
function chromaNoise({ rgb: { data } }: ForensicPicture, at: number, east: number, south: number): number {
  const [rg, bg] = [data[3 * at]! - data[3 * at + 1]!, data[3 * at + 2]! - data[3 * at + 1]!];
  let sum = 0;
  for (const other of [east, south]) {
    sum += Math.abs(rg - data[3 * other]! + data[3 * other + 1]!);
    sum += Math.abs(bg - data[3 * other + 2]! + data[3 * other + 1]!);
  }
  return sum / 4;
}

const cornersOf = (grey: Float32Array, i: number, across: number) =>
  Math.min(grey[i - across - 1]!, grey[i - across + 1]!, grey[i + across - 1]!, grey[i + across + 1]!);

function immerkaer(grey: Float32Array, i: number, across: number): number {
  const corners = grey[i - across - 1]! + grey[i - across + 1]! + grey[i + across - 1]! + grey[i + across + 1]!;
  const sides = grey[i - 1]! + grey[i + 1]! + grey[i - across]! + grey[i + across]!;
  return Math.abs(corners - 2 * sides + 4 * grey[i]!) / 6;
}

/** Noise of bare paper above and below a letter, within its strip. */
function aroundOf(
  { strip: { width, height, grey } }: LetterLine,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
  bareLevel: number,
): number {
  const around = meter();
  for (let y = 1; y < height - 1; y++) {
    if (y >= top && y < bottom) continue;
    for (let x = left; x < right; x++) {
      const i = y * width + x;
      const least = Math.min(grey[i]!, grey[i - 1]!, grey[i + 1]!, grey[i - width]!, grey[i + width]!);
      if (Math.min(least, cornersOf(grey, i, width)) >= bareLevel) add(around, immerkaer(grey, i, width));
    }
  }
  return around.count >= LEAST_BARE ? mean(around) : Number.NaN;
}
