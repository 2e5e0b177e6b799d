import type { Sheet } from './draw.ts';

/** Contents of one paper, written as its country writes it. */
export interface Content {
  readonly issuer: string;
  readonly from: readonly string[];
  readonly title: string;
  readonly person: string;
  readonly address: readonly string[];
  readonly labels: readonly [holder: string, address: string];
  /** Label and value; either may be missing. */
  readonly dated: readonly [label: string, value: string] | null;
  readonly period: string | null;
  readonly rows: readonly (string | readonly string[])[];
}

/** Layout of a page. */
export type Layout = (page: Sheet, content: Content) => void;

const MARGIN = 52;

/** Rows of the body from `y` down: sentences, and cells in columns. */
function body(page: Sheet, rows: Content['rows'], y: number): number {
  for (const row of rows) {
    if (typeof row === 'string') {
      y = page.text(MARGIN, y, row, { size: 9.5 }) + 6;
      continue;
    }
    const column = (page.width - 2 * MARGIN) / Math.max(row.length, 2);
    for (const [i, cell] of row.entries()) if (cell) page.text(MARGIN + i * column, y, cell, { size: 9 });
    y += 17;
  }
  return y;
}

const lines = (page: Sheet, x: number, y: number, texts: readonly string[], size = 10): number =>
  texts.reduce((at, text) => page.text(x, at, text, { size }), y);

const dateLine = ({ dated }: Content) =>
  dated ? [dated.filter(Boolean).join(/[:,]$|^(?:Le|En |Fait)| le$/.test(dated[0]) ? ' ' : ': ')] : [];

/** A window on the left, references in a column on the right: ISO 269 DL, as in Britain and Germany (DIN 5008 B). */
const windowLeft: Layout = (page, content) => {
  page.text(MARGIN, 44, content.issuer, { size: 18, bold: true });
  page.text(MARGIN, 126, [content.issuer, ...content.from].join(' · '), { size: 6 });
  lines(page, MARGIN, 142, [content.person, ...content.address]);
  const facts = [['Ref.', 'KX 4471'], ...(content.dated ? [content.dated] : [])];
  for (const [i, [label, value]] of facts.entries()) {
    page.text(350, 142 + 26 * i, label, { size: 8 });
    page.text(350, 152 + 26 * i, value, { size: 10 });
  }
  page.text(MARGIN, 262, content.title, { size: 14, bold: true });
  if (content.period) page.text(MARGIN, 288, content.period);
  body(page, content.rows, 320);
};

/** A window on the right, the sender's own address on the left: as in France, Belgium and Switzerland. */
const windowRight: Layout = (page, content) => {
  page.text(MARGIN, 40, content.issuer, { size: 15, bold: true });
  lines(page, MARGIN, 62, content.from, 8.5);
  lines(page, 322, 140, [content.person, ...content.address], 11);
  page.text(MARGIN, 150, 'Ref: 77 120 338', { size: 8.5 });
  lines(page, 322, 232, dateLine(content));
  page.text(MARGIN, 270, content.title, { size: 13, bold: true });
  if (content.period) page.text(MARGIN, 294, content.period);
  body(page, content.rows, 326);
};

/** Holder and address in a framed table. */
const table: Layout = (page, content) => {
  page.text(MARGIN, 40, content.issuer, { size: 13 });
  page.text(MARGIN, 84, content.title, { size: 17, bold: true });
  const cells: (readonly [string, string])[] = [
    [content.labels[0], content.person],
    [content.labels[1], content.address.join(', ')],
    ...(content.dated ? [[content.dated[0].replace(/[:,]$/, '') || 'Date', content.dated[1]] as const] : []),
  ];
  for (const [i, [label, value]] of cells.entries()) {
    page.frame(MARGIN, 122 + 24 * i, page.width - 2 * MARGIN, 24);
    page.text(MARGIN + 6, 129 + 24 * i, label, { size: 9, bold: true });
    page.text(MARGIN + 150, 129 + 24 * i, value, { size: 9.5 });
  }
  if (content.period) page.text(MARGIN, 214, content.period);
  const end = body(page, content.rows, 244);
  lines(page, MARGIN, Math.max(end + 40, 700), [[content.issuer, ...content.from].join(', ')], 7.5);
};

/** Labels above holder and address, in two columns; the title first. */
const labelled: Layout = (page, content) => {
  page.text(MARGIN, 46, content.title, { size: 17, bold: true });
  page.text(page.width - MARGIN, 24, content.issuer, { size: 12, bold: true, right: true });
  page.rule(MARGIN, 70, page.width - 2 * MARGIN);
  page.text(MARGIN, 96, content.labels[0], { size: 8 });
  page.text(MARGIN, 108, content.person, { size: 11 });
  page.text(MARGIN, 136, content.labels[1], { size: 8 });
  lines(page, MARGIN, 148, content.address, 10);
  lines(page, 330, 108, [...dateLine(content), ...(content.period ? [content.period] : [])]);
  const end = body(page, content.rows, 250);
  lines(page, MARGIN, end + 30, content.from, 8);
};

/** The sender top right with its address, references beside the holder's own lines, a slip to send back at the foot. */
const withSlip: Layout = (page, content) => {
  page.text(MARGIN, 40, content.issuer, { size: 14, bold: true });
  lines(page, 380, 40, content.from, 8);
  page.text(MARGIN, 92, content.title, { size: 15, bold: true });
  lines(page, MARGIN, 128, [content.person, ...content.address]);
  const facts = [...dateLine(content), ...(content.period ? [content.period] : []), 'Reference 2204 1187'];
  lines(page, 330, 128, facts, 9.5);
  body(page, content.rows, 240);
  page.rule(MARGIN, 600, page.width - 2 * MARGIN);
  lines(page, MARGIN, 620, [content.person, ...content.address], 8.5);
  lines(page, 360, 620, [content.issuer, ...content.from], 8.5);
};

/** Letter like `windowLeft`, with a narrow column of facts right of the text and the date in a line of its own. */
const letter: Layout = (page, content) => {
  page.text(page.width - MARGIN, 40, content.issuer, { size: 13, bold: true, right: true });
  for (const [i, line] of content.from.entries())
    page.text(page.width - MARGIN, 58 + 11 * i, line, { size: 8, right: true });
  lines(page, MARGIN, 130, [content.person, ...content.address], 10.5);
  lines(page, MARGIN, 222, dateLine(content));
  page.text(MARGIN, 250, content.title, { size: 12, bold: true });
  if (content.period) page.text(MARGIN, 272, content.period);
  body(page, content.rows, 300);
};

export const LAYOUTS: readonly Layout[] = [windowLeft, windowRight, table, labelled, withSlip, letter];
