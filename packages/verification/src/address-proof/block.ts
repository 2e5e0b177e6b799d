import { bottom, folded, inOrder, type PageLine, type PageText } from '../text/page.ts';
import { mayBePeople, namesCompany, peopleOf } from './people.ts';
import { postcodeIn, withPostcodeMended } from './postcode.ts';

/** Lines of a block stand at most so many of their heights apart, top to bottom of the next. */
const GAP = 1.3;
/** Lines of a block begin within so many of their heights of each other. */
const INDENT = 1.2;
/** Most lines above the one with the postcode. */
const ABOVE = 6;

export interface AddressBlock {
  readonly people: readonly string[];
  /** Lines of the address in one, parted by `, `. */
  readonly address: string;
  readonly country: string | null;
  readonly score: number;
}

/** What stands before a value that says whose address it is. Folded. */
const ADDRESS_LABEL =
  /^(?:(?:service|supply|property|billing|mailing|home|residential|permanent|customer|policyholder'?s?|site|installation|correspondence|registered)? ?address|adresse(?: du (?:client|logement|titulaire))?|anschrift|wohnanschrift|direccion|domicilio|indirizzo|morada|endereco|adres|lieu de consommation|premises)\b *[:.#-]? */;
const HOLDER_LABEL =
  /^(?:name, vorname|nachname, vorname|account holder(?:'?s? name)?|account name|(?:customer|client|holder|policyholder|member|tenant|resident|subscriber|insured|applicant|employee)(?:'?s)?(?: name)?|(?:full |holder'?s )?name(?: of (?:customer|account holder|tenant|resident))?|home ?owner|buyer|nom(?: et prenoms?)?|titulaire|kontoinhaber(?:in)?|kunde|titular|cliente|nombre(?: y apellidos)?|intestatario|nome|naam)\b *[:.-]? */;

/** Words near an address of the sender's. Folded. */
const SENDER =
  /p\.? ?o\.? ?box|tel|phone|fax|e-?mail|www|contact|customer (?:care|service)|registered (?:office|in)|remit|payable|pay to|return|head office|branch|http/;

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
  const label = all.findIndex(({ text }) => ADDRESS_LABEL.test(folded(text)));
  const texts = all.map(({ text }) => text);
  if (label >= 0) {
    const rest = texts[label]!.slice(ADDRESS_LABEL.exec(folded(texts[label]!))![0].length);
    texts.splice(0, label + 1, ...(rest ? [rest] : []));
  }
  const heads = texts.slice(0, -1);
  const from = heads.findLastIndex((text) => mayBePeople(unlabelled(text)));
  // What stands between the name and the street goes with the name only when it has no number: a flat, a care-of, a firm.
  const people = from < 0 ? [] : heads.slice(0, from + 1).filter((text) => mayBePeople(unlabelled(text)));
  const address = (from < 0 ? streetOn(texts) : texts.slice(from + 1)).map(withPostcodeMended);
  const head = all[0]!;
  const context = [...above, ...besides(lines, head)].map(({ text }) => folded(text)).join('\n');
  const rules: [number, boolean][] = [
    [4, people.length > 0],
    [3, label >= 0],
    [2, country !== null],
    [1, number === 0],
    [1, head.box.top < 0.45 * page.height],
    [1, address.some((text) => /^\D{0,12}\d+[A-Za-z]?[ ,/-]/.test(text))],
    [-4, people.length === 0 && above.some(({ text }) => namesCompany(text))],
    [-3, SENDER.test(context)],
    [-6, address.join(' ').length < 12],
  ];
  return {
    people: people.flatMap((text) => peopleOf(unlabelled(text))),
    address: address.map((text) => text.replace(/[,\s]+$/, '')).join(', '),
    country,
    score: rules.reduce((sum, [weight, holds]) => sum + (holds ? weight : 0), 0),
  };
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
    if (!next || postcodeIn(next.text) || next.box.height > 1.8 * last.box.height) break;
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

/** People that labels name: `Account holder: …`, or a label with the name right of it or below. */
export function labelledPeople(pages: readonly PageText[]): string[] {
  const names: string[] = [];
  for (const { lines } of pages) {
    for (const line of lines) {
      const match = HOLDER_LABEL.exec(folded(line.text));
      if (!match) continue;
      const rest = line.text.slice(match[0].length).trim();
      const value = rest === '' ? (nextTo(lines, line) ?? '') : rest;
      if (mayBePeople(value)) names.push(...peopleOf(value));
    }
  }
  return [...new Set(names)];
}

/** The line right of a label, else the one below. */
export function nextTo(lines: readonly PageLine[], label: PageLine): string | undefined {
  const { left, top, width, height } = label.box;
  const beside = lines
    .filter(
      ({ box }) =>
        box.left >= left + width - height / 2 && Math.abs(box.top + box.height / 2 - top - height / 2) < height / 2,
    )
    .sort((a, b) => a.box.left - b.box.left)[0];
  if (beside && beside.box.left - left - width < 12 * height) return beside.text;
  return lines
    .filter(
      ({ box }) =>
        box.top > top + height / 2 && box.top - top - height < 1.5 * height && Math.abs(box.left - left) < 2 * height,
    )
    .sort((a, b) => a.box.top - b.box.top)[0]?.text;
}
