import { assessDocument, findFaces, seeDocument } from '@bonafide/verification';
import { type DocumentHint, documentHint } from '../../../packages/web-sdk/src/vision/document-hint.ts';
import type { FaceHint } from '../../../packages/web-sdk/src/vision/face-hint.ts';
import { lookForFace } from '../../../packages/web-sdk/src/vision/face-look.ts';
import { type FaceScene, faceBefore, faceViewOf } from './face-scenes.ts';
import { before, type Scene, viewOf } from './scenes.ts';

/** A bad frame and the good frame that differs from it in one thing. */
export interface Pair<S, H> {
  readonly what: string;
  readonly good: S;
  readonly bad: S;
  readonly hint: H;
  /** The faults that the service finds in an upload of the bad frame; none where it takes that frame, too. */
  readonly faults: readonly string[];
}

const PALE = '#d8d4cc';

export const documentPairs: readonly Pair<Scene, DocumentHint>[] = [
  { what: 'dark', good: {}, bad: { room: 0.33 }, hint: 'dark', faults: ['darkness'] },
  { what: 'blurred', good: {}, bad: { blur: 3 }, hint: 'blur', faults: ['blur'] },
  { what: 'under a lamp', good: {}, bad: { glare: 0.02 }, hint: 'glare', faults: ['glare'] },
  { what: 'cut off', good: {}, bad: { shift: [-0.4, 0] }, hint: 'cutoff', faults: ['cutoff'] },
  { what: 'far away', good: {}, bad: { size: 0.5 }, hint: 'closer', faults: [] },
  {
    what: 'on a pale table; the table alone',
    good: { ground: PALE },
    bad: { ground: PALE, size: 0 },
    hint: 'no_document',
    faults: ['document'],
  },
  {
    what: 'on a dark table; the table alone',
    good: {},
    bad: { size: 0 },
    hint: 'no_document',
    faults: ['document', 'darkness'],
  },
];

export const facePairs: readonly Pair<FaceScene, FaceHint>[] = [
  { what: 'almost black', good: {}, bad: { room: 0.1 }, hint: 'dark', faults: ['face_count'] },
  { what: 'at a quarter of the light', good: {}, bad: { room: 0.25 }, hint: 'dark', faults: [] },
  { what: 'blurred beyond recognition', good: {}, bad: { blur: 14 }, hint: 'blur', faults: ['face_count'] },
  { what: 'blurred', good: {}, bad: { blur: 6 }, hint: 'blur', faults: [] },
  { what: 'far away', good: {}, bad: { size: 0.5 }, hint: 'closer', faults: [] },
  { what: 'off the middle', good: {}, bad: { shift: 0.4 }, hint: 'centre', faults: [] },
  { what: 'two people', good: {}, bad: { people: 2, size: 0.7 }, hint: 'many_faces', faults: ['face_count'] },
  { what: 'nobody', good: {}, bad: { people: 0 }, hint: 'no_face', faults: ['face_count'] },
];

/** The hint of the SDK for a frame, and the faults that the service finds in the frame as an upload. */
export interface Judged<H> {
  readonly hint: H;
  readonly faults: readonly string[];
}

/** Faults of documents that a hint stands for. */
const FAULTS = ['darkness', 'blur', 'glare', 'cutoff', 'document'];

export async function judgedDocument(document: Buffer, scene: Scene): Promise<Judged<DocumentHint>> {
  const camera = await before(scene.size === 0 ? null : document, scene);
  const hint = ended(documentHint(await viewOf(camera)));
  const upload = await camera.clone().jpeg({ quality: 92 }).toBuffer();
  const { quality } = assessDocument(await seeDocument(upload));
  const faults = quality.filter(({ name, result }) => result === 'fail' && FAULTS.includes(name));
  return { hint, faults: faults.map(({ name }) => name) };
}

export async function judgedFace(portrait: Buffer, scene: FaceScene): Promise<Judged<FaceHint>> {
  const camera = await faceBefore(portrait, scene);
  const { seen } = ended(lookForFace(await faceViewOf(camera)));
  const upload = await camera.clone().jpeg({ quality: 92 }).toBuffer();
  return { hint: seen, faults: (await findFaces(upload)).length === 1 ? [] : ['face_count'] };
}

function ended<T>(work: Generator<void, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
