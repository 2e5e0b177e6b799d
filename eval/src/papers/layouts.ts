import type { Sheet } from './draw.ts';

/** Contents of one paper, as its country writes them. */
export interface Content {
  readonly issuer: string;
  readonly from: readonly string[];
  readonly title: string;
  /** Lines of the addressee and the address, in the order of the country. A line may name the person who receives the mail (c/o). */
  readonly block: readonly string[];
  readonly people: readonly string[];
  readonly address: readonly string[];
  /** Another place that is supplied; null where it is the holder's address. */
  readonly service: readonly string[] | null;
  readonly labels: {
    readonly holder: string;
    readonly address: string;
    readonly service: string;
    readonly account: string;
  };
  readonly dated: readonly [label: string, value: string];
  readonly body: readonly string[];
  /** Parts of an address in one line. */
  readonly comma: string;
}

/** Draws a paper; its name tells reports of the measurement which layout failed. */
export type Layout = (sheet: Sheet, content: Content) => Promise<void>;

const LEFT = 55;

async function body(sheet: Sheet, { body }: Content, y: number): Promise<number> {
  let at = y;
  for (const row of [...body, ...body]) {
    at = await sheet.text(LEFT, at, row, { size: 9.5 });
    at += 5;
  }
  return at;
}

async function service(sheet: Sheet, { service, labels, comma }: Content, x: number, y: number): Promise<void> {
  if (service) await sheet.text(x, y, `${labels.service}: ${service.join(comma)}`, { size: 8.5 });
}

const facts = ({ labels, dated }: Content) => [`${labels.account}: 4471 0082`, `${dated[0]}: ${dated[1]}`];

/** A window on the left with the sender in small print above it, the date right of it. */
async function windowLeft(sheet: Sheet, content: Content) {
  await sheet.text(540, 40, content.issuer, { size: 17, bold: true, align: 'end' });
  await sheet.text(LEFT, 122, [content.issuer, ...content.from].join(' · '), { size: 6.5 });
  await sheet.lines(LEFT, 140, content.block, { size: 10.5 });
  await sheet.lines(370, 140, facts(content), { size: 9 });
  await sheet.text(LEFT, 262, content.title, { size: 14, bold: true });
  await service(sheet, content, LEFT, 288);
  await body(sheet, content, 312);
}

/** A window on the right; the sender's address at the same height on the left, in the same size. */
async function windowRight(sheet: Sheet, content: Content) {
  await sheet.text(LEFT, 40, content.issuer, { size: 15, bold: true });
  await sheet.lines(LEFT, 140, [content.issuer, ...content.from], { size: 10 });
  await sheet.lines(325, 140, content.block, { size: 10.5 });
  await sheet.lines(LEFT, 222, facts(content), { size: 9 });
  await sheet.text(LEFT, 270, content.title, { size: 13, bold: true });
  await service(sheet, content, LEFT, 294);
  await body(sheet, content, 316);
}

/** Holder and address in cells of a table. */
async function table(sheet: Sheet, content: Content) {
  await sheet.text(LEFT, 40, content.issuer, { size: 14 });
  await sheet.text(LEFT, 84, content.title, { size: 17, bold: true });
  const cells = [
    ...content.people.map((person) => [content.labels.holder, person] as const),
    [content.labels.address, content.address.join(content.comma)],
    ...(content.service ? [[content.labels.service, content.service.join(content.comma)] as const] : []),
    content.dated,
  ];
  for (const [i, [label, value]] of cells.entries()) {
    sheet.frame(LEFT, 122 + 24 * i, 485, 24);
    await sheet.text(LEFT + 6, 129 + 24 * i, label, { size: 9, bold: true });
    await sheet.text(LEFT + 150, 129 + 24 * i, value, { size: 9.5 });
  }
  const end = await body(sheet, content, 270);
  await sheet.text(LEFT, Math.max(end, 740), [content.issuer, ...content.from].join(content.comma), { size: 7.5 });
}

/** Labels above the holder and the address, the facts on the right. */
async function labelled(sheet: Sheet, content: Content) {
  await sheet.text(LEFT, 46, content.title, { size: 17, bold: true });
  await sheet.text(540, 24, content.issuer, { size: 12, bold: true, align: 'end' });
  sheet.rule(72);
  await sheet.text(LEFT, 96, content.labels.holder, { size: 8 });
  const next = await sheet.lines(LEFT, 108, content.people, { size: 11 });
  await sheet.text(LEFT, next + 8, content.labels.address, { size: 8 });
  await sheet.lines(LEFT, next + 20, content.address, { size: 10 });
  await sheet.lines(350, 108, facts(content), { size: 9.5 });
  await service(sheet, content, LEFT, 252);
  const end = await body(sheet, content, 276);
  await sheet.lines(LEFT, end + 26, content.from, { size: 8 });
}

/** A letter in the middle of whose head the sender stands, without labels; the company's addresses at its foot. */
async function letterhead(sheet: Sheet, content: Content) {
  await sheet.text(297, 36, content.issuer, { size: 16, bold: true, align: 'middle' });
  await sheet.text(297, 58, content.from.join(content.comma), { size: 8, align: 'middle' });
  sheet.rule(74);
  await sheet.lines(LEFT, 112, content.block, { size: 11 });
  await sheet.text(540, 232, content.dated[1], { size: 10, align: 'end' });
  await sheet.text(LEFT, 258, content.title, { size: 12.5, bold: true });
  await body(sheet, content, 290);
  sheet.rule(765);
  await sheet.text(LEFT, 772, [content.issuer, ...content.from].join(content.comma), { size: 7 });
}

