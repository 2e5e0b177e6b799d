import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  analyseFrames,
  type Face,
  type FramesAnalysis,
  findFaces,
  headPose,
  type RgbRaster,
  rasterOf,
  type VideoFrame,
} from '@bonafide/verification';
import sharp from 'sharp';
import { turnedHead } from '../../packages/verification/src/video/testing.ts';
import type { Measurement } from './measurement.ts';

/** Every how many of the photographs becomes a clip. */
const EVERY = 8;
/** Degrees of looking away above which a person is not rendered on a head. */
const AHEAD = 8;
/** Degrees by which the head is turned in the frames of a clip. */
const TURN = [0, 4, 14, 26, 34, 30, 20, 9, 3, 0];
const TURN_LEFT = [{ type: 'movement', query: 'turnLeft' }];

/**
 * Liveness on clips made of photographs: heads turned by rendering, and photographs held still, shaken or tilted. Clips of real
 * people are not at hand: these counts show that the analyser works, not how often it errs.
 */
export async function measureClips(data: string): Promise<Measurement[]> {
  const folder = join(data, 'faces_pairs');
  const truths: { file: string }[] = JSON.parse(readFileSync(join(folder, 'ground_truth.json'), 'utf8'));
  const live = { asked: [] as FramesAnalysis[], wrong: [] as FramesAnalysis[] };
  const held = { still: [] as FramesAnalysis[], shaken: [] as FramesAnalysis[], tilted: [] as FramesAnalysis[] };
  const spent: { wall: number; cpu: number }[] = [];
  for (const { file } of truths.filter((_, i) => i % EVERY === 0)) {
    const photo = await onScreen(await rasterOf(readFileSync(join(folder, file))));
    const [face] = await findFaces(photo);
    if (!face || Math.abs(headPose(face.landmarks).yaw) > AHEAD) continue;
    const left = await turning(photo, face, 1);
    const [start, before] = [performance.now(), process.cpuUsage()];
    live.asked.push(await analyseFrames(left, { challenge: TURN_LEFT }));
    const { user, system } = process.cpuUsage(before);
    spent.push({ wall: performance.now() - start, cpu: (user + system) / 1000 });
    live.wrong.push(await analyseFrames(await turning(photo, face, -1), { challenge: TURN_LEFT }));
    held.still.push(await analyseFrames(await sheets(photo, () => [1, 0, 0, 1]), { challenge: TURN_LEFT }));
    held.shaken.push(await analyseFrames(await sheets(photo, shaken), { challenge: TURN_LEFT }));
    held.tilted.push(await analyseFrames(await sheets(photo, tilted), { challenge: TURN_LEFT }));
  }
  const counted = (clips: readonly FramesAnalysis[], result: 'pass' | 'fail') => ({
    right: clips.filter(({ liveness }) => liveness.result === result).length,
    of: clips.length,
  });
  const middle = (values: number[]) => (values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toFixed(0);
  const wall = middle(spent.map((one) => one.wall));
  return [
    { what: 'rendered turns to the side asked for, found live', ...counted(live.asked, 'pass') },
    { what: 'rendered turns to the other side, refused', ...counted(live.wrong, 'fail') },
    { what: 'photographs held still, refused', ...counted(held.still, 'fail') },
    { what: 'photographs shaken, refused', ...counted(held.shaken, 'fail') },
    { what: 'photographs tilted, found live', ...counted(held.tilted, 'pass') },
    {
      what: '10 frames of 720p, median',
      figure: `${wall} ms, ${middle(spent.map((one) => one.cpu))} ms of CPU`,
      target: '≤ 2000 ms',
      met: Number(wall) <= 2000,
    },
  ];
}

/** A photograph as the camera of a browser would record it: 1280 by 720, the sides grey. */
async function onScreen({ width, height, data }: RgbRaster): Promise<RgbRaster> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const { data: bytes, info } = await picture
    .resize(1280, 720, { fit: 'contain', background: '#888888' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: bytes };
}

async function turning(photo: RgbRaster, { landmarks }: Face, side: 1 | -1): Promise<VideoFrame[]> {
  const pictures = TURN.map((yaw) => (yaw === 0 ? photo : turnedHead(photo, landmarks, side * yaw)));
  return Promise.all(pictures.map(async (picture, at) => ({ at, picture: await jpeg(picture).toBuffer() })));
}

/** Frames of a sheet under the matrix that `move` gives for each. */
async function sheets(photo: RgbRaster, move: (frame: number) => Matrix): Promise<VideoFrame[]> {
  return Promise.all(
    TURN.map(async (_, at) => {
      const moved = await jpeg(photo)
        .affine([...move(at)], { background: '#777777' })
        .toBuffer();
      return { at, picture: moved };
    }),
  );
}

type Matrix = readonly [number, number, number, number];

function shaken(frame: number): Matrix {
  const [angle, scale] = [0.1 * Math.sin(1.3 * frame), 1 + 0.08 * Math.sin(0.7 * frame)];
  return [scale * Math.cos(angle), -scale * Math.sin(angle), scale * Math.sin(angle), scale * Math.cos(angle)];
}

/** Matrix of a sheet that is turned about its upright axis by up to 45 degrees, and sheared by the hand that holds it. */
function tilted(frame: number): Matrix {
  const angle = 0.78 * Math.sin(0.6 * frame);
  return [Math.cos(angle), 0.15 * Math.sin(angle), 0, 1];
}

function jpeg({ width, height, data }: RgbRaster) {
  return sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 80 });
}
