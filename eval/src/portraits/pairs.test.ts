import { expect, test } from 'vitest';
import { randomOf } from '../forgeries/random.ts';
import { noisy, opened } from '../forgeries/raster.ts';
import type { Portrayed, Stranger } from './documents.ts';
import { type Portrait, pairsOf } from './pairs.ts';

const [WIDTH, HEIGHT] = [300, 200];
const FACE = { left: 50, top: 60, width: 45, height: 55 };
const faceOf = (width: number, height: number) => ({
  left: FACE.left / width,
  top: FACE.top / height,
  width: FACE.width / width,
  height: FACE.height / height,
});

/** Grey with grain, and a red rectangle for a face. */
function drawn(grey: number, seed: string) {
  const data = new Uint8Array(WIDTH * HEIGHT * 3).fill(grey);
  for (let y = FACE.top; y < FACE.top + FACE.height; y++) {
    for (let x = FACE.left; x < FACE.left + FACE.width; x++) data.set([230, 60, 60], (y * WIDTH + x) * 3);
  }
  return noisy({ width: WIDTH, height: HEIGHT, data }, 2, randomOf(seed));
}

const side: Portrayed = {
  id: 'page',
  origin: 'drawn',
  split: 'tune',
  holder: 'holder',
  canvas: drawn(200, 'page'),
  faces: [faceOf(WIDTH, HEIGHT)],
};
const stranger = (id: string, split: Stranger['split']): Stranger => ({
  id,
  split,
  canvas: drawn(90, id),
  face: faceOf(WIDTH, HEIGHT),
});
const strangers = [stranger('one', 'tune'), stranger('two', 'tune')];

async function listed(people: readonly Stranger[], each = 1): Promise<Portrait[]> {
  const all: Portrait[] = [];
  for await (const one of pairsOf(side, people, each)) all.push(one);
  return all;
}

test('portraits come in pairs that differ in the head alone', async () => {
  const all = await listed(strangers, 4);
  expect(all).toHaveLength(4 * 4 * 2);
  expect(all.filter(({ brush }) => brush === null)).toHaveLength(16);
  let compared = 0;
  for (let i = 0; i < all.length; i += 2) {
    const [own, other] = [all[i]!, all[i + 1]!];
    expect([other.capture, other.saved, other.faces]).toEqual([own.capture, own.saved, own.faces]);
    if (own.saved !== 'as PNG') continue;
    const [before, after] = [await opened(own.bytes), await opened(other.bytes)];
    const { left, top, width, height } = own.faces[0]!;
    const changed = Array.from({ length: before.width * before.height }, (_, at) => at).filter(
      (at) => before.data[3 * at] !== after.data[3 * at],
    );
    expect(changed.length).toBeGreaterThan(300);
    const [columns, rows] = [
      changed.map((at) => at % before.width),
      changed.map((at) => Math.floor(at / before.width)),
    ];
    expect(Math.min(...columns) / before.width).toBeGreaterThan(left - 0.34 * width);
    expect(Math.max(...columns) / before.width).toBeLessThan(left + 1.34 * width);
    expect(Math.min(...rows) / before.height).toBeGreaterThan(top - 0.52 * height);
    expect(Math.max(...rows) / before.height).toBeLessThan(top + 1.37 * height);
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
});

test('the face is where it stands after its picture was photographed', async () => {
  for (const { capture, brush, bytes, faces } of await listed(strangers)) {
    if (capture !== 'photographed' || brush !== null) continue;
    const { width, height, data } = await opened(bytes);
    let [x, y, count] = [0, 0, 0];
    for (let at = 0; at < width * height; at++) {
      if (data[3 * at]! - data[3 * at + 1]! < 90) continue;
      x += at % width;
      y += Math.floor(at / width);
      count++;
    }
    const face = faces[0]!;
    expect(x / count / width).toBeCloseTo(face.left + face.width / 2, 2);
    expect(y / count / height).toBeCloseTo(face.top + face.height / 2, 2);
  }
});

test('nobody of the other half, nor the holder, takes the place of the holder', async () => {
  const people = [stranger('holder', 'tune'), stranger('other', 'held'), ...strangers.slice(0, 1)];
  const same = await listed([strangers[0]!]);
  expect((await listed(people)).map(({ bytes }) => bytes.toString('base64'))).toEqual(
    same.map(({ bytes }) => bytes.toString('base64')),
  );
});