/** A slip for payment at the foot, with both addresses once more. */
async function withSlip(sheet: Sheet, content: Content) {
  await sheet.text(LEFT, 40, content.issuer, { size: 14, bold: true });
  await sheet.lines(400, 40, content.from, { size: 8.5 });
  await sheet.text(LEFT, 92, content.title, { size: 15, bold: true });
  await sheet.lines(LEFT, 126, content.block, { size: 10 });
  await sheet.lines(350, 126, facts(content), { size: 9.5 });
  await service(sheet, content, LEFT, 226);
  await body(sheet, content, 250);
  sheet.rule(640);
  await sheet.lines(LEFT, 660, content.block, { size: 8.5 });
  await sheet.lines(360, 660, [content.issuer, ...content.from], { size: 8.5 });
}

/** Two columns of equal print: the holder on the left, the place that is supplied on the right. */
async function twoColumns(sheet: Sheet, content: Content) {
  await sheet.text(LEFT, 36, content.issuer, { size: 18, bold: true });
  await sheet.text(LEFT, 60, content.from.join(content.comma), { size: 8 });
  await sheet.text(LEFT, 108, content.labels.address, { size: 9, bold: true });
  await sheet.lines(LEFT, 122, content.block, { size: 10 });
  if (content.service) {
    await sheet.text(320, 108, content.labels.service, { size: 9, bold: true });
    await sheet.lines(320, 122, content.service, { size: 10 });
  }
  await sheet.text(LEFT, 240, content.title, { size: 14, bold: true });
  await sheet.lines(LEFT, 262, facts(content), { size: 9.5 });
  await body(sheet, content, 310);
}

/** Marks of the post above the name, facts in a frame beside it, the company's data in columns at the foot. */
async function marked(sheet: Sheet, content: Content) {
  await sheet.text(540, 34, content.issuer, { size: 15, bold: true, align: 'end' });
  await sheet.lines(540, 56, content.from, { size: 8, align: 'end' });
  await sheet.text(LEFT, 118, '0001742 01 AB 0.428', { size: 6.5 });
  await sheet.lines(LEFT, 132, content.block, { size: 10 });
  sheet.frame(340, 120, 200, 48);
  await sheet.lines(348, 128, facts(content), { size: 9 });
  await sheet.text(LEFT, 256, content.title, { size: 15, bold: true });
  await service(sheet, content, LEFT, 282);
  await body(sheet, content, 306);
  await sheet.lines(LEFT, 770, [content.issuer, ...content.from], { size: 7 });
  await sheet.lines(320, 770, ['www.example.com', 'info@example.com'], { size: 7 });
}

/** Labels and values in lines with a colon, as leases and wage slips have them. */
async function colons(sheet: Sheet, content: Content) {
  await sheet.text(297, 44, content.title, { size: 17, bold: true, align: 'middle' });
  await sheet.text(297, 70, content.issuer, { size: 11, align: 'middle' });
  let y = 112;
  for (const person of content.people) y = (await sheet.text(LEFT, y, `${content.labels.holder}: ${person}`)) + 6;
  y = (await sheet.text(LEFT, y, `${content.labels.address}: ${content.address.join(content.comma)}`)) + 6;
  if (content.service) {
    y = (await sheet.text(LEFT, y, `${content.labels.service}: ${content.service.join(content.comma)}`)) + 6;
  }
  y = (await sheet.text(LEFT, y, `${content.dated[0]}: ${content.dated[1]}`)) + 6;
  const end = await body(sheet, content, y + 24);
  await sheet.lines(LEFT, end + 30, [content.issuer, ...content.from], { size: 8.5 });
}

/** The holder on the right below the date, the sender with its address top left in print of the same size. */
async function rightUnderDate(sheet: Sheet, content: Content) {
  await sheet.lines(LEFT, 46, [content.issuer, ...content.from], { size: 10.5 });
  await sheet.lines(330, 96, facts(content), { size: 9 });
  await sheet.lines(330, 146, content.block, { size: 11 });
  await sheet.text(LEFT, 262, content.title, { size: 13, bold: true });
  await body(sheet, content, 294);
  await sheet.text(297, 800, [content.issuer, ...content.from].join(content.comma), { size: 6.5, align: 'middle' });
}

/** The holder at the left under a wide band of facts; the place that is supplied in a table below. */
async function underBand(sheet: Sheet, content: Content) {
  await sheet.text(LEFT, 30, content.issuer, { size: 20, bold: true });
  sheet.frame(LEFT, 66, 485, 30);
  for (const [i, fact] of facts(content).entries()) await sheet.text(LEFT + 10 + 230 * i, 75, fact, { size: 9 });
  await sheet.lines(LEFT, 130, content.block, { size: 10 });
  await sheet.lines(540, 130, content.from, { size: 8.5, align: 'end' });
  await sheet.text(LEFT, 244, content.title, { size: 14, bold: true });
  if (content.service) {
    sheet.frame(LEFT, 276, 485, 24);
    await sheet.text(LEFT + 6, 283, content.labels.service, { size: 9, bold: true });
    await sheet.text(LEFT + 150, 283, content.service.join(content.comma), { size: 9.5 });
  }
  await body(sheet, content, 322);
}

/** Layouts for development, and others for the final figure. */
export const LAYOUTS: Readonly<Record<'tune' | 'held', readonly Layout[]>> = {
  tune: [windowLeft, windowRight, table, labelled, letterhead, withSlip],
  held: [twoColumns, marked, colons, rightUnderDate, underBand],
};
