import { createRequire } from 'node:module';
import { decodeRgb, type FormatName, type RgbRaster } from '@bonafide/verification';
import sharp, { type Sharp } from 'sharp';
import { writeMrz } from '../../packages/verification/src/mrz/generate.ts';
import { specimen } from '../../packages/verification/src/mrz/testing.ts';
import { warp } from '../../packages/verification/src/text/warp.ts';

/** Pixels from letter to letter on a page of 1000 by 640 pixels: as wide as ICAO Doc 9303 has it on a page of that format. */
const PITCH: Readonly<Partial<Record<FormatName, number>>> = {
  TD1: 29,
  TD2: 24,
  FRA_ID: 24,
  MRVB: 24,
  TD3: 20,
  MRVA: 20,
};

/** Formats of the specimens of one condition, so many of each as are met in life. */
const TURN: readonly FormatName[] = ['TD3', 'TD1', 'TD2', 'TD3', 'TD1', 'MRVA', 'TD3', 'TD1', 'FRA_ID', 'MRVB'];

const NAMES = [
  'ERIKSSON<<ANNA<MARIA',
  'VAN<DER<MEER<<JOOST',
  'OCONNOR<<SIOBHAN<QUINN',
  'NGUYEN<<THI<LAN<ANH',
  'MUELLER<SCHMIDT<<JOERG',
  'WISZNIEWSKI<<ZBIGNIEW',
  'DE<LA<CRUZ<<XIMENA<BEATRIZ',
  'BJOERKLUND<<KAJSA',
];
const STATES = ['UTO', 'D', 'NLD', 'JPN', 'SWE', 'POL', 'ESP', 'IRL'];

