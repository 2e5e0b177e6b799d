import { createHash } from 'node:crypto';
import { drawnSources } from './drawn.ts';
import type { Person } from './edit-portrait.ts';
import { peopleOf } from './people.ts';
import { placesOf } from './places.ts';
import { published } from './published.ts';
import { randomOf } from './random.ts';
import { opened } from './raster.ts';
import { type Recipe, recipes } from './recipes.ts';
import { soundOf } from './sound.ts';
import type { ForgeryKind, MadeDocument, Page, Source, Split } from './source.ts';

/** Recipes that are tried on a specimen: its marks alone put it in doubt, so forgeries of it say less. */
const SHARE_OF_SPECIMENS = 0.5;

const chance = (text: string) => createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32;

/** Returns whether a recipe is tried on a document. */
export const isTried = ({ id, specimen }: Source, { name }: Recipe) =>
  !specimen || chance(`${id} ${name}`) < SHARE_OF_SPECIMENS;

/**
 * Returns whether a document is in a sample of so many of a hundred forgeries, and twice as many sound ones: the same in every
 * run.
 */
export const isTaken = ({ id, forged }: { id: string; forged: boolean }, sample = 100) =>
  chance(`sample ${id}`) < (sample / 100) * (forged ? 1 : 2);

export interface MakeOptions {
  /** Keeps places of documents. */
  readonly cache?: string | undefined;
  /** Sample in percent; see `isTaken`. */
  readonly sample?: number | undefined;
  /** The half of the documents; both where not given. */
  readonly split?: Split | undefined;
  /** Called with what a recipe can't be applied to. */
  readonly skipped?: ((source: Source, recipe: Recipe) => void) | undefined;
}

/** Every sound document with its captures, and every forgery, one after the other. */
export async function* makeAll(
  data: string,
  { cache, sample, split, skipped }: MakeOptions = {},
): AsyncGenerator<MadeDocument> {
  const ofHalf = (source: Source) => split === undefined || source.split === split;
  const { sources: open, forged } = published(data);
  const sources = [...open, ...(await drawnSources(data))].filter(ofHalf);
  const people = await peopleOf(data, cache);
  const tried = sources.flatMap((source) =>
    recipes.filter((recipe) => isTried(source, recipe)).map((recipe) => ({ source, recipe })),
  );
  const captured = sources.filter(({ sides }) => sides !== 'front alone').flatMap(soundOf);
  const taken = (id: string, forged: boolean) => isTaken({ id, forged }, sample);
  for (const capture of captured) if (taken(capture.id, false)) yield await capture.make();
  for (const source of sources) {
    const wanted = tried.filter((one) => one.source === source && taken(`${source.id}: ${one.recipe.name}`, true));
    if (wanted.length === 0) continue;
    const asked = wanted.map(({ recipe }) => recipe);
    yield* forgeriesOf(source, asked, people, cache, skipped);
  }
  for (const { source, forgery } of forged) {
    if (ofHalf(source) && taken(`${source.id}: as published`, true))
      yield { ...made(source, 'as published', forgery), uploads: source.uploads };
  }
}

/** Forgeries that the recipes make from one document. */
export async function* forgeriesOf(
  source: Source,
  wanted: readonly Recipe[],
  people: readonly Person[],
  cache?: string,
  skipped: (source: Source, recipe: Recipe) => void = () => {},
): AsyncGenerator<MadeDocument> {
  const pages: Page[] = [];
  for (const upload of source.uploads) {
    const places = await placesOf(upload.bytes, source.today, cache);
    pages.push({ upload, places, canvas: await opened(upload.bytes) });
  }
  const others = people.filter(({ id }) => id !== source.holder);
  for (const recipe of wanted) {
    const random = randomOf(`${source.id} ${recipe.name}`);
    const uploads = await recipe.make({ source, pages, people: others }, random);
    if (uploads) yield { ...made(source, recipe.name, recipe.forgery), uploads };
    else skipped(source, recipe);
  }
}

const made = (source: Source, recipe: string, forgery: ForgeryKind | null) => ({
  id: `${source.id}: ${recipe}`,
  recipe,
  forgery,
  source: source.id,
  origin: source.origin,
  specimen: source.specimen,
  split: source.split,
  today: source.today,
});
