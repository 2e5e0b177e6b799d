import { type Forensic, greyOf, type Regions } from '@bonafide/verification';
import sharp from 'sharp';
import { opened, rasterOf, sharpOf } from '../forgeries/raster.ts';

/** Quality at which error level analysis saves again. */
const QUALITY = 90;

/**
 * Error level of a part over the error level of the whole picture, in natural logarithms: how much saving again changes it. The
 * line or face that stands out most counts.
 */
export async function errorLevel(
  bytes: Uint8Array,
  { zone, print, portrait, ghosts }: Regions,
  part: Forensic['part'],
): Promise<number> {
  const picture = await opened(bytes);
  const again = await rasterOf(sharp(await sharpOf(picture).jpeg({ quality: QUALITY }).toBuffer()));
  const [before, after] = [greyOf(picture).data, greyOf(again).data];
  const { width, height } = picture;
  const level = (box: { left: number; top: number; width: number; height: number }) => {
    let [sum, count] = [0, 0];
    const [right, bottom] = [(box.left + box.width) * width, (box.top + box.height) * height];
    for (let y = Math.max(0, Math.round(box.top * height)); y < Math.min(height, bottom); y++) {
      for (let x = Math.max(0, Math.round(box.left * width)); x < Math.min(width, right); x++) {
        sum += Math.abs(before[y * width + x]! - after[y * width + x]!);
        count++;
      }
    }
    return Math.log((0.1 * count + sum) / Math.max(1, count));
  };
  const whole = { left: 0, top: 0, width: 1, height: 1 };
  const boxes = {
    zone: zone.map(({ box }) => box),
    print: print.map(({ box }) => box),
    portrait: portrait ? [portrait] : [],
    ghost: ghosts,
    whole: [whole],
  }[part];
  const all = level(whole);
  return Math.max(0, ...boxes.map((box) => Math.abs(level(box) - all)));
}
