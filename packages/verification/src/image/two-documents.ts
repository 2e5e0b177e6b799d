import type { Finding } from '../finding.ts';
import type { DecodedImage, GreyRaster } from './decode.ts';
import type { Box, Evidence, Sight } from './presence.ts';
import type { TextRow } from './text-rows.ts';

/** Width by height that each half must have to be a card: as for outlines, with some ground around it. */
const CARD = [1.2, 1.95] as const;

/** Rows of print that each half must hold. */
const ROWS = 2;

/** Standard deviation, in grey levels, of a line of pixels that shows nothing but the ground between two cards. */
const EMPTY = 9;

/** Share of empty lines from which the picture is a page, whose paper shows between the lines, and no gap says anything. */
const PAGE = 0.2;

/**
 * Several cards in one picture: two machine readable zones, or a gap through the whole picture with print on both sides
 * that is shaped like a card. Front and back of one card count, too: whether they belong together is for others to say.
 */
export function severalDocuments(image: Pick<DecodedImage, 'grey'>, { rows }: Sight, evidence: Evidence = {}): Finding {
  const measure = Math.max(evidence.mrz?.length ?? 0, halvesOf(image.grey, rows) ? 2 : 1);
  return {
    name: 'two_documents',
    measure,
    threshold: 1,
    result: measure > 1 ? 'fail' : 'pass',
    reason: measure > 1 ? `The image shows ${measure} cards` : 'The image shows only one card',
  };
}

/** Two parts of a picture, shares of its width and height, with a card each and a gap between them; null without a gap. */
export function halvesOf(grey: GreyRaster, rows: readonly TextRow[]): readonly [Box, Box] | null {
  const { width, height } = grey;
  const emptyRow = (y: number) => lineDeviation(grey, y * width, 1, width) <= EMPTY;
  const emptyColumn = (x: number) => lineDeviation(grey, x, width, height) <= EMPTY;
  if (share(height, emptyRow) > PAGE || share(width, emptyColumn) > PAGE) return null;
  for (let y = Math.round(0.35 * height); y < 0.65 * height; y++) {
    if (!emptyRow(y)) continue;
    const [above, below] = [width / y, width / (height - y)];
    if (isCard(above) && isCard(below) && count(rows, (row) => row.bottom < y) && count(rows, (row) => row.top > y)) {
      const at = y / height;
      return [
        { left: 0, top: 0, width: 1, height: at },
        { left: 0, top: at, width: 1, height: 1 - at },
      ];
    }
  }
  for (let x = Math.round(0.35 * width); x < 0.65 * width; x++) {
    if (!emptyColumn(x)) continue;
    const [left, right] = [x / height, (width - x) / height];
    if (isCard(left) && isCard(right) && count(rows, (row) => row.right < x) && count(rows, (row) => row.left > x)) {
      const at = x / width;
      return [
        { left: 0, top: 0, width: at, height: 1 },
        { left: at, top: 0, width: 1 - at, height: 1 },
      ];
    }
  }
  return null;
}

function share(lines: number, holds: (line: number) => boolean): number {
  let held = 0;
  for (let line = 0; line < lines; line++) if (holds(line)) held++;
  return held / lines;
}

function isCard(ratio: number): boolean {
  return ratio >= CARD[0] && ratio <= CARD[1];
}

function count(rows: readonly TextRow[], holds: (row: TextRow) => boolean): boolean {
  return rows.filter(holds).length >= ROWS;
}

function lineDeviation({ data }: GreyRaster, from: number, step: number, length: number): number {
  let sum = 0;
  let squares = 0;
  for (let n = 0, i = from; n < length; n++, i += step) {
    sum += data[i]!;
    squares += data[i]! ** 2;
  }
  return Math.sqrt(Math.max(0, squares / length - (sum / length) ** 2));
}
