import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { encode, Tagged } from 'cborg';
import { aamvaText } from '../barcode/testing.ts';
import { documentSigner, issue } from '../chip/testing/issuer.ts';
import { signedBytes } from './linked-data.ts';
import type { SealCode, SealKey, SealScheme, SealTrust } from './seal.ts';

/** Makes seals of made-up people and the keys that sign them, for tests and measurements. */

/** A made-up holder. Days are `YYYY-MM-DD`. */
export interface SealHolder {
  readonly surname: string;
  readonly givenNames: string;
  readonly number: string;
  readonly birth: string;
  readonly sex: 'M' | 'F';
  readonly portrait?: Uint8Array;
  /** Lines of an MRZ, for the schemes that hold one. */
  readonly lines: readonly string[];
}

/** A holder with the MRZ of a residence permit of two lines, and the MRZ of an Austrian identity card. */
export const ERIKA: SealHolder = {
  surname: 'MUSTERFRAU',
  givenNames: 'ERIKA',
  number: 'L01X00T47',
  birth: '1983-08-12',
  sex: 'F',
  lines: ['ARD<<MUSTERFRAU<<ERIKA<<<<<<<<<<<<<<', 'L01X00T478UTO8308126F3108011<<<<<<<4'],
};

/** Issuer of a scheme, with its key under the usual name. */
export interface SealIssuer {
  readonly scheme: SealScheme;
  readonly privateKey: KeyObject;
  readonly key: SealKey;
  /** Certificate of the state, for the schemes of the ICAO. */
  readonly certificates: readonly Uint8Array[];
}

/** Day on which the seals are signed that state one. */
export const SIGNED_AT = '2025-10-01';

const COUNTRIES: Readonly<Record<SealScheme, string>> = {
  icao_vds: 'DEU',
  icao_idb: 'DEU',
  aadhaar: 'IND',
  at_id: 'AUT',
  claim_169: 'TGO',
  philsys_v1: 'PHL',
  aamva_vcb: 'USA',
  fr_2ddoc: 'FRA',
};

const REFERENCES: Readonly<Partial<Record<SealScheme, string>>> = {
  at_id: 'A16ATS004008',
  claim_169: 'key-1',
  aamva_vcb: 'did:web:credentials.dmv.ca.gov#vm-vcb-1',
  fr_2ddoc: 'FR03AB12',
};

/** A new issuer of a scheme. `valid` limits its key to a period of days. */
export function sealIssuer(scheme: SealScheme, valid?: readonly [from: string, to: string]): SealIssuer {
  const country = COUNTRIES[scheme];
  const [validFrom, validTo] = valid ? (valid.map((day) => Date.parse(day)) as [number, number]) : [null, null];
  const facts = { scheme, country, validFrom, validTo };
  if (scheme === 'icao_vds' || scheme === 'icao_idb') {
    const csca = issue({ country: 'DE' });
    const signer = documentSigner(csca, { common: 'TS', ...(valid && { from: valid[0], to: valid[1] }) });
    const serial = signer.serial.toString('hex').replace(/^0+/, '').toUpperCase();
    const tail = createHash('sha1').update(signer.certificate).digest('hex').slice(-10);
    const reference = scheme === 'icao_vds' ? `DETS${serial}` : tail;
    const key = { ...facts, reference, der: signer.certificate };
    return { scheme, key, privateKey: signer.signing.privateKey, certificates: [csca.certificate] };
  }
  const { publicKey, privateKey } = pairOf(scheme);
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return { scheme, privateKey, key: { ...facts, reference: REFERENCES[scheme] ?? null, der }, certificates: [] };
}

function pairOf(scheme: SealScheme) {
  if (scheme === 'aadhaar') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (scheme === 'at_id') {
    return generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1', paramEncoding: 'explicit' });
  }
  return scheme === 'aamva_vcb' || scheme === 'fr_2ddoc'
    ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    : generateKeyPairSync('ed25519');
}

