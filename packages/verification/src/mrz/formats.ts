/**
 * Layouts of machine readable zones. Offsets count from 0, ends are exclusive.
 *
 * Sources: ICAO Doc 9303 parts 4 (TD3), 5 (TD1), 6 (TD2), 7 (MRV-A and MRV-B); ISO/IEC 18013-1 for the one line of
 * driving licences, filled in as France (arrêté of 20 April 2012) and the Netherlands do; the French identity card of 1988 to
 * 2021; the Swiss driving licence (https://github.com/cheminfo/mrz); the Slovak identity card of before 2008
 * (https://github.com/ZsBT/mrz-java); the cards of GA/T 704 with which Chinese travel to and from Hong Kong, Macao and Taiwan.
 *
 * The package `mrz` 5 was looked at: it knows neither visas nor licences of other states than France and Switzerland, and
 * it keeps its tables to itself, which the reader of pictures needs to mend letters by the type of their field.
 */
export type FormatName =
  | 'TD1'
  | 'TD2'
  | 'TD3'
  | 'MRVA'
  | 'MRVB'
  | 'FRA_ID'
  | 'SVK_ID'
  | 'CHN_PERMIT'
  | 'CHE_DL'
  | 'DL1';

export type FieldName =
  | 'documentCode'
  | 'issuingState'
  | 'documentNumber'
  | 'nationality'
  | 'dateOfBirth'
  | 'sex'
  | 'dateOfExpiry'
  | 'optionalData'
  | 'optionalData2'
  | 'names'
  | 'surname'
  | 'givenNames'
  | 'dateOfIssue';

/** Kinds of characters in a field: letters, digits, both; the filler `<` is allowed in each. */
export type Kind = 'code' | 'letters' | 'digits' | 'any' | 'sex' | 'check';

/** Part of a line. */
export type Span = readonly [line: number, start: number, end: number];

interface Field {
  readonly name: FieldName;
  readonly kind: Kind;
  readonly at: Span;
}

export interface Check {
  /** Fields that the digit protects; `composite` protects several fields at once. */
  readonly name: 'documentNumber' | 'dateOfBirth' | 'dateOfExpiry' | 'optionalData' | 'composite';
  readonly at: readonly [line: number, position: number];
  readonly over: readonly Span[];
}

export interface Format {
  readonly name: FormatName;
  /** Characters a line. */
  readonly width: number;
  /** Characters of the first line, if it is shorter than the others. */
  readonly firstWidth?: number;
  readonly lines: number;
  /** Pattern of the beginning of the line with the document code. */
  readonly begins: RegExp;
  readonly fields: readonly Field[];
  readonly checks: readonly Check[];
  /** Code of the issuing state, if the text does not hold it. */
  readonly issuer?: string;
}

const field = (name: FieldName, kind: Kind, line: number, start: number, end: number): Field => ({
  name,
  kind,
  at: [line, start, end],
});

const birth: Check = { name: 'dateOfBirth', at: [1, 19], over: [[1, 13, 19]] };
const expiry: Check = { name: 'dateOfExpiry', at: [1, 27], over: [[1, 21, 27]] };
const number: Check = { name: 'documentNumber', at: [1, 9], over: [[1, 0, 9]] };

/** Digits of every document with two lines that ICAO defined. */
const singleDigits = [number, birth, expiry];

/** First 28 characters of the second line of everything with two lines that ICAO defined. */
const secondLine = [
  field('documentNumber', 'any', 1, 0, 9),
  field('nationality', 'letters', 1, 10, 13),
  field('dateOfBirth', 'digits', 1, 13, 19),
  field('sex', 'sex', 1, 20, 21),
  field('dateOfExpiry', 'digits', 1, 21, 27),
];

/** Document code, issuing state and names: the first line of everything with two lines that ICAO defined. */
const firstLine = (width: number) => [
  field('documentCode', 'code', 0, 0, 2),
  field('issuingState', 'letters', 0, 2, 5),
  field('names', 'letters', 0, 5, width),
];

/** Lines of the Swiss driving licence below its number. */
function swissLines(line: number): Field[] {
  return [
    field('documentCode', 'code', line, 0, 2),
    field('issuingState', 'letters', line, 2, 5),
    field('optionalData', 'digits', line, 5, 17), // the holder's number in the register, and a version
    field('dateOfBirth', 'digits', line, 19, 25),
    field('names', 'letters', line + 1, 0, 30),
  ];
}

