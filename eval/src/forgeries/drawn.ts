import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbRaster } from '@bonafide/verification';
import sharp from 'sharp';
import { cardWithBarcode } from '../../../packages/verification/src/barcode/testing.ts';
import { writeMrz } from '../../../packages/verification/src/mrz/generate.ts';
import { photographed } from './copies.ts';
import { type Holder, holders, licenceText, zoneFields } from './holders.ts';
import { print, stencil, type Typeface } from './ink.ts';
import { between, pick, type Random, randomOf } from './random.ts';
import { opened, paste, rasterOf, sharpOf } from './raster.ts';
import { asJpeg } from './save.ts';
import { type Source, splitOf, type Upload } from './source.ts';

/** Pixels a millimetre. */
const DOTS = { passport: 13, card: 18 } as const;

/** Sizes of ISO/IEC 7810, ID-3 and ID-1, in millimetres. */
const SIZES = { passport: [125, 88], card: [85.6, 54] } as const;

/** Letters of a zone are 2.54 mm apart, its lines 6.35 mm (ICAO Doc 9303-3). */
const ZONE = { pitch: 2.54, spacing: 6.35, height: 2.6 } as const;

const BLACK = [28, 26, 34] as const;
const LABEL = [70, 84, 120] as const;

/** A page that is being drawn; positions and heights in millimetres. */
interface Sheet {
  readonly canvas: RgbRaster;
  readonly dots: number;
}

/**
 * Documents of fictitious holders as states might issue them, drawn and then photographed: passports, identity cards with
 * their back, and driving licences with theirs. Their layout is ours, so no state's security features are imitated.
 * Portraits are of the Face Research Lab London Set (CC-BY-4.0).
 */
export async function drawnSources(data: string): Promise<Source[]> {
  const sources: Source[] = [];
  for (const holder of holders) {
    const portrait = join(data, 'faces_pairs', holder.portrait);
    if (existsSync(portrait)) sources.push(await drawnSource(holder, await opened(readFileSync(portrait))));
  }
  return sources;
}

/** Name of a drawn document, and its half: both are known before it is drawn. */
export function drawnName({ kind, country, number }: Holder): Pick<Source, 'id' | 'split' | 'type'> {
  const type = kind === 'passport' ? 'passport' : kind === 'card' ? 'national_identity_card' : 'driving_licence';
  return { id: `drawn ${country} ${type} ${number}`, type, split: splitOf(`${country} ${type}`) };
}

/** @param portrait square, its face in the middle */
export async function drawnSource(holder: Holder, portrait: RgbRaster): Promise<Source> {
  const { kind } = holder;
  const { id, type, split } = drawnName(holder);
  const random = randomOf(`drawn ${holder.number}`);
  const format = kind === 'passport' ? 'TD3' : 'TD1';
  const zone = kind === 'passport' || kind === 'card' ? writeMrz(format, zoneFields(holder)) : null;
  const front = await drawFront(holder, portrait, zone, random);
  const pages = kind === 'passport' ? [front] : [front, await drawBack(holder, zone, random)];
  const uploads: Upload[] = [];
  for (const [i, page] of pages.entries()) {
    const file = await asJpeg(await photographed(page, random), pick(random, [88, 92, 95]));
    uploads.push({ ...file, type, side: kind === 'passport' ? null : i === 0 ? 'front' : 'back' });
  }
  const { surname, number, birth, expiry } = holder;
  return {
    id,
    split,
    origin: 'drawn',
    type,
    specimen: false,
    uploads,
    zone,
    today: '2026-03-01',
    sides: kind === 'passport' ? 'one' : 'each',
    holder: holder.portrait,
    fields: { surname, documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry },
  };
}

async function blank(size: 'passport' | 'card', random: Random): Promise<Sheet> {
  const dots = DOTS[size];
  const [width, height] = SIZES[size].map((mm) => Math.round(mm * dots)) as [number, number];
  const canvas = await rasterOf(sharp(guilloche(width, height, random)).flatten({ background: '#fff' }));
  return { canvas, dots };
}

