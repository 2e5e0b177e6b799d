import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findFaces as facesOfService, headPose, type RgbRaster, rasterOf } from '@bonafide/verification';
import sharp from 'sharp';
import { laplacianVariance } from '../../packages/verification/src/image/blur.ts';
import { turnedHead } from '../../packages/verification/src/video/testing.ts';
import { type DocumentHint, documentHint } from '../../packages/web-sdk/src/vision/document-hint.ts';
import { LEAST_SCORE } from '../../packages/web-sdk/src/vision/face-hint.ts';
import { NET_SIDE } from '../../packages/web-sdk/src/vision/face-net.ts';
import { type Face, findFaces } from '../../packages/web-sdk/src/vision/faces.ts';
import { type Frame, greyOf } from '../../packages/web-sdk/src/vision/frame.ts';
import { yawOf } from '../../packages/web-sdk/src/vision/pose.ts';
import { sharpnessOf } from '../../packages/web-sdk/src/vision/sharpness.ts';
import { before, filling, type Scene, viewOf } from './live-hints/scenes.ts';
import type { Measurement, Subject } from './measurement.ts';
import { auc, spent } from './photos.ts';

/** Proportions of cards and passport pages; specimens of others show two sides or a page. */
const PROPORTIONS = [1.3, 1.75] as const;

/** Positions of documents before the camera, and the hint that must follow. */
const SCENES: readonly (readonly [what: string, scene: Scene, hint: DocumentHint])[] = [
  ['in the frame, on dark wood', {}, 'found'],
  ['smaller, off the middle', { size: 0.78, shift: [0.05, 0.06] }, 'found'],
  ['tilted by 5° on grey', { ground: '#8a8a88', tilt: 5 }, 'found'],
  ['on a light ground', { ground: '#d8d4cc' }, 'found'],
  ['as bright as a scan', { light: 1 }, 'found'],
  ['half as wide as the frame', { size: 0.5 }, 'closer'],
  ['over all four sides of the frame', { size: 1.12 }, 'further'],
  ['beyond the left border', { shift: [-0.4, 0] }, 'cutoff'],
  ['beyond the lower border', { shift: [0, 0.45] }, 'cutoff'],
  ['at a third of the light', { room: 0.33 }, 'dark'],
  ['blurred by 2 pixels of 960', { blur: 2 }, 'blur'],
  ['under a lamp, 1 % of it', { glare: 0.01 }, 'glare'],
  ['under a lamp, 3 % of it', { glare: 0.03 }, 'glare'],
];

/** Degrees by which heads are turned by rendering. */
const TURNS = [-30, -20, 20, 30];
/** Every how many photographs is turned, for the time that takes. */
const EVERY = 4;
/** Degrees of looking away above which a person is not rendered on a head. */
const AHEAD = 8;

const isPicture = (file: string) => /\.(?:jpe?g|png)$/i.test(file);
export const pictures = (data: string, set: string): string[] =>
  existsSync(join(data, set))
    ? readdirSync(join(data, set))
        .filter(isPicture)
        .sort()
        .map((file) => join(data, set, file))
    : [];

function truths<T>(data: string, set: string): (T & { file: string })[] {
  return JSON.parse(readFileSync(join(data, set, 'ground_truth.json'), 'utf8'));
}

/** Result of a look, and the milliseconds of processor time that it took. */
function ended<T>(work: Generator<void, T>): { value: T; ms: number } {
  const start = process.cpuUsage();
  let step = work.next();
  while (!step.done) step = work.next();
  const { user, system } = process.cpuUsage(start);
  return { value: step.value, ms: (user + system) / 1000 };
}

/** Documents that can lie in a frame for cards, by the names of their files. */
export async function specimens(data: string): Promise<(readonly [name: string, bytes: Buffer])[]> {
  const fitting: (readonly [string, Buffer])[] = [];
  for (const file of ['documents_mrz', 'documents_front'].flatMap((set) => pictures(data, set))) {
    const { width = 1, height = 1 } = await sharp(file).metadata();
    const proportion = width / height;
    if (proportion > PROPORTIONS[0] && proportion < PROPORTIONS[1]) fitting.push([basename(file), readFileSync(file)]);
  }
  return fitting;
}

