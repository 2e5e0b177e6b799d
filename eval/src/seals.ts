import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import {
  BARCODE_SIDE,
  type Barcode,
  decodeRgb,
  readBarcodes,
  readSeals,
  readSquareCodes,
  type SealScheme,
  sealSchemes,
} from '@bonafide/verification';
import sharp, { type Sharp } from 'sharp';
import { symbolOf } from '../../packages/verification/src/barcode/testing.ts';
import {
  base45Of,
  codeOf,
  ERIKA,
  SYMBOLS,
  sealFor,
  sealIssuer,
  trustIn,
} from '../../packages/verification/src/seal/testing.ts';
import type { Measurement, Subject } from './measurement.ts';
import { AUSTRIAN, documentAttacks } from './seals/attacks.ts';
import { sealPortraits } from './seals/portraits.ts';

const TABLE = '#4a3b2c';
/** Pixels of a card's length in a picture of 1,920, and its length in millimetres (ISO/IEC 7810, ID-1). */
const CARD = 1600;
const CARD_MM = 85.6;
/** Width of each symbol in millimetres: seals of 13, codes of 25 to 30, a PDF417 symbol along the card. */
const WIDTHS = { DataMatrix: 13, QRCode: 28, PDF417: 70 } as const;

/** Bytes of a portrait of 60 by 80 pixels. */
const PORTRAIT_BYTES = 900;

const holderOf = (scheme: SealScheme) => {
  const portrait = Buffer.alloc(PORTRAIT_BYTES, 0).map((_, i) => (i * i * 31 + i * 7) & 255);
  portrait.set([0xff, 0x4f, 0xff, 0x51]);
  return { ...ERIKA, portrait, ...(scheme === 'at_id' && { lines: AUSTRIAN }) };
};

/** Degrees of tilt, deviation of the blur in pixels, and quality of the JPEG. */
const CAPTURES: readonly (readonly [tilt: number, blur: number, quality: number])[] = [
  [0, 0, 90],
  [0, 0.8, 85],
  [2, 0.8, 80],
  [-4, 1, 75],
  [7, 0.8, 70],
  [-10, 1, 80],
  [15, 0.8, 80],
  [90, 0.8, 80],
  [178, 1, 75],
  [0, 1.3, 60],
];

async function drawn(scheme: SealScheme, content: string | Uint8Array): Promise<Buffer> {
  const format = SYMBOLS[scheme];
  const width = Math.round((WIDTHS[format] * CARD) / CARD_MM);
  return sharp(await symbolOf(content, format, 4))
    .resize(width, null, { kernel: 'lanczos3' })
    .png()
    .toBuffer();
}

async function pictureOf(symbol: Buffer, [tilt, blur, quality]: (typeof CAPTURES)[number]): Promise<Buffer> {
  const card = sharp({ create: { width: CARD, height: Math.round(CARD * 0.63), channels: 3, background: '#d8dfe6' } });
  const placed = await card
    .composite([{ input: symbol, left: 120, top: 200 }])
    .png()
    .toBuffer();
  const turned = await sharp(placed).rotate(tilt, { background: TABLE }).png().toBuffer();
  const photo: Sharp = sharp(turned).resize(1920, 1920, { fit: 'inside' });
  return (blur > 0 ? photo.blur(blur) : photo).jpeg({ quality }).toBuffer();
}

async function readRates(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  let [all, right] = [0, 0];
  for (const scheme of sealSchemes) {
    const issuer = sealIssuer(scheme);
    const symbol = await drawn(scheme, sealFor(issuer, holderOf(scheme)));
    let verified = 0;
    for (const capture of CAPTURES) {
      const { rgb } = await decodeRgb(await pictureOf(symbol, capture), { side: BARCODE_SIDE });
      const found: readonly Barcode[] =
        SYMBOLS[scheme] === 'DataMatrix' ? await readSquareCodes(rgb) : (await readBarcodes(rgb)).barcodes;
      const codes = found.map(({ text, bytes }) => ({ text, bytes, side: 0 }));
      if (readSeals(codes, trustIn([issuer])).some(({ result }) => result === 'authentic')) verified++;
    }
    rows.push({ what: `${scheme}: verified in drawn cards at 1,920 pixels`, right: verified, of: CAPTURES.length });
    all += CAPTURES.length;
    right += verified;
  }
  return [...rows, { what: 'all schemes', right, of: all, target: '≥ 95 %', met: right >= 0.95 * all }];
}

/** Times that each attack is tried on each scheme. */
const TIMES = 20;

