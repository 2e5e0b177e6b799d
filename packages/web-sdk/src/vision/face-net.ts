import weights from './face-weights.bin';

/*
 * BlazeFace (V. Bazarevsky et al., "BlazeFace: sub-millisecond neural face detection on mobile GPUs", 2019) in plain
 * numbers: no WebAssembly, which the strictest policies of pages forbid.
 */

/** Side in pixels of the square that the net looks at. */
export const NET_SIDE = 128;

/** Output of the net for one place of its grids. */
export interface Raw {
  /** Squares a side of the grid, and where in it, from the top left. */
  readonly grid: number;
  readonly column: number;
  readonly row: number;
  /** Score before the logistic function. */
  readonly score: number;
  /** Middle, width and height, then six points: x and y in pixels of the square, from the middle of the place. */
  readonly numbers: Float32Array;
}

/** Channels that come out of each block, and whether it halves the picture. */
const BLOCKS: readonly (readonly [channels: number, halves: boolean])[] = [
  ...([
    [24, false],
    [28, false],
    [32, true],
    [36, false],
    [42, false],
    [48, true],
    [56, false],
    [64, false],
  ] as const),
  ...([
    [72, false],
    [80, false],
    [88, false],
    [96, true],
    [96, false],
    [96, false],
    [96, false],
    [96, false],
  ] as const),
];
const FIRST = { channels: 24, size: 5 };
/** Block whose answer the finer grid reads; the coarser reads the last one. */
const FINE = 10;
/** Anchors a place, all of one middle; numbers an anchor. */
const ANCHORS = { fine: 2, coarse: 6 };
const NUMBERS = 16;
/** Logits below are not returned: 0.12 and less of a face. */
const LEAST = -2;

interface Layer {
  readonly outputs: number;
  /** Weights of each output one after the other. */
  readonly filters: Float32Array;
  readonly shifts: Float32Array;
}

interface Maps {
  readonly side: number;
  readonly channels: number;
  /** Channels of one pixel after the other. */
  readonly data: Float32Array;
}

interface Net {
  readonly first: Layer;
  readonly blocks: readonly { readonly depthwise: Layer; readonly pointwise: Layer; readonly halves: boolean }[];
  readonly heads: readonly [fineScores: Layer, coarseScores: Layer, fineNumbers: Layer, coarseNumbers: Layer];
}

let loaded: Net | undefined;

function net(): Net {
  if (loaded) return loaded;
  let at = 0;
  const layer = (outputs: number, inputs: number): Layer => {
    const floats = new Float32Array(weights.slice(at, at + 8 * outputs).buffer);
    const levels = new Int8Array(weights.buffer, at + 8 * outputs, outputs * inputs);
    at += outputs * (8 + inputs);
    const filters = Float32Array.from(levels, (level, i) => level * floats[Math.floor(i / inputs)]!);
    return { outputs, filters, shifts: floats.subarray(outputs) };
  };
  let channels = FIRST.channels;
  const first = layer(channels, FIRST.size ** 2 * 3);
  const blocks = BLOCKS.map(([outputs, halves]) => {
    const block = { depthwise: layer(channels, 9), pointwise: layer(outputs, channels), halves };
    channels = outputs;
    return block;
  });
  const [fine, coarse] = [BLOCKS[FINE]![0], channels];
  const heads = [
    layer(ANCHORS.fine, fine),
    layer(ANCHORS.coarse, coarse),
    layer(ANCHORS.fine * NUMBERS, fine),
    layer(ANCHORS.coarse * NUMBERS, coarse),
  ] as const;
  loaded = { first, blocks, heads };
  return loaded;
}

/**
 * Runs the net over a square of `NET_SIDE` pixels, RGBA. A generator, so that the caller can yield the thread between its steps.
 * No step takes more than a tenth of the whole.
 */
export function* runNet(pixels: Uint8ClampedArray | Uint8Array): Generator<void, Raw[]> {
  const { first, blocks, heads } = net();
  yield;
  let maps = yield* firstLayer(first, pixels);
  yield;
  let fine = maps;
  for (const [i, { depthwise, pointwise, halves }] of blocks.entries()) {
    const filtered = eachChannel(depthwise, maps, halves ? 2 : 1);
    yield;
    maps = mixed(pointwise, filtered, halves ? pooled(maps) : maps);
    yield;
    if (i === FINE) fine = maps;
  }
  const [fineScores, coarseScores, fineNumbers, coarseNumbers] = heads;
  return [...read(fine, fineScores, fineNumbers), ...read(maps, coarseScores, coarseNumbers)];
}

