import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysePortraits, compareFaces, FACE_THRESHOLDS, findFaces, rasterOf } from '@bonafide/verification';
import sharp from 'sharp';
import type { Measurement, Subject } from './measurement.ts';

/** Way in which a ghost is made from its portrait. */
interface Making {
  readonly what: string;
  /** Width of the ghost, relative to the portrait. */
  readonly size: number;
  /** Share of its ink that is printed. */
  readonly ink: number;
  readonly colour?: boolean;
  /** Lines to the width of the ghost, as of a screen or a laser. */
  readonly screen?: number;
  /** Pixels of the card's length. */
  readonly card: number;
}

/**
 * Ghosts on identity cards and licences of the open data: they are a third to a half as wide as the portrait, in one tint,
 * fainter, and some are screened. Cards are as long as scans and photographs of telephones show them.
 */
const MAKINGS: readonly Making[] = [
  { what: 'half as wide, in colour', size: 0.5, ink: 0.8, colour: true, card: 1800 },
  { what: 'half as wide, grey', size: 0.5, ink: 0.7, card: 1800 },
  { what: 'two fifths, grey, half the ink', size: 0.4, ink: 0.5, card: 1800 },
  { what: 'a third, grey, a third of the ink', size: 0.33, ink: 0.35, card: 2200 },
  { what: 'half as wide, screened', size: 0.5, ink: 0.6, screen: 60, card: 1800 },
  { what: 'two fifths, grey, on a small picture', size: 0.4, ink: 0.6, card: 1000 },
];

/** Width of the portrait in the card's length: 23 mm of 85.6. */
const PORTRAIT = 0.27;

/** One card that bears a portrait and its ghost, as embeddings; null where either was not found. */
type Card = { readonly main: Float32Array; readonly ghost: Float32Array } | null;

/** Portraits beside their own ghosts and beside other people's. */
export const ghosts: Subject = {
  name: 'ghosts',
  async measure(data) {
    const people = peopleIn(data);
    const rows: Measurement[] = [];
    const [honest, strange]: [number[], number[]] = [[], []];
    for (const making of MAKINGS) {
      const cards: Card[] = [];
      for (const file of people) cards.push(await cardOf(file, making));
      const read = cards.filter((card) => card !== null);
      const own = read.map((card) => compareFaces(card.main, card.ghost));
      const others = read.flatMap((a) => read.filter((b) => b !== a).map((b) => compareFaces(a.main, b.ghost)));
      honest.push(...own);
      strange.push(...others);
      rows.push({ what: `${making.what}: portrait and ghost both found`, right: read.length, of: people.length });
      rows.push(...judged(making.what, own, others));
    }
    return [
      ...rows,
      ...judged('all', honest, strange),
      { what: 'honest ghosts, least score and 1st percentile', figure: least(honest) },
      { what: 'ghosts of others, greatest score', figure: Math.max(...strange).toFixed(4) },
    ];
  },
};

function judged(what: string, own: readonly number[], others: readonly number[]): Measurement[] {
  const { ghost, stranger } = FACE_THRESHOLDS;
  const count = (scores: readonly number[], holds: (score: number) => boolean) => scores.filter(holds).length;
  return [
    { what: `${what}: honest, taken for one person`, right: count(own, (s) => s >= ghost), of: own.length },
    { what: `${what}: honest, taken for two`, right: count(own, (s) => s < stranger), of: own.length },
    { what: `${what}: of others, taken for one person`, right: count(others, (s) => s >= ghost), of: others.length },
    { what: `${what}: of others, taken for two`, right: count(others, (s) => s < stranger), of: others.length },
  ];
}

function least(scores: readonly number[]): string {
  const sorted = [...scores].sort((a, b) => a - b);
  return `${sorted[0]?.toFixed(4)}, ${sorted[Math.floor(sorted.length / 100)]?.toFixed(4)}`;
}

/** One photograph of each person of both sets. */
function peopleIn(data: string): string[] {
  return ['faces_pairs', 'faces_gallery'].flatMap((set) => {
    const truth = JSON.parse(readFileSync(join(data, set, 'ground_truth.json'), 'utf8')) as {
      file: string;
      person: string;
    }[];
    const first = new Map(truth.toReversed().map(({ file, person }) => [person, file]));
    return [...first.values()].map((file) => join(data, set, file));
  });
}

async function cardOf(file: string, making: Making): Promise<Card> {
  const raster = await rasterOf(readFileSync(file));
  const [face] = await findFaces(raster);
  if (!face) return null;
  const { box } = face;
  const left = Math.max(0, Math.round(box.left - 0.45 * box.width));
  const top = Math.max(0, Math.round(box.top - 0.5 * box.height));
  const width = Math.min(raster.width, Math.round(box.left + 1.45 * box.width)) - left;
  const height = Math.min(raster.height, Math.round(box.top + 1.5 * box.height)) - top;
  const cut = sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } });
  const whole = await cut.extract({ left, top, width, height }).png().toBuffer();
  const portrait = Math.round(PORTRAIT * making.card);
  const main = await sharp(whole).resize({ width: portrait }).png().toBuffer();
  const ghost = await ghostOf(whole, Math.round(portrait * making.size), making);
  const card = { width: making.card, height: Math.round(making.card / 1.586) };
  const picture = await sharp(Buffer.from(ground(card)))
    .composite([
      { input: main, left: Math.round(0.04 * card.width), top: Math.round(0.2 * card.height) },
      { input: ghost, left: Math.round(0.76 * card.width), top: Math.round(0.3 * card.height), blend: 'multiply' },
    ])
    .removeAlpha()
    .jpeg({ quality: 80 })
    .toBuffer();
  const [a, b, ...more] = (await analysePortraits(picture)).portraits;
  return a && b && more.length === 0 ? { main: a.embedding, ghost: b.embedding } : null;
}

async function ghostOf(portrait: Buffer, width: number, { ink, colour, screen }: Making): Promise<Buffer> {
  const shrunk = sharp(portrait).resize({ width });
  const tinted = colour ? shrunk : shrunk.greyscale();
  const { data, info } = await tinted.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const step = screen ? info.width / screen : 0;
  const faint = Uint8Array.from(data, (value, i) => {
    const row = Math.floor(i / info.channels / info.width);
    const between = step && Math.floor((2 * row) / step) % 2 === 1;
    return 255 - (255 - value) * (between ? ink / 2 : ink);
  });
  return sharp(faint, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .png()
    .toBuffer();
}

/** Paper with fine waves, as security print has them. */
function ground({ width, height }: { width: number; height: number }): string {
  const waves = Array.from({ length: 40 }, (_, i) => {
    const y = (i * height) / 40;
    return `<path d="M0 ${y} q ${width / 4} ${height / 12} ${width / 2} 0 t ${width / 2} 0" stroke="#b9c8d6" fill="none"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e9edf0"/>${waves.join('')}</svg>`;
}
