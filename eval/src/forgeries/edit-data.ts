import { formatOf } from '../../../packages/verification/src/mrz/formats.ts';
import { inkOnto, softened, stamp } from './careful.ts';
import { type Change, changedZone } from './change.ts';
import { type Draft, type Printed, pixelsOf, zoneOf } from './draft.ts';
import { inkColour, print, stencil, type Typeface } from './ink.ts';
import { erase } from './inpaint.ts';
import { inkRows, printCells } from './letters.ts';
import { pick, type Random } from './random.ts';
import { copyOf, cut, noiseOf, type PixelBox, paste, within } from './raster.ts';

/** Ways in which changed letters get onto the picture. */
export type Pen =
  /** Copied from other places of the same picture. */
  | 'cloned'
  /** Erased, then drawn. */
  | 'drawn'
  /** The same with noise as around it, and ink that is a little soft. */
  | 'blended'
  /** Covered with paper from near by, then drawn as soft as a camera sees print. */
  | 'careful'
  /** Covered with paper from near by, then the ink of a letter of the same picture put onto it. */
  | 'composed';

/** Letters of the zone that differ, replaced one by one. False where the pen can't write them. */
export async function editZone(draft: Draft, change: Change, pen: Pen, random: Random, face: Typeface = 'OCR-B') {
  const found = zoneOf(draft);
  const { zone } = draft.source;
  if (!found || !zone || !formatOf(zone)) return false;
  const after = changedZone(zone, change);
  const { canvas } = draft.pages[found.page]!;
  const before = copyOf(canvas);
  const places = zone.flatMap((line, row) =>
    [...line].flatMap((letter, column) => (after[row]![column] === letter ? [] : [{ row, column }])),
  );
  if (places.length === 0) return false;
  for (const { row, column } of places) {
    const cell = within(canvas, found.cells[row]![column]!);
    const letter = after[row]![column]!;
    if (!cell) return false;
    if (pen === 'cloned' || pen === 'composed') {
      const from = zone.flatMap((line, r) => [...line].flatMap((other, c) => (other === letter ? [{ r, c }] : [])));
      if (from.length === 0) return restore(canvas, before);
      const { r, c } = pick(random, from);
      const source = found.cells[r]![c]!;
      const box = within(canvas, { ...source, width: cell.width, height: cell.height });
      if (!box || box.width !== cell.width || box.height !== cell.height) return restore(canvas, before);
      if (pen === 'cloned') paste(canvas, cut(before, box), cell);
      else if (stamp(canvas, cell)) inkOnto(canvas, cut(before, box), cell);
      else return restore(canvas, before);
    } else {
      await redraw(canvas, cell, letter, pen, face, random);
    }
  }
  draft.touched.add(found.page);
  return true;
}

function restore(canvas: { data: Uint8Array }, before: { data: Uint8Array }) {
  canvas.data.set(before.data);
  return false;
}

type Canvas = Draft['pages'][number]['canvas'];

async function redraw(canvas: Canvas, cell: PixelBox, letter: string, pen: Pen, face: Typeface, random: Random) {
  const wide = within(canvas, { ...cell, left: cell.left - cell.width, width: cell.width * 3 }) ?? cell;
  const [top, bottom] = inkRows(canvas, wide);
  const colour = inkColour(canvas, wide);
  const noise = pen === 'blended' ? noiseOf(canvas, wide) : 0;
  const stamped = pen === 'careful' && stamp(canvas, cell);
  if (!stamped) erase(canvas, cell, random, noise);
  if (letter === ' ') return;
  const ink = await stencil(letter, face, { height: Math.max(5, bottom - top), most: cell.width });
  if (stamped) {
    const { margin, ...soft } = await softened(ink, random);
    const left = cell.left + (cell.width - ink.width) / 2 - margin;
    print(canvas, soft, { left, top: top - margin }, colour, 0.95);
    return;
  }
  print(canvas, ink, { left: cell.left + (cell.width - ink.width) / 2, top }, colour, pen === 'blended' ? 0.85 : 1);
}

