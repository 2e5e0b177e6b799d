import { bottom, folded, inOrder, middle, type PageLine, type PageText } from '../text/page.ts';
import { hasTitle, mayBePeople, namesCompany, peopleOf } from './addressee.ts';
import { linesAbove } from './aligned-lines.ts';
import type { AddressBlock } from './block.ts';
import { below, isLabel, valuesOf } from './label-values.ts';
import { ADDRESS_LABEL, SUPPLIED } from './labels.ts';

/*
 * Addresses of China, Japan, Korea and Taiwan: from the largest place to the smallest, with the name of the person at the end (UPU,
 * postal addressing systems).
 */

interface Form {
  readonly code: RegExp;
  /** Marks of provinces, towns, streets and numbers. */
  readonly place: RegExp;
}

const FORMS: Readonly<Record<string, Form>> = {
  JPN: { code: /\d{3} ?[-－ー] ?\d{4}/, place: /[都道府県市区町村郡]|丁目|番地?/ },
  KOR: { code: /(?<!\d)\d{5}(?!\d)/, place: /[시도군구읍면동로길](?=[\s\d,(]|$)/ },
  CHN: { code: /(?<!\d)\d{6}(?!\d)/, place: /[省市区县路街道巷镇乡村]/ },
  TWN: { code: /(?<!\d)\d{3}(?:\d{2,3})?(?!\d)/, place: /[縣市區鄉鎮路街段巷弄村里]/ },
};

/** Score of a block with a name that has a courtesy, or with a label. */
const SURE = 8;

/** Largest gap between an address and the name below it, in heights of the name. */
const NAME_GAP = 3;

/** Lines of an address below its label, at most. */
const MOST_LINES = 4;

/** Addresses of countries that write the name last, the likeliest of the holder first; none for other countries. */
export function easternBlocks(pages: readonly PageText[], issuedIn: string | undefined): AddressBlock[] {
  const form = FORMS[issuedIn ?? ''];
  const [first] = pages;
  if (!form || !first || !issuedIn) return [];
  const lines = inOrder(first.lines);
  const named = lines.flatMap((line) => {
    const isFirst = mayBePeople(line.text) && hasTitle(line.text) && !lines.some((other) => isNameAbove(other, line));
    return isFirst ? namedBlock(lines, line, form) : [];
  });
  const labelled = lines.flatMap((line) => labelledBlock(lines, line, form));
  return [...named, ...labelled].map((block) => ({ ...block, country: issuedIn }));
}

function isNameAbove(other: PageLine, line: PageLine): boolean {
  const gap = line.box.top - bottom(other);
  const isNear = gap > -line.box.height / 2 && gap < line.box.height;
  return (
    isNear &&
    Math.abs(other.box.left - line.box.left) < 2 * line.box.height &&
    mayBePeople(other.text) &&
    hasTitle(other.text)
  );
}

type Block = Omit<AddressBlock, 'country'>;

function namedBlock(lines: readonly PageLine[], name: PageLine, form: Form): Block[] {
  const names = [name];
  for (;;) {
    const next = below(lines, names.at(-1)!).find(
      (line) => mayBePeople(line.text) && hasTitle(line.text) && !names.includes(line),
    );
    if (!next) break;
    names.push(next);
  }
  const nearest = lines
    .filter(
      (line) =>
        bottom(line) <= name.box.top + name.box.height / 2 && name.box.top - bottom(line) < NAME_GAP * name.box.height,
    )
    .filter((line) => Math.abs(line.box.left - name.box.left) < 3 * name.box.height)
    .sort((a, b) => b.box.top - a.box.top)[0];
  if (!nearest) return [];
  const all = [...linesAbove(lines, nearest), nearest];
  const isOther = (text: string) => isLabel(text) || namesCompany(text) || isSenders(text, form) || isCell(text);
  const from = all.findLastIndex(({ text }) => isOther(text)) + 1;
  return blockOf(all.slice(from), names, form, SURE + 2);
}

function labelledBlock(lines: readonly PageLine[], label: PageLine, form: Form): Block[] {
  const match = ADDRESS_LABEL.exec(folded(label.text));
  if (!match) return [];
  const rest = label.text.slice(match[0].length).trim();
  const isSupplied = SUPPLIED.test(match[0]);
  const score = isSupplied ? SURE - 1 : SURE;
  const supplied = (blocks: Block[]) => blocks.map((block) => ({ ...block, isSupplied }));
  if (rest !== '')
    return /[:：]\s*$/.test(match[0]) ? supplied(blockOf([{ ...label, text: rest }], [], form, score)) : [];
  const [first] = valuesOf(lines, label).filter(({ text }) => !isLabel(text));
  if (!first) return [];
  const block = [first];
  while (block.length < MOST_LINES) {
    const next = below(lines, block.at(-1)!).find((line) => !block.includes(line));
    const isOther = next && lines.some((line) => isLabel(line.text) && isInRow(line, next));
    if (!next || isOther || isLabel(next.text) || (mayBePeople(next.text) && hasTitle(next.text))) break;
    block.push(next);
  }
  const end = block.findLastIndex(({ text }) => form.place.test(text) || isCode(text, form) || UNIT.test(text)) + 1;
  return supplied(blockOf(block.slice(0, end), [], form, score));
}

/** Words of companies, which no address has. */
const COMPANY = /公司|会社|會社|銀行|银行|은행|공사|전력|회사/;

/** Marks between the parts of a sender's name and address in one line of small print. */
const BETWEEN = /[·•ㆍ・]/;

/** Returns whether a line is the sender's, as it stands above the holder's address in the windows of envelopes. */
const isSenders = (text: string, { code }: Form) => COMPANY.test(text) || (BETWEEN.test(text) && code.test(text));

/** Returns whether a line is a label with its value, such as an account number or a date. */
const isCell = (text: string) => /^[^\d:：]{2,8} ?[:：] ?\S/.test(text) && ADDRESS_LABEL.exec(folded(text)) === null;

/** Returns whether a line stands left of a value in its row, as labels in tables do. */
const isInRow = (label: PageLine, value: PageLine) =>
  label.box.left < value.box.left && Math.abs(middle(label) - middle(value)) < value.box.height / 2;

/** A flat, a house or a floor in a line of its own. */
const UNIT = /\d+ ?(?:号|號)?(?:호|동|층|号|號|室|楼|樓|棟|階)$/;

const isCode = (text: string, { code }: Form) => code.test(text) && text.replace(/[\d\s〒T-]/g, '').length === 0;

function blockOf(lines: readonly PageLine[], names: readonly PageLine[], form: Form, score: number): Block[] {
  // The title of a letter may stand right above the address.
  const isPart = ({ text }: PageLine) => form.place.test(text) || form.code.test(text);
  const address = lines.slice(Math.max(0, lines.findIndex(isPart)));
  const texts = address.map(({ text }) => text);
  const places = texts.join(' ').match(new RegExp(form.place, 'g'))?.length ?? 0;
  if (
    places < 2 ||
    !texts.some((text) => form.code.test(text)) ||
    !texts.some((text) => /\d/.test(text.replace(form.code, '')))
  )
    return [];
  const [head] = address;
  return [
    {
      people: names.flatMap(({ text }) => peopleOf(text)),
      address: texts.map(withPostalMark).join(', '),
      isSupplied: false,
      lines: [...address, ...names],
      top: head!.box.top,
      score,
    },
  ];
}

/** Reading takes the mark of Japanese postcodes for a T. */
const withPostalMark = (text: string) => text.replace(/^[TD〒干] ?(?=\d{3}-\d{4})/, '〒');
