import fc from 'fast-check';
import { birthInNumber } from '../mrz/birth-in-number.ts';

/** A person, with the day of birth in the pieces that numbers have. */
export interface Born {
  readonly century: number;
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly woman: boolean;
  /** Eight digits that tell people of one day apart. */
  readonly serial: string;
}

const two = (value: number | string) => String(value).padStart(2, '0');
const raised = (born: Born, by: number) => two(Number(born.month) + by);
const since1900 = (born: Born) => born.century - 19;
/** The sign for the century and the sex: 3 and 4 for births of the 20th century, 5 and 6 of the 21st. */
const sexed = (born: Born, first = 3) => String(first + 2 * since1900(born) + (born.woman ? 1 : 0));

type Writer = (born: Born, s: string) => string;

/** Writers of personal numbers by state, as the states define them. `s` are free digits, the check digits among them. */
const forms: Readonly<Record<string, Writer>> = {
  ALB: (b, s) =>
    `${String.fromCharCode(65 + 10 * since1900(b) + Number(b.year[0]))}${b.year[1]}${raised(b, b.woman ? 50 : 0)}${b.day}${s.slice(0, 3)}Q`,
  ARE: (b, s) => `784-${b.century}${b.year}-${s.slice(0, 7)}-1`,
  BEL: (b, s) => {
    const nine = `${b.year}${b.month}${b.day}${s.slice(0, 3)}`;
    const check = two(97 - (Number(`${b.century === 20 ? '2' : ''}${nine}`) % 97));
    return `${b.year}.${b.month}.${b.day}-${s.slice(0, 3)}.${check}`;
  },
  BGR: (b, s) => `${b.year}${raised(b, 40 * since1900(b))}${b.day}${s.slice(0, 4)}`,
  BLR: (b, s) => `${sexed(b)}${b.day}${b.month}${b.year}A${s.slice(0, 3)}PB7`,
  CHN: (b, s) => `110101${b.century}${b.year}${b.month}${b.day}${s.slice(0, 4)}`,
  CUB: (b, s) => `${b.year}${b.month}${b.day}${since1900(b) ? '6' : '3'}${s.slice(0, 4)}`,
  CZE: (b, s) => czechoslovak(b, s, b.woman ? 50 : 0),
  DNK: (b, s) => {
    const year = Number(b.year);
    const sign = since1900(b) ? (year <= 36 ? '4' : '5') : year <= 36 ? '0' : '9';
    return `${b.day}${b.month}${b.year}-${sign}${s.slice(0, 3)}`;
  },
  EGY: (b, s) => `${since1900(b) + 2}${b.year}${b.month}${b.day}${s.slice(0, 7)}`,
  EST: (b, s) => `${sexed(b)}${b.year}${b.month}${b.day}${s.slice(0, 4)}`,
  FIN: (b, s) =>
    `${b.day}${b.month}${b.year}${since1900(b) ? (b.woman ? 'A' : 'F') : b.woman ? '-' : 'Y'}${s.slice(0, 3)}${FINNISH_SIGNS[Number(s.slice(4, 6)) % 31]}`,
  HRV: (b, s) => `${b.day}${b.month}${since1900(b) ? '0' : '9'}${b.year}${s.slice(0, 6)}`,
  HUN: (b, s) => `${sexed(b, 1)}-${b.year}${b.month}${b.day}-${s.slice(0, 4)}`,
  ISL: (b, s) => `${b.day}${b.month}${b.year}-${s.slice(0, 3)}${since1900(b) ? '0' : '9'}`,
  KAZ: (b, s) => `${b.year}${b.month}${b.day}${sexed(b)}${s.slice(0, 5)}`,
  KGZ: (b, s) => `${b.woman ? 1 : 2}${b.day}${b.month}${b.century}${b.year}${s.slice(0, 5)}`,
  KOR: (b, s) => `${b.year}${b.month}${b.day}-${sexed(b, 1)}${s.slice(0, 6)}`,
  KWT: (b, s) => `${since1900(b) + 2}${b.year}${b.month}${b.day}${s.slice(0, 5)}`,
  LKA: (b, s) => (since1900(b) ? `${b.century}${b.year}0641${s.slice(0, 4)}` : `${b.year}564${s.slice(0, 4)}V`),
  LTU: (b, s) => `${sexed(b)}${b.year}${b.month}${b.day}${s.slice(0, 4)}`,
  LUX: (b, s) => `${b.century}${b.year}${b.month}${b.day}${s.slice(0, 5)}`,
  LVA: (b, s) => `${b.day}${b.month}${b.year}-${since1900(b) + 1}${s.slice(0, 4)}`,
  MEX: (b, s) => `GOLM${b.year}${b.month}${b.day}${b.woman ? 'M' : 'H'}DFRPZ${since1900(b) ? 'A' : '0'}${s[0]}`,
  MNG: (b, s) => `УБ${b.year}${raised(b, 20 * since1900(b))}${b.day}${s.slice(0, 2)}`,
  NOR: (b, s) => {
    const individual = (since1900(b) ? '7' : Number(b.year) >= 40 && b.woman ? '9' : '2') + s.slice(2, 4);
    return `${b.day}${b.month}${b.year} ${individual}${s.slice(0, 2)}`;
  },
  POL: (b, s) => `${b.year}${raised(b, 20 * since1900(b))}${b.day}${s.slice(0, 5)}`,
  QAT: (b, s) => `${since1900(b) + 2}${b.year}${s.slice(0, 8)}`,
  ROU: (b, s) => `${since1900(b) * 4 + (b.woman ? 2 : 1)}${b.year}${b.month}${b.day}12${s.slice(0, 4)}`,
  RWA: (b, s) => `1 ${b.century}${b.year} ${b.woman ? 7 : 8} ${s.slice(0, 7)} 1 23`,
  SVK: (b, s) => czechoslovak(b, s, b.woman ? 50 : 0),
  SWE: (b, s) => `${b.century}${b.year}${b.month}${b.day}-${s.slice(0, 4)}`,
  UKR: (b, s) => `${b.century}${b.year}${b.month}${b.day}-${s.slice(0, 5)}`,
  UZB: (b, s) => `${sexed(b)}${b.day}${b.month}${b.year}${s.slice(0, 7)}`,
  VNM: (b, s) => `001${sexed(b, 0)}${b.year}${s.slice(0, 6)}`,
};
const FINNISH_SIGNS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/** States that kept Yugoslavia's number. */
const successors = ['SRB', 'BIH', 'MNE', 'MKD', 'SVN', 'RKS'];

