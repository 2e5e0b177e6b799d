/** Reads the century of birth out of a personal number. */
type Century = (digits: string) => number | undefined;

const at =
  (place: number, centuries: Readonly<Record<string, number>>): Century =>
  (number) =>
    centuries[number[place] ?? ''];

const EIGHTEEN_TO_TWENTY = { 1: 18, 2: 18, 3: 19, 4: 19, 5: 20, 6: 20 } as const;
const YEAR_OF_FOUR: Century = (number) => {
  const century = Number(/(?<!\d)(18|19|20)\d{6}/.exec(number)?.[1]);
  return Number.isNaN(century) ? undefined : century;
};
/** Year of three digits after day and month, as in states of the former Yugoslavia. */
const YEAR_OF_THREE: Century = (number) => ({ 9: 19, 0: 20 })[number[4] ?? ''];
/** Month raised by the century. */
const month =
  (least: Readonly<Record<number, number>>): Century =>
  (number) =>
    least[Math.floor(Number(number.slice(2, 4)) / 20) * 20];

/**
 * Personal numbers that hold the century of birth, by the code of the issuing state in its MRZ: Estonia (EVS 585), Lithuania,
 * Kazakhstan, Uzbekistan, Romania, Poland (PESEL), Bulgaria (EGN), Korea (RRN), China (GB 11643), Kuwait, Egypt, Finland (HETU),
 * and the states that kept Yugoslavia's number.
 */
const NUMBERS: Readonly<Record<string, { readonly digits: RegExp; readonly century: Century }>> = {
  EST: { digits: /^[1-6]\d{10}$/, century: at(0, EIGHTEEN_TO_TWENTY) },
  LTU: { digits: /^[3-6]\d{10}$/, century: at(0, EIGHTEEN_TO_TWENTY) },
  UZB: { digits: /^[1-6]\d{13}$/, century: at(0, EIGHTEEN_TO_TWENTY) },
  KAZ: { digits: /^\d{6}[1-6]\d{5}$/, century: at(6, EIGHTEEN_TO_TWENTY) },
  ROU: { digits: /^[1-6]\d{12}$/, century: at(0, { 1: 19, 2: 19, 3: 18, 4: 18, 5: 20, 6: 20 }) },
  POL: { digits: /^\d{11}$/, century: month({ 0: 19, 20: 20, 80: 18 }) },
  BGR: { digits: /^\d{10}$/, century: month({ 0: 19, 20: 18, 40: 20 }) },
  KOR: {
    digits: /^\d{6}[0-9]\d{6}$/,
    century: at(6, { 1: 19, 2: 19, 5: 19, 6: 19, 3: 20, 4: 20, 7: 20, 8: 20, 9: 18, 0: 18 }),
  },
  CHN: { digits: /^\d{17}[\dX]$/, century: (number) => YEAR_OF_FOUR(number.slice(6)) },
  KWT: { digits: /^[23]\d{11}$/, century: at(0, { 2: 19, 3: 20 }) },
  EGY: { digits: /^[23]\d{13}$/, century: at(0, { 2: 19, 3: 20 }) },
  FIN: { digits: /^\d{6}[-+A-FU-Y]\d{3}[\dA-Z]$/, century: finnish },
  ...Object.fromEntries(
    ['SRB', 'BIH', 'MNE', 'MKD', 'SVN', 'HRV', 'RKS'].map((state) => [
      state,
      { digits: /^[0-3]\d[01]\d[09]\d{8}$/, century: YEAR_OF_THREE },
    ]),
  ),
  // Sweden writes the year of birth with four digits.
  SWE: { digits: /^(?:18|19|20)\d{6}-?\d{4}$/, century: YEAR_OF_FOUR },
};

function finnish(number: string): number | undefined {
  const sign = number[6] ?? '';
  return sign === '+' ? 18 : /[-U-Y]/.test(sign) ? 19 : /[A-F]/.test(sign) ? 20 : undefined;
}

/** Place of the last two digits of the year in the number; 0 for other states. */
const YEAR_AT: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['EST', 'LTU', 'ROU', 'KWT', 'EGY'].map((state) => [state, 1])),
  ...Object.fromEntries(['FIN'].map((state) => [state, 4])),
  ...Object.fromEntries(['UZB', 'SRB', 'BIH', 'MNE', 'MKD', 'SVN', 'HRV', 'RKS'].map((state) => [state, 5])),
  CHN: 8,
  SWE: 2,
};

/**
 * Returns the century of birth, such as 19 for 1921, that a personal number of a state holds; null for numbers of other states, and
 * for a number whose year of birth is not the given one.
 *
 * @param year the last two digits of the year of birth
 *
 * @example
 * import { birthCentury } from '@bonafide/verification';
 *
 * birthCentury('EST', '49306110247', '93'); // 19
 */
export function birthCentury(state: string, number: string, year: string): number | null {
  const known = NUMBERS[state];
  const plain = number.replace(/[<\s./]/g, '').toUpperCase();
  if (!known?.digits.test(plain) || !plain.startsWith(year, YEAR_AT[state] ?? 0)) return null;
  return known.century(plain) ?? null;
}