async function measureDocuments(data: string): Promise<Measurement[]> {
  const documents = await specimens(data);
  const lines: Measurement[] = [];
  const times: number[] = [];
  const sharp = { ours: [] as number[], laplacian: [] as number[] };
  const soft = { ours: [] as number[], laplacian: [] as number[] };
  const white = { good: [] as number[], glare: [] as number[] };
  let alarms = 0;
  let sound = 0;
  for (const [what, scene, wanted] of SCENES) {
    let right = 0;
    for (const [, bytes] of documents) {
      const view = await viewOf(await before(bytes, scene));
      const { value, ms } = ended(documentHint(view));
      times.push(ms);
      if (value === wanted) right++;
      if (wanted === 'found') {
        sound++;
        if (value === 'blur' || value === 'glare') alarms++;
      }
      if (wanted === 'blur' || what === SCENES[0]![0]) {
        const { ours, laplacian } = wanted === 'blur' ? soft : sharp;
        const detail = view.detail();
        ours.push(ended(sharpnessOf(detail)).value);
        laplacian.push(laplacianVariance({ ...detail, data: greyOf(detail) }));
      }
      if (wanted === 'glare' || wanted === 'found')
        white[wanted === 'glare' ? 'glare' : 'good'].push(whiteIn(view.overview));
    }
    lines.push({ what: `${what}: ${wanted}`, right, of: documents.length });
  }
  const others = [
    ...['faces_misc', 'faces_spoof', 'faces_pairs'].flatMap((set) => pictures(data, set)),
    ...truths<{ document: boolean }>(data, 'documents_quality')
      .filter(({ file, document }) => !document && isPicture(file))
      .map(({ file }) => join(data, 'documents_quality', file)),
  ];
  let passed = 0;
  let looked = 0;
  for (const file of others) {
    const view = await filling(readFileSync(file)).then(viewOf, () => undefined);
    if (!view) continue;
    looked++;
    if (ended(documentHint(view)).value !== 'found') passed++;
  }
  return [
    ...lines,
    {
      what: 'sharp ones with a hint of blur or glare',
      right: alarms,
      of: sound,
      target: '≤ 2 %',
      met: alarms <= 0.02 * sound,
    },
    { what: 'other pictures, not taken for a document', right: passed, of: looked },
    {
      what: 'blur, area under the curve',
      figure: auc(sharp.ours, soft.ours).toFixed(4),
      target: '≥ 0.99',
      met: auc(sharp.ours, soft.ours) >= 0.99,
    },
    { what: 'baseline: variance of the Laplacian', figure: auc(sharp.laplacian, soft.laplacian).toFixed(4) },
    {
      what: 'baseline for glare: share of white, area under the curve',
      figure: auc(white.glare, white.good).toFixed(4),
    },
    spent('processor time of a look, median and longest', times, 40),
  ];
}

function whiteIn({ data }: Frame): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if (Math.min(data[i]!, data[i + 1]!, data[i + 2]!) >= 245) count++;
  return count;
}

async function looked(picture: Buffer | RgbRaster): Promise<{ value: Face[]; ms: number }> {
  const source =
    picture instanceof Uint8Array
      ? sharp(picture).flatten()
      : sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
  const square = { width: NET_SIDE, height: NET_SIDE, fit: 'contain', background: '#000', kernel: 'linear' } as const;
  const { data } = await source
    .toColourspace('srgb')
    .resize(square)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return ended(findFaces(data, LEAST_SCORE));
}

async function measureFaces(data: string): Promise<Measurement[]> {
  const times: number[] = [];
  const one = { ours: 0, service: 0, of: 0 };
  for (const file of ['faces_pairs', 'faces_gallery'].flatMap((set) => pictures(data, set))) {
    const bytes = readFileSync(file);
    const { value, ms } = await looked(bytes);
    times.push(ms);
    one.of++;
    if (value.length === 1) one.ours++;
    if ((await facesOfService(bytes)).length === 1) one.service++;
  }
  const none = [
    ...truths<{ faces: number | string }>(data, 'faces_misc')
      .filter(({ file, faces }) => faces === 0 && isPicture(file))
      .map(({ file }) => join(data, 'faces_misc', file)),
    ...pictures(data, 'proof_of_address'),
    ...truths<{ labels: string[] }>(data, 'documents_quality')
      .filter(({ file, labels }) => labels.includes('not_a_document') && isPicture(file))
      .map(({ file }) => join(data, 'documents_quality', file)),
  ];
  let empty = 0;
  for (const file of none) if ((await looked(readFileSync(file))).value.length === 0) empty++;
  return [
    { what: 'portraits, one face found', right: one.ours, of: one.of },
    { what: 'baseline: the net of the service (5.6 MB)', right: one.service, of: one.of },
    { what: 'animals, scenes and papers, none found', right: empty, of: none.length },
    ...(await measureTurns(data)),
    spent('processor time of a look for faces, median and longest', times, 60),
  ];
}

async function measureTurns(data: string): Promise<Measurement[]> {
  const counts = { ours: 0, service: 0, of: 0 };
  const off = { ours: [] as number[], service: [] as number[] };
  for (const file of pictures(data, 'faces_pairs').filter((_, i) => i % EVERY === 0)) {
    const photo = await onScreen(await rasterOf(readFileSync(file)));
    const [face] = await facesOfService(photo);
    if (!face || Math.abs(headPose(face.landmarks).yaw) > AHEAD) continue;
    for (const yaw of TURNS) {
      const turned = turnedHead(photo, face.landmarks, yaw);
      const [seen] = (await looked(turned)).value;
      const [known] = await facesOfService(turned);
      counts.of++;
      // As turns are counted in a capture: 20 degrees, less what the rendered head was turned before.
      if (seen && Math.sign(yaw) * yawOf(seen.points) >= 10) counts.ours++;
      if (known && Math.sign(yaw) * headPose(known.landmarks).yaw >= 10) counts.service++;
      if (seen) off.ours.push(Math.abs(yawOf(seen.points) - yaw));
      if (known) off.service.push(Math.abs(headPose(known.landmarks).yaw - yaw));
    }
  }
  const median = (values: number[]) => (values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toFixed(1);
  return [
    { what: 'heads turned by 20° and 30°, seen to that side', right: counts.ours, of: counts.of },
    { what: 'baseline: pose of the service, by 68 landmarks', right: counts.service, of: counts.of },
    { what: 'degrees off, median; of the service', figure: `${median(off.ours)}; ${median(off.service)}` },
  ];
}

/** Picture as a camera of 640 by 480 would see it. */
async function onScreen({ width, height, data }: RgbRaster): Promise<RgbRaster> {
  const { data: bytes, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(640, 480, { fit: 'contain', background: '#888888' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: bytes };
}

/** The hints of the browser SDK while its camera is open, on the device. */
export const liveHints: Subject = {
  name: 'live-hints',
  measure: async (data) => [...(await measureDocuments(data)), ...(await measureFaces(data))],
};
