import type { RgbRaster } from '@bonafide/verification';
import { photographed } from '../forgeries/copies.ts';
import { type Brush, editFace, type Person } from '../forgeries/edit-portrait.ts';
import type { ShareBox } from '../forgeries/places.ts';
import { between, pick, type Random, randomOf } from '../forgeries/random.ts';
import { copyOf, noisy, opened, rasterOf, sharpOf } from '../forgeries/raster.ts';
import { asJpeg, asPng, chained } from '../forgeries/save.ts';
import type { Split } from '../forgeries/source.ts';
import type { Portrayed, Stranger } from './documents.ts';

/** A picture of a document, and whether its portrait was exchanged. */
export interface Portrait {
  readonly document: string;
  readonly origin: Portrayed['origin'];
  readonly split: Split;
  readonly capture: string;
  /** Brush; null for the document's own portrait. */
  readonly brush: Brush | null;
  readonly saved: string;
  readonly bytes: Buffer;
  readonly faces: readonly ShareBox[];
}

interface Taken {
  readonly canvas: RgbRaster;
  readonly faces: readonly ShareBox[];
}

/** Ways in which a document became a picture, before its portrait was exchanged. */
const CAPTURES: Readonly<Record<string, (side: Taken, random: Random) => Promise<Taken>>> = {
  'as it is': async (side) => side,
  resized: async ({ canvas, faces }, random) => ({
    canvas: await resized(canvas, between(random, 0.45, 1.25)),
    faces,
  }),
  compressed: async ({ canvas, faces }, random) => ({
    canvas: await opened((await asJpeg(canvas, pick(random, [70, 78, 85, 90, 95]))).bytes),
    faces,
  }),
  photographed: async ({ canvas, faces }, random) => {
    const degrees = between(random, -3, 3);
    const seen = await photographed(canvas, random, degrees);
    return { canvas: seen, faces: faces.map((face) => turned(face, canvas, seen, degrees)) };
  },
};

/** Ways in which the picture was saved in the end; forgers who launder a change do it in several steps. */
const SAVES: Readonly<Record<string, (canvas: RgbRaster, random: Random) => Promise<Buffer>>> = {
  'as JPEG': async (canvas, random) => (await asJpeg(canvas, pick(random, [82, 88, 92, 95, 97]))).bytes,
  'as PNG': async (canvas) => (await asPng(canvas)).bytes,
  twice: async (canvas, random) => {
    const first = await asJpeg(canvas, pick(random, [75, 80, 85, 90]));
    return (await asJpeg(await opened(first.bytes), pick(random, [88, 92, 95]))).bytes;
  },
  reduced: async (canvas, random) =>
    (await asJpeg(await resized(canvas, between(random, 0.55, 0.85)), pick(random, [85, 90, 95]))).bytes,
  'by a messenger': async (canvas, random) => (await chained(canvas, random)).bytes,
  grained: async (canvas, random) =>
    (await asJpeg(noisy(canvas, between(random, 1, 3), random), pick(random, [85, 90, 95]))).bytes,
};

const BRUSHES: readonly Brush[] = ['hard', 'feathered', 'matched', 'matched', 'outlined', 'outlined'];

/**
 * Pictures of a side in pairs: captured and saved in one way, once with its own portrait and once with another person's.
 * @param people people who may replace the holder; only people of the same half are used
 * @param each pairs by capture
 */
export async function* pairsOf(side: Portrayed, people: readonly Stranger[], each: number): AsyncGenerator<Portrait> {
  const { id, origin, split } = side;
  const others = people.filter((person) => person.split === split && person.id !== side.holder && person.id !== id);
  for (const [capture, take] of Object.entries(CAPTURES)) {
    for (let i = 0; i < each; i++) {
      const random = randomOf(`${id} ${capture} ${i}`);
      const taken = await take(side, random);
      const saved = pick(random, Object.keys(SAVES));
      const brush = pick(random, BRUSHES);
      const person = await prepared(pick(random, others), taken, random);
      const forged = await exchanged(taken, person, brush, random);
      const common = { document: id, origin, split, capture, saved, faces: taken.faces };
      const seed = `${id} ${capture} ${i} ${saved}`;
      yield { ...common, brush: null, bytes: await SAVES[saved]!(taken.canvas, randomOf(seed)) };
      if (forged) yield { ...common, brush, bytes: await SAVES[saved]!(forged, randomOf(seed)) };
    }
  }
}

const KERNELS = ['nearest', 'linear', 'cubic', 'lanczos3'] as const;

/**
 * A portrait as a forger has it: as published, or made smaller, sharper or softer before, and saved as JPEG, so that its face is
 * about as wide as the covered one.
 */
async function prepared(person: Person, { canvas, faces }: Taken, random: Random): Promise<Person> {
  if (random() < 0.35) return person;
  const wide = person.face.width * person.canvas.width;
  const scale = Math.min(1, (faces[0]!.width * canvas.width * between(random, 0.7, 2)) / wide);
  let picture = sharpOf(person.canvas).resize(Math.round(person.canvas.width * scale), null, {
    kernel: pick(random, KERNELS),
  });
  const way = random();
  if (way < 0.3) picture = picture.sharpen({ sigma: between(random, 0.5, 1.2) });
  else if (way < 0.6) picture = picture.blur(between(random, 0.4, 1));
  let made = await rasterOf(picture);
  if (random() < 0.5) made = noisy(made, between(random, 1, 4), random);
  const { bytes } = await asJpeg(made, pick(random, [60, 75, 85, 92, 97]));
  return { ...person, canvas: await opened(bytes) };
}

async function exchanged(
  { canvas, faces }: Taken,
  person: Person,
  brush: Brush,
  random: Random,
): Promise<RgbRaster | null> {
  const page = { canvas: copyOf(canvas), places: { zone: [], print: [], faces } };
  const done = await editFace({ pages: [page], touched: new Set() }, 0, 0, person, brush, random);
  return done ? page.canvas : null;
}

const resized = async (canvas: RgbRaster, scale: number) =>
  rasterOf(sharpOf(canvas).resize(Math.round(canvas.width * scale)));

/** Position of a face after its picture was put on a table and turned clockwise about its middle. */
function turned(face: ShareBox, before: RgbRaster, after: RgbRaster, degrees: number): ShareBox {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [x, y] = [
    (face.left + face.width / 2 - 0.5) * before.width,
    (face.top + face.height / 2 - 0.5) * before.height,
  ];
  const [width, height] = [(face.width * before.width) / after.width, (face.height * before.height) / after.height];
  return {
    width,
    height,
    left: 0.5 + (x * c - y * s) / after.width - width / 2,
    top: 0.5 + (x * s + y * c) / after.height - height / 2,
  };
}
