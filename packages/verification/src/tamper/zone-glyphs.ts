import { distance, featuresOf, type LetterFeatures } from './letter-features.ts';
import type { Traced } from './measure.ts';
import type { ZoneLetter, ZoneLine } from './zone-letters.ts';

/**
 * Threshold of how far the three letters that fit least stand out of their MRZ, in deviations of all its letters.
 * 1 of 123 sound captures reaches it (their quality, size and light varied), and 34 of 34 MRZs in which some letters were smeared
 * away, but 2 of 34 whose letters were drawn in another face, and none drawn in OCR-B: letters of 8 to 30 pixels, as pictures of
 * documents show them, differ too little. `npm run eval -- --only forensics` prints more.
 */
const FOREIGN = 6.2;

/** Letters that a forger has to change at least: one of a field and its check digits. */
const CHANGED = 3;

/** Pixels from letter to letter below which letters are too blurred to differ. */
const LEAST_PITCH = 9;

/** Properties that are compared, and the deviation that print alone has, in their logarithm. */
const COMPARED = { depth: 0.06, sharpness: 0.06, stroke: 0.05, texture: 0.12, shape: 0.1 } as const;
/** More deviations of one property don't count more: a scratch is not a letter. */
const MOST_DEVIATIONS = 6;

/** Letters to each side with which a letter is compared: light and focus change along a line. */
const BESIDE = 8;
/** Number of letters of one kind that must share a property that others don't have. */
const KIND = 3;
/** Letters of one kind that a letter's shape is compared with, at most. */
const MOST_SHAPES = 10;

/**
 * `zone_glyphs`: compares the letters of the zone with each other: depth of their ink, sharpness, width of strokes, roughness of
 * the paper around them, and the shape of letters of one kind. Letters that were drawn into the picture differ from those that
 * were printed and photographed.
 *
 * A pass is never able: letters that a forger cloned or softened with care pass as well.
 */
export function zoneGlyphs(lines: readonly ZoneLine[]): Traced[] {
  const letters = lines.filter(({ pitch }) => pitch >= LEAST_PITCH).flatMap((line) => line.letters);
  if (letters.length < 2 * BESIDE) return [];
  const strengths = outliersOf(letters);
  const order = strengths.map((strength, i) => ({ strength, letter: letters[i]! }));
  order.sort((a, b) => b.strength - a.strength);
  const worst = order.slice(0, CHANGED);
  const measure = worst.reduce((sum, { strength }) => sum + strength, 0) / CHANGED;
  const fail = measure >= FOREIGN;
  const glyphNames = worst.map(({ letter }) => letter.letter).join(' ');
  return [
    {
      name: 'zone_glyphs',
      part: 'zone',
      measure,
      threshold: FOREIGN,
      able: fail,
      result: fail ? 'fail' : 'pass',
      reason: fail
        ? `Font consistency: low (measured difference ${measure.toFixed(1)}, maximum ${FOREIGN}). Some MRZ characters (${glyphNames}) differ from the others in ink, sharpness, strokes, shape or paper`
        : 'Font consistency: high. The MRZ characters match in ink, sharpness, strokes, shape and paper',
      place: fail ? worst[0]!.letter.box : null,
      ...(fail && { spots: order.map(({ strength, letter }) => ({ box: letter.box, strength: strength / FOREIGN })) }),
    },
  ];
}

/** Distance of each letter from all letters, in deviations. */
function outliersOf(letters: readonly ZoneLetter[]): number[] {
  const kinds = new Map<string, number[]>();
  for (const [i, { letter }] of letters.entries()) kinds.set(letter, [...(kinds.get(letter) ?? []), i]);
  const features = letters.map(featuresOf);
  const shape = shapesOf(letters, kinds);
  const squares = new Float64Array(letters.length);
  for (const [name, floor] of Object.entries(COMPARED)) {
    const values = name === 'shape' ? shape : features.map((of) => of[name as keyof LetterFeatures]);
    const logs = values.map((value) => Math.log(Math.max(1e-3, value)));
    const rest = logs.map((value, i) => value - median(besideOf(letters, logs, i)));
    for (const kind of kinds.values()) {
      if (kind.length < KIND) continue;
      const common = median(kind.map((i) => rest[i]!));
      for (const i of kind) rest[i]! -= common;
    }
    const middle = median(rest);
    const deviation = 1.4826 * median(rest.map((value) => Math.abs(value - middle))) + floor;
    for (const [i, value] of rest.entries()) {
      const far = Math.min(MOST_DEVIATIONS, Math.abs(value - middle) / deviation);
      if (!Number.isNaN(far)) squares[i]! += far * far;
    }
  }
  return Array.from(squares, Math.sqrt);
}

function besideOf(letters: readonly ZoneLetter[], values: readonly number[], i: number): number[] {
  const { line, index } = letters[i]!;
  return values.filter((_, j) => j !== i && letters[j]!.line === line && Math.abs(letters[j]!.index - index) <= BESIDE);
}

/** Median difference of each letter from others of its kind; not a number for a letter without others. */
function shapesOf(letters: readonly ZoneLetter[], kinds: ReadonlyMap<string, readonly number[]>): number[] {
  const shapes = letters.map(() => Number.NaN);
  for (const kind of kinds.values()) {
    const compared = kind.filter((_, k) => k % Math.ceil(kind.length / MOST_SHAPES) === 0);
    for (const i of kind) {
      const others = compared.filter((j) => j !== i);
      if (others.length > 0) shapes[i] = median(others.map((j) => distance(letters[i]!.ink, letters[j]!.ink)));
    }
  }
  return shapes;
}

/** Median of the values that are numbers; not a number without any. */
function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
