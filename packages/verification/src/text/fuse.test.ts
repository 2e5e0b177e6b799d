import { createRequire } from 'node:module';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { load } from './engine.ts';
import { fused } from './fuse.ts';
import { readModel, writeModel } from './onnx-file.ts';
import { netFile, recogniserClasses } from './published.ts';

const fontfile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** Black print on white with noise, in three planes from -1 to 1. */
async function print(text: string, width: number, height: number): Promise<Float32Array> {
  const letters = await sharp({ text: { text, font: 'DejaVu Sans', fontfile, width: width - 8, height: height - 8 } })
    .resize(width, height, { fit: 'contain', background: '#000000' })
    .greyscale()
    .raw()
    .toBuffer();
  let seed = 1;
  const noise = () => {
    seed = (seed * 48271) % 2147483647;
    return (seed / 2147483647 - 0.5) / 4;
  };
  return Float32Array.from(
    { length: 3 * width * height },
    (_, i) => 1 - letters[i % letters.length]! / 127.5 + noise(),
  );
}

/** Nodes of each type that the patterns consist of. */
function count(file: Uint8Array): Record<string, number> {
  const types = readModel(file).nodes.map(({ type }) => type);
  const counted = ['Mul', 'Add', 'Div', 'Clip', 'HardSigmoid', 'BatchNormalization'];
  return Object.fromEntries(counted.map((type) => [type, types.filter((other) => other === type).length]));
}

describe('a net made faster', () => {
  it.each([
    ['recogniser', 48, [48, 96, 432, 1000]],
    ['turns', 48, [192]],
    ['detector', 256, [256, 416]],
  ] as const)('gives what the %s as published gives', async (name, height, widths) => {
    const file = await netFile(name);
    const [published, faster] = [await load(file), await load(fused(file))];
    for (const width of widths) {
      const planes = await print('Erika 12.04', width, height);
      const expected = await published.run(planes, [1, 3, height, width]);
      const found = await faster.run(planes, [1, 3, height, width]);
      expect(found.shape).toEqual(expected.shape);
      const apart = found.data.reduce((most, value, i) => Math.max(most, Math.abs(value - expected.data[i]!)), 0);
      expect(apart).toBeLessThan(1e-4);
      // Nets that see nothing would agree about anything.
      expect(expected.data.reduce((most, value) => Math.max(most, value), 0)).toBeGreaterThan(0.6);
    }
  });

  it('has lost the scalings, shifts and divisions that were only exported', async () => {
    const file = await netFile('recogniser');
    expect(count(file)).toEqual({ Mul: 107, Add: 107, Div: 33, Clip: 28, HardSigmoid: 2, BatchNormalization: 6 });
    // The rest belongs to the layers that attend and their normalisations, and to shifts before padded convolutions.
    expect(count(fused(file))).toEqual({ Mul: 51, Add: 23, Div: 5, Clip: 0, HardSigmoid: 30, BatchNormalization: 16 });
  });

  it('doubles rows and columns only at its end', async () => {
    const ends = (file: Uint8Array) =>
      readModel(file)
        .nodes.slice(-4)
        .map(({ type }) => type);
    const file = await netFile('detector');
    expect(ends(file)).toEqual(['Relu', 'ConvTranspose', 'Add', 'Sigmoid']);
    expect(ends(fused(file))).toEqual(['Relu', 'Conv', 'Sigmoid', 'DepthToSpace']);
  });

  it('shares what is probable among the classes that are kept', async () => {
    const file = await netFile('recogniser');
    const kept = (await recogniserClasses()).map(({ index }) => index);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([343, 0, 6624]);
    const planes = await print('Erika 12.04', 432, 48);
    const published = await (await load(file)).run(planes, [1, 3, 48, 432]);
    const faster = await (await load(fused(file, kept))).run(planes, [1, 3, 48, 432]);
    expect(faster.shape).toEqual([1, 54, 343]);
    for (let step = 0; step < 54; step++) {
      const shares = kept.map((c) => published.data[step * 6625 + c]!);
      const all = shares.reduce((sum, share) => sum + share, 0);
      const apart = shares.map((share, i) => Math.abs(share / all - faster.data[step * 343 + i]!));
      expect(Math.max(...apart)).toBeLessThan(1e-4);
    }
  });

  it('cannot lose classes that it does not have', async () => {
    const file = await netFile('detector');
    expect(() => fused(file, [0, 1])).toThrow('does not end with a layer of classes');
  });

  it('can be made from one that was made before', async () => {
    const once = fused(await netFile('recogniser'));
    const classes = Array.from({ length: 10 }, (_, c) => c);
    const { shape } = await (await load(fused(once, classes))).run(new Float32Array(3 * 48 * 48), [1, 3, 48, 48]);
    expect(shape).toEqual([1, 6, 10]);
  });

  it('stays as it is where no pattern is found', async () => {
    const once = fused(await netFile('turns'));
    expect(Buffer.from(fused(once)).equals(once)).toBe(true);
  });
});

describe('a model that is only read and written', () => {
  it('keeps all that is in it', async () => {
    const file = await netFile('detector');
    const written = writeModel(readModel(file));
    expect(written.length).toBe(file.length);
    expect(Buffer.from(writeModel(readModel(written))).equals(written)).toBe(true);
  });

  it('is refused if it is not a model', () => {
    expect(() => readModel(Buffer.from('not a model at all'))).toThrow(RangeError);
  });
});
