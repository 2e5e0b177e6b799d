import { bottom, folded, inOrder, middle, type PageLine, type PageText, right } from '../text/page.ts';
import { hasTitle, mayBePeople, namesCompany, peopleOf } from './addressee.ts';
import { ADDRESS_LABEL, HOLDER_LABEL, SENDER } from './labels.ts';
import { postcodeIn, withPostcodeMended } from './postcode.ts';

/** Lines of a block stand at most so many of their heights apart, top to bottom of the next. */
const GAP = 1.3;
/** Lines of a block begin within so many of their heights of each other. */
const INDENT = 1.2;
/** Letters so much higher than the postcode's are a heading. */
const LARGER = 1.55;
/** Most lines above the one with the postcode. */
const ABOVE = 6;

export interface AddressBlock {
  readonly people: readonly string[];
  /** Lines of the address in one, parted by `, `. */
  readonly address: string;
  readonly country: string | null;
  /** Those that it was made of, labels and names of people among them. */
  readonly lines: readonly PageLine[];
  /** Of its first line, in pixels of its page. */
  readonly top: number;
  readonly score: number;
}

/** Blocks of lines that are addresses, the likeliest of the holder first. */
export function addressBlocks(pages: readonly PageText[]): AddressBlock[] {
  const blocks = pages.flatMap((page, number) => {
    const lines = inOrder(page.lines);
    return lines.flatMap((line) => {
      const found = postcodeIn(line.text);
      return found ? [blockAt(page, lines, line, found.country, number)] : [];
    });
  });
  return blocks.filter(({ address }) => address !== '').sort((a, b) => b.score - a.score);
}

function blockAt(
  page: PageText,
  lines: readonly PageLine[],
  last: PageLine,
  country: string | null,
  number: number,
): AddressBlock {
  const above = linesAbove(lines, last);
  const all = [...above, last];
  const own = all.findIndex(({ text }) => ADDRESS_LABEL.test(folded(text)));
  const head = all[0]!;
  const label = own >= 0 || lines.some((line) => isLabelOf(line, all));
  const texts = all.map(({ text }) => text);
  if (own >= 0) {
    const rest = texts[own]!.slice(ADDRESS_LABEL.exec(folded(texts[own]!))![0].length);
    texts.splice(0, own + 1, ...(rest ? [rest] : []));
  }
  const { people, address: found } = partedAt(texts.flatMap(withoutName), label);
  const address = found.map(withPostcodeMended);
  const context = [...above, ...besides(lines, head)].map(({ text }) => folded(text)).join('\n');
  const rules: [number, boolean][] = [
    [4, people.length > 0],
    [2, people.some(hasTitle)],
    [3, label],
    [2, country !== null],
    [1, number === 0],
    [1, head.box.top < 0.45 * page.height],
    [1, address.some((text) => /^\D{0,12}\d+[A-Za-z]?[ ,/-]/.test(text))],
    [-4, people.length === 0 && [...above, ...onTop(lines, head)].some(({ text }) => namesCompany(text))],
    [-3, SENDER.test(context) || SENDER.test(folded(last.text))],
    [-2, last.box.height < SMALL_PRINT * middleHeight(page)],
    [-6, address.join(' ').length < 12],
  ];
  return {
    people: people.flatMap((text) => peopleOf(text)),
    address: address.map((text) => text.replace(/[,\s]+$/, '')).join(', '),
    country,
    lines: all,
    top: head.box.top,
    score: rules.reduce((sum, [weight, holds]) => sum + (holds ? weight : 0), 0),
  };
}

/** Print so much lower than half of the page's is where senders put their own address. */
const SMALL_PRINT = 0.85;

function middleHeight({ lines }: PageText): number {
  return lines.map(({ box }) => box.height).sort((a, b) => a - b)[lines.length >> 1] ?? 0;
}

/**
 * Who and where: people stand above the line with the number of the house, and right above it unless houses have names; a
 * title is the surest sign of them. Numbers above them are marks of the sender's. What stands between them and the street belongs to the address: a flat, a house.
 */
