import type { RgbRaster } from './decode.ts';
import { type Edges, edgesOf } from './edges.ts';
import type { Point } from './point.ts';

/** Longest side, in pixels, at which outlines are looked for. */
const OUTLINE_SIDE = 500;

/** Four straight edges that close: a document, a sheet of paper, a screen, a window. */
export interface Outline {
  /** Top left, top right, bottom right, bottom left, as seen; shares (0 to 1) of the picture's width and height. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** Share of its sides on which there is an edge, 0 to 1: the mean; the next field gives the worst side. */
  readonly support: number;
  readonly weakest: number;
  /** Share of the picture that it covers. */
  readonly area: number;
  /** Longer sides by shorter sides: 1.42 for passports and large cards, 1.59 for cards, 1.41 for sheets of paper. */
  readonly ratio: number;
  /** Wider than high. */
  readonly lying: boolean;
  /** Border of the picture that cuts the document off: edges on three sides run up to it. */
  readonly cutAt?: Border;
}

export type Border = 'top' | 'right' | 'bottom' | 'left';

/** x · cos + y · sin = distance */
interface Line {
  readonly angle: number;
  readonly cos: number;
  readonly sin: number;
  readonly distance: number;
  /** The line is a border of the picture, no edge in it. */
  readonly border?: Border;
}

/** Strongest lines that are tried, about upright and about level ones each: stripes of a ground must not crowd out all others. */
const LINES = 12;
/** Lines that are taken off the votes before the search for more is given up. */
const MOST_LINES = 60;
/** Degrees that opposite sides may differ by, and by which neighbours may miss a right angle, under perspective. */
const SKEW = 22;
const LEAST_AREA = 0.1;
const LEAST_SUPPORT = 0.62;
const LEAST_WEAKEST = 0.36;
/** Support that each of three sides needs when the fourth is the border of the picture, which gives less evidence. */
const LEAST_OF_THREE = 0.7;
const LEAST_AREA_OF_THREE = 0.15;
/**
 * Pixels before the border of the picture in which both sides that meet it need an edge, and the share of these pixels: the sides
 * of a whole document end before the border. A line is known to a degree only, so that it may be some pixels off at its end.
 */
const LAST_PIXELS = 12;
const LEAST_OF_LAST = 0.7;
const OFF_AT_END = 4;

/**
 * The outline of the largest well supported quadrangle: straight edges by the Hough transform (R. O. Duda, P. E. Hart,
 * 1972; each edge pixel votes only across its own direction), every four of them tried. Undefined when there is none,
 * for instance in a scan that ends at the document's own edge.
 *
 * @example
 * import { outlineOf } from '@bonafide/verification';
 *
 * const white = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(255) };
 * outlineOf(white); // undefined
 */
export function outlineOf(picture: RgbRaster): Outline | undefined {
  const small = reduced(picture);
  const edges = edgesOf(small);
  const lines = linesOf(edges);
  const whole = largest(lines, edges, 0);
  const cut = largest([...lines, ...bordersOf(small)], edges, 1);
  if (!whole || !cut) return whole ?? cut;
  return cut.area > LARGER * whole.area && cut.weakest > WELL_SUPPORTED ? cut : whole;
}

/** Factor by which a cut outline must be larger than an outline within it, such as a printed frame or line, to be preferred. */
const LARGER = 1.02;
const WELL_SUPPORTED = 0.85;

/** @param cuts of the four sides that are borders of the picture */
function largest(lines: readonly Line[], edges: Edges, cuts: 0 | 1): Outline | undefined {
  let best: Outline | undefined;
  let bestScore = 0;
  for (const [a, b, c, d] of quadrangles(lines)) {
    const borders = [a, b, c, d].filter(({ border }) => border);
    if (borders.length !== cuts) continue;
    const corners = [cross(a, c), cross(a, d), cross(b, d), cross(b, c)];
    if (!corners.every((corner) => corner !== undefined && inside(corner, edges))) continue;
    const outline = measured(corners as Point[], edges, borders[0]?.border);
    if (!outline) continue;
    // Frames within a document are well supported too; the largest wins unless it is much worse.
    const score = outline.support * outline.area ** 0.35;
    if (score > bestScore) [best, bestScore] = [outline, score];
  }
  return best;
}

function bordersOf({ width, height }: RgbRaster): Line[] {
  return [
    { angle: 0, cos: 1, sin: 0, distance: 0, border: 'left' },
    { angle: 0, cos: 1, sin: 0, distance: width - 1, border: 'right' },
    { angle: 90, cos: 0, sin: 1, distance: 0, border: 'top' },
    { angle: 90, cos: 0, sin: 1, distance: height - 1, border: 'bottom' },
  ];
}

