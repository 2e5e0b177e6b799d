/** A box around a line, in pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Full lines of a column, one below the other, that make running text: a document has labels and values, which are short. */
const FULL_LINES = 5;

/**
 * Least width of a line of running text: in heights of its box (about 20 characters), and as a share of the picture's width. Labels
 * and values of a document that stand close to one another are narrower.
 */
const LONG = { heights: 8, share: 0.3 };

/** Share of the column's width that a full line covers: paragraphs end and begin with shorter lines. */
const FULL = 0.8;

/** Largest step from line to line, in heights of a line, and the share by which steps and heights may vary. */
const STEP = 3.2;
const EVEN = 0.35;

/**
 * Returns whether lines of text make a column of running text, as on a page of a book or a letter: long lines of one height, one
 * below the other at even steps, that begin and end at the same place.
 *
 * @param lines boxes in pixels
 * @param pictureWidth pixels
 */
export function hasRunningText(lines: readonly Box[], pictureWidth: number): boolean {
  const least = LONG.share * pictureWidth;
  const long = lines
    .filter(({ width, height }) => width >= LONG.heights * height && width >= least)
    .sort((a, b) => middle(a) - middle(b));
  return long.some((first) => columnFrom(first, long) >= FULL_LINES);
}

const middle = ({ top, height }: Box) => top + height / 2;

/** Number of full lines of the column that begins with `first`. */
function columnFrom(first: Box, sorted: readonly Box[]): number {
  let [last, step, count] = [first, 0, 1];
  for (const line of sorted) {
    const down = middle(line) - middle(last);
    if (down < 0.8 * last.height || !isBeside(line, last)) continue;
    if (step === 0 ? down > STEP * first.height : down > (1 + EVEN) * step) break;
    if (step !== 0 && down < (1 - EVEN) * step) continue;
    [last, step, count] = [line, step === 0 ? down : (step + down) / 2, count + 1];
  }
  return count;
}

/** Returns whether two lines are of one column, and both full. */
function isBeside(line: Box, last: Box): boolean {
  const shared = Math.min(line.left + line.width, last.left + last.width) - Math.max(line.left, last.left);
  const alike = Math.abs(line.height - last.height) <= EVEN * Math.max(line.height, last.height);
  return alike && shared >= FULL * Math.max(line.width, last.width);
}
