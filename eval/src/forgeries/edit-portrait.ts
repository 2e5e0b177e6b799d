import type { RgbRaster } from '@bonafide/verification';
import { type Draft, pixelsOf } from './draft.ts';
import type { ShareBox } from './places.ts';
import type { Random } from './random.ts';
import { cut, luma, noiseOf, noisy, type PixelBox, paste, rasterOf, sharpOf, statistics, within } from './raster.ts';
import type { Page } from './source.ts';

/** A portrait of a person, and where the face is in it. */
export interface Person {
  readonly id: string;
  readonly canvas: RgbRaster;
  readonly face: ShareBox;
}

export type Brush =
  /** A rectangle as it is cut out. */
  | 'hard'
  /** A rectangle whose border fades into the picture. */
  | 'feathered'
  /** Colours, sharpness and noise matched to the portrait that it covers, too. */
  | 'matched'
  /** Variant of `matched` with the head alone in a soft oval: the paper around it stays. */
  | 'outlined';

/** The head around a face, as a passport photograph is cut. */
function headOf(canvas: RgbRaster, face: PixelBox): PixelBox | null {
  return within(canvas, {
    left: face.left - face.width * 0.32,
    width: face.width * 1.64,
    top: face.top - face.height * 0.5,
    height: face.height * 1.85,
  });
}

/** Puts another person's head in the place of a face. False where the face is too small to be worth it. */
export async function editFace(
  draft: Pick<Draft, 'touched'> & { readonly pages: readonly Pick<Page, 'canvas' | 'places'>[] },
  page: number,
  index: number,
  { canvas: from, face }: Person,
  brush: Brush,
  random: Random,
): Promise<boolean> {
  const { canvas, places } = draft.pages[page]!;
  const old = places.faces[index] && pixelsOf(canvas, places.faces[index]);
  const fresh = pixelsOf(from, face);
  if (!old || !fresh || old.width < 12) return false;
  const [place, head] = [headOf(canvas, old), headOf(from, fresh)];
  if (!place || !head) return false;
  let part = await rasterOf(
    sharpOf(cut(from, head)).resize(place.width, place.height, { fit: 'fill', kernel: 'cubic' }),
  );
  const whole = { left: 0, top: 0, width: part.width, height: part.height };
  const grey = isGrey(canvas, place);
  if (grey) part = greyed(part);
  if (brush !== 'hard') part = coloured(part, statistics(part, whole), statistics(canvas, place), grey ? 1 : 0.75);
  if (brush === 'matched' || brush === 'outlined') {
    const softness = [0, 0.5, 0.8, 1.1].find((sigma) => sigma >= softnessOf(canvas, place, part)) ?? 1.4;
    if (softness > 0) part = await rasterOf(sharpOf(part).blur(Math.max(0.3, softness)));
    const missing = Math.sqrt(Math.max(0, noiseOf(canvas, place) ** 2 - noiseOf(part, whole) ** 2));
    if (missing > 0.3) part = noisy(part, missing, random);
  }
  const soft = brush === 'hard' ? 0 : Math.max(2, Math.round(Math.min(place.width, place.height) * 0.12));
  paste(canvas, part, place, (x, y) => {
    if (soft === 0) return 1;
    if (brush === 'outlined') return ovalAt((2 * x + 1) / part.width - 1, (2 * y + 1) / part.height - 1);
    const edge = Math.min(x, y, part.width - 1 - x, part.height - 1 - y);
    return Math.min(1, (edge + 0.5) / soft);
  });
  draft.touched.add(page);
  return true;
}

/** Share of the new head at a place of its rectangle, from -1 to 1 each way: 1 within an oval, 0 at its border. */
function ovalAt(x: number, y: number): number {
  return Math.max(0, Math.min(1, (1 - Math.hypot(x, y)) / 0.2));
}

function isGrey(canvas: RgbRaster, box: PixelBox): boolean {
  const { data } = cut(canvas, box);
  let sum = 0;
  for (let i = 0; i < data.length; i += 3) {
    sum += Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!);
  }
  return sum / (data.length / 3) < 22;
}

function greyed(part: RgbRaster): RgbRaster {
  const data = new Uint8Array(part.data.length);
  for (let i = 0; i < data.length; i += 3) data.fill(Math.round(luma(part.data, i)), i, i + 3);
  return { ...part, data };
}

/** Moves mean and deviation of each colour towards the target's, by a share of the way. */
function coloured(
  part: RgbRaster,
  own: ReturnType<typeof statistics>,
  target: ReturnType<typeof statistics>,
  share: number,
): RgbRaster {
  const data = new Uint8ClampedArray(part.data.length);
  for (let i = 0; i < data.length; i++) {
    const k = i % 3;
    const scale = target.deviation[k]! / Math.max(1, own.deviation[k]!);
    const wanted = target.mean[k]! + (part.data[i]! - own.mean[k]!) * scale;
    data[i] = part.data[i]! * (1 - share) + wanted * share;
  }
  return { ...part, data: new Uint8Array(data.buffer) };
}

/** Blur, as a deviation in pixels, that makes the part about as soft as the picture in a box. */
function softnessOf(canvas: RgbRaster, box: PixelBox, part: RgbRaster): number {
  const ratio =
    noiseOf(canvas, box) / Math.max(0.1, noiseOf(part, { left: 0, top: 0, width: part.width, height: part.height }));
  return ratio >= 1 ? 0 : Math.min(1.4, Math.sqrt(1 / ratio - 1) * 0.6);
}
