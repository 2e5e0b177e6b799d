import { createHash } from 'node:crypto';
import type { Person } from './edit-portrait.ts';
import { peopleOf } from './people.ts';
import { placesOf } from './places.ts';
import { published } from './published.ts';
import { randomOf } from './random.ts';
import { opened } from './raster.ts';
import { type ForgeryKind, type Recipe, recipes } from './recipes.ts';
import type { Page, Source, Split, Upload } from './source.ts';

/** One document as it is uploaded, and the truth about it. */
export interface Made {
  readonly id: string;
  /** How it was forged; null of what is sound or a specimen as it was published. */
  readonly forgery: ForgeryKind | null;
  /** Name of the recipe, or of the way in which a sound document was captured. */
  readonly recipe: string;
  readonly source: string;
  readonly origin: Source['origin'];
  readonly specimen: boolean;
  readonly split: Split;
  readonly today: string;
  readonly uploads: readonly Upload[];
}

/** Recipes that are tried on a specimen: its marks alone put it in doubt, so forgeries of it say less. */
const SHARE_OF_SPECIMENS = 0.5;

const chance = (text: string) => createHash('sha256').update(text).digest().readUInt32LE(0) / 2 ** 32;

/** Whether a recipe is tried on a document. */
export const isTried = ({ id, specimen }: Source, { name }: Recipe) =>
  !specimen || chance(`${id} ${name}`) < SHARE_OF_SPECIMENS;

export interface MakeOptions {
  /** Keeps places of documents. */
  readonly cache?: string;
  /** Only documents whose id contains this. */
  readonly only?: string;
}

/** Every forgery, one after the other; what a recipe can't be applied to is reported to `skipped`. */
export async function* makeForgeries(
  data: string,
  { cache, only }: MakeOptions = {},
  skipped: (source: Source, recipe: Recipe) => void = () => {},
): AsyncGenerator<Made> {
  const { sources, forged } = published(data);
  const people = await peopleOf(data, cache);
  for (const source of sources.filter(({ id }) => !only || id.includes(only))) {
    const wanted = recipes.filter((recipe) => isTried(source, recipe));
    if (wanted.length > 0) yield* forgeriesOf(source, wanted, people, cache, skipped);
  }
  for (const { source, forgery } of forged) {
    yield { ...made(source, 'as published', forgery), uploads: source.uploads };
  }
}

/** What the recipes make of one document. */
export async function* forgeriesOf(
  source: Source,
  wanted: readonly Recipe[],
  people: readonly Person[],
  cache?: string,
  skipped: (source: Source, recipe: Recipe) => void = () => {},
): AsyncGenerator<Made> {
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
  ...{ id: `${source.id}: ${recipe}`, recipe, forgery },
  ...{ source: source.id, origin: source.origin, specimen: source.specimen, split: source.split, today: source.today },
});
