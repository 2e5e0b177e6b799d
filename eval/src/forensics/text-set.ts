import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Regions, RgbRaster } from '@bonafide/verification';
import { photographed } from '../forgeries/copies.ts';
import { type Draft, draftOf } from '../forgeries/draft.ts';
import { drawnSource, drawnSources } from '../forgeries/drawn.ts';
import { freeHolders } from '../forgeries/free-holders.ts';
import { type Places, placesOf, type ShareBox } from '../forgeries/places.ts';
import { published } from '../forgeries/published.ts';
import { between, pick, type Random, randomOf, shuffled } from '../forgeries/random.ts';
import { opened, rasterOf, sharpOf } from '../forgeries/raster.ts';
import { recipes } from '../forgeries/recipes.ts';
import { asJpeg, asPng, chained, reduced, saved } from '../forgeries/save.ts';
import type { Page, Source, Split } from '../forgeries/source.ts';

/** One picture of one side of a document. */
export interface Picture {
  readonly source: string;
  readonly split: Split;
  /** Recipe of the forgery; null for a sound one. */
  readonly recipe: string | null;
  /** Capture before the forgery; the next field is the way of saving after it. */
  readonly capture: string;
  readonly saving: string;
  readonly bytes: Buffer;
  readonly regions: Regions;
  /** Pixels that a forger changed, in shares of the picture; 1 where it did. Null of a sound one. */
  readonly mask: { readonly width: number; readonly height: number; readonly data: Uint8Array } | null;
}

/** Documents of the half `tune` that are drawn beside the others. */
const FREE = 24;

/** Sound savings, and forgeries, of each capture of each document. */
const [SOUND, FORGED] = [2, 6];

const SAVINGS = { saved, chained, reduced, png: (canvas: RgbRaster) => asPng(canvas) } as const;
type Saving = keyof typeof SAVINGS;
/** The last two destroy traces, and are tried as often as the first two. */
const savings: readonly Saving[] = ['saved', 'saved', 'png', 'chained', 'reduced'];

type Captured = { readonly canvas: RgbRaster; readonly places: Places };

/** Effects of a camera, a program or a service on an upload before a forger gets it. */
const CAPTURES: Readonly<Record<string, (page: Captured, random: Random) => Promise<Captured>>> = {
  'as it is': async (page) => page,
  smaller: async ({ canvas, places }, random) => {
    const width = Math.round(canvas.width * between(random, 0.5, 0.85));
    const { bytes } = await asJpeg(await rasterOf(sharpOf(canvas).resize(width)), pick(random, [82, 88, 92, 95]));
    return { canvas: await opened(bytes), places };
  },
  photographed: async ({ canvas, places }, random) => {
    const degrees = between(random, -2.5, 2.5);
    const after = await photographed(canvas, random, degrees);
    const { bytes } = await asJpeg(after, pick(random, [82, 88, 92, 95]));
    return { canvas: await opened(bytes), places: turnedPlaces(places, canvas, after, degrees) };
  },
};

/**
 * Pictures of documents with their text sound or forged, the same in every run. Places of text are those that the reader
 * finds on the document before it is changed, so that no picture has to be read again.
 *
 * @param cache folder that keeps these places
 * @param sample so many of a hundred documents
 */
export async function* textPictures(data: string, split: Split, cache?: string, sample = 100): AsyncGenerator<Picture> {
  for (const source of await sourcesOf(data, split)) {
    if (randomOf(`text ${source.id}`)() >= sample / 100) continue;
    for (const capture of Object.keys(CAPTURES)) {
      const random = randomOf(`${source.id} ${capture} text`);
      // Drawn documents are photographs already.
      if (capture === 'photographed' && source.origin === 'drawn') continue;
      const pages: Page[] = [];
      for (const upload of source.uploads) {
        const places = await placesOf(upload.bytes, source.today, cache);
        const page = await CAPTURES[capture]!({ places, canvas: await opened(upload.bytes) }, random);
        pages.push({ upload, ...page });
      }
      yield* picturesOf(source, pages, capture, random);
    }
  }
}

async function sourcesOf(data: string, split: Split): Promise<Source[]> {
  const sources = [...published(data).sources, ...(await drawnSources(data))].filter((one) => one.split === split);
  if (split === 'held') return sources;
  for (const holder of freeHolders(FREE)) {
    sources.push(await drawnSource(holder, await opened(readFileSync(join(data, 'faces_pairs', holder.portrait)))));
  }
  return sources;
}

async function* picturesOf(source: Source, pages: readonly Page[], capture: string, random: Random) {
  const common = { source: source.id, split: source.split, capture };
  for (const page of pages) {
    if (page.places.print.length === 0 && page.places.zone.length === 0) continue;
    for (const saving of shuffled(random, savings).slice(0, SOUND)) {
      const { bytes } = await SAVINGS[saving](page.canvas, random);
      yield { ...common, recipe: null, saving, bytes, regions: regionsOf(source, page), mask: null };
    }
  }
  const text = recipes.filter(({ name, edit }) => edit && /^(zone|print|both|name)/.test(name));
  let made = 0;
  for (const recipe of shuffled(random, text)) {
    if (made >= FORGED) break;
    const draft: Draft = draftOf(source, pages);
    // Savings are drawn below, and what was saved before is a capture: recipes with the same edit are the same here.
    if (/resaved|after compression|reduced/.test(recipe.name)) continue;
    if (!(await recipe.edit!(draft, { source, pages, people: [] }, random))) continue;
    made++;
    for (const i of draft.touched) {
      const canvas = draft.pages[i]!.canvas;
      const saving = pick(random, savings);
      const { bytes } = await SAVINGS[saving](canvas, random);
      const mask = maskOf(pages[i]!.canvas, canvas);
      yield { ...common, recipe: recipe.name, saving, bytes, regions: regionsOf(source, pages[i]!), mask };
    }
  }
}

function maskOf(before: RgbRaster, after: RgbRaster): Picture['mask'] {
  const { width, height } = before;
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const same = [0, 1, 2].every((k) => before.data[3 * i + k] === after.data[3 * i + k]);
    return same ? 0 : 1;
  });
  return { width, height, data };
}

/** Parts as the analysis of a document gives them. */
function regionsOf({ zone }: Source, { places }: Page): Regions {
  const ofZone = zone?.length === places.zone.length;
  return {
    turn: 0,
    zone: places.zone.map((corners, i) => ({ box: around(corners), text: ofZone ? zone![i]! : '<'.repeat(30) })),
    print: places.print,
    portrait: places.faces[0] ?? null,
    ghosts: places.faces.slice(1),
  };
}

type Point = { readonly x: number; readonly y: number };

function around(points: readonly Point[]): ShareBox {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Places after `photographed` put a margin around the picture and turned it about its middle. */
function turnedPlaces(places: Places, before: RgbRaster, after: RgbRaster, degrees: number): Places {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const moved = ({ x, y }: Point): Point => {
    const [u, v] = [(x - 0.5) * before.width, (y - 0.5) * before.height];
    return { x: (u * c - v * s) / after.width + 0.5, y: (u * s + v * c) / after.height + 0.5 };
  };
  const box = ({ left, top, width, height }: ShareBox) =>
    around(
      [
        { x: left, y: top },
        { x: left + width, y: top },
        { x: left + width, y: top + height },
        { x: left, y: top + height },
      ].map(moved),
    );
  return {
    zone: places.zone.map((corners) => corners.map(moved) as unknown as Places['zone'][number]),
    print: places.print.map((line) => ({ ...line, box: box(line.box) })),
    faces: places.faces.map(box),
  };
}