function reduced({ width, height, data }: RgbRaster): RgbRaster {
  const scale = Math.min(1, OUTLINE_SIDE / Math.max(width, height));
  if (scale === 1) return { width, height, data };
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const out = new Uint8Array(w * h * 3);
  for (let y = 0; y < h; y++) {
    const [y0, y1] = [Math.floor((y * height) / h), Math.max(Math.floor(((y + 1) * height) / h), 1)];
    for (let x = 0; x < w; x++) {
      const [x0, x1] = [Math.floor((x * width) / w), Math.max(Math.floor(((x + 1) * width) / w), 1)];
      let [r, g, b, n] = [0, 0, 0, 0];
      for (let v = y0; v < y1; v++) {
        for (let u = x0; u < x1; u++, n++) {
          const i = (v * width + u) * 3;
          r += data[i]!;
          g += data[i + 1]!;
          b += data[i + 2]!;
        }
      }
      const at = (y * w + x) * 3;
      out[at] = r / n;
      out[at + 1] = g / n;
      out[at + 2] = b / n;
    }
  }
  return { width: w, height: h, data: out };
}

function linesOf({ width, height, direction }: Edges): Line[] {
  const reach = Math.ceil(Math.hypot(width, height));
  const bins = 2 * reach + 1;
  const votes = new Uint16Array(180 * bins);
  const cosines = Float64Array.from({ length: 180 }, (_, angle) => Math.cos((angle * Math.PI) / 180));
  const sines = Float64Array.from({ length: 180 }, (_, angle) => Math.sin((angle * Math.PI) / 180));
  for (let i = 0; i < direction.length; i++) {
    if (direction[i]! < 0) continue;
    const x = i % width;
    const y = (i - x) / width;
    for (let turn = -4; turn <= 4; turn++) {
      const angle = (direction[i]! + turn + 180) % 180;
      votes[angle * bins + Math.round(x * cosines[angle]! + y * sines[angle]!) + reach]!++;
    }
  }
  const least = 0.16 * Math.min(width, height);
  const lines: Line[] = [];
  const taken = [0, 0];
  for (let n = 0; n < MOST_LINES && Math.min(...taken) < LINES; n++) {
    let at = 0;
    for (let i = 1; i < votes.length; i++) if (votes[i]! > votes[at]!) at = i;
    if (votes[at]! < least) break;
    const angle = Math.floor(at / bins);
    const distance = (at % bins) - reach;
    const group = angle > 45 && angle < 135 ? 1 : 0;
    if (taken[group]!++ < LINES) lines.push({ angle, cos: cosines[angle]!, sin: sines[angle]!, distance });
    // Leave room for the two sides of a thin frame, none for the same edge again.
    for (let turn = -5; turn <= 5; turn++) {
      const near = (angle + turn + 180) % 180;
      // Past 180 degrees the same line lies on the other side of the origin.
      const mirrored = Math.abs(near - angle) > 90 ? -distance : distance;
      const from = Math.max(0, mirrored + reach - 4);
      votes.fill(0, near * bins + from, near * bins + Math.min(bins, mirrored + reach + 5));
    }
  }
  return lines;
}

/** Every two lines of about one direction with two of about the other. */
function* quadrangles(lines: readonly Line[]): Generator<[Line, Line, Line, Line]> {
  for (let i = 0; i < lines.length; i++) {
    for (let j = i + 1; j < lines.length; j++) {
      const [a, b] = [lines[i]!, lines[j]!];
      if (apart(a.angle, b.angle) > SKEW) continue;
      const others = lines.filter(
        (line) => apart(line.angle, a.angle) > 90 - SKEW && apart(line.angle, b.angle) > 90 - SKEW,
      );
      for (let k = 0; k < others.length; k++) {
        for (let l = k + 1; l < others.length; l++) {
          const [c, d] = [others[k]!, others[l]!];
          // Each four comes up twice, once from either pair.
          if (lines.indexOf(c) > i && apart(c.angle, d.angle) <= SKEW) yield [a, b, c, d];
        }
      }
    }
  }
}

function apart(a: number, b: number): number {
  const difference = Math.abs(a - b) % 180;
  return Math.min(difference, 180 - difference);
}

function cross(a: Line, b: Line): Point | undefined {
  const determinant = a.cos * b.sin - a.sin * b.cos;
  if (Math.abs(determinant) < 0.3) return undefined;
  return {
    x: (a.distance * b.sin - b.distance * a.sin) / determinant,
    y: (b.distance * a.cos - a.distance * b.cos) / determinant,
  };
}

function inside({ x, y }: Point, { width, height }: Edges): boolean {
  return x > -0.03 * width && x < 1.03 * width && y > -0.03 * height && y < 1.03 * height;
}