/** Paper with fine waves of three colours, as security print has them. */
function guilloche(width: number, height: number, random: Random): Buffer {
  const hue = between(random, 0, 360);
  const waves = [0, 40, -35].map((turn, layer) => {
    const [amplitude, length] = [between(random, 18, 60), between(random, 150, 420)];
    const lines = Array.from({ length: Math.ceil(height / 9) + 14 }, (_, i) => {
      const points = Array.from({ length: 41 }, (_, j) => {
        const x = (j / 40) * width;
        const phase = (2 * Math.PI * x) / length + i * between(random, 0.11, 0.13) + layer;
        return `${x.toFixed(1)},${(i * 9 - 60 + amplitude * Math.sin(phase)).toFixed(1)}`;
      });
      return `<polyline points="${points.join(' ')}"/>`;
    });
    return `<g fill="none" stroke="hsl(${(hue + turn + 360) % 360} 45% 62%)" stroke-width="1.1" stroke-opacity="0.5">${lines.join('')}</g>`;
  });
  const ground = `<defs><linearGradient id="g"><stop offset="0" stop-color="hsl(${hue} 40% 93%)"/><stop offset="1" stop-color="hsl(${(hue + 60) % 360} 42% 90%)"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${waves.join('')}</svg>`,
  );
}

async function write(
  { canvas, dots }: Sheet,
  text: string,
  [x, y]: readonly [number, number],
  height: number,
  face: Typeface = 'DejaVu Sans',
  colour: readonly number[] = BLACK,
): Promise<void> {
  const ink = await stencil(text, face, { height: height * dots, most: canvas.width - x * dots - dots });
  print(canvas, ink, { left: Math.round(x * dots), top: Math.round((y - height) * dots) }, colour, 0.94);
}

/** A label and its value below it. */
async function field(sheet: Sheet, label: string, value: string, at: readonly [number, number], height = 2.3) {
  await write(sheet, label, at, 1.5, 'DejaVu Sans Condensed', LABEL);
  await write(sheet, value, [at[0], at[1] + height + 1.2], height);
}

/** The zone, its lines above the foot of the page. */
async function writeZone({ canvas, dots }: Sheet, lines: readonly string[], left: number, foot: number) {
  for (const [row, line] of lines.entries()) {
    const base = (foot - ZONE.spacing * (lines.length - 1 - row)) * dots;
    for (const [column, letter] of [...line].entries()) {
      const height = ZONE.height * dots * (letter === '<' ? 0.83 : 1);
      const ink = await stencil(letter, 'OCR-B', { height, most: ZONE.pitch * dots });
      const x = (left + ZONE.pitch * (column + 0.5)) * dots - ink.width / 2;
      const lift = letter === '<' ? ZONE.height * dots * 0.085 : 0;
      print(canvas, ink, { left: Math.round(x), top: Math.round(base - height - lift) }, BLACK, 0.95);
    }
  }
}

/** Part of a portrait as a passport photograph shows it. */
async function head(portrait: RgbRaster, width: number): Promise<RgbRaster> {
  const { width: w, height: h } = portrait;
  const part = {
    left: Math.round(w * 0.16),
    top: Math.round(h * 0.06),
    width: Math.round(w * 0.68),
    height: Math.round(h * 0.86),
  };
  return rasterOf(sharpOf(portrait).extract(part).resize(Math.round(width)));
}

async function stick(
  sheet: Sheet,
  portrait: RgbRaster,
  [x, y]: readonly [number, number],
  width: number,
  strength = 1,
) {
  const photo = await head(portrait, width * sheet.dots);
  const grey = strength < 1 ? await rasterOf(sharpOf(photo).modulate({ saturation: 0.25 })) : photo;
  const edge = (px: number, py: number) => Math.min(px, py, photo.width - 1 - px, photo.height - 1 - py);
  paste(sheet.canvas, grey, { left: Math.round(x * sheet.dots), top: Math.round(y * sheet.dots) }, (px, py) =>
    strength < 1 ? strength * Math.min(1, edge(px, py) / 12) : 0.97,
  );
}

