import { findFaces, rasterOf } from '@bonafide/verification';
import sharp, { type Sharp } from 'sharp';
import type { FaceView } from '../../../packages/web-sdk/src/vision/face-look.ts';
import { NET_SIDE } from '../../../packages/web-sdk/src/vision/face-net.ts';
import { CAPTURE_LIMITS } from '../../../packages/web-sdk/src/vision/limits.ts';
import { CAMERA, drawn } from './scenes.ts';

/** The oval in the camera's picture of a phone: 312 by 410 of a screen of 390 by 560. */
const OVAL = { width: 535, height: 704 };
/** Width of a face that lies well in the oval, in widths of the oval. */
const GOOD_SIZE = 0.72;
const WALL = '#9aa3a8';

/** A face before the camera. */
export interface FaceScene {
  /** Width of the face, in widths of a well placed one. Default 1. */
  readonly size?: number;
  /** Offset from the middle, in widths of the oval. Default 0. */
  readonly shift?: number;
  /** Multiplies the light. Default 1. */
  readonly room?: number;
  /** Blur of the lens, in pixels of 960. Default 0. */
  readonly blur?: number;
  /** Number of copies of the person side by side. Default 1. */
  readonly people?: 0 | 1 | 2;
}

const faces = new WeakMap<Buffer, ReturnType<typeof locate>>();

/** The face in a portrait, which is searched once. */
function located(portrait: Buffer): ReturnType<typeof locate> {
  const known = faces.get(portrait) ?? locate(portrait);
  faces.set(portrait, known);
  return known;
}

async function locate(portrait: Buffer) {
  const raster = await rasterOf(portrait);
  const [face] = await findFaces(raster);
  if (!face) throw new Error('The portrait shows no face');
  return { raster, face };
}

/** A portrait as the camera of a phone would see the person. */
export async function faceBefore(
  portrait: Buffer,
  { size = 1, shift = 0, room = 1, blur = 0, people = 1 }: FaceScene = {},
): Promise<Sharp> {
  const { raster, face } = await located(portrait);
  const { left, top, width, height } = face.box;
  const scale = (GOOD_SIZE * OVAL.width * size) / width;
  const person = await sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
    .resize(Math.round(raster.width * scale), Math.round(raster.height * scale), { fit: 'fill' })
    .png()
    .toBuffer();
  const middles = people === 2 ? [0.25, 0.75] : people === 1 ? [0.5 + (shift * OVAL.width) / CAMERA.width] : [];
  const layers = await Promise.all(
    middles.map((middle) =>
      cropped(person, {
        left: middle * CAMERA.width - (left + width / 2) * scale,
        top: 0.52 * CAMERA.height - (top + height / 2) * scale,
        from: people === 2 ? middle - 0.25 : 0,
        share: people === 2 ? 0.5 : 1,
      }),
    ),
  );
  const scene = await sharp({ create: { ...CAMERA, channels: 3, background: WALL } })
    .composite(layers)
    .png()
    .toBuffer();
  const lit = await (blur > 0 ? sharp(scene).blur(blur) : sharp(scene)).linear(room, 0).removeAlpha().raw().toBuffer();
  return sharp(grained(lit), { raw: { ...CAMERA, channels: 3 } });
}

/** The part of a picture that lies in a column of the camera's picture. */
async function cropped(picture: Buffer, at: { left: number; top: number; from: number; share: number }) {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const column = { left: Math.round(at.from * CAMERA.width), width: Math.round(at.share * CAMERA.width) };
  const [left, top] = [Math.round(at.left), Math.round(at.top)];
  const [x, y] = [Math.max(left, column.left), Math.max(top, 0)];
  const right = Math.min(left + width, column.left + column.width);
  const bottom = Math.min(top + height, CAMERA.height);
  const part = { left: x - left, top: y - top, width: right - x, height: bottom - y };
  return { input: await sharp(picture).extract(part).png().toBuffer(), left: x, top: y };
}

/** Noise of a sensor, up to 3 levels, the same in every run (Park and Miller's generator). */
function grained(data: Buffer): Buffer {
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (state * 48271) % 2147483647;
    data[i] = Math.min(255, Math.max(0, data[i]! + Math.round(6 * (state / 2147483647 - 0.5))));
  }
  return data;
}

/** View that the SDK draws of it. */
export async function faceViewOf(camera: Sharp): Promise<FaceView> {
  const side = 1.5 * OVAL.height;
  const margin = Math.ceil((side - CAMERA.width) / 2);
  const above = Math.ceil((side - CAMERA.height) / 2);
  const padded = await camera
    .clone()
    .extend({ left: margin, right: margin, top: above, bottom: above, background: '#000' })
    .png()
    .toBuffer();
  const whole = { left: 0, top: 0, width: Math.floor(side), height: Math.floor(side) };
  const square = await drawn(sharp(padded), { part: whole, width: NET_SIDE, height: NET_SIDE });
  const { data, info } = await sharp(padded).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const n = CAPTURE_LIMITS.faceSide;
  const detail: FaceView['detail'] = (face) => {
    const out = new Uint8ClampedArray(4 * n * n);
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) for (let c = 0; c < 3; c++) out[4 * (y * n + x) + c] = mean(x, y, c);
    return { width: n, height: n, data: out };

    /** Mean of the pixels that a pixel of the detail covers. */
    function mean(x: number, y: number, c: number): number {
      const [x0, x1] = [x, x + 1].map((at) => Math.round((face.left + (face.width * at) / n) * side)) as [
        number,
        number,
      ];
      const [y0, y1] = [y, y + 1].map((at) => Math.round((face.top + (face.height * at) / n) * side)) as [
        number,
        number,
      ];
      let [sum, count] = [0, 0];
      for (let v = Math.max(0, y0); v < Math.min(info.height, Math.max(y1, y0 + 1)); v++)
        for (let u = Math.max(0, x0); u < Math.min(info.width, Math.max(x1, x0 + 1)); u++, count++)
          sum += data[3 * (v * info.width + u) + c]!;
      return count === 0 ? 0 : sum / count;
    }
  };
  const oval = {
    left: 0.5 - OVAL.width / side / 2,
    top: 0.5 - OVAL.height / side / 2,
    width: OVAL.width / side,
    height: OVAL.height / side,
  };
  return { square, oval, detail };
}
