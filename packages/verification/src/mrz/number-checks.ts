/** Returns whether the check digits of a personal number hold. The number has no separators. */
export type NumberCheck = (number: string) => boolean;

const weighted = (number: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);

const digitsOf = (weights: string) => Array.from(weights, Number);

/** The check for a weighted sum of all digits, the check digit among them, that the modulus divides. */
const dividedBy =
  (modulus: number, weights: string): NumberCheck =>
  (number) =>
    weighted(number, digitsOf(weights)) % modulus === 0;

/** The check for a last digit that follows from the weighted sum of the digits before it. */
const lastBy =
  (weights: readonly number[], digit: (sum: number) => number): NumberCheck =>
  (number) =>
    digit(weighted(number, weights)) === Number(number.at(-1));

/** The check for a last digit modulo 11 by the first weights. The second weights count where the first ones give 10. */
const lastByEither =
  (first: readonly number[], second: readonly number[]): NumberCheck =>
  (number) => {
    const remainders = [first, second].map((weights) => weighted(number, weights) % 11);
    return (remainders.find((remainder) => remainder < 10) ?? 0) === Number(number.at(-1));
  };

/** Luhn's check of a number of an even length (ISO/IEC 7812-1, annex B). */
const luhn: NumberCheck = (number) =>
  Array.from(number, Number).reduce((sum, digit, at) => {
    const counted = at % 2 === 0 ? 2 * digit : digit;
    return sum + (counted > 9 ? counted - 9 : counted);
  }, 0) %
    10 ===
  0;

/** Estonia and Lithuania. */
const baltic = lastByEither(digitsOf('1234567891'), digitsOf('3456789123'));

/** Ten digits are a multiple of 11. Until 1984 a remainder of 10 was written as 0. Nine digits have no check digit. */
const czechoslovak: NumberCheck = (number) =>
  number.length === 9 ||
  Number(number) % 11 === 0 ||
  (/^(?:5[4-9]|[67]\d|8[0-4])/.test(number) && number.endsWith('0') && Number(number.slice(0, 9)) % 11 === 10);

/** Born before 1997 by the rising weights, later by the falling weights. */
const hungarian: NumberCheck = (number) => {
  const weights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const isLate = /^[34]/.test(number) || Number(number.slice(1, 3)) > 96;
  return weighted(number, isLate ? weights.toReversed() : weights) % 11 === Number(number.at(-1));
};

const yugoslav = dividedBy(11, '7654327654321');

const norwegianFirst = dividedBy(11, '3761894521');
const norwegianSecond = dividedBy(11, '54327654321');

/** The remainders of a Finnish number by 31, in their order. */
const FINNISH_SIGNS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/**
 * Check digits by the code of the issuing state. The issuers' definitions:
 *
 * - Bulgaria: https://www.grao.bg/esgraon.html
 * - China: GB 11643-1999, which uses ISO 7064 MOD 11-2
 * - Czechia: section 13 of act 133/2000, https://www.zakonyprolidi.cz/cs/2000-133; Slovakia has the same rule
 * - Estonia: https://www.riigiteataja.ee/akt/106032012004; Lithuania has the same rule
 * - Finland: https://dvv.fi/en/personal-identity-code
 * - Hungary: annex 3 of act XX of 1996, https://mkogy.jogtar.hu/jogszabaly?docid=99600020.TV
 * - Kazakhstan: https://adilet.zan.kz/rus/docs/P070000406_
 * - Poland: https://www.gov.pl/web/gov/czym-jest-numer-pesel
 *
 * A state that is missing here publishes no check digit, or also assigns numbers without one: Denmark since 2007
 * (https://cpr.dk), Korea since October 2020, Iceland since February 2026. Mexico's check digit gives the same result for the
 * homonym signs 0 and A. The rules of the other states are tested against the library stdnum.
 */
export const NUMBER_CHECKS: Readonly<Record<string, NumberCheck>> = {
  BGR: lastBy([2, 4, 8, 5, 10, 9, 7, 3, 6], (sum) => (sum % 11) % 10),
  CHN: (number) =>
    weighted(number, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11 ===
    '10X98765432'.indexOf(number.at(-1)!),
  CZE: czechoslovak,
  EST: baltic,
  FIN: (number) => FINNISH_SIGNS[Number(number.slice(0, 6) + number.slice(7, 10)) % 31] === number.at(-1),
  HUN: hungarian,
  KAZ: lastByEither([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]),
  LTU: baltic,
  // The first of two check digits.
  LUX: (number) => luhn(number.slice(0, 12)),
  LVA: lastBy([10, 5, 8, 4, 2, 1, 6, 3, 7, 9], (sum) => ((sum + 1) % 11) % 10),
  NOR: (number) => norwegianFirst(number) && norwegianSecond(number),
  POL: dividedBy(10, '13791379131'),
  ROU: lastBy(digitsOf('279146358279'), (sum) => (sum % 11 === 10 ? 1 : sum % 11)),
  SVK: czechoslovak,
  SWE: (number) => luhn(number.replace(/\D/g, '').slice(-10)),
  ...Object.fromEntries(['SRB', 'BIH', 'MNE', 'MKD', 'SVN', 'HRV', 'RKS'].map((state) => [state, yugoslav])),
};
