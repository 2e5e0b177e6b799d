/**
 * Layouts of machine readable zones. Offsets count from 0, ends are exclusive.
 *
 * Sources: ICAO Doc 9303 parts 4 (TD3), 5 (TD1), 6 (TD2), 7 (MRV-A and MRV-B); ISO/IEC 18013-1 for the one line of
 * driving licences, filled in as France does (arrêté of 20 April 2012); the French identity card of 1988 to 2021.
 *
 * The package `mrz` 5 was looked at: it knows neither visas nor licences of other states than France and Switzerland, and
 * it keeps its tables to itself, which the reader of pictures needs to mend letters by the type of their field.
 */
export type FormatName = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRA_ID' | 'DL1';

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
  /** The filler may stand for the digit of a field that is empty. */
  readonly mayBeFiller?: boolean;
}

export interface Format {
  readonly name: FormatName;
  /** Characters a line. */
  readonly width: number;
  readonly lines: number;
  /** Pattern of the beginning of its first line. */
  readonly begins: RegExp;
  readonly fields: readonly Field[];
  readonly checks: readonly Check[];
}

const field = (name: FieldName, kind: Kind, line: number, start: number, end: number): Field => ({
  name,
  kind,
  at: [line, start, end],
});

const birth: Check = { name: 'dateOfBirth', at: [1, 19], over: [[1, 13, 19]] };
const expiry: Check = { name: 'dateOfExpiry', at: [1, 27], over: [[1, 21, 27]] };
const number: Check = { name: 'documentNumber', at: [1, 9], over: [[1, 0, 9]] };

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

export const FORMATS: readonly Format[] = [
  {
    name: 'TD3',
    width: 44,
    lines: 2,
    begins: /^P/,
    fields: [...firstLine(44), ...secondLine, field('optionalData', 'any', 1, 28, 42)],
    checks: [
      number,
      birth,
      expiry,
      { name: 'optionalData', at: [1, 42], over: [[1, 28, 42]], mayBeFiller: true },
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
    checks: [number, birth, expiry],
  },
  {
    name: 'MRVB',
    width: 36,
    lines: 2,
    begins: /^V/,
    fields: [...firstLine(36), ...secondLine, field('optionalData', 'any', 1, 28, 36)],
    checks: [number, birth, expiry],
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
    name: 'TD2',
    width: 36,
    lines: 2,
    begins: /^[ACIP]/,
    fields: [...firstLine(36), ...secondLine, field('optionalData', 'any', 1, 28, 35)],
    checks: [
      number,
      birth,
      expiry,
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
    name: 'TD1',
    width: 30,
    lines: 3,
    begins: /^[ACI]/,
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

/** Format of lines of the right number and length, by the start of the first; undefined when there is none. */
export function formatOf(lines: readonly string[]): Format | undefined {
  const [first] = lines;
  if (first === undefined || lines.some((line) => line.length !== first.length)) return undefined;
  return FORMATS.find(
    ({ width, lines: count, begins }) => width === first.length && count === lines.length && begins.test(first),
  );
}

/** The kind of character at each place of a line: `kinds(format)[line][position]`. */
export function kinds(format: Format): Kind[][] {
  const grid = Array.from({ length: format.lines }, () => new Array<Kind>(format.width).fill('any'));
  const put = ([line, start, end]: Span, kind: Kind) => grid[line]!.fill(kind, start, end);
  for (const { at, kind } of format.fields) put(at, kind);
  for (const { at } of format.checks) put([at[0], at[1], at[1] + 1], 'check');
  return grid;
}