/** Trust in these issuers. */
export const trustIn = (issuers: readonly SealIssuer[], today = '2026-03-01'): SealTrust => ({
  keys: issuers.map(({ key }) => key),
  certificates: issuers.flatMap(({ certificates }) => certificates),
  revocationLists: [],
  today,
});

/** A seal as a reader of barcodes gives it. */
export function codeOf(content: string | Uint8Array, side = 0): SealCode {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return { text: typeof content === 'string' ? content : Buffer.from(content).toString('latin1'), bytes, side };
}

/** The seal of a holder: text, or bytes for the scheme that holds no text. */
export function sealFor(issuer: SealIssuer, holder: SealHolder): string | Uint8Array {
  return WRITE[issuer.scheme](issuer, holder);
}

/** Symbol that each scheme stands in. */
export const SYMBOLS: Readonly<Record<SealScheme, 'DataMatrix' | 'QRCode' | 'PDF417'>> = {
  icao_vds: 'DataMatrix',
  icao_idb: 'QRCode',
  aadhaar: 'QRCode',
  at_id: 'QRCode',
  claim_169: 'QRCode',
  philsys_v1: 'QRCode',
  aamva_vcb: 'PDF417',
  fr_2ddoc: 'DataMatrix',
};

type Write = (issuer: SealIssuer, holder: SealHolder) => string | Uint8Array;

const plain = (key: KeyObject, data: Uint8Array) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' });

const WRITE: Readonly<Record<SealScheme, Write>> = {
  icao_vds({ privateKey, key }, { lines }) {
    const reference = key.reference!.slice(4);
    const head = `DETS${reference.length.toString(16).padStart(2, '0').toUpperCase()}`;
    const zone = c40Of(lines.join(''));
    const signed = Buffer.concat([
      Buffer.from([0xdc, 0x03]),
      ...[c40Of('D  '), c40Of(head), c40Of(reference), daysOf(SIGNED_AT), daysOf(SIGNED_AT)],
      Buffer.from([0xfb, 0x06, 0x02, zone.length]),
      zone,
    ]);
    const signature = plain(privateKey, signed);
    return Buffer.concat([signed, Buffer.from([0xff, signature.length]), signature]);
  },
  icao_idb({ privateKey, key }, { lines, portrait }) {
    const header = Buffer.concat([
      c40Of('D  '),
      Buffer.from([1]),
      Buffer.from(key.reference!, 'hex'),
      Buffer.from([0]),
      daysOf(SIGNED_AT),
    ]);
    const messages = Buffer.concat([tlv(0x81, c40Of(lines.join(''))), ...(portrait ? [tlv(0x80, portrait)] : [])]);
    const signed = Buffer.concat([header, tlv(0x61, messages)]);
    return `RDB1B${base32Of(Buffer.concat([signed, tlv(0x7f, plain(privateKey, signed))]))}`;
  },
  aadhaar({ privateKey }, { surname, givenNames, birth, sex, portrait = Buffer.alloc(0) }) {
    const [year, month, day] = birth.split('-');
    const fields = [
      ...['V2', '0', `4821${SIGNED_AT.replaceAll('-', '')}120000000`, `${givenNames} ${surname}`],
      ...[
        `${day}-${month}-${year}`,
        sex,
        'C/O: Someone',
        'Pune',
        '',
        '12',
        'Mill Lane',
        '411001',
        'Pune',
        'Maharashtra',
      ],
      ...['', '', 'Pune', '1234'],
    ];
    const data = Buffer.concat([...fields.map((field) => Buffer.from(`${field}\xff`, 'latin1')), portrait]);
    const packed = gzipSync(Buffer.concat([data, sign('sha256', data, privateKey)]));
    return BigInt(`0x${packed.toString('hex')}`).toString();
  },
  at_id({ privateKey, key }, { lines, surname, givenNames, portrait = Buffer.alloc(0) }) {
    const [vector, zone, name] = [
      Buffer.alloc(16, 7),
      Buffer.from(lines.join('\n')),
      Buffer.from(`${surname}\n${givenNames}`),
    ];
    const signed = Buffer.concat([vector, Buffer.from(`${key.reference}\n`), zone, name, portrait]);
    const hex = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString('hex')).toString('base64');
    const contents = [zone, name, portrait].map((part) => Buffer.from(part).toString('base64'));
    return [hex(plain(privateKey, signed)), hex(vector), key.reference, ...contents].join(';');
  },
  claim_169({ privateKey, key }, { surname, givenNames, number, birth, sex, portrait }) {
    const identity = new Map<number, unknown>([
      ...([
        [1, number],
        [5, givenNames],
        [7, surname],
        [8, birth.replaceAll('-', '')],
      ] as const),
      ...([[9, sex === 'M' ? 1 : 2]] as const),
      ...(portrait
        ? ([
            [16, portrait],
            [17, 2],
          ] as const)
        : []),
    ]);
    const issued = Date.parse(SIGNED_AT) / 1000;
    return coseOf(
      privateKey,
      key.reference,
      new Map<number, unknown>([
        [1, 'https://id.example'],
        [6, issued],
        [169, identity],
      ]),
    );
  },
  philsys_v1({ privateKey }, { surname, givenNames, number, birth, sex }) {
    const DOB = new Date(birth).toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'long',
      day: '2-digit',
      timeZone: 'UTC',
    });
    const subject = {
      Suffix: '',
      lName: surname,
      fName: givenNames,
      mName: 'REYES',
      sex: sex === 'M' ? 'Male' : 'Female',
      BF: '[1,2]',
      DOB,
      POB: 'MANILA',
      PCN: number,
    };
    const card = { DateIssued: '01 October 2025', Issuer: 'PSA', subject, alg: 'EDDSA' };
    const signature = sign(null, Buffer.from(JSON.stringify(card, null, 2), 'latin1'), privateKey);
    return JSON.stringify({ ...card, signature: signature.toString('base64') });
  },
  aamva_vcb: (issuer, holder) => californian(issuer, elementsOf(holder)),
  fr_2ddoc: (issuer, { surname, givenNames, sex }) =>
    paperSeal(issuer, [
      ['26', 'FR'],
      ['24', '57000'],
      ['10', `${sex === 'M' ? 'M' : 'MME'}/${surname}/${givenNames}\x1d`],
      ['22', '7 PLACE DES SPECIMENS\x1d'],
      ['25', 'METZ\x1d'],
    ]),
};