/** Numbers from 0 to 1 that are the same in every run (G. Marsaglia, "Xorshift RNGs", 2003). */
function repeatable(seed: number): () => number {
  let state = seed * 2654435761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A made-up holder's zone with check digits that are right. */
export function zone(index: number): { format: FormatName; lines: readonly string[] } {
  const random = repeatable(index + 1);
  const pick = (letters: string, count: number) =>
    Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join('');
  const two = (from: number, to: number) => String(from + Math.floor(random() * (to - from + 1))).padStart(2, '0');
  const format = TURN[index % TURN.length]!;
  const names = NAMES[index % NAMES.length]!;
  const french = format === 'FRA_ID';
  const state = french ? 'FRA' : STATES[Math.floor(random() * STATES.length)]!;
  const [surname, givenNames] = names.split('<<') as [string, string];
  const lines = writeMrz(format, {
    documentCode: french ? 'ID' : format.startsWith('MRV') ? 'V' : format === 'TD3' ? 'P' : 'I',
    issuingState: state,
    nationality: state,
    names,
    surname,
    givenNames,
    documentNumber: french ? pick('0123456789', 12) : pick('ABCDEFGHJKLMNPRSTUVWXYZ0123456789', 9),
    dateOfBirth: `${two(50, 99)}${two(1, 12)}${two(1, 28)}`,
    dateOfExpiry: `${two(27, 35)}${two(1, 12)}${two(1, 28)}`,
    sex: random() < 0.5 ? 'F' : 'M',
    optionalData: french ? pick('0123456789', 6) : format === 'TD3' ? pick('0123456789', 8) : '',
  });
  return { format, lines };
}

export type Typeface = 'OCR-B' | 'OCR-B, bold' | 'OCR-B, fine' | 'DejaVu Sans Mono';

const font = (family: string) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${family.replaceAll(' ', '')}.ttf`);

/** A line of print, black on nothing, its letters about `height` pixels high. */
async function print(text: string, family: string, height: number, width?: number): Promise<Buffer> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const drawn = sharp({ text: { text: escaped, fontfile: font(family), font: family, dpi: 300, rgba: true } }).trim();
  return drawn
    .resize({ height: width ? undefined : height, width })
    .png()
    .toBuffer();
}

/** A page that bears a few lines of print and the zone at its foot, where the typeface of zones can be another. */
async function draw({ format, lines }: ReturnType<typeof zone>, face: Typeface = 'OCR-B'): Promise<Sharp> {
  const pitch = PITCH[format]!;
  const own = face !== 'DejaVu Sans Mono';
  const weight = face === 'OCR-B, bold' ? 7 : face === 'OCR-B, fine' ? -4 : 0;
  const page = await specimen(own ? lines : [], { pitch, weight });
  const labels = ['Surname / Nom', 'Given names / Prénoms', 'Date of birth / Date de naissance', 'Signature'];
  const overlays = [];
  for (const [i, label] of labels.entries()) {
    overlays.push({ input: await print(label, 'DejaVu Sans', 15), left: 420, top: 110 + 60 * i });
  }
  if (!own) {
    for (const [i, line] of lines.entries()) {
      const top = Math.round(600 - 2.5 * pitch * (lines.length - i));
      overlays.push({ input: await print(line, 'DejaVu Sans Mono', pitch, pitch * line.length), left: 50, top });
    }
  }
  return sharp(page.data, { raw: { width: page.width, height: page.height, channels: 3 } }).composite(overlays);
}

/** Damage to a picture on its way; `pitch` and `lines` locate its MRZ. */
export type Damage = (picture: RgbRaster, pitch: number, lines: number) => Promise<RgbRaster>;

export async function damaged(index: number, damage: Damage, face?: Typeface): Promise<RgbRaster> {
  const made = zone(index);
  const page = await rasterOf(await draw(made, face));
  return damage(page, PITCH[made.format]!, made.lines.length);
}

async function rasterOf(picture: Sharp): Promise<RgbRaster> {
  return (await decodeRgb(await picture.png().toBuffer(), { side: 2000 })).rgb;
}

const sharpOf = ({ width, height, data }: RgbRaster) => sharp(data, { raw: { width, height, channels: 3 } });

/** Gaussian, its deviation as a share of the pitch. */
export const blur =
  (share: number): Damage =>
  (picture, pitch) =>
    rasterOf(sharpOf(picture).blur(share * pitch));

export const tilt =
  (degrees: number): Damage =>
  (picture) =>
    rasterOf(sharpOf(picture).rotate(degrees, { background: '#63605a' }));

/** The upper side shrinks by a share of its length, as of a page that leans back. */
export const keystone =
  (share: number): Damage =>
  async (picture) => {
    const { width, height } = picture;
    const d = (share * width) / 2 / (1 - share);
    const quad = [
      { x: -d, y: 0 },
      { x: width + d, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ] as const;
    return warp(picture, quad, { width, height });
  };

/** Shrinks the picture until letters are this many pixels apart. */
export const small =
  (to: number): Damage =>
  (picture, pitch) =>
    rasterOf(sharpOf(picture).resize(Math.round((picture.width * to) / pitch)));

/** A card so wide on a table of 1600 by 1200 pixels, turned by so many degrees, as cameras see it. */
export const onTable =
  (width: number, degrees: number): Damage =>
  async (picture) => {
    const card = await sharp(await sharpOf(picture).resize(width).png().toBuffer())
      .rotate(degrees, { background: '#63605a' })
      .png()
      .toBuffer();
    const size = await sharp(card).metadata();
    const table = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#63605a' } });
    const [left, top] = [Math.round((1600 - size.width) / 2), Math.round((1200 - size.height) / 2)];
    return rasterOf(table.composite([{ input: card, left, top }]));
  };

/** The right side shrinks by a share of its height, as of a card turned away. */
export const turnedAway =
  (share: number): Damage =>
  async (picture) => {
    const { width, height } = picture;
    const d = (share * height) / 2 / (1 - share);
    const quad = [
      { x: 0, y: 0 },
      { x: width, y: -d },
      { x: width, y: height + d },
      { x: 0, y: height },
    ] as const;
    return warp(picture, quad, { width, height });
  };

/** Light letters on a dark ground. */
export const negative: Damage = (picture) => rasterOf(sharpOf(picture).negate());

/** Puts the print on paper of a colour. */
export const coloured =
  (colour: string): Damage =>
  async (picture) => {
    const { width, height } = picture;
    const paper = await sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer();
    return rasterOf(sharpOf(picture).composite([{ input: paper, blend: 'multiply' }]));
  };

export const jpeg =
  (quality: number): Damage =>
  async (picture) =>
    (await decodeRgb(await sharpOf(picture).jpeg({ quality }).toBuffer(), { side: 2000 })).rgb;

/** The left side is cut off, so many letters of the zone with it; below 0, so much room is left. */
export const crop =
  (letters: number): Damage =>
  (picture, pitch) => {
    const left = Math.round(50 + letters * pitch);
    return rasterOf(sharpOf(picture).extract({ left, top: 0, width: picture.width - left, height: picture.height }));
  };

/** A spot of light over the MRZ's middle, so many letters wide; 1 leaves nothing below its middle. */
export const glare =
  (letters: number, strength: number): Damage =>
  async (picture, pitch, lines) => {
    const [x0, y0] = [picture.width * 0.4, 600 - 1.25 * pitch * lines];
    return light(picture, (x, y, value) => {
      const far = Math.hypot((x - x0) / (letters * pitch), (y - y0) / (2.5 * pitch * lines)) * 2;
      const veil = strength * Math.min(1, Math.max(0, 2 * (1 - far)));
      return value + (255 - value) * veil;
    });
  };

/** Light falls off from left to right to a share of it. */
export const shadow =
  (share: number): Damage =>
  async (picture) =>
    light(picture, (x, _, value) => value * (1 - ((1 - share) * x) / picture.width));

/** A dark picture whose sensor adds noise: grey levels of deviation. */
export const dim =
  (share: number, noise: number): Damage =>
  async (picture) => {
    const random = repeatable(7);
    return light(picture, (_x, _y, value) => value * share + noise * 1.73 * (2 * random() - 1));
  };

/** Print that differs from its paper by a share of the normal contrast. */
export const faint =
  (share: number): Damage =>
  async (picture) =>
    light(picture, (_x, _y, value) => 150 + (value - 150) * share);

function light(picture: RgbRaster, at: (x: number, y: number, value: number) => number): RgbRaster {
  const data = new Uint8ClampedArray(picture.data.length);
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / 3);
    data[i] = at(pixel % picture.width, Math.floor(pixel / picture.width), picture.data[i]!);
  }
  return { ...picture, data: new Uint8Array(data.buffer) };
}