/** All lines of the zone erased and set again in one go. */
export async function retypeZone(draft: Draft, change: Change, random: Random, face: Typeface = 'OCR-B') {
  const found = zoneOf(draft);
  const { zone } = draft.source;
  if (!found || !zone) return false;
  const after = changedZone(zone, change);
  const { canvas } = draft.pages[found.page]!;
  for (const [row, cells] of found.cells.entries()) {
    const [first, last] = [cells[0]!, cells.at(-1)!];
    const top = Math.min(first.top, last.top);
    const box = within(canvas, {
      left: first.left - 2,
      width: last.left + last.width - first.left + 4,
      top,
      height: Math.max(first.top, last.top) + first.height - top,
    });
    if (!box) return false;
    const letters = within(canvas, { ...first, width: first.width * 5 }) ?? first;
    const [inkTop, inkBottom] = inkRows(canvas, letters);
    const colour = inkColour(canvas, box);
    erase(canvas, box, random, noiseOf(canvas, box) * 0.8);
    for (const [column, letter] of [...after[row]!].entries()) {
      const cell = cells[column]!;
      const drop = cell.top - cells[1]!.top;
      const height = Math.max(5, inkBottom - inkTop) * (letter === '<' ? 0.85 : 1);
      const ink = await stencil(letter, face, { height, most: cell.width });
      print(canvas, ink, { left: cell.left + (cell.width - ink.width) / 2, top: inkTop + drop }, colour, 0.92);
    }
  }
  draft.touched.add(found.page);
  return true;
}

/** One letter at every place in print where the value stands. False where the pen can't write it. */
export async function editPrint(
  draft: Draft,
  printed: readonly Printed[],
  change: Change,
  pen: Pen,
  random: Random,
  face: Typeface = 'DejaVu Sans',
) {
  for (const place of printed) {
    const { canvas } = draft.pages[place.page]!;
    const at = place.letterOf(change.place);
    const cell = within(canvas, place.cells[at]!);
    const old = place.text[at];
    if (!cell || old === undefined) return false;
    // Where the value stands in small letters, so does its change.
    const letter = old === old.toLowerCase() && old !== old.toUpperCase() ? change.to.toLowerCase() : change.to;
    if (pen !== 'cloned' && pen !== 'composed') {
      await redraw(canvas, cell, letter, pen, face, random);
      draft.touched.add(place.page);
      continue;
    }
    const from = lettersIn(draft, place.page, letter, cell);
    if (from.length === 0) return false;
    const source = cut(canvas, pick(random, from));
    const to = {
      left: cell.left + Math.round((cell.width - source.width) / 2),
      top: cell.top + cell.height - source.height,
    };
    if (pen === 'composed' && stamp(canvas, cell)) inkOnto(canvas, source, to);
    else {
      erase(canvas, cell, random, noiseOf(canvas, place.line));
      paste(canvas, source, to);
    }
    draft.touched.add(place.page);
  }
  return printed.length > 0;

  function lettersIn({ pages }: Draft, page: number, letter: string, cell: PixelBox): PixelBox[] {
    const { canvas, places } = pages[page]!;
    return places.print.flatMap(({ text, box }) => {
      const line = text.includes(letter) ? pixelsOf(canvas, box) : null;
      if (!line) return [];
      const cells = printCells(canvas, line, text);
      return [...text].flatMap((other, i) => {
        const found = other === letter ? within(canvas, cells[i]!) : null;
        const alike = found && Math.abs(found.height - cell.height) <= 0.2 * cell.height;
        return alike && found.width < 1.6 * cell.width ? [found] : [];
      });
    });
  }
}

/** A printed line erased and set again with another value in another typeface. */
export async function retypePrint(
  draft: Draft,
  { page, line, text, cells, from, to }: Printed,
  value: string,
  face: Typeface,
  random: Random,
  { patch = false, noise = true } = {},
) {
  const { canvas } = draft.pages[page]!;
  const [first, last] = [cells[from]!, cells[to]!];
  const box = within(canvas, {
    left: first.left - 1,
    width: last.left + last.width - first.left + 2,
    top: line.top,
    height: line.height,
  });
  if (!box) return false;
  const [top, bottom] = inkRows(canvas, box);
  const colour = inkColour(canvas, box);
  if (patch) {
    // A rectangle of one colour, as an editor of screenshots fills it.
    const wide = within(canvas, {
      ...box,
      left: box.left - 3,
      top: box.top - 2,
      width: box.width + 6,
      height: box.height + 4,
    })!;
    const paper = [...canvas.data.subarray((wide.top * canvas.width + wide.left) * 3).subarray(0, 3)];
    for (let y = wide.top; y < wide.top + wide.height; y++) {
      for (let x = wide.left; x < wide.left + wide.width; x++) canvas.data.set(paper, (y * canvas.width + x) * 3);
    }
  } else {
    erase(canvas, box, random, noise ? noiseOf(canvas, box) : 0);
  }
  const written = text.slice(from, to + 1) === text.slice(from, to + 1).toUpperCase() ? value : capitalised(value);
  const height = Math.max(6, bottom - top);
  const drawn = await stencil(written, face, { height, most: canvas.width - box.left - 1 });
  print(canvas, drawn, { left: box.left + 1, top }, colour);
  draft.touched.add(page);
  return true;
}

const capitalised = (text: string) => text.replace(/\p{L}+/gu, (word) => word[0]! + word.slice(1).toLowerCase());
