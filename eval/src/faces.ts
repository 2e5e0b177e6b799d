import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  analysePortraits,
  analyseSelfie,
  compareFaces,
  FACE_THRESHOLDS,
  type FacePicture,
  findFaces,
  rasterOf,
  readPdf,
} from '@bonafide/verification';
import sharp from 'sharp';
import { onCard } from '../../packages/verification/src/faces/testing.ts';
import { measureAttacks } from './face-attacks.ts';
import { measureClips } from './face-clips.ts';
import type { Measurement, Subject } from './measurement.ts';

/** Embeddings of a picture with one face, of the same as an 80-pixel portrait on a card, and on a card of 2000 pixels. */
interface Subjects {
  readonly person: string;
  /** The person's own statements, if the set asked: gender, and ethnicity. */
  readonly groups: readonly string[];
  readonly photo: Float32Array | undefined;
  readonly portrait: Float32Array | undefined;
  readonly large: Float32Array | undefined;
}

/** Score below which live reports take two faces for two people: `face_mismatch_score`. */
const EVEN_ODDS = 0.5;

/** Every how many of the pictures comes on a large card too, for the time it takes to make them. */
const EVERY = 2;
/** Longest side of the selfies that reports are timed with: what telephones' front cameras give, 12 megapixels. */
const CAMERA_SIDE = 4000;

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const truths = <T>(folder: string): T[] => JSON.parse(readFileSync(join(folder, 'ground_truth.json'), 'utf8')) as T[];

async function measure(data: string): Promise<Measurement[]> {
  const photos = await read(join(data, 'faces_pairs'));
  const people = [...photos.values()];
  const gallery = await read(join(data, 'faces_gallery'));
  const loads = await counts(join(data, 'faces_misc'));
  const pairs = readFileSync(join(data, 'faces_pairs', 'pairs.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const scored = pairs.map((line) => {
    const [a, b, same] = line.split(',') as [string, string, string];
    return { same: same === '1', score: score(photos.get(a)?.photo, photos.get(b)?.photo) };
  });
  const same = scored.filter((pair) => pair.same).map((pair) => pair.score);
  const different = scored.filter((pair) => !pair.same).map((pair) => pair.score);
  const area = auc(same, different);
  const missed = same.filter((value) => value < FACE_THRESHOLDS.match).length;
  const taken = same.filter((value) => value < EVEN_ODDS).length;
  const strangers = matches(
    [...gallery.values()].flatMap((a, i, all) => all.slice(i + 1).map((b) => score(a.photo, b.photo))),
  );
  const crossed = people.flatMap((a, i) =>
    people
      .slice(i + 1)
      .filter((b) => b.person !== a.person)
      .map((b) => score(a.photo, b.photo)),
  );
  const cards = people.flatMap((a) =>
    people.filter((b) => b !== a).map((b) => ({ same: a.person === b.person, score: score(a.portrait, b.photo) })),
  );
  const cardSame = cards.filter((pair) => pair.same).map((pair) => pair.score);
  const cardDifferent = matches(cards.filter((pair) => !pair.same).map((pair) => pair.score));
  const cardMatched = cardSame.filter((value) => value >= FACE_THRESHOLDS.match).length;
  const large = people.filter((_, i) => i % EVERY === 0);
  const found = large.filter((one) => score(one.large, one.photo) >= FACE_THRESHOLDS.match).length;
  return [
    { what: 'pairs.csv, area under the curve', figure: area.toFixed(5), target: '≥ 0.999', met: area >= 0.999 },
    {
      what: 'pairs of one person not matched (FNMR): a person decides',
      right: missed,
      of: same.length,
      target: '≤ 5 %',
      met: missed <= 0.05 * same.length,
    },
    {
      what: 'of these, taken for two people',
      right: taken,
      of: same.length,
      target: 'none',
      met: taken === 0,
    },
    ...ofGroups(people),
    { what: 'pairs of different people in pairs.csv matched (hard ones)', ...matches(different) },
    { what: 'all pairs of different people in faces_pairs matched', ...matches(crossed) },
    {
      what: 'pairs of the gallery matched (FMR)',
      ...strangers,
      target: '≤ 0.1 %',
      met: strangers.right <= 0.001 * strangers.of,
    },
    {
      what: '80 px document portraits recognised',
      right: cardMatched,
      of: cardSame.length,
      target: '≥ 95 %',
      met: cardMatched >= 0.95 * cardSame.length,
    },
    { what: '80 px document portraits of others matched', ...cardDifferent },
    {
      what: '80 px portraits found on 2000 px cards and recognised',
      right: found,
      of: large.length,
      target: '≥ 95 %',
      met: found >= 0.95 * large.length,
    },
    { what: 'faces of faces_misc counted right', ...loads, target: 'all but one', met: loads.right >= loads.of - 1 },
    ...(await measureAttacks(data)),
    ...(await measureClips(data)),
    ...(await reportTimes(data)),
    { what: 'most memory of this process', figure: `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB` },
  ];
}

