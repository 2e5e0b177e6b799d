import { readPdf } from '@bonafide/verification';
import sharp from 'sharp';
import { FAMILIES, sheet } from './draw.ts';
import { type Content, LAYOUTS, type Layout } from './layouts.ts';
import type { Paper } from './paper.ts';
import { PAPERS } from './papers.ts';
import { PLACES } from './places.ts';

export interface MadeProof {
  /** Name for a reader of the list: number, kind, country, layout. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType: 'application/pdf' | 'image/jpeg';
  readonly kind: string;
  readonly country: string;
  readonly issuer: string;
  readonly holder: readonly string[];
  readonly address: string;
  readonly date: string;
  readonly period: readonly [string, string] | null;
}

/** One in so many is a picture: reading one takes as long as reading fifty PDFs with text. */
const PICTURE_EVERY = 6;

const DAY = 86_400_000;
const iso = (date: Date) => date.toISOString().slice(0, 10);

/** Ways in which papers become pictures. */
interface Photographs {
  /** One in so many is a picture; the others are PDFs with text. */
  readonly every: number;
  /** Degrees that a picture is turned by at most, to either side. */
  readonly tilt: number;
}

const SCANS: Photographs = { every: PICTURE_EVERY, tilt: 1.5 };

/** One proof for each paper; another seed gives other people, layouts, dates and fonts. */
export async function* madeProofs(
  seed = 1,
  layouts: readonly Layout[] = LAYOUTS,
  photographs: Photographs = SCANS,
): AsyncGenerator<MadeProof> {
  const random = sequence(seed);
  for (const [number, paper] of PAPERS.entries()) yield await made(paper, number + seed, random, layouts, photographs);
}

async function made(
  paper: Paper,
  number: number,
  random: () => number,
  layouts: readonly Layout[],
  { every, tilt }: Photographs,
): Promise<MadeProof> {
  const place = PLACES[paper.country];
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const [person, ...holder] = pick(place.people);
  const address = pick(place.addresses);
  const date = new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 330) * DAY);
  const before = (days: number) => new Date(date.getTime() - days * DAY);
  const [start, end] = [
    before(paper.dated === null ? 30 : 33 + Math.floor(random() * 60)),
    before(paper.dated === null ? 0 : 3),
  ];
  const write = pick([place.words, place.figures]);
  const fill = (text: string) =>
    text.replace(/\{(\d|\+)\}/g, (_, at: string) => place.figures(before(at === '+' ? -14 : 9 * Number(at))));
  const content: Content = {
    issuer: paper.issuer,
    from: paper.from.split(', '),
    title: paper.title,
    person: person!,
    address,
    labels: place.labels,
    dated: paper.dated === null ? null : [paper.dated, write(date)],
    period: paper.period ? `${paper.period[0]}${write(start)}${paper.period[1]}${write(end)}` : null,
    rows: paper.body.map((row) => (typeof row === 'string' ? fill(row) : row.map(fill))),
  };
  const page = sheet(pick(FAMILIES), /USA|CAN/.test(paper.country) ? 'LETTER' : 'A4', date);
  const layout = layouts[number % layouts.length]!;
  layout(page, content);
  const pdf = await page.end();
  const picture = Math.floor(number / layouts.length + number) % every === 0;
  return {
    name: `${number} ${paper.kind} ${paper.country} ${layout.name}`,
    bytes: picture ? await photographed(pdf, random, tilt) : pdf,
    mediaType: picture ? 'image/jpeg' : 'application/pdf',
    kind: paper.kind,
    country: paper.country,
    issuer: paper.issuer,
    holder,
    address: address.join(', '),
    date: iso(date),
    period: paper.period ? [iso(start), iso(end)] : null,
  };
}

/** The page as a hand-held scan shows it: a little turned, on a desk, not quite white, as JPEG. */
async function photographed(pdf: Uint8Array, random: () => number, tilt: number): Promise<Uint8Array> {
  const [page] = await readPdf(pdf, { pages: 1, side: 1900 });
  const { width, height, data } = page!.rgb;
  const desk = { r: 96, g: 84, b: 72 };
  const turned = await sharp(data, { raw: { width, height, channels: 3 } })
    .linear(0.9, 12)
    .rotate(tilt * (2 * random() - 1), { background: desk })
    .png()
    .toBuffer();
  return sharp(turned)
    .extend({ top: 30, bottom: 30, left: 30, right: 30, background: desk })
    .jpeg({ quality: 82 })
    .toBuffer();
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32, T. Ettinger, 2017, public domain). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
