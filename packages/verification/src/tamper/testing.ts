import sharp from 'sharp';
import type { RgbRaster } from '../image/decode.ts';
import type { Regions } from './forensics.ts';

/** A document as forensics need it: paper with grain, a line of bars like print, and a face-like patch of colours. */
export interface Drawn extends RgbRaster {
  readonly regions: Regions;
}

const WIDTH = 480;
const HEIGHT = 320;
const LINE = { left: 40, top: 240, width: 400, height: 20 };
const FACE = { left: 40, top: 40, width: 120, height: 150 };

const shares = ({ left, top, width, height }: typeof LINE) => ({
  left: left / WIDTH,
  top: top / HEIGHT,
  width: width / WIDTH,
  height: height / HEIGHT,
});

/** Numbers from 0 to 1, the same for a seed (the multiplier is Knuth's, MMIX). */
function chance(seed: number): () => number {
  let state = BigInt(seed) + 1n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 40n) / 2 ** 24;
  };
}

/** @param grain grey levels, at most, by which a pixel differs from its paper */
export function drawnDocument({ seed = 1, grain = 8 } = {}): Drawn {
  const random = chance(seed);
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  const bars = Array.from({ length: LINE.width }, (_, x) => x % 10 < 5 + 3 * random());
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const onLine = inside(LINE, x, y) && bars[x - LINE.left] && (x * 7 + y * 3) % 23 > 4;
      const face = inside(FACE, x, y) ? 40 * Math.sin(x / 7) * Math.cos(y / 9) - 20 : 0;
      const noise = grain * (random() - 0.5) * 2;
      for (let k = 0; k < 3; k++) {
        const value = onLine ? 60 : 190 + 15 * Math.sin(x / 60) + 10 * Math.cos(y / 40) + face + 4 * k;
        data[(y * WIDTH + x) * 3 + k] = Math.round(value + noise);
      }
    }
  }
  const regions: Regions = {
    turn: 0,
    zone: [{ box: shares({ ...LINE, top: LINE.top - 4, height: LINE.height + 8 }), text: 'X'.repeat(40) }],
    print: [],
    portrait: shares(FACE),
    ghosts: [],
  };
  return { width: WIDTH, height: HEIGHT, data, regions };
}

const inside = ({ left, top, width, height }: typeof LINE, x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height;

export const asPng = (raster: RgbRaster) => sharpOf(raster).png().toBuffer();
export const asJpeg = (raster: RgbRaster, quality: number) => sharpOf(raster).jpeg({ quality }).toBuffer();

const sharpOf = ({ data, width, height }: RgbRaster) => sharp(data, { raw: { width, height, channels: 3 } });

/** The picture after a compression, with the same regions. */
export async function compressed(drawn: Drawn, quality: number): Promise<Drawn> {
  const data = await sharp(await asJpeg(drawn, quality))
    .raw()
    .toBuffer();
  return { ...drawn, data: new Uint8Array(data) };
}

/** Replaces pixels of a part by pixels of another picture of the same size, or of another place in the same picture. */
export function pasted(
  drawn: Drawn,
  from: RgbRaster,
  {
    left,
    top,
    width,
    height,
    dx = 0,
    dy = 0,
  }: { left: number; top: number; width: number; height: number; dx?: number; dy?: number },
): Drawn {
  const data = drawn.data.slice();
  for (let y = top; y < top + height; y++) {
    const source = ((y + dy) * from.width + left + dx) * 3;
    data.set(from.data.subarray(source, source + 3 * width), (y * drawn.width + left) * 3);
  }
  return { ...drawn, data };
}
