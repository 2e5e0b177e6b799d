import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysePortraits, type RgbRaster } from '@bonafide/verification';
import { drawnName, drawnSource } from '../forgeries/drawn.ts';
import type { Person } from '../forgeries/edit-portrait.ts';
import { holders } from '../forgeries/holders.ts';
import { isTaken } from '../forgeries/make.ts';
import type { ShareBox } from '../forgeries/places.ts';
import { published } from '../forgeries/published.ts';
import { opened } from '../forgeries/raster.ts';
import { type Source, type Split, splitOf } from '../forgeries/source.ts';

/** A side that bears a portrait. */
export interface Portrayed {
  readonly id: string;
  readonly origin: Source['origin'];
  readonly split: Split;
  readonly canvas: RgbRaster;
  /** Faces in shares of the picture, the largest first; at least one. */
  readonly faces: readonly ShareBox[];
  /** Person of the portrait, if it is one of the people whose portraits forgers use. */
  readonly holder: string | undefined;
}

/** Least width of a face in pixels. */
const LEAST_FACE = 40;

/** A person whose portrait forgers use, on documents of one half alone. */
export type Stranger = Person & { readonly split: Split };

/** Portraits as photographers take them, and portraits from other open documents, as forgers with several documents have them. */
export async function strangersOf(data: string, cache: string | undefined): Promise<Stranger[]> {
  const people: Stranger[] = [];
  for (const source of published(data).sources) {
    for await (const { id, canvas, faces, split } of sidesOf(source, cache)) {
      people.push({ id, canvas, face: faces[0]!, split });
    }
  }
  for (const id of new Set(holders.map(({ portrait }) => portrait))) {
    const file = join(data, 'faces_pairs', id);
    if (!existsSync(file)) continue;
    const bytes = readFileSync(file);
    const [face] = await facesOf(bytes, cache);
    if (face) people.push({ id, face, canvas: await opened(bytes), split: splitOf(id) });
  }
  return people;
}

export interface PortrayedOptions {
  readonly halves: readonly Split[];
  /** Keeps places of faces. */
  readonly cache?: string | undefined;
  /** Sample: so many of a hundred documents, the same in every run. */
  readonly sample?: number;
}

/** Every side with a portrait: of the open documents, and of drawn ones. */
export async function* portrayed(
  data: string,
  { halves, cache, sample = 100 }: PortrayedOptions,
): AsyncGenerator<Portrayed> {
  const isWanted = ({ id, split }: Pick<Source, 'id' | 'split'>) =>
    halves.includes(split) && isTaken({ id, forged: true }, sample);
  for (const source of published(data).sources) if (isWanted(source)) yield* sidesOf(source, cache);
  for (const holder of holders) {
    const file = join(data, 'faces_pairs', holder.portrait);
    if (!existsSync(file) || !isWanted(drawnName(holder))) continue;
    yield* sidesOf(await drawnSource(holder, await opened(readFileSync(file))), cache);
  }
}

async function* sidesOf(source: Source, cache: string | undefined): AsyncGenerator<Portrayed> {
  const { id, origin, split, holder } = source;
  for (const [i, { bytes }] of source.uploads.entries()) {
    const faces = await facesOf(bytes, cache);
    const canvas = await opened(bytes);
    if (faces.length === 0 || faces[0]!.width * canvas.width < LEAST_FACE) continue;
    yield { id: i === 0 ? id : `${id} ${i}`, origin, split, canvas, faces, holder };
  }
}

async function facesOf(bytes: Buffer, folder: string | undefined): Promise<ShareBox[]> {
  const file = folder && join(folder, `${createHash('sha256').update(bytes).digest('hex')}.faces.json`);
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { portraits } = await analysePortraits(bytes);
  const faces = portraits.map(({ box: { left, top, width, height } }) => ({ left, top, width, height }));
  if (file) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(faces));
  }
  return faces;
}