/** Attacks on the seal itself. */
function attacks(): Measurement[] {
  const accepted = new Map<string, number>();
  const judge = (attack: string, content: string | Uint8Array, trust: Parameters<typeof readSeals>[1]) => {
    const taken = readSeals([codeOf(content)], trust).some(({ result }) => result === 'authentic');
    accepted.set(attack, (accepted.get(attack) ?? 0) + Number(taken));
  };
  for (const scheme of sealSchemes) {
    const issuer = sealIssuer(scheme);
    const ended = sealIssuer(scheme, ['2020-01-01', '2021-01-01']);
    const holder = holderOf(scheme);
    const content = sealFor(issuer, holder);
    for (let i = 0; i < TIMES; i++) {
      const foreign = scheme === 'aadhaar' && i > 1 ? ended : sealIssuer(scheme);
      judge('foreign key', sealFor(foreign, holder), trustIn([issuer]));
      judge('contents changed', changed(scheme, content, i), trustIn([issuer]));
      judge('key that had ended', sealFor(ended, holder), trustIn([ended]));
    }
  }
  for (let i = 0; i < TIMES; i++) {
    const bomb = Buffer.alloc(1_000_000 + 50_000 * i, i);
    const trust = trustIn([sealIssuer('claim_169')]);
    judge('decompression bomb', BigInt(`0x${gzipSync(bomb).toString('hex')}`).toString(), trust);
    judge('decompression bomb', `PH1:${base45Of(deflateSync(bomb))}`, trust);
  }
  const tries = (attack: string) => (attack === 'decompression bomb' ? 2 * TIMES : TIMES * sealSchemes.length);
  return [...accepted].map(([attack, count]) => ({
    what: `${attack}: not accepted`,
    right: tries(attack) - count,
    of: tries(attack),
    target: 'all',
    met: count === 0,
  }));
}

/** Changes a name where the scheme has text, else a byte of the signed part. */
function changed(scheme: SealScheme, content: string | Uint8Array, i: number): string | Uint8Array {
  if (typeof content !== 'string') {
    const bytes = Uint8Array.from(content);
    bytes[20 + i]! ^= 1 << (i % 8);
    return bytes;
  }
  if (scheme === 'philsys_v1' || scheme === 'aamva_vcb' || scheme === 'fr_2ddoc')
    return content.replace('MUSTERFRAU', `MUSTERFRAU${i}`);
  if (scheme === 'at_id') {
    const parts = content.split(';');
    return [...parts.slice(0, 4), Buffer.from(`MUSTERMANN${i}`).toString('base64'), parts[5]].join(';');
  }
  const place = Math.floor(content.length / 3) + 5 * i;
  const other = content[place] === '7' ? '4' : '7';
  return content.slice(0, place) + other + content.slice(place + 1);
}

/** Processor time in milliseconds of one run of a function, the mean of several. */
async function timeOf(runs: number, work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < runs; i++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / runs;
}

async function times(data: string): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const scheme of sealSchemes) {
    const issuer = sealIssuer(scheme);
    const [code, trust] = [codeOf(sealFor(issuer, holderOf(scheme))), trustIn([issuer])];
    const ms = await timeOf(20, () => readSeals([code], trust));
    rows.push({
      what: `${scheme}: processor time to verify`,
      figure: `${ms.toFixed(1)} ms`,
      target: '≤ 50 ms',
      met: ms <= 50,
    });
  }
  const folder = join(data, 'documents_front');
  const pictures = readdirSync(folder)
    .filter((file) => /\.(jpe?g|png)$/i.test(file))
    .slice(0, 6);
  let [usual, square] = [0, 0];
  for (const file of pictures) {
    const { rgb } = await decodeRgb(readFileSync(join(folder, file)), { side: BARCODE_SIDE });
    usual += await timeOf(3, () => readBarcodes(rgb));
    square += await timeOf(3, () => readSquareCodes(rgb));
  }
  const mean = (sum: number) => (sum / Math.max(1, pictures.length)).toFixed(0);
  const figure = `${mean(square)} ms beside ${mean(usual)} ms of the other symbols`;
  return [...rows, { what: 'search for DataMatrix and Aztec on documents without, where it runs', figure }];
}

/** Signed barcodes: read rate, attacks, processor time, and portraits. */
export const seals: Subject = {
  name: 'seals',
  measure: async (data) => [
    ...(await readRates()),
    ...attacks(),
    ...documentAttacks(),
    ...(await times(data)),
    ...(await sealPortraits(data)),
  ],
};
