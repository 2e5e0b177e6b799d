import { photographed } from './copies.ts';
import { pick, type Random, randomOf } from './random.ts';
import { opened, rasterOf, sharpOf } from './raster.ts';
import { asJpeg, chained } from './save.ts';
import type { MadeDocument, Source, Upload } from './source.ts';

type File = Pick<Upload, 'bytes' | 'mediaType'>;

/** Ways in which a sound document reaches the service. */
const captures: Readonly<Record<string, (bytes: Buffer, random: Random) => Promise<File>>> = {
  'as JPEG': async (bytes, random) => asJpeg(await opened(bytes), pick(random, [75, 85, 92])),
  resized: async (bytes, random) => {
    const canvas = await opened(bytes);
    const width = Math.round(canvas.width * pick(random, [0.7, 0.8, 1.2]));
    return asJpeg(await rasterOf(sharpOf(canvas).resize(width)), 90);
  },
  photographed: async (bytes, random) =>
    asJpeg(await photographed(await opened(bytes), random), pick(random, [85, 92])),
  'by a messenger': async (bytes, random) => chained(await opened(bytes), random),
};

/** A sound document in one of its captures, made when it is asked for. */
export interface Capture {
  readonly id: string;
  make(): Promise<MadeDocument>;
}

/** A document as it is, and its captures; of specimens, whose marks put them in doubt however they are captured, as it is. */
export function soundOf(source: Source): Capture[] {
  const truth = {
    forgery: null,
    source: source.id,
    origin: source.origin,
    specimen: source.specimen,
    split: source.split,
    today: source.today,
  };
  const asIs: Capture = {
    id: `${source.id}: as it is`,
    make: async () => ({ ...truth, id: `${source.id}: as it is`, recipe: 'as it is', uploads: source.uploads }),
  };
  if (source.specimen) return [asIs];
  const others = Object.entries(captures).map(([recipe, capture]): Capture => {
    const id = `${source.id}: ${recipe}`;
    return {
      id,
      async make() {
        const uploads: Upload[] = [];
        for (const [i, upload] of source.uploads.entries()) {
          uploads.push({ ...upload, ...(await capture(upload.bytes, randomOf(`${id} ${i}`))) });
        }
        return { ...truth, id, recipe, uploads };
      },
    };
  });
  return [asIs, ...others];
}
