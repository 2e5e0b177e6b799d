import { parseAamva, parseMrz } from '@bonafide/verification';
import {
  type AamvaHolder,
  type AamvaWriting,
  aamvaOfVersion,
} from '../../packages/verification/src/barcode/testing.ts';
import type { FormatName } from '../../packages/verification/src/mrz/formats.ts';
import { writeMrz } from '../../packages/verification/src/mrz/generate.ts';
import { DATE_NOTATIONS } from '../../packages/verification/src/testing/date-notations.ts';
import { datesIn, foldedDate, orderOfCountry } from '../../packages/verification/src/text/dates.ts';
import { TODAY } from './documents.ts';
import { pick, type Random, randomOf } from './forgeries/random.ts';
import type { Measurement, Subject } from './measurement.ts';

/*
 * Texts as documents hold them, written and read back: no pictures.
 */

const SEED = 'texts of documents';
const DAY_MS = 86_400_000;

function dayBetween(random: Random, from: string, to: string): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return new Date(first + Math.floor((random() * (last - first)) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
}

const all = (right: number, of: number) => ({ right, of, target: 'all', met: right === of });

const NAMES = ['HARGREAVE', "O'BRIEN", 'GARCIA-LOPEZ', 'NGUYEN', 'IU', 'FEATHERSTONEHAUGH'];
const ISSUERS: readonly Pick<AamvaWriting, 'iin' | 'state' | 'country'>[] = [
  { iin: '636004', state: 'NC', country: 'USA' },
  { iin: '636061', state: 'WV', country: 'USA' },
  { iin: '636030', state: 'MO', country: 'USA' },
  { iin: '636003', state: 'MD', country: 'USA' },
  { iin: '636035', state: 'IL', country: 'USA' },
  { iin: '636014', state: 'CA', country: 'USA' },
  { iin: '604428', state: 'QC', country: 'CAN' },
  { iin: '636012', state: 'ON', country: 'CAN' },
];
const CARDS_A_VERSION = 200;

function holderOf(random: Random): AamvaHolder {
  return {
    surname: pick(random, NAMES),
    givenName: pick(random, NAMES),
    middleName: pick(random, ['', 'MAE', 'LOUISE']),
    number: String(Math.floor(random() * 1e9)).padStart(9, '0'),
    birth: dayBetween(random, '1920-01-01', '2008-12-31'),
    issued: dayBetween(random, '2015-01-01', '2025-12-31'),
    expiry: dayBetween(random, '2026-01-01', '2036-12-31'),
    sex: pick(random, ['M', 'F', '']),
  };
}

function isReadBack(holder: AamvaHolder, writing: AamvaWriting): boolean {
  const card = parseAamva(aamvaOfVersion(holder, writing));
  if ('refused' in card || card.faults.length > 0) return false;
  const { fields } = card;
  const read = [
    fields.last_name,
    fields.first_name,
    fields.middle_name ?? '',
    fields.document_number,
    fields.gender ?? '',
  ];
  const days = [fields.date_of_birth, fields.issuing_date, fields.date_of_expiry, fields.issuing_state];
  const sex = { M: 'Male', F: 'Female', '': '' }[holder.sex];
  const written = [holder.surname, holder.givenName, holder.middleName, holder.number, sex];
  return (
    [...read, ...days].join('|') === [...written, holder.birth, holder.issued, holder.expiry, writing.state].join('|')
  );
}

/** Barcode texts of every version of the AAMVA standard, with habits of issuers: every field right and no fault. */
export const aamvaVersions: Subject = {
  name: 'aamva-versions',
  async measure() {
    const random = randomOf(SEED);
    const rows: Measurement[] = [];
    for (let version = 0; version <= 11; version++) {
      let right = 0;
      for (let i = 0; i < CARDS_A_VERSION; i++) {
        const issuer = pick(random, ISSUERS);
        const writing: AamvaWriting = {
          ...issuer,
          version,
          ...(random() < 0.5 && { days: pick(random, ['mdy', 'ymd', 'mdy-', 'mdy/', 'ymd-', 'ymd/']) }),
          wrongOffsets: random() < 0.3,
          typeTwice: random() < 0.1,
          lostDigit: version === 0 && issuer.iin.startsWith('6') && random() < 0.5,
          lineEnd: pick(random, ['\n', '\r\n', '\r']),
          fileType: pick(random, ['ANSI ', 'AAMVA', 'ANSI']),
        };
        if (isReadBack(holderOf(random), writing)) right++;
      }
      rows.push({ what: `version ${version}, every field right`, ...all(right, CARDS_A_VERSION) });
    }
    return rows;
  },
};

const DAYS_A_NOTATION = 60;

/** Printed days in the notations of more than 60 countries and in five calendars; wrong days count apart from missing ones. */
export const dateNotations: Subject = {
  name: 'date-notations',
  async measure() {
    const random = randomOf(SEED);
    const groups = new Map<string, { right: number; wrong: number; of: number }>();
    const open = { wrong: 0, of: 0 };
    for (const { country, name, write } of DATE_NOTATIONS) {
      const kind = /[DMYN]/.test(name) ? (name.includes('M') ? 'month in words' : 'numbers') : `calendar: ${name}`;
      const group = groups.get(kind) ?? { right: 0, wrong: 0, of: 0 };
      groups.set(kind, group);
      for (let i = 0; i < DAYS_A_NOTATION; i++) {
        const day = dayBetween(random, '1930-01-01', '2035-12-31');
        const text = foldedDate(write(day));
        const found = datesIn(text, { order: orderOfCountry(country), country }).map((date) => date.day);
        group.of++;
        if (found.join() === day) group.right++;
        else if (found.length > 0) group.wrong++;
        // The same text on a document whose country is not known.
        const unknown = datesIn(text, { order: null }).map((date) => date.day);
        open.of++;
        if (unknown.some((date) => date !== day)) open.wrong++;
      }
    }
    const rows = [...groups].flatMap(([kind, { right, wrong, of }]): Measurement[] => [
      { what: `${kind}: right day`, right, of, target: '≥ 99 %', met: right >= 0.99 * of },
      { what: `${kind}: wrong day`, right: wrong, of, target: 'none', met: wrong === 0 },
    ]);
    return [
      ...rows,
      { what: 'country not known: wrong day', right: open.wrong, of: open.of, target: 'none', met: open.wrong === 0 },
    ];
  },
};

const LAYOUTS: readonly {
  readonly format: FormatName;
  readonly code: string;
  readonly state?: string;
  readonly longest: number;
}[] = [
  { format: 'TD3', code: 'PP', longest: 9 },
  { format: 'TD2', code: 'I', longest: 15 },
  { format: 'TD1', code: 'ID', longest: 22 },
  { format: 'MRVA', code: 'V', longest: 9 },
  { format: 'MRVB', code: 'V', longest: 9 },
  { format: 'SVK_ID', code: 'I', state: 'SVK', longest: 9 },
  { format: 'DL1', code: 'D1', state: 'FRA', longest: 9 },
];
const ZONES_A_LENGTH = 50;

/** MRZ lines of every layout with document numbers of every length: number, days and digits right. */
export const mrzLayouts: Subject = {
  name: 'mrz-layouts',
  async measure() {
    const random = randomOf(SEED);
    const rows: Measurement[] = [];
    for (const { format, code, state = 'UTO', longest } of LAYOUTS) {
      let [right, of] = [0, 0];
      for (let length = 5; length <= longest; length++) {
        for (let i = 0; i < ZONES_A_LENGTH; i++) {
          const signs = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
          const number = Array.from({ length }, () => pick(random, signs)).join('');
          const birth = dayBetween(random, '1940-01-01', '2010-12-31');
          const expiry = random() < 0.1 ? '' : dayBetween(random, '2027-01-01', '2040-12-31');
          const short = (day: string) => day.slice(2).replaceAll('-', '');
          const lines = writeMrz(format, {
            documentCode: code,
            issuingState: state,
            nationality: state,
            documentNumber: number,
            names: 'ERIKSSON<<ANNA<MARIA',
            surname: 'ERIKSSON',
            sex: 'F',
            dateOfBirth: short(birth),
            dateOfExpiry: short(expiry),
          });
          const mrz = parseMrz(lines, TODAY);
          of++;
          const hasBirth = format === 'DL1' || mrz?.dateOfBirth.day === birth;
          if (mrz?.valid && mrz.documentNumber === number && hasBirth && mrz.dateOfExpiry.day === (expiry || null))
            right++;
        }
      }
      rows.push({ what: `${format}, numbers of 5 to ${longest} characters`, ...all(right, of) });
    }
    return rows;
  },
};