/** A 2D-Doc with these values, each with the character that ends it. `issued` is four hexadecimal digits. */
export function paperSeal(
  { privateKey, key }: Pick<SealIssuer, 'privateKey' | 'key'>,
  values: readonly (readonly [id: string, value: string])[],
  {
    kind = '01',
    perimeter = '01',
    issued = hexOf(SIGNED_AT),
  }: { kind?: string; perimeter?: string; issued?: string } = {},
): string {
  const data = `DC04${key.reference}${issued}${hexOf(SIGNED_AT)}${kind}${perimeter}FR${values.map((pair) => pair.join('')).join('')}`;
  return `${data}\x1f${base32Of(plain(privateKey, Buffer.from(data, 'latin1')))}`;
}

/** Days since 1 January 2000 in four hexadecimal digits. */
export const hexOf = (day: string): string =>
  ((Date.parse(day) - Date.UTC(2000, 0, 1)) / 86_400_000).toString(16).toUpperCase().padStart(4, '0');

/** Elements of a licence of California of 2025. */
export function elementsOf({ surname, givenNames, number, birth, sex }: SealHolder): Record<string, string> {
  const [year, month, day] = birth.split('-');
  return {
    DCS: surname,
    DAC: givenNames,
    DAD: 'NONE',
    DAQ: number,
    DBB: `${month}${day}${year}`,
    DBC: sex === 'M' ? '1' : '2',
    DBD: '10012025',
    DBA: '08122030',
  };
}

/** Names, number, days and sex of the elements that a credential may protect. */
const PROTECTED = [0x82, 0x78, 0x20] as const;
const PROTECTED_IDS = ['DAC', 'DAQ', 'DBA', 'DBB', 'DBC', 'DBD', 'DCS'];