function partedAt(texts: readonly string[], labelled: boolean): { people: string[]; address: string[] } {
  const heads = texts.slice(0, -1);
  const may = heads.map(mayBePeople);
  const titled = heads.findIndex((text, i) => may[i] && hasTitle(text));
  const first = titled >= 0 ? titled : may.indexOf(true);
  const street = texts.findIndex((text, i) => i > first && /\d/.test(withoutPostcode(text)));
  // Without a street below it, what stands below one is a town.
  const isTown = titled < 0 && street < 0 && heads.slice(0, first).some((text) => /\d/.test(text));
  if (first < 0 || isTown) return { people: [], address: labelled ? [...texts] : streetOn(texts) };
  let [from, to] = [first, first];
  if (titled >= 0) while (may[to + 1] && hasTitle(heads[to + 1]!)) to++;
  else if (street >= 0) {
    to = may.slice(0, street).lastIndexOf(true);
    from = to;
    while (from > 0 && may[from - 1]) from--;
  }
  return { people: heads.slice(from, to + 1), address: texts.slice(to + 1) };
}

function withoutPostcode(text: string): string {
  const found = postcodeIn(text);
  return found ? text.slice(0, found.at) + text.slice(found.at + found.length) : text;
}

/** A line without the label of a holder; with a name and the address behind it, `J Smith, 4 High Street, …`, two lines. */
function withoutName(text: string, index: number): string[] {
  const bare = unlabelled(text);
  if (index > 0) return [bare];
  const comma = bare.indexOf(',');
  const name = comma < 0 ? '' : bare.slice(0, comma);
  return /\d/.test(bare.slice(comma)) && mayBePeople(name) ? [name, bare.slice(comma + 1).trim()] : [bare];
}

/** Whether a line is a label, and nothing else, right left of a block of lines or right above it. */
function isLabelOf(line: PageLine, block: readonly PageLine[]): boolean {
  const text = folded(line.text);
  if (ADDRESS_LABEL.exec(text)?.[0].length !== text.length || block.includes(line)) return false;
  const head = block[0]!;
  const { left, top, height } = head.box;
  const beside =
    Math.abs(middle(line) - middle(head)) < height && right(line) <= left && left - right(line) < 25 * height;
  const gap = top - bottom(line);
  return beside || (gap > -height / 2 && gap < 1.5 * height && Math.abs(line.box.left - left) < 2 * height);
}

/** The line right above a block, whatever its print: a sender's name stands there in larger letters. */
function onTop(lines: readonly PageLine[], head: PageLine): PageLine[] {
  return lines.filter((line) => {
    const gap = head.box.top - bottom(line);
    return (
      gap > -head.box.height / 2 &&
      gap < 2 * head.box.height &&
      Math.abs(line.box.left - head.box.left) < 2 * head.box.height
    );
  });
}

const unlabelled = (text: string) => text.slice(HOLDER_LABEL.exec(folded(text))?.[0].length ?? 0);

/** Without a name, an address begins with the first line that has a number. */
function streetOn(texts: readonly string[]): string[] {
  const from = texts.findIndex((text) => /\d/.test(text));
  return texts.slice(Math.max(0, from));
}

/** Lines right above that begin where this one does, from top to bottom. */
function linesAbove(lines: readonly PageLine[], last: PageLine): PageLine[] {
  const block: PageLine[] = [];
  let below = last;
  while (block.length < ABOVE) {
    const next = lines
      .filter(
        (line) => line.box.top < below.box.top && Math.abs(line.box.left - last.box.left) < INDENT * last.box.height,
      )
      .filter((line) => below.box.top - bottom(line) < GAP * Math.min(below.box.height, line.box.height))
      .sort((a, b) => b.box.top - a.box.top)[0];
    if (!next || postcodeIn(next.text) || next.box.height > LARGER * last.box.height) break;
    block.unshift(next);
    below = next;
  }
  return block;
}

/** Lines within a hand's breadth above the block. */
function besides(lines: readonly PageLine[], head: PageLine): PageLine[] {
  return lines.filter((line) => {
    const gap = head.box.top - bottom(line);
    return (
      gap > -head.box.height && gap < head.box.height && Math.abs(line.box.left - head.box.left) < 8 * head.box.height
    );
  });
}

/** Whether a line says nothing but whose name or address comes next. */
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
      const value = rest === '' ? (nextTo(lines, line)?.text ?? '') : rest;
      if (mayBePeople(value)) names.push(...peopleOf(value));
    }
  }
  return [...new Set(names)];
}

/** A value stands at most so many heights right of its label. */
const CELLS = 25;

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
