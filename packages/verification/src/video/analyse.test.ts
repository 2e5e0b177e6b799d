import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { compareFaces, embed, type Face, findFaces } from '../faces/index.ts';
import { noise } from '../faces/testing.ts';
import { mirrored } from '../faces/warp.ts';
import { decodeRgb, type RgbRaster } from '../image/decode.ts';
import { testFile } from '../testing/data.ts';
import { analyseFrames } from './analyse.ts';
import { turnedHead } from './testing.ts';
import type { VideoFrame } from './watch.ts';

const YAWS = [0, 14, 32, 38, 8, 1];
const left = [
  { type: 'recite', query: [1, 2, 3] },
  { type: 'movement', query: 'turnLeft' },
];
const right = [{ type: 'movement', query: 'turnRight' }];

async function photograph(name: string): Promise<{ rgb: RgbRaster; face: Face }> {
  const { rgb } = await decodeRgb(readFileSync(testFile(`faces_pairs/${name}.jpg`)), { side: 600 });
  const [face] = await findFaces(rgb);
  return { rgb, face: face! };
}

const clip = (pictures: readonly RgbRaster[]): VideoFrame[] => pictures.map((picture, at) => ({ at, picture }));

let person: Awaited<ReturnType<typeof photograph>>;
let turning: RgbRaster[];

beforeAll(async () => {
  person = await photograph('london_018_neutral');
  turning = YAWS.map((yaw) => (yaw === 0 ? person.rgb : turnedHead(person.rgb, person.face.landmarks, yaw)));
});

test('a head that turns to its left is live when that was asked for', async () => {
  const found = await analyseFrames(clip(turning), { challenge: left });
  expect(found.frames.map(({ faces }) => faces)).toEqual(YAWS.map(() => 1));
  expect(found.faces.map(({ result }) => result)).toEqual(['pass', 'pass']);
  expect(found.turns.left).toBeGreaterThan(30);
  expect(found.turns.right).toBeLessThan(5);
  expect(found.turn.result).toBe('pass');
  expect(found.recited).toMatchObject({ name: 'recited_digits', result: null });
  expect(found.person.result).toBe('pass');
  expect(found.signals.map(({ name }) => name).slice(0, 3)).toEqual(['still_picture', 'flat_picture', 'moire']);
  expect(found.signals.slice(0, 2).map(({ result }) => result)).toEqual(['pass', 'pass']);
  expect(found.liveness.result).toBe('pass');
  expect(Math.abs(found.frames[found.best!.index]!.pose!.yaw)).toBeLessThan(10);
  expect(structuredClone(found)).toEqual(found);
});

test('the mirrored clip turns to the right, which is the wrong way', async () => {
  const frames = clip(turning.map((picture) => mirrored(picture)));
  const found = await analyseFrames(frames, { challenge: left });
  expect(found.turns.right).toBeGreaterThan(30);
  expect(found.turn.result).toBe('fail');
  expect(found.liveness.result).toBe('fail');
  expect(await analyseFrames(frames.slice(1))).toMatchObject({ recited: null, liveness: { result: 'pass' } });
});

test('a photograph held still is not live, nor one that is moved about', async () => {
  const { default: sharp } = await import('sharp');
  const { width, height } = person.rgb;
  const still = (i: number) =>
    sharp(person.rgb.data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 70 + i });
  const held = await Promise.all([0, 1, 2, 3, 4].map(async (at) => ({ at, picture: await still(at).toBuffer() })));
  const found = await analyseFrames(held, { challenge: left });
  expect(found.signals.slice(0, 2).map(({ result }) => result)).toEqual(['fail', 'fail']);
  expect(found.genuineness).toBeLessThanOrEqual(0.25);
  expect(found.liveness.result).toBe('fail');
  const moved = await Promise.all(
    [0, 4, 8, -5].map(async (angle, at) => ({ at, picture: await still(0).rotate(angle).toBuffer() })),
  );
  const shaken = await analyseFrames(moved, { challenge: left });
  expect(shaken.signals[0]?.result).toBe('pass');
  expect(shaken.liveness.result).toBe('fail');
});

test('two people in turn are not one', async () => {
  const { rgb } = await photograph('london_010_neutral');
  const found = await analyseFrames(clip([person.rgb, rgb, person.rgb, rgb]));
  expect(found.person.result).toBe('fail');
  expect(found.liveness.result).toBe('fail');
});

test('the best frame stands for the person', async () => {
  const { best } = await analyseFrames(clip(turning.slice(2)));
  expect(best?.index).toBeGreaterThanOrEqual(2);
  const smiling = await photograph('london_018_smiling');
  expect(compareFaces(best!.embedding, await embed(smiling.rgb, smiling.face))).toBeGreaterThan(0.94);
});

test('a clip without a face says so, and nothing more', async () => {
  const found = await analyseFrames(clip([noise(300, 200), noise(300, 200), noise(300, 200)]), { challenge: right });
  expect(found).toMatchObject({
    best: null,
    turns: { left: 0, right: 0 },
    turn: { result: null },
    recited: null,
    genuineness: null,
    liveness: { result: null, reason: 'Face visible: no (measured 0 of 3 frames, minimum half)' },
  });
  expect(found.faces.map(({ name, measure, result }) => [name, measure, result])).toEqual([
    ['face_present', 0, 'fail'],
    ['face_count', 0, 'fail'],
  ]);
  expect(await analyseFrames([])).toMatchObject({ frames: [], liveness: { result: null } });
});

test('a head that another person turns, where no face can be compared, leaves it open who is alive', async () => {
  const other = await photograph('london_036_neutral');
  const away = turnedHead(other.rgb, other.face.landmarks, 46);
  const spliced = await analyseFrames(clip([person.rgb, person.rgb, away, away, person.rgb]));
  expect([spliced.turn.result, spliced.person.result]).toEqual(['pass', 'pass']);
  expect(spliced.followed.result).toBe('fail');
  expect(spliced.liveness).toMatchObject({ result: null, reason: spliced.followed.reason });
  // A head that turns passes through angles at which the face is still known.
  expect((await analyseFrames(clip(turning))).followed.result).toBe('pass');
});
