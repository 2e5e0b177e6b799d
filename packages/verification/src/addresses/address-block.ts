import { bottom, folded, inOrder, middle, type PageLine, type PageText, right, squeezed } from '../text/page.ts';
import { hasTitle, MAY_BE_TITLE, mayBePeople, namesCompany, peopleOf } from './addressee.ts';
import { ABOVE, GAP, linesAbove } from './aligned-lines.ts';
import type { AddressBlock } from './block.ts';
import { easternBlocks } from './eastern-block.ts';
import { below, FAR_CELLS, isLabel, labelledPeople, valuesOf } from './label-values.ts';
import { ADDRESS_LABEL, ATTENTION, HOLDER_LABEL, IN_CARE, OTHER_LABEL, SENDER, SUPPLIED } from './labels.ts';
import { postcodeIn, withPostcodeMended } from './postcode.ts';

/**
 * Blocks of lines that are addresses, the likeliest of the holder first.
 *
 * @param issuedIn ISO 3166-1 alpha-3; where it has no postcodes, a label alone makes an address
 */
export function addressBlocks(pages: readonly PageText[], issuedIn?: string): AddressBlock[] {
  const people = new Set(labelledPeople(pages).map(squeezed));
  const blocks = pages.flatMap((page, number) => {
    const lines = inOrder(page.lines);
    return lines.flatMap((line) => {
      const found = postcodeIn(line.text, issuedIn);
      return found ? [blockAt({ pages, number, lines, people, issuedIn }, line, found.country)] : [];
    });
  });
  const coded = issuedIn === undefined || !WITHOUT_POSTCODES.has(issuedIn);
  return [...easternBlocks(pages, issuedIn), ...blocks, ...(coded ? [] : pages.slice(0, 1).flatMap(withoutCode))]
    .filter(({ address }) => address !== '')
    .sort((a, b) => b.score - a.score);
}

/** Countries that deliver letters without postcodes (UPU, postal addressing systems) and where papers are accepted from. */
const WITHOUT_POSTCODES: ReadonlySet<string> = new Set(['HKG', 'CIV', 'GHA', 'UGA', 'ARE']);

/** The score of a labelled address without a postcode: any with one and with a label or people is taken before it. */
const WITHOUT_CODE = 4;

/** Finds addresses without a postcode: a label announces them, and they have a number and commas or several lines. */
function withoutCode(page: PageText): AddressBlock[] {
  const lines = inOrder(page.lines);
  return lines.flatMap((label) => {
    const match = ADDRESS_LABEL.exec(folded(label.text));
    if (!match) return [];
    const rest = label.text.slice(match[0].length).trim();
    const first = rest === '' ? valuesOf(lines, label)[0] : label;
    if (!first || isLabel(first.text) || (rest !== '' && !/[:]\s*$/.test(match[0]))) return [];
    const value = rest === '' ? first.text : rest;
    const block = [value];
    for (let last = first; rest === '' && block.length < ABOVE; ) {
      const next = below(lines, last).find(
        ({ box }) => box.top - bottom(last) < GAP * Math.min(box.height, last.box.height),
      );
      if (!next || isLabel(next.text) || /[:€$£]|\d{6}|\b(?:19|20)\d\d\b/.test(next.text)) break;
      block.push(next.text);
      last = next;
    }
    const address = block.join(', ').replace(/,+(?= *,|$)/g, '');
    const isOne = /\d/.test(address) && address.includes(',') && address.length < 120 && !/[@€$£]|\d{7}/.test(address);
    if (!isOne || block.some((text) => postcodeIn(text) || SENDER.test(folded(text)))) return [];
    return [
      {
        people: [],
        address,
        country: null,
        isSupplied: SUPPLIED.test(match[0]),
        lines: [label, first],
        top: label.box.top,
        score: WITHOUT_CODE,
      },
    ];
  });
}

interface Around {
  readonly pages: readonly PageText[];
  /** Number of the block's page. */
  readonly number: number;
  /** Lines of the same page, in order. */
  readonly lines: readonly PageLine[];
  /** People that labels name, squeezed. */
  readonly people: ReadonlySet<string>;
  readonly issuedIn: string | undefined;
}

