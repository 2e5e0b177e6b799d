import { bottom, middle, type PageLine, right } from '../text/page.ts';
import { hasTitle, mayBePeople, namesCompany } from './addressee.ts';
import { isLabel } from './label-values.ts';
import { postcodeIn } from './postcode.ts';

/** Lines of a block stand at most so many of their heights apart, top to bottom of the next. */
export const GAP = 1.3;
/** Largest gap in blocks whose lines are evenly spaced, in line heights. */
const WIDE_GAP = 2.6;
/** Steps from line to line differ at most by so much of the first where they stand evenly. */
const EVEN = 0.15;
/** Lines of a block begin within so many of their heights of each other. */
const INDENT = 1.2;
/** Letters so much higher than the postcode's are a heading. */
const LARGER = 1.55;
/** Most lines above the one with the postcode. */
export const ABOVE = 6;

type Edge = (line: PageLine) => number;
/** Edges by which the lines of a block may be aligned: left, right or the middle. */
const left: Edge = ({ box }) => box.left;
const EDGES: readonly Edge[] = [left, right, ({ box }) => box.left + box.width / 2];

/** Lines right above that are aligned with this one, from top to bottom: on the left, unless on another edge are more. */
export function linesAbove(lines: readonly PageLine[], last: PageLine, issuedIn?: string): PageLine[] {
  return EDGES.map((edge) => alignedAbove(lines, last, edge, issuedIn)).reduce((most, one) =>
    one.length > most.length ? one : most,
  );
}

function alignedAbove(lines: readonly PageLine[], last: PageLine, edge: Edge, issuedIn?: string): PageLine[] {
  const block: PageLine[] = [];
  let below = last;
  let pitch: number | undefined;
  let alone = false;
  const country = postcodeIn(last.text, issuedIn)?.country;
  while (block.length < ABOVE) {
    const { height } = below.box;
    const next = lines
      .filter((line) => line.box.top < below.box.top && Math.abs(edge(line) - edge(last)) < INDENT * last.box.height)
      .filter((line) => below.box.top - bottom(line) < WIDE_GAP * Math.min(height, line.box.height))
      .sort((a, b) => b.box.top - a.box.top)[0];
    const other = next && postcodeIn(next.text, issuedIn);
    // Two rows of a table, each with a label.
    if (next && isLabelled(next, lines) && isLabelled(below, lines)) break;
    // Another line between shows that the edges meet by chance.
    if (next && edge !== left && lines.some((line) => isBetween(line, next, below))) break;
    // Below a postcode that one state alone writes so, four digits before a word are a house's number: `1881 PIERCE ST`.
    if (!next || (other && !(country && other.country === null))) break;
    const step = middle(below) - middle(next);
    const gap = below.box.top - bottom(next);
    const even = pitch === undefined || Math.abs(step - pitch) < EVEN * pitch;
    if (next.box.height > LARGER * last.box.height) {
      if (isLargeName(lines, next) && gap < GAP * next.box.height) block.unshift(next);
      break;
    }
    const name = next.box.height > height && mayBePeople(next.text);
    const wide = gap >= GAP * (name ? next.box.height : Math.min(height, next.box.height));
    if (wide && !even) break;
    alone = wide && pitch === undefined;
    block.unshift(next);
    pitch ??= step;
    below = next;
  }
  // Two lines far apart prove no even steps.
  return alone ? [] : block;
}

/** Returns whether the label of an address or of a person stands in the row of a line, left of it. */
const isLabelled = (line: PageLine, lines: readonly PageLine[]) =>
  lines.some(
    (other) =>
      right(other) <= line.box.left &&
      Math.abs(middle(other) - middle(line)) < line.box.height / 2 &&
      isLabel(other.text),
  );

/** Returns whether a line stands between two others, under the upper one. */
const isBetween = (line: PageLine, upper: PageLine, lower: PageLine) =>
  middle(line) > bottom(upper) &&
  middle(line) < lower.box.top &&
  line.box.left < right(upper) &&
  right(line) > upper.box.left;

/** A name in larger print is the holder's with a title, or where larger print yet names who wrote the paper. */
const isLargeName = (lines: readonly PageLine[], line: PageLine) =>
  mayBePeople(line.text) &&
  (hasTitle(line.text) ||
    lines.some(
      (other) => other.box.top < line.box.top && other.box.height >= line.box.height && namesCompany(other.text),
    ));