/** The text of a licence of California with its credential; `element: null` leaves the credential out. */
export function californian(
  { privateKey }: Pick<SealIssuer, 'privateKey'>,
  elements: Readonly<Record<string, string>>,
  { signed = elements, without = false }: { signed?: Readonly<Record<string, string>>; without?: boolean } = {},
): string {
  const text = aamvaText(elements, { iin: '636014' });
  if (without) return text;
  const index = Buffer.from(PROTECTED);
  const did = 'did:web:credentials.dmv.ca.gov';
  const status = { baseUrl: 'https://api.credentials.dmv.ca.gov/status/dlid/1/status-lists', index: 7 };
  const proof = { verificationMethod: `${did}#vm-vcb-1`, created: null, expires: null, value: Buffer.alloc(0) };
  const credential = { issuer: did, protectedComponentIndex: `u${index.toString('base64url')}`, status, proof };
  const lines = PROTECTED_IDS.map((id) => `${id}${signed[id]}\n`).join('');
  const value = plain(privateKey, signedBytes(credential, lines));
  const packed = encode(
    new Tagged(51997, [
      31_000_000,
      new Map<number, unknown>([
        [1, [1, 2]],
        [157, [118, 164]],
        [
          174,
          new Map<number, unknown>([
            [156, 166],
            [196, Uint8Array.of(2)],
            [198, 7],
          ]),
        ],
        [
          176,
          new Map<number, unknown>([
            [156, 160],
            [168, Uint8Array.of(0x75, ...index)],
          ]),
        ],
        [180, Uint8Array.of(1)],
        [
          182,
          new Map<number, unknown>([
            ...([
              [156, 108],
              [204, 1],
              [214, 220],
            ] as const),
            ...([
              [216, Uint8Array.of(0x7a, ...value)],
              [218, Uint8Array.of(5)],
            ] as const),
          ]),
        ],
      ]),
    ]),
  );
  const subfile = `ZCZCABRO\nZCE${Buffer.from(packed).toString('base64')}\r`;
  return `${text}${subfile}`;
}

/** A COSE_Sign1 with Ed25519 in base 45. */
function coseOf(privateKey: KeyObject, keyId: string | null, claims: ReadonlyMap<number, unknown>): string {
  const header = encode(new Map<number, unknown>([[1, -8], ...(keyId ? ([[4, Buffer.from(keyId)]] as const) : [])]));
  const payload = encode(claims);
  const signed = encode(['Signature1', header, new Uint8Array(), payload]);
  const message = new Tagged(18, [header, new Map(), payload, sign(null, signed, privateKey)]);
  return base45Of(deflateSync(encode(message)));
}

const tlv = (tag: number, value: Uint8Array): Buffer => {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
};

function daysOf(day: string): Buffer {
  const [year, month, date] = day.split('-');
  const number = Number(`${month}${date}${year}`);
  return Buffer.from([number >> 16, (number >> 8) & 255, number & 255]);
}

function c40Of(text: string): Buffer {
  const value = (letter: string | undefined) =>
    letter === undefined
      ? 0
      : letter === '<' || letter === ' '
        ? 3
        : /\d/.test(letter)
          ? letter.charCodeAt(0) - 44
          : letter.charCodeAt(0) - 51;
  const out: number[] = [];
  for (let i = 0; i < text.length; i += 3) {
    if (i + 1 === text.length) out.push(0xfe, text.charCodeAt(i) + 1);
    else {
      const sum = 1600 * value(text[i]) + 40 * value(text[i + 1]) + value(text[i + 2]) + 1;
      out.push(sum >> 8, sum & 255);
    }
  }
  return Buffer.from(out);
}

function base32Of(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function base45Of(bytes: Uint8Array): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
  let text = '';
  for (let i = 0; i < bytes.length; i += 2) {
    const two = i + 1 < bytes.length;
    const value = two ? bytes[i]! * 256 + bytes[i + 1]! : bytes[i]!;
    text +=
      letters[value % 45]! + letters[Math.floor(value / 45) % 45]! + (two ? letters[Math.floor(value / 2025)]! : '');
  }
  return text;
}
