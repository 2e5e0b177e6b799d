import type { Sheet } from './draw.ts';
import type { Content, Layout } from './layouts.ts';

/*
 * Papers whose holder and address stand otherwise than in `LAYOUTS`: under other labels, with lines between or around them that
 * are not part of them, and beside addresses of others.
 */

const MARGIN = 52;

const lines = (page: Sheet, x: number, y: number, texts: readonly string[], size = 10, leading = 0): number =>
  texts.reduce((at, text) => page.text(x, at, text, { size }) + leading, y);

/** Title, date, period and body from `y` down, with the day as label and value. */
function rest(page: Sheet, content: Content, y: number): void {
  y = page.text(MARGIN, y, content.title, { size: 13, bold: true }) + 6;
  if (content.dated) {
    const [label, value] = content.dated;
    const between = /[:,]$|^(?:Le|En |Fait)| le$/.test(label) ? ' ' : ': ';
    y = page.text(MARGIN, y, [label, value].filter(Boolean).join(between)) + 4;
  }
  if (content.period) y = page.text(MARGIN, y, content.period) + 4;
  const column = (page.width - 2 * MARGIN) / 3;
  for (const row of content.rows) {
    const cells = typeof row === 'string' ? [row] : row;
    for (const [i, cell] of cells.entries()) if (cell) page.text(MARGIN + i * column, y, cell, { size: 9 });
    y += 17;
  }
}

const head = (page: Sheet, { issuer }: Content) => page.text(MARGIN, 40, issuer, { size: 16, bold: true });
const foot = (page: Sheet, { issuer, from }: Content) =>
  page.text(MARGIN, 770, [issuer, ...from].join(', '), { size: 7 });

/** Returns whether the paper is in English: other languages have labels of their own. */
const isEnglish = ({ labels }: Content) => /[a-z]* ?(?:name|holder|customer)/i.test(labels[0]);

/** The labels of a paper, or others of its language that mean the same. */
const labelsOf = (content: Content, holder: string, address: string) =>
  isEnglish(content) ? ([holder, address] as const) : content.labels;

/** `Bill to` and `Remit to` side by side, each above name and address. */
const billTo: Layout = (page, content) => {
  head(page, content);
  const [label] = labelsOf(content, 'Bill to:', '');
  page.text(MARGIN, 110, label, { size: 9, bold: true });
  lines(page, MARGIN, 124, [content.person, ...content.address]);
  page.text(340, 110, 'Remit to:', { size: 9, bold: true });
  lines(page, 340, 124, [content.issuer, ...content.from]);
  rest(page, content, 240);
};

/** Label and value of each in one line; the address between commas. */
const oneLineEach: Layout = (page, content) => {
  head(page, content);
  const [holder, address] = labelsOf(content, 'Primary account holder', 'Service location');
  lines(page, MARGIN, 100, [`${holder}: ${content.person}`, `${address}: ${content.address.join(', ')}`], 10, 4);
  rest(page, content, 170);
  foot(page, content);
};

/** Labels in a left column, values far right of them, the address in several lines. */
const wideColumns: Layout = (page, content) => {
  head(page, content);
  const [holder, address] = labelsOf(content, 'Customer', 'Premises address');
  page.text(MARGIN, 110, holder, { size: 8 });
  page.text(300, 110, content.person, { size: 9 });
  page.text(MARGIN, 128, address, { size: 8 });
  lines(page, 300, 128, content.address, 9);
  rest(page, content, 230);
  foot(page, content);
};

/** Labels with a colon, and the lines of the address below each other right of its label. */
const hanging: Layout = (page, content) => {
  page.text(MARGIN, 40, content.title, { size: 16, bold: true });
  const [holder, address] = labelsOf(content, 'Name:', 'Address:');
  page.text(MARGIN, 90, holder);
  page.text(MARGIN + 96, 90, content.person);
  page.text(MARGIN, 106, address);
  lines(page, MARGIN + 96, 106, content.address);
  lines(page, 360, 90, [content.issuer, ...content.from], 9);
  rest(page, content, 220);
};

/** The company of the holder above their name. */
const withCompany: Layout = (page, content) => {
  head(page, content);
  lines(page, MARGIN, 66, content.from, 8);
  const company = isEnglish(content) ? 'Quillfeather Consulting Ltd' : 'Quillfeather Consulting';
  lines(page, MARGIN, 140, [company, content.person, ...content.address]);
  rest(page, content, 260);
};

/** Layout with a person in whose care the letter is sent, who is not a holder. */
const inCare: Layout = (page, content) => {
  head(page, content);
  lines(page, MARGIN, 140, [content.person, 'c/o Bartholomew Finch', ...content.address]);
  lines(page, 340, 140, [content.issuer, ...content.from], 8.5);
  rest(page, content, 260);
};

