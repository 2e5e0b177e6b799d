import { edits } from '../comparison/values.ts';
import { distance, type Frame, frameOf } from './frame.ts';
import type { Anchor, Layout, LayoutPart, Spot } from './layout.ts';
import type { SeenLayout } from './seen.ts';

/** Least fixed lines by which a version is recognised, as a number and as a share of those that it has. */
const LEAST_ANCHORS = 4;
const LEAST_SHARE = 0.4;

/** Most that the recognised lines may stand off, in thousandths of the print's width: more is another version, or perspective. */
const MOST_RESIDUAL = 20;

/** Lines further off than so many times the residual of all are misread, or another's. */
const OUTLIER = 2.5;

/** Most that a part may stand off, in thousandths of the print's width: portraits hold the face at one place or another. */
const TOLERANCE: Readonly<Record<LayoutPart, number>> = {
  portrait: 60,
  zone: 40,
  documentNumber: 40,
  dateOfBirth: 40,
  dateOfExpiry: 40,
};

/** The relation of a document to the version that it shows. */
export interface LayoutMatch {
  readonly layout: Layout;
  readonly anchors: number;
  /** Parts that could be compared, and how far each stands off, in its tolerances. */
  readonly parts: readonly { readonly part: LayoutPart; readonly off: number }[];
}

/** The version that a document shows by its fixed print; undefined where none of the layouts is recognised. */
export function matchLayout(seen: SeenLayout, layouts: readonly Layout[]): LayoutMatch | undefined {
  let best: LayoutMatch | undefined;
  for (const layout of layouts) {
    const found = recognise(seen, layout);
    if (!found) continue;
    const parts = Object.entries(layout.parts).flatMap(([name, spot]) => {
      const [part, there] = [name as LayoutPart, seen.parts[name as LayoutPart]];
      return there ? [{ part, off: distance(found.frame.place(there), spot) / TOLERANCE[part] }] : [];
    });
    const match = { layout, anchors: found.anchors, parts };
    if (!best || isBetter(match, best)) best = match;
  }
  return best;
}

/**
 * Returns the better of two versions that share their words: the version whose parts fit. A document that fits one of them is not a
 * mismatch.
 */
function isBetter(a: LayoutMatch, b: LayoutMatch): boolean {
  const worst = ({ parts }: LayoutMatch) => Math.max(0, ...parts.map(({ off }) => off));
  return a.parts.length > 0 && (b.parts.length === 0 || worst(a) < worst(b));
}

function recognise({ lines }: SeenLayout, layout: Layout): { frame: Frame; anchors: number } | undefined {
  let pairs = layout.anchors.flatMap((anchor): [Spot, Spot][] => {
    const same = lines.filter(({ text }) => isSame(text, anchor));
    return same.length === 1 ? [[same[0]!, anchor]] : [];
  });
  const least = Math.max(LEAST_ANCHORS, LEAST_SHARE * layout.anchors.length);
  for (let round = 0; round < 3; round++) {
    const frame = pairs.length >= least ? frameOf(pairs) : undefined;
    if (!frame) return undefined;
    if (frame.residual <= MOST_RESIDUAL) return { frame, anchors: pairs.length };
    const kept = pairs.filter(([from, to]) => distance(frame.place(from), to) <= OUTLIER * MOST_RESIDUAL);
    if (kept.length === pairs.length) return undefined;
    pairs = kept;
  }
  return undefined;
}

/** Returns whether texts are equal, except for one misread character in seven letters. */
const isSame = (text: string, { text: anchor }: Anchor) =>
  Math.abs(text.length - anchor.length) <= anchor.length / 7 && edits(text, anchor) <= Math.floor(anchor.length / 7);
