import sharp, { type Sharp } from 'sharp';
import type { DocumentView } from '../../../packages/web-sdk/src/vision/document-hint.ts';
import { partsOf } from '../../../packages/web-sdk/src/vision/document-view.ts';
import type { Frame, RequestedFrame } from '../../../packages/web-sdk/src/vision/frame.ts';

/** Size of a telephone's camera picture, and the frame for a card in it: 88 of 100 parts of a screen of 390 by 560. */
export const CAMERA = { width: 720, height: 960 };
const CARD_FRAME = { left: 43, top: 280, width: 634, height: 400 };

/** Position of a document before the camera. */
export interface Scene {
  /** Width of the document, in widths of the frame, as far as its height lets it. */
  readonly size?: number;
  /** Offset from the middle, in widths and heights of the frame. */
  readonly shift?: readonly [number, number];
  /** Degrees. */
  readonly tilt?: number;
  /** Colour of the table. */
  readonly ground?: string;
  /** Noise of the sensor, in levels. */
  readonly noise?: number;
  /** Multiplies the light; scans are brighter than what a camera makes of paper. */
  readonly light?: number;
  /** Multiplies the light of the whole scene: a room that is too dark. Default 1. */
  readonly room?: number;
  /** Blur of the lens, in pixels. */
  readonly blur?: number;
  /** A lamp in the document's laminate: its share of the document. */
  readonly glare?: number;
}

/** A picture of a document as the camera would see it on a table; null for the table alone. */
export async function before(
  document: Buffer | null,
  {
    size = 0.94,
    shift = [0, 0],
    tilt = 0,
    ground = '#4b3a2c',
    noise = 4,
    light = 0.86,
    blur = 0,
    glare = 0,
    room = 1,
  }: Scene = {},
): Promise<Sharp> {
  const table = await sharp({ create: { ...CAMERA, channels: 3, background: ground } })
    .png()
    .toBuffer();
  const onTable = document && (await cardOf(document, { size, shift, tilt, light, glare }));
  const scene = await sharp(table)
    .composite(onTable ? [onTable] : [])
    .removeAlpha()
    .raw()
    .toBuffer();
  return seen(sharp(scene, { raw: { ...CAMERA, channels: 3 } }), { noise, blur, room });
}

type Card = Required<Pick<Scene, 'size' | 'shift' | 'tilt' | 'light' | 'glare'>>;

/** The document as it lies on the table, and where. */
async function cardOf(document: Buffer, { size, shift, tilt, light, glare }: Card) {
  const card = await sharp(document)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(Math.round(size * CARD_FRAME.width), Math.round(1.12 * size * CARD_FRAME.height), { fit: 'inside' })
    .linear(light, 0)
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = card.info;
  const lamp = Math.sqrt((glare * width * height) / Math.PI) * 2;
  const shine = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g">
    <stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
    </radialGradient></defs><ellipse cx="${0.58 * width}" cy="${0.45 * height}" rx="${1.2 * lamp}" ry="${lamp / 1.2}" fill="url(#g)"/></svg>`;
  const lit =
    glare > 0
      ? await sharp(card.data)
          .composite([{ input: Buffer.from(shine) }])
          .png()
          .toBuffer()
      : card.data;
  const turned = tilt === 0 ? lit : await sharp(lit).rotate(tilt, { background: '#00000000' }).png().toBuffer();
  return placed(turned, [
    CARD_FRAME.left + CARD_FRAME.width * (0.5 + shift[0]),
    CARD_FRAME.top + CARD_FRAME.height * (0.5 + shift[1]),
  ]);
}

/** A picture that fills what the camera sees. */
export const filling = (picture: Buffer, { noise = 4, blur = 0 }: Pick<Scene, 'noise' | 'blur'> = {}): Promise<Sharp> =>
  seen(
    sharp(picture)
      .autoOrient()
      .flatten()
      .toColourspace('srgb')
      .resize({ ...CAMERA, fit: 'cover' }),
    { noise, blur },
  );

/** Effects of lens and sensor on the picture. */
async function seen(
  picture: Sharp,
  { noise, blur, room = 1 }: { noise: number; blur: number; room?: number },
): Promise<Sharp> {
  const soft = await (blur > 0 ? picture.blur(blur) : picture).linear(room, 0).removeAlpha().raw().toBuffer();
  const grain = noiseOf();
  for (let i = 0; i < soft.length; i++)
    soft[i] = Math.min(255, Math.max(0, soft[i]! + noise * grain[(i + 7919 * (soft[i % 97]! & 15)) % grain.length]!));
  return sharp(soft, { raw: { ...CAMERA, channels: 3 } });
}

let grain: Float32Array | undefined;

/** Numbers about 0 with a spread of 1, the same in every run: sums of Park and Miller's. */
function noiseOf(): Float32Array {
  let state = 1;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  grain ??= Float32Array.from({ length: 1_000_003 }, () => 1.73 * (next() + next() + next() + next()));
  return grain;
}

/** Cut where it leaves the picture. */
async function placed(picture: Buffer, [x, y]: readonly [number, number]) {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const [left, top] = [Math.round(x - width / 2), Math.round(y - height / 2)];
  const [skipX, skipY] = [Math.max(0, -left), Math.max(0, -top)];
  const w = Math.min(width - skipX, CAMERA.width - Math.max(0, left));
  const h = Math.min(height - skipY, CAMERA.height - Math.max(0, top));
  if (w < 1 || h < 1) return undefined;
  const input = await sharp(picture).extract({ left: skipX, top: skipY, width: w, height: h }).png().toBuffer();
  return { input, left: Math.max(0, left), top: Math.max(0, top) };
}

/** View that the SDK draws of it. */
export async function viewOf(camera: Sharp): Promise<Omit<DocumentView, 'detail'> & { detail(): Frame }> {
  const { overview, frame, detail } = partsOf(CARD_FRAME, CAMERA);
  const close = await drawn(camera, detail);
  return { overview: await drawn(camera, overview), frame, detail: () => close };
}

export async function drawn(camera: Sharp, { part, width, height }: RequestedFrame): Promise<Frame> {
  const box = {
    left: Math.round(part.left),
    top: Math.round(part.top),
    width: Math.floor(part.width),
    height: Math.floor(part.height),
  };
  const data = await camera
    .clone()
    .extract(box)
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, data };
}