/** `1987-04-09` as `09 APR 1987` or `09.04.1987`. */
function dateOf(day: string, words: boolean): string {
  const [year, month, date] = day.split('-') as [string, string, string];
  const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
  return words ? `${date} ${months[Number(month) - 1]} ${year}` : `${date}.${month}.${year}`;
}

async function drawFront(holder: Holder, portrait: RgbRaster, zone: readonly string[] | null, random: Random) {
  if (holder.kind === 'licence' || holder.kind === 'american licence') return drawLicence(holder, portrait, random);
  const passport = holder.kind === 'passport';
  const sheet = await blank(passport ? 'passport' : 'card', random);
  const { surname, givenNames, number, country, state, birth, expiry, issued, sex, place } = holder;
  const day = (value: string) => dateOf(value, passport);
  if (passport) {
    await write(sheet, state, [62, 8], 3, 'DejaVu Serif', [40, 50, 110]);
    await write(sheet, 'PASSPORT / PASSEPORT', [6, 8], 2.4, 'DejaVu Sans Bold', [40, 50, 110]);
    await stick(sheet, portrait, [5, 14], 33);
    await stick(sheet, portrait, [101, 36], 15, 0.45);
    await field(sheet, 'Type', 'P', [42, 14]);
    await field(sheet, 'Code of State', country, [56, 14]);
    await field(sheet, 'Passport No.', number, [82, 14], 2.6);
    await field(sheet, 'Surname / Nom', surname, [42, 22]);
    await field(sheet, 'Given names / Prénoms', givenNames, [42, 29]);
    await field(sheet, 'Nationality / Nationalité', holder.nationality, [42, 36]);
    await field(sheet, 'Date of birth / Date de naissance', day(birth), [42, 43]);
    await field(sheet, 'Sex / Sexe', sex, [90, 43]);
    await field(sheet, 'Place of birth / Lieu de naissance', place, [42, 50]);
    await field(sheet, 'Date of issue / Date de délivrance', day(issued), [42, 57]);
    await field(sheet, "Date of expiry / Date d'expiration", day(expiry), [42, 64]);
    await writeZone(sheet, zone!, 6, 83.5);
  } else {
    await write(sheet, state, [4, 6], 2.4, 'DejaVu Sans Bold', [40, 50, 110]);
    await write(sheet, 'IDENTITY CARD', [56, 6], 2, 'DejaVu Sans', [40, 50, 110]);
    await stick(sheet, portrait, [4, 11], 24);
    await stick(sheet, portrait, [70, 32], 12, 0.45);
    await field(sheet, 'Surname', surname, [31, 12], 2.1);
    await field(sheet, 'Given names', givenNames, [31, 18.5], 2.1);
    await field(sheet, 'Sex', sex, [31, 25], 2.1);
    await field(sheet, 'Nationality', country, [40, 25], 2.1);
    await field(sheet, 'Date of birth', day(birth), [56, 25], 2.1);
    await field(sheet, 'Document No.', number, [31, 32], 2.1);
    await field(sheet, 'Date of issue', day(issued), [31, 39], 2.1);
    await field(sheet, 'Date of expiry', day(expiry), [50, 39], 2.1);
  }
  return sheet.canvas;
}

