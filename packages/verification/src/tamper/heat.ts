import type { HeatMap } from './forensics.ts';
import type { Spot, Traced } from './measure.ts';

const COLUMNS = 64;

/** Strength that is drawn in full. */
const FULL = 2;

/**
 * All places of all findings that were able to be made, in one map: each cell has the strongest that covers its middle,
 * 128 at the threshold of a measure, 255 from twice that on. A finding without spots of its own is drawn at its place.
 * Null where no finding was able to be made.
 */
export function heatOf(
  { width, height }: { width: number; height: number },
  findings: readonly Traced[],
): HeatMap | null {
  const able = findings.filter((finding) => finding.able);
  if (able.length === 0) return null;
  const rows = Math.max(1, Math.round((COLUMNS * height) / width));
  const values = new Uint8Array(COLUMNS * rows);
  for (const { box, strength } of able.flatMap(spotsOf)) {
    const value = Math.round(255 * Math.min(1, Math.max(0, strength / FULL)));
    const [left, right] = cells(box.left, box.width, COLUMNS);
    const [top, bottom] = cells(box.top, box.height, rows);
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const at = row * COLUMNS + column;
        values[at] = Math.max(values[at]!, value);
      }
    }
  }
  return { columns: COLUMNS, rows, values };
}

function spotsOf({ spots, place, measure, threshold, result }: Traced): readonly Spot[] {
  if (spots) return spots;
  if (!place) return [];
  const strength = threshold > 0 ? measure / threshold : 0;
  // A measure whose low values point to a change has a failed finding below its threshold.
  return [{ box: place, strength: result === 'fail' ? Math.max(1, strength) : Math.min(1, strength) }];
}

/** The cells that a span of shares touches, at least one. */
function cells(from: number, size: number, count: number): [from: number, to: number] {
  const first = Math.min(count - 1, Math.max(0, Math.floor(from * count)));
  return [first, Math.min(count, Math.max(first + 1, Math.ceil((from + size) * count)))];
}
