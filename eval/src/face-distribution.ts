import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  analysePortraits,
  cosineOfScore,
  FACE_THRESHOLDS,
  type FaceDistribution,
  faceCosine,
  findFaces,
  rasterOf,
} from '@bonafide/verification';
import { onCard } from '../../packages/verification/src/faces/testing.ts';
import type { EvalOptions, Measurement, Subject } from './measurement.ts';

/** Bins of the table: the first and the last also hold what lies beyond. */
const FROM = 0.94;
const STEP = 0.0015;
const BINS = 40;

/** Portraits on documents as they are printed and scanned: as in `faces`. */
const CARD = { width: 80, quality: 50 } as const;

/** Face of one photograph; absent if none was found. */
interface Pictured {
  readonly person: string;
  readonly photo: Float32Array | undefined;
  readonly portrait: Float32Array | undefined;
}

/**
 * Measures the similarity of portraits on documents and photographs, of one person and of two: the histogram beside which a
 * reviewer sees a score. With `--fit FILE` it is written.
 */
async function measure(data: string, { fit }: EvalOptions): Promise<Measurement[]> {
  const pictures = await read(join(data, 'faces_pairs'));
  const pairs = pictures.flatMap((a) =>
    pictures.flatMap((b) =>
      a !== b && a.portrait && b.photo
        ? [{ same: a.person === b.person, cosine: faceCosine(a.portrait, b.photo) }]
        : [],
    ),
  );
  const [same, different] = [true, false].map((wanted) =>
    pairs.filter((pair) => pair.same === wanted).map(({ cosine }) => cosine),
  ) as [number[], number[]];
  if (fit) {
    const table: FaceDistribution = {
      from: FROM,
      step: STEP,
      same: binned(same),
      different: binned(different),
      source:
        `Measured on ${same.length} image pairs of the same person and ${different.length} of different people: ` +
        `${pictures.length} photos, each compared with portraits as printed on cards (80 pixels, greyscale, JPEG quality 50)`,
      command: 'npm run eval -- --only face-distribution --fit packages/verification/src/faces/face-distribution.json',
    };
    writeFileSync(fit, `${JSON.stringify(table, null, 2)}\n`);
  }
  const threshold = cosineOfScore(FACE_THRESHOLDS.match);
  return [
    {
      what: 'pairs of one person at least as alike as the threshold',
      right: same.filter((cosine) => cosine >= threshold).length,
      of: same.length,
    },
    {
      what: 'pairs of two people less alike',
      right: different.filter((cosine) => cosine < threshold).length,
      of: different.length,
    },
  ];
}

async function read(folder: string): Promise<Pictured[]> {
  const all = JSON.parse(readFileSync(join(folder, 'ground_truth.json'), 'utf8')) as { file: string; person: string }[];
  const pictures: Pictured[] = [];
  for (const { file, person } of all) {
    const raster = await rasterOf(readFileSync(join(folder, file)));
    const [face] = await findFaces(raster);
    const largest = async (picture: Parameters<typeof analysePortraits>[0]) =>
      (await analysePortraits(picture)).portraits[0]?.embedding;
    const portrait = face && (await largest(await onCard(raster, face.box, CARD)));
    pictures.push({ person, portrait, photo: await largest(raster) });
  }
  return pictures;
}

function binned(cosines: readonly number[]): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const cosine of cosines) {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((cosine - FROM) / STEP)));
    counts[bin]! += 1;
  }
  return counts;
}

export const faceDistributions: Subject = { name: 'face-distribution', measure };
