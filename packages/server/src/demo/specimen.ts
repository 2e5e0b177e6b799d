import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { drawMrz } from '@bonafide/verification';
import { type PassportHolder, passportMrz } from './mrz.ts';

/** A made-up citizen of Utopia, the country of specimens. */
export const holder: PassportHolder = {
  issuer: 'UTO',
  surname: 'LINDQVIST',
  givenNames: 'MAJA ELIN',
  number: 'X00000017',
  nationality: 'UTO',
  born: '900812',
  sex: 'F',
  expires: '340415',
};

const SANS = 'DejaVu Sans';

/** A drawn face in a box of 300 by 380, from the shoulders up, as SVG. */
export const face = `
  <rect width="300" height="380" fill="#d9dee3"/>
  <path d="M10 380 Q25 292 110 280 L190 280 Q275 292 290 380 Z" fill="#35506b"/>
  <path d="M118 250 h64 v40 q-32 26 -64 0 Z" fill="#d8a98a"/>
  <path d="M66 180 Q52 44 150 40 Q248 44 234 180 L232 270 Q214 236 214 180 L86 180 Q86 236 68 270 Z" fill="#4a2f20"/>
  <ellipse cx="150" cy="176" rx="70" ry="92" fill="#e8bd9d"/>
  <path d="M82 150 Q92 82 150 82 Q208 82 218 150 Q184 112 150 112 Q112 112 82 150 Z" fill="#4a2f20"/>
  <g fill="#fff" stroke="#5b4636" stroke-width="2"><ellipse cx="122" cy="168" rx="15" ry="8"/><ellipse cx="178" cy="168" rx="15" ry="8"/></g>
  <g fill="#3d5a3a"><circle cx="122" cy="168" r="7"/><circle cx="178" cy="168" r="7"/></g>
  <circle cx="122" cy="168" r="3"/><circle cx="178" cy="168" r="3"/>
  <g fill="none" stroke="#4a2f20" stroke-width="5" stroke-linecap="round"><path d="M104 150 q18 -10 36 -1"/><path d="M160 149 q18 -9 36 1"/></g>
  <path d="M150 172 q-4 26 -13 36 q12 8 26 0" fill="none" stroke="#b98566" stroke-width="3"/>
  <path d="M124 232 q26 12 52 0 q-26 22 -52 0 Z" fill="#b5615b"/>`;