/** False matches among people of one group, and false non-matches of its members: a net may know some groups less well. */
function ofGroups(people: readonly Subjects[]): Measurement[] {
  const groups = [...new Set(people.flatMap((one) => one.groups))].sort();
  return groups.flatMap((group) => {
    const members = people.filter((one) => one.groups.includes(group));
    const pairs = members.flatMap((a, i) =>
      members.slice(i + 1).map((b) => ({ same: a.person === b.person, score: score(a.photo, b.photo) })),
    );
    const same = pairs.filter((pair) => pair.same).map((pair) => pair.score);
    const different = pairs.filter((pair) => !pair.same).map((pair) => pair.score);
    if (same.length === 0 || different.length === 0) return [];
    const { right, of } = matches(same);
    return [
      { what: `${group}: pairs of different people matched (FMR)`, ...matches(different) },
      { what: `${group}: pairs of one person not matched (FNMR)`, right: of - right, of },
    ];
  });
}

async function read(folder: string): Promise<Map<string, Subjects>> {
  const subjects = new Map<string, Subjects>();
  const all = truths<{ file: string; person: string; gender?: string; ethnicity?: string }>(folder);
  for (const [i, { file, person, gender, ethnicity }] of all.entries()) {
    const raster = await rasterOf(readFileSync(join(folder, file)));
    const photo = await largest(raster);
    const [face] = await findFaces(raster);
    const card = { width: 80, quality: 50 };
    const portrait = face && (await largest(await onCard(raster, face.box, card)));
    const large =
      face && i % EVERY === 0 ? await largest(await onCard(raster, face.box, { ...card, card: 2000 })) : undefined;
    subjects.set(file, {
      person,
      groups: [gender, ethnicity].filter((group) => group !== undefined),
      photo,
      portrait,
      large,
    });
  }
  return subjects;
}

/** Embedding of the largest face. */
async function largest(picture: FacePicture): Promise<Float32Array | undefined> {
  return (await analysePortraits(picture)).portraits[0]?.embedding;
}

/** Measures the work of a facial similarity photo report: a document and a selfie from their bytes, and the score. */
async function reportTimes(data: string): Promise<Measurement[]> {
  const documents = ['documents_front', 'documents_mrz'].flatMap((set) =>
    truths<{ file: string }>(join(data, set)).map(({ file }) => join(data, set, file)),
  );
  const selfies = truths<{ file: string }>(join(data, 'faces_pairs')).map(({ file }) =>
    join(data, 'faces_pairs', file),
  );
  const each = { document: [] as number[], selfie: [] as number[], report: [] as number[], cpu: [] as number[] };
  for (const [i, file] of documents.entries()) {
    const document = readFileSync(file);
    const selfie = await fromCamera(readFileSync(selfies[i % selfies.length]!));
    const [start, before] = [performance.now(), process.cpuUsage()];
    const { portraits } = await analysePortraits(document);
    const between = performance.now();
    const { person } = await analyseSelfie(selfie);
    score(portraits[0]?.embedding, person?.embedding);
    const end = performance.now();
    const { user, system } = process.cpuUsage(before);
    each.document.push(between - start);
    each.selfie.push(end - between);
    each.report.push(end - start);
    each.cpu.push((user + system) / 1000);
  }
  const figure = (values: number[]) => `${median(values).toFixed(0)} ms`;
  return [
    { what: 'portraits of a document, median', figure: figure(each.document) },
    { what: 'a selfie of 12 megapixels, median', figure: figure(each.selfie) },
    {
      what: 'both and their comparison, median',
      figure: `${figure(each.report)}, ${figure(each.cpu)} of CPU`,
      target: '≤ 700 ms',
      met: median(each.report) <= 700,
    },
  ];
}

async function fromCamera(bytes: Buffer): Promise<Buffer> {
  const picture = sharp(bytes).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  return picture.resize({ width: CAMERA_SIDE, height: CAMERA_SIDE, fit: 'inside' }).jpeg({ quality: 90 }).toBuffer();
}

/** 0, so a miss, where no face was found. */
function score(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a && b ? compareFaces(a, b) : 0;
}

function matches(scores: readonly number[]): { right: number; of: number } {
  return { right: scores.filter((value) => value >= FACE_THRESHOLDS.match).length, of: scores.length };
}

/** Share of the pairs of a positive and a negative that are in order. */
function auc(positives: readonly number[], negatives: readonly number[]): number {
  const won = positives.flatMap((p) => negatives.map((n): number => (p > n ? 1 : p === n ? 0.5 : 0)));
  return won.reduce((sum, value) => sum + value, 0) / won.length;
}

async function counts(folder: string): Promise<{ right: number; of: number }> {
  const all = truths<{ file: string; faces: number | 'many' }>(folder);
  let right = 0;
  for (const { file, faces } of all) {
    const found = await facesIn(readFileSync(join(folder, file)), file.endsWith('.pdf'));
    if (faces === 'many' ? found >= 3 : found === faces) right++;
    else console.error(`${file}: ${found} faces, should be ${faces}`);
  }
  return { right, of: all.length };
}

async function facesIn(bytes: Buffer, pdf: boolean): Promise<number> {
  const picture = pdf ? (await readPdf(bytes, { pages: 1 }))[0]?.rgb : bytes;
  return picture ? (await analyseSelfie(picture)).faces.length : 0;
}

export const faces: Subject = { name: 'faces', measure };