/** Codes of the post's sorting machine right above the holder and between them and the sender. */
const sorted: Layout = (page, content) => {
  head(page, content);
  lines(page, MARGIN, 58, content.from, 9);
  page.text(MARGIN, 132, '004417 1 AB 0.561 **AUTO T4 0 7212', { size: 8 });
  page.text(MARGIN, 143, 'FDTAATTDFTDADFAFDTTDFAFATDDFAT', { size: 8 });
  lines(page, MARGIN, 154, [content.person, ...content.address]);
  rest(page, content, 270);
};

/** The name larger and bold, the address small below it. */
const largeName: Layout = (page, content) => {
  head(page, content);
  page.text(MARGIN, 110, content.person, { size: 15, bold: true });
  lines(page, MARGIN, 132, content.address, 9);
  lines(page, 360, 110, [content.issuer, ...content.from], 9);
  rest(page, content, 240);
};

/** Lines of the address far apart. */
const spaced: Layout = (page, content) => {
  head(page, content);
  lines(page, MARGIN, 120, [content.person, ...content.address], 9.5, 9);
  rest(page, content, 270);
  foot(page, content);
};

/** The address in the middle of the page, each line centred. */
const centred: Layout = (page, content) => {
  page.text(page.width / 2, 40, content.issuer, { size: 16, bold: true, centred: true });
  let y = 64;
  for (const line of content.from) y = page.text(page.width / 2, y, line, { size: 8, centred: true });
  y = 140;
  for (const line of [content.person, ...content.address]) y = page.text(page.width / 2, y, line, { centred: true });
  rest(page, content, 260);
};

/** Name and address in one line between commas, without a label. */
const allInOne: Layout = (page, content) => {
  head(page, content);
  page.text(MARGIN, 100, [content.person, ...content.address].join(', '));
  rest(page, content, 150);
  foot(page, content);
};

/** Each line right-aligned at the right edge. */
const rightAligned: Layout = (page, content) => {
  head(page, content);
  lines(page, MARGIN, 62, content.from, 8);
  let y = 140;
  for (const line of [content.person, ...content.address]) y = page.text(page.width - MARGIN, y, line, { right: true });
  rest(page, content, 260);
};

/** A column of facts without a gap: label above value, the sender's first, in the same print. */
const facts: Layout = (page, content) => {
  head(page, content);
  const [holder, address] = labelsOf(content, 'Account holder(s)', 'Statement sent to');
  const all: readonly (readonly [string, readonly string[]])[] = [
    ['Issued by', [content.issuer, ...content.from]],
    [holder, [content.person]],
    [address, content.address],
    ['Reference', ['KX 4471']],
  ];
  let y = 90;
  for (const [label, values] of all) {
    y = page.text(MARGIN, y, label, { size: 8, bold: true });
    y = lines(page, MARGIN, y, values, 10) + 8;
  }
  rest(page, content, 320);
};

/** The country below the postcode, and the way to the letter box before the name. */
const abroad: Layout = (page, content) => {
  head(page, content);
  lines(page, MARGIN, 130, ['Private and confidential', content.person, ...content.address, 'BY AIR MAIL']);
  lines(page, 360, 130, ['Directors: A. Quill, B. Feather', ...content.from], 8);
  rest(page, content, 270);
};

/** A person of the sender's with an address of its own beside the holder's, as advisers and branches have. */
const withAdviser: Layout = (page, content) => {
  head(page, content);
  lines(page, 340, 60, ['Your adviser', 'Mr Bartholomew Finch', ...content.from, 'Tel. 0555 010 203'], 9);
  lines(page, MARGIN, 150, [content.person, ...content.address]);
  rest(page, content, 270);
};

/** Layout with name and address below the account's number, under a label that names both. */
const nameAndAddress: Layout = (page, content) => {
  head(page, content);
  const label = isEnglish(content) ? 'Name and address' : content.labels[0];
  lines(page, MARGIN, 100, ['8830 1127 4410', label, content.person, ...content.address]);
  rest(page, content, 240);
  lines(page, MARGIN, 740, [content.issuer, ...content.from], 9);
};

/** Print without blanks, as reading small or blurred print gives it. */
const withoutBlanks: Layout = (page, content) => {
  const close = (text: string) => text.replaceAll(' ', '');
  head(page, content);
  const [holder, address] = labelsOf(content, 'Account holder', 'Service address');
  lines(page, MARGIN, 100, [`${close(holder)}:${close(content.person)}`]);
  lines(page, MARGIN, 116, [`${close(address)}:${close(content.address.join(', '))}`]);
  rest(page, content, 170);
};

export const UNLIKE_LAYOUTS: readonly Layout[] = [
  ...[billTo, oneLineEach, wideColumns, hanging, withCompany, inCare, sorted, largeName, spaced, centred, allInOne],
  ...[rightAligned, facts, abroad, withAdviser, nameAndAddress, withoutBlanks],
];
