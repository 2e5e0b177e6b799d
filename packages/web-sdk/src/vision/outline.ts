import type { Edges } from './edges.ts';
import type { Box, Point } from './frame.ts';

/** Four straight sides that close around what may be a document. */
export interface Outline {
  /** Top left, top right, bottom right, bottom left, in pixels. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** The side of the picture beyond which the document continues; it is seen on the three others alone. */
  readonly cut?: Side;
}

type Side = 'top' | 'bottom' | 'left' | 'right';

/** A line that is level, or upright with `x` and `y` exchanged: y = at + slope · (x − middle of the picture). */
interface Line {
  readonly at: number;
  readonly slope: number;
  /** True if the line is the border of the picture. */
  readonly border?: boolean;
}

/** Steepest lines, in pixels of rise for each of run (10 degrees), and in which steps they are counted. */
const MOST_SLOPE = 0.18;
const SLOPES = 19;
/** Strongest lines that are tried, of those about level and of those about upright. */
const LINES = 14;
/** Pixels around a line that belong to it. */
const NEAR = 4;

/** Share of a side that must have an edge: of each, and of all. Of each of three where the fourth is not in the picture. */
const LEAST = { each: 0.4, all: 0.62, ofThree: 0.75, end: 0.7 };
/** Tolerance between the proportions of the document and the frame: perspective, and passports in frames for cards. */
const PROPORTION = 0.22;
/** Least width, in widths of the frame. */
const LEAST_WIDTH = 0.3;
/** Pixels of a side's end that are looked at for that. */
const ENDS = 16;
/** Distance in pixels within which a side must approach the border for the document to continue there. */
const TOUCH = 5;

/** Factor by which a cut outline must be larger than an outline within it, such as a printed frame, to be preferred. */
const MUCH_LARGER = 1.04;
const WELL_SUPPORTED = 0.85;

interface Found extends Outline {
  readonly area: number;
  readonly support: number;
  readonly score: number;
}

/** Access to a picture with or without its axes exchanged. */
interface View {
  readonly length: number;
  readonly depth: number;
  readonly edge: (along: number, across: number) => boolean;
}

/**
 * The largest well supported outline that has about the proportions of the frame and isn't turned by more than 10 degrees.
 * Straight lines by votes (R. O. Duda, P. E. Hart, 1972), every four of them tried.
 *
 * @param frame in pixels of the picture
 */
export function* outlineOf(edges: Edges, frame: Box): Generator<void, Outline | undefined> {
  const { width, height } = edges;
  const level: View = { length: width, depth: height, edge: isEdge(edges, false) };
  const upright: View = { length: height, depth: width, edge: isEdge(edges, true) };
  const rows = linesOf(edges, level, false);
  yield;
  const columns = linesOf(edges, upright, true);
  yield;
  const border = { slope: 0, border: true };
  const tops = [...rows, { ...border, at: 0 }];
  const bottoms = [...rows, { ...border, at: height - 1 }];
  const lefts = [...columns, { ...border, at: 0 }];
  const rights = [...columns, { ...border, at: width - 1 }];
  let whole: Found | undefined;
  let part: Found | undefined;
  for (const top of tops) {
    for (const bottom of bottoms) {
      const tall = bottom.at - top.at;
      if (tall < LEAST_WIDTH * frame.height || Math.abs(top.slope - bottom.slope) > 0.15) continue;
      for (const left of lefts) {
        for (const right of rights) {
          const wide = right.at - left.at;
          if (wide < LEAST_WIDTH * frame.width || Math.abs(left.slope - right.slope) > 0.15) continue;
          const cut = cutSide(top, bottom, left, right);
          if (cut === null || !fits(wide / tall, frame.width / frame.height, cut)) continue;
          const corners = [cross(top, left), cross(top, right), cross(bottom, right), cross(bottom, left)] as const;
          if (!corners.every(({ x, y }) => x > -2 && y > -2 && x < width + 1 && y < height + 1)) continue;
          const support = supported(corners, cut, level, upright);
          const score = support * (wide * tall) ** 0.35;
          if (score <= ((cut ? part : whole)?.score ?? 0)) continue;
          if (cut && !goesOn(corners, cut, edges, level, upright)) continue;
          const found = { corners, area: wide * tall, support, score };
          if (cut) part = { ...found, cut };
          else whole = found;
        }
      }
    }
    yield;
  }
  if (!whole || !part) return whole ?? part;
  return part.area > MUCH_LARGER * whole.area && part.support > WELL_SUPPORTED ? part : whole;

  function cross(row: Line, column: Line): Point {
    // y = a + s (x − w), x = b + t (y − h)
    const [w, h] = [width / 2, height / 2];
    const y = (row.at + row.slope * (column.at - column.slope * h - w)) / (1 - row.slope * column.slope);
    return { x: column.at + column.slope * (y - h), y };
  }
}

const point = (x: number, y: number): Point => ({ x, y });

/** The side at which the picture ends before the document; undefined where it is whole, null where more is missing. */
function cutSide(top: Line, bottom: Line, left: Line, right: Line): Side | undefined | null {
  const sides = { top, bottom, left, right };
  const missing = (Object.keys(sides) as Side[]).filter((side) => sides[side].border);
  return missing.length > 1 ? null : missing[0];
}

/** Returns whether proportions match the frame, or a part of it. */
function fits(proportion: number, expected: number, cut: Side | undefined): boolean {
  const share = proportion / expected;
  if (cut === 'left' || cut === 'right') return share > 0.4 && share < 1 + PROPORTION;
  if (cut) return share > 1 - PROPORTION && share < 2.5;
  return share > 1 - PROPORTION && share < 1 + PROPORTION;
}