async function drawLicence(holder: Holder, portrait: RgbRaster, random: Random) {
  const sheet = await blank('card', random);
  const { surname, givenNames, number, state, birth, expiry, issued, sex, place, address } = holder;
  if (holder.kind === 'american licence') {
    const day = (value: string) => `${value.slice(5, 7)}/${value.slice(8)}/${value.slice(0, 4)}`;
    await write(sheet, state, [4, 7], 4, 'DejaVu Serif', [30, 60, 120]);
    await write(sheet, 'USA DRIVER LICENSE', [46, 7], 2.4, 'DejaVu Sans Bold');
    await stick(sheet, portrait, [3, 12], 24);
    await stick(sheet, portrait, [70, 34], 12, 0.45);
    const rows = [
      [`4d LIC# ${number}`, [30, 14]],
      [`3 DOB ${day(birth)}`, [30, 18.5]],
      [`4b EXP ${day(expiry)}`, [58, 18.5]],
      [`1 ${surname}`, [30, 24]],
      [`2 ${givenNames}`, [30, 28]],
      [`8 ${address[0]}`, [30, 32.5]],
      [address[1], [32, 36.5]],
      [`15 SEX ${sex}`, [30, 42]],
      [`4a ISS ${day(issued)}`, [46, 42]],
      ['9 CLASS D', [30, 47]],
    ] as const;
    for (const [text, at] of rows) await write(sheet, text, at, 2.3, 'DejaVu Sans');
    return sheet.canvas;
  }
  await write(sheet, 'DRIVING LICENCE', [26, 7], 3, 'DejaVu Sans Bold', [30, 50, 120]);
  await write(sheet, state, [58, 11], 1.8, 'DejaVu Sans', [30, 50, 120]);
  await stick(sheet, portrait, [4, 13], 23);
  await stick(sheet, portrait, [68, 34], 12, 0.45);
  const day = (value: string) => dateOf(value, false);
  const rows = [
    ['1.', surname],
    ['2.', givenNames],
    ['3.', `${day(birth)} ${place}`],
    ['4a.', `${day(issued)}  4c. ${holder.authority}`],
    ['4b.', day(expiry)],
    ['5.', number],
    ['9.', 'AM/B'],
  ] as const;
  for (const [i, [label, value]] of rows.entries()) {
    await write(sheet, label, [29, 15 + i * 5.2], 1.7, 'DejaVu Sans Condensed', LABEL);
    await write(sheet, value, [35, 15 + i * 5.2], 2.2);
  }
  return sheet.canvas;
}

async function drawBack(holder: Holder, zone: readonly string[] | null, random: Random) {
  const sheet = await blank('card', random);
  const { address, authority, issued, number, place } = holder;
  if (holder.kind === 'card') {
    await field(sheet, 'Address', address.join(', '), [4, 6], 2.1);
    await field(sheet, 'Place of birth', place, [4, 13], 2.1);
    await field(sheet, 'Authority', authority, [4, 20], 2.1);
    await field(sheet, 'Date of issue', dateOf(issued, false), [50, 13], 2.1);
    await writeZone(sheet, zone!, 4.5, 50);
    return sheet.canvas;
  }
  if (holder.kind === 'american licence') {
    const symbol = await opened(await cardWithBarcode(licenceText(holder)));
    const part = {
      left: 90,
      top: 290,
      width: 640,
      height: Math.min(360, symbol.height - 290),
    };
    paste(sheet.canvas, await rasterOf(sharpOf(symbol).extract(part)), { left: 120, top: 420 });
    await write(sheet, `CLASS D  ENDORSEMENTS NONE  RESTRICTIONS NONE  ${number}`, [4, 8], 2);
    return sheet.canvas;
  }
  for (const [i, category] of ['AM', 'A1', 'A', 'B', 'C', 'D'].entries()) {
    await write(sheet, category, [8, 8 + i * 6], 2.2, 'DejaVu Sans Bold');
    await write(sheet, category === 'AM' || category === 'B' ? dateOf(issued, false) : 'X', [28, 8 + i * 6], 2);
  }
  await write(
    sheet,
    '1. Name 2. Other names 3. Date and place of birth 4a. Date of issue 4b. Date of expiry 5. Number',
    [4, 50],
    1.4,
  );
  return sheet.canvas;
}
