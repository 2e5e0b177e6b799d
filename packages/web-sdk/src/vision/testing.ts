/** Pictures for tests: made, not found. */
import type { Box, Frame } from './frame.ts';

type Colour = readonly [number, number, number];

/** A picture whose pixels have the colour that the last of these shapes gives them. */
function painted(
  width: number,
  height: number,
  ...shapes: readonly ((x: number, y: number) => Colour | undefined)[]
): Frame {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    for (const shape of shapes) {
      const colour = shape(i % width, Math.floor(i / width));
      if (colour) data.set([...colour, 255], 4 * i);
    }
  }
  return { width, height, data };
}

const ellipse =
  (cx: number, cy: number, rx: number, ry: number, colour: Colour) =>
  (x: number, y: number): Colour | undefined =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1 ? colour : undefined;

const box =
  ({ left, top, width, height }: Box, colour: (x: number, y: number) => Colour) =>
  (x: number, y: number): Colour | undefined =>
    x >= left && x < left + width && y >= top && y < top + height ? colour(x - left, y - top) : undefined;

/** A drawn head in a picture of 128 by 128: features lie over an ellipse, and move over it as the head turns. */
export function headTurned(yaw = 0): Frame {
  const [sin, cos] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
  const at = (side: number, depth: number) => 64 + side * cos + depth * sin;
  const sides = [-1, 1] as const;
  return painted(
    128,
    128,
    () => [183, 195, 201],
    ellipse(64, 128, 52, 34, [53, 80, 107]),
    box({ left: 50, top: 76, width: 28, height: 24 }, () => [201, 155, 124]),
    ...sides.map((side) => ellipse(at(27 * side, -2), 59, 4, 8, [220, 171, 138])),
    ellipse(64, 57, 27, 34, [232, 189, 157]),
    (x, y) => (y < 50 - 10 * (1 - ((x - 64) / 27) ** 2) ? ellipse(64, 50, 28, 30, [74, 47, 32])(x, y) : undefined),
    ...sides.map((side) => ellipse(at(11 * side, 19), 53, 5 * cos, 2.6, [255, 255, 255])),
    ...sides.map((side) => ellipse(at(11 * side, 20), 53, 2.2, 2.2, [44, 32, 24])),
    ...sides.map((side) => ellipse(at(11 * side, 20), 46, 6, 1.2, [74, 47, 32])),
    ellipse(at(0, 26), 65, 4.5, 2.5, [168, 116, 90]),
    ellipse(at(0, 21), 76, 8 * cos, 2.4, [160, 74, 74]),
  );
}

/** Position of a card on its table. */
export interface Lying {
  /** Box of the card, in pixels of a picture of 320 by 214, where the frame is 242 wide. */
  readonly card?: Box;
  /** Multiplies all colours. */
  readonly light?: number;
  /** A white spot that fades out. */
  readonly lamp?: boolean;
  readonly printed?: boolean;
}

export const TABLE = { width: 320, height: 214, frame: { left: 39, top: 31, width: 242, height: 152 } };

/** A pale card with rows of signs, on a dark table. */
export function cardOnTable({
  card = { left: 48, top: 37, width: 224, height: 141 },
  light = 1,
  lamp = false,
  printed = true,
}: Lying = {}): Frame {
  const { width, height } = TABLE;
  const [cx, cy] = [card.left + 0.6 * card.width, card.top + 0.5 * card.height];
  return painted(
    width,
    height,
    () => [60 * light, 50 * light, 40 * light],
    box(card, (x, y) => {
      const ink =
        printed && x > 80 && x < card.width - 16 && y > 20 && y % 16 < 6 && Math.floor(x / 4 + y / 16) % 3 > 0;
      const base = ink ? 30 : 205;
      const away = Math.hypot(x + card.left - cx, y + card.top - cy);
      const shine = lamp ? Math.min(1, Math.max(0, (26 - away) / 13)) : 0;
      const level = (base + (255 - base) * shine) * light;
      return [level, level, level];
    }),
  );
}

/** Means of squares of pixels: what a lens that is out of focus shows. */
export function blurred({ width, height, data }: Frame, reach: number): Frame {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 4; c++) {
        let [sum, count] = [0, 0];
        for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
          for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++, count++)
            sum += data[(v * width + u) * 4 + c]!;
        out[(y * width + x) * 4 + c] = sum / count;
      }
    }
  }
  return { width, height, data: out };
}

/** Runs a generator to its end and returns its result. */
export function ended<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
