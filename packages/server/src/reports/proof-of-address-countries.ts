import type { Generation } from '../base/generation.ts';

/**
 * Issuing countries of a proof of address, by group. The groups differ in how old a bank statement or utility bill
 * may be: three months in A, six in B and C.
 */
export const proofOfAddressGroups = {
  A: ['AND', 'GIB', 'IMN', 'JEY', 'MCO', 'SMR', 'CHE', 'GBR'],
  // Canada, New Zealand and the European Economic Area except Greece, Cyprus and Bulgaria.
  B: [
    ...['CAN', 'NZL', 'AUT', 'BEL', 'HRV', 'CZE', 'DNK', 'EST', 'FIN', 'FRA', 'DEU', 'HUN', 'ISL', 'IRL', 'ITA'],
    ...['LVA', 'LIE', 'LTU', 'LUX', 'MLT', 'NLD', 'NOR', 'POL', 'PRT', 'ROU', 'SVK', 'SVN', 'ESP', 'SWE'],
  ],
  C: [
    ...['ARG', 'AUS', 'BRA', 'COL', 'GHA', 'HKG', 'IDN', 'CIV', 'KEN', 'MEX', 'NGA', 'PHL', 'SEN', 'SGP', 'ZAF'],
    ...['TZA', 'TUR', 'UGA', 'ARE', 'USA', 'VNM'],
  ],
} as const;

const everywhere: ReadonlySet<string> = new Set(Object.values(proofOfAddressGroups).flat());

/** Whether a proof of address issued in a country (ISO alpha-3) is supported; before v3.3 only Great Britain's was. */
export function isProofOfAddressCountry(country: string | null | undefined, generation: Generation): boolean {
  return generation === '3.6' ? everywhere.has(country ?? '') : country === 'GBR';
}