/**
 * Returns whether a document really continues beyond the picture: its sides have edges right up to the border, and no other side
 * lies along it. Too little is visible of a document that is larger than the picture.
 */
function goesOn(
  [topLeft, topRight, bottomRight, bottomLeft]: Outline['corners'],
  cut: Side,
  { width, height }: Edges,
  level: View,
  upright: View,
): boolean {
  const free: Record<Side, number> = {
    left: Math.min(topLeft.x, bottomLeft.x),
    right: width - 1 - Math.max(topRight.x, bottomRight.x),
    top: Math.min(topLeft.y, topRight.y),
    bottom: height - 1 - Math.max(bottomLeft.y, bottomRight.y),
  };
  if ((Object.keys(free) as Side[]).some((side) => side !== cut && free[side] < TOUCH)) return false;
  const [view, sides] =
    cut === 'left' || cut === 'right'
      ? ([
          level,
          [
            [topLeft, topRight],
            [bottomLeft, bottomRight],
          ],
        ] as const)
      : ([
          upright,
          [
            [flip(topLeft), flip(bottomLeft)],
            [flip(topRight), flip(bottomRight)],
          ],
        ] as const);
  return sides.every(([from, to]) => {
    const share = Math.min(1, ENDS / (to.x - from.x));
    const near = (one: Point, other: Point) =>
      point(one.x + share * (other.x - one.x), one.y + share * (other.y - one.y));
    const [begin, end] = cut === 'left' || cut === 'top' ? [from, near(from, to)] : [near(to, from), to];
    return support(begin, end, view) >= LEAST.end;
  });
}

const flip = ({ x, y }: Point): Point => point(y, x);

/** Mean share of the sides on which there is an edge; 0 where one has too little. */
function supported(
  [topLeft, topRight, bottomRight, bottomLeft]: readonly [Point, Point, Point, Point],
  cut: Side | undefined,
  level: View,
  upright: View,
): number {
  const sides: Record<Side, () => number> = {
    top: () => support(topLeft, topRight, level),
    bottom: () => support(bottomLeft, bottomRight, level),
    left: () => support(flip(topLeft), flip(bottomLeft), upright),
    right: () => support(flip(topRight), flip(bottomRight), upright),
  };
  let [sum, count] = [0, 0];
  for (const side of Object.keys(sides) as Side[]) {
    if (side === cut) continue;
    const share = sides[side]();
    if (share < (cut ? LEAST.ofThree : LEAST.each)) return 0;
    sum += share;
    count++;
  }
  const mean = sum / count;
  return mean < LEAST.all ? 0 : mean;
}

/** Share of the way from one point to another, without the rounded corners of cards, that has an edge at most 2 pixels off. */
function support(from: Point, to: Point, { edge }: View): number {
  const length = to.x - from.x;
  const slope = (to.y - from.y) / length;
  const [begin, end] = [Math.ceil(from.x + 0.07 * length), Math.floor(to.x - 0.07 * length)];
  let found = 0;
  for (let x = begin; x <= end; x++) {
    const y = Math.round(from.y + slope * (x - from.x));
    if (edge(x, y) || edge(x, y - 1) || edge(x, y + 1) || edge(x, y - 2) || edge(x, y + 2)) found++;
  }
  return found / Math.max(1, end - begin + 1);
}

/** Returns a test of whether a pixel is on an edge along lines of this kind. */
function isEdge({ width, height, across, down }: Edges, upright: boolean): View['edge'] {
  return (along, cross) => {
    const [x, y] = upright ? [cross, along] : [along, cross];
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const i = y * width + x;
    return upright ? steep(across[i]!, down[i]!) : steep(down[i]!, across[i]!);
  };
}

/** Returns whether a slope is across a line that is turned by no more than lines are, and some noise. */
const steep = (main: number, other: number): boolean => main !== 0 && Math.abs(other) <= 0.4 * Math.abs(main);

/** The lines for which most edge pixels vote, the strongest first. */
function linesOf({ width, height, across, down }: Edges, { length, depth }: View, upright: boolean): Line[] {
  const bins = depth;
  const votes = new Uint16Array(SLOPES * bins);
  const slopes = Array.from({ length: SLOPES }, (_, i) => MOST_SLOPE * ((2 * i) / (SLOPES - 1) - 1));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const hit = upright ? steep(across[i]!, down[i]!) : steep(down[i]!, across[i]!);
      if (!hit) continue;
      const [along, at] = upright ? [y, x] : [x, y];
      for (let s = 0; s < SLOPES; s++) {
        const bin = Math.round(at - slopes[s]! * (along - length / 2));
        if (bin >= 0 && bin < bins) votes[s * bins + bin]!++;
      }
    }
  }
  const least = 0.15 * length;
  const lines: Line[] = [];
  while (lines.length < LINES) {
    let best = 0;
    for (let i = 1; i < votes.length; i++) if (votes[i]! > votes[best]!) best = i;
    if (votes[best]! < least) break;
    const [s, at] = [Math.floor(best / bins), best % bins];
    lines.push({ at, slope: slopes[s]! });
    for (let other = 0; other < SLOPES; other++) {
      const turn = Math.abs(other - s);
      if (turn > 4) continue;
      votes.fill(0, other * bins + Math.max(0, at - NEAR), other * bins + Math.min(bins, at + NEAR + 1));
    }
  }
  return lines;
}
