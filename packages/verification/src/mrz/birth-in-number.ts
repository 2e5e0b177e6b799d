import { LONGEST_LIFE } from '../text/iso-days.ts';
import { NUMBER_CHECKS } from './number-checks.ts';

/** Groups of a number: `y` year (two or four digits), `m` month, `d` day, `c` what tells the century. A year may stand alone. */
type Groups = Readonly<Partial<Record<'y' | 'm' | 'd' | 'c', string>>>;

/** Returns the century of birth, such as 19 for 1921; undefined if the number has none. `today` is `YYYY-MM-DD`. */
type Century = (groups: Groups, number: string, today: string) => number | undefined;

interface Format {
  readonly pattern: RegExp;
  /** Needed where the year has two digits. */
  readonly century?: Century;
  /** Years that start with the number's own sign, such as a decade as a letter. */
  readonly year?: (groups: Groups) => number;
}

/** Takes the century from the sign `c`. The keys are regular expressions of one sign. */
const by =
  (...centuries: readonly (readonly [sign: string, century: number])[]): Century =>
  ({ c = '' }) =>
    centuries.find(([sign]) => new RegExp(`^[${sign}]$`).test(c))?.[1];

/** Takes the century from the multiple of 20 by which the month is raised. */
const byMonth =
  (centuries: Readonly<Record<number, number>>): Century =>
  ({ m }) =>
    centuries[Math.floor(Number(m) / 20) * 20];

const format = (pattern: RegExp, century?: Century): Format => ({ pattern, ...(century && { century }) });
const EIGHTEEN_TO_TWENTY = by(['12', 18], ['34', 19], ['56', 20]);
const YUGOSLAV = format(/^(?<d>\d\d)(?<m>\d\d)(?<c>[09])(?<y>\d\d)\d{6}$/, by(['9', 19], ['0', 20]));
/** The number had nine digits until 1953, and no check digit. */
const CZECHOSLOVAK = format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{3}(?<c>\d?)$/, ({ y, c }) =>
  Number(y) < 54 ? (c ? 20 : 19) : c ? 19 : undefined,
);

