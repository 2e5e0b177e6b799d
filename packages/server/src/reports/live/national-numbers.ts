import isoCountries from 'i18n-iso-countries/index.js';

/** Digits of a social security number as it is given: all nine, or the last four. */
export type SsnForm = 'full' | 'last_four' | 'never_assigned';

/**
 * Judges the form of a social security number of the United States. Never assigned are the areas 000, 666 and 900 to 999, the
 * group 00 and the serial 0000 (https://www.ssa.gov/employer/randomization.html), and numbers with neither four nor nine digits.
 */
export function ssnForm(value: string): SsnForm {
  const digits = value.replace(/[\s-]/g, '');
  if (/^\d{4}$/.test(digits)) return digits === '0000' ? 'never_assigned' : 'last_four';
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) ? 'full' : 'never_assigned';
}

/**
 * Numbers of stdnum by country and type of ID number, as abbreviations. Only numbers that every person has: a document number in
 * the place of one would be called malformed.
 */
const CHECKED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ARG: { identity_card: ['DNI'], tax_id: ['CUIT'] },
  BEL: { social_insurance: ['INSZ, NISS', 'NN', 'BIS'], tax_id: ['NN', 'INSZ, NISS', 'BIS'] },
  BRA: { tax_id: ['CPF'] },
  CAN: { social_insurance: ['SIN'], tax_id: ['SIN'] },
  CHL: { identity_card: ['RUN'], tax_id: ['RUN'] },
  CHN: { identity_card: ['RIC No'] },
  DEU: { tax_id: ['IdNr'], social_insurance: ['SVNR'] },
  DNK: { social_insurance: ['CPR'], tax_id: ['CPR'] },
  ECU: { identity_card: ['CI'] },
  ESP: { identity_card: ['DNI', 'NIE'] },
  EST: { social_insurance: ['IK'] },
  FIN: { social_insurance: ['HETU'], tax_id: ['HETU'] },
  FRA: { social_insurance: ['NIR'], tax_id: ['NIF'] },
  HKG: { identity_card: ['HKID'] },
  HRV: { tax_id: ['OIB'] },
  IRL: { social_insurance: ['PPS'], tax_id: ['PPS'] },
  ITA: { tax_id: ['CF'], social_insurance: ['CF'] },
  KOR: { identity_card: ['RRN'] },
  MYS: { identity_card: ['NRIC No.'] },
  NLD: { social_insurance: ['BSN'], tax_id: ['BSN'] },
  PAK: { identity_card: ['CNIC'] },
  POL: { social_insurance: ['PESEL'] },
  PRT: { tax_id: ['NIF'] },
  TUR: { identity_card: ['T.C. Kimlik No.'] },
  ZAF: { identity_card: ['IDNR'] },
};

/** Returns whether a number passes the check of its country; null if no check is known for its type. */
export async function isWellFormed(country: string, type: string, value: string): Promise<boolean | null> {
  const names = CHECKED[country]?.[type];
  if (!names) return null;
  // 17 MB of memory, which a service without such numbers never needs.
  const { personValidators } = await import('stdnum');
  const validators = (personValidators[isoCountries.alpha3ToAlpha2(country) ?? ''] ?? []).filter(({ abbreviation }) =>
    names.includes(abbreviation ?? ''),
  );
  return validators.length === 0 ? null : validators.some((validator) => validator.validate(value).isValid);
}