/** Numbers that a state could have assigned: the first one with right check digits, beginning with the free digits. */
const assigned =
  (state: string, form: Writer): Writer =>
  (born, s) => {
    for (let step = 0; step < 20_000; step++) {
      const number = form(born, String((Number(s) + step * 61_803_399) % 100_000_000).padStart(8, '0'));
      if (birthInNumber(state, number, '2026-01-15') !== null) return number;
    }
    throw new Error(`No number of ${state} for ${dayOf(born)}`);
  };

/** Writers of personal numbers by state. */
export const numberWriters: Readonly<Record<string, Writer>> = Object.fromEntries(
  [...Object.entries(forms), ...successors.map((state) => [state, forms.HRV!] as const)].map(([state, form]) => [
    state,
    assigned(state, form),
  ]),
);

/** States whose check digit tells the centuries apart, at least for most numbers. The others have none, or it doesn't count the sign. */
export const checkedStates: readonly string[] = [
  ...['BEL', 'BGR', 'CZE', 'EST', 'HUN', 'KAZ', 'LTU', 'LVA', 'NOR', 'POL', 'ROU', 'SVK', 'HRV'],
  ...successors,
  // All four digits of the year, or a letter in numbers of the last century.
  ...['ARE', 'CHN', 'KGZ', 'LKA', 'LUX', 'RWA', 'SWE', 'UKR'],
];

/** Ten digits from 1954; a woman's month may be raised by 70 since 2004. */
const czechoslovak = (b: Born, s: string, by: number) =>
  `${b.year}${raised(b, by)}${b.day}/${s.slice(0, since1900(b) || Number(b.year) >= 54 ? 4 : 3)}`;

/** States whose numbers have the year alone. */
export const yearAlone = ['ARE', 'LKA', 'QAT', 'RWA', 'VNM'];

/** Takes an ISO date apart. */
function bornOn(iso: string, woman: boolean, serial: string): Born {
  const [, century, year, month, day] = /^(\d\d)(\d\d)-(\d\d)-(\d\d)/.exec(iso)!;
  return { century: Number(century), year: year!, month: month!, day: day!, woman, serial };
}

/** Days of birth from `first` to `last`, of women and men. */
export const births = (first: string, last: string) =>
  fc
    .tuple(
      fc.date({ min: new Date(first), max: new Date(last), noInvalidDate: true }),
      fc.boolean(),
      fc.stringMatching(/^\d{8}$/),
    )
    .map(([date, woman, serial]) => bornOn(date.toISOString(), woman, serial));

/** The day as an ISO date. */
export const dayOf = ({ century, year, month, day }: Born) => `${century}${year}-${month}-${day}`;