/** Formats by the code of the issuing state: ISO 3166-1 alpha-3, RKS for Kosovo. */
const FORMATS: Readonly<Record<string, Format>> = {
  // Decade as a letter, from A for 1900.
  ALB: {
    pattern: /^(?<c>[0-9A-T])(?<y>\d)(?<m>\d\d)(?<d>\d\d)\d{3}[A-W]$/,
    year: ({ c = '', y }) => 1800 + 10 * Number.parseInt(c, 36) + Number(y),
  },
  ARE: format(/^784(?<y>(?:19|20)\d\d)\d{8}$/),
  // The two check digits count the number with a 2 before it for births from 2000.
  BEL: format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{3}(?<c>\d\d)$/, ({ c }, number) =>
    [19, 20].find((century) => {
      const counted = Number(`${century === 20 ? '2' : ''}${number.slice(0, 9)}`);
      return 97 - (counted % 97) === Number(c);
    }),
  ),
  BGR: format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{4}$/, byMonth({ 0: 19, 20: 18, 40: 20 })),
  BLR: format(/^(?<c>[1-6])(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)[A-Z]\d{3}[A-Z]{2}\d$/, EIGHTEEN_TO_TWENTY),
  CHN: format(/^\d{6}(?<y>(?:18|19|20)\d\d)(?<m>\d\d)(?<d>\d\d)\d{3}[\dX]$/),
  CUB: format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)(?<c>\d)\d{4}$/, by(['0-5', 19], ['6-8', 20], ['9', 18])),
  CZE: CZECHOSLOVAK,
  DNK: format(/^(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)(?<c>\d)\d{3}$/, ({ y, c = '' }) => {
    if (/[0-3]/.test(c)) return 19;
    if (/[49]/.test(c)) return Number(y) <= 36 ? 20 : 19;
    return Number(y) <= 57 ? 20 : 18;
  }),
  EGY: format(/^(?<c>[23])(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{7}$/, by(['2', 19], ['3', 20])),
  EST: format(/^(?<c>[1-6])(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{4}$/, EIGHTEEN_TO_TWENTY),
  // An MRZ has a filler for the hyphen.
  FIN: format(
    /^(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)(?<c>[-<+A-FU-Y])\d{3}[\dA-Z]$/,
    by(['+', 18], ['-<U-Y', 19], ['A-F', 20]),
  ),
  HUN: format(/^(?<c>[1-4])(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{4}$/, by(['12', 19], ['34', 20])),
  ISL: format(/^(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)\d{3}(?<c>[890])$/, by(['8', 18], ['9', 19], ['0', 20])),
  KAZ: format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)(?<c>[1-6])\d{5}$/, EIGHTEEN_TO_TWENTY),
  KGZ: format(/^[12](?<d>\d\d)(?<m>\d\d)(?<y>(?:19|20)\d\d)\d{5}$/),
  KOR: format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)(?<c>\d)\d{6}$/, by(['1256', 19], ['3478', 20], ['90', 18])),
  KWT: format(/^(?<c>[123])(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{5}$/, by(['1', 18], ['2', 19], ['3', 20])),
  // Day of the year, raised by 500 for women. Older numbers have a letter at the end.
  LKA: format(/^(?<y>(?:19|20)?\d\d)(?:[0-2]\d\d|3[0-6]\d|[5-7]\d\d|8[0-6]\d)\d{4}(?<c>[\dVX])$/, by(['VX', 19])),
  LTU: format(/^(?<c>[1-6])(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{4}$/, EIGHTEEN_TO_TWENTY),
  LUX: format(/^(?<y>(?:18|19|20)\d\d)(?<m>\d\d)(?<d>\d\d)\d{5}$/),
  LVA: format(/^(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)(?<c>[012])\d{4}$/, by(['0', 18], ['1', 19], ['2', 20])),
  // The homonym sign is a digit for births until 1999.
  MEX: format(/^[A-Z]{4}(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)[HMX][A-Z]{5}(?<c>[\dA-Z])\d$/, by(['0-9', 19], ['A-Z', 20])),
  MNG: format(/^\p{L}{2,4}(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d\d$/u, byMonth({ 0: 19, 20: 20 })),
  NOR: format(/^(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)(?<c>\d{3})\d\d$/, ({ y, c }) => {
    const [year, individual] = [Number(y), Number(c)];
    if (individual < 500 || (individual >= 900 && year >= 40)) return 19;
    if (year < 40) return 20;
    return individual < 750 && year >= 54 ? 18 : undefined;
  }),
  POL: format(/^(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{5}$/, byMonth({ 0: 19, 20: 20, 80: 18 })),
  QAT: format(/^(?<c>[23])(?<y>\d\d)\d{8}$/, by(['2', 19], ['3', 20])),
  ROU: format(/^(?<c>[1-6])(?<y>\d\d)(?<m>\d\d)(?<d>\d\d)\d{6}$/, by(['12', 19], ['34', 18], ['56', 20])),
  RWA: format(/^[123](?<y>(?:19|20)\d\d)[78]\d{10}$/),
  SVK: CZECHOSLOVAK,
  // A plus replaces the hyphen in the year in which the holder turns 100.
  SWE: format(/^(?<y>(?:18|19|20)?\d\d)(?<m>\d\d)(?<d>\d\d)(?<c>[-+]?)\d{4}$/, ({ y, c }, _, today) => {
    if (!c) return undefined;
    const latest = Number(today.slice(0, 4)) - (c === '+' ? 100 : 0);
    return Math.floor((latest - Number(y)) / 100);
  }),
  UKR: format(/^(?<y>(?:18|19|20)\d\d)(?<m>\d\d)(?<d>\d\d)\d{5}$/),
  UZB: format(/^(?<c>[1-6])(?<d>\d\d)(?<m>\d\d)(?<y>\d\d)\d{7}$/, EIGHTEEN_TO_TWENTY),
  VNM: format(/^\d{3}(?<c>[0-3])(?<y>\d\d)\d{6}$/, by(['01', 19], ['23', 20])),
  ...Object.fromEntries(['SRB', 'BIH', 'MNE', 'MKD', 'SVN', 'HRV', 'RKS'].map((state) => [state, YUGOSLAV])),
};

/** States whose numbers raise the month, for women or by the century. */
const RAISED_MONTHS: Readonly<Record<string, readonly number[]>> = {
  ALB: [50],
  BGR: [20, 40],
  CZE: [20, 50, 70],
  MNG: [20],
  POL: [20, 80],
  SVK: [50],
};

/** The date of birth in a personal number. */
export interface NumberedBirth {
  /** `1921-03-05`, or the year alone for states that write no month and day. */
  readonly day: string;
  /** False if one misread character could have moved the date from another century in which a living holder may be born. */
  readonly sure: boolean;
}

/**
 * Returns the date of birth that a personal number holds with its century. Null for a number of another form or state, for wrong check
 * digits, and where the number doesn't tell the century.
 *
 * The formats are the states' own: Albania (NID), Belarus, Belgium (national register), Bulgaria (EGN), China (GB 11643), Cuba,
 * Czechia and Slovakia (birth number), Denmark (CPR), Egypt, Estonia (EVS 585), Finland (HETU), Hungary, Iceland (kennitala),
 * Kazakhstan (IIN), Korea (RRN), Kuwait, Kyrgyzstan, Latvia (until 2017), Lithuania, Luxembourg, Mexico (CURP), Mongolia, Norway,
 * Poland (PESEL), Qatar, Romania (CNP), Rwanda, Sri Lanka, Sweden, Ukraine (UNZR), United Arab Emirates, Uzbekistan (PINFL), Vietnam,
 * and the states that kept Yugoslavia's number. `NUMBER_CHECKS` has the check digits.
 *
 * A date is not sure where a number that differs in one character is as good and has the same date in another century, of a
 * living holder. This is always so for numbers without a check digit (Denmark since 2007, Czech numbers of nine digits) and for
 * signs that the check digit doesn't cover (Finland, Iceland, the Swedish plus). It is rarely so elsewhere: a few sums modulo 11
 * share a check digit.
 *
 * @param state code of the state, as in an MRZ
 * @param today `YYYY-MM-DD`, for the Swedish plus and for the living
 *
 * @example
 * import { birthInNumber } from '@bonafide/verification';
 *
 * birthInNumber('EST', '49306110248', '2026-01-15'); // { day: '1993-06-11', sure: true }
 */
export function birthInNumber(state: string, number: string, today: string): NumberedBirth | null {
  const text = number.toUpperCase().replace(/[\s./]|<+$/g, '');
  const day = dayIn(state, text, today);
  if (day === null) return null;
  const oldest = String(Number(today.slice(0, 4)) - LONGEST_LIFE);
  const movesCentury = (misread: string) => {
    const other = dayIn(state, misread, today);
    return other !== null && other !== day && other.slice(2) === day.slice(2) && other >= oldest && other <= today;
  };
  return { day, sure: !misreadings(text).some(movesCentury) };
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SEPARATING = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-+<';

/** The numbers that differ in one character, and those whose last digit was lost. */
const misreadings = (text: string): string[] => [
  ...Array.from(text).flatMap((sign, at) =>
    Array.from(
      /[-+<]/.test(sign) ? SEPARATING : ALPHANUMERIC,
      (other) => text.slice(0, at) + other + text.slice(at + 1),
    ),
  ),
  ...Array.from(ALPHANUMERIC, (lost) => text + lost),
];

function dayIn(state: string, text: string, today: string): string | null {
  const known = FORMATS[state];
  const digits = text.replace(/[-<]/g, '');
  const found = known?.pattern.exec(text) ?? known?.pattern.exec(digits);
  if (!known || !found?.groups || NUMBER_CHECKS[state]?.(found.input) === false) return null;
  const { groups } = found;
  const year = known.year?.(groups) ?? fullYear(groups.y ?? '', known.century?.(groups, digits, today));
  if (year === null) return null;
  if (groups.m === undefined) return String(year);
  const month = [0, ...(RAISED_MONTHS[state] ?? [])].map((raised) => Number(groups.m) - raised).find(isMonth);
  return month === undefined ? null : `${year}-${String(month).padStart(2, '0')}-${groups.d}`;
}

const isMonth = (month: number) => month >= 1 && month <= 12;

function fullYear(year: string, century: number | undefined): number | null {
  if (year.length === 4) return Number(year);
  return century === undefined ? null : century * 100 + Number(year);
}