function measured(points: readonly Point[], edges: Edges, cutAt: Border | undefined): Outline | undefined {
  const corners = clockwise(points);
  const { width, height } = edges;
  const area = Math.abs(shoelace(corners)) / (width * height);
  if (area < (cutAt ? LEAST_AREA_OF_THREE : LEAST_AREA)) return undefined;
  const sides = corners.map((from, i) => ({ from, to: corners[(i + 1) % 4]! }));
  const lengths = sides.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  if (Math.min(...lengths) < 0.1 * Math.max(width, height)) return undefined;
  const real = sides.filter(({ from, to }) => !along(from, to, cutAt, edges));
  if (real.length !== (cutAt ? 3 : 4)) return undefined;
  const supports: number[] = [];
  for (const { from, to } of real) {
    const share = supportOf(from, to, edges);
    if (share < (cutAt ? LEAST_OF_THREE : LEAST_WEAKEST)) return undefined;
    supports.push(share);
  }
  if (cutAt && !real.every((side) => reachesBorder(side, cutAt, edges))) return undefined;
  const weakest = Math.min(...supports);
  const support = supports.reduce((sum, share) => sum + share) / supports.length;
  if (support < LEAST_SUPPORT) return undefined;
  const [across, down] = [lengths[0]! + lengths[2]!, lengths[1]! + lengths[3]!];
  const [topLeft, topRight, bottomRight, bottomLeft] = corners.map(({ x, y }) => ({ x: x / width, y: y / height }));
  return {
    corners: [topLeft!, topRight!, bottomRight!, bottomLeft!],
    support,
    weakest,
    area,
    ratio: Math.max(across, down) / Math.min(across, down),
    lying: across >= down,
    ...(cutAt ? { cutAt } : {}),
  };
}

/** Returns whether a side lies on that border of the picture. */
function along(from: Point, to: Point, border: Border | undefined, { width, height }: Edges): boolean {
  switch (border) {
    case 'left':
      return from.x < 1 && to.x < 1;
    case 'right':
      return from.x > width - 2 && to.x > width - 2;
    case 'top':
      return from.y < 1 && to.y < 1;
    case 'bottom':
      return from.y > height - 2 && to.y > height - 2;
    default:
      return false;
  }
}

/** Clockwise from the top left corner. */
function clockwise(points: readonly Point[]): Point[] {
  const [cx, cy] = [points.reduce((sum, { x }) => sum + x, 0) / 4, points.reduce((sum, { y }) => sum + y, 0) / 4];
  const sorted = [...points].sort((a, b) => Math.atan2(a.y - cy, a.x - cx) - Math.atan2(b.y - cy, b.x - cx));
  const first = sorted.reduce(
    (best, point, i) => (point.x + point.y < sorted[best]!.x + sorted[best]!.y ? i : best),
    0,
  );
  return [...sorted.slice(first), ...sorted.slice(0, first)];
}

function shoelace(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, i) => {
    const next = points[(i + 1) % points.length]!;
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
}

/** Returns whether there is an edge along the end of a side that meets the border; true for a side that doesn't meet it. */
function reachesBorder({ from, to }: { from: Point; to: Point }, border: Border, edges: Edges): boolean {
  const isEnd = (point: Point) => along(point, point, border, edges);
  if (!isEnd(from) && !isEnd(to)) return true;
  const [start, end] = isEnd(to) ? [from, to] : [to, from];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  return coverOf(start, end, edges, { begin: Math.floor(length - LAST_PIXELS), off: OFF_AT_END }) >= LEAST_OF_LAST;
}

/** Share of a side that has an edge along it; the rounded corners of cards don't count. */
function supportOf(from: Point, to: Point, edges: Edges): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return coverOf(from, to, edges, { begin: Math.ceil(0.06 * length), end: Math.floor(0.94 * length), off: 2 });
}

interface Stretch {
  /** First and last pixel of the side; without `end`, the last that can be an edge. */
  readonly begin: number;
  readonly end?: number;
  /** Pixels that an edge may be off the line. */
  readonly off: number;
}

function coverOf(from: Point, to: Point, { width, height, direction }: Edges, stretch: Stretch): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const normal = (Math.round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI) + 90 + 360) % 180;
  const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length];
  // The outermost pixels of a picture have no gradient.
  const { begin, end = Math.floor(length) - 2, off: most } = stretch;
  let found = 0;
  for (let step = begin; step <= end; step++) {
    const x = from.x + ((to.x - from.x) * step) / length;
    const y = from.y + ((to.y - from.y) * step) / length;
    for (let off = -most; off <= most; off++) {
      const px = Math.round(x + off * nx);
      const py = Math.round(y + off * ny);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const edge = direction[py * width + px]!;
      if (edge >= 0 && apart(edge, normal) <= 14) {
        found++;
        break;
      }
    }
  }
  return found / Math.max(1, end - begin + 1);
}
