import { clearBreakdown } from './breakdown.ts';
import { address, consent, dateOfBirth, idNumber } from './needs.ts';
import type { BreakdownTree, ReportType } from './types.ts';

const tree = {
  sources: ['total_sources'],
  address: ['credit_agencies', 'telephone_database', 'voting_register'],
  date_of_birth: ['credit_agencies', 'voting_register'],
  mortality: [],
  national_id_number: [],
  ssn: ['last_4_digits_match', 'full_match'],
  ssn1: ['last_4_digits_match', 'full_match'],
} as const satisfies BreakdownTree;

/** Countries whose sources can't be searched without a national ID number. */
const idNumberCountries = ['ARG', 'BRA', 'CHL'];
const nationalIdNumbers = ['identity_card', 'tax_id', 'social_insurance'];

export const identityEnhanced: ReportType<'identity_enhanced'> = {
  name: 'identity_enhanced',
  family: 'other',
  uses: {},
  needs: [
    address,
    dateOfBirth,
    idNumber(nationalIdNumbers, ({ applicant }) => idNumberCountries.includes(applicant.address?.country ?? '')),
    {
      ...consent('ssn_verification', ({ applicant }) => applicant.id_numbers.some(({ type }) => type === 'ssn')),
      liveOnly: true,
    },
  ],
  tree,
  sandbox: {
    clear: () => ({
      breakdown: clearBreakdown(tree, {
        absent: ['national_id_number', 'ssn', 'ssn1'],
        properties: {
          'sources.total_sources': { total_number_of_sources: '3' },
          'address.credit_agencies': { number_of_matches: '1' },
        },
      }),
      properties: {},
    }),
    consider: () => ({
      result: 'consider',
      breakdown: {
        sources: {
          result: 'consider',
          breakdown: { total_sources: { result: 'consider', properties: { total_number_of_sources: '1' } } },
        },
        address: {
          result: 'unidentified',
          breakdown: {
            credit_agencies: { result: 'unidentified', properties: { number_of_matches: '0' } },
            telephone_database: { result: 'unidentified' },
            voting_register: { result: 'unidentified' },
          },
        },
      },
    }),
  },
};
