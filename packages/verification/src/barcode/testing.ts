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

/** A made-up holder whose card `aamvaOfVersion` writes. Days are `YYYY-MM-DD`. */
export interface AamvaHolder {
  readonly surname: string;
  readonly givenName: string;
  readonly middleName: string;
  readonly number: string;
  readonly birth: string;
  readonly issued: string;
  readonly expiry: string;
  readonly sex: 'M' | 'F' | '';
}

/** An issuer, and the ways of its own in which it writes the text. */
export interface AamvaWriting {
  readonly iin: string;
  readonly state: string;
  readonly country: 'USA' | 'CAN';
  /** 0 to 11; 0 is the time before the standard. */
  readonly version: number;
  /** Order and separator of days: `mdy-` is `06-05-1981`. Default: as the version and country have them. */
  readonly days?: 'mdy' | 'ymd' | 'mdy-' | 'mdy/' | 'ymd-' | 'ymd/';
  /** Offsets and lengths of the subfiles are wrong. */
  readonly wrongOffsets?: boolean;
  /** The header has only the two digits of the version and one subfile after the issuer's number, which lacks its first digit. */
  readonly lostDigit?: boolean;
  readonly lineEnd?: '\n' | '\r\n' | '\r';
  readonly fileType?: 'ANSI ' | 'AAMVA' | 'ANSI';
  /** The letters of the subfile stand twice. */
  readonly typeTwice?: boolean;
}

/** The text of a licence's barcode as the given version has it, with the elements that this version knows. */
export function aamvaOfVersion(holder: AamvaHolder, writing: AamvaWriting): string {
  const { version, country, iin, state, lineEnd = '\n', fileType = version < 2 ? 'AAMVA' : 'ANSI ' } = writing;
  const { days = version === 1 || country === 'CAN' ? 'ymd' : 'mdy' } = writing;
  const day = (iso: string) => {
    const [year, month, date] = iso.split('-');
    return (days.startsWith('mdy') ? [month, date, year] : [year, month, date]).join(days.slice(3));
  };
  const { surname, givenName, middleName, number, birth, issued, expiry, sex } = holder;
  const sexes = version < 2 ? { M: 'M', F: 'F', '': '' } : { M: '1', F: '2', '': '9' };
  const old = version < 2;
  const names: Record<string, string> =
    version === 1
      ? { DAA: [surname, givenName, middleName].join(',') }
      : version === 0
        ? { DAB: surname, DAC: givenName, DAD: middleName }
        : version < 4
          ? { DCS: surname, DCT: [givenName, middleName].filter(Boolean).join(',') }
          : { DCS: surname, DDE: 'N', DAC: givenName, DDF: 'N', DAD: middleName || 'NONE', DDG: 'N' };
  const elements: Record<string, string> = {
    ...names,
    ...(old ? { DAR: 'C', DAS: '1', DAT: 'None' } : { DCA: 'C', DCB: 'NONE', DCD: 'NONE' }),
    ...(old
      ? { DAL: '12 MILL LN', DAM: '', DAN: 'ANYTOWN', DAO: state, DAP: '27614-7307' }
      : { DAG: '12 MILL LN', DAI: 'ANYTOWN', DAJ: state, DAK: '276147307  ' }),
    DAQ: number,
    DBA: day(expiry),
    DBB: day(birth),
    DBC: sexes[sex],
    DBD: day(issued),
    DAY: 'BRO',
    DAU: country === 'CAN' ? '178 cm' : '068 in',
    ...(old ? {} : { DCF: '00/11', DCG: country }),
    ...(version >= 8 ? { DDA: 'F', DDB: day('2020-06-01') } : {}),
    ...(version >= 11 ? { DDM: '0', DDN: '0', DDO: '0', DDP: '0' } : {}),
  };
  const lines = Object.entries(elements).map(([id, value]) => id + value);
  const subfile = `DL${writing.typeTwice ? 'DL' : ''}${lines.join(lineEnd)}\r`;
  const two = (count: number) => String(count).padStart(2, '0');
  const start = old ? '@\n\n' : '@\n\x1e\r';
  const digits = writing.lostDigit ? `${iin.slice(1)}001` : `${iin}${two(version)}${version < 2 ? '' : '01'}01`;
  const offset = start.length + fileType.length + digits.length + 10 + (writing.wrongOffsets ? 7 : 0);
  const length = writing.wrongOffsets ? 1 : subfile.length;
  const entry = `DL${String(offset).padStart(4, '0')}${String(length).padStart(4, '0')}`;
  return `${start}${fileType}${digits}${entry}${subfile}`;
}

/** A symbol as the writer draws it, PNG; `scale` is the pixels of a module. */
export async function symbolOf(
  content: string | Uint8Array,
  format: 'PDF417' | 'QRCode' | 'DataMatrix',
  scale = 3,
): Promise<Buffer> {
  const writer = await import('zxing-wasm/writer');
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  writer.prepareZXingModule({ overrides: { wasmBinary } });
  const { image, error } = await writer.writeBarcode(content, { format, scale });
  if (!image) throw new Error(error);
  return Buffer.from(await image.arrayBuffer());
}

/** A card with the text as PDF417 or QR code on it, on a dark table; PNG. */
export async function cardWithBarcode(
  text: string,
  options: { format?: 'PDF417' | 'QRCode'; tilt?: number; width?: number; blur?: number } = {},
): Promise<Buffer> {
  const { format = 'PDF417', tilt = 0, width = 1400, blur = 0 } = options;
  const symbol = await symbolOf(text, format);
  const canvas = { create: { width: 1400, height: 880, channels: 3, background: '#d8dfe6' } } as const;
  const card = await sharp(canvas)
    .composite([{ input: symbol, left: 100, top: 300 }])
    .png()
    .toBuffer();
  const turned = await sharp(card).rotate(tilt, { background: '#4a3b2c' }).png().toBuffer();
  const photo = sharp(turned).resize(width);
  return (blur > 0 ? photo.blur(blur) : photo).png().toBuffer();
}