export const FORMATS: readonly Format[] = [
  {
    name: 'TD3',
    width: 44,
    lines: 2,
    // ICAO has P alone. Some diplomatic passports have DP.
    begins: /^[A-UW-Z]/,
    fields: [...firstLine(44), ...secondLine, field('optionalData', 'any', 1, 28, 42)],
    checks: [
      ...singleDigits,
      { name: 'optionalData', at: [1, 42], over: [[1, 28, 42]] },
      {
        name: 'composite',
        at: [1, 43],
        over: [
          [1, 0, 10],
          [1, 13, 20],
          [1, 21, 43],
        ],
      },
    ],
  },
  {
    name: 'MRVA',
    width: 44,
    lines: 2,
    begins: /^V/,
    fields: [...firstLine(44), ...secondLine, field('optionalData', 'any', 1, 28, 44)],
    checks: singleDigits,
  },
  {
    name: 'MRVB',
    width: 36,
    lines: 2,
    begins: /^V/,
    fields: [...firstLine(36), ...secondLine, field('optionalData', 'any', 1, 28, 36)],
    checks: singleDigits,
  },
  {
    name: 'FRA_ID',
    width: 36,
    lines: 2,
    begins: /^IDFRA/,
    fields: [
      field('documentCode', 'code', 0, 0, 2),
      field('issuingState', 'letters', 0, 2, 5),
      field('surname', 'letters', 0, 5, 30),
      field('optionalData', 'any', 0, 30, 36), // department and office of issue
      field('dateOfIssue', 'digits', 1, 0, 4), // year and month
      field('documentNumber', 'any', 1, 0, 12),
      field('givenNames', 'letters', 1, 13, 27),
      field('dateOfBirth', 'digits', 1, 27, 33),
      field('sex', 'sex', 1, 34, 35),
    ],
    checks: [
      { name: 'documentNumber', at: [1, 12], over: [[1, 0, 12]] },
      { name: 'dateOfBirth', at: [1, 33], over: [[1, 27, 33]] },
      {
        name: 'composite',
        at: [1, 35],
        over: [
          [0, 0, 36],
          [1, 0, 35],
        ],
      },
    ],
  },
  {
    name: 'SVK_ID',
    width: 34,
    lines: 2,
    begins: /^[ACI][A-Z<]SVK/,
    fields: [...firstLine(34), ...secondLine, field('optionalData', 'any', 1, 28, 34)],
    checks: singleDigits,
  },
  {
    name: 'TD2',
    width: 36,
    lines: 2,
    // ICAO has A, C and I. Germany has ME for migrants, passports of this size have P.
    begins: /^[A-UW-Z]/,
    fields: [...firstLine(36), ...secondLine, field('optionalData', 'any', 1, 28, 35)],
    checks: [
      ...singleDigits,
      {
        name: 'composite',
        at: [1, 35],
        over: [
          [1, 0, 10],
          [1, 13, 20],
          [1, 21, 35],
        ],
      },
    ],
  },
  {
    name: 'CHN_PERMIT',
    width: 30,
    lines: 3,
    begins: /^C[DRST][A-Z][A-Z\d]\d{7}[\d<]</,
    fields: [
      field('documentCode', 'code', 0, 0, 2),
      field('documentNumber', 'any', 0, 2, 11),
      field('dateOfExpiry', 'digits', 0, 13, 19),
      field('dateOfBirth', 'digits', 0, 21, 27),
      field('optionalData', 'any', 1, 0, 12), // the name in Chinese, in a code
      field('names', 'letters', 1, 12, 30),
      field('sex', 'sex', 2, 0, 1),
      field('optionalData2', 'any', 2, 1, 30),
    ],
    // The digit at the end of the first line is the sum of a text that is not published.
    checks: [
      { name: 'documentNumber', at: [0, 11], over: [[0, 2, 11]] },
      { name: 'dateOfExpiry', at: [0, 19], over: [[0, 13, 19]] },
      { name: 'dateOfBirth', at: [0, 27], over: [[0, 21, 27]] },
    ],
    issuer: 'CHN',
  },
  {
    name: 'CHE_DL',
    width: 30,
    firstWidth: 9,
    lines: 3,
    begins: /^FACHE/,
    fields: [field('documentNumber', 'any', 0, 0, 9), ...swissLines(1)],
    checks: [],
  },
  {
    // The first line, which has other measures, is read as print.
    name: 'CHE_DL',
    width: 30,
    lines: 2,
    begins: /^FACHE/,
    fields: swissLines(0),
    checks: [],
  },
  {
    name: 'TD1',
    width: 30,
    lines: 3,
    // ICAO has A, C and I. Residence permits have RP in Estonia, TR in Georgia.
    begins: /^[A-UW-Z]/,
    fields: [
      field('documentCode', 'code', 0, 0, 2),
      field('issuingState', 'letters', 0, 2, 5),
      field('documentNumber', 'any', 0, 5, 14),
      field('optionalData', 'any', 0, 15, 30),
      field('dateOfBirth', 'digits', 1, 0, 6),
      field('sex', 'sex', 1, 7, 8),
      field('dateOfExpiry', 'digits', 1, 8, 14),
      field('nationality', 'letters', 1, 15, 18),
      field('optionalData2', 'any', 1, 18, 29),
      field('names', 'letters', 2, 0, 30),
    ],
    checks: [
      { name: 'documentNumber', at: [0, 14], over: [[0, 5, 14]] },
      { name: 'dateOfBirth', at: [1, 6], over: [[1, 0, 6]] },
      { name: 'dateOfExpiry', at: [1, 14], over: [[1, 8, 14]] },
      {
        name: 'composite',
        at: [1, 29],
        over: [
          [0, 5, 30],
          [1, 0, 7],
          [1, 8, 15],
          [1, 18, 29],
        ],
      },
    ],
  },
  {
    name: 'DL1',
    width: 30,
    lines: 1,
    begins: /^D[A-Z0-9<]FRA/,
    fields: [
      field('documentCode', 'code', 0, 0, 2),
      field('issuingState', 'letters', 0, 2, 5),
      field('documentNumber', 'any', 0, 5, 14),
      field('dateOfExpiry', 'digits', 0, 15, 21),
      field('surname', 'letters', 0, 21, 29),
    ],
    checks: [
      { name: 'documentNumber', at: [0, 14], over: [[0, 0, 14]] },
      { name: 'composite', at: [0, 29], over: [[0, 0, 29]] },
    ],
  },
  {
    name: 'DL1',
    width: 30,
    lines: 1,
    begins: /^D[A-Z0-9<]NLD/,
    fields: [
      field('documentCode', 'code', 0, 0, 2),
      field('issuingState', 'letters', 0, 2, 5),
      field('documentNumber', 'digits', 0, 6, 16),
      field('optionalData', 'any', 0, 16, 29),
    ],
    checks: [{ name: 'composite', at: [0, 29], over: [[0, 0, 29]] }],
  },
  {
    // What other states put between the issuing state and the last digit is theirs.
    name: 'DL1',
    width: 30,
    lines: 1,
    begins: /^D[A-Z0-9<][A-Z]/,
    fields: [
      field('documentCode', 'code', 0, 0, 2),
      field('issuingState', 'letters', 0, 2, 5),
      field('optionalData', 'any', 0, 5, 29),
    ],
    checks: [{ name: 'composite', at: [0, 29], over: [[0, 0, 29]] }],
  },
];

/** Number of characters of a line. */
export const widthOf = ({ width, firstWidth }: Format, line: number): number =>
  (line === 0 ? firstWidth : undefined) ?? width;

/** Format of lines of the right number and lengths, by their beginning; undefined when there is none. */
export function formatOf(lines: readonly string[]): Format | undefined {
  return FORMATS.find((format) => {
    const [line] = format.fields.find(({ name }) => name === 'documentCode')!.at;
    const fits = lines.length === format.lines && lines.every((text, i) => text.length === widthOf(format, i));
    return fits && format.begins.test(lines[line]!);
  });
}

/** The kind of character at each place of a line: `kinds(format)[line][position]`. */
export function kinds(format: Format): Kind[][] {
  const grid = Array.from({ length: format.lines }, (_, i) => new Array<Kind>(widthOf(format, i)).fill('any'));
  const put = ([line, start, end]: Span, kind: Kind) => grid[line]!.fill(kind, start, end);
  for (const { at, kind } of format.fields) put(at, kind);
  for (const { at } of format.checks) put([at[0], at[1], at[1] + 1], 'check');
  return grid;
}
