import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';

/** Elements of a licence of a made-up person, in the order in which cards have them. */
const specimen: Readonly<Record<string, string>> = {
  DCA: 'C',
  DCB: 'NONE',
  DCD: 'M1',
  DBA: '08312029',
  DCS: 'SPECIMEN',
  DAC: 'ALEXANDRA',
  DAD: 'MAY',
  DBD: '09052024',
  DBB: '08311990',
  DBC: '2',
  DAY: 'BRO',
  DAU: '066 in',
  DAG: '100 SPECIMEN WAY',
  DAI: 'SACRAMENTO',
  DAJ: 'CA',
  DAK: '958140000  ',
  DAQ: 'X0000018',
  DCF: '00/00/0000XXX',
  DCG: 'USA',
  DDE: 'N',
  DDF: 'N',
  DDG: 'N',
  DDA: 'F',
};

/** The text of a card's barcode (AAMVA, annex D), with right offsets and lengths. `undefined` leaves an element out. */
export function aamvaText(
  changes: Readonly<Record<string, string | undefined>> = {},
  { type = 'DL', iin = '636014', version = '10' } = {},
): string {
  const elements = Object.entries({ ...specimen, ...changes }).filter(([, value]) => value !== undefined);
  const subfile = `${type}${elements.map(([id, value]) => id + value).join('\n')}\r`;
  const head = `@\n\x1e\rANSI ${iin}${version}${version === '01' ? '' : '00'}01`;
  const offset = String(head.length + 10).padStart(4, '0');
  return `${head}${type}${offset}${String(subfile.length).padStart(4, '0')}${subfile}`;
}

/** A card with the text as PDF417 or QR code on it, on a dark table; PNG. */
export async function cardWithBarcode(
  text: string,
  options: { format?: 'PDF417' | 'QRCode'; tilt?: number; width?: number; blur?: number } = {},
): Promise<Buffer> {
  const { format = 'PDF417', tilt = 0, width = 1400, blur = 0 } = options;
  const writer = await import('zxing-wasm/writer');
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  writer.prepareZXingModule({ overrides: { wasmBinary } });
  const { image, error } = await writer.writeBarcode(text, { format, scale: 3 });
  if (!image) throw new Error(error);
  const canvas = { create: { width: 1400, height: 880, channels: 3, background: '#d8dfe6' } } as const;
  const card = await sharp(canvas)
    .composite([{ input: Buffer.from(await image.arrayBuffer()), left: 100, top: 300 }])
    .png()
    .toBuffer();
  const turned = await sharp(card).rotate(tilt, { background: '#4a3b2c' }).png().toBuffer();
  const photo = sharp(turned).resize(width);
  return (blur > 0 ? photo.blur(blur) : photo).png().toBuffer();
}