function* firstLayer(
  { outputs, filters, shifts }: Layer,
  pixels: Uint8ClampedArray | Uint8Array,
): Generator<void, Maps> {
  const { size } = FIRST;
  const side = NET_SIDE / 2;
  const line = size * 3;
  // From 0 to 255 to -1 to 1, within a border of zeros: one row and column before, two after.
  const width = NET_SIDE + 3;
  const padded = new Float32Array(width * width * 3);
  for (let y = 0, from = 0; y < NET_SIDE; y++) {
    for (let x = 0, to = ((y + 1) * width + 1) * 3; x < NET_SIDE; x++, from += 4, to += 3) {
      padded[to] = pixels[from]! / 127.5 - 1;
      padded[to + 1] = pixels[from + 1]! / 127.5 - 1;
      padded[to + 2] = pixels[from + 2]! / 127.5 - 1;
    }
  }
  const data = new Float32Array(side * side * outputs);
  const patch = new Float32Array(size * line);
  for (let y = 0, to = 0; y < side; y++) {
    if (y % 16 === 0) yield;
    for (let x = 0; x < side; x++, to += outputs) {
      for (let row = 0; row < size; row++) {
        const from = ((2 * y + row) * width + 2 * x) * 3;
        for (let i = 0; i < line; i++) patch[row * line + i] = padded[from + i]!;
      }
      // Four at a time: the patch is read once for them.
      for (let o = 0; o < outputs; o += 4) {
        const f = o * patch.length;
        const g = f + patch.length;
        const h = g + patch.length;
        const j = h + patch.length;
        let a = shifts[o]!;
        let b = shifts[o + 1]!;
        let c = shifts[o + 2]!;
        let d = shifts[o + 3]!;
        for (let i = 0; i < patch.length; i++) {
          const value = patch[i]!;
          a += filters[f + i]! * value;
          b += filters[g + i]! * value;
          c += filters[h + i]! * value;
          d += filters[j + i]! * value;
        }
        data[to + o] = a > 0 ? a : 0;
        data[to + o + 1] = b > 0 ? b : 0;
        data[to + o + 2] = c > 0 ? c : 0;
        data[to + o + 3] = d > 0 ? d : 0;
      }
    }
  }
  return { side, channels: outputs, data };
}

/** A filter of 3 by 3 for each channel alone. */
function eachChannel({ filters, shifts }: Layer, { side, channels, data }: Maps, stride: 1 | 2): Maps {
  const out = side / stride;
  const result = new Float32Array(out * out * channels);
  // What lies outside is zero: before and after, or where the picture is halved only after.
  const before = stride === 1 ? 1 : 0;
  const byPlace = new Float32Array(9 * channels);
  for (let i = 0; i < filters.length; i++) byPlace[(i % 9) * channels + Math.floor(i / 9)] = filters[i]!;
  for (let y = 0; y < out; y++) {
    for (let x = 0; x < out; x++) {
      const to = (y * out + x) * channels;
      for (let c = 0; c < channels; c++) result[to + c] = shifts[c]!;
      for (let place = 0; place < 9; place++) {
        const v = y * stride + Math.floor(place / 3) - before;
        const u = x * stride + (place % 3) - before;
        if (u < 0 || v < 0 || u >= side || v >= side) continue;
        const from = (v * side + u) * channels;
        const f = place * channels;
        for (let c = 0; c < channels; c++) result[to + c]! += data[from + c]! * byPlace[f + c]!;
      }
    }
  }
  return { side: out, channels, data: result };
}

/** Mixes the channels of each pixel, adds what came in, and rectifies. */
function mixed({ outputs, filters, shifts }: Layer, { side, channels, data }: Maps, before: Maps): Maps {
  const result = new Float32Array(side * side * outputs);
  for (let pixel = 0; pixel < side * side; pixel += 2) {
    const p = pixel * channels;
    const q = p + channels;
    for (let o = 0; o < outputs; o += 2) {
      const f = o * channels;
      const g = f + channels;
      let a = shifts[o]!;
      let b = shifts[o + 1]!;
      let c = a;
      let d = b;
      for (let i = 0; i < channels; i++) {
        const x = data[p + i]!;
        const y = data[q + i]!;
        const v = filters[f + i]!;
        const w = filters[g + i]!;
        a += x * v;
        b += x * w;
        c += y * v;
        d += y * w;
      }
      const to = pixel * outputs + o;
      result[to] = a;
      result[to + 1] = b;
      result[to + outputs] = c;
      result[to + outputs + 1] = d;
    }
  }
  for (let pixel = 0; pixel < side * side; pixel++) {
    const [from, to] = [pixel * before.channels, pixel * outputs];
    for (let c = 0; c < outputs; c++) {
      const value = result[to + c]! + (c < before.channels ? before.data[from + c]! : 0);
      result[to + c] = value > 0 ? value : 0;
    }
  }
  return { side, channels: outputs, data: result };
}

/** The greatest of two by two pixels. */
function pooled({ side, channels, data }: Maps): Maps {
  const half = side / 2;
  const result = new Float32Array(half * half * channels);
  for (let y = 0; y < half; y++) {
    for (let x = 0; x < half; x++) {
      const from = (2 * y * side + 2 * x) * channels;
      const below = from + side * channels;
      const to = (y * half + x) * channels;
      for (let c = 0; c < channels; c++) {
        result[to + c] = Math.max(
          Math.max(data[from + c]!, data[from + channels + c]!),
          Math.max(data[below + c]!, data[below + channels + c]!),
        );
      }
    }
  }
  return { side: half, channels, data: result };
}

/** Returns the places of a grid that may be faces. */
function read({ side, channels, data }: Maps, scores: Layer, numbers: Layer): Raw[] {
  const found: Raw[] = [];
  for (let pixel = 0; pixel < side * side; pixel++) {
    const pixelData = data.subarray(pixel * channels, (pixel + 1) * channels);
    for (let anchor = 0; anchor < scores.outputs; anchor++) {
      const score = answer(scores, anchor, pixelData);
      if (score < LEAST) continue;
      found.push({
        grid: side,
        column: pixel % side,
        row: Math.floor(pixel / side),
        score,
        numbers: Float32Array.from({ length: NUMBERS }, (_, i) => answer(numbers, anchor * NUMBERS + i, pixelData)),
      });
    }
  }
  return found;
}

function answer({ filters, shifts }: Layer, output: number, pixel: Float32Array): number {
  let sum = shifts[output]!;
  for (let i = 0; i < pixel.length; i++) sum += filters[output * pixel.length + i]! * pixel[i]!;
  return sum;
}
