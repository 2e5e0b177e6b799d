import { bottom, folded, middle, type PageLine, type PageText } from '../text/page.ts';
import { hasTitle, mayBeLabelled, mayBePeople, namesCompany, peopleOf } from './addressee.ts';
import { ADDRESS_LABEL, HOLDER_LABEL } from './labels.ts';

/** Returns whether a line only announces a name or an address that follows. */
export function isLabel(line: string): boolean {
  const text = folded(line);
  return [ADDRESS_LABEL, HOLDER_LABEL].some((label) => label.exec(text)?.[0].length === text.length);
}

/** People that labels name: `Account holder: …`, or a label with the name right of it or below. */
export function labelledPeople(pages: readonly PageText[]): string[] {
  const names: string[] = [];
  for (const { lines } of pages) {
    for (const line of lines) {
      const match = HOLDER_LABEL.exec(folded(line.text));
      if (!match) continue;
      const rest = line.text.slice(match[0].length).trim();
      const values = rest === '' ? valuesOf(lines, line) : [{ text: rest, box: line.box }];
      const value = values.find(({ text }) => !isLabel(text) && mayBeLabelled(text));
      if (value === undefined || namesCompany(value.text)) continue;
      if (rest === '') names.push(...holderAbove(lines, value).flatMap(({ text }) => peopleOf(text)));
      names.push(...peopleOf(value.text));
      if (rest === '') names.push(...nextHolders(lines, value).flatMap(({ text }) => peopleOf(text)));
    }
  }
  return [...new Set(names)];
}

/** A holder with a title right above the first one, whose own label could not be read. */
function holderAbove(lines: readonly PageLine[], first: PageLine): PageLine[] {
  return lines.filter(
    (line) =>
      line.box.top < first.box.top &&
      below(lines, line).includes(first) &&
      mayBePeople(line.text) &&
      hasTitle(line.text) &&
      !namesCompany(line.text),
  );
}

/** Further holders, each in a line of its own below the first. */
function nextHolders(lines: readonly PageLine[], first: PageLine): PageLine[] {
  const holders: PageLine[] = [];
  for (let last = first; holders.length < MOST_HOLDERS; last = holders.at(-1)!) {
    const next = below(lines, last).find(({ box }) => box.top > middle(last) && box.height < 1.4 * last.box.height);
    const isHolder = next && !isLabel(next.text) && mayBePeople(next.text) && !namesCompany(next.text);
    if (!isHolder || lines.some((line) => isLabelBeside(line, next))) break;
    holders.push(next);
  }
  // Where more follows than a label, a line without a title may be a house or a town.
  const last = holders.at(-1) ?? first;
  const [after] = below(lines, last)
    .filter((line) => middle(line) > bottom(last))
    .sort((a, b) => a.box.top - b.box.top);
  return after && !isLabel(after.text) ? holders.filter(({ text }) => hasTitle(text)) : holders;
}

/** Holders below the first one, at most. */
const MOST_HOLDERS = 3;

/** Returns whether a line stands left of another in its row, as the label of a value does. */
const isLabelBeside = (line: PageLine, value: PageLine) =>
  line.box.left + line.box.width <= value.box.left &&
  Math.abs(middle(line) - middle(value)) < value.box.height / 2 &&
  /\p{L}/u.test(line.text);

/** A value stands at most so many heights right of its label. */
const CELLS = 25;

/** Returns the lines that may hold the value of a label: right of it, below it, or far right of it with nothing between. */
export function valuesOf(lines: readonly PageLine[], label: PageLine): PageLine[] {
  const { left, width, height } = label.box;
  const far = lines
    .filter((line) => line.box.left >= left + width && Math.abs(middle(line) - middle(label)) < height / 2)
    .sort((a, b) => a.box.left - b.box.left)[0];
  const reached = far && far.box.left - left - width < FAR_CELLS * height ? far : undefined;
  return [nextTo(lines, label), below(lines, label)[0], reached].filter((line) => line !== undefined);
}

/** A name or an address stands at most so many heights right of its label. */
export const FAR_CELLS = 45;

/** The line right of a label, else the one below. */
export function nextTo(lines: readonly PageLine[], label: PageLine): PageLine | undefined {
  const { left, top, width, height } = label.box;
  const beside = lines
    .filter(
      ({ box }) =>
        box.left >= left + width - height / 2 && Math.abs(box.top + box.height / 2 - top - height / 2) < height / 2,
    )
    .sort((a, b) => a.box.left - b.box.left)[0];
  if (beside && beside.box.left - left - width < CELLS * height) return beside;
  return lines
    .filter(
      ({ box }) =>
        box.top > top + height / 2 && box.top - top - height < 1.5 * height && Math.abs(box.left - left) < 2 * height,
    )
    .sort((a, b) => a.box.top - b.box.top)[0];
}

/** Lines right below another, beginning where it does. */
export function below(lines: readonly PageLine[], last: PageLine): PageLine[] {
  const { left, height } = last.box;
  return lines.filter((line) => {
    const gap = line.box.top - bottom(last);
    return gap > -height / 2 && gap < 1.5 * height && Math.abs(line.box.left - left) < 2 * height;
  });
}
