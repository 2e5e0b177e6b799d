import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forensicPicture, pixelsOf } from '../../../packages/verification/src/tamper/forensic-picture.ts';
import { jpegHistory } from '../../../packages/verification/src/tamper/jpeg-history.ts';
import { portraitBorder } from '../../../packages/verification/src/tamper/portrait-border.ts';
import { portraitFeatures } from '../../../packages/verification/src/tamper/portrait-features.ts';
import type { Features } from '../../../packages/verification/src/tamper/score.ts';
import type { Split } from '../forgeries/source.ts';
import { type Portrayed, portrayed, type Stranger, strangersOf } from './documents.ts';
import { type Portrait, pairsOf } from './pairs.ts';

/** One portrait as the measures see it. Without its picture, so that thousands fit into memory. */
export interface MeasuredPortrait extends Omit<Portrait, 'bytes' | 'faces'> {
  /** Width of the face in pixels. */
  readonly width: number;
  /** Null where the picture does not allow the score. */
  readonly features: Features | null;
  /** True if another measure of the portrait puts it in doubt; not measured on the half for tuning. */
  readonly doubted: boolean;
}

/** Least width of a face in pixels: narrower than those that may pass, since the model learns from them, too. */
const LEAST_WIDTH = 40;

/** Sources that decide the measures, from the root of the repository; measures of other versions of them don't count. */
const SOURCES = [
  ...[
    'earlier-quantisation',
    'forensic-picture',
    'jpeg-history',
    'portrait-border',
    'portrait-features',
    'resampling',
    'tile',
  ].map((name) => `packages/verification/src/tamper/${name}.ts`),
  ...[
    'portraits/documents',
    'portraits/pairs',
    'forgeries/edit-portrait',
    'forgeries/copies',
    'forgeries/drawn',
    'forgeries/save',
  ].map((name) => `eval/src/${name}.ts`),
];

/** Pairs of each side and capture: drawn documents are large, and less like real ones. */
const PAIRS = { published: 2, drawn: 1 } as const;

/**
 * Makes pictures of documents with their own portrait and with another, and measures each.
 * @param halves halves of the documents
 * @param sample so many of a hundred documents
 */
export async function* measuredPortraits(
  data: string,
  halves: readonly Split[],
  { cache, sample }: { cache?: string | undefined; sample?: string | undefined },
): AsyncGenerator<MeasuredPortrait> {
  const strangers = await strangersOf(data, cache);
  for await (const side of portrayed(data, { halves, cache, sample: Number(sample ?? 100) })) {
    yield* await keptOr(cache, side.id, () => measuredSide(side, strangers));
  }
}

async function measuredSide(side: Portrayed, strangers: readonly Stranger[]): Promise<MeasuredPortrait[]> {
  const all: MeasuredPortrait[] = [];
  for await (const portrait of pairsOf(side, strangers, PAIRS[side.origin])) {
    const one = await measured(portrait);
    if (one) all.push(one);
  }
  return all;
}

function stamp(id: string): string {
  const hash = createHash('sha256').update(id);
  for (const source of SOURCES) hash.update(readFileSync(source));
  return hash.digest('hex');
}

/** Measurement that an earlier run with the same analysers stored for a document, else a new one. */
async function keptOr(
  folder: string | undefined,
  id: string,
  make: () => Promise<MeasuredPortrait[]>,
): Promise<MeasuredPortrait[]> {
  const file = folder && join(folder, `${stamp(id)}.portraits.json`);
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const all = await make();
  if (file) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(all));
  }
  return all;
}

async function measured({ bytes, faces, ...truth }: Portrait): Promise<MeasuredPortrait | null> {
  const regions = { turn: 0, zone: [], print: [], portrait: faces[0]!, ghosts: [] } as const;
  const picture = await forensicPicture(bytes, { ...regions, ghosts: faces.slice(1) });
  const [face, ...others] = faces.flatMap((one) => pixelsOf(picture, one) ?? []);
  if (!face || face.width < LEAST_WIDTH) return null;
  const beside = truth.split === 'held' ? [jpegHistory, portraitBorder] : [];
  const found = (await Promise.all(beside.map((measure) => measure(picture, regions)))).flat();
  return {
    ...truth,
    width: face.width,
    features: portraitFeatures(picture, face, [face, ...others]),
    doubted: found.some(({ able, result }) => able && result === 'fail'),
  };
}
