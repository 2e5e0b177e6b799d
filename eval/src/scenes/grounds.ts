import sharp, { type Sharp } from 'sharp';
import { between, pick, type Random } from '../forgeries/random.ts';

/** Draws the ground under a document, of a size in pixels, as SVG. */
type Ground = (width: number, height: number, random: Random) => string;

const plain =
  (...colours: string[]): Ground =>
  (width, height, random) =>
    `<rect width="${width}" height="${height}" fill="${pick(random, colours)}"/>`;

const wood: Ground = (width, height, random) => {
  const [base, vein] = pick(random, [
    ['#4a3626', '#3d2b1e'],
    ['#8a6a48', '#74563a'],
    ['#c9a97f', '#b8966b'],
  ] as const);
  const veins = Array.from({ length: 40 }, (_, i) => {
    const y = (i * height) / 40 + between(random, -6, 6);
    return `<path d="M0 ${y} q ${width / 4} ${between(random, -17, 17)} ${width} ${between(random, -13, 13)}" stroke="${vein}" stroke-width="${between(random, 1, 4)}" fill="none"/>`;
  });
  return `<rect width="${width}" height="${height}" fill="${base}"/>${veins.join('')}`;
};

const cloth: Ground = (width, height, random) => {
  const step = between(random, 24, 60);
  const [base, stripe] = pick(random, [
    ['#b9c4cf', '#8795a8'],
    ['#6b2f3a', '#8a4a55'],
  ] as const);
  const lines = Array.from({ length: Math.ceil(Math.max(width, height) / step) }, (_, i) => i * step);
  const path = lines.map((at) => `M${at} 0V${height}M0 ${at}H${width}`).join('');
  return `<rect width="${width}" height="${height}" fill="${base}"/><path d="${path}" stroke="${stripe}" stroke-width="${step / 4}" stroke-opacity=".6"/>`;
};

/** A desk with the edge of a board, a pen and a sheet of paper on it. */
const desk: Ground = (width, height, random) => {
  const x = between(random, 0, 0.15) * width;
  return `<rect width="${width}" height="${height}" fill="#7c7268"/><rect y="${0.93 * height}" width="${width}" height="${height}" fill="#3b342e"/>
    <path d="M${x} 0 L${x + 0.02 * width} ${height}" stroke="#1d3c7a" stroke-width="${0.012 * width}"/>
    <rect x="${0.7 * width}" y="0" width="${0.4 * width}" height="${0.2 * height}" fill="#f1f0ec" transform="rotate(7 ${0.8 * width} 0)"/>`;
};

/** Grounds by name. */
export const GROUNDS = {
  wood,
  'plain and dark': plain('#2e3033', '#3c2f2f', '#274032'),
  'plain and grey': plain('#8b8f94', '#9a948a', '#747b80'),
  'plain and light': plain('#d8d4cc', '#e4e6e8'),
  'plain and white': plain('#ffffff', '#fbfbf9'),
  cloth,
  desk,
} as const satisfies Readonly<Record<string, Ground>>;

export type GroundName = keyof typeof GROUNDS;

/** Place of a document on its ground. */
export interface Place {
  /** Size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
  /** The larger of the document's shares of the picture's width and height, before it is tilted. */
  readonly share: number;
  readonly ground: GroundName;
  /** Degrees. */
  readonly tilt?: number;
  /** Offset of the document's middle from the picture's, in shares of the picture's sides. */
  readonly shift?: readonly [x: number, y: number];
  /** Side beyond which the document reaches, and the share of the document that lies outside. */
  readonly cut?: { readonly side: 'left' | 'right' | 'top' | 'bottom'; readonly share: number };
  /** Multiplies the light; scans are brighter than what a camera makes of paper. */
  readonly light?: number;
}

/** A photograph of a document, or a sheet, that lies on a ground. */
export async function onGround(document: Buffer, place: Place, random: Random): Promise<Buffer> {
  const { width, height, share, tilt = 0, light = 0.9 } = place;
  const card = await sharp(document)
    .resize(Math.round(share * width), Math.round(share * height), { fit: 'inside' })
    .linear(light, 0)
    .ensureAlpha()
    .rotate(tilt, { background: '#0000' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = cornerOf(card.info, place);
  const frame = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    right: Math.min(card.info.width, width - left),
    bottom: Math.min(card.info.height, height - top),
  };
  const shown = await sharp(card.data)
    .extract({
      left: frame.left,
      top: frame.top,
      width: frame.right - frame.left,
      height: frame.bottom - frame.top,
    })
    .png()
    .toBuffer();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${GROUNDS[place.ground](width, height, random)}</svg>`;
  const laid = await sharp(Buffer.from(svg))
    .composite([{ input: shown, left: Math.max(0, left), top: Math.max(0, top) }])
    .removeAlpha()
    .png()
    .toBuffer();
  return developed(sharp(laid), { width, height }, random);
}

/** Top left corner of the document's box, in pixels of the picture; negative where it reaches beyond the picture. */
function cornerOf(card: { width: number; height: number }, place: Place): [left: number, top: number] {
  const { width, height, shift = [0, 0], cut } = place;
  const left = (width - card.width) / 2 + shift[0] * width;
  const top = (height - card.height) / 2 + shift[1] * height;
  const cuts = {
    left: [-(cut?.share ?? 0) * card.width, top],
    right: [width - (1 - (cut?.share ?? 0)) * card.width, top],
    top: [left, -(cut?.share ?? 0) * card.height],
    bottom: [left, height - (1 - (cut?.share ?? 0)) * card.height],
  } as const;
  const [x, y] = cut ? cuts[cut.side] : [left, top];
  return [Math.round(x), Math.round(y)];
}

/** Photographs a scene: adds a little blur, light from one side and noise, and saves it as JPEG. */
export async function developed(
  scene: Sharp,
  { width, height }: { width: number; height: number },
  random: Random,
): Promise<Buffer> {
  const [x1, y1] = pick(random, [
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const);
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="g" x1="0" y1="0" x2="${x1}" y2="${y1}"><stop offset="0" stop-color="#000" stop-opacity="0"/>
    <stop offset="1" stop-color="#000" stop-opacity="${between(random, 0, 0.15)}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const grain = { type: 'gaussian', mean: 128, sigma: between(random, 2, 6) } as const;
  const noise = await sharp({ create: { width, height, channels: 3, background: '#000', noise: grain } })
    .greyscale()
    .png()
    .toBuffer();
  const lit = await scene
    .composite([{ input: Buffer.from(shade) }])
    .png()
    .toBuffer();
  return sharp(lit)
    .composite([{ input: noise, blend: 'soft-light' }])
    .removeAlpha()
    .blur(between(random, 0.35, 0.7))
    .jpeg({ quality: Math.round(between(random, 60, 92)) })
    .toBuffer();
}
