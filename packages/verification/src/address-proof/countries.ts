/**
 * Issuing countries of a proof of address (ISO 3166-1 alpha-3), by group. The groups differ in how old a bank statement or
 * utility bill may be: three months in A, six in B and C.
 */
export const ADDRESS_PROOF_GROUPS = {
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

export type AddressProofGroup = keyof typeof ADDRESS_PROOF_GROUPS;

/**
 * The group of a country; undefined when a proof of address from there isn't supported.
 *
 * @example
 * import { addressProofGroup } from '@bonafide/verification';
 *
 * addressProofGroup('GBR'); // 'A'
 */
export function addressProofGroup(country: string): AddressProofGroup | undefined {
  const groups = Object.entries(ADDRESS_PROOF_GROUPS) as [AddressProofGroup, readonly string[]][];
  return groups.find(([, countries]) => countries.includes(country))?.[0];
}