function blockAt(
  { pages, number, lines, people: labelled, issuedIn }: Around,
  last: PageLine,
  country: string | null,
): AddressBlock {
  const page = pages[number]!;
  const above = linesAbove(lines, last, issuedIn);
  const all = [...above, last];
  const own = all.findIndex(({ text }) => ADDRESS_LABEL.exec(folded(text)) !== null);
  const head = all[0]!;
  const labels = lines.filter((line) => isLabelOf(line, all));
  const label = own >= 0 || labels.length > 0;
  const ownLabel = own >= 0 ? ADDRESS_LABEL.exec(folded(all[own]!.text))![0] : '';
  const isSupplied = [ownLabel, ...labels.map(({ text }) => folded(text))].some((text) => SUPPLIED.test(text));
  const texts = all.map(({ text }) => text);
  if (own >= 0) {
    const rest = texts[own]!.slice(ADDRESS_LABEL.exec(folded(texts[own]!))![0].length);
    texts.splice(0, own + 1, ...(rest ? [rest] : []));
  }
  const bare = texts.filter((text) => !IN_CARE.test(folded(text))).flatMap(withoutName);
  const { people, address: found } = partedAt(bare, label);
  const address = found.map(withPostcodeMended);
  const context = [...above, ...besides(lines, head)].map(({ text }) => folded(text)).join('\n');
  const others = [...all, ...onTop(lines, head)].some(({ text }) => OTHER_LABEL.test(folded(text)));
  const rules: [number, boolean][] = [
    [4, people.length > 0],
    [2, people.some(hasTitle)],
    [3, label || lines.some((line) => isLabelOf(line, all, HOLDER_LABEL))],
    [3, people.some((text) => labelled.has(squeezed(text)))],
    [-6, others],
    [-6, people.some((text) => namesSender(text, pages))],
    [-3, below(lines, last).some(({ text }) => CONTACT.test(folded(text)))],
    [-2, isSupplied],
    [2, country !== null],
    [1, number === 0],
    [1, head.box.top < 0.45 * page.height],
    [1, address.some((text) => /^\D{0,12}\d+[A-Za-z]?[ ,/-]/.test(text))],
    [
      -4,
      people.length === 0 &&
        [...above.slice(own + 1), ...(own < 0 ? onTop(lines, head) : [])].some(({ text }) =>
          namesCompany(country === 'ARE' ? withoutBox(text) : text),
        ),
    ],
    [-3, namesSenderOf(context, country) || namesSenderOf(folded(last.text), country)],
    [-2, last.box.height < SMALL_PRINT * middleHeight(page)],
    [-6, address.join(' ').length < 12],
  ];
  return {
    people: people.flatMap((text) => peopleOf(text)),
    address: address.map((text) => text.replace(/[,\s]+$/, '')).join(', '),
    country,
    isSupplied,
    lines: all,
    top: head.box.top,
    score: rules.reduce((sum, [weight, holds]) => sum + (holds ? weight : 0), 0),
  };
}

/**
 * Returns whether a supposed name of people belongs to a company: it is part of a longer name with a word for companies, or of
 * the company's internet address.
 */
function namesSender(text: string, pages: readonly PageText[]): boolean {
  if (hasTitle(text)) return false;
  const name = squeezed(text);
  return pages.some(({ lines }) =>
    lines.some((line) => {
      const other = squeezed(line.text);
      if (!other.includes(name) || other === name) return false;
      const hosts = folded(line.text).match(/(?:@|www\.|\/\/)[^\s/]+/g) ?? [];
      return namesCompany(line.text) || hosts.some((host) => squeezed(host).includes(name));
    }),
  );
}

/** Returns whether words of senders stand near an address. In the Emirates, everybody's mail goes to boxes. */
const namesSenderOf = (text: string, country: string | null) =>
  SENDER.test(country === 'ARE' ? withoutBox(text) : text);

const withoutBox = (text: string) => text.replace(/p\.? ?o\.? ?box/gi, '');

/** Contact details below an address, which mark it as the sender's. */
const CONTACT =
  /^(?:tel|phone|telefon|fax|e-?mail|www\.|https?:|vat |ust-?id|siret|p\.? ?iva|cif|abn |company (?:no|reg))/;

/** Print so much lower than half of the page's is where senders put their own address. */
const SMALL_PRINT = 0.85;

function middleHeight({ lines }: PageText): number {
  return lines.map(({ box }) => box.height).sort((a, b) => a - b)[lines.length >> 1] ?? 0;
}

/**
 * Splits a block into people and address. People stand above the line with the house number, and right above it unless houses
 * have names; a title is the surest sign of people. Numbers above them are the sender's marks. Lines between the people and the
 * street belong to the address: a flat, a house.
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
  if (titled >= 0) {
    while (may[to + 1] && hasTitle(heads[to + 1]!)) to++;
    while (may[from - 1] && MAY_BE_TITLE.test(heads[from - 1]!)) from--;
  } else if (street >= 0) {
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

/** Returns whether a line is a label, and nothing else, right left of a block of lines or right above it. */
function isLabelOf(line: PageLine, block: readonly PageLine[], label = ADDRESS_LABEL): boolean {
  const text = folded(line.text);
  if (label.exec(text)?.[0].length !== text.length || block.includes(line)) return false;
  const head = block[0]!;
  const { left, top, height } = head.box;
  const beside =
    Math.abs(middle(line) - middle(head)) < height && right(line) <= left && left - right(line) < FAR_CELLS * height;
  const gap = top - bottom(line);
  return beside || (gap > -height / 2 && gap < 1.5 * height && Math.abs(line.box.left - left) < 2 * height);
}

/** The line right above a block, in any type size: a sender's name is printed there in larger letters. */
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

const unlabelled = (text: string) => {
  const match = HOLDER_LABEL.exec(folded(text)) ?? ATTENTION.exec(folded(text));
  return text.slice(match?.[0].length ?? 0);
};

/** Drops lines until the first one with a number, where an address without a name begins. */
function streetOn(texts: readonly string[]): string[] {
  const from = texts.findIndex((text) => /\d/.test(text));
  return texts.slice(Math.max(0, from));
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