/** Wavy lines as on banknotes, in a box of `width` by `height`, as SVG. */
export function guilloche(width: number, height: number, colour: string): string {
  const lines = Array.from({ length: 34 }, (_, i) => {
    const points = Array.from({ length: 121 }, (_, step) => {
      const x = (width * step) / 120;
      const y = height * ((i + 0.5) / 34) + Math.sin(step / 6 + i / 3) * 26 + Math.sin(step / 2.2 - i) * 8;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    return `<polyline points="${points.join(' ')}"/>`;
  });
  return `<g fill="none" stroke="${colour}" stroke-width="1.2" opacity="0.55">${lines.join('')}</g>`;
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** `12 AUG 1990`, in a year up to `latest`. */
function shownDate(yymmdd: string, latest: number): string {
  const year = Number(yymmdd.slice(0, 2));
  const century = 2000 + year > latest ? 19 : 20;
  return `${yymmdd.slice(4)} ${monthNames[Number(yymmdd.slice(2, 4)) - 1]} ${century}${yymmdd.slice(0, 2)}`;
}

/** Data on the specimen; absent fields follow its holder. */
export interface Shown {
  /** Data in the MRZ, and printed above it. */
  readonly zone?: Partial<PassportHolder>;
  /** Printed otherwise than the zone has it. */
  readonly printed?: Partial<PassportHolder>;
  /** Makes a specimen of an invented country without known specimens and without an overprint. Absent: a specimen of Utopia. */
  readonly invented?: true;
}

/** Issuers of drawn passports. Codes from XAA to XZZ are never given to a country (ISO 3166-1, 8.1.3). */
const states = {
  utopia: { code: 'UTO', name: 'UTOPIA', citizen: 'UTOPIAN', authority: 'MINISTRY OF SPECIMENS' },
  invented: { code: 'XXR', name: 'RURITANIA', citizen: 'RURITANIAN', authority: 'MINISTRY OF STATE' },
} as const;

const overprint =
  '<text x="790" y="560" font-size="190" font-weight="bold" text-anchor="middle" fill="#c0392b" opacity="0.3" transform="rotate(-24 750 520)">SPECIMEN</text>';

function passportSvg({ zone, printed, invented }: Shown): string {
  const state = invented ? states.invented : states.utopia;
  const encoded = { ...holder, issuer: state.code, nationality: state.code, ...zone };
  const shown = { ...encoded, ...printed };
  const fields: [string, string, number, number][] = [
    ['Type', 'P', 520, 190],
    ['Country code', state.code, 720, 190],
    ['Passport No.', shown.number, 1000, 190],
    ['Surname', shown.surname, 520, 290],
    ['Given names', shown.givenNames, 520, 390],
    ['Nationality', state.citizen, 520, 490],
    ['Date of birth', shownDate(shown.born, 2015), 520, 590],
    ['Sex', shown.sex, 840, 590],
    ['Place of birth', 'NOWHERE', 1000, 590],
    ['Date of expiry', shownDate(shown.expires, 2099), 520, 690],
    ['Authority', state.authority, 840, 690],
  ];
  const texts = fields.map(
    ([label, value, x, y]) =>
      `<text x="${x}" y="${y}" font-size="20" fill="#50606e">${label}</text>` +
      `<text x="${x}" y="${y + 40}" font-size="34" fill="#111">${value}</text>`,
  );
  const mrz = drawMrz(passportMrz(encoded), { left: 80, bottom: 1004, pitch: 30.48 }, 'fill="#111"');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1056" font-family="${SANS}">
    <rect width="1500" height="1056" fill="#eef1ea"/>${guilloche(1500, 860, '#7fa6b8')}
    <text x="60" y="100" font-size="46" font-weight="bold" fill="#23435c">${state.name}</text>
    <text x="520" y="100" font-size="46" font-weight="bold" fill="#23435c">PASSPORT</text>
    <g transform="translate(70 170) scale(1.3)">${face}</g>${texts.join('')}
    <rect y="860" width="1500" height="196" fill="#f7f7f3"/>${mrz}
    ${invented ? '' : overprint}
  </svg>`;
}

function portraitSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1140" font-family="${SANS}">
    <g transform="scale(3)">${face}</g>
    <text x="450" y="1110" font-size="44" font-weight="bold" text-anchor="middle" fill="#fff" opacity="0.8">SPECIMEN</text>
  </svg>`;
}

let ownFonts = false;

/** Lets the renderer find the fonts of this project, so that a picture is the same on every machine. */
function useOwnFonts(): void {
  if (ownFonts) return;
  ownFonts = true;
  const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, `<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = file;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Draws an SVG with the grain of a camera's sensor as PNG: real pictures are never flat, and never small. */
export async function photographed(svg: string): Promise<Buffer> {
  useOwnFonts();
  // Loaded only now: the renderer reads its font settings once.
  const { default: sharp } = await import('sharp');
  const drawn = sharp(Buffer.from(svg));
  const { width, height } = await drawn.metadata();
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return drawn
    .composite([{ input: grain.data, raw: grain.info, blend: 'soft-light' }])
    .removeAlpha()
    .png()
    .toBuffer();
}

export interface Specimen {
  /** PNG. */
  passport: Buffer;
  portrait: Buffer;
}

/** Draws a specimen passport (data page as of ICAO Doc 9303-4) and a portrait of its holder. */
export async function drawSpecimen(): Promise<Specimen> {
  const passport = await drawPassport({});
  return { passport, portrait: await photographed(portraitSvg()) };
}

/** Draws a specimen passport alone: PNG. */
export function drawPassport(shown: Shown): Promise<Buffer> {
  return photographed(passportSvg(shown));
}

/** A picture as a phone sends it: JPEG of at most 1,500 pixels. With fewer, some MRZs can't be read. `blurred`: the camera did not focus. */
export async function shrunk(picture: Buffer, look: 'sharp' | 'blurred' = 'sharp'): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const smaller = sharp(picture).resize({ width: 1500, height: 1500, fit: 'inside' });
  return (look === 'blurred' ? smaller.blur(7) : smaller).jpeg({ quality: 85 }).toBuffer();
}
